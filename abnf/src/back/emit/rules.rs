//! The files of the rules: for each a validated view of text.

use super::code::{locating, matching};
use super::docs::{escape, fenced, inner_docs, outer_docs, wrapped};
use super::locators::locator_path;
use super::tables::{shift_path, table_path};
use super::{ident, names, option, root_path, text_literal};
use super::{iterators, views};
use crate::plan::model::{Model, Module, Rule, Unit};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The module that gathers the rules.
pub(super) fn index(module: &Module) -> TokenStream {
    let docs = inner_docs("One module for each rule, and one for each union of rules.");
    let rules = module.rules.iter().map(|rule| (&rule.module_name, &rule.type_name));
    let unions = module.unions.iter().map(|union| (&union.module_name, &union.type_name));
    let (modules, types): (Vec<_>, Vec<_>) =
        rules.chain(unions).map(|(module, ty)| (ident(module), ident(ty))).unzip();
    let iterators = module.rules.iter().flat_map(|rule| {
        let names = rule.view.repeated.iter().map(|it| ident(&it.iterator));
        names.map(|name| (ident(&rule.module_name), name))
    });
    let (owners, iterators): (Vec<_>, Vec<_>) = iterators.unzip();
    let owned = module.rules.iter().map(|rule| {
        let (module, buf) = (ident(&rule.module_name), ident(&rule.buf_name));
        quote! { #module::#buf }
    });
    quote! {
        #docs
        #(mod #modules;)*
        #(pub use self::#modules::#types;)*
        #(pub use self::#owners::#iterators;)*
        #[cfg(feature = "alloc")]
        pub use self::{#(#owned),*};
    }
}

/// The file of one rule of the module at `index`.
pub(super) fn rule(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let module = &model.modules[index];
    let file_docs = inner_docs(&format!("The rule `{}`.", rule.name));
    let docs = outer_docs(&type_docs(model, module, rule));
    let ty = ident(&rule.type_name);
    let root = root_path(module, 1);
    let definition = definition(rule);
    let common = common(rule);
    let constant = rule_constant(model, index, rule);
    let parts = views::accessors(module, rule);
    let repeated = iterators::accessors(model, index, rule);
    let accessors = quote! { #parts #repeated };
    let iterators = iterators::iterators(model, index, rule);
    // A lifetime has a name where an accessor needs it.
    let lifetime = if accessors.is_empty() { quote!('_) } else { quote!('a) };
    let generics = (!accessors.is_empty()).then(|| quote!(<'a>));
    let names = |name| names(&accessors, name) || names(&iterators, name);
    let tagged =
        (names("tagged") || super::names(&constant, "is_too_long")).then(|| quote!(tagged,));
    let transducer = names("transducer").then(|| quote!(transducer,));
    quote! {
        #file_docs
        use #root::{rule, #tagged #transducer view};
        #docs
        #definition
        #common
        impl #generics #ty<#lifetime> {
            #constant
            #accessors
        }
        #iterators
    }
}

fn unit(rule: &Rule) -> TokenStream {
    match rule.unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    }
}

fn definition(rule: &Rule) -> TokenStream {
    let (ty, unit) = (ident(&rule.type_name), unit(rule));
    let slots = Literal::usize_unsuffixed(rule.view.slots);
    let unread = (rule.view.slots == 0)
        .then(|| quote! { #[allow(dead_code, reason = "there is nothing to note")] });
    quote! {
        #[derive(Clone, Copy)]
        pub struct #ty<'a> {
            pub(super) text: &'a #unit,
            /// Where its parts lie.
            #unread
            pub(super) at: [u32; #slots],
        }
    }
}

/// What the run-time gives every view.
fn common(rule: &Rule) -> TokenStream {
    let (ty, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    let slots = Literal::usize_unsuffixed(rule.view.slots);
    let of = match rule.unit {
        Unit::Text => quote!(text),
        Unit::Bytes => quote!(bytes),
    };
    quote! { view::#of!(#ty, #buf, #slots); }
}

fn rule_constant(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let name = &rule.name;
    let table = table_path(model, index, rule);
    let tagged = rule.view.locator.map(|locator| locator_path(model, index, locator));
    let tagged = option(tagged.map(|path| quote! { &#path }));
    let matches = matches(model, index, rule);
    let located = located(model, index, rule);
    let slots = Literal::usize_unsuffixed(rule.view.slots);
    quote! {
        const RULE: &'static rule::Rule =
            &rule::Rule { name: #name, dfa: &#table, tagged: #tagged };
        const MATCHES: fn(&[u8]) -> bool = #matches;
        const LOCATED: fn(&[u8], &mut [u32; #slots]) -> bool = #located;
    }
}

/// The function that says whether a text matches.
fn matches(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let shift = shift_path(model, index, rule.matcher);
    let code = matching(model, index, rule.matcher);
    match (shift, code) {
        (None, None) => quote! { |text| Self::RULE.is_match(text) },
        (Some(shift), None) => quote! { |text| #shift.is_match(text) },
        (None, Some(code)) => quote! { |text| #code },
        (Some(shift), Some(code)) => quote! {
            |text| if rule::is_long(text) { #code } else { #shift.is_match(text) }
        },
    }
}

/// The function that gives the slots of a text, if it matches.
fn located(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let Some(locator) = rule.view.locator else {
        return quote! { |text, _| (Self::MATCHES)(text) };
    };
    if rule.view.slots == 0 {
        return quote! { |text, _| !tagged::is_too_long(text) && (Self::MATCHES)(text) };
    }
    match locating(model, index, locator) {
        Some(code) => quote! { |text, at| !tagged::is_too_long(text) && #code },
        None => quote! { |text, at| Self::RULE.relocate(text, at) },
    }
}

fn type_docs(model: &Model, module: &Module, rule: &Rule) -> String {
    let title = escape(&rule.source);
    let source = if title.is_empty() { String::new() } else { format!(" of {title}") };
    let matches = format!("matches the rule `{}`{source}", rule.name);
    let mut docs = match &rule.docs {
        Some(docs) => format!("{}\n\nThe text {matches}:", docs.trim()),
        None => format!("Text that {matches}."),
    };
    if !rule.abnf.is_empty() {
        docs.push_str("\n\n");
        docs.push_str(&fenced("abnf", &rule.abnf));
    }
    if rule.samples.shortest.is_none() && rule.samples.example.is_none() {
        docs.push_str("\n\nNo text of up to 1000 bytes matches.");
    }
    docs.push_str("\n\n");
    docs.push_str(&wrapped(&engines(model, rule)));
    if let Some(example) = module.path.as_ref().and_then(|path| example(path, rule)) {
        docs.push_str("\n\n# Examples\n\n");
        docs.push_str(&fenced("", &example));
    }
    docs
}

/// How the texts of a rule are read.
fn engines(model: &Model, rule: &Rule) -> String {
    let matcher = &model.modules[rule.matcher.module].matchers[rule.matcher.index];
    let shifts = if matcher.layers.is_empty() { "shifts" } else { "layers of shifts" };
    let matched = match (&matcher.shift, &matcher.code) {
        (None, None) => "a table".to_owned(),
        (Some(_), None) => shifts.to_owned(),
        (None, Some(_)) => "code".to_owned(),
        (Some(_), Some(_)) => format!("{shifts} where it is short, else by code"),
    };
    let located = rule.view.locator.map(|id| {
        if rule.view.slots < rule.view.located {
            return "; its parts are located when they are asked for";
        }
        match model.modules[id.module].locators[id.index].code {
            _ if rule.view.located == 0 => "; where its parts lie follows from its length",
            None => "; its parts are located by a table",
            Some(_) => "; its parts are located by code",
        }
    });
    format!("It is matched by {matched}{}.", located.unwrap_or_default())
}

/// A program that shows the rule on its sample texts.
pub(super) fn example(path: &str, rule: &Rule) -> Option<String> {
    let ty = &rule.type_name;
    let text = text_literal(rule.unit, rule.samples.example.as_ref()?);
    let accessor = match rule.unit {
        Unit::Text => "as_str",
        Unit::Bytes => "as_bytes",
    };
    let mut lines = vec![
        format!("use {path}::{ty};"),
        String::new(),
        format!("let text = {ty}::new({text});"),
        format!("assert_eq!(text.{accessor}(), {text});"),
    ];
    if let Some((wrong, offset)) = rule.samples.rejected.last() {
        let wrong = text_literal(rule.unit, wrong);
        lines.push(format!("let error = {ty}::parse({wrong}).unwrap_err();"));
        lines.push(format!("assert_eq!(error.offset(), {offset});"));
    }
    Some(lines.join("\n"))
}

/// A program that reads the rule's sample text in two pieces.
pub(super) fn push_example(path: &str, rule: &Rule) -> Option<String> {
    let ty = &rule.type_name;
    let text = rule.samples.example.as_ref()?;
    let (first, second) = text.split_at(text.len() / 2);
    let [first, second] = [first, second].map(|piece| text_literal(Unit::Bytes, piece));
    let lines = [
        format!("use {path}::{ty};"),
        String::new(),
        format!("let mut matcher = {ty}::matcher();"),
        format!("matcher.push({first}).unwrap();"),
        format!("matcher.push({second}).unwrap();"),
        "assert_eq!(matcher.finish(), Ok(()));".to_owned(),
        format!("assert_eq!(matcher.offset(), {});", text.len()),
    ];
    Some(lines.join("\n"))
}
