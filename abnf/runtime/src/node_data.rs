//! The data of recursive rules, made of trees.
//!
//! The nodes of a tree are in pre-order: each comes before the nodes inside of it. A pass from the
//! first node to the last finds the nodes that become data, and how deep they are; a pass back makes
//! the data. When it arrives at a node, the data of its children is on top of a stack, that of the
//! first child uppermost. No step recurses on the call stack.
//!
//! What the types derive, such as `Drop`, `Clone` and `Debug`, does recurse, so the depth of data is
//! limited: [`MAX_LEVELS`].

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::chart::Grammar;
#[cfg(feature = "fallible")]
use super::chunks::ValueError;
use super::derivation::Derived;
use super::error::ParseError;
use super::prediction::derive;
use super::rule::{Unit, View};
use super::tree::{TooComplex, TreeRule, Trees};
use core::fmt;

/// The greatest number of structs and enums of recursive rules inside each other.
pub const MAX_LEVELS: usize = 512;

/// Data of any of the recursive rules of a module, while it is made.
pub trait Grown<'a>: Sized {
    /// The rules of the module.
    const TREES: &'static Trees;

    /// Returns whether the rule has data that is made of nodes.
    fn has_data(number: u16) -> bool;

    /// Returns whether the data of one rule has that of another one in a field.
    fn takes(outer: u16, inner: u16) -> bool;

    /// Makes the data of a node of a rule. `None` if the rule has no data.
    ///
    /// # Errors
    ///
    /// If a text inside has no value.
    fn grow(number: u16, inside: Inside<'_, 'a, Self>) -> Result<Option<Self>, DataError>;
}

/// The data of a rule, which is made of a node. `D` is data of any rule of the module.
pub trait Grow<'a, D>: Sized {
    /// Returns whether the data of a rule is in a field.
    fn takes(number: u16) -> bool;

    /// Makes the data.
    ///
    /// # Errors
    ///
    /// If a text inside has no value.
    fn grow(inside: Inside<'_, 'a, D>) -> Result<Self, DataError>;
}

/// Says why a text of a recursive rule has no data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataError(Reason);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The text does not match.
    NoMatch(ParseError),
    /// The limits of trees.
    TooComplex(TooComplex),
    /// The limit of depth.
    TooDeep,
    /// The text at this offset has no value.
    #[cfg(feature = "fallible")]
    NoValue(usize, ValueError),
}

impl DataError {
    /// The error of a text that does not match.
    pub(crate) const fn of_text(error: ParseError) -> Self {
        Self(Reason::NoMatch(error))
    }

    /// Returns the error of a text that does not match. `None` if the text matches.
    #[must_use]
    pub const fn parse_error(&self) -> Option<ParseError> {
        match self.0 {
            Reason::NoMatch(error) => Some(error),
            _ => None,
        }
    }

    /// Returns whether the data would be nested too deeply: more than 512 structs and enums of
    /// recursive rules would be inside each other.
    #[must_use]
    pub const fn is_too_deep(&self) -> bool {
        matches!(self.0, Reason::TooDeep)
    }

    /// Returns whether the text exceeds the limits of trees.
    #[must_use]
    pub const fn is_too_complex(&self) -> bool {
        matches!(self.0, Reason::TooComplex(_))
    }

    /// Returns the offset of the part whose escapes have no value, and the reason.
    #[cfg(feature = "fallible")]
    #[must_use]
    pub const fn no_value(&self) -> Option<(usize, ValueError)> {
        match self.0 {
            Reason::NoValue(offset, error) => Some((offset, error)),
            _ => None,
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::NoMatch(error) => error.fmt(f),
            Reason::TooComplex(error) => error.fmt(f),
            Reason::TooDeep => {
                write!(f, "the data would be nested deeper than {MAX_LEVELS} levels")
            }
            #[cfg(feature = "fallible")]
            Reason::NoValue(offset, error) => {
                write!(f, "the part at byte {offset} has no value: {error}")
            }
        }
    }
}

impl core::error::Error for DataError {}

/// The nodes directly inside of a node, in the order of the text.
pub struct Inside<'n, 'a, D> {
    text: &'a [u8],
    /// The same, if it is UTF-8.
    utf8: Option<&'a str>,
    nodes: &'n [Derived],
    /// The level of each node that becomes data, 0 for the others.
    levels: &'n [u16],
    next: usize,
    after: usize,
    grown: &'n mut Vec<D>,
}

/// A node inside of another one.
pub struct Child<'a, D> {
    /// The number of its rule.
    pub number: u16,
    /// Its data, if the rule has data that is made of nodes.
    pub data: Option<D>,
    begin: usize,
    text: &'a [u8],
    /// The text around, if it is UTF-8.
    around: Option<&'a str>,
}

impl<'a, D> Iterator for Inside<'_, 'a, D> {
    type Item = Child<'a, D>;

    fn next(&mut self) -> Option<Child<'a, D>> {
        if self.next >= self.after {
            return None;
        }
        let Derived { rule: number, begin, end, after, .. } = self.nodes[self.next];
        let has_data = self.levels[self.next] > 0;
        self.next = after as usize;
        let begin = begin as usize;
        let data = if has_data { self.grown.pop() } else { None };
        let text = &self.text[begin..end as usize];
        Some(Child { number, data, begin, text, around: self.utf8 })
    }
}

impl<'a, D> Child<'a, D> {
    /// The node as a text of its rule.
    pub(crate) fn view<V: View<'a>>(&self) -> V {
        let range = self.begin..self.begin + self.text.len();
        // An empty text can be within a character of the text around.
        let text = || {
            let of_around = self.around.and_then(|around| around.get(range));
            of_around.or_else(|| core::str::from_utf8(self.text).ok())
        };
        V::of_part(V::Unit::of_line(self.text, text).expect("the texts of the rule are UTF-8"))
    }

    /// The value of the text.
    ///
    /// # Errors
    ///
    /// If it has none.
    #[cfg(feature = "fallible")]
    pub(crate) fn value<V: View<'a>, T>(
        &self,
        value: fn(V) -> Result<T, ValueError>,
    ) -> Result<T, DataError> {
        value(self.view()).map_err(|error| DataError(Reason::NoValue(self.begin, error)))
    }
}

/// Makes the data of a text that matches.
pub(crate) fn data<'a, R: TreeRule, D: Grown<'a>>(text: &'a R::Unit) -> Result<D, DataError> {
    read(R::NUMBER, text.bytes())
}

/// Makes the data of a text of a rule.
///
/// # Errors
///
/// If the text does not match, has no value, or exceeds a limit.
pub(crate) fn read<'a, D: Grown<'a>>(number: u16, text: &'a [u8]) -> Result<D, DataError> {
    let too_complex = DataError(Reason::TooComplex(TooComplex));
    if text.len() >= u32::MAX as usize {
        return Err(too_complex);
    }
    // Nothing inside of a rule without data is needed.
    let trees = D::TREES.grammar;
    let mut leaves = vec![0_u64; usize::from(trees.shown).div_ceil(64)];
    for rule in (0..trees.shown).filter(|&rule| !D::has_data(rule) || trees.is_leaf(rule)) {
        leaves[usize::from(rule / 64)] |= 1 << (rule % 64);
    }
    let grammar = Grammar { leaves: &leaves, ..trees };
    let nodes = derive(grammar, number, text).map_err(|_| too_complex)?;
    let levels = levels::<D>(&nodes)?;
    let utf8 = core::str::from_utf8(text).ok();
    let mut grown: Vec<D> = Vec::new();
    for index in (0..nodes.len()).rev().filter(|&index| levels[index] > 0) {
        let Derived { rule, after, .. } = nodes[index];
        let (next, after) = (index + 1, after as usize);
        let (nodes, levels) = (&nodes[..], &levels[..]);
        let inside = Inside { text, utf8, nodes, levels, next, after, grown: &mut grown };
        let data = D::grow(rule, inside)?;
        grown.extend(data);
    }
    grown.pop().ok_or(too_complex)
}

/// Returns the level of each node that becomes data, beginning with 1, and 0 for the others.
fn levels<'a, D: Grown<'a>>(nodes: &[Derived]) -> Result<Vec<u16>, DataError> {
    let mut levels = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        let outer = node.parent as usize;
        let is_taken =
            index == outer || levels[outer] > 0 && D::takes(nodes[outer].rule, node.rule);
        if is_taken && D::has_data(node.rule) {
            let level = if index == outer { 1 } else { levels[outer] + 1 };
            if usize::from(level) > MAX_LEVELS {
                return Err(DataError(Reason::TooDeep));
            }
            levels[index] = level;
        }
    }
    Ok(levels)
}
