//! URLs from parts.

use uri::rfc1738::{
    Article, Database, Digits, EncodedAddress, FieldSpec, FileUrl, FtpPath, FtpTransfer, FtpUrl,
    GopherPlusString, GopherType, GopherUrl, Group, Host, HttpPath, HttpUrl, MailtoUrl, NewsTarget,
    NewsUrl, NntpUrl, Password, Port, ProsperoPath, ProsperoUrl, Search, Selector, TelnetUrl, User,
    WaisPath, WaisType, WaisUrl,
};

const HOST: Host<'static> = Host::new("h.org");

/// Each is a URL of its type.
macro_rules! check {
    ($($built:expr => $text:literal;)+) => {$(
        let built = $built;
        assert_eq!(built.write_in(&mut [0; 64]).unwrap().as_str(), $text);
        assert_eq!((built.to_string(), built.text_len()), ($text.to_owned(), $text.len()));
    )+};
}

#[test]
fn of_all_schemes() {
    let (port, fpath) = (Port::new("99"), FtpPath::new("a/b"));
    let fields = [FieldSpec::new(";a=b"), FieldSpec::new(";=")];
    check! {
        HttpUrl::builder(HOST) => "http://h.org";
        HttpUrl::builder(HOST).port(port).path(HttpPath::new("a/b")) => "http://h.org:99/a/b";
        HttpUrl::builder(HOST).search(Search::new("s")) => "http://h.org/?s";
        HttpUrl::builder(HOST).search(Search::new("s")).path(HttpPath::new("a")) => "http://h.org/a?s";
        HttpUrl::builder(HOST).port(port).port(None) => "http://h.org";
        HttpUrl::builder(HOST).port_number(8080) => "http://h.org:8080";
        HttpUrl::builder(HOST).port_number(8080).port(port) => "http://h.org:99";
        HttpUrl::builder(HOST).port_number(8080).port_number(None) => "http://h.org";
        FtpUrl::builder(HOST) => "ftp://h.org";
        FtpUrl::builder(HOST).path(fpath) => "ftp://h.org/a/b";
        FtpUrl::builder(HOST).user(User::new("")) => "ftp://@h.org";
        FtpUrl::builder(HOST).user_and_password(User::new("a"), Password::new("")).port(port)
            => "ftp://a:@h.org:99";
        FtpUrl::builder(HOST).transfer(FtpTransfer::Image) => "ftp://h.org/;type=i";
        FtpUrl::builder(HOST).transfer(FtpTransfer::Directory).path(fpath)
            => "ftp://h.org/a/b;type=d";
        TelnetUrl::builder(HOST).user(User::new("a?b")) => "telnet://a?b@h.org";
        NntpUrl::builder(HOST, Group::new("g")) => "nntp://h.org/g";
        NntpUrl::builder(HOST, Group::new("g")).article(Digits::new("7")).port(port)
            => "nntp://h.org:99/g/7";
        WaisUrl::builder(HOST, Database::new("d")) => "wais://h.org/d";
        WaisUrl::builder(HOST, Database::new("d")).search(Search::new("s")) => "wais://h.org/d?s";
        WaisUrl::builder(HOST, Database::new("d")).search(Search::new("s"))
            .document(WaisType::new("t"), WaisPath::new("p")) => "wais://h.org/d/t/p";
        ProsperoUrl::builder(HOST, ProsperoPath::new("/pros/name")) => "prospero://h.org//pros/name";
        ProsperoUrl::builder(HOST, ProsperoPath::new("n")).fields(&fields) => "prospero://h.org/n;a=b;=";
        FileUrl::builder(fpath) => "file:///a/b";
        FileUrl::builder(fpath).host(HOST) => "file://h.org/a/b";
        MailtoUrl::builder(EncodedAddress::new("a@b")) => "mailto:a@b";
        NewsUrl::builder(NewsTarget::AllGroups) => "news:*";
        NewsUrl::builder(NewsTarget::Group(Group::new("g"))) => "news:g";
        NewsUrl::builder(NewsTarget::Article(Article::new("a@b"))) => "news:a@b";
    }
}

#[test]
fn of_gopher() {
    let builder = GopherUrl::builder(HOST);
    let (menu, selector, search) = (GopherType::new("1"), Selector::new("s"), Search::new("w"));
    let none = Search::new("");
    check! {
        builder => "gopher://h.org";
        builder.item(menu, selector).unwrap() => "gopher://h.org/1s";
        builder.search(selector, search).unwrap() => "gopher://h.org/7s%09w";
        builder.plus_item(menu, selector, none, GopherPlusString::new("+%091")).unwrap()
            => "gopher://h.org/1s%09%09+%091";
    }
    // A tab in a selector would be read as a separator.
    let tab = Selector::new("a%09b");
    assert_eq!(builder.item(menu, tab).unwrap_err().octet(), b'\t');
    assert_eq!(builder.search(tab, search).unwrap_err().octet(), b'\t');
    assert_eq!(builder.search(selector, Search::new("%0d")).unwrap_err().octet(), b'\r');
    let plus = GopherPlusString::new("+");
    assert_eq!(builder.plus_item(menu, tab, none, plus).unwrap_err().octet(), b'\t');
    assert!(builder.plus_item(menu, selector, Search::new("%09"), plus).is_err());
}

/// Parts with any data are read back.
#[test]
fn the_parts_are_those_of_the_url() {
    let data: Vec<u8> = (0..=0xFF).collect();
    let (mut a, mut b, mut c, mut d) = ([0; 1024], [0; 1024], [0; 1024], [0; 4096]);

    let user = User::quote(&data).write_in(&mut a).unwrap();
    let password = Password::quote(&data).write_in(&mut b).unwrap();
    let path = FtpPath::encode_segments(&[&data, &data]).write_in(&mut c[..]);
    assert!(path.is_err(), "the buffer is too small");
    let mut c = [0; 2048];
    let path = FtpPath::encode_segments(&[&data, &data]).write_in(&mut c).unwrap();
    let url = FtpUrl::builder(HOST).user_and_password(user, password).path(path);
    let url = url.transfer(FtpTransfer::Ascii).write_in(&mut d).unwrap();
    assert!(url.user().unwrap().decode().eq(data.iter().copied()));
    assert!(url.password().unwrap().decode().eq(data.iter().copied()));
    let mut segments = url.path().unwrap().segments();
    assert!(segments.all(|segment| segment.decode().eq(data.iter().copied())));
    assert_eq!((url.host(), url.transfer()), (HOST, Some(FtpTransfer::Ascii)));

    let field: Vec<u8> = data.iter().copied().filter(|it| !b"\t\n\r".contains(it)).collect();
    let selector = Selector::quote(&field).write_in(&mut a).unwrap();
    let search = Search::quote(&field).write_in(&mut b).unwrap();
    let plus = GopherPlusString::quote(&data).write_in(&mut c).unwrap();
    let built = GopherUrl::builder(HOST).plus_item(GopherType::new("1"), selector, search, plus);
    let url = built.unwrap().write_in(&mut d).unwrap();
    assert_eq!(url.selector(), Some(selector));
    assert_eq!(url.search(), Some(search));
    assert_eq!(url.gopher_plus_string(), Some(plus));
}
