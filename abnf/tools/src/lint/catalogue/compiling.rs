//! Findings about what the compiler makes of rules.

use super::Lint;
use abnfc::diagnostic::Severity::Warning;

pub(super) const ALL: [Lint; 6] = [
    Lint {
        code: "prose-value",
        severity: Warning,
        summary: "rules are left out because prose defines them",
        explanation: "A build leaves these rules out. If no rule is left, the finding is an \
error.",
        example: "a = \"x\"\nb = <what the server says>\n",
        counterexample: "a = \"x\"\nb = <a, see Section 2>\n",
        options: "",
    },
    Lint {
        code: "nfa-limit",
        severity: Warning,
        summary: "a rule needs more states than the limit before determinisation",
        explanation: "The rule is matched by the general engine, or left out of a build.",
        example: "a = 1*1000000\"x\"\n",
        counterexample: "a = 1*1000\"x\"\n",
        options: "",
    },
    Lint {
        code: "state-limit",
        severity: Warning,
        summary: "the automaton of a rule has more states than the limit",
        explanation: "The rule is matched by the general engine, or left out of a build. \
`--max-states` raises the limit.",
        example: "a = *( \"a\" / \"b\" ) \"a\" 8( \"a\" / \"b\" )\n",
        counterexample: "a = 8( \"a\" / \"b\" ) \"a\" *( \"a\" / \"b\" )\n",
        options: "--max-states 100",
    },
    Lint {
        code: "work-limit",
        severity: Warning,
        summary: "building the automaton of a rule takes more steps than the limit",
        explanation: "The rule is matched by the general engine, or left out of a build. \
`--limit subset-work=N` raises the limit.",
        example: "a = *( \"a\" / \"b\" ) \"a\" 8( \"a\" / \"b\" )\n",
        counterexample: "a = 8( \"a\" / \"b\" ) \"a\" *( \"a\" / \"b\" )\n",
        options: "--limit subset-work=2000",
    },
    Lint {
        code: "table-limit",
        severity: Warning,
        summary: "the table of a rule has more entries than the limit",
        explanation: "The rule is matched by the general engine, or left out of a build. \
`--limit table-entries=N` raises the limit.",
        example: "a = 100\"x\"\n",
        counterexample: "a = 10\"x\"\n",
        options: "--limit table-entries=100",
    },
    Lint {
        code: "type-name-collision",
        severity: Warning,
        summary: "two rules would have the same type name in generated code",
        explanation: "One of them is left out unless it is given another name.",
        example: "a-b = 2ALPHA\nab = 3ALPHA\na--b = 4ALPHA\n",
        counterexample: "a-b = 2ALPHA\nab = 3ALPHA\n",
        options: "",
    },
];
