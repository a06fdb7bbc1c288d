//! Lists of HTTP (RFC 9110 section 5.6.1): elements with commas between them.
//!
//! The separator of elements is `OWS "," OWS`. `OWS` is the grammar's own rule, or an imported
//! one; otherwise `resolve` uses the definition of RFC 9110 section 5.6.3,
//! `*( SP / HTAB )`.

use super::Lowered;
use crate::diagnostic::Span;
use crate::grammar::syntax::Repeat;
use crate::grammar::{Expr, Reference, RuleName, ValueSet};

/// The form that senders must write, section 5.6.1.1: `1#a` is `a *( OWS "," OWS a )`, `#a` is
/// `[ 1#a ]`, `<n>#<m>a` is `a <n-1>*<m-1>( OWS "," OWS a )`.
pub(super) fn strict(Repeat { min, max, span }: Repeat, element: &Lowered) -> Lowered {
    if max == Some(0) {
        return Expr::Empty;
    }
    let next = Expr::concat([separator(span), element.clone()]);
    let more = max.map(|max| max - 1);
    let some = Expr::concat([element.clone(), Expr::repeat(min.saturating_sub(1), more, next)]);
    if min == 0 { Expr::option(some) } else { some }
}

/// The form that recipients must accept, section 5.6.1.2: there may be empty elements, which do
/// not count. `#a` is `[ a ] *( OWS "," OWS [ a ] )`; a list of at least one element is
/// `*( OWS "," OWS ) a *( 1*( OWS "," OWS ) a ) *( OWS "," OWS )`, with bounds on the
/// middle.
pub(super) fn lenient(Repeat { min, max, span }: Repeat, element: &Lowered) -> Lowered {
    let separators = |least| Expr::repeat(least, None, separator(span));
    if max == Some(0) {
        return separators(0);
    }
    if min == 0 && max.is_none() {
        let next = Expr::concat([separator(span), Expr::option(element.clone())]);
        return Expr::concat([Expr::option(element.clone()), Expr::repeat(0, None, next)]);
    }
    let next = Expr::concat([separators(1), element.clone()]);
    let more = max.map(|max| max - 1);
    let some = Expr::concat([
        element.clone(),
        Expr::repeat(min.saturating_sub(1), more, next),
        separators(0),
    ]);
    let some = if min == 0 { Expr::option(some) } else { some };
    Expr::concat([separators(0), some])
}

/// `OWS "," OWS`
fn separator(span: Span) -> Lowered {
    let ows = || Expr::Rule(Reference { name: RuleName::new("OWS"), span, is_implied: true });
    Expr::concat([ows(), Expr::Set(ValueSet::single(u32::from(','))), ows()])
}

/// Returns `*( SP / HTAB )`.
pub fn optional_white_space<R>() -> Expr<R> {
    Expr::repeat(0, None, Expr::Set(ValueSet::new([(0x20, 0x20), (0x09, 0x09)])))
}
