//! Findings about the texts of rules, by their automata.

use super::Lint;
use abnfc::diagnostic::Severity::Note;

pub(super) const ALL: [Lint; 5] = [
    Lint {
        code: "covered-alternative",
        severity: Note,
        summary: "the other alternatives have all texts of one",
        explanation: "The alternative adds nothing to the language. Often it is there to name a case, as in \
`\"GET\" / token`. If it comes after those that have its texts, a parser that takes the first match \
never takes it for a whole text. Alternatives that say the same are `redundant-alternative`.",
        example: "method = \"GET\" / token\ntoken = 1*ALPHA\n",
        counterexample: "method = \"M-GET\" / token\ntoken = 1*ALPHA\n",
        options: "",
    },
    Lint {
        code: "overlapping-alternatives",
        severity: Note,
        summary: "two alternatives have a text in common",
        explanation: "The witness is a shortest such text.",
        example: "host = 1*DIGIT / 1*( DIGIT / \"a\" )\n",
        counterexample: "host = 1*DIGIT / *DIGIT \"a\" *( DIGIT / \"a\" )\n",
        options: "",
    },
    Lint {
        code: "ambiguous-rule",
        severity: Note,
        summary: "a text of a rule has two readings",
        explanation: "The witness is a shortest text of the rule that its elements can share in two ways, each \
element taken as the set of its texts; the finding shows both. A rule that only uses an ambiguous one is not \
named again. A choice between single bytes is a set of bytes, and no two readings. A grammar is ambiguous \
exactly if it has this finding.",
        example: "path = *segment \"/\" *segment\nsegment = ALPHA / \"/\"\n",
        counterexample: "path = *segment \"/\" *segment\nsegment = ALPHA / \":\"\n",
        options: "",
    },
    Lint {
        code: "first-match-differs",
        severity: Note,
        summary: "a parser that takes the first match refuses a text of a rule",
        explanation: "Parsing expression grammars and most hand-written parsers take the first alternative \
that matches, repeat as often as they can, and do not come back. The witness is a shortest text of the rule that such \
a parser refuses, all rules that it uses being read in the same way. Where such \
a parser goes wrong in a rule that is named itself and that the rule uses, or below that, texts that need no named rule \
are looked at instead; if none of them is refused, the rule is not named. Rules that begin with themselves, or repeat what can be empty, are left out: such \
parsers cannot read them at all.",
        example: "relation = \"<\" / \"<=\"\n",
        counterexample: "relation = \"<=\" / \"<\"\n",
        options: "",
    },
    Lint {
        code: "undecided",
        severity: Note,
        summary: "it is not known of a rule whether one of the others holds",
        explanation: "The rule is nested, and only a part of its texts was looked at; or a search passed its \
bound. The finding says what is not known, and of which texts.",
        example: "list = \"(\" *list \")\"\n",
        counterexample: "list = \"(\" [ list ]\n",
        options: "",
    },
];
