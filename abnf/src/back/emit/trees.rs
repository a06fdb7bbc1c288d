//! The file with what trees are made from, and the one with the types of nested rules in trees.

use super::docs::{inner_docs, outer_docs, wrapped};
use super::tables::hexadecimal;
use super::{ident, range_bytes, root_path};
use crate::plan::model::{MatcherId, Module, Node, Rule, TreeTable, Unit};
use crate::plan::trees::Count;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The tables.
pub(super) fn tree_tables(module: &Module, table: &TreeTable) -> TokenStream {
    let docs = inner_docs(
        "What trees are made from: the rules as automata that call each other.\n\n\
         A state is three numbers: 0 ends its rule, 1 reads a byte of a set and goes on in a state,\n\
         2 branches to targets, from one index up to another, and 3 calls a rule and goes on in a\n\
         state. The first of several ways is preferred.",
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
        "The nested rules as they stand in trees, with accessors for the rules inside.\n\n\
         `tree` of a text makes its tree, and `root` of the tree gives the first of these values.",
    );
    let root = root_path(module, 0);
    let nodes = table.nodes.iter().map(|it| node(module, it));
    quote! {
        #docs
        use super::rules;
        use #root::runtime::tree;
        #(#nodes)*
    }
}

fn node(module: &Module, node: &Node) -> TokenStream {
    let rule = &module.rules[node.rule];
    let ty = ident(&rule.type_name);
    let docs = outer_docs(&format!("Text of [`{0}`](type@super::{0}) in a tree.", rule.type_name));
    let accessors = node.parts.iter().map(|part| accessor(module, part));
    let kind = node.choice.as_ref().map(|(name, rules)| kind(module, name, rules));
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
fn kind(module: &Module, name: &str, rules: &[usize]) -> (TokenStream, TokenStream) {
    let ty = ident(name);
    let rules: Vec<&Rule> = rules.iter().map(|&rule| &module.rules[rule]).collect();
    let variants = rules.iter().map(|rule| {
        let docs = outer_docs(&format!("Text of `{}`.", rule.name));
        let (variant, inner) = (ident(&rule.type_name), type_of(rule));
        quote! { #docs #variant(#inner) }
    });
    let tries = rules.iter().enumerate().map(|(index, rule)| {
        let variant = ident(&rule.type_name);
        let found = match how(rule) {
            How::View => quote! { node.view().map(#ty::#variant) },
            How::Text => quote! { node.str_text().map(#ty::#variant) },
            How::Bytes => quote! { node.byte_text().map(#ty::#variant) },
        };
        if index == 0 {
            found
        } else {
            quote! { .or_else(|| #found) }
        }
    });
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
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

fn accessor(module: &Module, (rule, name, count): &(usize, String, Count)) -> TokenStream {
    let rule = &module.rules[*rule];
    let (method, ty) = (ident(name), type_of(rule));
    let all = match how(rule) {
        How::View => quote!(self.views()),
        How::Text => quote!(self.str_texts()),
        How::Bytes => quote!(self.byte_texts()),
    };
    let name = &rule.name;
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
    let attribute = (*count != Count::Many).then(|| quote! { #[must_use] });
    quote! {
        #docs
        #attribute
        pub fn #method(self) -> #result { #body }
    }
}

/// As what the text of a rule is had from a tree.
enum How {
    /// Nested rules.
    View,
    /// Regular ones over `str`.
    Text,
    /// Regular ones over `[u8]`.
    Bytes,
}

fn how(rule: &Rule) -> How {
    match (rule.matcher, rule.unit) {
        (MatcherId::Nested(_) | MatcherId::General(_), _) => How::View,
        (MatcherId::Table(_), Unit::Text) => How::Text,
        (MatcherId::Table(_), Unit::Bytes) => How::Bytes,
    }
}

fn type_of(rule: &Rule) -> TokenStream {
    let ty = ident(&rule.type_name);
    match how(rule) {
        How::View => quote! { #ty<'t> },
        How::Text | How::Bytes => quote! { super::#ty<'t> },
    }
}
