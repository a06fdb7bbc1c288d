//! The headers of an INVITE that a proxy reads.

use sip::nodes::MessageHeader;
use sip::tree::{Node, Tree};
use sip::{NameAddr, Request, SipMessage, TagParam};

const INVITE: &[u8] = b"INVITE sip:bob@biloxi.example.com;user=phone SIP/2.0\r\n\
    Via: SIP/2.0/TLS proxy.atlanta.example.com:5061;branch=z9hG4bK4b43c2ff8.1, \
    SIP/2.0/UDP pc33.atlanta.example.com;branch=z9hG4bKnashds8;received=192.0.2.1\r\n\
    Max-Forwards: 69\r\n\
    Route: <sip:edge.example.net;lr>, \"Core\" <sip:core.example.net:5070;lr>\r\n\
    To: Bob <sip:bob@biloxi.example.com>\r\n\
    From: \"A. Liddell\" <sip:alice@atlanta.example.com>;tag=1928301774\r\n\
    Call-ID: a84b4c76e66710@pc33.atlanta.example.com\r\n\
    CSeq: 314159 INVITE\r\n\
    Contact: <sip:alice@pc33.atlanta.example.com>;expires=3600\r\n\
    Subject: Tea\r\n\
    Content-Length: 4\r\n\
    \r\n\
    v=0\n";

/// Returns the first node of a rule below a node, in the order of the text.
fn first<'t>(node: Node<'t>, rule: &str) -> Option<Node<'t>> {
    node.children().find_map(
        |child| {
            if child.rule() == rule { Some(child) } else { first(child, rule) }
        },
    )
}

fn header<'t, T>(
    tree: &'t Tree<'_, Request<'_>>,
    get: impl Fn(MessageHeader<'t>) -> Option<T>,
) -> T {
    tree.root().message_headers().find_map(get).expect("the header is there")
}

#[test]
fn headers_are_parts() -> Result<(), Box<dyn std::error::Error>> {
    let request = Request::parse(INVITE)?;
    let tree = request.tree()?;
    assert_eq!(tree.root().request_line().method().as_bytes(), b"INVITE");
    let via = header(&tree, |it| it.via());
    let hops: Vec<_> = via.via_parms().collect();
    assert_eq!(hops[0].sent_protocol().transport().as_str(), "TLS");
    assert_eq!(hops[0].sent_by().port().map(|it| it.as_str()), Some("5061"));
    assert_eq!(hops[1].sent_by().host().as_str(), "pc33.atlanta.example.com");
    let branches: Vec<_> = hops
        .iter()
        .filter_map(|hop| hop.via_params_iter().find_map(|it| it.via_branch()))
        .collect();
    assert_eq!(branches[1].token().as_str(), "z9hG4bKnashds8");

    let routes: Vec<_> = header(&tree, |it| it.route()).route_params().collect();
    let hosts: Vec<_> = routes
        .iter()
        .filter_map(|it| it.name_addr().addr_spec().sip_uri())
        .map(|uri| uri.hostport())
        .map(|it| (it.host().as_str().to_owned(), it.port().map(|port| port.as_str().to_owned())))
        .collect();
    assert_eq!(hosts[0], ("edge.example.net".to_owned(), None));
    assert_eq!(hosts[1], ("core.example.net".to_owned(), Some("5070".to_owned())));
    Ok(())
}

#[test]
fn addresses_have_names_and_tags() -> Result<(), Box<dyn std::error::Error>> {
    let tree = SipMessage::parse(INVITE)?.tree()?;
    let from = first(tree.node(), "From").ok_or("no From")?;
    let tag = first(from, "tag-param").ok_or("no tag")?;
    assert_eq!(TagParam::parse(tag.to_str().unwrap_or_default())?.token().as_str(), "1928301774");
    let address = NameAddr::parse(first(from, "name-addr").ok_or("no address")?.as_bytes())?;
    let name = address.display_name().ok_or("no name")?;
    assert_eq!(name.as_bytes(), b"\"A. Liddell\"");
    let user = address.addr_spec().sip_uri().and_then(|uri| uri.userinfo()?.user());
    assert_eq!(user.map(|it| it.as_str().to_owned()).as_deref(), Some("alice"));
    // The other side has not answered.
    let to = first(tree.node(), "To").ok_or("no To")?;
    assert!(first(to, "tag-param").is_none());
    let contact = first(tree.node(), "Contact").ok_or("no Contact")?;
    let uri = first(contact, "SIP-URI").ok_or("no URI")?;
    assert_eq!(uri.as_bytes(), b"sip:alice@pc33.atlanta.example.com");
    let body = tree.root().request().and_then(|it| it.message_body()).ok_or("no body")?;
    assert_eq!(body.as_bytes(), b"v=0\n");
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let changed = |from: &str, to: &str| {
        let text = String::from_utf8(INVITE.to_vec()).unwrap();
        let offset = text.find(from).expect("it is in the text");
        (text.replacen(from, to, 1).into_bytes(), offset)
    };
    let (wrong, offset) = changed("bob@biloxi.example.com;user", "bob@biloxi.example.com user");
    let error = Request::parse(&wrong).unwrap_err();
    assert_eq!(error.offset(), offset + 23, "{error}");
    let (wrong, offset) = changed("Max-Forwards: 69", "Max-Forwards 69");
    let error = Request::parse(&wrong).unwrap_err();
    assert_eq!(error.offset(), offset + 13, "{error}");
    assert!(error.expected().contains(b':'));
}
