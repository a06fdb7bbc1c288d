//! Maps and visits the leaves of an expression.

use super::{Expr, Prose};

/// The leaves of an expression that refer to something outside of it.
#[derive(Clone, Debug)]
pub enum Leaf<R> {
    /// See [`Expr::Rule`].
    Rule(R),
    /// See [`Expr::Prose`].
    Prose(Prose),
}

impl<R> Expr<R> {
    /// Returns the expression with each rule and prose value replaced by `leaf`. The smart
    /// constructors rebuild everything else unchanged.
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

    /// Returns whether the expression contains an error.
    pub fn has_error(&self) -> bool {
        let mut has_error = false;
        self.walk(&mut |expr| has_error |= matches!(expr, Self::Error));
        has_error
    }

    /// Visits the expression and all its subexpressions in pre-order.
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
