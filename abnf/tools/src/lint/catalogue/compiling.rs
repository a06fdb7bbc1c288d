//! Findings about what the compiler makes of rules.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 6] = [
    Lint {
        code: Code::ProseValue,
        explanation: "A build leaves these rules out. If no rule is left, the finding is an \
error.",
        example: "a = \"x\"\nb = <what the server says>\n",
        counterexample: "a = \"x\"\nb = <a, see Section 2>\n",
        options: "",
    },
    Lint {
        code: Code::NfaLimit,
        explanation: "The rule is matched by the general engine, or left out of a build.",
        example: "a = 1*1000000\"x\"\n",
        counterexample: "a = 1*1000\"x\"\n",
        options: "",
    },
    Lint {
        code: Code::StateLimit,
        explanation: "The rule is matched by the general engine, or left out of a build. \
`--max-states` raises the limit.",
        example: "a = *( \"a\" / \"b\" ) \"a\" 8( \"a\" / \"b\" )\n",
        counterexample: "a = 8( \"a\" / \"b\" ) \"a\" *( \"a\" / \"b\" )\n",
        options: "--max-states 100",
    },
    Lint {
        code: Code::WorkLimit,
        explanation: "The rule is matched by the general engine, or left out of a build. \
`--limit subset-work=N` raises the limit.",
        example: "a = *( \"a\" / \"b\" ) \"a\" 8( \"a\" / \"b\" )\n",
        counterexample: "a = 8( \"a\" / \"b\" ) \"a\" *( \"a\" / \"b\" )\n",
        options: "--limit subset-work=2000",
    },
    Lint {
        code: Code::TableLimit,
        explanation: "The rule is matched by the general engine, or left out of a build. \
`--limit table-entries=N` raises the limit.",
        example: "a = 100\"x\"\n",
        counterexample: "a = 10\"x\"\n",
        options: "--limit table-entries=100",
    },
    Lint {
        code: Code::TypeNameCollision,
        explanation: "One of them is left out unless it is given another name.",
        example: "a-b = 2ALPHA\nab = 3ALPHA\na--b = 4ALPHA\n",
        counterexample: "a-b = 2ALPHA\nab = 3ALPHA\n",
        options: "",
    },
];
