//! A [`Model`] spelled out as Rust: one stream of tokens a file.
//!
//! Everything that depends on the grammar is quoted here and in the submodules;
//! the run-time, which does not, is the Rust text in `emit/runtime`. Generated code
//! names everything of the core library by its full path, because a rule may be
//! called `Option`. What it names of its own run-time it reaches through modules,
//! whose names no type has.
//!
//! Comments other than documentation do not survive as tokens; where generated
//! code needs one, it is documentation.

mod code;
mod docs;
mod iterators;
mod locators;
mod rule_tests;
mod rules;
mod tables;
mod tellers;
mod unions;
mod views;

use crate::diagnostic::Diagnostic;
use crate::plan::model::{Model, Module, Rule, Unit};
pub(crate) use docs::escape;
use docs::{inner_docs, outer_docs};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The types that the root module has beside those of its rules.
pub const RUNTIME_TYPES: [&str; 4] = ["ByteSet", "Matcher", "OwnedParseError", "ParseError"];

/// The names that a module cannot have.
const RESERVED_MODULES: [&str; 23] = [
    "alloc",
    "byte_set",
    "classes",
    "code",
    "dfa",
    "error",
    "lines",
    "matcher",
    "mod",
    "owned",
    "parts",
    "repeated",
    "rule",
    "rules",
    "scan",
    "serde",
    "shift",
    "simd",
    "tables",
    "tagged",
    "tests",
    "transducer",
    "view",
];

/// The run-time, file by file.
const RUNTIME: [(&str, &str); 14] = [
    ("byte_set.rs", include_str!("emit/runtime/byte_set.rs")),
    ("dfa.rs", include_str!("emit/runtime/dfa.rs")),
    ("error.rs", include_str!("emit/runtime/error.rs")),
    ("lines.rs", include_str!("emit/runtime/lines.rs")),
    ("matcher.rs", include_str!("emit/runtime/matcher.rs")),
    ("owned.rs", include_str!("emit/runtime/owned.rs")),
    ("rule.rs", include_str!("emit/runtime/rule.rs")),
    ("scan.rs", include_str!("emit/runtime/scan.rs")),
    ("serde.rs", include_str!("emit/runtime/serde.rs")),
    ("shift.rs", include_str!("emit/runtime/shift.rs")),
    ("simd.rs", include_str!("emit/runtime/simd.rs")),
    ("tagged.rs", include_str!("emit/runtime/tagged.rs")),
    ("transducer.rs", include_str!("emit/runtime/transducer.rs")),
    ("view.rs", include_str!("emit/runtime/view.rs")),
];

/// Whether generated code can have a module of this name below its root.
pub fn check_module_name(name: &str) -> Result<(), Diagnostic> {
    let is_snake = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && syn::parse_str::<Ident>(name).is_ok();
    if !is_snake || RESERVED_MODULES.contains(&name) {
        let message = format!("generated code cannot have a module `{name}`");
        let hint = if is_snake {
            "it has one of that name already"
        } else {
            "a module is called by small letters, digits and `_`, a letter first"
        };
        return Err(Diagnostic::error("bad-module-name", message).hint(hint));
    }
    Ok(())
}

/// A file to render.
#[derive(Clone, Debug)]
pub struct File {
    /// The grammar that it comes from.
    pub title: String,
    /// What it says.
    pub code: Code,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Code {
    /// To be formatted.
    Tokens(TokenStream),
    /// As well, but it may be nested as deep as an automaton has states.
    Deep(TokenStream),
    /// As it is.
    Text(&'static str),
}

/// The files, by their paths below the generated folder.
pub fn emit(model: &Model) -> BTreeMap<String, File> {
    let mut files = BTreeMap::new();
    let title = model.modules.first().map_or("", |root| &root.title);
    for (name, text) in RUNTIME {
        files.insert(name.to_owned(), File { title: title.to_owned(), code: Code::Text(text) });
    }
    for (index, module) in model.modules.iter().enumerate() {
        let folder = module.name.as_ref().map_or_else(String::new, |name| format!("{name}/"));
        let mut put = |name: &str, title: &str, tokens| {
            let file = File { title: title.to_owned(), code: Code::Tokens(tokens) };
            files.insert(format!("{folder}{name}"), file);
        };
        let title = &module.title;
        put("mod.rs", title, module_file(model, index));
        put("classes.rs", title, tables::classes(module));
        put("tables.rs", title, tables::tables(model, index));
        put("parts.rs", title, locators::locators(model, index));
        if !module.tellers.is_empty() {
            put("repeated.rs", title, tellers::tellers(module));
        }
        put("tests.rs", title, rule_tests::rule_tests(module));
        put("rules/mod.rs", title, rules::index(module));
        for rule in &module.rules {
            let name = format!("rules/{}.rs", rule.module_name);
            put(&name, &rule.source, rules::rule(model, index, rule));
        }
        for (place, union) in module.unions.iter().enumerate() {
            let name = format!("rules/{}.rs", union.module_name);
            put(&name, title, unions::union(module, place));
        }
        for (name, tokens) in code::code(module) {
            let file = File { title: title.clone(), code: Code::Deep(tokens) };
            files.insert(format!("{folder}code/{name}.rs"), file);
        }
    }
    files
}

fn module_file(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(&module_docs(&sources(module)));
    let types = module.rules.iter().map(|rule| &rule.type_name);
    let types = types.chain(module.unions.iter().map(|union| &union.type_name));
    let repeated = module.rules.iter().flat_map(|rule| &rule.view.repeated);
    let types = types.chain(repeated.map(|it| &it.iterator)).map(|it| ident(it));
    let repeated = (!module.tellers.is_empty()).then(|| quote! { mod repeated; });
    let is_code = module.matchers.iter().any(|it| it.code.is_some())
        || module.locators.iter().any(|it| it.code.is_some());
    let code = is_code.then(|| quote! { mod code; });
    let own = quote! {
        mod classes;
        #code
        mod parts;
        #repeated
        mod rules;
        mod tables;
    };
    let tests = quote! {
        #[cfg(test)]
        mod tests;
    };
    let bufs = module.rules.iter().map(|rule| ident(&rule.buf_name));
    let exports = quote! {
        #[cfg(feature = "alloc")]
        pub use self::rules::{#(#bufs),*};
        pub use self::rules::{#(#types),*};
    };
    if index > 0 {
        return quote! { #docs #own #tests #exports };
    }
    let children = model.modules[1..].iter().map(|child| {
        let name = ident(child.name.as_deref().unwrap_or_default());
        quote! { pub mod #name; }
    });
    // Those of the type itself follow: rustdoc puts the two together.
    let mut matcher_docs = "Checks text that arrives in pieces, without keeping it.".to_owned();
    if let Some(example) = most_states(model, rules::push_example) {
        matcher_docs.push_str("\n\n");
        matcher_docs.push_str(&docs::fenced("", &example));
    }
    let matcher_docs = outer_docs(&matcher_docs);
    quote! {
        #docs
        // Names and titles come from the grammar, whatever they look like.
        #![allow(clippy::doc_markdown, reason = "documentation quotes the grammar")]
        #![allow(unexpected_cfgs, reason = "the crate around need not have every feature")]
        #[cfg(feature = "alloc")]
        extern crate alloc;
        #[cfg(feature = "std")]
        extern crate std;
        mod byte_set;
        mod dfa;
        mod error;
        pub mod lines;
        mod matcher;
        #[cfg(feature = "alloc")]
        mod owned;
        mod rule;
        mod scan;
        #[cfg(feature = "serde")]
        mod serde;
        mod shift;
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        mod simd;
        mod tagged;
        mod transducer;
        mod view;
        #own
        #tests
        #(#children)*
        pub use self::byte_set::ByteSet;
        pub use self::error::ParseError;
        #matcher_docs
        pub use self::matcher::Matcher;
        #[cfg(feature = "alloc")]
        pub use self::owned::OwnedParseError;
        #exports
    }
}

/// The names of the files that define the rules, the grammar's own first.
fn sources(module: &Module) -> String {
    let mut names = vec![module.title.as_str()];
    for rule in &module.rules {
        if !names.contains(&rule.source.as_str()) {
            names.push(&rule.source);
        }
    }
    // A grammar that only gathers the rules of others has none of its own.
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

/// The documentation of a crate for a grammar.
pub(crate) fn crate_docs(title: &str, example: Option<&str>) -> TokenStream {
    let mut docs = module_docs(title);
    if let Some(example) = example {
        docs.push_str("\n\n# Examples\n\n");
        docs.push_str(&docs::fenced("", example));
    }
    inner_docs(&docs)
}

/// The example of the crate.
pub(crate) fn example(model: &Model) -> Option<String> {
    most_states(model, rules::example)
}

/// An example of the root's rule with the most states, which has most to show.
fn most_states(model: &Model, example: fn(&str, &Rule) -> Option<String>) -> Option<String> {
    let root = model.modules.first()?;
    let path = root.path.as_ref()?;
    let states =
        |rule: &Rule| model.modules[rule.matcher.module].matchers[rule.matcher.index].states;
    // The first of equals.
    let mut candidates: Vec<_> = root.rules.iter().collect();
    candidates.sort_by_key(|rule| Reverse(states(rule)));
    candidates.into_iter().find_map(|rule| example(path, rule))
}

/// The way from a file to the root of the generated code: `super`s, one for each
/// folder between and one for the file itself.
fn root_path(module: &Module, folders: usize) -> TokenStream {
    let depth = folders + 1 + usize::from(module.name.is_some());
    let supers = std::iter::repeat_n(quote!(super), depth);
    quote! { #(#supers)::* }
}

/// Whether a name occurs among the tokens.
fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => names(&group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote! { Some(#value) })
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
