//! Findings about what names, values and words mean.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 11] = [
    Lint {
        code: Code::LeftRecursion,
        explanation: "The compiler accepts such rules. Recursive descent parsers and parsing \
expression grammars do not terminate on them.",
        example: "sum = sum \"+\" 1*DIGIT / 1*DIGIT\n",
        counterexample: "sum = 1*DIGIT \"+\" sum / 1*DIGIT\n",
        options: "",
    },
    Lint {
        code: Code::NullableOption,
        explanation: "The empty text then has two derivations: the option is present and empty, \
or absent.",
        example: "a = \"x\" [ *\"y\" ]\n",
        counterexample: "a = \"x\" [ 1*\"y\" ]\n",
        options: "",
    },
    Lint {
        code: Code::NullableRepetition,
        explanation: "Every text of the repetition has infinitely many derivations, and some \
parsers do not terminate. `1*[ x ]` has the same texts as `*x`.",
        example: "a = 1*[ \"x\" ]\n",
        counterexample: "a = 1*( \"x\" [ \"y\" ] ) *3b\nb = [ \"z\" ]\n",
        options: "",
    },
    Lint {
        code: Code::ProseAsRule,
        explanation: "If the prose refers to an import, the rule is read as the rule of that \
name in the import. The prose may mean something else.",
        example: "a = DIGIT\nDIGIT = <any decimal digit>\n",
        counterexample: "a = DIGIT\nDIGIT = %x30-39\n",
        options: "",
    },
    Lint {
        code: Code::ProseAsSet,
        explanation: "The form is `<any A except B or \"c\">`. The finding shows the set.",
        example: "a = <any CHAR except CTL>\n",
        counterexample: "a = %x20-7E\n",
        options: "",
    },
    Lint {
        code: Code::RedefinedCoreRule,
        explanation: "The core rules of RFC 5234 appendix B.1 keep using the core rule. If the \
two rules have the same texts, the finding is `repeated-core-rule`; if prose describes one of \
them, nothing is reported.",
        example: "DIGIT = \"0\" / \"1\"\n",
        counterexample: "ALPHA = \"a\" / %x62-7A / %x42-5A\n",
        options: "",
    },
    Lint {
        code: Code::RuleWithoutEnd,
        explanation: "All its alternatives need the rule itself, or another rule without texts. \
A rule that prose defines counts as having a text.",
        example: "a = \"x\" a\n",
        counterexample: "a = \"x\" [ a ]\n",
        options: "",
    },
    Lint {
        code: Code::ShadowedCoreRule,
        explanation: "Rules of imports take precedence over core rules.",
        example: "; @import JSON = rfc8259\na = char\n",
        counterexample: "; @import JSON = rfc8259 (number)\na = char\n",
        options: "",
    },
    Lint {
        code: Code::ShadowedImport,
        explanation: "In the grammar, the name denotes the rule of the grammar; in the import, \
that of the import.",
        example: "; @import URI = rfc3986\na = host\nhost = \"x\"\n",
        counterexample: "; @import URI = rfc3986 (port)\na = host port\nhost = \"x\"\n",
        options: "",
    },
    Lint {
        code: Code::UnresolvedProse,
        explanation: "If prose alone keeps rules from being compiled, the finding is \
`prose-value`.",
        example: "a = <words> no-such-rule\n",
        counterexample: "a = <DIGIT>\n",
        options: "",
    },
    Lint {
        code: Code::UnstatedEncoding,
        explanation: "RFC 5234 section 2.3 leaves this open. State it with `; @encoding octets` \
or `; @encoding utf8`.",
        example: "a = %x80-FF\n",
        counterexample: "; @encoding octets\na = %x80-FF\n",
        options: "",
    },
];
