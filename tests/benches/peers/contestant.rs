//! Contestants: a way to check texts, and its result for each text.

use crate::engines::Engines;
use std::fmt;

/// A function of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// Accept or reject.
    Validate,
    /// Accept and return a value that contains the parts, which is then ignored.
    Parse,
    /// Accept, and read the length of each part.
    Parts,
}

impl Mode {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Validate, Self::Parse, Self::Parts];

    /// The title of the task.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Validate => "validate",
            Self::Parse => "parse",
            Self::Parts => "parse and read the parts",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Validate => "validate",
            Self::Parse => "parse",
            Self::Parts => "parts",
        })
    }
}

/// The call that is timed: 0 for a text that is rejected, else 1 and what was read. It is
/// always made through a pointer, so it is never inlined.
pub(crate) type Run = fn(&Engines, &str) -> usize;

/// The parts whose lengths are compared.
pub(crate) const PARTS: [&str; 6] = ["scheme", "host", "port", "path", "query", "fragment"];

/// The lengths of [`PARTS`] in a text; 0 for one that is not there.
pub(crate) type Lengths = [usize; PARTS.len()];

/// The form in which parts are read.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    /// Timed: 1 and the sum of all lengths.
    pub(crate) run: Run,
    /// The lengths, to be compared before anything is timed.
    pub(crate) lengths: fn(&str) -> Option<Lengths>,
}

/// The result of a contestant for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    /// Whether the whole text is of this grammar.
    Whole(&'static str),
    /// Less than that, and what is missing.
    Less(&'static str),
    /// Nothing: it shows what the machine can do.
    Floor(&'static str),
}

/// A way to check texts.
#[derive(Clone, Copy)]
pub(crate) struct Contestant {
    /// Its name in tables and on the command line.
    pub(crate) name: &'static str,
    /// The meaning of its verdict.
    pub(crate) checks: Checks,
    /// Its function for [`Mode::Validate`].
    pub(crate) validate: Option<Run>,
    /// Its function for [`Mode::Parse`].
    pub(crate) parse: Option<Run>,
    /// Its functions for [`Mode::Parts`].
    pub(crate) parts: Option<Parts>,
}

impl Contestant {
    /// The function that is timed, if it can do such a thing.
    pub(crate) fn run(&self, mode: Mode) -> Option<Run> {
        match mode {
            Mode::Validate => self.validate,
            Mode::Parse => self.parse,
            Mode::Parts => self.parts.map(|parts| parts.run),
        }
    }
}

/// A library that reads parts.
pub(crate) trait ReadParts {
    /// The lengths of the parts of a text that it accepts.
    fn lengths(text: &str) -> Option<Lengths>;
}

impl Parts {
    /// Both functions of a library.
    pub(crate) fn of<T: ReadParts>() -> Self {
        Self { run: sum::<T>, lengths: T::lengths }
    }
}

fn sum<T: ReadParts>(_: &Engines, text: &str) -> usize {
    T::lengths(text).map_or(0, |lengths| 1 + lengths.iter().sum::<usize>())
}

/// Of a part that may be missing.
pub(crate) fn length(part: Option<&str>) -> usize {
    part.map_or(0, str::len)
}

/// Of a port that a library gives as a number only.
pub(crate) fn digits(port: Option<u16>) -> usize {
    port.map_or(0, |port| port.checked_ilog10().unwrap_or(0) as usize + 1)
}
