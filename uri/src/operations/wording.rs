//! Texts of the documentation of methods that differ between the grammars. The first argument of each
//! macro is the name of the grammar: `rfc2396` for the root, `rfc3986`, `rfc3987`, `rfc1738`, or
//! `scheme` for the grammar of one scheme.

/// Chooses a text of the documentation: that of the root, or that of the other modules.
macro_rules! by_rfc {
    (rfc2396, $old:expr, $new:expr) => {
        $old
    };
    ($rfc:ident, $old:expr, $new:expr) => {
        $new
    };
}
pub(crate) use by_rfc;

/// The name of a section: of RFC 2396 at the root, of RFC 3986 in the other modules.
macro_rules! section {
    (rfc1738, $($of_others:literal),+) => {
        // The common syntax of URLs.
        "RFC 1738 section 3.1"
    };
    ($rfc:ident, $old:literal, $new:literal) => {
        $crate::operations::wording::by_rfc!(
            $rfc,
            concat!("RFC 2396 section ", $old),
            concat!("RFC 3986 section ", $new)
        )
    };
}
pub(crate) use section;

/// The name of the section about escapes in the RFC of a grammar, for documentation.
macro_rules! section_of_escapes {
    (rfc1738, $old:literal) => {
        "RFC 1738 section 2.2"
    };
    ($rfc:ident, $old:literal) => {
        $crate::operations::wording::section!($rfc, $old, "2.1")
    };
}
pub(crate) use section_of_escapes;

/// A text of the documentation of IRIs.
macro_rules! beyond_ascii {
    (rfc3987, $text:literal) => {
        $text
    };
    ($rfc:ident, $text:literal) => {
        ""
    };
}
pub(crate) use beyond_ascii;

/// The name of a reference with a scheme, with its article.
macro_rules! a_uri {
    (rfc3987) => {
        "an IRI"
    };
    ($rfc:ident) => {
        "a URI"
    };
}
pub(crate) use a_uri;

/// Lines of an example that holds for all parts of references. The parts of some schemes are only
/// one character, or have other delimiters.
macro_rules! example {
    (rfc1738, $($line:expr),+) => {
        ""
    };
    (scheme, $($line:expr),+) => {
        ""
    };
    ($rfc:ident, $($line:expr),+) => {
        concat!("\n\n```\n", $($line, "\n",)+ "```")
    };
}
pub(crate) use example;
