//! What the rules of `grammars/reference.abnf` and `grammars/uri.abnf` are called in Rust
//! and what they mean: rulename, type name, one line of documentation that ends with the
//! section of RFC 2396. In the order of the grammars.
//!
//! Rules whose name differs from the RFC's say so.

use crate::{Part, PartsOf, Rule, named, part};

pub(crate) const RULES: &[Rule] = &[
    (
        "reference",
        "Reference",
        "A reference that can be resolved: one of the grammar, or a query with or without a \
         fragment, as in RFC 2396 appendix C.1.",
    ),
    ("DQUOTE", "", "The character `\"`; no rule of its own in RFC 2396 section 2.4.3."),
    ("alpha", "", "One letter, RFC 2396 section 1.6."),
    (
        "lowalpha",
        "",
        "One letter; both cases, because quoted text of ABNF ignores case. RFC 2396 section 1.6.",
    ),
    (
        "upalpha",
        "",
        "One letter; both cases, because quoted text of ABNF ignores case. RFC 2396 section 1.6.",
    ),
    ("digit", "", "One decimal digit, RFC 2396 section 1.6."),
    ("alphanum", "", "One letter or digit, RFC 2396 section 1.6."),
    (
        "urlc",
        "Uric",
        "One character of a query or fragment, or an escape; `uric` in RFC 2396 section 2.",
    ),
    ("reserved", "", "One character that may delimit parts, RFC 2396 section 2.2."),
    ("unreserved", "", "One character that never delimits, RFC 2396 section 2.3."),
    ("mark", "", "One punctuation mark that never delimits, RFC 2396 section 2.3."),
    ("escaped", "Escaped", "One octet as `%` and two hex digits, RFC 2396 section 2.4.1."),
    ("hex", "", "One hexadecimal digit, RFC 2396 section 2.4.1."),
    ("control", "", "One control character, excluded from URIs. RFC 2396 section 2.4.3."),
    ("space", "", "The space character, excluded from URIs. RFC 2396 section 2.4.3."),
    (
        "delims",
        "",
        "One character that often delimits URIs in text, excluded from URIs. RFC 2396 section 2.4.3.",
    ),
    (
        "unwise",
        "",
        "One character that gateways may alter, excluded from URIs. RFC 2396 section 2.4.3.",
    ),
    (
        "absoluteURI",
        "AbsoluteUri",
        "A URI with its scheme and without a fragment, RFC 2396 section 3.",
    ),
    ("hier-part", "HierPart", "What follows the scheme of a hierarchical URI, RFC 2396 section 3."),
    ("net-path", "NetPath", "Two slashes, an authority and possibly a path, RFC 2396 section 3."),
    ("abs-path", "AbsPath", "A path that starts with a slash, RFC 2396 section 3."),
    (
        "opaque-part",
        "OpaquePart",
        "What follows the scheme of a URI without hierarchy, say of `mailto:`. RFC 2396 section 3.",
    ),
    (
        "urlc-no-slash",
        "UricNoSlash",
        "One character that can start an opaque part; `uric_no_slash` in RFC 2396 section 3.",
    ),
    ("scheme", "Scheme", "The name before the first colon, RFC 2396 section 3.1."),
    ("authority", "Authority", "A server or a registry name, RFC 2396 section 3.2."),
    (
        "reg-name",
        "RegName",
        "An authority that some registry other than the DNS gives meaning to, RFC 2396 section 3.2.1.",
    ),
    (
        "server",
        "Server",
        "Possibly user information, host and port; may be empty. RFC 2396 section 3.2.2.",
    ),
    ("userinfo", "UserInfo", "What stands before the `@` of a server, RFC 2396 section 3.2.2."),
    ("hostport", "HostPort", "A host and possibly a port, RFC 2396 section 3.2.2."),
    ("host", "Host", "A host name or an IPv4 address, RFC 2396 section 3.2.2."),
    ("hostname", "HostName", "A domain name of the DNS, RFC 2396 section 3.2.2."),
    ("domainlabel", "DomainLabel", "One label of a domain name, RFC 2396 section 3.2.2."),
    (
        "toplabel",
        "TopLabel",
        "The rightmost label of a domain name; starts with a letter. RFC 2396 section 3.2.2.",
    ),
    (
        "IPv4address",
        "IPv4Address",
        "Four groups of digits with dots between them, of any value. RFC 2396 section 3.2.2.",
    ),
    ("port", "Port", "The number of a port; may be empty. RFC 2396 section 3.2.2."),
    ("path", "Path", "An absolute path, an opaque part or nothing, RFC 2396 section 3.3."),
    (
        "path-segments",
        "PathSegments",
        "One or more segments with slashes between them, RFC 2396 section 3.3.",
    ),
    ("segment", "Segment", "A segment of a path with its parameters, RFC 2396 section 3.3."),
    ("param", "Param", "A parameter of a segment of a path, RFC 2396 section 3.3."),
    ("pchar", "Pchar", "One character of a segment, or an escape, RFC 2396 section 3.3."),
    ("query", "Query", "What stands after the `?`, RFC 2396 section 3.4."),
    (
        "URI-reference",
        "UriReference",
        "An absolute or relative URI and possibly a fragment; may be empty. RFC 2396 section 4.",
    ),
    ("fragment", "Fragment", "What stands after the `#`, RFC 2396 section 4.1."),
    (
        "relativeURI",
        "RelativeUri",
        "A URI without its scheme and without a fragment, RFC 2396 section 5.",
    ),
    ("rel-path", "RelPath", "A path that does not start with a slash, RFC 2396 section 5."),
    (
        "rel-segment",
        "RelSegment",
        "The first segment of a relative path; holds no colon. RFC 2396 section 5.",
    ),
];

/// The three kinds of path. Every rule with a path has the same type for it, though most
/// can have two of them or one only.
const PATH: Part = Part {
    name: "path",
    rules: &["abs-path", "opaque-part", "rel-path"],
    type_name: Some("UriPath"),
};

const SCHEME: Part = part(&["scheme"]);
const AUTHORITY: Part = part(&["authority"]);
const SERVER: Part = part(&["server"]);
const REG_NAME: Part = part(&["reg-name"]);
const USERINFO: Part = part(&["userinfo"]);
const HOST: Part = part(&["host"]);
const HOSTNAME: Part = part(&["hostname"]);
const IPV4ADDRESS: Part = part(&["IPv4address"]);
const PORT: Part = part(&["port"]);
const QUERY: Part = part(&["query"]);
const FRAGMENT: Part = part(&["fragment"]);

pub(crate) const PARTS: &[PartsOf] = &[
    (
        "reference",
        &[
            SCHEME,
            AUTHORITY,
            SERVER,
            REG_NAME,
            USERINFO,
            HOST,
            HOSTNAME,
            IPV4ADDRESS,
            PORT,
            PATH,
            QUERY,
            FRAGMENT,
        ],
    ),
    // Of a rule that is a character, or starts with one, there is nothing to take apart.
    ("urlc", &[]),
    (
        "absoluteURI",
        &[
            SCHEME,
            AUTHORITY,
            SERVER,
            REG_NAME,
            USERINFO,
            HOST,
            HOSTNAME,
            IPV4ADDRESS,
            PORT,
            PATH,
            QUERY,
        ],
    ),
    (
        "hier-part",
        &[AUTHORITY, SERVER, REG_NAME, USERINFO, HOST, HOSTNAME, IPV4ADDRESS, PORT, PATH, QUERY],
    ),
    ("net-path", &[AUTHORITY, SERVER, REG_NAME, USERINFO, HOST, HOSTNAME, IPV4ADDRESS, PORT, PATH]),
    ("abs-path", &[named("segments", &["segment"])]),
    ("opaque-part", &[]),
    ("urlc-no-slash", &[]),
    (
        "authority",
        &[
            named("kind", &["server", "reg-name"]),
            SERVER,
            REG_NAME,
            USERINFO,
            HOST,
            HOSTNAME,
            IPV4ADDRESS,
            PORT,
        ],
    ),
    ("server", &[USERINFO, HOST, HOSTNAME, IPV4ADDRESS, PORT]),
    ("hostport", &[HOST, HOSTNAME, IPV4ADDRESS, PORT]),
    (
        "hostname",
        &[
            Part { name: "labels", rules: &["domainlabel", "toplabel"], type_name: Some("Label") },
            part(&["toplabel"]),
        ],
    ),
    ("pchar", &[]),
    (
        "URI-reference",
        &[
            named("kind", &["absoluteURI", "relativeURI"]),
            SCHEME,
            AUTHORITY,
            SERVER,
            REG_NAME,
            USERINFO,
            HOST,
            HOSTNAME,
            IPV4ADDRESS,
            PORT,
            PATH,
            QUERY,
            FRAGMENT,
        ],
    ),
    (
        "relativeURI",
        &[AUTHORITY, SERVER, REG_NAME, USERINFO, HOST, HOSTNAME, IPV4ADDRESS, PORT, PATH, QUERY],
    ),
    (
        "rel-path",
        &[
            part(&["rel-segment"]),
            part(&["abs-path"]),
            Part {
                name: "segments",
                rules: &["rel-segment", "segment"],
                type_name: Some("PathSegment"),
            },
        ],
    ),
];
