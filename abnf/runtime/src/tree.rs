//! Trees: a derivation of a text, as nested rules with their texts.
// Long because users find all types of trees in one public module.

use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::chart::{Grammar, MAX_LINKS, MAX_STEPS, NoTree};
use super::derivation::Derived;
use super::prediction::derive;
use super::rule::{Rule, Unit, View};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// A rule whose texts have trees, named by the type of its borrowed texts.
#[doc(hidden)]
pub trait TreeRule: Rule {
    /// The rules of the module.
    const TREES: &'static Trees;

    /// The number of this rule.
    const NUMBER: u16;

    /// The type of the root of a tree.
    type Root<'t>: From<Node<'t>>;
}

/// A type of nodes: of a recursive rule, or of a group that is repeated in one.
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
    /// Makes the trees' grammar from tables.
    #[allow(clippy::cast_possible_truncation, reason = "rules are numbered in 16 bits")]
    pub(crate) const fn new(mut grammar: Grammar<'static>, names: &'static [&'static str]) -> Self {
        grammar.shown = names.len() as u16;
        Self { grammar, names }
    }
}

/// Returns sets of bytes from character classes.
pub(crate) const fn sets<const N: usize>(classes: [&[u8]; N]) -> [[u64; 4]; N] {
    let mut sets = [[0; 4]; N];
    let mut index = 0;
    while index < N {
        sets[index] = ByteSet::of_class(classes[index]).words();
        index += 1;
    }
    sets
}

/// Rules whose texts have trees, by their numbers: recursive rules, and the others.
macro_rules! tree_rules {
    ($trees:path; $($view:ident = $number:literal),*; $($regular:ident = $of:literal),*) => {
        $(tree::tree_rule!($trees, $view, $number, super::nodes::$view<'t>);)*
        $(tree::tree_rule!($trees, $regular, $of, tree::Node<'t>);)*
    };
}

pub(crate) use tree_rules;

/// A rule whose texts have trees, with the type of the root.
macro_rules! tree_rule {
    ($trees:path, $view:ident, $number:literal, $root:ty) => {
        impl tree::TreeRule for super::$view<'_> {
            const TREES: &'static tree::Trees = &$trees;
            const NUMBER: u16 = $number;
            type Root<'t> = $root;
        }

        impl<'a> super::$view<'a> {
            /// Returns the derivation of the text. Takes time and memory proportional to the text
            /// if what follows decides each branch, or leaves few possible readings, and time cubic
            /// in the text at worst.
            ///
            /// # Errors
            ///
            /// If a limit is exceeded: 2^27 steps, 2^24 calls of rules with their returns and
            /// possible ends, or 4294967294 bytes; or if the number of repetitions of an element
            /// with a bound in the hundreds is ambiguous in the text.
            #[inline]
            pub fn tree(&self) -> ::core::result::Result<tree::Tree<'a, Self>, tree::TooComplex> {
                tree::Tree::of(self.text)
            }
        }
    };
}

pub(crate) use tree_rule;

/// The type of the nodes of a rule or group. Arguments: the unit of its text, and its number.
macro_rules! node {
    ($(#[$docs:meta])* $node:ident over str, $number:literal) => {
        tree::node! { $(#[$docs])* $node, $number }

        impl<'t> $node<'t> {
            /// The text of the node. Takes time proportional to its length.
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
            /// The node without its type.
            #[must_use]
            pub const fn node(self) -> tree::Node<'t> {
                self.node
            }

            /// Returns the range of the node in the whole text, in bytes.
            #[must_use]
            pub fn range(self) -> ::core::ops::Range<usize> {
                self.node.range()
            }

            /// The bytes of the node.
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

/// Unwraps a child that every derivation has.
pub(crate) fn only<T>(found: Option<T>) -> T {
    match found {
        Some(found) => found,
        None => unreachable!("the derivation is one of the rule"),
    }
}

/// The preferred derivation of a text.
///
/// If a rule matches the text in several ways, the preferred derivation takes, from left to right,
/// the earlier alternative, one more repetition, the present option. A tree takes 20 bytes for each
/// node, and at most 1,280 bytes more.
pub struct Tree<'a, R: TreeRule> {
    text: &'a R::Unit,
    nodes: Vec<Derived>,
}

/// The maximum number of nodes whose memory is not given back if they are not needed.
const FEW_NODES: usize = 64;

/// The tree of a text exceeds the limits of steps or memory.
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
    /// Makes the tree of a text that matches.
    pub(crate) fn of(text: &'a R::Unit) -> Result<Self, TooComplex> {
        let bytes = text.bytes();
        if bytes.len() >= u32::MAX as usize {
            return Err(TooComplex);
        }
        match derive(R::TREES.grammar, R::NUMBER, bytes) {
            Ok(mut nodes) => {
                // To give back the memory of a few nodes takes longer than to find them.
                if FEW_NODES < nodes.capacity() {
                    nodes.shrink_to_fit();
                }
                Ok(Self { text, nodes })
            }
            Err(NoTree::Mismatch | NoTree::TooComplex) => Err(TooComplex),
        }
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a R::Unit {
        self.text
    }

    /// The root, as a node of the rule.
    #[must_use]
    pub fn root(&self) -> R::Root<'_> {
        self.node().into()
    }

    /// The root, without its type.
    #[must_use]
    pub fn node(&self) -> Node<'_> {
        let trees = R::TREES;
        Node { text: self.text.bytes(), nodes: &self.nodes, index: 0, trees }
    }

    /// Returns the beginnings and ends of the nodes, in the order of the text. Takes time
    /// proportional to their number, and constant memory.
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

/// A node of a [`Tree`]: a rule, and the piece of text that it matches.
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

    /// Returns the name of the rule, as spelled in the grammar. The name of a group is that of the
    /// enclosing rule with `-item` appended; that of a literal in a choice is the literal, as ABNF.
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

    /// The parent; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = self.derived().parent;
        (parent != self.index).then(|| self.at(parent))
    }

    /// The children, in the order of the text.
    #[must_use]
    pub fn children(self) -> Children<'t> {
        Children { next: self.at(self.index + 1), after: self.derived().after }
    }

    /// Returns whether the rule or literal has this number.
    pub(crate) fn is_numbered(self, number: u16) -> bool {
        self.derived().rule == number
    }

    /// Returns the node as one of this type; `None` if it has another rule.
    #[must_use]
    pub fn view<P: Piece<'t>>(self) -> Option<P> {
        self.is(P::TREES, P::NUMBER).then(|| self.into())
    }

    fn is(self, trees: &Trees, number: u16) -> bool {
        self.is_numbered(number) && core::ptr::eq(self.trees, trees)
    }

    /// Returns the text of a node of a regular rule; `None` if it has another rule.
    pub(crate) fn text<V: View<'t> + TreeRule>(self) -> Option<V> {
        if !self.is(V::TREES, V::NUMBER) {
            return None;
        }
        V::Unit::of_bytes(self.as_bytes()).map(V::of_part)
    }

    /// Returns the children of a type.
    pub(crate) fn views<P: Piece<'t>>(self) -> impl Iterator<Item = P> + use<'t, P> {
        self.children().filter_map(Node::view)
    }

    /// Returns the texts of the children of a regular rule.
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

/// Shows the rule, its range, and the children.
impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Shows only the children, since recursion over the whole tree could overflow the stack.
        let Range { start, end } = self.range();
        write!(f, "{}({start}..{end})", self.rule())
    }
}

/// The iterator over the children of a [`Node`].
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

/// An event of a walk over a tree in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'t> {
    /// A node begins.
    Enter(Node<'t>),
    /// A node ends.
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
