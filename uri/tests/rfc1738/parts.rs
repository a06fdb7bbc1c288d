//! Escapes in parts.

use uri::WriteError;
use uri::rfc1738::{
    Article, Database, EncodedAddress, FieldName, FieldValue, FtpPath, FtpSegment,
    GopherPlusString, GopherType, HttpPath, HttpSegment, Password, ProsperoPath, ProsperoSegment,
    Search, Selector, User, WaisPath, WaisType,
};

/// The characters of ASCII that are not escaped, in order.
fn kept(escaped: &str) -> String {
    let mut pieces = escaped.split('%');
    let first = pieces.next().unwrap().to_owned();
    pieces.fold(first, |kept, piece| kept + &piece[2..])
}

#[test]
fn characters_that_are_not_escaped() {
    let ascii: String = (0..=0x7F).map(char::from).collect();
    let sorted = |more: &str| {
        // RFC 1738 section 5, `unreserved`: no `~`.
        let mut all: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
        all.extend("$-_.+!*'(),".chars().chain(more.chars()));
        all.sort_unstable();
        all.into_iter().collect::<String>()
    };
    let plain: String = sorted("").chars().filter(|it| !"$+,".contains(*it)).collect();
    macro_rules! check {
        ($($part:ident $more:literal)+) => {$(
            assert_eq!(kept(&$part::encode(&ascii).to_string()), plain, stringify!($part));
            assert_eq!(kept(&$part::quote(&ascii).to_string()), sorted($more), stringify!($part));
        )+};
    }
    check! {
        User ";?&="
        Password ";?&="
        FtpSegment "?:@&="
        HttpSegment ";:@&="
        Search ";:@&="
        Selector ";/?:@&="
        GopherPlusString ";/?:@&="
        EncodedAddress ";/?:@&="
        Database ""
        WaisType ""
        WaisPath ""
        ProsperoPath "/?:@&="
        ProsperoSegment "?:@&="
        FieldName "?:@&"
        FieldValue "?:@&"
    }
}

#[test]
fn encoded_data_decodes_to_itself() {
    let data: Vec<u8> = (0..=0xFF).collect();
    let mut buffer = [0; 1024];
    macro_rules! check {
        ($($part:ident)+) => {$(
            for encoded in [$part::encode(&data), $part::quote(&data)] {
                let part = encoded.write_in(&mut buffer).unwrap();
                assert!(part.decode().eq(data.iter().copied()), stringify!($part));
            }
        )+};
    }
    check! {
        User Password FtpSegment HttpSegment Search Selector GopherPlusString EncodedAddress Database
        WaisType WaisPath ProsperoPath ProsperoSegment FieldName FieldValue
    }
}

#[test]
fn a_type_is_one_octet() {
    let mut buffer = [0; 8];
    for octet in 0..=0xFF_u8 {
        for encoded in [GopherType::encode(&[octet]), GopherType::quote(&[octet])] {
            assert!(encoded.write_in(&mut buffer).unwrap().decode().eq([octet]), "{octet:X}");
        }
    }
    for data in ["", "11"] {
        let error = GopherType::encode(data).write_in(&mut buffer);
        assert!(matches!(error, Err(WriteError::Invalid(_))), "{data}");
    }
}

#[test]
fn a_mail_address_and_an_article_are_whole_texts() {
    assert!(EncodedAddress::encode("").write_in(&mut []).is_err());
    assert!(Article::new("a%25b%3E/c@h.org").decode() == "a%b>/c@h.org");
}

#[test]
fn paths_of_segments() {
    let mut buffer = [0; 64];
    for (segments, text) in [
        (&[][..], ""),
        (&[""], ""),
        (&["", ""], "/"),
        (&["/etc", "motd"], "%2Fetc/motd"),
        (&["a;b?", "", "~%20", "ä"], "a%3Bb%3F//%7E%2520/%C3%A4"),
    ] {
        let encoded = FtpPath::encode_segments(segments);
        assert_eq!((encoded.to_string(), encoded.text_len()), (text.to_owned(), text.len()));
        let path = encoded.write_in(&mut buffer).unwrap();
        let decoded: Vec<String> = path.segments().map(|it| it.decode().to_string()).collect();
        assert_eq!(decoded, if segments.is_empty() { &[""] } else { segments });
        assert_eq!(HttpPath::encode_segments(segments).to_string(), text);
    }
    let error = HttpPath::encode_segments(&["a b"]).write_in(&mut [0; 4]).unwrap_err();
    assert_eq!(error, WriteError::BufferTooSmall { needed: 5 });
}
