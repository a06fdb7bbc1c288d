//! Conversions of references and their parts to other types, of the same grammar or another, and to
//! bytes.

/// Pairs of types: every text of the first also matches the rule of the second. The conversion back
/// fails for other texts. Both parse the text again; owned values are converted without copying, and
/// are part of the error.
macro_rules! convert {
    ($($from:ident $from_buf:ident in $to:ident $to_buf:ident)+) => {$(
        impl<'a> From<$from<'a>> for $to<'a> {
            #[inline]
            fn from(view: $from<'a>) -> Self {
                $crate::generated::runtime::View::of_part(view.as_str())
            }
        }

        impl<'a> TryFrom<$to<'a>> for $from<'a> {
            type Error = $crate::ParseError;

            #[inline]
            fn try_from(view: $to<'a>) -> Result<Self, $crate::ParseError> {
                Self::parse(view.as_str())
            }
        }

        #[cfg(feature = "alloc")]
        impl From<$from_buf> for $to_buf {
            #[inline]
            fn from(text: $from_buf) -> Self {
                let located: $to<'_> = $crate::generated::runtime::View::of_part(text.as_str());
                let slots = located.slots;
                Self::known(text.text, slots)
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a> From<&'a $from_buf> for $to<'a> {
            #[inline]
            fn from(text: &'a $from_buf) -> Self {
                text.as_view().into()
            }
        }

        try_from_buf! { $to_buf, $from $from_buf; }
    )+};
}

/// Conversions of owned values whose texts may not match the rule of the other type.
macro_rules! try_from_buf {
    ($of:ident, $to:ident $to_buf:ident; $(#[$attribute:meta])*) => {
        $(#[$attribute])*
        #[cfg(feature = "alloc")]
        impl TryFrom<$of> for $to_buf {
            type Error = $crate::OwnedParseError<$of>;

            #[inline]
            fn try_from(text: $of) -> Result<Self, $crate::OwnedParseError<$of>> {
                match <$to<'_>>::parse(text.as_str()) {
                    Ok($to { slots, .. }) => Ok(Self::known(text.text, slots)),
                    Err(error) => Err($crate::OwnedParseError::new(error, text)),
                }
            }
        }

        $(#[$attribute])*
        #[cfg(feature = "alloc")]
        impl<'a> TryFrom<&'a $of> for $to<'a> {
            type Error = $crate::ParseError;

            #[inline]
            fn try_from(text: &'a $of) -> Result<Self, $crate::ParseError> {
                Self::parse(text.as_str())
            }
        }
    };
}

/// Pairs of types that each have texts that the other does not. Both conversions parse the text
/// again; owned values are converted without copying. The module of the grammar documents them, so
/// that the pages of the types stay short.
#[cfg(feature = "rfc3986")]
macro_rules! try_convert {
    ($($one:ident $one_buf:ident and $other:ident $other_buf:ident)+) => {$(
        try_convert!(@ $one $one_buf to $other $other_buf);
        try_convert!(@ $other $other_buf to $one $one_buf);
    )+};
    (@ $from:ident $from_buf:ident to $to:ident $to_buf:ident) => {
        #[doc(hidden)]
        impl<'a> TryFrom<$from<'a>> for $to<'a> {
            type Error = $crate::ParseError;

            #[inline]
            fn try_from(view: $from<'a>) -> Result<Self, $crate::ParseError> {
                Self::parse(view.as_str())
            }
        }

        try_from_buf! { $from_buf, $to $to_buf; #[doc(hidden)] }
    };
}

mod rfc2396 {
    use crate::{AbsoluteUri, Reference, RelativeUri, UriReference};
    #[cfg(feature = "alloc")]
    use crate::{AbsoluteUriBuf, ReferenceBuf, RelativeUriBuf, UriReferenceBuf};
    use crate::{Authority, Host, HostName, Ipv4Address, Server};
    #[cfg(feature = "alloc")]
    use crate::{AuthorityBuf, HostBuf, HostNameBuf, Ipv4AddressBuf, ServerBuf};

    convert! {
        AbsoluteUri AbsoluteUriBuf in UriReference UriReferenceBuf
        RelativeUri RelativeUriBuf in UriReference UriReferenceBuf
        AbsoluteUri AbsoluteUriBuf in Reference ReferenceBuf
        RelativeUri RelativeUriBuf in Reference ReferenceBuf
        UriReference UriReferenceBuf in Reference ReferenceBuf
        Server ServerBuf in Authority AuthorityBuf
        HostName HostNameBuf in Host HostBuf
        Ipv4Address Ipv4AddressBuf in Host HostBuf
    }
}

#[cfg(feature = "rfc3986")]
mod rfc3986 {
    use crate::rfc3986::{AbsoluteUri, RelativeRef, Uri, UriReference};
    #[cfg(feature = "alloc")]
    use crate::rfc3986::{AbsoluteUriBuf, RelativeRefBuf, UriBuf, UriReferenceBuf};

    convert! {
        AbsoluteUri AbsoluteUriBuf in Uri UriBuf
        AbsoluteUri AbsoluteUriBuf in UriReference UriReferenceBuf
        RelativeRef RelativeRefBuf in UriReference UriReferenceBuf
        Uri UriBuf in UriReference UriReferenceBuf
    }
}

#[cfg(feature = "rfc3987")]
mod rfc3987 {
    use crate::rfc3987::{AbsoluteIri, Iri, IriReference, RelativeRef};
    #[cfg(feature = "alloc")]
    use crate::rfc3987::{AbsoluteIriBuf, IriBuf, IriReferenceBuf, RelativeRefBuf};

    convert! {
        AbsoluteIri AbsoluteIriBuf in Iri IriBuf
        AbsoluteIri AbsoluteIriBuf in IriReference IriReferenceBuf
        RelativeRef RelativeRefBuf in IriReference IriReferenceBuf
        Iri IriBuf in IriReference IriReferenceBuf
    }
}

/// RFC 2396 and RFC 3986 each have texts that the other does not.
#[cfg(feature = "rfc3986")]
mod successor {
    use crate::rfc3986::{AbsoluteUri, Uri, UriReference};
    #[cfg(feature = "alloc")]
    use crate::rfc3986::{AbsoluteUriBuf, UriBuf, UriReferenceBuf};
    use crate::{AbsoluteUri as OldAbsolute, Reference as OldLink, UriReference as OldReference};
    #[cfg(feature = "alloc")]
    use crate::{
        AbsoluteUriBuf as OldAbsoluteBuf, ReferenceBuf as OldLinkBuf,
        UriReferenceBuf as OldReferenceBuf,
    };

    try_convert! {
        OldReference OldReferenceBuf and UriReference UriReferenceBuf
        OldReference OldReferenceBuf and Uri UriBuf
        OldLink OldLinkBuf and UriReference UriReferenceBuf
        OldAbsolute OldAbsoluteBuf and AbsoluteUri AbsoluteUriBuf
        OldAbsolute OldAbsoluteBuf and Uri UriBuf
    }
}

/// Every URI is an IRI.
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
mod iris {
    use crate::rfc3986::{AbsoluteUri, RelativeRef, Uri, UriReference};
    #[cfg(feature = "alloc")]
    use crate::rfc3986::{AbsoluteUriBuf, RelativeRefBuf, UriBuf, UriReferenceBuf};
    use crate::rfc3987::{AbsoluteIri, Iri, IriReference, RelativeRef as RelativeIri};
    #[cfg(feature = "alloc")]
    use crate::rfc3987::{
        AbsoluteIriBuf, IriBuf, IriReferenceBuf, RelativeRefBuf as RelativeIriBuf,
    };

    convert! {
        UriReference UriReferenceBuf in IriReference IriReferenceBuf
        Uri UriBuf in Iri IriBuf
        Uri UriBuf in IriReference IriReferenceBuf
        AbsoluteUri AbsoluteUriBuf in AbsoluteIri AbsoluteIriBuf
        AbsoluteUri AbsoluteUriBuf in Iri IriBuf
        AbsoluteUri AbsoluteUriBuf in IriReference IriReferenceBuf
        RelativeRef RelativeRefBuf in RelativeIri RelativeIriBuf
        RelativeRef RelativeRefBuf in IriReference IriReferenceBuf
    }
}

/// Texts of one scheme are URIs of RFC 3986 with the same parts. Those of `tel` may not be, see there.
macro_rules! schemes {
    ($($feature:literal $module:ident: $view:ident $buf:ident)+) => {$(
        #[cfg(all(feature = "rfc3986", feature = $feature))]
        mod $module {
            use crate::$module::$view;
            #[cfg(feature = "alloc")]
            use crate::$module::$buf;
            use crate::rfc3986::{Uri, UriReference};
            #[cfg(feature = "alloc")]
            use crate::rfc3986::{UriBuf, UriReferenceBuf};

            convert! {
                $view $buf in Uri UriBuf
                $view $buf in UriReference UriReferenceBuf
            }
        }
    )+};
}
schemes! {
    "mailto" mailto: MailtoUri MailtoUriBuf
    "data" data: DataUrl DataUrlBuf
    "urn" urn: Urn UrnBuf
    "rfc8089" rfc8089: FileUri FileUriBuf
}

#[cfg(feature = "rfc8089")]
mod lax_file {
    use crate::rfc3986::{Uri, UriReference};
    #[cfg(feature = "alloc")]
    use crate::rfc3986::{UriBuf, UriReferenceBuf};
    use crate::rfc8089::{FileUri, LaxFileUri};
    #[cfg(feature = "alloc")]
    use crate::rfc8089::{FileUriBuf, LaxFileUriBuf};

    convert! { FileUri FileUriBuf in LaxFileUri LaxFileUriBuf }
    try_convert! {
        LaxFileUri LaxFileUriBuf and Uri UriBuf
        LaxFileUri LaxFileUriBuf and UriReference UriReferenceBuf
    }
}
