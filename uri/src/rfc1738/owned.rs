//! The operations of owned URLs and parts: each is that of the borrowed form.

use super::{
    AddressError, ArticleBuf, ArticleNumberError, EncodedAddressBuf, FileUrlBuf, ForbiddenOctet,
    FtpCommand, FtpPathBuf, FtpSegment, FtpTransfer, FtpTypeBuf, FtpUrlBuf, GopherUrlBuf,
    GroupPartBuf, HostNumberBuf, HttpUrlBuf, Line, MailAddress, MailError, MailtoUrlBuf,
    NewsTarget, NewsUrlBuf, NntpUrlBuf, ProsperoUrlBuf, Respelled, TelnetUrlBuf, WaisDatabaseBuf,
    WaisDocBuf, WaisIndexBuf, WaisUrlBuf,
};
use crate::owned::ask_view;
use crate::{AbsoluteUri, Decode, PortError};
use core::net::Ipv4Addr;

/// Methods that several owned forms have.
macro_rules! alike {
    ($($buf:ident as $view:ident)* : $methods:tt) => {
        ask_view! { $([$buf] as $view $methods)* }
    };
}

alike! {
    FtpUrlBuf as FtpUrl HttpUrlBuf as HttpUrl GopherUrlBuf as GopherUrl NntpUrlBuf as NntpUrl
    TelnetUrlBuf as TelnetUrl WaisUrlBuf as WaisUrl WaisDatabaseBuf as WaisDatabase
    WaisIndexBuf as WaisIndex WaisDocBuf as WaisDoc ProsperoUrlBuf as ProsperoUrl: {
        fn port_or_default() -> Result<u16, PortError>;
        fn host_and_port() -> Result<(&'a str, u16), AddressError>;
    }
}

alike! {
    FtpUrlBuf as FtpUrl TelnetUrlBuf as TelnetUrl FileUrlBuf as FileUrl GopherUrlBuf as GopherUrl
    ProsperoUrlBuf as ProsperoUrl MailtoUrlBuf as MailtoUrl NewsUrlBuf as NewsUrl: {
        fn to_uri() -> Respelled<'a, AbsoluteUri<'static>>;
    }
}

ask_view! {
    [ArticleBuf] as Article {
        fn decode() -> Decode<'a>;
    }
    [HostNumberBuf] as HostNumber {
        fn to_ipv4_addr() -> Option<Ipv4Addr>;
    }
    [FtpTypeBuf] as FtpType {
        fn transfer() -> FtpTransfer;
    }
    [FtpPathBuf] as FtpPath {
        fn directories() -> impl Iterator<Item = FtpSegment<'a>> + Clone;
        fn name() -> FtpSegment<'a>;
    }
    [FtpUrlBuf] as FtpUrl {
        fn transfer() -> Option<FtpTransfer>;
        fn user_or_anonymous() -> Decode<'a>;
        fn commands(mail: &'a str, guess: FtpTransfer)
            -> Result<impl Iterator<Item = FtpCommand<'a>> + Clone, ForbiddenOctet>;
    }
    [HttpUrlBuf] as HttpUrl {
        fn request_target() -> &'a str;
    }
    [FileUrlBuf] as FileUrl {
        fn is_local() -> bool;
    }
    [GopherUrlBuf] as GopherUrl {
        fn item_type() -> u8;
        fn request() -> Result<Line<'a>, ForbiddenOctet>;
        fn form_request() -> Result<Option<Line<'a>>, ForbiddenOctet>;
    }
    [MailtoUrlBuf] as MailtoUrl {
        fn address() -> Result<MailAddress<'a>, MailError>;
    }
    [EncodedAddressBuf] as EncodedAddress {
        fn address() -> Result<MailAddress<'a>, MailError>;
    }
    [GroupPartBuf] as GroupPart {
        fn target() -> NewsTarget<'a>;
    }
    [NewsUrlBuf] as NewsUrl {
        fn target() -> NewsTarget<'a>;
        fn command() -> Result<Line<'a>, ForbiddenOctet>;
    }
    [NntpUrlBuf] as NntpUrl {
        fn article_number() -> Result<Option<u64>, ArticleNumberError>;
        fn commands() -> impl Iterator<Item = Line<'a>> + Clone;
    }
}
