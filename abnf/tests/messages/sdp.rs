//! The media of a session, with their formats and what `a=rtpmap` says about these.

use sdp::{RtpmapValue, SessionDescription};

const OFFER: &[u8] = b"v=0\r\n\
    o=jdoe 3724394400 3724394405 IN IP4 198.51.100.1\r\n\
    s=Weekly call\r\n\
    c=IN IP4 198.51.100.1\r\n\
    t=0 0\r\n\
    a=recvonly\r\n\
    m=audio 49170 RTP/AVP 0 96\r\n\
    a=rtpmap:96 opus/48000/2\r\n\
    m=video 51372/2 RTP/AVP 99\r\n\
    c=IN IP6 2001:db8::2\r\n\
    b=AS:1024\r\n\
    a=rtpmap:99 h263-1998/90000\r\n\
    a=sendonly\r\n";

#[test]
fn media_have_formats() -> Result<(), Box<dyn std::error::Error>> {
    let tree = SessionDescription::parse(OFFER)?.tree()?;
    let session = tree.root();
    assert_eq!(session.session_name_field().text().as_bytes(), b"Weekly call");
    assert_eq!(session.origin_field().sess_version().as_str(), "3724394405");
    let mut listed = Vec::new();
    for description in session.media_descriptions() {
        let media = description.media_field();
        let formats: Vec<_> = media.fmts().map(|it| it.as_str().to_owned()).collect();
        let mut codecs = Vec::new();
        for field in description.attribute_fields() {
            let attribute = field.attribute();
            if attribute.attribute_name().as_str() == "rtpmap" {
                let value = attribute.attribute_value().ok_or("no value")?;
                let map = RtpmapValue::parse(std::str::from_utf8(value.as_bytes())?)?;
                codecs.push(format!(
                    "{}/{}",
                    map.encoding_name().as_str(),
                    map.clock_rate().as_str()
                ));
            }
        }
        let (kind, port) = (media.media().as_str(), media.port().as_str());
        listed.push(format!("{kind} {port}: {} ({})", formats.join(" "), codecs.join(" ")));
    }
    assert_eq!(listed, ["audio 49170: 0 96 (opus/48000)", "video 51372: 99 (h263-1998/90000)"]);
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let wrong = String::from_utf8(OFFER.to_vec()).unwrap().replace("m=audio 49170", "m=audio port");
    let error = SessionDescription::parse(wrong.as_bytes()).unwrap_err();
    assert_eq!(error.offset(), wrong.find("port").unwrap(), "{error}");
    let error = sdp::MediaField::parse("m=audio port RTP/AVP 0\r\n").unwrap_err();
    assert_eq!((error.offset(), error.part()), (8, Some("port")), "{error}");
}
