//! The differences between the references of RFC 2396, which `uri` follows to the letter, and those
//! of the libraries for its successors, with their reasons.
//!
//! A reason is a property of texts that one side accepts: the other side rejects the
//! text exactly if a reason applies. A difference without a reason is therefore an error, and so is
//! a reason without a difference.

/// The side that accepts a text with a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// RFC 2396 alone.
    Old,
    /// RFC 3986, or RFC 3987, alone.
    New,
}

/// The reason why a text is a reference on one side only.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// A description of the texts.
    pub name: &'static str,
    /// The sections that cause the difference.
    pub clause: &'static str,
    /// The side that accepts the text.
    pub side: Side,
    /// Whether a text that this side accepts has this reason.
    pub holds: fn(&str) -> bool,
}

/// The reasons between `URI-reference` of RFC 2396 and `URI-reference` of RFC 3986. No text has two
/// of them.
pub const REASONS: &[Reason] = &[
    Reason {
        name: "a query without a path",
        clause: "RFC 2396 section 5: relativeURI begins with a path, and none is empty; RFC 3986 \
            section 4.2: relative-part may be path-empty",
        side: Side::New,
        holds: |text| text.starts_with('?'),
    },
    Reason {
        name: "nothing after the scheme",
        clause: "RFC 2396 section 3: opaque_part has at least one character; RFC 3986 section 3: \
            hier-part may be path-empty",
        side: Side::New,
        holds: |text| {
            without_scheme(text)
                .is_some_and(|rest| matches!(rest.bytes().next(), None | Some(b'#')))
        },
    },
    Reason {
        name: "an address in brackets",
        clause: "RFC 2396 section 2.4.3: brackets are unwise; RFC 3986 section 3.2.2: IP-literal",
        side: Side::New,
        holds: |text| authority(text).is_some_and(|authority| authority.contains('[')),
    },
    Reason {
        name: "two at signs in the authority",
        clause: "RFC 2396 section 3.2.1: reg_name has any number of them; RFC 3986 section 3.2: \
            one stands after userinfo",
        side: Side::Old,
        holds: |text| at_signs(text) > 1,
    },
    Reason {
        name: "two colons after the user",
        clause: "RFC 2396 section 3.2.1: reg_name has any number of them; RFC 3986 section 3.2: \
            one stands before port",
        side: Side::Old,
        holds: |text| at_signs(text) < 2 && host_and_port(text).matches(':').count() > 1,
    },
    Reason {
        name: "a port that is not a number",
        clause: "RFC 2396 section 3.2.1: this is a reg_name; RFC 3986 section 3.2.3: port has \
            digits only",
        side: Side::Old,
        holds: |text| {
            let port = host_and_port(text).split_once(':').map_or("", |(_, port)| port);
            at_signs(text) < 2 && !port.contains(':') && !port.bytes().all(|b| b.is_ascii_digit())
        },
    },
];

/// The reason that [`REASONS`] lacks between `URI-reference` of RFC 2396 and `IRI-reference` of RFC
/// 3987.
pub const BEYOND_ASCII: Reason = Reason {
    name: "a character beyond ASCII",
    clause: "RFC 2396 section 2: URIs have a limited set of characters; RFC 3987 section 2.2: \
        ucschar and iprivate",
    side: Side::New,
    holds: |text| !text.is_ascii(),
};

/// The verdicts on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Whether RFC 2396 accepts it.
    pub old: bool,
    /// Whether the successor of RFC 2396 accepts it.
    pub new: bool,
}

impl Verdicts {
    /// The reasons of a list that hold for the text.
    ///
    /// # Errors
    ///
    /// A sentence, if the sides differ without a reason or agree in spite of one.
    pub fn explain<'r>(
        self,
        text: &str,
        reasons: impl IntoIterator<Item = &'r Reason>,
    ) -> Result<Vec<&'r Reason>, String> {
        let holds = |reason: &&Reason| self.of(reason.side) && (reason.holds)(text);
        let found: Vec<&Reason> = reasons.into_iter().filter(holds).collect();
        if (self.old != self.new) == found.is_empty() {
            let names: Vec<&str> = found.iter().map(|reason| reason.name).collect();
            return Err(format!("{text:?}: {self:?}, reasons: {names:?}"));
        }
        Ok(found)
    }

    fn of(self, side: Side) -> bool {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }
}

/// The text after the scheme and its colon, if there is one.
fn without_scheme(text: &str) -> Option<&str> {
    let end = text.find([':', '/', '?', '#'])?;
    text[end..].strip_prefix(':')
}

/// The text between `//` and the path.
fn authority(text: &str) -> Option<&str> {
    without_scheme(text).unwrap_or(text).strip_prefix("//")?.split(['/', '?', '#']).next()
}

fn at_signs(text: &str) -> usize {
    authority(text).map_or(0, |authority| authority.matches('@').count())
}

/// The authority without a user.
fn host_and_port(text: &str) -> &str {
    let authority = authority(text).unwrap_or_default();
    authority.split_once('@').map_or(authority, |(_, rest)| rest)
}
