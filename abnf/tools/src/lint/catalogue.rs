//! The catalogue of all findings, each with an explanation, and if a grammar alone can have it, a grammar
//! with the finding and a similar one without it. The list and the explanations of the command line, the page `docs/lints.md` and the tests
//! are generated from it.

mod builds;
mod compiling;
mod defined;
mod inputs;
mod mistakes;
mod notation;
mod searched;

use abnfc::diagnostic::{Code, Severity};
use std::fmt::Write as _;

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// The code, with its severity and meaning.
    pub code: Code,
    /// The reason for the finding, and the criterion.
    pub explanation: &'static str,
    /// A grammar with the finding. Empty if no grammar alone has it.
    pub example: &'static str,
    /// A similar grammar without the finding.
    pub counterexample: &'static str,
    /// The options of `abnfc check` for the two grammars.
    pub options: &'static str,
}

/// All kinds: those of the notation first, those that take more work later, and errors last.
pub const ALL: [Lint; Code::ALL.len()] = {
    let groups: [&[Lint]; 7] = [
        &notation::ALL,
        &defined::ALL,
        &searched::ALL,
        &compiling::ALL,
        &mistakes::ALL,
        &inputs::ALL,
        &builds::ALL,
    ];
    let mut all = [notation::ALL[0]; Code::ALL.len()];
    let (mut next, mut group) = (0, 0);
    while group < groups.len() {
        let mut at = 0;
        while at < groups[group].len() {
            all[next] = groups[group][at];
            next += 1;
            at += 1;
        }
        group += 1;
    }
    assert!(next == all.len(), "the number of kinds is wrong");
    all
};

/// Returns the kind of a code.
pub fn find(code: &str) -> Option<&'static Lint> {
    static KINDS: [Lint; ALL.len()] = ALL;
    KINDS.iter().find(|lint| lint.code.as_str() == code)
}

impl Lint {
    /// Makes an entry for a finding that no grammar alone has.
    const fn without_examples(code: Code, explanation: &'static str) -> Self {
        Self { code, explanation, example: "", counterexample: "", options: "" }
    }

    /// Returns whether a grammar or a caller can allow it. The warnings of builds cannot be allowed.
    pub fn can_be_allowed(&self) -> bool {
        self.code.severity() != Severity::Error && !self.example.is_empty()
    }

    /// Returns the entry in Markdown.
    pub fn explained(&self) -> String {
        let Self { code, explanation, example, counterexample, options, .. } = self;
        let with = |before: &str| match *options {
            "" => String::new(),
            options => format!("{before}`{options}`"),
        };
        let mut text =
            format!("## {code}\n\n*{}*: {}.\n\n", code.severity().as_str(), code.summary());
        if example.is_empty() {
            writeln!(text, "{explanation}").expect("writing to a string cannot fail");
            return text;
        }
        write!(text, "{explanation}\n\nReported{}:\n\n", with(", with "))
            .and_then(|()| write!(text, "```abnf\n{example}```\n\nNot reported:\n\n"))
            .and_then(|()| write!(text, "```abnf\n{counterexample}```\n"))
            .expect("writing to a string cannot fail");
        text
    }
}

/// Returns the page about all kinds in Markdown.
pub fn page() -> String {
    let mut page = PREFACE.to_owned();
    for lint in ALL {
        writeln!(
            page,
            "| [`{0}`](#{0}) | {1} | {2} |",
            lint.code,
            lint.code.severity().as_str(),
            lint.code.summary()
        )
        .expect("writing to a string cannot fail");
    }
    for lint in ALL {
        page.push('\n');
        page.push_str(&lint.explained());
    }
    page
}

const PREFACE: &str = "\
# Findings of `abnfc check`

Every finding has a code. An *error* must be fixed: the rule it concerns, and every rule that uses it, is left
out. A *warning* deserves attention in nearly every grammar. A *note* is a fact that is harmless in most grammars;
`abnfc check --notes` shows them. `abnfc check --list` prints the table below, and `abnfc check --explain CODE`
prints one of its entries. Errors about files, imports, options and builds come last; those that no grammar alone
can have are without examples.

The code of a warning or a note of `abnfc check` can be allowed:

- on the command line, with `--allow CODE`;
- in the grammar, with a comment `; @allow CODE, CODE`. In the lines of a rule, from its name to its
  last element, it applies to that rule; anywhere else it applies to the file.

With `--deny CODE`, a finding is a warning for which the exit status is 1; `--deny-warnings` does this for all
warnings. A comment in the grammar takes precedence over both.

A finding about texts shows a shortest one, its *witness*. There are no false positives. For regular rules there
are no false negatives either, except where `undecided` is reported, or an earlier `first-match-differs` hides a
later one. Nested rules may have false negatives. Ambiguity and alternatives are decided for texts in which rules
embed each other at most three levels deep, and the behaviour of a parser that takes the first match for short
texts; `undecided` names the rules concerned. Of one grammar, no notes are reported after
1,000 findings, and no warnings after 2,000. Rules that need prose or a missing import have no languages; only findings about their
notation are reported.

| code | level | meaning |
|---|---|---|
";
