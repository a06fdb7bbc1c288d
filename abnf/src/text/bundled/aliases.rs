//! Common names of bundled grammars.

/// All common names in lower case, each with the name of its grammar, in alphabetical order.
pub(super) const ALIASES: [(&str, &str); 57] = [
    ("abnf", "rfc5234"),
    ("authentication-results", "rfc8601"),
    ("cddl", "rfc9682"),
    ("content-disposition", "rfc6266"),
    ("cookie", "rfc6265"),
    ("csv", "rfc4180"),
    ("data-url", "rfc2397"),
    ("dkim", "rfc6376"),
    ("dmarc", "rfc7489"),
    ("domain-name", "rfc1035"),
    ("email", "rfc5322"),
    ("file-url", "rfc8089"),
    ("forwarded", "rfc7239"),
    ("ftp", "rfc959"),
    ("hsts", "rfc6797"),
    ("http", "rfc9110"),
    ("http-cache", "rfc9111"),
    ("http1", "rfc9112"),
    ("i-regexp", "rfc9485"),
    ("icalendar", "rfc5545"),
    ("imap", "rfc9051"),
    ("irc", "rfc2812"),
    ("iri", "rfc3987"),
    ("ixdtf", "rfc9557"),
    ("json", "rfc8259"),
    ("json-pointer", "rfc6901"),
    ("jsonpath", "rfc9535"),
    ("language-tag", "rfc5646"),
    ("ldap-dn", "rfc4514"),
    ("ldap-filter", "rfc4515"),
    ("ldap-url", "rfc4516"),
    ("link", "rfc8288"),
    ("mailto", "rfc6068"),
    ("media-type", "rfc6838"),
    ("mime", "rfc2045"),
    ("nntp", "rfc3977"),
    ("oauth", "rfc6749"),
    ("pem", "rfc7468"),
    ("pop3", "rfc2449"),
    ("scim-filter", "rfc7644"),
    ("sdp", "rfc8866"),
    ("security.txt", "rfc9116"),
    ("sieve", "rfc5228"),
    ("sip", "rfc3261"),
    ("smtp", "rfc5321"),
    ("spf", "rfc7208"),
    ("structured-fields", "rfc9651"),
    ("syslog", "rfc5424"),
    ("tel", "rfc3966"),
    ("timestamp", "rfc3339"),
    ("uri", "rfc3986"),
    ("uri-template", "rfc6570"),
    ("urn", "rfc8141"),
    ("uuid", "rfc9562"),
    ("vcard", "rfc6350"),
    ("websocket", "rfc6455"),
    ("yang", "rfc7950"),
];

#[cfg(test)]
mod tests {
    use super::ALIASES;
    use crate::text::bundled::ALL;

    #[test]
    fn each_alias_is_of_one_grammar() {
        assert!(ALIASES.is_sorted());
        for (alias, name) in ALIASES {
            assert!(ALL.iter().any(|bundled| bundled.name == name), "{name}");
            assert!(ALL.iter().all(|bundled| bundled.name != alias), "{alias}");
            assert_eq!(alias, alias.to_ascii_lowercase());
        }
        assert!(ALIASES.windows(2).all(|pair| pair[0].0 != pair[1].0));
    }
}
