//! Trees: all rules that a text is made of, each with its text.

use super::alloc::boxed::Box;
use super::byte_set::ByteSet;
use super::chart::{Grammar, MAX_LINKS, MAX_STEPS, NoTree};
use super::derivation::{Derived, derive};
use super::rule::{Rule, Unit, View};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// A rule whose texts can be had as trees, named by the type of its borrowed texts.
#[doc(hidden)]
pub trait TreeRule: Rule {
    /// The rules of the module.
    const TREES: &'static Trees;

    /// The number of this one.
    const NUMBER: u16;

    /// The whole text in a tree.
    type Root<'t>: From<Node<'t>>;
}

/// A type of pieces: those of a rule that recurs, or of a group that repeats in one.
#[doc(hidden)]
pub trait Piece<'t>: From<Node<'t>> {
    /// The rules of the module.
    const TREES: &'static Trees;

    /// The number of the rule or group.
    const NUMBER: u16;
}

/// The source of trees: the rules of a module as automata that call each other.
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

/// Rules whose texts can be had as trees, by their numbers: those that recur, and the others.
macro_rules! tree_rules {
    ($trees:path; $($view:ident = $number:literal),*; $($regular:ident = $of:literal),*) => {
        $(tree::tree_rule!($trees, $view, $number, super::nodes::$view<'t>);)*
        $(tree::tree_rule!($trees, $regular, $of, tree::Node<'t>);)*
    };
}

pub(crate) use tree_rules;

/// One of these rules, and the type of its whole texts in trees.
macro_rules! tree_rule {
    ($trees:path, $view:ident, $number:literal, $root:ty) => {
        impl tree::TreeRule for super::$view<'_> {
            const TREES: &'static tree::Trees = &$trees;
            const NUMBER: u16 = $number;
            type Root<'t> = $root;
        }

        impl<'a> super::$view<'a> {
            /// The rules that the text is made of. Takes time and memory proportional to the text
            /// where a byte of lookahead leaves few ways to read it, and time cubic in the text at
            /// worst.
            ///
            /// # Errors
            ///
            /// If a limit is passed: 2^27 steps, 2^24 calls of rules with the places to which they
            /// return and those at which they can end, or 4294967294 bytes. Or if the text is
            /// ambiguous in how often something repeats that may repeat hundreds of times.
            #[inline]
            pub fn tree(&self) -> ::core::result::Result<tree::Tree<'a, Self>, tree::TooComplex> {
                tree::Tree::of(self.text)
            }
        }
    };
}

pub(crate) use tree_rule;

/// The type of the pieces of a rule or group: what its text is made of, and its number.
macro_rules! node {
    ($(#[$docs:meta])* $node:ident over str, $number:literal) => {
        tree::node! { $(#[$docs])* $node, $number }

        impl<'t> $node<'t> {
            /// The piece. Takes time proportional to it.
            #[must_use]
            pub fn as_str(self) -> &'t str {
                self.node.to_str().unwrap_or_default()
            }
        }
    };
    ($(#[$docs:meta])* $node:ident over [u8], $number:literal) => {
        tree::node! { $(#[$docs])* $node, $number }
    };
    ($(#[$docs:meta])* $node:ident, $number:literal) => {
        $(#[$docs])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $node<'t> {
            node: tree::Node<'t>,
        }

        impl<'t> $node<'t> {
            /// The piece, whatever its rule.
            #[must_use]
            pub const fn node(self) -> tree::Node<'t> {
                self.node
            }

            /// Returns the range of the piece in the whole text, in bytes.
            #[must_use]
            pub fn range(self) -> ::core::ops::Range<usize> {
                self.node.range()
            }

            /// The bytes of the piece.
            #[must_use]
            pub fn as_bytes(self) -> &'t [u8] {
                self.node.as_bytes()
            }
        }

        impl ::core::fmt::Debug for $node<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.node.fmt(f)
            }
        }

        impl<'t> ::core::convert::From<tree::Node<'t>> for $node<'t> {
            fn from(node: tree::Node<'t>) -> Self {
                Self { node }
            }
        }

        impl<'t> tree::Piece<'t> for $node<'t> {
            const TREES: &'static tree::Trees = &super::trees::TREES;
            const NUMBER: u16 = $number;
        }
    };
}

pub(crate) use node;

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
    /// The tree of a text that matches.
    pub(crate) fn of(text: &'a R::Unit) -> Result<Self, TooComplex> {
        let bytes = text.bytes();
        if bytes.len() >= u32::MAX as usize {
            return Err(TooComplex);
        }
        match derive(R::TREES.grammar, R::NUMBER, bytes) {
            Ok(nodes) => Ok(Self { text, nodes: nodes.into_boxed_slice() }),
            Err(NoTree::Mismatch | NoTree::TooComplex) => Err(TooComplex),
        }
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a R::Unit {
        self.text
    }

    /// The whole text as the rule.
    #[must_use]
    pub fn root(&self) -> R::Root<'_> {
        self.node().into()
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

    /// Returns the name of the rule, as spelled in the grammar. A group has the name of the
    /// enclosing rule and `-item`; a literal of a choice is named by itself, as ABNF.
    #[must_use]
    pub fn rule(self) -> &'static str {
        self.trees.names[usize::from(self.derived().rule)]
    }

    /// Returns the range of the piece in the whole text, in bytes.
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

    /// Returns whether the rule or literal has this number.
    pub(crate) fn is_numbered(self, number: u16) -> bool {
        self.derived().rule == number
    }

    /// The piece as one of this type; `None` if its rule is another.
    #[must_use]
    pub fn view<P: Piece<'t>>(self) -> Option<P> {
        self.is(P::TREES, P::NUMBER).then(|| self.into())
    }

    fn is(self, trees: &Trees, number: u16) -> bool {
        self.is_numbered(number) && core::ptr::eq(self.trees, trees)
    }

    /// The piece as text of a regular rule; `None` if its rule is another.
    pub(crate) fn text<V: View<'t> + TreeRule>(self) -> Option<V> {
        if !self.is(V::TREES, V::NUMBER) {
            return None;
        }
        V::Unit::of_bytes(self.as_bytes()).map(V::of_part)
    }

    /// The pieces of one type directly inside.
    pub(crate) fn views<P: Piece<'t>>(self) -> impl Iterator<Item = P> + use<'t, P> {
        self.children().filter_map(Node::view)
    }

    /// The texts of one regular rule directly inside.
    pub(crate) fn texts<V: View<'t> + TreeRule>(self) -> impl Iterator<Item = V> + use<'t, V> {
        self.children().filter_map(Node::text)
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
