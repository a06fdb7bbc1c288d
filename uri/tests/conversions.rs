//! Conversions and comparisons between the types of whole references, of one grammar or of two.

use core::cmp::Ordering;
use core::fmt::Debug;
use uri::OwnedParseError;

/// Compares two equal values of different types in both directions.
#[track_caller]
fn equal<A, B>(a: &A, b: &B)
where
    A: PartialEq<B> + PartialOrd<B> + PartialEq<str> + Debug,
    B: PartialEq<A> + PartialOrd<A> + PartialEq<str> + Debug + AsRef<str>,
{
    assert_eq!(a, b);
    assert_eq!(b, a);
    assert_eq!(a.partial_cmp(b), Some(Ordering::Equal));
    assert_eq!(b.partial_cmp(a), Some(Ordering::Equal));
    assert_eq!(a, b.as_ref());
}

/// Every text of the first type is one of the second. The texts are one of both types, and one of
/// the second alone.
macro_rules! is_wider {
    ($($one:ident $one_buf:ident in $other:ident $other_buf:ident, $both:literal $only:literal;)+) => {$({
        fn wider<'a>(text: impl Into<$other<'a>>) -> $other<'a> {
            text.into()
        }
        let (one, one_buf) = ($one::new($both), $one_buf::parse($both).unwrap());
        let (other, other_buf) = (wider(one), $other_buf::from(one_buf.clone()));
        equal(&one, &one_buf);
        equal(&one, &other);
        equal(&one, &other_buf);
        equal(&one_buf, &other);
        equal(&one_buf, &other_buf);
        // With the offsets of the parts.
        let parts = format!("{:?}", $other::new($both).components());
        for found in [other, wider(&one_buf), wider(&other_buf), other_buf.as_view()] {
            assert_eq!(format!("{:?}", found.components()), parts);
        }
        assert_eq!($one::try_from(other), Ok(one));
        assert_eq!($one::try_from(&other_buf), Ok(one));
        let back = $one_buf::try_from(other_buf).unwrap();
        assert_eq!(format!("{:?}", back.components()), format!("{:?}", one.components()));

        let outside = $other_buf::parse($only).unwrap();
        let error = $one::parse($only).unwrap_err();
        assert_eq!($one::try_from(outside.as_view()), Err(error));
        assert_eq!($one::try_from(&outside), Err(error));
        // The value is part of the error.
        let refused: OwnedParseError<$other_buf> =
            $one_buf::try_from(outside.clone()).unwrap_err();
        assert_eq!(refused.error(), error);
        assert_eq!(refused.into_input(), outside);
        assert!(one != outside && outside != one_buf);
    })+};
}

/// Each type has texts that the other does not have: one text is of both types, one only of the
/// first, and one only of the second.
macro_rules! overlap {
    ($($one:ident $one_buf:ident and $other:ident $other_buf:ident, $both:literal $($only:literal $other_only:literal)?;)+) => {$(
        overlap!(@ $one $one_buf $other $other_buf $both $($only)?);
        overlap!(@ $other $other_buf $one $one_buf $both $($other_only)?);
    )+};
    (@ $one:ident $one_buf:ident $other:ident $other_buf:ident $both:literal $($only:literal)?) => {
        let (one, one_buf) = ($one::new($both), $one_buf::parse($both).unwrap());
        let other = $other::try_from(one).unwrap();
        assert_eq!($other::try_from(&one_buf), Ok(other));
        equal(&one, &other);
        equal(&$other_buf::try_from(one_buf.clone()).unwrap(), &one_buf);
        $(
            let outside = $one_buf::parse($only).unwrap();
            assert!($other::try_from(outside.as_view()).is_err());
            assert!($other::try_from(&outside).is_err());
            let refused = $other_buf::try_from(outside.clone()).unwrap_err();
            assert_eq!(refused.into_input(), outside);
        )?
    };
}

#[test]
fn types_of_rfc_2396() {
    use uri::{
        AbsoluteUri, AbsoluteUriBuf, Reference, ReferenceBuf, RelativeUri, RelativeUriBuf,
        UriReference, UriReferenceBuf,
    };
    is_wider! {
        AbsoluteUri AbsoluteUriBuf in UriReference UriReferenceBuf, "s:/a?b" "a";
        RelativeUri RelativeUriBuf in UriReference UriReferenceBuf, "//h/a" "#c";
        AbsoluteUri AbsoluteUriBuf in Reference ReferenceBuf, "s://u@h:1/" "s:/#";
        RelativeUri RelativeUriBuf in Reference ReferenceBuf, "a?b" "?b";
        UriReference UriReferenceBuf in Reference ReferenceBuf, "" "?";
    }
}

#[test]
fn types_of_rfc_3986() {
    use uri::rfc3986::{
        AbsoluteUri, AbsoluteUriBuf, RelativeRef, RelativeRefBuf, Uri, UriBuf, UriReference,
        UriReferenceBuf,
    };
    is_wider! {
        AbsoluteUri AbsoluteUriBuf in Uri UriBuf, "s://[::1]/a?b" "s:#c";
        AbsoluteUri AbsoluteUriBuf in UriReference UriReferenceBuf, "s:" "?a";
        RelativeRef RelativeRefBuf in UriReference UriReferenceBuf, "//u@h:1?a#b" "s:a";
        Uri UriBuf in UriReference UriReferenceBuf, "s:a?b#c" "a?b#c";
    }
}

#[test]
fn types_of_rfc_3987() {
    use uri::rfc3987::{
        AbsoluteIri, AbsoluteIriBuf, Iri, IriBuf, IriReference, IriReferenceBuf, RelativeRef,
        RelativeRefBuf,
    };
    is_wider! {
        AbsoluteIri AbsoluteIriBuf in Iri IriBuf, "s://\u{E4}/a?b" "s:#\u{E4}";
        AbsoluteIri AbsoluteIriBuf in IriReference IriReferenceBuf, "s:" "?\u{E4}";
        RelativeRef RelativeRefBuf in IriReference IriReferenceBuf, "//u@h:1?\u{E4}#b" "s:a";
        Iri IriBuf in IriReference IriReferenceBuf, "s:a?b#\u{E4}" "\u{E4}";
    }
}

#[test]
fn uris_are_iris() {
    use uri::rfc3986::{AbsoluteUri, AbsoluteUriBuf, Uri, UriBuf, UriReference, UriReferenceBuf};
    use uri::rfc3986::{RelativeRef, RelativeRefBuf};
    use uri::rfc3987::{AbsoluteIri, AbsoluteIriBuf, Iri, IriBuf, IriReference, IriReferenceBuf};
    use uri::rfc3987::{RelativeRef as RelativeIri, RelativeRefBuf as RelativeIriBuf};
    is_wider! {
        UriReference UriReferenceBuf in IriReference IriReferenceBuf, "a?b#c" "\u{E4}";
        Uri UriBuf in Iri IriBuf, "s://h:1/#" "s:\u{E4}";
        Uri UriBuf in IriReference IriReferenceBuf, "s://[::1]/" "s://\u{E4}";
        AbsoluteUri AbsoluteUriBuf in AbsoluteIri AbsoluteIriBuf, "s:?a" "s:?\u{E4}";
        AbsoluteUri AbsoluteUriBuf in Iri IriBuf, "s:a" "s:#";
        AbsoluteUri AbsoluteUriBuf in IriReference IriReferenceBuf, "s:a:b" "";
        RelativeRef RelativeRefBuf in RelativeIri RelativeIriBuf, "../a" "\u{E4}";
        RelativeRef RelativeRefBuf in IriReference IriReferenceBuf, "#a" "#\u{E4}";
    }
}

#[test]
fn rfc_2396_and_its_successor_overlap() {
    use uri::rfc3986::{AbsoluteUri, AbsoluteUriBuf, Uri, UriBuf, UriReference, UriReferenceBuf};
    use uri::{AbsoluteUri as OldAbsolute, AbsoluteUriBuf as OldAbsoluteBuf};
    use uri::{Reference as OldLink, ReferenceBuf as OldLinkBuf};
    use uri::{UriReference as OldReference, UriReferenceBuf as OldReferenceBuf};
    overlap! {
        OldReference OldReferenceBuf and UriReference UriReferenceBuf, "a?b#c" "//h:a" "?a";
        OldReference OldReferenceBuf and Uri UriBuf, "s://h:1/?#" "a" "s:";
        OldLink OldLinkBuf and UriReference UriReferenceBuf, "?a" "//h:a" "//[::1]";
        OldAbsolute OldAbsoluteBuf and AbsoluteUri AbsoluteUriBuf, "s:a" "s://h:a" "s:";
        OldAbsolute OldAbsoluteBuf and Uri UriBuf, "s:/a?b" "s://h:a" "s:#";
    }
}
