//! The steps of normalisation.

use core::fmt;
use core::ops::{BitOr, BitOrAssign, Sub, SubAssign};

/// A set of steps of normalisation.
///
/// "The rules for equivalence and definition of a normal form, if any, are scheme dependent", RFC
/// 2396 section 6. The documentation of each step cites its source. The [default](Default::default)
/// is no step, [`NONE`](Self::NONE).
///
/// Sets are added with `|` and subtracted with `-`. There is no `!`, because its meaning would
/// change with every step that a later version adds.
///
/// Some spellings stay in every normal form, because no step of the RFCs covers them:
///
/// - The dot at the end of a host, `example.com.`: a name that ends with a dot is not completed by
///   a list of domains, and servers and certificates distinguish it from the name without the dot.
/// - The form of an internationalised host, `ä.example` and `xn--4ca.example`: use `to_ascii` of the
///   hosts of `rfc3987`, with the feature `idna`.
/// - Characters that Unicode can compose, `e\u{301}` and `é`: RFC 3987 section 5.3.2.2 forbids
///   normalising characters when IRIs are compared.
/// - Parts that are present but empty: the user information of `//@h`, the query of `a?` and the
///   fragment of `a#`.
///
/// Sections are those of RFC 3986 unless another RFC is named.
///
/// ```
/// use uri::Normalization;
/// use uri::rfc3986::UriReference;
///
/// let steps = Normalization::SCHEME_CASE | Normalization::HOST_CASE;
/// let reference = UriReference::parse("HTTP://Example.COM:80/%7Ea/./b")?;
/// assert_eq!(reference.normalize(steps).to_string(), "http://example.com:80/%7Ea/./b");
/// assert_eq!(reference.normalize(Normalization::ALL).to_string(), "http://example.com/~a/b");
/// # Ok::<(), uri::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Normalization(u16);

/// Every step with its name, for [`fmt::Debug`].
const STEPS: [(&str, Normalization); 13] = [
    ("SCHEME_CASE", Normalization::SCHEME_CASE),
    ("HOST_CASE", Normalization::HOST_CASE),
    ("REG_NAME_CASE", Normalization::REG_NAME_CASE),
    ("ESCAPE_CASE", Normalization::ESCAPE_CASE),
    ("UNRESERVED", Normalization::UNRESERVED),
    ("DOT_SEGMENTS", Normalization::DOT_SEGMENTS),
    ("SURPLUS_PARENTS", Normalization::SURPLUS_PARENTS),
    ("EMPTY_PATH", Normalization::EMPTY_PATH),
    ("DEFAULT_PORT", Normalization::DEFAULT_PORT),
    ("EMPTY_PORT", Normalization::EMPTY_PORT),
    ("PORT_ZEROS", Normalization::PORT_ZEROS),
    ("IPV6_FORM", Normalization::IPV6_FORM),
    ("IUNRESERVED", Normalization::IUNRESERVED),
];

impl Normalization {
    /// No step: the text as it is.
    pub const NONE: Self = Self(0);
    /// The scheme in lower case: section 6.2.2.1, RFC 2396 section 3.1.
    pub const SCHEME_CASE: Self = Self(1);
    /// The host in lower case: section 6.2.2.1, RFC 2396 section 6. A registry name of RFC 2396 is not
    /// a host.
    pub const HOST_CASE: Self = Self(1 << 1);
    /// A registry name of RFC 2396 in lower case. In no preset, because the "structure of a
    /// registry-based naming authority is specific to the URI scheme", section 3.2.1 of that RFC.
    /// Useful if registry names are in fact hosts: `http://My_Host/`.
    pub const REG_NAME_CASE: Self = Self(1 << 2);
    /// The hexadecimal digits of escapes in upper case: section 6.2.2.1. By RFC 2396 section 2.4.1,
    /// their case has no meaning.
    pub const ESCAPE_CASE: Self = Self(1 << 3);
    /// Escaped unreserved characters unescaped: section 6.2.2.2, RFC 2396 section 2.3. The registry
    /// names of RFC 2396 are an exception, because unescaping could turn them into hosts: `%61` is a
    /// registry name, `a` is a host.
    pub const UNRESERVED: Self = Self(1 << 4);
    /// The segments `.` and `..` removed: section 6.2.2.3, by the algorithm of section 5.2.4. This
    /// includes paths without a slash after a scheme: `s:a/./b` becomes `s:a/b`, and `s:a/../b`
    /// becomes `s:/b`, as in resolution. If you know that such paths have no hierarchy in a scheme,
    /// omit this step.
    ///
    /// In RFC 2396, such a path is an opaque part, and stays as it is. To the letter of section 5 of
    /// that RFC, these segments are names in absolute paths, but no server is known to treat them as
    /// names, so they are removed there too.
    ///
    /// With [`UNRESERVED`](Self::UNRESERVED), `%2E` is a dot here as well. Resolution takes
    /// segments as they are written; if these escapes may occur, normalise references first.
    ///
    /// `..` segments that lead above the root are kept. If the result would start with `//` without
    /// an authority before it, it starts with `/.//` instead; if the first segment of a relative
    /// path would be empty or contain a colon, the path starts with `./`. A relative reference
    /// without its dot segments resolves to an equivalent URI, unless the path of the base has no
    /// slash: `a/../b` from `s:c` is `s:/b`, but `b` is `s:b`.
    pub const DOT_SEGMENTS: Self = Self(1 << 5);
    /// With [`DOT_SEGMENTS`](Self::DOT_SEGMENTS): drops the `..` segments that lead above the root
    /// of an absolute path: section 5.2.4, and one of the choices of RFC 2396 section 5.2, step 6g.
    /// Only in the preset [`RFC3986`](Self::RFC3986).
    pub const SURPLUS_PARENTS: Self = Self(1 << 6);
    /// The path `/` after an authority without a path, for schemes in which both mean the
    /// same: section 6.2.3.
    ///
    /// That section says that "in general" this is so. But the syntax of some schemes allows no
    /// path, such as those of `vnc` and `pop`, and in others, `xmpp` for example, something must
    /// follow the slash. So the step is for the schemes whose specification says that both are
    /// equal, or that the slash is optional: `http`, `https`, `ws`, `wss`, `ftp`, `gopher`,
    /// `telnet`, `coap`, `coaps`, `coap+tcp`, `coaps+tcp`, `coap+ws`, `coaps+ws`, `imap`, `ipp`,
    /// `ipps` and `ldap`; and for `file`, whose URIs must have a path.
    pub const EMPTY_PATH: Self = Self(1 << 7);
    /// No port if it is the [default](crate::Scheme::default_port) of the scheme: section 6.2.3,
    /// RFC 2396 section 6.
    pub const DEFAULT_PORT: Self = Self(1 << 8);
    /// No colon before an empty port: sections 3.2.3 and 6.2.3. By RFC 2396 section 3.2.2, an omitted
    /// port means the default, and by its section G.3, an empty port counts as omitted.
    pub const EMPTY_PORT: Self = Self(1 << 9);
    /// No zeros in front of the number of a port: `:08080` becomes `:8080`. In no preset, because
    /// no RFC names this step; but a port is a decimal number, section 3.2.3, and the URL
    /// Standard omits the zeros. [`DEFAULT_PORT`](Self::DEFAULT_PORT) ignores them in any case.
    pub const PORT_ZEROS: Self = Self(1 << 10);
    /// IPv6 addresses in the form of RFC 5952 section 4: letters in lower case, no zeros in front,
    /// and `::` in place of the longest run of at least two zero groups, the first of several.
    /// `[2001:DB8:0:0::0001]` becomes `[2001:db8::1]`.
    ///
    /// An IPv4-mapped address ends with an IPv4 address, `[::ffff:192.0.2.1]`, by its section 5; other
    /// addresses never do, so that `[::1.2.3.4]` becomes `[::102:304]`. All texts of one address
    /// have one form, that of [`Ipv6Addr`](core::net::Ipv6Addr). For the modules of RFC 3986 and
    /// RFC 3987, since RFC 2396 has no IPv6 addresses.
    pub const IPV6_FORM: Self = Self(1 << 11);
    /// In IRIs, escaped characters beyond ASCII unescaped: `%C3%A9` becomes `é`. Only for escapes
    /// that are UTF-8, and for characters that the part can contain, RFC 3987 section 2.2:
    /// `ucschar`, and in queries `iprivate` as well. Escapes of characters that format
    /// bidirectional text stay, since no IRI should contain these: RFC 3987 section 4.1. This step
    /// changes no URI.
    ///
    /// In no preset: RFC 3987 section 5.3.2.3 only names the unreserved characters of RFC 3986, and
    /// programs that compare IRIs as names, as XML and RDF do, distinguish `%C3%A9` and `é`. Both
    /// stand for the same URI, RFC 3987 section 3.1; add the step to compare IRIs as addresses.
    ///
    /// ```
    /// # #[cfg(feature = "rfc3987")] {
    /// use uri::Normalization;
    /// use uri::rfc3987::Iri;
    ///
    /// let steps = Normalization::RFC3986 | Normalization::IUNRESERVED;
    /// let iri = Iri::new("http://a/r%C3%A9sum%e9");
    /// assert_eq!(iri.normalize(steps), "http://a/résum%E9");
    /// # }
    /// ```
    pub const IUNRESERVED: Self = Self(1 << 12);

    /// The steps that RFC 2396 section 6 names for every scheme with the common syntax: the case of
    /// scheme and host, and the default port, written or left empty.
    pub const COMMON: Self =
        Self(Self::SCHEME_CASE.0 | Self::HOST_CASE.0 | Self::DEFAULT_PORT.0 | Self::EMPTY_PORT.0);
    /// [`COMMON`](Self::COMMON), and the two steps for escapes of ASCII.
    pub const ESCAPES: Self = Self(Self::COMMON.0 | Self::ESCAPE_CASE.0 | Self::UNRESERVED.0);
    /// [`ESCAPES`](Self::ESCAPES), [`DOT_SEGMENTS`](Self::DOT_SEGMENTS),
    /// [`EMPTY_PATH`](Self::EMPTY_PATH) and [`IPV6_FORM`](Self::IPV6_FORM).
    pub const ALL: Self =
        Self(Self::ESCAPES.0 | Self::DOT_SEGMENTS.0 | Self::EMPTY_PATH.0 | Self::IPV6_FORM.0);

    /// [`ALL`](Self::ALL) and [`SURPLUS_PARENTS`](Self::SURPLUS_PARENTS): the steps of section 6.2.2
    /// for every scheme, those of section 6.2.3 for the schemes that the crate knows
    /// ([`DEFAULT_PORT`](Self::DEFAULT_PORT), [`EMPTY_PATH`](Self::EMPTY_PATH)), and the form of
    /// IPv6 addresses of RFC 5952.
    pub const RFC3986: Self = Self(Self::ALL.0 | Self::SURPLUS_PARENTS.0);

    /// The steps of both sets. Like `|`, but usable in constants.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The steps that are not in the other set. Like `-`, but usable in constants.
    #[must_use]
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether all steps of the other set are in this one.
    #[must_use]
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}

impl BitOr for Normalization {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Normalization {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl SubAssign for Normalization {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = self.difference(other);
    }
}

impl Sub for Normalization {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl fmt::Debug for Normalization {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = STEPS.iter().filter(|step| self.contains(step.1)).map(|step| step.0);
        f.write_str("Normalization(")?;
        names.enumerate().try_for_each(|(i, name)| {
            f.write_str(if i == 0 { "" } else { " | " })?;
            f.write_str(name)
        })?;
        f.write_str(")")
    }
}
