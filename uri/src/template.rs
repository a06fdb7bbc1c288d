//! URI templates, RFC 6570: all four levels.
//!
//! A template is text with variables in braces. With values for the variables, it expands to a URI
//! reference: the text outside the braces, and the values, escaped as their positions require.
//!
//! ```
//! use uri::Reference;
//! use uri::template::{Template, Value};
//!
//! let template = Template::parse("https://example.com/~{user}/files{/path*}{?page,sort}")?;
//! let path = ["notes", "50% off.txt"];
//! let expansion = template.expand([
//!     ("user", Value::from("jürgen")),
//!     ("path", Value::from(&path)),
//!     ("page", Value::from("2")),
//! ])?;
//! let text = "https://example.com/~j%C3%BCrgen/files/notes/50%25%20off.txt?page=2";
//! assert_eq!(expansion.to_string(), text);
//!
//! // Without allocation, and checked as a reference.
//! let mut buffer = [0; 128];
//! let reference = Reference::parse(expansion.write_in(&mut buffer)?)?;
//! assert_eq!(reference.query().unwrap().as_str(), "page=2");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The types of this module are generated from the grammar of RFC 6570, like those of the root of
//! the crate: [`Template::parse`] accepts exactly the texts of the rule `URI-Template`, and reports
//! where any other text goes wrong. [`Template::variables`] and [`Template::items`] take a template
//! apart.
//!
//! # Values
//!
//! A [`Value`] is a text, a list of texts, or a list of pairs of texts, an "associative array" in
//! the words of the RFC. [`Template::expand`] gets them from [`Variables`]: a closure, or names
//! with values. A variable without a value is omitted together with its separators, and so is an
//! empty list (section 2.3). Numbers are given as texts.
//!
//! The expansion of a variable depends on the operator before it and on the modifier after it. With
//! `list` of `["a", "b"]` and `keys` of `[("k", "1"), ("l", "")]`:
//!
//! | operator | example | `{list}` | `{list*}` | `{keys*}` | section |
//! |---|---|---|---|---|---|
//! | none | `{list}` | `a,b` | `a,b` | `k=1,l=` | 3.2.2 |
//! | `+` | `{+list}` | `a,b` | `a,b` | `k=1,l=` | 3.2.3 |
//! | `#` | `{#list}` | `#a,b` | `#a,b` | `#k=1,l=` | 3.2.4 |
//! | `.` | `{.list}` | `.a,b` | `.a.b` | `.k=1.l=` | 3.2.5 |
//! | `/` | `{/list}` | `/a,b` | `/a/b` | `/k=1/l=` | 3.2.6 |
//! | `;` | `{;list}` | `;list=a,b` | `;list=a;list=b` | `;k=1;l` | 3.2.7 |
//! | `?` | `{?list}` | `?list=a,b` | `?list=a&list=b` | `?k=1&l=` | 3.2.8 |
//! | `&` | `{&list}` | `&list=a,b` | `&list=a&list=b` | `&k=1&l=` | 3.2.9 |
//!
//! The modifier `:3` takes the first three characters of a text, before they are escaped
//! (section 2.4.1).
//!
//! # Escapes
//!
//! Everything except letters, digits and `-._~` is escaped; characters beyond ASCII are escaped as
//! UTF-8. With the operators `+` and `#`, the delimiters of URIs stay too, and so do escapes that
//! the value already has. A `%` that does not begin an escape becomes `%25`.
//!
//! An untrusted value therefore cannot break out of its position, unless the operator is `+` or
//! `#`. But the names of pairs that are exploded after `;`, `?` and `&` are escaped only like the
//! text of the template (section 3.2.1), so a name such as `a&b=c` adds a parameter. Do not take
//! these names from untrusted sources. Any value may be `..`, which has a meaning in a path.
//!
//! # Errors
//!
//! A text that is not a template is a [`ParseError`](crate::ParseError). Outside braces, the
//! grammar allows neither spaces nor `"`, `<`, `>`, `\\`, `^`, `` ` `` and `|`, which can be written
//! as escapes. (It allows `'`, by [erratum 6937](crate::_docs::errata).) The other errors of section
//! 3 depend on how an expression is used: an operator that the RFC reserves for extensions, as in
//! `{!x}`, and the modifier `:3` on a list or on pairs. [`Template::expand`] finds them before
//! anything is written; see [`ExpandError`].
//!
//! The expansion of a template need not be a URI reference, as with `http://{host}:{host}/`. To
//! check, parse the expansion by the grammar of your choice.

mod error;
mod escape;
mod expand;
mod style;
mod value;

pub use crate::generated::template::*;
pub use error::{ExpandError, ExpandErrorKind};
pub use expand::Expansion;
pub use value::{PairList, TextList, Value, Variables};

impl Operator<'_> {
    /// Returns whether RFC 6570 section 2.2 reserves the operator for extensions: `=`, `,`, `!`,
    /// `@` or `|`. Expressions with such an operator cannot be expanded.
    ///
    /// ```
    /// use uri::template::Template;
    ///
    /// let template = Template::parse("{?x}{!y}")?;
    /// let mut operators = template.expressions().map(|it| it.operator().unwrap());
    /// assert_eq!(operators.find(|it| it.is_reserved()).unwrap().as_str(), "!");
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_reserved(self) -> bool {
        self.as_bytes().iter().any(|&byte| OP_RESERVE.contains(byte))
    }
}

#[cfg(feature = "alloc")]
impl OperatorBuf {
    /// As [`is_reserved`](Operator::is_reserved) of the borrowed form.
    #[must_use]
    #[inline]
    pub fn is_reserved(&self) -> bool {
        self.as_view().is_reserved()
    }
}
