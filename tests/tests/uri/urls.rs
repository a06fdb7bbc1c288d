//! The differences between the URLs of RFC 1738 and the URIs of RFC 2396, proved for all texts as
//! in `grammars`. `uri/src/rfc1738/convert.rs` relies on it.

use super::grammars::{Compiled, for_each_reachable};
use std::collections::BTreeMap;

/// The texts that only one of the two has.
const REASONS: &str = r#"
not-a-letter-first = ( DIGIT / other ) *( ALPHA / DIGIT / other ) ":" *char
nothing-after-the-scheme = ALPHA *( ALPHA / DIGIT / other ) ":"
a-tilde = ALPHA *( ALPHA / DIGIT / other ) ":" *char "~" *( char / "~" )
other = "+" / "-" / "."
char = ALPHA / DIGIT / "$" / "-" / "_" / "." / "+" / "!" / "*" / "'" / "(" / ")" / "," / ";" / "/"
     / "?" / ":" / "@" / "&" / "=" / "%" HEXDIG HEXDIG
"#;

fn rfc1738() -> Compiled {
    let text = std::fs::read("../uri-gen/grammars/rfc1738.bnf").expect("in the repository");
    Compiled::new(&text, &[])
}

#[test]
fn urls_are_uris_except_for_two_reasons_and_uris_are_urls_except_for_one() {
    let (urls, uris) = (rfc1738(), Compiled::rfc2396());
    let reasons = Compiled::new(REASONS.as_bytes(), &[]);
    let names = ["not-a-letter-first", "nothing-after-the-scheme", "a-tilde"];
    let mut all = vec![urls.dfa("genericurl"), urls.dfa("url"), uris.dfa("absoluteURI")];
    all.extend(names.map(|name| reasons.dfa(name)));

    let mut witnesses = BTreeMap::new();
    for_each_reachable(&all, |accepts, text| {
        let text = String::from_utf8_lossy(text).into_owned();
        let (url, uri) = (accepts[0], accepts[2]);
        assert_eq!(accepts[1], url, "{text}");
        let holds: Vec<&str> = (0..3).filter(|i| accepts[3 + i]).map(|i| names[i]).collect();
        match (url, uri) {
            (true, true) => assert!(holds.is_empty(), "{text} is of both"),
            (false, false) => {
                // A tilde in a text that is not a URI for another reason.
                assert!(holds.iter().all(|&name| name == "a-tilde"), "{text} is of neither");
            }
            (true, false) => assert!(holds == [names[0]] || holds == [names[1]], "{text}"),
            (false, true) => assert_eq!(holds, [names[2]], "{text}"),
        }
        if url != uri {
            witnesses.entry(holds[0]).or_insert(text);
        }
    });
    // The shortest, those before others by their bytes.
    let expected = [(names[0], "+:"), (names[1], "A:"), (names[2], "A:~")];
    assert_eq!(witnesses, expected.map(|(name, text)| (name, text.to_owned())).into());
}

#[test]
fn urls_of_the_schemes_are_uris() {
    let (urls, uris) = (rfc1738(), Compiled::rfc2396());
    for rule in [
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
    ] {
        for_each_reachable(&[urls.dfa(rule), uris.dfa("absoluteURI")], |accepts, text| {
            let text = String::from_utf8_lossy(text);
            assert!(!accepts[0] || accepts[1], "{text} is of {rule} alone");
        });
    }
    // Hosts and ports of RFC 1738 are some of those of RFC 2396.
    for (of_url, of_uri) in [("host", "host"), ("hostnumber", "IPv4address"), ("port", "port")] {
        for_each_reachable(&[urls.dfa(of_url), uris.dfa(of_uri)], |accepts, text| {
            let text = String::from_utf8_lossy(text);
            assert!(!accepts[0] || accepts[1], "{text} is of {of_url} alone");
        });
    }
}
