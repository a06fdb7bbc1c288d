//! Changing what the leaves of an expression refer to, and visiting them.

use super::{Expr, Prose};

/// The places of an expression where it speaks of something outside of it.
#[derive(Clone, Debug)]
pub enum Leaf<R> {
    /// See [`Expr::Rule`].
    Rule(R),
    /// See [`Expr::Prose`].
    Prose(Prose),
}

impl<R> Expr<R> {
    /// The same expression over other references. `leaf` gives what stands for each
    /// rule or prose value; nothing else changes, save that the parts are put together
    /// anew.
    #[must_use]
    pub fn map<S>(&self, leaf: &mut impl FnMut(Leaf<R>) -> Expr<S>) -> Expr<S>
    where
        R: Clone,
    {
        match self {
            Self::Empty => Expr::Empty,
            Self::Set(set) => Expr::Set(set.clone()),
            Self::Error => Expr::Error,
            Self::Concat(items) => {
                Expr::concat(items.iter().map(|item| item.map(leaf)).collect::<Vec<_>>())
            }
            Self::Alt(items) => {
                Expr::alt(items.iter().map(|item| item.map(leaf)).collect::<Vec<_>>())
            }
            Self::Repeat { min, max, body } => Expr::repeat(*min, *max, body.map(leaf)),
            Self::Rule(rule) => leaf(Leaf::Rule(rule.clone())),
            Self::Prose(prose) => leaf(Leaf::Prose(prose.clone())),
        }
    }

    /// Whether a part of it has no meaning.
    pub fn has_error(&self) -> bool {
        let mut has_error = false;
        self.walk(&mut |expr| has_error |= matches!(expr, Self::Error));
        has_error
    }

    /// Visits the expression and everything inside, each before its parts, in the
    /// order of the text.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::Concat(items) | Self::Alt(items) => {
                for item in items {
                    item.walk(visit);
                }
            }
            Self::Repeat { body, .. } => body.walk(visit),
            Self::Empty | Self::Set(_) | Self::Rule(_) | Self::Prose(_) | Self::Error => {}
        }
    }
}
