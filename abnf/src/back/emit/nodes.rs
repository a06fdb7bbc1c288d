//! The file with the types of rules that recur, in trees.

use super::docs::{absent, inner_docs, list, outer_docs, whether, wrapped};
use super::markers::unit_type;
use super::{ident, root_path};
use crate::bytes::markdown::{code, fenced};
use crate::plan::accessors::Count;
use crate::plan::model::{Module, Node, NodeUnion, Rule, Shown, TreePart, TreePartKind, TreeTable};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The types.
pub(super) fn nodes(module: &Module, table: &TreeTable) -> TokenStream {
    let docs = inner_docs(
        "The rules that recur, as nodes of trees, with accessors for their contents.\n\n\
         The method `tree` of a text returns its tree, and `root` returns the root of the tree,\n\
         which is one of these types.",
    );
    let root = root_path(module, 0);
    let nodes = table.nodes.iter().map(|it| node(module, table, it));
    let unions = table.unions.iter().map(|it| union(module, table, it));
    quote! {
        #docs
        use #root::runtime::tree;
        #(#nodes)*
        #(#unions)*
    }
}

fn node(module: &Module, table: &TreeTable, node: &Node) -> TokenStream {
    let (ty, unit, mut docs) = match &table.shown[node.number] {
        Shown::Group { type_name, abnf, owner, unit, .. } => {
            let owner = &module.rules[*owner];
            let docs = format!("A repeated item of `{}`.", owner.name);
            let docs = format!("{docs}\n\n{}", fenced("abnf", abnf));
            (ident(type_name), *unit, docs)
        }
        shown => {
            let rule = rule_of(module, shown).expect("a literal has no parts");
            let ty = ident(&rule.type_name);
            let docs = format!("Text of [`{ty}`](super::{ty}) in a tree.");
            (ty, rule.unit, docs)
        }
    };
    let unit = unit_type(unit);
    let number = Literal::usize_unsuffixed(node.number);
    if !node.without_accessors.is_empty() {
        let absent = format!(
            "{}, whose texts are white space, always the same, or characters without information.",
            absent(&node.without_accessors)
        );
        docs = format!("{docs}\n\n{}", wrapped(&absent));
    }
    let docs = outer_docs(&docs);
    let accessors = node.parts.iter().map(|part| accessor(module, table, part));
    let accessors =
        (!node.parts.is_empty()).then(|| quote! { impl<'t> #ty<'t> { #(#accessors)* } });
    quote! {
        tree::node! { #docs #ty over #unit, #number }
        #accessors
    }
}

/// The rule of the module that a tree shows, unless it is a group or a literal.
fn rule_of<'a>(module: &'a Module, shown: &Shown) -> Option<&'a Rule> {
    match shown {
        Shown::Rule(rule) => Some(&module.rules[*rule]),
        Shown::Group { .. } | Shown::Literal(_) => None,
    }
}

fn accessor(module: &Module, table: &TreeTable, part: &TreePart) -> TokenStream {
    let method = ident(&part.accessor);
    let (ty, name, found) = match part.what {
        TreePartKind::Literal(number) => {
            let name = Inner::new(module, table, number).shown_name();
            let docs = outer_docs(&wrapped(&whether(&name)));
            let number = Literal::usize_unsuffixed(number);
            return quote! {
                #docs
                #[must_use]
                pub fn #method(self) -> bool {
                    self.node.children().any(|node| node.is_numbered(#number))
                }
            };
        }
        TreePartKind::One(number) => {
            let inner = Inner::new(module, table, number);
            let all = match inner.how {
                How::View => quote!(views),
                How::Text => quote!(texts),
            };
            let found = match part.count {
                Count::One | Count::Optional => quote! { self.node.#all().next() },
                Count::Many => quote! { self.node.#all() },
            };
            (inner.ty(), inner.shown_name(), found)
        }
        TreePartKind::Union(index) => {
            let union = &table.unions[index];
            let ty = union_type(table, union);
            let name = ident(&union.type_name);
            let found = match part.count {
                Count::One | Count::Optional => quote!(find_map),
                Count::Many => quote!(filter_map),
            };
            let found = quote! { self.node.children().#found(#name::of) };
            (ty, alternatives(module, table, union), found)
        }
    };
    let (docs, result, body) = match part.count {
        Count::One => (format!("The {name}."), ty, quote! { tree::only(#found) }),
        Count::Optional => {
            (format!("The {name}, if there is one."), quote! { ::core::option::Option<#ty> }, found)
        }
        Count::Many => (
            format!("Each {name}, in order."),
            quote! { impl ::core::iter::Iterator<Item = #ty> + use<'t> },
            found,
        ),
    };
    let docs = outer_docs(&wrapped(&docs));
    let attribute = (part.count != Count::Many).then(|| quote! { #[must_use] });
    quote! {
        #docs
        #attribute
        pub fn #method(self) -> #result { #body }
    }
}

/// The enum of the alternatives of a part.
fn union(module: &Module, table: &TreeTable, union: &NodeUnion) -> TokenStream {
    let (name, ty) = (ident(&union.type_name), union_type(table, union));
    let variants = union.alternatives.iter().map(|(number, literal)| {
        let inner = Inner::new(module, table, *number);
        if let Some(variant) = literal {
            let docs = outer_docs(&format!("The literal {}.", inner.shown_name()));
            let variant = ident(variant);
            quote! { #docs #variant }
        } else {
            let docs = outer_docs(&format!("Text of {}.", inner.shown_name()));
            let (variant, ty) = (ident(inner.type_name()), inner.ty());
            quote! { #docs #variant(#ty) }
        }
    });
    let tries = union.alternatives.iter().enumerate().map(|(index, (number, literal))| {
        let inner = Inner::new(module, table, *number);
        let found = if let Some(variant) = literal {
            let (variant, number) = (ident(variant), Literal::usize_unsuffixed(*number));
            quote! { node.is_numbered(#number).then_some(Self::#variant) }
        } else {
            let variant = ident(inner.type_name());
            let method = match inner.how {
                How::View => quote!(view),
                How::Text => quote!(text),
            };
            quote! { node.#method().map(Self::#variant) }
        };
        if index == 0 {
            found
        } else {
            quote! { .or_else(|| #found) }
        }
    });
    let docs = format!("Text of {}.", alternatives(module, table, union));
    let docs = outer_docs(&wrapped(&docs));
    let has_text = has_text(table, union);
    let (params, node) = if has_text {
        (quote! { <'t> }, quote! { tree::Node<'t> })
    } else {
        (quote! {}, quote! { tree::Node<'_> })
    };
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum #name #params { #(#variants),* }
        impl #params #ty {
            fn of(node: #node) -> ::core::option::Option<Self> { #(#tries)* }
        }
    }
}

fn union_type(table: &TreeTable, union: &NodeUnion) -> TokenStream {
    let ty = ident(&union.type_name);
    if has_text(table, union) {
        quote! { #ty<'t> }
    } else {
        quote! { #ty }
    }
}

fn has_text(table: &TreeTable, union: &NodeUnion) -> bool {
    let is_text = |number: usize| !matches!(table.shown[number], Shown::Literal(_));
    union.alternatives.iter().any(|it| is_text(it.0))
}

fn alternatives(module: &Module, table: &TreeTable, union: &NodeUnion) -> String {
    let name = |it: &(usize, Option<String>)| Inner::new(module, table, it.0).shown_name();
    list(&union.alternatives.iter().map(name).collect::<Vec<_>>(), "or")
}

/// The contents of a rule.
#[derive(Clone, Copy)]
struct Inner<'a> {
    rule: Option<&'a Rule>,
    shown: &'a Shown,
    how: How,
}

/// The form in which a tree returns the text of a rule.
#[derive(Clone, Copy)]
enum How {
    /// With accessors for its contents.
    View,
    /// As text.
    Text,
}

impl<'a> Inner<'a> {
    fn new(module: &'a Module, table: &'a TreeTable, number: usize) -> Self {
        let is_node = table.nodes.iter().any(|node| node.number == number);
        let shown = &table.shown[number];
        let rule = rule_of(module, shown);
        let how = if rule.is_some() && !is_node { How::Text } else { How::View };
        Self { rule, shown, how }
    }

    fn type_name(self) -> &'a str {
        match (self.rule, self.shown) {
            (Some(rule), _) => &rule.type_name,
            (None, Shown::Group { type_name, .. }) => type_name,
            (None, _) => unreachable!("a literal has a variant of its own"),
        }
    }

    /// The name in documentation.
    fn shown_name(self) -> String {
        match (self.rule, self.shown) {
            (Some(rule), _) => code(&rule.name),
            (None, Shown::Group { name, .. }) => code(name),
            (None, Shown::Literal(text)) => code(text),
            (None, Shown::Rule(_)) => unreachable!("the module has the rule"),
        }
    }

    fn ty(self) -> TokenStream {
        let ty = ident(self.type_name());
        match self.how {
            How::View => quote! { #ty<'t> },
            How::Text => quote! { super::#ty<'t> },
        }
    }
}
