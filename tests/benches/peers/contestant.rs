//! Contestants: ways to check texts, with their results.

use crate::engines::Engines;
use crate::program::Program;
use std::fmt;
use std::rc::Rc;

/// A task of a contestant.
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
    /// All modes.
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

/// The function that is timed. Returns 0 for a text that is rejected, else 1 plus the sum of the
/// lengths that were read. It is always called through a pointer, so it is never inlined.
pub(crate) type Run = fn(&Engines, &str) -> usize;

/// The parts whose lengths are compared.
pub(crate) const PARTS: [&str; 6] = ["scheme", "host", "port", "path", "query", "fragment"];

/// The lengths of [`PARTS`] in a text; 0 for an absent part.
pub(crate) type Lengths = [usize; PARTS.len()];

/// The functions that read the parts.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    /// The function that is timed: returns 1 plus the sum of all lengths.
    pub(crate) run: Run,
    /// Returns the lengths, which are compared before anything is timed.
    pub(crate) lengths: fn(&str) -> Option<Lengths>,
}

/// The property of a text that a contestant checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    /// Whether the whole text is of this grammar.
    Whole(&'static str),
    /// The contestant checks less than that; the text describes what is missing.
    Less(&'static str),
    /// Nothing: a lower bound for the machine.
    Floor(&'static str),
}

/// A way to check texts.
#[derive(Clone)]
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
    /// A program of another language for [`Mode::Validate`].
    pub(crate) program: Option<Rc<Program>>,
}

impl Contestant {
    /// A contestant that supports no mode yet.
    pub(crate) const fn new(name: &'static str, checks: Checks) -> Self {
        Self { name, checks, validate: None, parse: None, parts: None, program: None }
    }

    /// Returns whether the contestant supports the mode.
    pub(crate) fn supports(&self, mode: Mode) -> bool {
        self.run(mode).is_some() || self.program(mode).is_some()
    }

    /// Returns the program that is timed, if there is one for the mode.
    pub(crate) fn program(&self, mode: Mode) -> Option<&Program> {
        self.program.as_deref().filter(|_| mode == Mode::Validate)
    }

    /// Returns the function that is timed, if the contestant supports the mode.
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
    /// Returns the lengths of the parts of a text that the library accepts.
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

/// Returns the length of a part; 0 if it is absent.
pub(crate) fn length(part: Option<&str>) -> usize {
    part.map_or(0, str::len)
}

/// Returns the number of digits of a port that a library only returns as a number.
pub(crate) fn digits(port: Option<u16>) -> usize {
    port.map_or(0, |port| port.checked_ilog10().unwrap_or(0) as usize + 1)
}
