//! Operations on single parts: pairs, segments, parameters, numbers, kinds.

use uri::{
    AbsoluteUri, Ipv4Address, Param, Port, PortError, Query, Reference, RelativeUri, Scheme,
    Segment, UriReference, UserInfo,
};

fn pairs(query: &str) -> Vec<(String, Option<String>)> {
    let text = |decoded: uri::Decode<'_>| decoded.to_string();
    Query::new(query).form_pairs().map(|pair| (text(pair.name()), pair.value().map(text))).collect()
}

#[test]
fn form_pairs() {
    let expected =
        [("a", Some("1")), ("a", Some("")), ("b", None), ("", Some("x=y")), ("c d", None)];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.map(str::to_owned)));
    assert_eq!(pairs("a=1&a=&&b&=x=y&c+d&"), expected);
    assert_eq!(pairs(""), []);
    assert_eq!(pairs("&&"), []);
    // Delimiters are found before they are decoded, and decoding is done once.
    assert_eq!(pairs("a%26b=c%3Dd%2526"), [("a&b".to_owned(), Some("c=d%26".to_owned()))]);
}

/// Taken from both ends, in any order, the pairs are those taken from the front, and `len` is
/// exact.
#[test]
fn pairs_from_both_ends() {
    for text in ["", "&", "a", "a=1&b", "&a=1&&b=2&", "a&&&b&c=x=y&=&d", "&&a&&"] {
        let forwards: Vec<_> = text.split('&').filter(|pair| !pair.is_empty()).collect();
        for turns in 0..1_u32 << (forwards.len() + 1) {
            let mut pairs = Query::new(text).form_pairs();
            let (mut front, mut back) = (Vec::new(), Vec::new());
            for turn in 0..=forwards.len() {
                assert_eq!(pairs.len(), forwards.len() - front.len() - back.len(), "{text}");
                if turns >> turn & 1 == 0 {
                    front.extend(pairs.next());
                } else {
                    back.extend(pairs.next_back());
                }
            }
            let found = front.into_iter().chain(back.into_iter().rev());
            let found: Vec<_> = found
                .map(|pair| {
                    (pair.as_str(), pair.name().to_string(), pair.value().map(|it| it.to_string()))
                })
                .collect();
            let expected = forwards.iter().map(|&pair| {
                let (name, value) =
                    pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)));
                (pair, name.to_owned(), value.map(str::to_owned))
            });
            assert!(found.into_iter().eq(expected), "{text}");
        }
    }
}

#[test]
fn plus_signs() {
    let query = Query::new("a+b=%2B+");
    let pair = query.form_pairs().next().unwrap();
    assert!(pair.name() == "a b" && pair.value().unwrap() == "+ ");
    assert!(pair.value().unwrap().chars().map(Result::unwrap).eq("+ ".chars()));
    let pair = query.pairs().next().unwrap();
    assert!(pair.name() == "a+b" && pair.value().unwrap() == "++");
    // Each method writes a plus sign as it reads one.
    assert_eq!(query.form_pairs().with_appended("x y", "+").to_string(), "a+b=%2B+&x+y=%2B");
    assert_eq!(query.pairs().with_appended("x y", "+").to_string(), "a+b=%2B+&x%20y=%2B");
    assert_eq!(query.pairs().with_appended("", None).to_string(), "a+b=%2B+&=");
}

#[test]
fn changed_pairs() {
    let pairs = Query::new("a=1&%62=2&a=3&c").form_pairs();
    assert_eq!(pairs.with("a", "4").to_string(), "%62=2&c&a=4");
    assert_eq!(pairs.with("b", None).to_string(), "a=1&a=3&c&b");
    // Without removals, existing pairs are unchanged.
    assert_eq!(Query::new("&a&&b&").pairs().with_appended("c", None).to_string(), "&a&&b&c");
    assert_eq!(Query::new("&a&&b&").pairs().without("c").to_string(), "a&b");
    assert_eq!(pairs.without("c").to_string(), "a=1&%62=2&a=3");
    assert_eq!(pairs.without("x").to_string(), "a=1&%62=2&a=3&c");
    assert_eq!(Query::new("a").form_pairs().without("a").to_string(), "");
    assert_eq!(Query::new("").form_pairs().with("a", "&").to_string(), "a=%26");
    assert_eq!(Query::new("a").form_pairs().with("a", "b").to_string(), "a=b");
    assert!(Query::new("a=1&a=2").pairs().get("a").unwrap().value().unwrap() == "1");
    assert!(Query::new("a=1").pairs().get("b").is_none());
    let mut buffer = [0; 16];
    let written = pairs.with("a", "4").write_in(&mut buffer).unwrap();
    assert_eq!(written.as_str(), "%62=2&c&a=4");
    assert_eq!(Query::from_form_pairs::<[(&str, &str); 0]>([]).to_string(), "");
    // The URL Standard's set: section 1.3, application/x-www-form-urlencoded percent-encode set.
    assert_eq!(Query::from_form_pairs(&[("!'()~", "*-._")]).to_string(), "%21%27%28%29%7E=*-._");
}

#[test]
fn segments_of_every_path() {
    let segments = |text: &str| -> Option<Vec<String>> {
        let path = UriReference::parse(text).unwrap().path()?;
        Some(path.segments().map(|segment| segment.as_str().to_owned()).collect())
    };
    assert_eq!(segments("//h"), None);
    assert_eq!(segments("/").unwrap(), [""]);
    assert_eq!(segments("//h//a/").unwrap(), ["", "a", ""]);
    assert_eq!(segments("a;x/b").unwrap(), ["a;x", "b"]);
    assert_eq!(segments("s:a/b").unwrap(), [""; 0]);
    let first = UriReference::new("%61;b/c").path().unwrap().segments().next().unwrap();
    assert!(first.decode() == "a;b");
    assert_eq!(first.name(), "%61");
}

#[test]
fn file_names() {
    let parts = |text| {
        let path = UriReference::new(text).path().unwrap();
        (path.file_name(), path.extension())
    };
    assert_eq!(parts("/a/b.tar.gz"), (Some("b.tar.gz"), Some("gz")));
    assert_eq!(parts("b.c;v=1.2"), (Some("b.c"), Some("c")));
    assert_eq!(parts("/.hidden"), (Some(".hidden"), None));
    assert_eq!(parts("/a."), (Some("a."), Some("")));
    assert_eq!(parts("/a/"), (None, None));
    assert_eq!(parts("/a/;v"), (None, None));
    assert_eq!(parts(".."), (None, None));
    assert_eq!(parts("s:a.b"), (None, None));
}

#[test]
fn params() {
    let segment = Segment::new("a;b=c=d;;e");
    let params: Vec<_> = segment.params().map(|param| (param.key(), param.value())).collect();
    assert_eq!(params, [("b", Some("c=d")), ("", None), ("e", None)]);
    assert_eq!(segment.name(), "a");
    assert_eq!(Segment::new("").name(), "");
    assert_eq!(Segment::new(";a").name(), "");
    let param = Param::new("p");
    assert_eq!(segment.with_pushed_param(param).to_string(), "a;b=c=d;;e;p");
    assert_eq!(Segment::new("a").with_pushed_param(Param::new("")).to_string(), "a;");
    assert_eq!(segment.with_popped_param().unwrap().to_string(), "a;b=c=d;");
    assert_eq!(segment.with_inserted_param(0, param).unwrap().to_string(), "a;p;b=c=d;;e");
    assert_eq!(segment.with_inserted_param(3, param).unwrap().to_string(), "a;b=c=d;;e;p");
    assert_eq!(segment.with_removed_param(1).unwrap().to_string(), "a;b=c=d;e");
    assert!(segment.with_inserted_param(4, param).is_none());
    assert!(segment.with_removed_param(3).is_none());
    assert!(segment.with_removed_param(usize::MAX).is_none());
    assert!(Segment::new("a").with_popped_param().is_none());
}

#[test]
fn numbers() {
    assert_eq!(Port::new("65535").to_u16(), Ok(65535));
    assert_eq!(Port::new("0000000000080").to_u16(), Ok(80));
    for large in ["65536", "99999999999999999999999", "4294967296", "42949672960"] {
        assert_eq!(Port::new(large).to_u16(), Err(PortError::TooLarge));
    }
    assert_eq!(Port::new("").to_u16(), Err(PortError::Empty));
    let address = |text| Ipv4Address::new(text).to_ipv4_addr().map(|address| address.octets());
    assert_eq!(address("0.1.20.255"), Some([0, 1, 20, 255]));
    for large in ["256.0.0.1", "1.2.3.999", "1.2.4294967296.4"] {
        assert_eq!(address(large), None);
    }
    // Octal to the C library: 127.0.0.1 and 8.0.0.1.
    for octal in ["0177.0.0.1", "010.0.0.1", "127.0.0.01", "00.0.0.0"] {
        assert_eq!(address(octal), None);
    }
    let mut buffer = [0; 5];
    for number in [0, 9, 10, 80, 65535] {
        let port = Port::from_u16(number, &mut buffer);
        assert_eq!(port.as_str(), number.to_string());
    }
}

#[test]
fn users() {
    let parts = |text| {
        let userinfo = UserInfo::new(text);
        (userinfo.user().as_str(), userinfo.password().map(UserInfo::as_str))
    };
    assert_eq!(parts("u"), ("u", None));
    assert_eq!(parts("u:"), ("u", Some("")));
    assert_eq!(parts(":p:q"), ("", Some("p:q")));
}

#[test]
fn kinds() {
    let kinds = |text| {
        let view = UriReference::new(text);
        [view.is_absolute(), view.is_relative(), view.is_opaque(), view.is_same_document()]
    };
    assert_eq!(kinds("s:a"), [true, false, true, false]);
    assert_eq!(kinds("s:/a#f"), [true, false, false, false]);
    assert_eq!(kinds("a"), [false, true, false, false]);
    assert_eq!(kinds("//a"), [false, true, false, false]);
    assert_eq!(kinds(""), [false, true, false, true]);
    assert_eq!(kinds("#f"), [false, true, false, true]);
    assert!(AbsoluteUri::new("s:a").is_opaque());
    assert!(!AbsoluteUri::new("s:/a").is_opaque());
}

#[test]
fn views_as_other_views() {
    let reference = UriReference::new("http://a/b?c#d");
    assert_eq!(reference.to_absolute_uri().unwrap().as_str(), "http://a/b?c");
    assert!(reference.to_relative_uri().is_none());
    let relative = UriReference::new("b?c#d").to_relative_uri().unwrap();
    assert_eq!(relative.as_str(), "b?c");
    assert!(UriReference::new("#d").to_relative_uri().is_none());
    assert_eq!(UriReference::from(AbsoluteUri::new("s:a")).as_str(), "s:a");
    assert_eq!(UriReference::from(RelativeUri::new("a")).as_str(), "a");
    assert_eq!(Reference::from(UriReference::new("#a")).as_str(), "#a");
    for (text, expected) in [("s:a#b", "s:a"), ("a#", "a"), ("#b", ""), ("", ""), ("/a", "/a")] {
        assert_eq!(UriReference::new(text).strip_fragment().as_str(), expected);
    }
    assert_eq!(Reference::new("a").to_uri_reference(), Some(UriReference::new("a")));
    assert_eq!(Reference::new("?a").to_uri_reference(), None);
    let part = |text| AbsoluteUri::new(text).scheme_specific_part();
    assert_eq!(part("mailto:a@b?c"), "a@b?c");
    assert_eq!(part("s://h/p?q"), "//h/p?q");
}

/// The ports that the RFCs of the registrations state.
#[test]
fn default_ports_of_registered_schemes() {
    let table = "aaa 3868 aaas 5868 acap 674 cap 1026 coap 5683 coap+tcp 5683 coap+ws 80 \
        coaps 5684 coaps+tcp 5684 coaps+ws 443 dict 2628 dns 53 ftp 21 go 1096 gopher 70 http 80 \
        https 443 icap 1344 imap 143 ipp 631 ipps 631 ldap 389 mtqp 1038 mupdate 3905 nfs 2049 \
        nntp 119 pop 110 prospero 1525 rtsp 554 rtsps 322 rtspu 554 snmp 161 stun 3478 stuns 5349 \
        telnet 23 tip 3372 tn3270 23 turn 3478 turns 5349 vemmi 575 vnc 5900 wais 210 ws 80 \
        wss 443 z39.50r 210 z39.50s 210";
    let words: Vec<&str> = table.split_whitespace().collect();
    for pair in words.chunks(2) {
        let port = pair[1].parse().ok();
        assert_eq!(Scheme::new(pair[0]).default_port(), port, "{}", pair[0]);
        assert_eq!(Scheme::new(&pair[0].to_ascii_uppercase()).default_port(), port);
    }
    assert_eq!(words.len() / 2, 46);
    for scheme in ["file", "mailto", "urn", "sip", "msrp", "htt", "httpx", "x"] {
        assert_eq!(Scheme::new(scheme).default_port(), None, "{scheme}");
    }
}

#[test]
fn schemes_whose_uris_always_have_a_hierarchy() {
    for scheme in ["ftp", "Http", "https", "gopher", "wss", "file", "coap"] {
        assert!(Scheme::new(scheme).is_hierarchical(), "{scheme}");
    }
    // The URIs of `dns` and `stun` may begin with a name: `dns:example.com`.
    for scheme in ["mailto", "news", "dns", "go", "stun", "turns"] {
        assert!(!Scheme::new(scheme).is_hierarchical(), "{scheme}");
    }
}

#[cfg(feature = "alloc")]
#[test]
fn in_place() {
    use uri::{QueryBuf, SegmentBuf};
    let mut query: QueryBuf = "a=1".parse().unwrap();
    query.append_form_pair("b", "x y").unwrap();
    query.append_form_pair("a", "2").unwrap();
    assert_eq!(query.as_str(), "a=1&b=x+y&a=2");
    let mut kept: QueryBuf = "&&a&".parse().unwrap();
    kept.append_form_pair("J\u{fc}", "&\u{10FFFF}=").unwrap();
    kept.append_form_pair("", "").unwrap();
    assert_eq!(kept.as_str(), "&&a&J%C3%BC=%26%F4%8F%BF%BF%3D&=");
    query.set_form_pair("a", "3").unwrap();
    query.remove_form_pairs("b").unwrap();
    assert_eq!(query.as_str(), "a=3");

    let mut segment: SegmentBuf = "a".parse().unwrap();
    assert!(segment.push_param(Param::new("x")));
    assert!(segment.insert_param(0, Param::new("y")));
    assert!(!segment.insert_param(3, Param::new("z")));
    assert_eq!(segment.as_str(), "a;y;x");
    assert!(segment.remove_param(0) && segment.pop_param() && !segment.pop_param());
    assert_eq!(segment.as_str(), "a");
}

#[test]
fn text_is_made_of_bytes_or_nothing() {
    let view = UriReference::new("/ab");
    assert_eq!(UriReference::default(), UriReference::new(""));
    assert_eq!(view, *"/ab");
    assert_eq!(UriReference::parse_bytes(b"/ab"), Ok(view));
    let error = UriReference::parse_bytes(b"/a\xFF").unwrap_err();
    assert_eq!((error.offset(), error.found()), (2, Some(0xFF)));
}

#[cfg(feature = "alloc")]
#[test]
fn text_compares_with_owned_text_and_becomes_it() {
    use uri::UriReferenceBuf;
    assert_eq!(UriReferenceBuf::default().as_str(), "");
    let (view, text) = (UriReference::new("/ab"), String::from("/ab"));
    let buf = view.to_buf();
    assert_eq!(view, text);
    assert_eq!(buf, text);
    assert_eq!(buf, "/ab");
    assert_eq!(buf, view);
    assert_eq!(view, buf);
    assert!(buf < "/b" && view <= buf && UriReference::new("/") < view);
    assert_eq!(String::from(view), text);
    let bytes: [&[u8]; 2] = [view.as_ref(), buf.as_ref()];
    assert_eq!(bytes, [b"/ab"; 2]);
}

#[cfg(feature = "alloc")]
#[test]
fn owned_text_has_the_methods_of_borrowed_text() {
    use uri::{AbsoluteUriBuf, Normalization, PortBuf, QueryBuf, UriReferenceBuf};
    let base: AbsoluteUriBuf = "http://joe@Host:80/a/b?x=1&y=2".parse().unwrap();
    let reference: UriReferenceBuf = "../c;d#e".parse().unwrap();
    assert_eq!(base.scheme().as_str(), "http");
    assert_eq!(base.host().unwrap(), "Host");
    assert_eq!(base.port().unwrap().to_u16(), Ok(80));
    assert_eq!(base.resolve(&reference).unwrap().to_string(), "http://joe@Host:80/c;d#e");
    assert_eq!(base.relativize(&base).unwrap().to_string(), "b?x=1&y=2");
    assert!(!base.is_normalized(Normalization::COMMON));
    assert_eq!(reference.path().unwrap().segments().count(), 2);
    assert!(!reference.is_absolute() && reference.strip_fragment() == "../c;d");
    let query: QueryBuf = base.query().unwrap().to_buf();
    assert!(query.pairs().get("y").unwrap().value().unwrap() == "2");
    assert_eq!(PortBuf::from(0), "0");
    assert_eq!(PortBuf::from(65535).to_u16(), Ok(65535));

    let name = uri::RegName::new("r$g");
    assert_eq!(base.with_reg_name(name).build().unwrap(), "http://r$g/a/b?x=1&y=2");
    let reference: UriReferenceBuf = "//h/x".parse().unwrap();
    assert_eq!(reference.with_reg_name(name).build().unwrap(), "//r$g/x");
    let segment: uri::SegmentBuf = "a;b".parse().unwrap();
    assert_eq!(segment.with_pushed_param(Param::new("c")), "a;b;c");
    assert_eq!(segment.with_popped_param().unwrap(), "a");
}

/// A segment that grows and shrinks would take minutes if each step read or copied it.
#[cfg(feature = "alloc")]
#[test]
fn parameters_grow_in_place() {
    let mut segment = uri::SegmentBuf::parse("a").unwrap();
    for _ in 0..200_000 {
        assert!(segment.push_param(Param::new("b=c")));
    }
    assert_eq!(segment.as_str().len(), 800_001);
    while segment.pop_param() {}
    assert_eq!(segment, "a");
}

#[test]
fn results_compare_with_text() {
    assert_eq!(Segment::encode("a/b"), "a%2Fb");
    assert_ne!(Segment::encode("a/b"), *"a%2F");
    let path = uri::file::to_windows_path("file:///c:/a%20b").unwrap();
    assert_eq!(path, r"c:\a b");
}
