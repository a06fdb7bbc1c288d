//! Findings about how a grammar is written.

use super::Lint;
use abnfc::diagnostic::Severity::{Note, Warning};

pub(super) const ALL: [Lint; 16] = [
    Lint {
        code: "bare-slash",
        severity: Warning,
        summary: "in BNF, a `/` without quotes is in the place of an element",
        explanation: "RFC 1738 omits the quotes once. The `/` is read as `\"/\"`.",
        example: "url = scheme | / path\nscheme = \"http\"\npath = \"x\"\n",
        counterexample: "url = scheme | \"/\" path\nscheme = \"http\"\npath = \"x\"\n",
        options: "--dialect bnf",
    },
    Lint {
        code: "case-drift",
        severity: Note,
        summary: "a name differs in case from its definition",
        explanation: "Names ignore case (RFC 5234 section 2.1), so the grammar is correct. \
Readers who search for the name, and tools that compare names exactly, do not find it.",
        example: "host = 1*digit\n",
        counterexample: "host = 1*DIGIT\n",
        options: "",
    },
    Lint {
        code: "case-insensitive-letters",
        severity: Warning,
        summary: "a rule lists letters of one case and matches both",
        explanation: "Strings ignore case (RFC 5234 section 2.3). Reported for five or more \
consecutive letters of the alphabet, or fewer if the name of the rule implies a case.",
        example: "lowalpha = \"a\" / \"b\" / \"c\"\n",
        counterexample: "lowalpha = %s\"a\" / %s\"b\" / %s\"c\"\n",
        options: "",
    },
    Lint {
        code: "duplicate-rule",
        severity: Warning,
        summary: "a rule is defined twice with the same words",
        explanation: "Two different definitions are an error. To add alternatives, write `=/`.",
        example: "a = \"x\"\nb = a\na = \"x\"\n",
        counterexample: "a = \"x\"\nb = a\na =/ \"y\"\n",
        options: "",
    },
    Lint {
        code: "empty-literal",
        severity: Warning,
        summary: "an empty string occurs among other elements",
        explanation: "It matches only the empty text, and is often the remains of a string after \
the conversion of a document. A rule that consists of `\"\"` alone is intended.",
        example: "net-path = \"\" \"x\"\n",
        counterexample: "net-path = nothing \"x\"\nnothing = \"\"\n",
        options: "",
    },
    Lint {
        code: "folded-names",
        severity: Warning,
        summary: "in BNF, names with `_` or `+` are read with `-`",
        explanation: "Names in ABNF have neither `_` nor `+`. Two names that become equal are \
one rule.",
        example: "a = \"x\" | x_y\nx_y = \"y\"\nx-y = \"y\"\n",
        counterexample: "a = \"x\" | x_y\nx_y = \"y\"\n",
        options: "--dialect bnf",
    },
    Lint {
        code: "ignored-directive",
        severity: Warning,
        summary: "a comment is nearly a directive, but is not read",
        explanation: "Directives are `; @import`, `; @import-extracted`, `; @encoding`, `; \
@allow`, and those of examples: `; @accept`, `; @reject`, `; @part` and `; @no-part`. They are \
in lower case, with one `;`, on a line of their own; only `@allow` may follow elements. Any \
other comment is ignored: an example in it is never tested. Reported for comments that start \
with `@` and one of these words, or a misspelling of it.",
        example: "a = \"x\"\n; @accpt a x\n",
        counterexample: "a = \"x\"\n; @accept a x\n",
        options: "",
    },
    Lint {
        code: "missing-space",
        severity: Warning,
        summary: "two elements have no white space between them",
        explanation: "RFC 5234 section 4 requires it. The elements are read as if it were there.",
        example: "a = \"x\"\"y\"\n",
        counterexample: "a = \"x\" \"y\"\n",
        options: "",
    },
    Lint {
        code: "mixed-alternation",
        severity: Warning,
        summary: "both `|` and `/` separate alternatives",
        explanation: "The file is read as BNF, in which both separate alternatives.",
        example: "a = \"x\" | \"y\"\nb = a | \"x\" / \"y\"\n",
        counterexample: "a = \"x\" | \"y\"\nb = a | \"x\" | \"/\"\n",
        options: "",
    },
    Lint {
        code: "redundant-alternative",
        severity: Warning,
        summary: "an alternative repeats earlier ones",
        explanation: "It is the same alternative, except perhaps for the case of letters, which \
strings ignore, or it is a character or range that they include. Alternatives whose languages \
must be compared are `covered-alternative`.",
        example: "hex = DIGIT / \"A\" / \"B\" / \"a\" / \"b\"\n",
        counterexample: "hex = DIGIT / \"A\" / \"B\" / %s\"c\" / %s\"C\"\n",
        options: "",
    },
    Lint {
        code: "repeated-core-rule",
        severity: Note,
        summary: "a rule has the name and the texts of a core rule",
        explanation: "Every grammar has the rules of RFC 5234 appendix B.1.",
        example: "DIGIT = %x30-39\n",
        counterexample: "DIGITS = %x30-39\n",
        options: "",
    },
    Lint {
        code: "rule-column",
        severity: Warning,
        summary: "a rule begins in another column than the first",
        explanation: "A rule that is indented more than the previous one looks like its \
continuation (RFC 5234 section 4 requires rules to begin in one column).",
        example: "a = b\n  b = \"x\"\n",
        counterexample: "  a = b\n  b = \"x\"\n",
        options: "",
    },
    Lint {
        code: "skipped-line",
        severity: Warning,
        summary: "a line of a document looks like grammar but was not extracted",
        explanation: "A line that is missing from an extracted grammar deserves attention.",
        example: "   a = \"x\"\n\n   n = the \"x\" of a b, c\n",
        counterexample: "   a = \"x\"\n\n   The \"x\" of a b, c\n",
        options: "--extract",
    },
    Lint {
        code: "unknown-lint",
        severity: Warning,
        summary: "a comment `; @allow` names a code that does not exist, or the code of an error",
        explanation: "The comment has no effect.",
        example: "; @allow empty-literals\na = \"x\"\n",
        counterexample: "; @allow empty-literal\na = \"x\"\n",
        options: "",
    },
    Lint {
        code: "unused-rule",
        severity: Note,
        summary: "no other rule uses a rule",
        explanation: "With `--root RULE`, this is a warning about each rule that no root needs, \
directly or indirectly. Without roots, any rule may be intended for use from outside: this is a \
note about each unused rule except the first one.",
        example: "a = \"x\"\nb = \"y\"\n",
        counterexample: "a = \"x\" b\nb = \"y\"\n",
        options: "--root a",
    },
    Lint {
        code: "wrong-base",
        severity: Warning,
        summary: "a hexadecimal number looks decimal, or a decimal one hexadecimal",
        explanation: "Reported only for the numbers of common sets of characters, such as \
`%x48-57` for the digits, which are `%d48-57`.",
        example: "digit = %x48-57\n",
        counterexample: "digit = %x30-39\nh-to-w = %x48-56\n",
        options: "",
    },
];
