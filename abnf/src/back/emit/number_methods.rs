//! The methods of texts that are numbers, characters or truth values.

use super::docs::{outer_docs, wrapped};
use super::ident;
use crate::automata::numerals::Signs;
use crate::bytes::escapes::quoted;
use crate::bytes::markdown::code;
use crate::plan::model::{Alternative, Integer, MatcherId, Module, Rule, Scalar, Union, Value};
use crate::spec::{ForeignType, ReadFunction};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The method of a rule whose texts are values of a type without parts.
pub(super) fn number(rule: &Rule) -> Option<TokenStream> {
    let (view, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    Some(match rule.value.as_ref()? {
        Value::Integer(integer) => {
            let ignored = integer.separator.map(|byte| code(&char::from(byte).to_string()));
            let ignored = ignored.map(|byte| format!(" {byte} is ignored."));
            let docs = format!(
                "The number of the text, {}.{}",
                range(integer),
                ignored.unwrap_or_default()
            );
            let docs = outer_docs(&wrapped(&docs));
            let (ty, radix) = (ident(integer.ty.name()), Literal::u8_unsuffixed(integer.radix));
            let read = reading(integer);
            quote! { runtime::values::scalar! { #docs #view, #buf, #ty, #read(#ty #radix) } }
        }
        Value::Float(ty) => {
            let ty = ident(ty.name());
            quote! { runtime::values::float! { #view, #buf, #ty } }
        }
        Value::Char => {
            let docs = outer_docs("The character of the text.");
            quote! { runtime::values::scalar! { #docs #view, #buf, char, character() } }
        }
        Value::Byte => {
            let docs = outer_docs("The byte of the text.");
            quote! { runtime::values::scalar! { #docs #view, #buf, u8, byte() } }
        }
        Value::Bool(texts) => {
            let [yes, no] = texts.each_ref().map(|it| code(&quoted(it)));
            let docs = format!("`true` if the text is {yes}, `false` if it is {no}.");
            let (docs, yes) = (outer_docs(&wrapped(&docs)), Literal::byte_string(&texts[0]));
            quote! { runtime::values::scalar! { #docs #view, #buf, bool, truth(#yes) } }
        }
        Value::Foreign(ty) => foreign(rule, ty),
        Value::Unit | Value::Decoded(_) => return None,
    })
}

/// The kind of `runtime::values::read!` that reads a number.
pub(super) fn reading(integer: &Integer) -> TokenStream {
    match (integer.separator, integer.signs) {
        (Some(_), _) => quote!(separated),
        (None, Signs::Optional) => quote!(integer),
        (None, Signs::Never) => quote!(digits),
    }
}

fn foreign(rule: &Rule, ForeignType { path, read, write }: &ForeignType) -> TokenStream {
    let (view, buf, name) = (ident(&rule.type_name), ident(&rule.buf_name), &rule.name);
    let tokens = |path: &str| path.parse::<TokenStream>().expect("the path has been checked");
    let ty = tokens(path);
    let [error, read] = match read {
        Some(ReadFunction { path, error }) => {
            let path = tokens(path);
            [tokens(error), quote!([#path])]
        }
        None => [quote!(<#ty as ::core::str::FromStr>::Err), quote!(from_str)],
    };
    let write = write.as_deref().unwrap_or("runtime::alloc::string::ToString::to_string");
    let write = tokens(write);
    let feature =
        matches!(rule.matcher, MatcherId::General(_)).then(|| quote! { #[cfg(feature = "alloc")] });
    quote! {
        #feature runtime::foreign::foreign! { #view, #buf, #name, #ty, #error, #read, #write }
    }
}

/// The method of a union whose alternatives are numbers.
pub(super) fn of_union(module: &Module, union: &Union) -> Option<TokenStream> {
    let (name, ty) = (ident(&union.type_name), ident(union.number?.name()));
    let variants = union.alternatives.iter().filter_map(|it| match it {
        Alternative::Rule(rule) => Some(ident(&module.rules[*rule].type_name)),
        Alternative::Literal { .. } => None,
    });
    Some(quote! { runtime::values::union!(#name, #ty, #(#variants),*); })
}

/// The sentence of a part about its value. Empty if it is text.
pub(super) fn sentence(module: &Module, union: Option<usize>, rules: &[&Rule]) -> String {
    let union = union.map(|union| &module.unions[union]);
    match (union.map(|union| (union.number, hull(module, union))), rules) {
        (Some((Some(ty), Some(bounds))), _) => format!(" Its value is a `{ty}`, {bounds}."),
        (None, [Rule { value: Some(Value::Integer(integer)), .. }]) => {
            format!(" Its value is a `{}`, {}.", integer.ty, range(integer))
        }
        (None, [Rule { value: Some(Value::Decoded(decoding)), .. }]) => {
            let what = if decoding.result.is_text() { "text" } else { "bytes" };
            format!(" Its value is the decoded {what}.")
        }
        (None, [Rule { value: Some(value), .. }]) => match Scalar::of(value) {
            Some(ty) => format!(" Its value is a `{}`.", ty.name()),
            None => String::new(),
        },
        _ => String::new(),
    }
}

fn range(integer: &Integer) -> String {
    format!("{} to {}", integer.least, integer.greatest)
}

/// Returns the least and the greatest number of the texts of a type, as `0 to 59`. `None` if they are no
/// integers.
pub(super) fn bounds(module: &Module, type_name: &str) -> Option<String> {
    let union = module.unions.iter().find(|union| union.type_name == type_name);
    let rule = module.rules.iter().find(|rule| rule.type_name == type_name);
    match (rule.map(|rule| rule.value.as_ref()), union) {
        (Some(Some(Value::Integer(integer))), _) => Some(range(integer)),
        (None, Some(union)) => hull(module, union),
        _ => None,
    }
}

/// The same for all alternatives of a union together.
fn hull(module: &Module, union: &Union) -> Option<String> {
    let integers = union.alternatives.iter().map(|it| match it {
        Alternative::Rule(rule) => match module.rules[*rule].value.as_ref()? {
            Value::Integer(integer) => Some(integer),
            _ => None,
        },
        Alternative::Literal { .. } => None,
    });
    let integers: Vec<&Integer> = integers.collect::<Option<_>>()?;
    let least = integers.iter().map(|it| it.least).min()?;
    let greatest = integers.iter().map(|it| it.greatest).max()?;
    Some(format!("{least} to {greatest}"))
}
