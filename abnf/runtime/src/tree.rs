//! Trees: all rules that a text is made of, each with its text.

use super::alloc::boxed::Box;
use super::byte_set::ByteSet;
use super::chart::{Grammar, MAX_LINKS, MAX_STEPS, NoTree};
use super::derivation::{Derived, derive};
use super::rule::{Rule, Text, Unit};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

/// A rule that trees show, or a group that repeats in one.
pub trait TreeRule: 'static {
    /// What its texts are made of.
    #[doc(hidden)]
    type Unit: ?Sized + Unit;

    /// The rules of the module.
    #[doc(hidden)]
    const TREES: &'static Trees;

    /// The number of this one.
    #[doc(hidden)]
    const NUMBER: u16;
}

/// What trees are made from: the rules of a module as automata that call each other.
pub struct Trees {
    pub(crate) grammar: Grammar<'static>,
    /// The names of the rules that trees show; they come first among all.
    pub(crate) names: &'static [&'static str],
}

impl Trees {
    /// From tables.
    #[allow(clippy::cast_possible_truncation, reason = "rules are numbered in 16 bits")]
    pub(crate) const fn new(mut grammar: Grammar<'static>, names: &'static [&'static str]) -> Self {
        grammar.shown = names.len() as u16;
        Self { grammar, names }
    }
}

/// Sets of bytes, from character classes.
pub(crate) const fn sets<const N: usize>(classes: [&[u8]; N]) -> [[u64; 4]; N] {
    let mut sets = [[0; 4]; N];
    let mut index = 0;
    while index < N {
        sets[index] = ByteSet::of_class(classes[index]).words();
        index += 1;
    }
    sets
}

/// Rules whose texts can be had as trees, by their numbers.
macro_rules! tree_rules {
    ($trees:path, $($rule:ident = $number:literal),*) => {
        $(impl tree::TreeRule for rules::$rule {
            type Unit = tree::UnitOf<rules::$rule>;
            const TREES: &'static tree::Trees = &$trees;
            const NUMBER: u16 = $number;
        })*
    };
}

pub(crate) use tree_rules;

/// What texts of a rule are made of.
pub(crate) type UnitOf<R> = <R as Rule>::Unit;

/// Groups that trees show, by their numbers.
macro_rules! tree_groups {
    ($trees:path, $($group:ident: $unit:ty = $number:literal),*) => {
        $(
            /// A group in a rule that recurs.
            pub enum $group {}
            impl tree::TreeRule for $group {
                type Unit = $unit;
                const TREES: &'static tree::Trees = &$trees;
                const NUMBER: u16 = $number;
            }
        )*
    };
}

pub(crate) use tree_groups;

/// What every derivation has.
pub(crate) fn only<T>(found: Option<T>) -> T {
    match found {
        Some(found) => found,
        None => unreachable!("the derivation is one of the rule"),
    }
}

/// The rules that a text is made of: its preferred derivation.
///
/// Of all ways in which the rule matches the text, that is the one which, from left to right,
/// takes the earlier alternative, one more repetition, the present option. Takes 20 bytes for
/// each rule in it.
pub struct Tree<'a, R: TreeRule> {
    text: &'a R::Unit,
    nodes: Box<[Derived]>,
}

impl<'a, U: ?Sized + Unit, R, const N: usize> Text<&'a U, R, N>
where
    R: Rule<Unit = U> + TreeRule<Unit = U>,
{
    /// The rules that the text is made of. Takes time and memory proportional to the text where
    /// a byte of lookahead leaves few ways to read it, and time cubic in the text at worst.
    ///
    /// # Errors
    ///
    /// If a limit is passed: 2^27 steps, 2^24 calls of rules with the places to which they return
    /// and those at which they can end, or 4294967294 bytes. Or if the text is ambiguous in how
    /// often something repeats that may repeat hundreds of times.
    pub fn tree(&self) -> Result<Tree<'a, R>, TooComplex> {
        let bytes = self.text.bytes();
        if bytes.len() >= u32::MAX as usize {
            return Err(TooComplex);
        }
        match derive(R::TREES.grammar, R::NUMBER, bytes) {
            Ok(nodes) => Ok(Tree { text: self.text, nodes: nodes.into_boxed_slice() }),
            Err(NoTree::Mismatch | NoTree::TooComplex) => Err(TooComplex),
        }
    }
}

/// A text took more steps or more memory than a tree may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooComplex;

impl fmt::Display for TooComplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the text is too complex for a tree: it takes more than {MAX_STEPS} steps or \
             {MAX_LINKS} calls of rules and their ends, or a large repetition is ambiguous"
        )
    }
}

impl core::error::Error for TooComplex {}

impl<'a, R: TreeRule> Tree<'a, R> {
    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a R::Unit {
        self.text
    }

    /// The whole text as the rule.
    #[must_use]
    pub fn root(&self) -> View<'_, R> {
        View { node: self.node(), rule: PhantomData }
    }

    /// The whole text, whatever its rule.
    #[must_use]
    pub fn node(&self) -> Node<'_> {
        let trees = R::TREES;
        Node { text: self.text.bytes(), nodes: &self.nodes, index: 0, trees }
    }

    /// The rules as they begin and end, in the order of the text. Takes time proportional to
    /// their number, and no memory.
    #[must_use]
    pub fn events(&self) -> Events<'_> {
        Events { next: Some(Event::Enter(self.node())) }
    }
}

impl<R: TreeRule> fmt::Debug for Tree<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node().fmt(f)
    }
}

/// A piece of text that a rule matches, in a [`Tree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    text: &'t [u8],
    nodes: &'t [Derived],
    index: u32,
    trees: &'static Trees,
}

impl<'t> Node<'t> {
    fn derived(self) -> &'t Derived {
        &self.nodes[self.index as usize]
    }

    fn at(self, index: u32) -> Self {
        Self { index, ..self }
    }

    /// The name of the rule, as the grammar spells it. A group has that of the rule around and
    /// `-item`; a literal that stands in a choice is itself, as ABNF.
    #[must_use]
    pub fn rule(self) -> &'static str {
        self.trees.names[usize::from(self.derived().rule)]
    }

    /// Where the piece lies in the whole text, in bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.derived().begin as usize..self.derived().end as usize
    }

    /// The bytes of the piece.
    #[must_use]
    pub fn as_bytes(self) -> &'t [u8] {
        &self.text[self.range()]
    }

    /// The piece as text; `None` if it is not UTF-8. Takes time proportional to the piece.
    #[must_use]
    pub fn to_str(self) -> Option<&'t str> {
        core::str::from_utf8(self.as_bytes()).ok()
    }

    /// The rule around this one; `None` for the whole text.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = self.derived().parent;
        (parent != self.index).then(|| self.at(parent))
    }

    /// The rules inside, in the order of the text, without those inside of these.
    #[must_use]
    pub fn children(self) -> Children<'t> {
        Children { next: self.at(self.index + 1), after: self.derived().after }
    }

    /// Whether the rule or literal has this number.
    pub(crate) fn is_numbered(self, number: u16) -> bool {
        self.derived().rule == number
    }

    /// The piece as this rule; `None` if its rule is another.
    #[must_use]
    pub fn view<R: TreeRule>(self) -> Option<View<'t, R>> {
        let is_same = self.derived().rule == R::NUMBER && core::ptr::eq(self.trees, R::TREES);
        is_same.then_some(View { node: self, rule: PhantomData })
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && core::ptr::eq(self.nodes, other.nodes)
    }
}

impl Eq for Node<'_> {}

/// The rule, its range, and the pieces inside.
impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not as deep as the text, which may be deeper than the call stack.
        let Range { start, end } = self.range();
        write!(f, "{}({start}..{end})", self.rule())
    }
}

/// The rules inside of a [`Node`].
#[derive(Clone, Debug)]
pub struct Children<'t> {
    next: Node<'t>,
    after: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next.index >= self.after {
            return None;
        }
        let child = self.next;
        self.next = child.at(child.derived().after);
        Some(child)
    }
}

impl FusedIterator for Children<'_> {}

/// What happens as a tree is walked in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'t> {
    /// A rule begins.
    Enter(Node<'t>),
    /// A rule ends.
    Leave(Node<'t>),
}

/// The iterator that [`Tree::events`] returns.
#[derive(Clone, Debug)]
pub struct Events<'t> {
    next: Option<Event<'t>>,
}

impl<'t> Iterator for Events<'t> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        let event = self.next?;
        self.next = match event {
            Event::Enter(node) => match node.children().next() {
                Some(child) => Some(Event::Enter(child)),
                None => Some(Event::Leave(node)),
            },
            Event::Leave(node) => node.parent().map(|parent| {
                let after = node.derived().after;
                if after < parent.derived().after {
                    Event::Enter(node.at(after))
                } else {
                    Event::Leave(parent)
                }
            }),
        };
        Some(event)
    }
}

impl FusedIterator for Events<'_> {}

/// A piece of text that the rule `R` matches, in a [`Tree`], with accessors for its parts.
pub struct View<'t, R> {
    node: Node<'t>,
    rule: PhantomData<R>,
}

impl<'t, R: TreeRule> View<'t, R> {
    /// The piece, whatever its rule.
    #[must_use]
    pub const fn node(self) -> Node<'t> {
        self.node
    }

    /// Where the piece lies in the whole text, in bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.node.range()
    }

    /// The bytes of the piece.
    #[must_use]
    pub fn as_bytes(self) -> &'t [u8] {
        self.node.as_bytes()
    }

    /// The nested rules of one kind directly inside.
    pub(crate) fn views_of<C: TreeRule>(self) -> impl Iterator<Item = View<'t, C>> + use<'t, C, R> {
        self.node.children().filter_map(Node::view)
    }
}

#[cfg(feature = "text")]
impl<'t, R: TreeRule<Unit = str>> View<'t, R> {
    /// The piece. Takes time proportional to it.
    #[must_use]
    pub fn as_str(self) -> &'t str {
        self.node.to_str().unwrap_or_default()
    }
}

/// The regular rules of one kind directly inside, as texts of one unit.
macro_rules! texts {
    ($unit:ty, $texts:ident, $of_node:ident, $unit_of:expr) => {
        impl<'t, R: TreeRule> View<'t, R> {
            /// The regular rules of one kind directly inside.
            pub(crate) fn $texts<C: Rule<Unit = $unit> + TreeRule, const N: usize>(
                self,
            ) -> impl Iterator<Item = Text<&'t $unit, C, N>> + use<'t, C, R, N> {
                self.node.children().filter_map(Node::$of_node)
            }
        }

        impl<'t> Node<'t> {
            /// The piece as text of this rule; `None` if its rule is another.
            pub(crate) fn $of_node<C: Rule<Unit = $unit> + TreeRule, const N: usize>(
                self,
            ) -> Option<Text<&'t $unit, C, N>> {
                let bytes = self.view::<C>()?.as_bytes();
                let text: &'t $unit = $unit_of(bytes);
                #[cfg(feature = "parts")]
                if N > 0 {
                    return Some(Text::<&'t $unit, C, N>::of_part(text));
                }
                Some(Text::known(text, super::rule::unset()))
            }
        }
    };
}

#[cfg(feature = "text")]
texts!(str, texts_of, as_text, |bytes| core::str::from_utf8(bytes).unwrap_or_default());

#[cfg(feature = "bytes")]
texts!([u8], bytes_of, as_byte_text, core::convert::identity);

impl<R> Copy for View<'_, R> {}

impl<R> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> PartialEq for View<'_, R> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<R> Eq for View<'_, R> {}

impl<R> fmt::Debug for View<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}
