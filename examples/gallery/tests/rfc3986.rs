//! Links in a page: finds those that lead to other hosts, and compares unusual ones with the RFC.

use gallery::rfc3986::{AbsoluteUri, HostKind, ReferencePath, UriReference};

/// The hosts that a page links to, in order.
fn hosts<'a>(links: &[&'a str]) -> Vec<&'a str> {
    let links = links.iter().filter_map(|link| UriReference::parse(link).ok());
    links.filter_map(|link| Some(link.host()?.as_str())).filter(|host| !host.is_empty()).collect()
}

#[test]
fn hosts_of_links() {
    let links = [
        "https://a.example/x",
        "/local",
        "//b.example:81",
        "mailto:me@c.example",
        "file:///etc/hosts",
        "http://[2001:db8::1]/",
        "http://white space/",
    ];
    assert_eq!(hosts(&links), ["a.example", "b.example", "[2001:db8::1]"]);
}

#[test]
fn an_address_out_of_range_is_a_name() {
    let host = |text| UriReference::new(text).host().unwrap().kind();
    assert!(matches!(host("//255.255.255.255"), HostKind::Ipv4Address(_)));
    assert!(matches!(host("//256.255.255.255"), HostKind::RegName(_)));
    assert!(matches!(host("//01.2.3.4"), HostKind::RegName(_)));
    assert!(matches!(host("//[v1.x]"), HostKind::IpLiteral(it) if it.ipv6address().is_none()));
}

#[test]
fn a_colon_in_the_first_segment_is_that_of_a_scheme() {
    assert_eq!(UriReference::new("a:b").scheme().unwrap().as_str(), "a");
    assert!(UriReference::new("./a:b").scheme().is_none());
    assert_eq!(UriReference::parse("1:b").unwrap_err().offset(), 1);
}

#[test]
fn segments_may_be_empty() {
    let segments = |text| match UriReference::new(text).path() {
        ReferencePath::PathAbempty(path) => path.segments().map(|it| it.as_str().len()).sum(),
        ReferencePath::PathAbsolute(path) => path.segments().count(),
        _ => 0,
    };
    assert_eq!(segments("//h/a//b"), 2);
    assert_eq!(segments("/a//b/"), 4);
    assert_eq!(segments("/"), 0);
}

#[test]
fn a_base_has_a_scheme_and_no_fragment() {
    assert!(AbsoluteUri::is_match("http://a/b?c"));
    assert!(!AbsoluteUri::is_match("//a/b?c") && !AbsoluteUri::is_match("http://a#"));
}
