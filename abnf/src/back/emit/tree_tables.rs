//! The file with what trees are made from, and the one with the types of rules that recur, in trees.

use super::docs::{inner_docs, outer_docs, wrapped};
use super::tables::hexadecimal;
use super::{ident, range_bytes, root_path};
use crate::plan::model::{Module, Node, Rule, TreeTable, Unit};
use crate::plan::tree_plan::Count;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The tables.
pub(super) fn tree_tables(module: &Module, table: &TreeTable) -> TokenStream {
    let docs = inner_docs(
        "What trees are made from: the rules as automata that call each other.\n\n\
         A state is three numbers: 0 ends its rule, 1 reads a byte of a set and goes on in a state,\n\
         2 and 4 branch to targets, from one index up to another, and 3 and 5 call a rule and go on\n\
         in a state; after 5 there is nothing in it that is shown. The first of several ways is\n\
         preferred, save after 4.",
    );
    let root = root_path(module, 0);
    let trees = &table.trees;
    let number = Literal::u16_unsuffixed;
    let states = trees.states.iter().map(|state| {
        let state = state.iter().copied().map(number);
        quote! { [#(#state),*] }
    });
    let targets = trees.targets.iter().copied().map(number);
    let sets = trees.sets.iter().map(|set| range_bytes(*set));
    let rules = trees.rules.iter().map(|&(start, is_nullable)| {
        let start = number(start);
        quote! { (#start, #is_nullable) }
    });
    let before = trees.before.iter().copied().map(number);
    let last = trees.last.chunks(64).map(|states| {
        let bits = states.iter().enumerate().filter(|it| *it.1);
        hexadecimal(bits.fold(0, |bits, (bit, _)| bits | 1 << bit))
    });
    let rule_of = |&rule: &usize| &module.rules[rule];
    let names = table.shown.iter().map(|rule| &rule_of(rule).name);
    let types = table.shown.iter().map(|rule| ident(&rule_of(rule).type_name));
    let numbers = (0..table.shown.len()).map(Literal::usize_unsuffixed);
    let set_count = Literal::usize_unsuffixed(trees.sets.len());
    quote! {
        #docs
        use super::rules;
        use #root::runtime::{chart, tree};
        static TREES: tree::Trees = tree::Trees::new(
            chart::Grammar {
                states: &[#(#states),*],
                targets: &[#(#targets),*],
                sets: &SETS,
                rules: &[#(#rules),*],
                shown: 0,
                before: &[#(#before),*],
                last: &[#(#last),*],
            },
            &[#(#names),*],
        );
        static SETS: [[u64; 4]; #set_count] = tree::sets([#(#sets),*]);
        tree::tree_rules!(TREES, #(#types = #numbers),*);
    }
}

/// The types.
pub(super) fn nodes(module: &Module, table: &TreeTable) -> TokenStream {
    let docs = inner_docs(
        "The rules that recur, as they stand in trees, with accessors for the rules inside.\n\n\
         `tree` of a text makes its tree, and `root` of the tree gives the first of these values.",
    );
    let root = root_path(module, 0);
    let nodes = table.nodes.iter().map(|it| node(module, table, it));
    quote! {
        #docs
        use super::rules;
        use #root::runtime::tree;
        #(#nodes)*
    }
}

fn node(module: &Module, table: &TreeTable, node: &Node) -> TokenStream {
    let inner = |rule: usize| Inner::new(module, table, rule);
    let rule = &module.rules[node.rule];
    let ty = ident(&rule.type_name);
    let docs = outer_docs(&format!("Text of [`{0}`](type@super::{0}) in a tree.", rule.type_name));
    let accessors =
        node.parts.iter().map(|(rule, name, count)| accessor(inner(*rule), name, *count));
    let kind = node.choice.as_ref().map(|(name, rules)| {
        let rules: Vec<Inner<'_>> = rules.iter().copied().map(inner).collect();
        kind(name, &rules)
    });
    let (kind, choice) = kind.unzip();
    let accessors = (!node.is_bare()).then(|| quote! { impl<'t> #ty<'t> { #kind #(#accessors)* } });
    quote! {
        #docs
        pub type #ty<'t> = tree::View<'t, rules::#ty>;
        #accessors
        #choice
    }
}

/// The method that tells which of several rules one is, and its enum.
fn kind(name: &str, rules: &[Inner<'_>]) -> (TokenStream, TokenStream) {
    let ty = ident(name);
    let variants = rules.iter().map(|inner| {
        let docs = outer_docs(&format!("Text of `{}`.", inner.rule.name));
        let (variant, inner) = (ident(&inner.rule.type_name), inner.ty());
        quote! { #docs #variant(#inner) }
    });
    let tries = rules.iter().enumerate().map(|(index, inner)| {
        let variant = ident(&inner.rule.type_name);
        let method = match inner.how {
            How::View => quote!(view),
            How::Text => quote!(as_text),
            How::Bytes => quote!(as_byte_text),
        };
        let found = quote! { node.#method().map(#ty::#variant) };
        if index == 0 {
            found
        } else {
            quote! { .or_else(|| #found) }
        }
    });
    let names: Vec<String> = rules.iter().map(|it| format!("`{}`", it.rule.name)).collect();
    let docs = outer_docs(&wrapped(&format!("Text of {}.", super::docs::list(&names, "or"))));
    let method = quote! {
        /// Which of its alternatives the rule has taken.
        #[must_use]
        pub fn kind(self) -> #ty<'t> {
            tree::only(self.node().children().find_map(|node| #(#tries)*))
        }
    };
    let choice = quote! {
        #docs
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum #ty<'t> { #(#variants),* }
    };
    (method, choice)
}

fn accessor(inner: Inner<'_>, method: &str, count: Count) -> TokenStream {
    let (method, ty) = (ident(method), inner.ty());
    let all = match inner.how {
        How::View => quote!(self.views_of()),
        How::Text => quote!(self.texts_of()),
        How::Bytes => quote!(self.bytes_of()),
    };
    let name = &inner.rule.name;
    let (docs, result, body) = match count {
        Count::One => (format!("The `{name}`."), ty, quote! { tree::only(#all.next()) }),
        Count::Optional => (
            format!("The `{name}`, if there is one."),
            quote! { ::core::option::Option<#ty> },
            quote! { #all.next() },
        ),
        Count::Many => (
            format!("Each `{name}`, in order."),
            quote! { impl ::core::iter::Iterator<Item = #ty> + use<'t> },
            all,
        ),
    };
    let docs = outer_docs(&docs);
    let attribute = (count != Count::Many).then(|| quote! { #[must_use] });
    quote! {
        #docs
        #attribute
        pub fn #method(self) -> #result { #body }
    }
}

/// A rule inside of another.
#[derive(Clone, Copy)]
struct Inner<'a> {
    rule: &'a Rule,
    how: How,
}

/// As what the text of a rule is had from a tree.
#[derive(Clone, Copy)]
enum How {
    /// With accessors for the rules inside.
    View,
    /// As text.
    Text,
    /// As text of bytes.
    Bytes,
}

impl<'a> Inner<'a> {
    fn new(module: &'a Module, table: &TreeTable, rule: usize) -> Self {
        let is_node = table.nodes.iter().any(|node| node.rule == rule);
        let rule = &module.rules[rule];
        let how = match rule.unit {
            _ if is_node => How::View,
            Unit::Text => How::Text,
            Unit::Bytes => How::Bytes,
        };
        Self { rule, how }
    }

    fn ty(self) -> TokenStream {
        let ty = ident(&self.rule.type_name);
        match self.how {
            How::View => quote! { #ty<'t> },
            How::Text | How::Bytes => quote! { super::#ty<'t> },
        }
    }
}
