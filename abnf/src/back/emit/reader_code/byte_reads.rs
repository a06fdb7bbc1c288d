//! The code that reads single bytes of sets.

use crate::back::emit::class_literal;
use crate::bytes::ByteSet;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The statement that reads a byte of a set.
pub(super) fn byte(set: ByteSet) -> TokenStream {
    if let [byte] = set.iter().collect::<Vec<_>>()[..] {
        let byte = Literal::byte_character(byte);
        quote! { input.byte(#byte)?; }
    } else {
        let set = byte_set(set);
        quote! { input.byte_of(#set)?; }
    }
}

/// A constant set of bytes.
pub(super) fn byte_set(set: ByteSet) -> TokenStream {
    let class = class_literal(set);
    quote! { const { &runtime::reading::bytes(#class) } }
}

/// The pattern for the bytes of a set.
pub(super) fn pattern(set: ByteSet) -> TokenStream {
    let ranges = set.ranges().into_iter().map(|(first, last)| {
        let [low, high] = [first, last].map(Literal::byte_character);
        if first == last { quote!(#low) } else { quote!(#low..=#high) }
    });
    quote! { #(#ranges)|* }
}
