//! The kinds of findings: each with what it means, a grammar that has it and one that nearly has
//! it. The list and the explanations of the command line, the page `docs/lints.md` and the tests are
//! made of this.

mod compiling;
mod defined;
mod mistakes;
mod notation;
mod searched;

use abnfc::diagnostic::Severity;
use std::fmt::Write as _;

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// Its name, which does not change.
    pub code: &'static str,
    /// How it is told if nothing else is asked for.
    pub severity: Severity,
    /// What it says of a grammar, in one line.
    pub summary: &'static str,
    /// Why it is worth knowing, and how it is decided; paragraphs.
    pub explanation: &'static str,
    /// A grammar that has it.
    pub example: &'static str,
    /// A grammar that does not have it, and nearly does.
    pub counterexample: &'static str,
    /// The options of `abnfc check` under which the two show it.
    pub options: &'static str,
}

/// All kinds: those of the notation first, those that take most work later, and errors last.
pub const ALL: [Lint; 68] = {
    let groups: [&[Lint]; 5] =
        [&notation::ALL, &defined::ALL, &searched::ALL, &compiling::ALL, &mistakes::ALL];
    let mut all = [notation::ALL[0]; 68];
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

/// The kind of a code.
pub fn find(code: &str) -> Option<&'static Lint> {
    static KINDS: [Lint; ALL.len()] = ALL;
    KINDS.iter().find(|lint| lint.code == code)
}

impl Lint {
    /// Whether a grammar or a caller can allow it.
    pub fn can_be_allowed(&self) -> bool {
        self.severity != Severity::Error
    }

    /// What it means, with the two grammars, in Markdown.
    pub fn explained(&self) -> String {
        let Self { code, summary, explanation, example, counterexample, options, .. } = self;
        let with = |before: &str| match *options {
            "" => String::new(),
            options => format!("{before}`{options}`"),
        };
        let mut text = format!("## {code}\n\n*{}*: {summary}.\n\n", self.severity.as_str());
        write!(text, "{explanation}\n\nTold{}:\n\n", with(", with "))
            .and_then(|()| write!(text, "```abnf\n{example}```\n\nNot told:\n\n"))
            .and_then(|()| write!(text, "```abnf\n{counterexample}```\n"))
            .expect("a string takes all");
        text
    }
}

/// The page about all kinds, in Markdown.
pub fn page() -> String {
    let mut page = PREFACE.to_owned();
    for lint in ALL {
        writeln!(
            page,
            "| [`{0}`](#{0}) | {1} | {2} |",
            lint.code,
            lint.severity.as_str(),
            lint.summary
        )
        .expect("a string takes all");
    }
    for lint in ALL {
        page.push('\n');
        page.push_str(&lint.explained());
    }
    page
}

const PREFACE: &str = "\
# What `abnfc check` finds

Every finding has a code. An *error* has to be mended: what it is about, and what needs that, is left out.
A *warning* is worth a look in nearly every grammar. A *note* is a fact that some want to know and most
grammars live with; `abnfc check --notes` shows them. `abnfc check --list` prints the table below, and
`abnfc check --explain CODE` one of its entries. Errors about files, imports and limits as a whole are not
in it: their messages say all there is.

The code of a warning or a note can be allowed:

- on the command line, with `--allow CODE`;
- in the grammar, with a comment `; @allow CODE, CODE`. In the lines of a rule, from its name to its
  last element, it is for that rule; anywhere else it is for the file.

`--deny CODE` makes it a warning for which the exit status is 1, and `--deny-warnings` does so for all
warnings. What a comment in the grammar allows is allowed all the same.

Where a finding is about texts, it shows a shortest one, its *witness*. No finding is wrong. Of
regular rules none is missing, but for what `undecided` tells, and what stands behind another finding of
`first-match-differs`; of nested rules some may be. Of a grammar, no more than 1,000 notes are
told, and 2,000 notes and warnings.
Ambiguity and alternatives are decided for texts in which rules embed each other at most three deep;
what a parser that takes the first match does, for short texts. The note `undecided` says of which
rules not everything is known. Rules that need prose or an import that is missing have no languages, and only the
findings about their notation.

| code | level | what it says |
|---|---|---|
";
