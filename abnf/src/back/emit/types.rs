//! The file of the types: for each rule the text that matches it, borrowed and owned, its parts,
//! iterators and unions.

use super::docs::{absent, escape, inner_docs, lacks, outer_docs, wrapped};
use super::markers::unit;
use super::{
    class_literal, decoded_methods, ident, iterators, number_methods, root_path, unions, views,
};
use crate::bytes::markdown::fenced;
use crate::plan::model::{Constant, MatcherId, Model, Module, Node, Rule, Shown, Unit};
use crate::plan::runtime::METHODS;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The constants and the types of all rules.
pub(super) fn types(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs("The types of text, by rules, and the sets of bytes.");
    let root = root_path(module, 0);
    let constants = module.constants.iter().map(|it| constant(module, it));
    let types = module.rules.iter().map(|rule| types_of(model, index, rule));
    let is_used = !module.constants.is_empty() || !module.rules.is_empty();
    let runtime = is_used.then(|| quote! { use #root::runtime; });
    // A rule may have the name of a constructor.
    let allowed = module.rules.iter().any(is_called_like_a_constructor).then(|| {
        let reason = "a rule is called like a constructor";
        quote! { #![allow(clippy::self_named_constructors, reason = #reason)] }
    });
    quote! {
        #docs
        #allowed
        #runtime
        #(#constants)*
        #(#types)*
    }
}

/// Returns whether the type of a rule has the name of a method that makes it.
fn is_called_like_a_constructor(rule: &Rule) -> bool {
    let name = rule.type_name.to_lowercase();
    METHODS.iter().any(|method| method.replace('_', "") == name)
}

/// Returns whether a rule has parts.
fn has_parts(rule: &Rule) -> bool {
    !rule.view.parts.is_empty() || !rule.view.repeated.is_empty()
}

/// The types of one rule: of its texts, borrowed and owned, of the iterators over its parts, and of
/// those parts that can be texts of several rules.
fn types_of(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let module = &model.modules[index];
    let ty = ident(&rule.type_name);
    let text = text(module, rule);
    let number = number_methods::number(rule);
    let decoded = decoded_methods::decoded(model, index, rule);
    let owned = views::owned_accessors(module, rule);
    let parts = views::accessors(module, rule);
    let [repeated, collected] = iterators::accessors(module, rule);
    let iterators = iterators::iterators(model, index, rule);
    let unions = module.unions.iter().filter(|union| union.owner == rule.type_name);
    let unions = unions.map(|union| unions::union(module, union));
    let [lending, plain] = [quote! { impl<'a> #ty<'a> }, quote! { impl #ty<'_> }];
    let [lend, collected_lend] = iterators::lend(module, rule);
    let accessors = (!repeated.is_empty()).then(|| {
        let head = if lend { &lending } else { &plain };
        quote! { #head { #(#repeated)* } }
    });
    let collected = (!collected.is_empty()).then(|| {
        let head = if collected_lend { &lending } else { &plain };
        quote! {
            #[cfg(feature = "alloc")]
            #head { #(#collected)* }
        }
    });
    quote! {
        #text
        #number
        #decoded
        #parts
        #accessors
        #collected
        #owned
        #iterators
        #(#unions)*
    }
}

/// The borrowed type and the owned one.
fn text(module: &Module, rule: &Rule) -> TokenStream {
    let docs = type_docs(module, rule).attributes();
    let (ty, buf, unit) = (ident(&rule.type_name), ident(&rule.buf_name), unit(rule));
    let slots = Literal::usize_unsuffixed(rule.view.slots);
    let needs_alloc = matches!(rule.matcher, MatcherId::General(_));
    let form = ident(match (rule.unit, needs_alloc) {
        (Unit::Text, false) => "text",
        (Unit::Text, true) => "parsed_text",
        (Unit::Bytes, false) => "bytes",
        (Unit::Bytes, true) => "parsed_bytes",
    });
    let feature = needs_alloc.then(|| quote! { #[cfg(feature = "alloc")] });
    let nested = matches!(rule.matcher, MatcherId::Nested(_))
        .then(|| quote! { runtime::nested::nested!(#ty, #unit); });
    quote! {
        #feature
        runtime::text::#form! { #docs #ty, #buf, #slots }
        #nested
    }
}

fn constant(module: &Module, constant: &Constant) -> TokenStream {
    let name = ident(&constant.const_name);
    let docs = definition_docs(
        constant.docs.as_deref(),
        &format!("The bytes that match the rule `{}`", constant.name),
        &constant.source,
        (figure(module, &constant.name), &constant.abnf),
    );
    let docs = docs.attributes();
    let class = class_literal(constant.set);
    quote! {
        #docs
        pub const #name: runtime::ByteSet = runtime::ByteSet::of_class(#class);
    }
}

/// The path of the figure of a rule, if there is one.
fn figure<'a>(module: &'a Module, rule: &str) -> Option<&'a str> {
    module.figures.get(&rule.to_ascii_lowercase()).map(|figure| &*figure.path)
}

fn type_docs(module: &Module, rule: &Rule) -> Documentation {
    let subject = format!("Text that matches the rule `{}`", rule.name);
    let definition = (figure(module, &rule.name), &*rule.abnf);
    let mut whole = definition_docs(rule.docs.as_deref(), &subject, &rule.source, definition);
    let docs = &mut whole.end;
    let restrictions = Some(rule.restrictions.clone()).filter(|it| !it.is_empty());
    for sentence in restrictions.into_iter().chain(absences(rule)) {
        docs.push_str("\n\n");
        docs.push_str(&wrapped(&sentence));
    }
    if rule.samples.shortest.is_none() && rule.samples.example.is_none() {
        docs.push_str("\n\nNo text of up to 1000 bytes matches.");
    }
    match rule.matcher {
        MatcherId::Table(_) if rule.is_solved => docs.push_str(
            "\n\nThe rule embeds itself, but its language is regular, so an automaton without a stack\n\
             matches it.",
        ),
        MatcherId::Table(_) => {}
        MatcherId::Nested(_) => docs.push_str(
            "\n\nThe rule embeds itself. A text is read in one pass. A text that is nested deeper than\n\
             `MAX_DEPTH` is an error, unless the caller passes a larger stack.",
        ),
        MatcherId::General(_) => docs.push_str(&super::docs::wrapped(&format!(
            "\n\nWith feature `alloc`. The rule takes a general parser: {}. \
             Time is cubic in the text at worst, and bounded. Texts can only be parsed: there is no \
             `new`, `check`, `longest_prefix` or `matcher`.",
            rule.obstacle
        ))),
    }
    if has_parts_in_trees(module, rule) {
        let ty = &rule.type_name;
        let sentence = format!("With feature `alloc`, `tree` finds the parts: see `nodes::{ty}`.");
        docs.push_str("\n\n");
        docs.push_str(&sentence);
    }
    whole
}

/// Returns whether the rule is one of those whose parts are in trees.
fn has_parts_in_trees(module: &Module, rule: &Rule) -> bool {
    let Some(trees) = &module.trees else { return false };
    let is_node = |node: &Node| match trees.shown[node.number] {
        Shown::Rule(index) => module.rules[index].type_name == rule.type_name,
        Shown::Group { .. } | Shown::Literal(_) => false,
    };
    trees.nodes.iter().any(|node| !node.parts.is_empty() && is_node(node))
}

/// The sentences about parts without accessors, with the reasons.
fn absences(rule: &Rule) -> Vec<String> {
    let lacking = rule.view.lacking.iter().map(lacks);
    // A text of characters alone needs no explanation.
    let is_mentioned = has_parts(rule) && !rule.view.without_accessors.is_empty();
    let without_accessors = is_mentioned.then(|| {
        let absent = absent(&rule.view.without_accessors);
        format!("{absent}, whose texts are characters or white space.")
    });
    lacking.chain(without_accessors).collect()
}

/// Documentation around a figure.
struct Documentation {
    begin: String,
    /// The path of the figure, if there is one.
    figure: Option<String>,
    /// The rest: paragraphs, each after an empty line.
    end: String,
}

impl Documentation {
    fn attributes(&self) -> TokenStream {
        let Self { begin, figure, end } = self;
        let Some(path) = figure else { return outer_docs(&format!("{begin}{end}")) };
        let (begin, end) = (outer_docs(begin), outer_docs(end.strip_prefix('\n').unwrap_or(end)));
        quote! { #begin #[doc = ""] #[doc = include_str!(#path)] #end }
    }
}

/// Returns the description of an item, with the definition of its rule as a figure and as text.
fn definition_docs(
    docs: Option<&str>,
    subject: &str,
    source: &str,
    (figure, abnf): (Option<&str>, &str),
) -> Documentation {
    let source = escape(source);
    let source = if source.is_empty() { source } else { format!(" of {source}") };
    let begin = match docs {
        Some(docs) => docs.trim().to_owned(),
        None => format!("{subject}{source}."),
    };
    let end = match abnf {
        "" => String::new(),
        abnf => format!("\n\n{}", fenced("abnf", abnf)),
    };
    Documentation { begin, figure: figure.map(str::to_owned), end }
}
