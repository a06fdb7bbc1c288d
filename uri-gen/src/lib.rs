//! The input of the `uri` crate: its grammars, and what their rules are called in
//! Rust.
//!
//! Data only. `cargo xtask regen` hands it to the compiler and writes the result to
//! `uri/src/generated`. The URI grammar is `grammars/uri.abnf`; `grammars/rfc2396.bnf`
//! is the RFC's own statement of the same language and stands beside it so that the
//! two can be compared rule by rule.

mod rfc1738;
mod rfc2396;

/// A rule to export: its rulename in the grammar, the name of its type in Rust,
/// and one line of documentation.
pub type Rule = (&'static str, &'static str, &'static str);

/// A grammar that becomes a module of the crate.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// The module below the crate's root; empty for the root itself.
    pub module: &'static str,
    /// The file's name inside `uri-gen/grammars`.
    pub file: &'static str,
    /// The file's content.
    pub text: &'static str,
    /// The rules to export, in the order of the grammar.
    pub rules: &'static [Rule],
}

/// The grammars of the `uri` crate, the root first.
pub const GRAMMARS: &[Grammar] = &[
    Grammar {
        module: "",
        file: "uri.abnf",
        text: include_str!("../grammars/uri.abnf"),
        rules: rfc2396::RULES,
    },
    Grammar {
        module: "rfc1738",
        file: "rfc1738.bnf",
        text: include_str!("../grammars/rfc1738.bnf"),
        rules: rfc1738::RULES,
    },
];

/// Appendix A of RFC 2396 in its own notation; nothing is generated from it.
pub const RFC2396: &str = include_str!("../grammars/rfc2396.bnf");
