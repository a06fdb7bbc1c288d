//! What RFC 3966 section 3 wants beyond its grammar.

#[cfg(feature = "alloc")]
use super::TelUriBuf;
use super::{Descriptor, Parameter, ParameterValue, TelUri, is_separator};
use core::cmp::Ordering;
use core::fmt;

/// The reason why a text of the grammar is not a `tel` URI. Made by [`TelUri::check_parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TelError {
    offset: usize,
    kind: TelErrorKind,
}

/// The cause of a [`TelError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TelErrorKind {
    /// The parameter occurs twice.
    Repeated,
    /// The parameter should be before another one: `ext` or `isub`, then `phone-context`, then all
    /// others by their names.
    Order,
    /// `ext` and `isub` exclude each other.
    TwoExtensions,
    /// A global number has no `phone-context`.
    ContextOfGlobal,
    /// The value of `ext` is not digits, `isub` has no value, or that of `phone-context` is neither
    /// a domain nor the first digits of a global number.
    Value,
}

impl TelError {
    /// Returns the offset of the parameter that is wrong, in bytes.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the cause.
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> TelErrorKind {
        self.kind
    }
}

impl fmt::Display for TelError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            TelErrorKind::Repeated => "the parameter occurs twice",
            TelErrorKind::Order => "the parameter should be before another one",
            TelErrorKind::TwoExtensions => {
                "a number cannot have both an extension and a subaddress"
            }
            TelErrorKind::ContextOfGlobal => "a global number cannot have a context",
            TelErrorKind::Value => "the parameter has no valid value",
        })?;
        write!(f, ", at byte {}", self.offset)
    }
}

impl core::error::Error for TelError {}

impl TelUri<'_> {
    /// Checks what RFC 3966 section 3 wants of parameters beyond its grammar. Takes time
    /// proportional to the length of the text.
    ///
    /// # Errors
    ///
    /// For the first parameter that is wrong; see [`TelErrorKind`].
    ///
    /// ```
    /// use uri::tel::{TelErrorKind, TelUri};
    ///
    /// assert_eq!(TelUri::parse("tel:+1;ext=2;a;b=c")?.check_parameters(), Ok(()));
    /// let error = TelUri::parse("tel:+1;b=c;ext=2")?.check_parameters().unwrap_err();
    /// assert_eq!((error.offset(), error.kind()), (11, TelErrorKind::Order));
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[inline]
    pub fn check_parameters(self) -> Result<(), TelError> {
        let mut before: Option<Parameter<'_>> = None;
        let mut offset = "tel:".len() + self.number().len() + ";".len();
        for parameter in self.parameters() {
            let refused = |kind| Err(TelError { offset, kind });
            let rank = Rank::of(parameter.name().as_str());
            if let Some(before) = before {
                let order = compare_names(before.name().as_str(), parameter.name().as_str());
                let is_second = rank == Rank::Extension && Rank::of(before.name().as_str()) == rank;
                match order {
                    Ordering::Less | Ordering::Greater if is_second => {
                        return refused(TelErrorKind::TwoExtensions);
                    }
                    Ordering::Less => (),
                    Ordering::Equal => return refused(TelErrorKind::Repeated),
                    Ordering::Greater => return refused(TelErrorKind::Order),
                }
            }
            if rank == Rank::Context && self.is_global() {
                return refused(TelErrorKind::ContextOfGlobal);
            }
            let value = parameter.value().map(ParameterValue::as_str);
            let is_valid = match rank {
                Rank::Extension if parameter.has_name("ext") => value.is_some_and(is_number),
                Rank::Extension => value.is_some(),
                Rank::Context => value.is_some_and(Descriptor::is_match),
                Rank::Other => true,
            };
            if !is_valid {
                return refused(TelErrorKind::Value);
            }
            before = Some(parameter);
            offset += parameter.text_len() + ";".len();
        }
        Ok(())
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [TelUriBuf] {
        fn check_parameters() -> Result<(), TelError>;
    }
}

/// The order of section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// `ext` or `isub`.
    Extension,
    Context,
    Other,
}

impl Rank {
    pub(super) fn of(name: &str) -> Self {
        if name.eq_ignore_ascii_case("ext") || name.eq_ignore_ascii_case("isub") {
            Self::Extension
        } else if name.eq_ignore_ascii_case("phone-context") {
            Self::Context
        } else {
            Self::Other
        }
    }
}

/// Compares names in the order of section 3.
pub(super) fn compare_names(left: &str, right: &str) -> Ordering {
    let names = || {
        let [left, right] =
            [left, right].map(|name| name.bytes().map(|octet| octet.to_ascii_lowercase()));
        left.cmp(right)
    };
    Rank::of(left).cmp(&Rank::of(right)).then_with(names)
}

/// Returns whether this is digits with visual separators, but not separators alone.
pub(super) fn is_number(text: &str) -> bool {
    let is_digit = |octet: u8| octet.is_ascii_digit();
    text.bytes().all(|octet| is_digit(octet) || is_separator(octet)) && text.bytes().any(is_digit)
}
