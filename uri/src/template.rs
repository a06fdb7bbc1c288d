//! URI templates, RFC 6570: all four levels.
//!
//! A template is text with variables in braces. With values for the variables it expands to a
//! URI reference: the text outside of the braces, and the values, escaped as the place demands.
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
//! The types of this module are generated from the grammar of RFC 6570, like those of the root
//! of the crate: [`Template::parse`] accepts exactly the texts of its rule `URI-Template`, and
//! says of all others where they go wrong. [`Template::variables`] and [`Template::items`] take
//! a template apart.
//!
//! # Values
//!
//! A [`Value`] is a text, a list of texts, or a list of pairs of texts, an "associative array" in
//! the words of the RFC. [`Template::expand`] asks [`Variables`] for them: a closure, or names
//! with values. A variable that has no value is left out, with all that would stand
//! around it, and so is an empty list (section 2.3). Numbers are given as texts.
//!
//! The expansion of a variable depends on the operator in front and on the modifier after
//! it. With `list` of `["a", "b"]` and `keys` of `[("k", "1"), ("l", "")]`:
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
//! Everything except letters, digits and `-._~`; characters beyond ASCII are escaped as UTF-8. With
//! the operators `+` and `#`, the delimiters of URIs stay as well, and so do escapes that the
//! value already has. A `%` that begins no escape becomes `%25`.
//!
//! A value from a stranger therefore cannot leave its place, unless the operator is `+` or `#`.
//! Names of pairs that are exploded after `;`, `?` and `&` are written like the text of the
//! template (section 3.2.1), so that a name such as `a&b=c` adds a parameter. Do not take
//! these names from strangers. A value may be `..` in any case, which means something in a path.
//!
//! # Errors
//!
//! A text that is no template is a [`ParseError`](crate::ParseError); outside of braces, the grammar has
//! neither spaces nor `"`, `'`, `<`, `>`, `\\`, `^`, `` ` `` and `|`, which can be written as escapes. The other errors of section
//! 3 depend on the use of the expression: an operator that the RFC reserves for extensions,
//! as in `{!x}`, and the modifier `:3` on a list or on pairs. [`Template::expand`] finds them
//! before anything is written; see [`ExpandError`].
//!
//! The expansion of a template need not be a URI reference, as with `http://{host}:{host}/`. To find
//! out, parse the expansion by the grammar of your choice.

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
    /// `@` or `|`. No expression that has one can be expanded.
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
