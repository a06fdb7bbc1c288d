//! The operations of owned URLs and parts: each is that of the borrowed form.

use super::{
    AddressError, ArticleBuf, ArticleNumberError, AsUri, DatabaseBuf, Encoded822AddrBuf, EscapeBuf,
    FPathBuf, FSegment, FSegmentBuf, FieldNameBuf, FieldValueBuf, FileUrlBuf, ForbiddenOctet,
    FtpCommand, FtpTransfer, FtpTypeBuf, FtpUrlBuf, GTypeBuf, GopherPlusStringBuf, GopherUrlBuf,
    GroupPartBuf, HSegmentBuf, HostNumberBuf, HttpUrlBuf, Line, MailAddress, MailError,
    MailtoUrlBuf, NewsTarget, NewsUrlBuf, NntpUrlBuf, PPathBuf, PSegmentBuf, PasswordBuf, PortBuf,
    ProsperoUrlBuf, SearchBuf, SelectorBuf, TelnetUrlBuf, UcharBuf, UserBuf, WPathBuf, WTypeBuf,
    WaisDatabaseBuf, WaisDocBuf, WaisIndexBuf, WaisUrlBuf, XcharBuf,
};
use crate::owned::{alike, ask_view};
use crate::{Decode, PortError};
use core::net::Ipv4Addr;

alike! {
    UserBuf as User PasswordBuf as Password FSegmentBuf as FSegment HSegmentBuf as HSegment
    SearchBuf as Search GTypeBuf as GType SelectorBuf as Selector
    GopherPlusStringBuf as GopherPlusString Encoded822AddrBuf as Encoded822Addr
    ArticleBuf as Article DatabaseBuf as Database WTypeBuf as WType WPathBuf as WPath
    PPathBuf as PPath PSegmentBuf as PSegment FieldNameBuf as FieldName
    FieldValueBuf as FieldValue EscapeBuf as Escape UcharBuf as Uchar XcharBuf as Xchar: {
        fn decode() -> Decode<'a>;
    }
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
        fn to_uri() -> AsUri<'a>;
    }
}

ask_view! {
    PortBuf as Port {
        fn to_u16() -> Result<u16, PortError>;
    }
    HostNumberBuf as HostNumber {
        fn to_ipv4_addr() -> Option<Ipv4Addr>;
    }
    FtpTypeBuf as FtpType {
        fn transfer() -> FtpTransfer;
    }
    FPathBuf as FPath {
        fn directories() -> impl Iterator<Item = FSegment<'a>> + Clone;
        fn name() -> FSegment<'a>;
    }
    FtpUrlBuf as FtpUrl {
        fn transfer() -> Option<FtpTransfer>;
        fn user_or_anonymous() -> Decode<'a>;
        fn commands(mail: &'a str, guess: FtpTransfer)
            -> Result<impl Iterator<Item = FtpCommand<'a>> + Clone, ForbiddenOctet>;
    }
    HttpUrlBuf as HttpUrl {
        fn request_target() -> &'a str;
    }
    FileUrlBuf as FileUrl {
        fn is_local() -> bool;
    }
    GopherUrlBuf as GopherUrl {
        fn item_type() -> u8;
        fn request() -> Result<Line<'a>, ForbiddenOctet>;
        fn form_request() -> Result<Option<Line<'a>>, ForbiddenOctet>;
    }
    MailtoUrlBuf as MailtoUrl {
        fn address() -> Result<MailAddress<'a>, MailError>;
    }
    Encoded822AddrBuf as Encoded822Addr {
        fn address() -> Result<MailAddress<'a>, MailError>;
    }
    GroupPartBuf as GroupPart {
        fn target() -> NewsTarget<'a>;
    }
    NewsUrlBuf as NewsUrl {
        fn target() -> NewsTarget<'a>;
        fn command() -> Result<Line<'a>, ForbiddenOctet>;
    }
    NntpUrlBuf as NntpUrl {
        fn article_number() -> Result<Option<u64>, ArticleNumberError>;
        fn commands() -> impl Iterator<Item = Line<'a>> + Clone;
    }
}
