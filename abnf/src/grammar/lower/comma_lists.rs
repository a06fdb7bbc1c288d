//! Lists: elements with commas between them.
//!
//! In HTTP (RFC 9110 section 5.6.1) the separator of elements is `OWS "," OWS`. In RFC 822
//! (section 2.7) and RFC 2616 (section 2.1) it is at least one comma, and there may be linear white
//! space, `*LWS`, around the elements and commas. The white space is the grammar's own rule, or an
//! imported one; otherwise `resolve` uses its definition in the RFC.

use super::{Lowered, WhiteSpace};
use crate::diagnostic::Span;
use crate::grammar::syntax::Repeat;
use crate::grammar::{Expr, Reference, ValueSet};

/// The form that senders must write, section 5.6.1.1: `1#a` is `a *( OWS "," OWS a )`, `#a` is
/// `[ 1#a ]`, `<n>#<m>a` is `a <n-1>*<m-1>( OWS "," OWS a )`.
pub(super) fn strict(repeat: Repeat, element: &Lowered) -> Lowered {
    if repeat.max == Some(0) {
        return Expr::Empty;
    }
    let next = Expr::concat([separator(repeat.span), element.clone()]);
    optional_if_empty(repeat, elements(repeat, element, next))
}

/// The form that recipients must accept, section 5.6.1.2: there may be empty elements, which do
/// not count. `#a` is `[ a ] *( OWS "," OWS [ a ] )`; a list of at least one element is
/// `*( OWS "," OWS ) a *( 1*( OWS "," OWS ) a ) *( OWS "," OWS )`, with bounds on the
/// middle.
pub(super) fn lenient(repeat: Repeat, element: &Lowered) -> Lowered {
    let separators = |least| Expr::repeat(least, None, separator(repeat.span));
    if repeat.max == Some(0) {
        return separators(0);
    }
    if repeat.min == 0 && repeat.max.is_none() {
        let next = Expr::concat([separator(repeat.span), Expr::option(element.clone())]);
        return Expr::concat([Expr::option(element.clone()), Expr::repeat(0, None, next)]);
    }
    let next = Expr::concat([separators(1), element.clone()]);
    let some = Expr::concat([elements(repeat, element, next), separators(0)]);
    Expr::concat([separators(0), optional_if_empty(repeat, some)])
}

/// The form of RFC 822 and RFC 2616, with empty elements, which do not count: `1#a` is
/// `*LWS *( "," *LWS ) a *( *LWS 1*( "," *LWS ) a ) [ *LWS 1*( "," *LWS ) ]`, with bounds on the
/// middle. In `#a`, all behind `*LWS *( "," *LWS )` is optional.
pub(super) fn linear(repeat: Repeat, element: &Lowered) -> Lowered {
    let space = || Expr::repeat(0, None, white_space(WhiteSpace::Linear, repeat.span));
    let commas = |least| Expr::repeat(least, None, Expr::concat([comma(), space()]));
    let begin = [space(), commas(0)];
    if repeat.max == Some(0) {
        return Expr::concat(begin);
    }
    let next = Expr::concat([space(), commas(1), element.clone()]);
    let end = Expr::option(Expr::concat([space(), commas(1)]));
    let some = Expr::concat([elements(repeat, element, next), end]);
    let [space, commas] = begin;
    Expr::concat([space, commas, optional_if_empty(repeat, some)])
}

/// Returns at least one element, and for each further one `next`.
fn elements(repeat: Repeat, element: &Lowered, next: Lowered) -> Lowered {
    let more = repeat.max.map(|max| max - 1);
    Expr::concat([element.clone(), Expr::repeat(repeat.min.saturating_sub(1), more, next)])
}

fn optional_if_empty(repeat: Repeat, some: Lowered) -> Lowered {
    if repeat.min == 0 { Expr::option(some) } else { some }
}

/// `OWS "," OWS`
fn separator(span: Span) -> Lowered {
    let space = || white_space(WhiteSpace::Optional, span);
    Expr::concat([space(), comma(), space()])
}

fn comma() -> Lowered {
    Expr::Set(ValueSet::single(u32::from(',')))
}

/// A place that may have white space.
pub(super) fn implied_space(span: Span) -> Lowered {
    white_space(WhiteSpace::Implied, span)
}

fn white_space(kind: WhiteSpace, span: Span) -> Lowered {
    let name = kind.names().next().expect("white space has a name");
    Expr::Rule(Reference { name, span, default: Some(kind) })
}
