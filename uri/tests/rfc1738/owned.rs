//! Owned URLs have the operations of borrowed ones.

use super::sent;
use uri::AbsoluteUri;
use uri::rfc1738::{
    FtpPath, FtpPathBuf, FtpTransfer, FtpUrl, FtpUrlBuf, GopherUrlBuf, Host, HttpUrl, HttpUrlBuf,
    MailtoUrlBuf, NewsUrlBuf, User, UserBuf,
};

#[test]
fn operations() {
    let url: FtpUrlBuf = "ftp://a%40b@h/c/d;type=a".parse().unwrap();
    assert_eq!(url.host_and_port(), Ok(("h", 21)));
    let commands = url.commands("", FtpTransfer::Image).unwrap();
    let shown: Vec<String> = commands.map(|command| command.to_string()).collect();
    assert_eq!(shown, ["USER a@b", "CWD c", "TYPE A", "RETR d"]);
    assert_eq!(url.to_uri().to_buf().as_str(), url.as_str());

    let path: FtpPathBuf = "a/b".parse().unwrap();
    assert_eq!(path.name().as_str(), "b");
    assert_eq!(path.directories().count(), 1);

    let url: GopherUrlBuf = "gopher://h/7a%09b".parse().unwrap();
    assert_eq!(url.request().unwrap().to_bytes(), b"a\tb\r\n");
    let url: MailtoUrlBuf = "mailto:a@b".parse().unwrap();
    assert!(url.address().unwrap().domain() == "b");
    let url: NewsUrlBuf = "news:*".parse().unwrap();
    assert_eq!(sent(&url.command().unwrap()), "LIST\r\n");
    let url: HttpUrlBuf = "http://h".parse().unwrap();
    assert_eq!(url.origin_form(), "/");
    assert!("a%20b".parse::<UserBuf>().unwrap().decode() == "a b");
}

#[test]
fn results() {
    let user: UserBuf = User::encode("a@b").to_buf();
    let path: FtpPathBuf = FtpPath::encode_segments(&["/"]).to_buf();
    let url = FtpUrl::builder(Host::new("h")).user(user.as_view()).path(path.as_view());
    let url: FtpUrlBuf = url.to_buf();
    assert_eq!(url.as_str(), "ftp://a%40b@h/%2F");
    let url: HttpUrlBuf = HttpUrl::from_uri(AbsoluteUri::new("http://h/~")).unwrap().to_buf();
    assert_eq!(url.as_str(), "http://h/%7E");
}
