//! The operations of owned URLs and parts: each calls the method of the borrowed form.

use super::{
    AddressError, ArticleBuf, ArticleNumberError, EncodedAddressBuf, FileUrlBuf, ForbiddenOctet,
    FtpCommand, FtpPathBuf, FtpSegment, FtpTransfer, FtpTypeBuf, FtpUrlBuf, GopherUrlBuf,
    GroupPartBuf, HostNumberBuf, HttpUrlBuf, Line, MailAddress, MailError, MailtoUrlBuf,
    NewsTarget, NewsUrlBuf, NntpUrlBuf, ProsperoUrlBuf, Respelled, TelnetUrlBuf, WaisDatabaseBuf,
    WaisDocBuf, WaisIndexBuf, WaisUrlBuf,
};
use crate::operations::delegate::delegate;
use crate::{AbsoluteUri, Decode, PortError};
use core::net::Ipv4Addr;

/// Methods that several owned forms have.
macro_rules! alike {
    ($($buf:ident)* : $methods:tt) => {
        delegate! { $([$buf] $methods)* }
    };
}

alike! {
    FtpUrlBuf HttpUrlBuf GopherUrlBuf NntpUrlBuf
    TelnetUrlBuf WaisUrlBuf WaisDatabaseBuf
    WaisIndexBuf WaisDocBuf ProsperoUrlBuf: {
        fn port_or_default() -> Result<u16, PortError>;
        fn host_and_port() -> Result<(&'a str, u16), AddressError>;
    }
}

alike! {
    FtpUrlBuf TelnetUrlBuf FileUrlBuf GopherUrlBuf
    ProsperoUrlBuf MailtoUrlBuf NewsUrlBuf: {
        fn to_uri() -> Respelled<'a, AbsoluteUri<'static>>;
    }
}

delegate! {
    [ArticleBuf] {
        fn decode() -> Decode<'a>;
    }
    [HostNumberBuf] {
        fn to_ipv4_addr() -> Option<Ipv4Addr>;
    }
    [FtpTypeBuf] {
        fn transfer() -> FtpTransfer;
    }
    [FtpPathBuf] {
        fn directories() -> impl Iterator<Item = FtpSegment<'a>> + Clone;
        fn name() -> FtpSegment<'a>;
    }
    [FtpUrlBuf] {
        fn transfer() -> Option<FtpTransfer>;
        fn user_or_anonymous() -> Decode<'a>;
        fn commands(mail: &'a str, guess: FtpTransfer)
            -> Result<impl Iterator<Item = FtpCommand<'a>> + Clone, ForbiddenOctet>;
    }
    [HttpUrlBuf] {
        fn origin_form() -> &'a str;
    }
    [FileUrlBuf] {
        fn is_local() -> bool;
    }
    [GopherUrlBuf] {
        fn item_type() -> u8;
        fn request() -> Result<Line<'a>, ForbiddenOctet>;
        fn form_request() -> Result<Option<Line<'a>>, ForbiddenOctet>;
    }
    [MailtoUrlBuf] {
        fn address() -> Result<MailAddress<'a>, MailError>;
    }
    [EncodedAddressBuf] {
        fn address() -> Result<MailAddress<'a>, MailError>;
    }
    [GroupPartBuf] {
        fn target() -> NewsTarget<'a>;
    }
    [NewsUrlBuf] {
        fn target() -> NewsTarget<'a>;
        fn command() -> Result<Line<'a>, ForbiddenOctet>;
    }
    [NntpUrlBuf] {
        fn article_number() -> Result<Option<u64>, ArticleNumberError>;
        fn commands() -> impl Iterator<Item = Line<'a>> + Clone;
    }
}
