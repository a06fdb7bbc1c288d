//! References with their passwords hidden, for logs: RFC 3986 section 7.5.

use crate::operations::output::{self, Each, Pieces};
use crate::operations::wording::by_rfc;
use crate::syntax::components::Components;
use crate::syntax::types::references;
use core::fmt;

/// A reference with its password masked, not written yet. Made by `mask_password` of a reference.
#[derive(Clone, Copy)]
pub struct MaskedPassword<'a> {
    before: &'a str,
    mask: &'static str,
    after: &'a str,
}

const MASK: &str = "***";

impl Pieces for MaskedPassword<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each(self.before)?;
        each(self.mask)?;
        each(self.after)
    }
}

/// Shows no password either.
impl fmt::Debug for MaskedPassword<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MaskedPassword({self})")
    }
}

/// Writes the text, to any [`core::fmt::Write`].
impl fmt::Display for MaskedPassword<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::display(f, self)
    }
}

output::compares! { [] MaskedPassword<'_> }

macro_rules! masks {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The reference with `***` in place of its password, which is the text after the first
            /// colon of the user information; an empty password stays empty. For logs and messages:
            /// "Applications should not render as clear text any data after the first colon", RFC
            /// 3986 section 3.2.1.
            ///
            /// The result is a reference. Passwords at other positions, such as those in a query, are
            /// not masked.
            #[doc = by_rfc!($rfc, "The text before the last `@` of a registry name is treated as", "")]
            #[doc = by_rfc!($rfc, "user information.", "")]
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let uri = ", $reference, "::parse(\"ftp://joe:secret@example.com/\")?;")]
            /// assert_eq!(uri.mask_password().to_string(), "ftp://joe:***@example.com/");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn mask_password(self) -> MaskedPassword<'a> {
                masked(&self.components())
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn mask_password() -> MaskedPassword<'a>;
            }
        }
    };
}
references!(masks);

#[inline]
fn masked<'a, S: crate::Syntax>(components: &Components<'a, S>) -> MaskedPassword<'a> {
    let text = components.text;
    let password = components.authority.and_then(|authority| {
        let (userinfo, _) = authority.text.rsplit_once('@')?;
        let (user, password) = userinfo.split_once(':')?;
        let begin = components.path_start() - authority.text.len() + user.len() + ":".len();
        (!password.is_empty()).then_some((begin, begin + password.len()))
    });
    match password {
        Some((begin, end)) => {
            MaskedPassword { before: &text[..begin], mask: MASK, after: &text[end..] }
        }
        None => MaskedPassword { before: text, mask: "", after: "" },
    }
}
