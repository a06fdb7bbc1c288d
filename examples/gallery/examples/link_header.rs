//! Takes a field `Link` of HTTP (RFC 8288) apart, changes it, and writes it again.
//! Run it with `cargo run --package gallery --features alloc --example link_header`.

use gallery::rfc8288::values::{Link, LinkValue, Parameter};
use std::error::Error;

const FIELD: &[u8] = br#"</1>; rel=prev, </3>; rel="next"; title="Three, \"and\" more""#;

fn main() -> Result<(), Box<dyn Error>> {
    for link in Link::parse(FIELD)?.links {
        println!("{}", link.target);
        for parameter in link.parameters {
            println!("    {} = {}", parameter.name, parameter.value.unwrap_or_default());
        }
    }
    let field = with_canonical(FIELD, "https://example.org/a?b=c,d")?;
    println!("Link: {}", field.escape_ascii());
    Ok(())
}

/// Returns the field without titles, and with a canonical address.
fn with_canonical(field: &[u8], address: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut data = Link::parse(field)?;
    for link in &mut data.links {
        link.parameters.retain(|it| !it.name.eq_ignore_ascii_case("title"));
    }
    let rel = Parameter { name: "rel", value: Some("canonical".into()) };
    data.links.push(LinkValue { target: address, parameters: vec![rel] });
    Ok(data.to_text()?.as_bytes().to_vec())
}

#[test]
fn the_field_is_written() {
    let field = with_canonical(FIELD, "/a?b=c,d").unwrap();
    assert_eq!(field, b"</1>;rel=prev,</3>;rel=next,</a?b=c,d>;rel=canonical");
    with_canonical(FIELD, "/>; rel=evil").unwrap_err();
}
