//! Errors in the notation of a grammar.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 32] = [
    Lint {
        code: Code::BadDialect,
        explanation: "The dialects are `abnf`, `bnf`, `http` and `http-lenient`. A grammar states \
one of them, and an option must not name another.",
        example: "; @dialect ebnf\na = \"x\" | \"y\"\n",
        counterexample: "; @dialect bnf\na = \"x\" | \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::BadEncoding,
        explanation: "The encodings are `octets` and `utf8`.",
        example: "; @encoding latin1\na = %xE9\n",
        counterexample: "; @encoding octets\na = %xE9\n",
        options: "",
    },
    Lint {
        code: Code::BadImport,
        explanation: "The comment has a name, the file or the bundled grammar, and optionally a \
list of rules.",
        example: "; @import rfc3986\na = \"x\"\n",
        counterexample: "; @import URI = rfc3986 (scheme)\na = scheme\n",
        options: "",
    },
    Lint {
        code: Code::BadNumber,
        explanation: "`%b` has two digits, `%d` ten and `%x` sixteen (RFC 5234 section 2.3).",
        example: "a = %d1A\n",
        counterexample: "a = %x1A\n",
        options: "",
    },
    Lint {
        code: Code::BadRepeat,
        explanation: "A repetition is `*`, a number, or two numbers with `*` between them (RFC 5234 sections 3.6 and 3.7).",
        example: "a = 2**4DIGIT\n",
        counterexample: "a = 2*4DIGIT\n",
        options: "",
    },
    Lint {
        code: Code::BadRulename,
        explanation: "Names begin with a letter and consist of letters, digits and hyphens (RFC \
5234 section 2.1).",
        example: "a = first_name\nfirst_name = \"x\"\n",
        counterexample: "a = first-name\nfirst-name = \"x\"\n",
        options: "--dialect abnf",
    },
    Lint {
        code: Code::CodePointTooLarge,
        explanation: "%x10FFFF is the last code point.",
        example: "a = %x110000\n",
        counterexample: "a = %x10FFFF\n",
        options: "",
    },
    Lint {
        code: Code::ContinuationColumn,
        explanation: "The line must be indented more than the rule (RFC 5234 section 4).",
        example: "a = \"x\"\n/ \"y\"\n",
        counterexample: "a = \"x\"\n  / \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::DuplicateImport,
        explanation: "The name identifies the grammar in prose, as in `<path, see URI>`.",
        example: "; @import U = rfc3986 (scheme)\n; @import U = rfc3339 (date-time)\na = scheme date-time\n",
        counterexample: "; @import U = rfc3986 (scheme)\n; @import T = rfc3339 (date-time)\na = scheme date-time\n",
        options: "",
    },
    Lint {
        code: Code::IncrementalBeforeDefinition,
        explanation: "It can add to an earlier rule, to a core rule, or to an imported rule.",
        example: "a =/ \"x\"\n",
        counterexample: "a = \"x\"\na =/ \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::ListExtension,
        explanation: "ABNF does not have lists. RFC 9110 section 5.6.1 adds them; `--dialect \
http` and `--dialect http-lenient` read them. `--dialect bnf` reads those of RFC 822 and RFC 2616.",
        example: "a = 1#DIGIT\n",
        counterexample: "a = DIGIT *( OWS \",\" OWS DIGIT )\nOWS = *( SP / HTAB )\n",
        options: "--dialect abnf",
    },
    Lint {
        code: Code::MinAboveMax,
        explanation: "No text can satisfy both bounds.",
        example: "a = 3*2DIGIT\n",
        counterexample: "a = 2*3DIGIT\n",
        options: "",
    },
    Lint {
        code: Code::MissingElement,
        explanation: "For an element that may be empty, write an option or `\"\"`.",
        example: "a = \"x\" /\n",
        counterexample: "a = [ \"x\" ]\n",
        options: "",
    },
    Lint {
        code: Code::MissingEquals,
        explanation: "A rule is a name, `=` or `=/`, and elements (RFC 5234 section 2.2).",
        example: "a \"x\"\n",
        counterexample: "a = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::MixedEncodings,
        explanation: "A text cannot have both encodings. Rewrite the rule for the encoding of \
the grammar that imports it.",
        example: "; @encoding utf8\n; @import HTTP = rfc9110 (obs-text)\na = obs-text\n",
        counterexample: "; @encoding octets\n; @import HTTP = rfc9110 (obs-text)\na = obs-text\n",
        options: "",
    },
    Lint {
        code: Code::NestingTooDeep,
        explanation: "`--limit nesting=N` raises the limit. A rule for the inner groups avoids \
it.",
        example: "a = ( \"x\" [ \"y\" ( \"z\" / 2DIGIT ) ] )\n",
        counterexample: "a = ( \"x\" [ \"y\" b ] )\nb = \"z\" / 2DIGIT\n",
        options: "--limit nesting=2",
    },
    Lint {
        code: Code::NoRules,
        explanation: "A file without rules is not a grammar. `--extract` finds the grammar in a \
document.",
        example: "; to be written\n",
        counterexample: "; to be written\na = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::NumberTooLarge,
        explanation: "Values go up to %x10FFFF, and counts up to 4294967295.",
        example: "a = 4294967296DIGIT\n",
        counterexample: "a = *DIGIT\n",
        options: "",
    },
    Lint {
        code: Code::OutsideRule,
        explanation: "Only comments and empty lines may precede it. `--extract` finds the \
grammar in a document.",
        example: "\"x\"\na = \"x\"\n",
        counterexample: "; \"x\"\na = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::ReversedRange,
        explanation: "The smaller value comes first (RFC 5234 section 3.4).",
        example: "a = %x39-30\n",
        counterexample: "a = %x30-39\n",
        options: "",
    },
    Lint {
        code: Code::RulenameTooLong,
        explanation: "`--limit name-bytes=N` raises it.",
        example: "a-name-of-many-words = \"x\"\n",
        counterexample: "a-name = \"x\"\n",
        options: "--limit name-bytes=10",
    },
    Lint {
        code: Code::StrayCharacter,
        explanation: "A literal character must be quoted.",
        example: "a = \"x\" & \"y\"\n",
        counterexample: "a = \"x\" \"&\" \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::Surrogate,
        explanation: "The code points from D800 to DFFF are halves of pairs in UTF-16 and not \
characters (RFC 3629 section 3).",
        example: "a = %xD800\n",
        counterexample: "a = %xD7FF\n",
        options: "",
    },
    Lint {
        code: Code::UnbalancedBracket,
        explanation: "Groups are in `(` and `)`, options in `[` and `]` (RFC 5234 sections 3.5 and 3.8).",
        example: "a = \"x\" ]\n",
        counterexample: "a = [ \"x\" ]\n",
        options: "",
    },
    Lint {
        code: Code::UnclosedGroup,
        explanation: "A group ends within its rule.",
        example: "a = ( \"x\" / \"y\"\n",
        counterexample: "a = ( \"x\" / \"y\" )\n",
        options: "",
    },
    Lint {
        code: Code::UnclosedOption,
        explanation: "An option ends within its rule.",
        example: "a = [ \"x\" / \"y\"\n",
        counterexample: "a = [ \"x\" / \"y\" ]\n",
        options: "",
    },
    Lint {
        code: Code::UndefinedImport,
        explanation: "The list of an import names rules of the other grammar.",
        example: "; @import U = rfc3986 (schema)\na = \"x\"\n",
        counterexample: "; @import U = rfc3986 (scheme)\na = scheme\n",
        options: "",
    },
    Lint {
        code: Code::UndefinedRule,
        explanation: "The rules of RFC 5234 appendix B.1 need no definition; rules of other \
documents are imported. Rules that need the undefined rule are left out.",
        example: "a = host\n",
        counterexample: "; @import U = rfc3986 (host)\na = host\n",
        options: "",
    },
    Lint {
        code: Code::UnexpectedEquals,
        explanation: "A rule begins on a line of its own.",
        example: "a = \"x\" b = \"y\"\n",
        counterexample: "a = \"x\"\nb = \"y\"\n",
        options: "",
    },
    Lint {
        code: Code::UnterminatedProse,
        explanation: "A prose value ends in the line in which it begins (RFC 5234 section 4, \
`prose-val`).",
        example: "a = <some words\n",
        counterexample: "a = <some words>\nb = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::UnterminatedString,
        explanation: "A string ends in the line in which it begins. `\"` itself is %x22, or the \
core rule DQUOTE (RFC 5234 section 2.3).",
        example: "a = \"x\n",
        counterexample: "a = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::ValueAboveOctet,
        explanation: "The value is a character: write the octets of its encoding, or declare the \
grammar to be one of characters.",
        example: "; @encoding octets\na = %x20AC\n",
        counterexample: "; @encoding utf8\na = %x20AC\n",
        options: "",
    },
];
