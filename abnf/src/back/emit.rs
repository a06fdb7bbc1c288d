//! Prints a [`Model`] as Rust: one stream of tokens for each file.
//!
//! Everything that depends on the grammar is quoted here and in the submodules; the run-time, which
//! does not, is copied from its package. Generated code names items of the core library by their
//! full paths, because a rule may be called `Option`. It reaches its own run-time through modules,
//! because no type has the name of a module.
//!
//! Tokens contain no comments except documentation, so comments in generated
//! code are documentation.

mod changes;
mod code;
mod column_rules;
mod columns;
mod contents;
mod crate_example;
mod cuts;
mod data;
mod data_types;
mod data_writers;
mod decoded_methods;
mod docs;
mod encoded_methods;
mod event_tables;
mod general_tables;
mod iterators;
mod locators;
mod markers;
mod nested_tables;
mod node_data;
mod node_variants;
mod nodes;
mod number_methods;
mod paths;
mod reader_code;
mod record_readers;
mod rule_tests;
mod runs;
mod tables;
mod tree_tables;
mod types;
mod unions;
mod views;

use crate::bytes::ByteSet;
use crate::plan::model::{Model, Module, Unit};
use crate::plan::runtime::{self, Contents};
use crate::spec::CargoFeature;
pub(crate) use column_rules::column_rules;
pub use column_rules::{ColumnPart, ColumnRule, ColumnRules};
use contents::contents;
pub(crate) use crate_example::example;
use docs::inner_docs;
pub(crate) use docs::{escape, plain};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// A file to render.
pub struct File<'a> {
    /// The grammar that it comes from.
    pub title: String,
    /// The command that writes it.
    pub command: String,
    /// Its content.
    pub code: Code<'a>,
}

/// The content of a file.
pub enum Code<'a> {
    /// Tokens to format, created when the file is rendered: tokens take many times the
    /// memory of the text.
    Tokens(Tokens<'a>),
    /// Final text of Rust, without the notice above it.
    Text(String),
    /// The text of a whole file that is not Rust.
    Verbatim(String),
}

/// Makes the tokens of a file.
pub type Tokens<'a> = Box<dyn FnOnce() -> TokenStream + 'a>;

/// Returns the files by their paths below the generated folder.
pub fn emit(model: &Model) -> BTreeMap<String, File<'_>> {
    let file =
        |title: &str, code| File { title: title.to_owned(), command: model.command.clone(), code };
    let mut files = BTreeMap::new();
    let title = model.modules.first().map_or("", |root| &root.title);
    let contents = contents(model);
    for (name, text) in runtime::runtime(&contents) {
        let made = file(title, Code::Text(text));
        files.insert(format!("runtime/{name}"), made);
    }
    for (index, module) in model.modules.iter().enumerate() {
        let folder = module.name.as_ref().map_or_else(String::new, |name| format!("{name}/"));
        let mut put = |name: &str, title: &str, tokens| {
            let made = file(title, Code::Tokens(tokens));
            files.insert(format!("{folder}{name}"), made);
        };
        let title = &module.title;
        let root = module_file(model, index, &contents);
        put("mod.rs", title, Box::new(|| root));
        if is_empty(module) {
            continue;
        }
        put("rules.rs", title, Box::new(move || markers::markers(model, index)));
        put("types.rs", title, Box::new(move || types::types(model, index)));
        if !module.class_maps.is_empty() {
            put("classes.rs", title, Box::new(|| tables::classes(module)));
        }
        if !module.matchers.is_empty() {
            put("tables.rs", title, Box::new(move || tables::tables(model, index)));
        }
        if !module.locators.is_empty() {
            for (name, tokens) in locators::locators(model, index) {
                put(&name, title, tokens);
            }
        }
        if !module.event_tables.is_empty() {
            put("repeated.rs", title, Box::new(|| event_tables::event_tables(module)));
        }
        if let Some(table) = &module.nested {
            put("nested.rs", title, Box::new(move || nested_tables::nested_tables(module, table)));
        }
        if let Some(table) = &module.general {
            put(
                "general.rs",
                title,
                Box::new(move || general_tables::general_tables(module, table)),
            );
        }
        if let Some(table) = &module.trees {
            put("trees.rs", title, Box::new(move || tree_tables::tree_tables(module, table)));
            if !table.nodes.is_empty() {
                put("nodes.rs", title, Box::new(move || nodes::nodes(module, table)));
            }
        }
        if !module.records.is_empty() {
            put("values.rs", title, Box::new(move || data::data(model, index)));
        }
        if has_columns(model, module) {
            put("columns.rs", title, Box::new(move || columns::columns(model, index)));
        }
        put("tests.rs", title, Box::new(move || rule_tests::rule_tests(model, index)));
        for (name, tokens) in code::code(module) {
            let made = file(title, Code::Tokens(Box::new(|| tokens)));
            files.insert(format!("{folder}code/{name}.rs"), made);
        }
        for figure in module.figures.values() {
            let made = file(title, Code::Verbatim(format!("{}\n", figure.html)));
            files.insert(format!("{folder}{}", figure.path), made);
        }
    }
    files
}

fn module_file(model: &Model, index: usize, contents: &Contents) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(&module_docs(&sources(module)));
    let tables = [
        ("classes", !module.class_maps.is_empty()),
        ("code", module.has_code()),
        ("general", module.general.is_some()),
        ("nested", module.nested.is_some()),
        ("parts", !module.locators.is_empty()),
        ("repeated", !module.event_tables.is_empty()),
        ("tables", !module.matchers.is_empty()),
        ("trees", module.trees.is_some()),
    ];
    let tables = tables.iter().filter(|it| it.1).map(|(name, _)| {
        // An automaton that shares its code with another may be unused.
        let unused = (*name == "tables").then(|| {
            quote! { #[allow(dead_code, reason = "code and shifts may replace a table")] }
        });
        let name = ident(name);
        let is_owned = name == "general" || name == "trees";
        let owned = is_owned.then(|| quote! { #[cfg(feature = "alloc")] });
        quote! { #owned #unused mod #name; }
    });
    let has_nodes = module.trees.as_ref().is_some_and(|table| !table.nodes.is_empty());
    let nodes = has_nodes.then(|| quote! { #[cfg(feature = "alloc")] pub mod nodes; });
    let values = (!module.records.is_empty()).then(|| quote! { pub mod values; });
    let columns = has_columns(model, module).then(|| {
        quote! { #[cfg(feature = "columns")] pub mod columns; }
    });
    let own = (!is_empty(module)).then(|| {
        quote! {
            #(#tables)*
            #columns
            #nodes
            mod rules;
            #[cfg(test)]
            mod tests;
            mod types;
            #values
        }
    });
    let types = (!is_empty(module)).then(|| quote! { pub use self::types::*; });
    if index > 0 {
        return quote! {
            #docs
            #own
            #types
        };
    }
    let children = model.modules[1..].iter().map(|child| {
        let name = ident(child.name.as_deref().unwrap_or_default());
        let feature = child.feature.as_ref().map(|feature| quote! { #[cfg(feature = #feature)] });
        quote! { #feature pub mod #name; }
    });
    let exports = runtime::exports(contents);
    let large = model.modules.iter().any(tables::has_large).then(|| {
        quote! { #![allow(long_running_const_eval, reason = "large tables take many steps")] }
    });
    quote! {
        #docs
        // Names and titles come from the grammar and can have any form.
        #![allow(clippy::doc_markdown, clippy::must_use_candidate, reason = "documentation quotes the grammar")]
        #![allow(unexpected_cfgs, reason = "the crate around need not have every feature")]
        #large
        #own
        pub(crate) mod runtime;
        #(#children)*
        #exports
        #types
    }
}

/// Returns whether this is a root without a grammar, above modules that all have names.
fn is_empty(module: &Module) -> bool {
    module.rules.is_empty() && module.constants.is_empty()
}

/// Returns whether a module has constants for columns.
fn has_columns(model: &Model, module: &Module) -> bool {
    model.cargo_features.declared.contains(&CargoFeature::Columns) && !module.rules.is_empty()
}

/// The names of the files that define the rules, the grammar's own first.
fn sources(module: &Module) -> String {
    let mut names = vec![module.title.as_str()];
    for rule in &module.rules {
        if !names.contains(&rule.source.as_str()) {
            names.push(&rule.source);
        }
    }
    // A grammar that only collects rules of others has no own rules.
    let is_source = |name: &&str| module.rules.iter().any(|rule| rule.source == **name);
    let named: Vec<&str> = names.iter().copied().filter(is_source).collect();
    docs::list(if named.is_empty() { &names } else { &named }, "and")
}

fn module_docs(title: &str) -> String {
    format!(
        "Types for the rules of {}.\n\n\
         A value of one of these types is text that is known to match its rule.",
        escape(title)
    )
}

/// The path from a file to the root of the generated code: one `super` for each
/// folder between and one for the file itself.
fn root_path(module: &Module, folders: usize) -> TokenStream {
    let depth = folders + 1 + usize::from(module.name.is_some());
    let supers = std::iter::repeat_n(quote!(super), depth);
    quote! { #(#supers)::* }
}

/// The path of one module from a file of another, `depth` folders below it.
fn module_path(model: &Model, from: usize, to: usize, folders: usize) -> TokenStream {
    if from == to {
        let supers = std::iter::repeat_n(quote!(super), folders + 1);
        return quote! { #(#supers)::* };
    }
    let root = root_path(&model.modules[from], folders);
    let name = model.modules[to].name.iter().map(|name| ident(name));
    quote! { #root #(::#name)* }
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A set as a character class, which `ByteSet::of_class` of the run-time reads: its bytes and
/// ranges in ascending order, except a `-` that ends a range, which comes first.
fn class_literal(set: ByteSet) -> Literal {
    let mut class = Vec::new();
    for (mut first, mut last) in set.ranges() {
        if first == b'-' || last == b'-' {
            class.insert(0, b'-');
        }
        match (first, last) {
            (b'-', b'-') => continue,
            (b'-', _) => first += 1,
            (_, b'-') => last -= 1,
            _ => {}
        }
        class.push(first);
        if 1 < last - first {
            class.push(b'-');
        }
        if first < last {
            class.push(last);
        }
    }
    Literal::byte_string(&class)
}

/// A literal of text, or of bytes.
fn text_literal(unit: Unit, text: &[u8]) -> Literal {
    match unit {
        Unit::Text => {
            Literal::string(std::str::from_utf8(text).expect("rules over text hold only UTF-8"))
        }
        Unit::Bytes => Literal::byte_string(text),
    }
}
