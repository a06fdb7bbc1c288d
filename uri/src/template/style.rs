//! The meaning of operators: the table of RFC 6570 appendix A.

use super::Operator;
use super::escape::{Allowed, RESERVED, UNRESERVED};

/// The style in which the variables of an expression are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// The text before the first defined variable.
    pub(super) first: &'static str,
    /// The separator between variables, and between the members of an exploded list.
    pub(super) separator: &'static str,
    pub(super) names: Names,
    /// The characters that need no escape in values.
    pub(super) allowed: &'static Allowed,
}

/// How names are written before values.
#[derive(Clone, Copy)]
pub(super) enum Names {
    Absent,
    /// With the separator between a name and an empty value.
    Written(&'static str),
}

impl Style {
    /// Returns the style of an expression with this operator, or without one. Operators that are reserved
    /// for extensions have been refused before.
    #[inline]
    pub(super) fn of(operator: Option<Operator<'_>>) -> Self {
        let values = |first, separator| Self {
            first,
            separator,
            names: Names::Absent,
            allowed: &UNRESERVED,
        };
        let named = |first, separator, empty| Self {
            names: Names::Written(empty),
            ..values(first, separator)
        };
        match operator.map_or("", |operator| operator.as_str()) {
            "+" => Self { allowed: &RESERVED, ..values("", ",") },
            "#" => Self { allowed: &RESERVED, ..values("#", ",") },
            "." => values(".", "."),
            "/" => values("/", "/"),
            ";" => named(";", ";", ""),
            "?" => named("?", "&", "="),
            "&" => named("&", "&", "="),
            _ => values("", ","),
        }
    }
}
