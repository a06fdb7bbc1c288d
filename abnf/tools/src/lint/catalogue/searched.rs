//! Findings about the texts of rules, by their automata.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 6] = [
    Lint {
        code: Code::CoveredAlternative,
        explanation: "The alternative adds nothing to the language. Often it names a case, as in \
`\"GET\" / token`. If it follows the alternatives that have its texts, a parser that takes the \
first match never chooses it for a whole text. Equal alternatives are `redundant-alternative`.",
        example: "method = \"GET\" / token\ntoken = 1*ALPHA\n",
        counterexample: "method = \"M-GET\" / token\ntoken = 1*ALPHA\n",
        options: "",
    },
    Lint {
        code: Code::OverlappingAlternatives,
        explanation: "The witness is a shortest common text.",
        example: "host = 1*DIGIT / 1*( DIGIT / \"a\" )\n",
        counterexample: "host = 1*DIGIT / *DIGIT \"a\" *( DIGIT / \"a\" )\n",
        options: "",
    },
    Lint {
        code: Code::AmbiguousRule,
        explanation: "The witness is a shortest text of the rule that its elements can divide in \
two ways, where each element stands for the set of its texts; the finding shows both. A rule \
that only uses an ambiguous rule is not reported again. A choice between single bytes is a set \
of bytes, and not ambiguous. A grammar is ambiguous exactly if it has this finding.",
        example: "path = *segment \"/\" *segment\nsegment = ALPHA / \"/\"\n",
        counterexample: "path = *segment \"/\" *segment\nsegment = ALPHA / \":\"\n",
        options: "",
    },
    Lint {
        code: Code::FirstMatchDiffers,
        explanation: "Parsing expression grammars and most hand-written parsers take the first \
alternative that matches, repeat as often as possible, and do not backtrack. The witness is a \
shortest text of the rule that such a parser refuses, where all rules that it uses are parsed in \
the same way. If the wrong decision is inside another rule that has this finding, texts that do \
not need that rule are searched instead; if none of them is refused, the rule is not reported. \
Rules that begin with themselves, or repeat an element that can be empty, are excluded: such \
parsers cannot handle them at all.",
        example: "relation = \"<\" / \"<=\"\n",
        counterexample: "relation = \"<=\" / \"<\"\n",
        options: "",
    },
    Lint {
        code: Code::RestrictionInComment,
        explanation: "Grammars state some conditions in comments. Ranges of numbers, greatest numbers, \
greatest lengths in octets, `except` with characters, texts in quotes or names of rules, and `case-sensitive` are \
understood in comments on the line of a definition that has one line, and `except` also in an indented comment below. \
The witness is a shortest text of the rule that the comment excludes. A rule can say it, or a restriction in a spec \
file; characters are left out of the definition. Rules with restrictions are not reported.",
        example: "month = 2DIGIT ; 01-12\n",
        counterexample: "month = \"0\" %x31-39 / \"1\" %x30-32 ; 01-12\n",
        options: "",
    },
    Lint {
        code: Code::Undecided,
        explanation: "The rule is nested and only some of its texts were searched, or a search \
exceeded its bound. The finding states the open question, and the texts that were searched.",
        example: "list = \"(\" *list \")\"\n",
        counterexample: "list = \"(\" [ list ]\n",
        options: "",
    },
];
