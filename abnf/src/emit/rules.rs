//! The files of the rules: for each a validated view of text.

use super::docs::{escape, fenced, inner_docs, outer_docs};
use super::tables::matcher_path;
use super::{ident, root_path, text_literal};
use crate::model::{Model, Module, Rule, Unit};
use proc_macro2::TokenStream;
use quote::quote;

/// The module that gathers the rules.
pub(super) fn index(module: &Module) -> TokenStream {
    let docs = inner_docs("One module for each rule.");
    let modules = module.rules.iter().map(|rule| ident(&rule.module_name));
    let exports = module.rules.iter().map(|rule| {
        let (module, ty) = (ident(&rule.module_name), ident(&rule.type_name));
        quote! { pub use self::#module::#ty; }
    });
    quote! { #docs #(mod #modules;)* #(#exports)* }
}

/// The file of one rule of the module at `index`.
pub(super) fn rule(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let module = &model.modules[index];
    let file_docs = inner_docs(&format!("The rule `{}`.", rule.name));
    let docs = outer_docs(&type_docs(module, rule));
    let ty = ident(&rule.type_name);
    let unit = match rule.unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    };
    let root = root_path(module, 1);
    let constant = rule_constant(model, index, rule);
    let constructors = constructors(rule, &unit);
    let accessors = accessors(rule);
    let traits = traits(rule, &unit);
    quote! {
        #file_docs
        use #root::{error, rule};
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct #ty<'a>(&'a #unit);
        impl<'a> #ty<'a> {
            #constant
            #constructors
            #accessors
        }
        #traits
    }
}

fn rule_constant(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let name = &rule.name;
    let matcher = matcher_path(model, index, rule.matcher);
    quote! {
        const RULE: &'static rule::Rule = &rule::Rule { name: #name, dfa: &#matcher };
    }
}

fn constructors(rule: &Rule, unit: &TokenStream) -> TokenStream {
    let (bytes, longest_prefix) = match rule.unit {
        Unit::Text => (quote!(text.as_bytes()), quote!(longest_text_prefix)),
        Unit::Bytes => (quote!(text), quote!(longest_prefix)),
    };
    let is_match_bytes = (rule.unit == Unit::Text).then(|| {
        quote! {
            /// Whether the whole text matches; for text that need not be UTF-8.
            #[must_use]
            pub const fn is_match_bytes(text: &[u8]) -> bool {
                Self::RULE.is_match(text)
            }
        }
    });
    quote! {
        /// Checks that the whole text matches.
        ///
        /// # Errors
        ///
        /// If it does not: where it goes wrong and what could stand there.
        pub const fn parse(text: &'a #unit) -> ::core::result::Result<Self, error::ParseError> {
            match Self::RULE.check(#bytes) {
                ::core::result::Result::Ok(()) => ::core::result::Result::Ok(Self(text)),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        }

        /// As [`parse`](Self::parse), for text that is known to match. A constant of
        /// text that does not match fails to compile.
        ///
        /// # Panics
        ///
        /// If the text does not match, with the offset of the error.
        #[must_use]
        #[track_caller]
        pub const fn new(text: &'a #unit) -> Self {
            match Self::parse(text) {
                ::core::result::Result::Ok(view) => view,
                ::core::result::Result::Err(error) => error.panic(),
            }
        }

        /// Whether the whole text matches.
        #[must_use]
        pub const fn is_match(text: &#unit) -> bool {
            Self::RULE.is_match(#bytes)
        }

        #is_match_bytes

        /// The longest prefix of the text that matches, if one does; the rest begins
        /// where its length ends.
        #[must_use]
        pub const fn longest_prefix(text: &'a #unit) -> ::core::option::Option<Self> {
            match Self::RULE.#longest_prefix(text) {
                ::core::option::Option::Some(prefix) => {
                    ::core::option::Option::Some(Self(prefix))
                }
                ::core::option::Option::None => ::core::option::Option::None,
            }
        }
    }
}

fn accessors(rule: &Rule) -> TokenStream {
    match rule.unit {
        Unit::Text => quote! {
            /// The text.
            #[must_use]
            pub const fn as_str(self) -> &'a str {
                self.0
            }

            /// The bytes of the text.
            #[must_use]
            pub const fn as_bytes(self) -> &'a [u8] {
                self.0.as_bytes()
            }
        },
        Unit::Bytes => quote! {
            /// The text.
            #[must_use]
            pub const fn as_bytes(self) -> &'a [u8] {
                self.0
            }
        },
    }
}

fn traits(rule: &Rule, unit: &TokenStream) -> TokenStream {
    let ty = ident(&rule.type_name);
    let shown = match rule.unit {
        Unit::Text => quote!(self.0),
        Unit::Bytes => quote!(&self.0.escape_ascii()),
    };
    let display_docs = match rule.unit {
        Unit::Text => outer_docs("The text as it is."),
        Unit::Bytes => outer_docs("The text with bytes that do not print escaped."),
    };
    quote! {
        impl<'a> ::core::convert::TryFrom<&'a #unit> for #ty<'a> {
            type Error = error::ParseError;

            fn try_from(text: &'a #unit) -> ::core::result::Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl ::core::convert::AsRef<#unit> for #ty<'_> {
            fn as_ref(&self) -> &#unit {
                self.0
            }
        }

        #display_docs
        impl ::core::fmt::Display for #ty<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(#shown, f)
            }
        }
    }
}

fn type_docs(module: &Module, rule: &Rule) -> String {
    let title = escape(&module.title);
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
    if let Some(example) = module.path.as_ref().and_then(|path| example(path, rule)) {
        docs.push_str("\n\n# Examples\n\n");
        docs.push_str(&fenced("", &example));
    }
    docs
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
