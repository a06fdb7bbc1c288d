//! Commands of FTP, RFC 1738 section 3.2.

use super::sent;
use uri::WriteError;
use uri::rfc1738::{FtpCommand, FtpPath, FtpSegment, FtpTransfer, FtpType, FtpUrl, FtpVerb};

fn commands(text: &str, guess: FtpTransfer) -> Vec<String> {
    let url = FtpUrl::parse(text).unwrap();
    url.commands("me@h", guess).unwrap().map(|it| sent(&it.line())).collect()
}

#[test]
fn the_commands_in_order() {
    let cases: &[(&str, &[&str])] = &[
        // The examples of section 3.2.2.
        ("ftp://myname@host.dom/%2Fetc/motd", &["USER myname", "CWD /etc", "TYPE I", "RETR motd"]),
        ("ftp://myname@host.dom/etc/motd", &["USER myname", "CWD etc", "TYPE I", "RETR motd"]),
        (
            "ftp://myname@host.dom//etc/motd",
            &["USER myname", "CWD ", "CWD etc", "TYPE I", "RETR motd"],
        ),
        // Section 3.2.1, and the example of the appendix.
        (
            "ftp://info.cern.ch/pub/www/doc;type=d",
            &["USER anonymous", "PASS me@h", "CWD pub", "CWD www", "NLST doc"],
        ),
        ("ftp://u:p@h/a;type=a", &["USER u", "PASS p", "TYPE A", "RETR a"]),
        ("ftp://u:@h/a;type=I", &["USER u", "PASS ", "TYPE I", "RETR a"]),
        ("ftp://:p@h/a", &["USER ", "PASS p", "TYPE I", "RETR a"]),
        // No name.
        ("ftp://u@h", &["USER u", "NLST"]),
        ("ftp://u@h/", &["USER u", "NLST"]),
        ("ftp://u@h/;type=a", &["USER u", "NLST"]),
        ("ftp://u@h/a/", &["USER u", "CWD a", "NLST"]),
        ("ftp://u@h/a/;type=d", &["USER u", "CWD a", "NLST"]),
        // Decoded once, and a `?` is data.
        (
            "ftp://a%3Fb?c@h/d%2F%25e?/%3Btype=a",
            &["USER a?b?c", "CWD d/%e?", "TYPE I", "RETR ;type=a"],
        ),
        // An octet of Telnet is data.
        ("ftp://u@h/%FF%E4%FF", &["USER u", "TYPE I", "RETR \u{FF}\u{FF}\u{E4}\u{FF}\u{FF}"]),
    ];
    for (text, expected) in cases {
        let expected: Vec<String> = expected.iter().map(|line| format!("{line}\r\n")).collect();
        assert_eq!(commands(text, FtpTransfer::Image), expected, "{text}");
    }
    assert_eq!(commands("ftp://u@h/a", FtpTransfer::Ascii)[1..], ["TYPE A\r\n", "RETR a\r\n"]);
    assert_eq!(commands("ftp://u@h/a", FtpTransfer::Directory)[1..], ["NLST a\r\n"]);
    // The type in the URL takes precedence.
    let listed = commands("ftp://u@h/a;type=d", FtpTransfer::Ascii);
    assert_eq!(listed[1..], ["NLST a\r\n"]);
}

#[test]
fn nothing_can_end_a_command() {
    for octet in ["%00", "%0A", "%0a", "%0D", "%0d", "%0D%0A"] {
        for text in [
            format!("ftp://a{octet}b@h/"),
            format!("ftp://a:{octet}@h/c/d"),
            format!("ftp://a@h/{octet}/c/d"),
            format!("ftp://a@h/b/c{octet}/d"),
            format!("ftp://a@h/b/c{octet}"),
            format!("ftp://a@h/{octet};type=d"),
        ] {
            let url = FtpUrl::parse(&text).unwrap();
            let error = url.commands("me", FtpTransfer::Image).err().unwrap();
            assert_eq!(error.octet(), u8::from_str_radix(&octet[1..3], 16).unwrap(), "{text}");
        }
    }
    let url = FtpUrl::new("ftp://h/");
    assert!(url.commands("me\r\nDELE a", FtpTransfer::Image).is_err());
    // The mail address is not used if there is a user.
    assert!(FtpUrl::new("ftp://u@h/").commands("\n", FtpTransfer::Image).is_ok());
    // Every other octet is data.
    for octet in (1..=0xFF).filter(|octet| ![b'\r', b'\n'].contains(octet)) {
        let text = format!("ftp://u@h/%{octet:02X}");
        let url = FtpUrl::parse(&text).unwrap();
        assert!(url.commands("", FtpTransfer::Image).is_ok(), "{text}");
    }
}

#[test]
fn a_password_is_not_shown() {
    let url = FtpUrl::new("ftp://joe:secret@h/%FFa");
    let all: Vec<FtpCommand<'_>> = url.commands("", FtpTransfer::Image).unwrap().collect();
    let shown: Vec<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["USER joe", "PASS ***", "TYPE I", "RETR \u{FFFD}a"]);
    assert_eq!(format!("{:?}", all[1]), "FtpCommand(PASS ***)");
    assert_eq!(all.iter().map(FtpCommand::verb).nth(3), Some(FtpVerb::Retr));

    let asked = FtpCommand::pass("100%25").unwrap();
    assert_eq!(sent(&asked.line()), "PASS 100%25\r\n");
    assert!(FtpCommand::pass("a\nDELE b").is_err());
}

#[test]
fn lines_in_buffers() {
    let line = FtpCommand::pass("\u{FF}").unwrap().line();
    let octets = b"PASS \xC3\xBF\r\n";
    for size in 0..octets.len() {
        let error = line.write_in(&mut vec![0; size]).unwrap_err();
        assert_eq!(error, WriteError::BufferTooSmall { needed: octets.len() });
    }
    assert_eq!(line.write_in(&mut [0; 9]).unwrap(), octets);
    assert_eq!(line.write_in(&mut [b'x'; 20]).unwrap(), octets);
    assert_eq!(format!("{line:?}"), r#"Line(b"PASS \xc3\xbf\r\n")"#);
}

#[test]
fn types() {
    for (code, transfer) in [
        ("a", FtpTransfer::Ascii),
        ("A", FtpTransfer::Ascii),
        ("i", FtpTransfer::Image),
        ("I", FtpTransfer::Image),
        ("d", FtpTransfer::Directory),
        ("D", FtpTransfer::Directory),
    ] {
        assert_eq!(FtpType::new(code).transfer(), transfer);
    }
    assert_eq!(FtpUrl::new("ftp://h/a;type=D").transfer(), Some(FtpTransfer::Directory));
    assert_eq!(FtpUrl::new("ftp://h/a").transfer(), None);
}

#[test]
fn directories_and_names() {
    for (path, directories, name) in [
        ("", &[][..], ""),
        ("a", &[], "a"),
        ("/", &[""], ""),
        ("//a", &["", ""], "a"),
        ("a/b/", &["a", "b"], ""),
        ("%2Fa/b%2F", &["%2Fa"], "b%2F"),
    ] {
        let view = FtpPath::new(path);
        let of_path: Vec<&str> = view.directories().map(FtpSegment::as_str).collect();
        assert_eq!((&of_path[..], view.name().as_str()), (directories, name), "{path}");
    }
}

#[test]
fn the_user_that_logs_in() {
    for (text, user) in [("ftp://h", "anonymous"), ("ftp://@h", ""), ("ftp://a%40b@h", "a@b")] {
        assert!(FtpUrl::new(text).user_or_anonymous() == user, "{text}");
    }
}

#[test]
fn commands_are_padded_as_text_is() {
    let url = FtpUrl::new("ftp://u:secret@h/a");
    let commands = url.commands("", FtpTransfer::Image).unwrap();
    let shown: Vec<String> = commands.map(|command| format!("{command:>10}|")).collect();
    assert_eq!(shown, ["    USER u|", "  PASS ***|", "    TYPE I|", "    RETR a|"]);
}
