//! Errors about files, imports, limits of a whole run and options.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 21] = [
    Lint {
        code: Code::AmbiguousImport,
        explanation: "The definitions differ. A list of rules limits what an import defines.",
        example: "; @import A = rfc3986\n; @import B = rfc9110\na = host\n",
        counterexample: "; @import A = rfc3986\n; @import B = rfc9110 (token)\na = host\n",
        options: "",
    },
    Lint::without_examples(
        Code::BinaryFile,
        "The file has a byte with the value 0. A grammar is a text file in UTF-8.",
    ),
    Lint::without_examples(
        Code::DiagramLimit,
        "A definition with rules for its groups has smaller diagrams.",
    ),
    Lint {
        code: Code::FileTooLarge,
        explanation: "`--limit source-bytes=N` raises the limit.",
        example: "a = \"a long text\"\n",
        counterexample: "a = \"x\"\n",
        options: "--limit source-bytes=10",
    },
    Lint::without_examples(
        Code::FormatterFault,
        "The file is unchanged. Please report the bug with the grammar.",
    ),
    Lint::without_examples(
        Code::ImportCycle,
        "A file imports itself, directly or through other files. Definitions that need each other belong in one file.",
    ),
    Lint::without_examples(
        Code::ImportDepth,
        "The imports of an imported file are imported too. The message names the limit.",
    ),
    Lint {
        code: Code::ImportsTooLarge,
        explanation: "`--limit total-source-bytes=N` raises the limit.",
        example: "; @import U = rfc3986 (scheme)\na = scheme\n",
        counterexample: "a = \"x\"\n",
        options: "--limit total-source-bytes=100",
    },
    Lint {
        code: Code::MissingImport,
        explanation: "An import names a file, relative to the importing file, or a bundled grammar.",
        example: "; @import U = missing.abnf (scheme)\na = scheme\n",
        counterexample: "; @import U = rfc3986 (scheme)\na = scheme\n",
        options: "",
    },
    Lint {
        code: Code::MissingSection,
        explanation: "A section begins with a line such as `3.2. Title`. `--lines 120-240` names lines \
instead.",
        example: "1. Words\n\n   a = \"x\"\n",
        counterexample: "1. Words\n\n2. Grammar\n\n   a = \"x\"\n",
        options: "--section 2",
    },
    Lint::without_examples(
        Code::NeedsError,
        "The error in the definition is reported where it is.",
    ),
    Lint::without_examples(Code::NotUtf8, "Save the file as UTF-8. ABNF itself needs only ASCII."),
    Lint::without_examples(
        Code::ParserDisagreement,
        "The rule is not used. Please report the bug with the rule.",
    ),
    Lint::without_examples(
        Code::SampleLimit,
        "The texts of the rule are too long, or too many derivations are needed. Shorter texts, or a smaller rule, avoid it.",
    ),
    Lint::without_examples(
        Code::TooManyErrors,
        "Correct the errors that are shown, and check the file again.",
    ),
    Lint::without_examples(
        Code::TooManyExtensions,
        "A rule of an import that is extended with `=/` changes all rules that use it, which are copied for the grammar.",
    ),
    Lint {
        code: Code::TooManyImports,
        explanation: "`--limit imports=N` raises the limit.",
        example: "; @import U = rfc3986 (scheme)\n; @import T = rfc3339 (date-time)\na = scheme date-time\n",
        counterexample: "; @import U = rfc3986 (scheme)\na = scheme\n",
        options: "--limit imports=1",
    },
    Lint {
        code: Code::TooManyRules,
        explanation: "`--limit rules=N` and `--limit exported-rules=N` raise the limits.",
        example: "a = \"x\"\nb = \"y\"\n",
        counterexample: "a = \"x\" / \"y\"\n",
        options: "--limit exported-rules=1",
    },
    Lint {
        code: Code::TotalWorkLimit,
        explanation: "`--limit total-subset-work=N` raises the limit. Fewer rules take less work.",
        example: "a = 100\"x\"\nb = 100\"y\"\n",
        counterexample: "a = \"x\"\nb = \"y\"\n",
        options: "--limit total-subset-work=100",
    },
    Lint::without_examples(
        Code::UnknownRoot,
        "A root is a rule that is used outside of the grammar, so `unused-rule` is not reported for it.",
    ),
    Lint::without_examples(
        Code::UnknownRule,
        "The message suggests similar names. `abnfc rules` lists all rules of a grammar.",
    ),
];
