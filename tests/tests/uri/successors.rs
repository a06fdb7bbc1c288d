//! The differences between corresponding rules of RFC 2396, RFC 3986 and RFC 3987, proved
//! for all texts on their automata, with shortest texts as witnesses; and the page of the
//! documentation that lists them.

use super::grammars::{Compiled, for_each_reachable};
use abnfc::automata::dfa::Dfa;
use abnfc::text::bundled;

/// The rule of each grammar for the same part; empty if the grammar has no corresponding rule.
const PARTS: &[[&str; 3]] = &[
    ["URI-reference", "URI-reference", "IRI-reference"],
    ["", "URI", "IRI"],
    ["absoluteURI", "absolute-URI", "absolute-IRI"],
    ["", "relative-ref", "irelative-ref"],
    ["scheme", "scheme", "scheme"],
    ["authority", "authority", "iauthority"],
    ["userinfo", "userinfo", "iuserinfo"],
    ["host", "host", "ihost"],
    ["", "IP-literal", "IP-literal"],
    ["", "IPv6address", "IPv6address"],
    ["", "IPvFuture", "IPvFuture"],
    ["IPv4address", "IPv4address", "IPv4address"],
    ["reg-name", "reg-name", "ireg-name"],
    ["port", "port", "port"],
    ["abs-path", "path-abempty", "ipath-abempty"],
    ["abs-path", "path-absolute", "ipath-absolute"],
    ["rel-path", "path-noscheme", "ipath-noscheme"],
    ["opaque-part", "path-rootless", "ipath-rootless"],
    ["segment", "segment", "isegment"],
    ["", "segment-nz", "isegment-nz"],
    ["rel-segment", "segment-nz-nc", "isegment-nz-nc"],
    ["query", "query", "iquery"],
    ["fragment", "fragment", "ifragment"],
    ["escaped", "pct-encoded", "pct-encoded"],
];

/// The grammar that the module of `uri` is made of.
fn grammar(name: &str) -> Compiled {
    Compiled::new(bundled::find(name).expect("it is bundled").text.as_bytes(), &[])
}

/// For each of two automata, a shortest text that only it accepts.
fn witnesses(one: &Dfa, other: &Dfa) -> [Option<String>; 2] {
    let mut found = [None, None];
    for_each_reachable(&[one, other], |accepts, text| {
        let text = || String::from_utf8(text.to_vec()).expect("both have texts alone");
        match accepts {
            [true, false] => found[0] = found[0].take().or_else(|| Some(text())),
            [false, true] => found[1] = found[1].take().or_else(|| Some(text())),
            _ => (),
        }
    });
    found
}

/// A witness as the page shows it.
fn shown(witness: Option<&String>) -> String {
    match witness.map(String::as_str) {
        None => "none".to_owned(),
        Some("") => "the empty text".to_owned(),
        Some(text) => format!("`{}`", text.escape_default()),
    }
}

/// The rows of the table in the documentation whose head begins so.
fn rows_of_the_page(head: &str) -> Vec<String> {
    let page = include_str!("../../../uri/docs/differences.md");
    let table = page.split_once(head).expect("the table is there").1;
    table.lines().skip(2).take_while(|line| line.starts_with('|')).map(str::to_owned).collect()
}

#[test]
fn parts_differ_as_the_page_says() {
    let old = Compiled::rfc2396();
    let (new, iri) = (grammar("rfc3986"), grammar("rfc3987"));
    let rows = PARTS.iter().map(|&[of_2396, of_3986, of_3987]| {
        let [only_old, only_new] = if of_2396.is_empty() {
            ["-", "-"].map(str::to_owned)
        } else {
            let found = witnesses(old.dfa(of_2396), new.dfa(of_3986));
            [0, 1].map(|side| shown(found[side].as_ref()))
        };
        let [only_uri, only_iri] = witnesses(new.dfa(of_3986), iri.dfa(of_3987));
        assert_eq!(only_uri, None, "a text of {of_3986} that is not one of {of_3987}");
        let mut names = vec![of_2396, of_3986, of_3987];
        names.retain(|name| !name.is_empty());
        names.dedup();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let only_iri = shown(only_iri.as_ref());
        format!("| {} | {only_old} | {only_new} | {only_iri} |", names.join(", "))
    });
    let rows: Vec<String> = rows.collect();
    assert_eq!(rows_of_the_page("| part | RFC 2396"), rows, "\n{}\n", rows.join("\n"));
}

/// An IRI of ASCII characters is a URI, and each of its parts is that part of a URI.
#[test]
fn iris_of_ascii_are_uris() {
    let (new, iri) = (grammar("rfc3986"), grammar("rfc3987"));
    let ascii = Compiled::new(b"ascii = *%x00-7F\n", &[]);
    for [_, of_3986, of_3987] in PARTS {
        let all = [new.dfa(of_3986), iri.dfa(of_3987), ascii.dfa("ascii")];
        for_each_reachable(&all, |accepts, text| {
            let text = || String::from_utf8_lossy(text).into_owned();
            assert_eq!(accepts[0], accepts[1] && accepts[2], "{of_3987}: {}", text());
        });
    }
}

/// The grammar of IRIs with other definitions of its two rules beyond ASCII.
fn iri_with(ucschar: &str, iprivate: &str) -> Compiled {
    let text = bundled::find("rfc3987").expect("it is bundled").text;
    let mut changed = String::new();
    let mut is_left_out = false;
    for line in text.lines().filter(|line| !line.contains("@encoding")) {
        if !line.starts_with(' ') {
            is_left_out = ["ucschar ", "iprivate "].iter().any(|name| line.starts_with(name));
        }
        if !is_left_out {
            changed.push_str(line);
            changed.push('\n');
        }
    }
    changed += "ucschar = ";
    changed += ucschar;
    changed += "\niprivate = ";
    changed += iprivate;
    changed += "\n";
    Compiled::new(changed.as_bytes(), &[])
}

/// IRIs have two more kinds of characters than URIs: `ucschar` wherever unreserved characters are
/// allowed, and `iprivate` wherever characters of a query are. With those characters in their
/// place, the grammar of IRIs equals that of URIs. With escapes in their place, as in section 3.1
/// of RFC 3987, it does too, so each IRI becomes a URI, part by part.
#[test]
fn iris_only_add_characters_beyond_ascii() {
    let new = grammar("rfc3986");
    let escapes = "2*4( \"%\" HEXDIG HEXDIG )";
    for (ucschar, iprivate) in [("\"~\"", "\"?\""), (escapes, escapes)] {
        let iri = iri_with(ucschar, iprivate);
        for [_, of_3986, of_3987] in PARTS {
            let found = witnesses(new.dfa(of_3986), iri.dfa(of_3987));
            assert_eq!(found, [None, None], "{of_3987}, {ucschar}");
        }
    }
    // A private character in another place than a query would be a difference.
    let wrong = iri_with("\"~\"", "\"#\"");
    let found = witnesses(new.dfa("query"), wrong.dfa("iquery"));
    assert_eq!(found, [None, Some("#".to_owned())]);
}
