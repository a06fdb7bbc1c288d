//! The white space that the notations of lists imply.

use crate::grammar::{Expr, RuleName, ValueSet};

/// White space that a grammar need not define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhiteSpace {
    /// The rule `OWS` of RFC 9110 section 5.6.3.
    Optional,
    /// The rule `LWS` of RFC 2616 section 2.2, in RFC 822 `linear-white-space`.
    Linear,
    /// A place that may have linear white space, depending on the elements around it
    /// ([`implied`](crate::grammar::resolve)).
    Implied,
}

impl WhiteSpace {
    /// Returns the names of its rule, the preferred one first.
    pub fn names(self) -> impl Iterator<Item = RuleName> {
        let names: &[&str] = match self {
            Self::Optional => &["OWS"],
            Self::Linear | Self::Implied => &["LWS", "linear-white-space"],
        };
        names.iter().map(|&name| RuleName::new(name))
    }

    /// Returns its meaning in a grammar without that rule: `*( SP / HTAB )` or
    /// `[ CRLF ] 1*( SP / HTAB )`.
    pub fn expr<R>(self) -> Expr<R> {
        let blank = || Expr::Set(ValueSet::new([(0x20, 0x20), (0x09, 0x09)]));
        let value = |value| Expr::Set(ValueSet::single(value));
        match self {
            Self::Optional => Expr::repeat(0, None, blank()),
            Self::Linear | Self::Implied => {
                let line_end = Expr::concat([value(0x0D), value(0x0A)]);
                Expr::concat([Expr::option(line_end), Expr::repeat(1, None, blank())])
            }
        }
    }
}
