//! Findings about how a grammar is written.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 19] = [
    Lint {
        code: Code::BareSlash,
        explanation: "RFC 1738 omits the quotes once. The `/` is read as `\"/\"`.",
        example: "url = scheme | / path\nscheme = \"http\"\npath = \"x\"\n",
        counterexample: "url = scheme | \"/\" path\nscheme = \"http\"\npath = \"x\"\n",
        options: "--dialect bnf",
    },
    Lint {
        code: Code::CaseDrift,
        explanation: "Names ignore case (RFC 5234 section 2.1), so the grammar is correct. \
Readers who search for the name, and tools that compare names exactly, do not find it.",
        example: "host = 1*digit\n",
        counterexample: "host = 1*DIGIT\n",
        options: "",
    },
    Lint {
        code: Code::CaseInsensitiveLetters,
        explanation: "Strings ignore case (RFC 5234 section 2.3). Reported for five or more \
consecutive letters of the alphabet, or fewer if the name of the rule implies a case.",
        example: "lowalpha = \"a\" / \"b\" / \"c\"\n",
        counterexample: "lowalpha = %s\"a\" / %s\"b\" / %s\"c\"\n",
        options: "",
    },
    Lint {
        code: Code::DuplicateRule,
        explanation: "Two different definitions are an error. To add alternatives, write `=/`.",
        example: "a = \"x\"\nb = a\na = \"x\"\n",
        counterexample: "a = \"x\"\nb = a\na =/ \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::EmptyLiteral,
        explanation: "It matches only the empty text, and is often the remains of a string after \
the conversion of a document. A rule that consists of `\"\"` alone is intended.",
        example: "net-path = \"\" \"x\"\n",
        counterexample: "net-path = nothing \"x\"\nnothing = \"\"\n",
        options: "",
    },
    Lint {
        code: Code::FoldedNames,
        explanation: "Names in ABNF have neither `_` nor `+`. Two names that become equal are \
one rule.",
        example: "a = \"x\" | x_y\nx_y = \"y\"\nx-y = \"y\"\n",
        counterexample: "a = \"x\" | x_y\nx_y = \"y\"\n",
        options: "--dialect bnf",
    },
    Lint {
        code: Code::IgnoredDirective,
        explanation: "Directives are `; @import`, `; @import-extracted`, `; @encoding`, `; \
@dialect`, `; @implied-space`, `; @allow`, and those of examples: `; @accept`, `; @reject`, `; @part` and `; @no-part`. They are \
in lower case, with one `;`, on a line of their own; only `@allow` may follow elements. Any \
other comment is ignored: an example in it is never tested. Reported for comments that start \
with `@` and one of these words, or a misspelling of it.",
        example: "a = \"x\"\n; @accpt a x\n",
        counterexample: "a = \"x\"\n; @accept a x\n",
        options: "",
    },
    Lint {
        code: Code::ImpliedSpace,
        explanation: "RFC 2616 section 2.1 lets white space be between any two words of a field, \
and between words and separators, and notes the exceptions in prose. In the rules that `; \
@implied-space RULE, RULE` lists, `*LWS` is therefore between any two elements, except between two \
separators and beside white space that is written; between two tokens it is `1*LWS`. A warning if \
elements can end or begin in ways that require different white space, or if the grammar has no rule of a listed name.",
        example: "; @implied-space a\na = \"q\" \"=\" 1DIGIT\n",
        counterexample: "a = \"q\" *SP \"=\" *SP 1DIGIT\n",
        options: "",
    },
    Lint {
        code: Code::LongProse,
        explanation: "In RFC 5234, `<` and `>` enclose printable characters other than `>`. Older RFCs \
write descriptions of several lines, and `<\">` in them. They are read in all dialects; other tools \
do not read them in ABNF.",
        example: "a = \"x\" / <the time\n    of day>\n",
        counterexample: "a = \"x\" / <the time of day>\n",
        options: "",
    },
    Lint {
        code: Code::MalformedDocument,
        explanation: "XML is read up to the first place that is not well-formed. An element of code that is never \
closed ends where the next one begins. The attribute `src` of `sourcecode` names a file that must be read on its own, as \
do `xi:include` and, in Markdown, `{::include FILE}`.",
        example: "<sourcecode type=\"abnf\">\na = \"x\"\n</sourcecode\n",
        counterexample: "<sourcecode type=\"abnf\">\na = \"x\"\n</sourcecode>\n",
        options: "--extract",
    },
    Lint {
        code: Code::MissingSpace,
        explanation: "RFC 5234 section 4 requires it. The elements are read as if it were there.",
        example: "a = \"x\"\"y\"\n",
        counterexample: "a = \"x\" \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::MixedAlternation,
        explanation: "The file is read as BNF, in which both separate alternatives.",
        example: "a = \"x\" | \"y\"\nb = a | \"x\" / \"y\"\n",
        counterexample: "a = \"x\" | \"y\"\nb = a | \"x\" | \"/\"\n",
        options: "",
    },
    Lint {
        code: Code::RedundantAlternative,
        explanation: "It is the same alternative, except perhaps for the case of letters, which \
strings ignore, or it is a character or range that they include. Alternatives whose languages \
must be compared are `covered-alternative`.",
        example: "hex = DIGIT / \"A\" / \"B\" / \"a\" / \"b\"\n",
        counterexample: "hex = DIGIT / \"A\" / \"B\" / %s\"c\" / %s\"C\"\n",
        options: "",
    },
    Lint {
        code: Code::RepeatedCoreRule,
        explanation: "Every grammar has the rules of RFC 5234 appendix B.1.",
        example: "DIGIT = %x30-39\n",
        counterexample: "DIGITS = %x30-39\n",
        options: "",
    },
    Lint {
        code: Code::RuleColumn,
        explanation: "A rule that is indented more than the previous one looks like its \
continuation, and a bracket in the column of the rules, which closes a group, like the beginning of one (RFC 5234 \
section 4 requires rules to begin in one column).",
        example: "a = b\n  b = \"x\"\n",
        counterexample: "  a = b\n  b = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::SkippedLine,
        explanation: "A line that is missing from an extracted grammar deserves attention.",
        example: "   a = \"x\"\n\n   n = the \"x\" of a b, c\n",
        counterexample: "   a = \"x\"\n\n   The \"x\" of a b, c\n",
        options: "--extract",
    },
    Lint {
        code: Code::UnknownLint,
        explanation: "The comment has no effect.",
        example: "; @allow empty-literals\na = \"x\"\n",
        counterexample: "; @allow empty-literal\na = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::UnusedRule,
        explanation: "With `--root RULE`, this is a warning about each rule that no root needs, \
directly or indirectly. Without roots, any rule may be intended for use from outside: this is a \
note about each unused rule except the first one.",
        example: "a = \"x\"\nb = \"y\"\n",
        counterexample: "a = \"x\" b\nb = \"y\"\n",
        options: "--root a",
    },
    Lint {
        code: Code::WrongBase,
        explanation: "Reported only for the numbers of common sets of characters, such as \
`%x48-57` for the digits, which are `%d48-57`.",
        example: "digit = %x48-57\n",
        counterexample: "digit = %x30-39\nh-to-w = %x48-56\n",
        options: "",
    },
];
