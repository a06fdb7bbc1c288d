//! What the rules of `grammars/rfc1738.bnf` are called in Rust and what they
//! mean: rulename, type name, one line of documentation. In the order of the
//! grammar. All of them are defined in RFC 1738 section 5; the documentation names
//! the section that explains them.

use crate::{Part, PartsOf, Rule, named, part};

pub(crate) const RULES: &[Rule] = &[
    ("genericurl", "GenericUrl", "A URL of any scheme, RFC 1738 section 2.1."),
    ("url", "Url", "A URL of a predefined scheme or of any other, RFC 1738 section 5."),
    ("otherurl", "OtherUrl", "A URL of a scheme without a syntax of its own, RFC 1738 section 5."),
    ("scheme", "Scheme", "The name before the first colon, RFC 1738 section 2.1."),
    ("schemepart", "SchemePart", "What follows the scheme and its colon, RFC 1738 section 2.1."),
    (
        "ip-schemepart",
        "IpSchemePart",
        "Two slashes, a login and possibly a path, RFC 1738 section 3.1.",
    ),
    ("login", "Login", "Possibly a user with a password, host and port, RFC 1738 section 3.1."),
    ("hostport", "HostPort", "A host and possibly a port, RFC 1738 section 3.1."),
    ("host", "Host", "A host name or the number of a host, RFC 1738 section 3.1."),
    ("hostname", "HostName", "A domain name of the DNS, RFC 1738 section 3.1."),
    ("domainlabel", "DomainLabel", "One label of a domain name, RFC 1738 section 5."),
    (
        "toplabel",
        "TopLabel",
        "The rightmost label of a domain name; starts with a letter. RFC 1738 section 5.",
    ),
    ("alphadigit", "", "One letter or digit, RFC 1738 section 5."),
    (
        "hostnumber",
        "HostNumber",
        "Four groups of digits with dots between them, of any value. RFC 1738 section 3.1.",
    ),
    ("port", "Port", "The number of a port, RFC 1738 section 3.1."),
    ("user", "User", "The name of a user; may be empty. RFC 1738 section 3.1."),
    ("password", "Password", "A password in the clear; may be empty. RFC 1738 section 3.1."),
    (
        "urlpath",
        "UrlPath",
        "What follows the host, as the scheme defines it. RFC 1738 section 3.1.",
    ),
    ("ftpurl", "FtpUrl", "An FTP URL, RFC 1738 section 3.2."),
    ("fpath", "FPath", "The path of an FTP or file URL, RFC 1738 section 3.2.2."),
    (
        "fsegment",
        "FSegment",
        "A segment of the path of an FTP or file URL, RFC 1738 section 3.2.2.",
    ),
    ("ftptype", "FtpType", "The type code of an FTP URL, RFC 1738 section 3.2.2."),
    ("fileurl", "FileUrl", "A file URL, RFC 1738 section 3.10."),
    ("httpurl", "HttpUrl", "An HTTP URL, RFC 1738 section 3.3."),
    ("hpath", "HPath", "The path of an HTTP URL, RFC 1738 section 3.3."),
    ("hsegment", "HSegment", "A segment of the path of an HTTP URL, RFC 1738 section 3.3."),
    ("search", "Search", "What stands after the `?` of an HTTP URL, RFC 1738 section 3.3."),
    ("gopherurl", "GopherUrl", "A Gopher URL, RFC 1738 section 3.4."),
    ("gtype", "GType", "The type of a Gopher entity, RFC 1738 section 3.4.1."),
    ("selector", "Selector", "The selector of a Gopher entity, RFC 1738 section 3.4.1."),
    (
        "gopher--string",
        "GopherPlusString",
        "A Gopher+ string; `gopher+_string` in RFC 1738 section 3.4.4.",
    ),
    ("mailtourl", "MailtoUrl", "A mailto URL, RFC 1738 section 3.5."),
    (
        "encoded822addr",
        "Encoded822Addr",
        "A mail address of RFC 822 with its reserved characters escaped, RFC 1738 section 3.5.",
    ),
    ("newsurl", "NewsUrl", "A news URL, RFC 1738 section 3.6."),
    ("grouppart", "GroupPart", "`*`, a newsgroup or an article, RFC 1738 section 3.6."),
    ("group", "Group", "The name of a newsgroup, RFC 1738 section 3.6."),
    (
        "article",
        "Article",
        "The message id of an article without its angle brackets, RFC 1738 section 3.6.",
    ),
    ("nntpurl", "NntpUrl", "An NNTP URL, RFC 1738 section 3.7."),
    ("telneturl", "TelnetUrl", "A Telnet URL, RFC 1738 section 3.8."),
    ("waisurl", "WaisUrl", "A WAIS URL, RFC 1738 section 3.9."),
    ("waisdatabase", "WaisDatabase", "The URL of a WAIS database, RFC 1738 section 3.9."),
    ("waisindex", "WaisIndex", "The URL of a search in a WAIS database, RFC 1738 section 3.9."),
    ("waisdoc", "WaisDoc", "The URL of a document of a WAIS database, RFC 1738 section 3.9."),
    ("database", "Database", "The name of a WAIS database, RFC 1738 section 3.9."),
    ("wtype", "WType", "The type of a WAIS document, RFC 1738 section 3.9."),
    ("wpath", "WPath", "The document id of WAIS, RFC 1738 section 3.9."),
    ("prosperourl", "ProsperoUrl", "A Prospero URL, RFC 1738 section 3.11."),
    ("ppath", "PPath", "The host-specific object name of Prospero, RFC 1738 section 3.11."),
    ("psegment", "PSegment", "A segment of the object name of Prospero, RFC 1738 section 3.11."),
    ("fieldspec", "FieldSpec", "A field of a Prospero link, RFC 1738 section 3.11."),
    ("fieldname", "FieldName", "The name of a field, RFC 1738 section 3.11."),
    ("fieldvalue", "FieldValue", "The value of a field, RFC 1738 section 3.11."),
    (
        "lowalpha",
        "",
        "One letter; both cases, because quoted text ignores case. RFC 1738 section 5.",
    ),
    (
        "hialpha",
        "",
        "One letter; both cases, because quoted text ignores case. RFC 1738 section 5.",
    ),
    ("alpha", "", "One letter, RFC 1738 section 5."),
    ("digit", "", "One decimal digit, RFC 1738 section 5."),
    ("safe", "", "One punctuation mark that needs no escape, RFC 1738 section 2.2."),
    ("extra", "", "One more punctuation mark that needs no escape, RFC 1738 section 2.2."),
    ("national", "", "One character that gateways may alter, to be escaped. RFC 1738 section 2.2."),
    (
        "punctuation",
        "",
        "One character that often delimits URLs, to be escaped. RFC 1738 section 2.2.",
    ),
    ("reserved", "", "One character that may delimit parts, RFC 1738 section 2.2."),
    ("hex", "", "One hexadecimal digit, RFC 1738 section 5."),
    ("escape", "Escape", "One octet as `%` and two hex digits, RFC 1738 section 2.2."),
    ("unreserved", "", "One character that never delimits, RFC 1738 section 2.2."),
    ("uchar", "Uchar", "One unreserved character, or an escape, RFC 1738 section 2.2."),
    ("xchar", "Xchar", "One character of any URL, or an escape, RFC 1738 section 2.2."),
    ("digits", "Digits", "One or more decimal digits, RFC 1738 section 5."),
];

const USER: Part = part(&["user"]);
const PASSWORD: Part = part(&["password"]);
const HOST: Part = part(&["host"]);
const HOSTNAME: Part = part(&["hostname"]);
const HOSTNUMBER: Part = part(&["hostnumber"]);
const PORT: Part = part(&["port"]);
const SEARCH: Part = part(&["search"]);
const DATABASE: Part = part(&["database"]);
const FPATH: Part = named("path", &["fpath"]);

pub(crate) const PARTS: &[PartsOf] = &[
    (
        "url",
        &[named(
            "kind",
            &[
                "httpurl",
                "ftpurl",
                "newsurl",
                "nntpurl",
                "telneturl",
                "gopherurl",
                "waisurl",
                "mailtourl",
                "fileurl",
                "prosperourl",
                "otherurl",
            ],
        )],
    ),
    ("otherurl", &[part(&["scheme"]), part(&["schemepart"])]),
    // What fits the second alternative fits the first one too, which comes first.
    ("schemepart", &[]),
    (
        "ip-schemepart",
        &[part(&["login"]), USER, PASSWORD, HOST, HOSTNAME, HOSTNUMBER, PORT, part(&["urlpath"])],
    ),
    ("login", &[USER, PASSWORD, HOST, HOSTNAME, HOSTNUMBER, PORT]),
    ("hostport", &[HOST, HOSTNAME, HOSTNUMBER, PORT]),
    (
        "hostname",
        &[
            Part { name: "labels", rules: &["domainlabel", "toplabel"], type_name: Some("Label") },
            part(&["toplabel"]),
        ],
    ),
    ("hostnumber", &[named("groups", &["digits"])]),
    ("ftpurl", &[USER, PASSWORD, HOST, HOSTNAME, HOSTNUMBER, PORT, FPATH, part(&["ftptype"])]),
    ("fpath", &[named("segments", &["fsegment"])]),
    ("fileurl", &[HOST, HOSTNAME, HOSTNUMBER, FPATH]),
    ("httpurl", &[HOST, HOSTNAME, HOSTNUMBER, PORT, named("path", &["hpath"]), SEARCH]),
    ("hpath", &[named("segments", &["hsegment"])]),
    (
        "gopherurl",
        &[
            HOST,
            HOSTNAME,
            HOSTNUMBER,
            PORT,
            part(&["gtype"]),
            part(&["selector"]),
            SEARCH,
            named("gopher-plus-string", &["gopher--string"]),
        ],
    ),
    // Characters and escapes.
    ("gtype", &[]),
    ("newsurl", &[part(&["grouppart"]), part(&["group"]), part(&["article"]), HOST]),
    ("article", &[HOST, HOSTNAME, HOSTNUMBER]),
    ("nntpurl", &[HOST, HOSTNAME, HOSTNUMBER, PORT, part(&["group"])]),
    ("telneturl", &[USER, PASSWORD, HOST, HOSTNAME, HOSTNUMBER, PORT]),
    (
        "waisurl",
        &[
            named("kind", &["waisdatabase", "waisindex", "waisdoc"]),
            HOST,
            HOSTNAME,
            HOSTNUMBER,
            PORT,
            DATABASE,
            SEARCH,
            part(&["wtype"]),
            part(&["wpath"]),
        ],
    ),
    ("waisdatabase", &[HOST, HOSTNAME, HOSTNUMBER, PORT, DATABASE]),
    ("waisindex", &[HOST, HOSTNAME, HOSTNUMBER, PORT, DATABASE, SEARCH]),
    ("waisdoc", &[HOST, HOSTNAME, HOSTNUMBER, PORT, DATABASE, part(&["wtype"]), part(&["wpath"])]),
    (
        "prosperourl",
        &[
            HOST,
            HOSTNAME,
            HOSTNUMBER,
            PORT,
            named("path", &["ppath"]),
            named("fields", &["fieldspec"]),
        ],
    ),
    ("ppath", &[named("segments", &["psegment"])]),
    ("uchar", &[]),
    ("xchar", &[]),
];
