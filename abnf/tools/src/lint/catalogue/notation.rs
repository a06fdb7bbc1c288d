//! Findings about how a grammar is written.

use super::Lint;
use abnfc::diagnostic::Severity::{Note, Warning};

pub(super) const ALL: [Lint; 16] = [
    Lint {
        code: "bare-slash",
        severity: Warning,
        summary: "in BNF, a `/` without quotes stands where an element has to",
        explanation: "RFC 1738 forgets the quotes once. The `/` is read as `\"/\"`.",
        example: "url = scheme | / path\nscheme = \"http\"\npath = \"x\"\n",
        counterexample: "url = scheme | \"/\" path\nscheme = \"http\"\npath = \"x\"\n",
        options: "--dialect bnf",
    },
    Lint {
        code: "case-drift",
        severity: Note,
        summary: "a name is spelled otherwise than in its definition",
        explanation: "Names ignore case (RFC 5234 section 2.1), so that the grammar is right. Readers who \
search for a name, and tools that compare names as they stand, are not.",
        example: "host = 1*digit\n",
        counterexample: "host = 1*DIGIT\n",
        options: "",
    },
    Lint {
        code: "case-insensitive-letters",
        severity: Warning,
        summary: "a rule lists letters of one case and matches both",
        explanation: "Strings ignore case (RFC 5234 section 2.3). It is told of letters that follow each \
other in the alphabet, if there are five or more or if the name of the rule says which case is meant.",
        example: "lowalpha = \"a\" / \"b\" / \"c\"\n",
        counterexample: "lowalpha = %s\"a\" / %s\"b\" / %s\"c\"\n",
        options: "",
    },
    Lint {
        code: "duplicate-rule",
        severity: Warning,
        summary: "a rule is defined twice in the same words",
        explanation: "Two definitions that say different things are an error. To add alternatives, \
write `=/`.",
        example: "a = \"x\"\nb = a\na = \"x\"\n",
        counterexample: "a = \"x\"\nb = a\na =/ \"y\"\n",
        options: "",
    },
    Lint {
        code: "empty-literal",
        severity: Warning,
        summary: "an empty string stands among other elements",
        explanation: "It matches nothing but the empty text, and is often what a document's conversion left \
of a string. A rule that consists of `\"\"` alone means it.",
        example: "net-path = \"\" \"x\"\n",
        counterexample: "net-path = nothing \"x\"\nnothing = \"\"\n",
        options: "",
    },
    Lint {
        code: "folded-names",
        severity: Warning,
        summary: "in BNF, names with `_` or `+` are read with `-`",
        explanation: "ABNF has no `_` and no `+` in names. Two names that are the same then are one rule.",
        example: "a = \"x\" | x_y\nx_y = \"y\"\nx-y = \"y\"\n",
        counterexample: "a = \"x\" | x_y\nx_y = \"y\"\n",
        options: "--dialect bnf",
    },
    Lint {
        code: "ignored-directive",
        severity: Warning,
        summary: "a comment is nearly a directive, and is not read",
        explanation: "Directives are `; @import`, `; @import-extracted`, `; @encoding`, `; @allow`, and those of \
examples: `; @accept`, `; @reject`, `; @part` and `; @no-part`. They have small letters, one `;`, and a line of \
their own; only `@allow` may stand behind elements. Anything else is a comment that says nothing to this \
program: an example in it is never tested. It is told of comments that start with `@` and one of these \
words, or one that differs from it by a slip.",
        example: "a = \"x\"\n; @accpt a x\n",
        counterexample: "a = \"x\"\n; @accept a x\n",
        options: "",
    },
    Lint {
        code: "missing-space",
        severity: Warning,
        summary: "two elements have no white space between them",
        explanation: "RFC 5234 section 4 asks for it. It is read as if it were there.",
        example: "a = \"x\"\"y\"\n",
        counterexample: "a = \"x\" \"y\"\n",
        options: "",
    },
    Lint {
        code: "mixed-alternation",
        severity: Warning,
        summary: "both `|` and `/` separate alternatives",
        explanation: "The file is read as BNF, in which both do.",
        example: "a = \"x\" | \"y\"\nb = a | \"x\" / \"y\"\n",
        counterexample: "a = \"x\" | \"y\"\nb = a | \"x\" | \"/\"\n",
        options: "",
    },
    Lint {
        code: "redundant-alternative",
        severity: Warning,
        summary: "an alternative says what those before it say",
        explanation: "It is the same, but perhaps for the case of letters, which strings ignore, or a \
character or range that they have. Alternatives that take languages to compare are `covered-alternative`.",
        example: "hex = DIGIT / \"A\" / \"B\" / \"a\" / \"b\"\n",
        counterexample: "hex = DIGIT / \"A\" / \"B\" / %s\"c\" / %s\"C\"\n",
        options: "",
    },
    Lint {
        code: "repeated-core-rule",
        severity: Note,
        summary: "a rule has the name and the texts of a core rule",
        explanation: "The rules of RFC 5234 appendix B.1 are there in every grammar.",
        example: "DIGIT = %x30-39\n",
        counterexample: "DIGITS = %x30-39\n",
        options: "",
    },
    Lint {
        code: "rule-column",
        severity: Warning,
        summary: "a rule begins in another column than the first",
        explanation: "A rule that is indented more than the one before looks like its continuation \
(RFC 5234 section 4 has rules begin in one column).",
        example: "a = b\n  b = \"x\"\n",
        counterexample: "  a = b\n  b = \"x\"\n",
        options: "",
    },
    Lint {
        code: "skipped-line",
        severity: Warning,
        summary: "a line of a document looks like grammar and is not taken for it",
        explanation: "What is left out of a grammar that is found in a document is worth a look.",
        example: "   a = \"x\"\n\n   n = the \"x\" of a b, c\n",
        counterexample: "   a = \"x\"\n\n   The \"x\" of a b, c\n",
        options: "--extract",
    },
    Lint {
        code: "unknown-lint",
        severity: Warning,
        summary: "a comment `; @allow` names a code that does not exist, or an error",
        explanation: "It allows nothing.",
        example: "; @allow empty-literals\na = \"x\"\n",
        counterexample: "; @allow empty-literal\na = \"x\"\n",
        options: "",
    },
    Lint {
        code: "unused-rule",
        severity: Note,
        summary: "nothing needs a rule",
        explanation: "With `--root RULE`, it is a warning, about each rule that no root needs, directly or \
not. Without roots any rule may be meant to be used from outside: it is a note then, about each rule but the \
first that no other rule uses.",
        example: "a = \"x\"\nb = \"y\"\n",
        counterexample: "a = \"x\" b\nb = \"y\"\n",
        options: "--root a",
    },
    Lint {
        code: "wrong-base",
        severity: Warning,
        summary: "a hexadecimal number looks decimal, or the other way round",
        explanation: "It is told of the numbers of common sets of characters only, such as `%x48-57` for \
the digits, which are `%d48-57`.",
        example: "digit = %x48-57\n",
        counterexample: "digit = %x30-39\nh-to-w = %x48-56\n",
        options: "",
    },
];
