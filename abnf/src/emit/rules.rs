//! The files of the rules: for each a validated view of text.

use super::docs::{escape, fenced, inner_docs, outer_docs};
use super::locators::locator_path;
use super::tables::matcher_path;
use super::views;
use super::{ident, option, root_path, text_literal};
use crate::model::{Model, Module, Rule, Unit};
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;

/// The module that gathers the rules.
pub(super) fn index(module: &Module) -> TokenStream {
    let docs = inner_docs("One module for each rule, and one for each union of rules.");
    let rules = module.rules.iter().map(|rule| (&rule.module_name, &rule.type_name));
    let unions = module.unions.iter().map(|union| (&union.module_name, &union.type_name));
    let (modules, types): (Vec<_>, Vec<_>) =
        rules.chain(unions).map(|(module, ty)| (ident(module), ident(ty))).unzip();
    quote! { #docs #(mod #modules;)* #(pub use self::#modules::#types;)* }
}

/// The file of one rule of the module at `index`.
pub(super) fn rule(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let module = &model.modules[index];
    let file_docs = inner_docs(&format!("The rule `{}`.", rule.name));
    let docs = outer_docs(&type_docs(module, rule));
    let ty = ident(&rule.type_name);
    let root = root_path(module, 1);
    let definition = definition(rule);
    let constant = rule_constant(model, index, rule);
    let constructors = constructors(model, rule);
    let accessors = accessors(rule);
    let parts = views::accessors(module, rule);
    let traits = traits(rule);
    let allow = ["New", "Parse"].contains(&&*rule.type_name).then(|| {
        quote! {
            #[allow(clippy::self_named_constructors, reason = "the rule is called so")]
        }
    });
    let mut imports = vec![quote!(error), quote!(rule)];
    if names(&parts, "tagged") {
        imports.push(quote!(tagged));
    }
    quote! {
        #file_docs
        use #root::{#(#imports),*};
        #docs
        #definition
        #allow
        impl<'a> #ty<'a> {
            #constant
            #constructors
            #accessors
            #parts
        }
        #traits
    }
}

/// Whether a name occurs among the tokens.
fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => names(&group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn unit(rule: &Rule) -> TokenStream {
    match rule.unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    }
}

/// The type. Views are compared as text: equal texts have equal offsets.
fn definition(rule: &Rule) -> TokenStream {
    let (ty, unit) = (ident(&rule.type_name), unit(rule));
    if rule.view.slots == 0 {
        return quote! {
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct #ty<'a>(pub(super) &'a #unit);
        };
    }
    let slots = Literal::usize_unsuffixed(rule.view.slots);
    quote! {
        #[derive(Clone, Copy)]
        pub struct #ty<'a> {
            pub(super) text: &'a #unit,
            /// Where its parts lie.
            pub(super) at: [u32; #slots],
        }
    }
}

fn rule_constant(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let name = &rule.name;
    let matcher = matcher_path(model, index, rule.matcher);
    let tagged = rule.view.locator.map(|locator| locator_path(model, index, locator));
    let tagged = option(tagged.map(|path| quote! { &#path }));
    quote! {
        const RULE: &'static rule::Rule =
            &rule::Rule { name: #name, dfa: &#matcher, tagged: #tagged };
    }
}

fn constructors(model: &Model, rule: &Rule) -> TokenStream {
    let unit = unit(rule);
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
    let too_long = rule.view.locator.is_some().then(|| {
        quote! {
            /// Or if it has more than 4294967294 bytes.
        }
    });
    let parse = parse(model, rule, &bytes);
    let prefix = if rule.view.locator.is_some() {
        // A prefix that matches can only be too long.
        quote! {
            match Self::parse(prefix) {
                ::core::result::Result::Ok(view) => ::core::option::Option::Some(view),
                ::core::result::Result::Err(_) => ::core::option::Option::None,
            }
        }
    } else {
        quote! { ::core::option::Option::Some(Self(prefix)) }
    };
    quote! {
        /// Checks that the whole text matches.
        ///
        /// # Errors
        ///
        /// If it does not: where it goes wrong and what could stand there.
        #too_long
        pub const fn parse(text: &'a #unit) -> ::core::result::Result<Self, error::ParseError> {
            #parse
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
                ::core::option::Option::Some(prefix) => { #prefix }
                ::core::option::Option::None => ::core::option::Option::None,
            }
        }
    }
}

fn parse(model: &Model, rule: &Rule, bytes: &TokenStream) -> TokenStream {
    let Some(locator) = rule.view.locator else {
        return quote! {
            match Self::RULE.check(#bytes) {
                ::core::result::Result::Ok(()) => ::core::result::Result::Ok(Self(text)),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        };
    };
    let registers = model.modules[locator.module].locators[locator.index].registers;
    let [registers, slots] = [registers, rule.view.slots].map(Literal::usize_unsuffixed);
    let (slots_found, view) = match rule.view.slots {
        0 => (quote!([]), quote!(Self(text))),
        _ => (quote!(at), quote!(Self { text, at })),
    };
    quote! {
        match Self::RULE.locate::<#registers, #slots>(#bytes) {
            ::core::result::Result::Ok(#slots_found) => ::core::result::Result::Ok(#view),
            ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
        }
    }
}

fn accessors(rule: &Rule) -> TokenStream {
    let text = views::text(rule);
    match rule.unit {
        Unit::Text => quote! {
            /// The text.
            #[must_use]
            pub const fn as_str(self) -> &'a str {
                #text
            }

            /// The bytes of the text.
            #[must_use]
            pub const fn as_bytes(self) -> &'a [u8] {
                #text.as_bytes()
            }
        },
        Unit::Bytes => quote! {
            /// The text.
            #[must_use]
            pub const fn as_bytes(self) -> &'a [u8] {
                #text
            }
        },
    }
}

fn traits(rule: &Rule) -> TokenStream {
    let (ty, unit) = (ident(&rule.type_name), unit(rule));
    let text = views::text(rule);
    let shown = match rule.unit {
        Unit::Text => quote!(#text),
        Unit::Bytes => quote!(&#text.escape_ascii()),
    };
    let display_docs = match rule.unit {
        Unit::Text => outer_docs("The text as it is."),
        Unit::Bytes => outer_docs("The text with bytes that do not print escaped."),
    };
    let by_text = (rule.view.slots > 0).then(|| by_text(rule));
    quote! {
        impl<'a> ::core::convert::TryFrom<&'a #unit> for #ty<'a> {
            type Error = error::ParseError;

            fn try_from(text: &'a #unit) -> ::core::result::Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl ::core::convert::AsRef<#unit> for #ty<'_> {
            fn as_ref(&self) -> &#unit {
                #text
            }
        }

        #display_docs
        impl ::core::fmt::Display for #ty<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(#shown, f)
            }
        }

        #by_text
    }
}

/// The traits of a view with offsets, which are none of its value.
fn by_text(rule: &Rule) -> TokenStream {
    let ty = ident(&rule.type_name);
    let name = &rule.type_name;
    quote! {
        impl ::core::fmt::Debug for #ty<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(#name).field(&self.text).finish()
            }
        }

        impl ::core::cmp::PartialEq for #ty<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.text == other.text
            }
        }

        impl ::core::cmp::Eq for #ty<'_> {}

        impl ::core::cmp::PartialOrd for #ty<'_> {
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl ::core::cmp::Ord for #ty<'_> {
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                ::core::cmp::Ord::cmp(self.text, other.text)
            }
        }

        impl ::core::hash::Hash for #ty<'_> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                ::core::hash::Hash::hash(self.text, state);
            }
        }
    }
}

fn type_docs(module: &Module, rule: &Rule) -> String {
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
