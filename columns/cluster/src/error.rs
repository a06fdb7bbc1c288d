//! The error of a command: one line for people.

use ballista_core::error::BallistaError;
use datafusion::error::DataFusionError;
use std::{fmt, io};

/// A message in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

/// The result of a command.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Makes an error of a message. Line breaks become spaces.
    pub fn new(message: impl fmt::Display) -> Self {
        let message = message.to_string();
        Self(message.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Puts what was attempted in front of the message.
    #[must_use]
    pub fn context(&self, what: impl fmt::Display) -> Self {
        Self::new(format_args!("{what}: {self}"))
    }
}

impl Error {
    /// Returns what follows a prefix, if the message has it.
    pub(crate) fn after(&self, prefix: &str) -> Option<Self> {
        self.0.strip_prefix(prefix).map(Self::new)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<DataFusionError> for Error {
    fn from(error: DataFusionError) -> Self {
        Self::new(error.strip_backtrace())
    }
}

impl From<BallistaError> for Error {
    fn from(error: BallistaError) -> Self {
        match error {
            BallistaError::DataFusionError(error) => (*error).into(),
            error => Self::new(error),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::new(error)
    }
}
