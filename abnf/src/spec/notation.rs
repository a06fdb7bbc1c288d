//! The notations of grammars.

/// The notation of a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The notation that the grammar states; else BNF if its signs are those of BNF, else ABNF.
    #[default]
    Auto,
    /// RFC 5234 with RFC 7405.
    Abnf,
    /// The notations before RFC 2234: those of RFC 821, 822, 2045, 2616 and others.
    Bnf,
    /// ABNF with the lists of RFC 9110 section 5.6.1, `#element` and `1#element`, in the form
    /// that senders must write: elements separated by one comma, none empty.
    Http,
    /// As [`Http`](Self::Http), but in the form that recipients must accept: with empty
    /// elements, which do not count.
    HttpLenient,
}

impl Dialect {
    /// The dialects that a grammar can state, each with its name.
    pub const NAMED: [(&str, Self); 4] = [
        ("abnf", Self::Abnf),
        ("bnf", Self::Bnf),
        ("http", Self::Http),
        ("http-lenient", Self::HttpLenient),
    ];

    /// Returns the dialect with a name, except [`Auto`](Self::Auto).
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, dialect)| dialect)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        let known = Self::NAMED.into_iter().find(|(_, dialect)| *dialect == self);
        known.map_or("auto", |(name, _)| name)
    }
}
