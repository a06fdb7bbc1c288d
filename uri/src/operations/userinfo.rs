//! User names and passwords.

use crate::generated::runtime::View as _;
use crate::operations::wording::{by_rfc, section};
use crate::syntax::types::parts;

macro_rules! users {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The text before the first colon: the user's name, if the scheme uses the format
            #[doc = concat!("`user:password`. ", section!($rfc, "3.2.2", "3.2.1"), ".")]
            /// The result is user information too, without a password, and can be decoded.
            #[must_use]
            #[inline]
            pub fn user(self) -> Self {
                let user = self.as_str().split_once(':').map(|(user, _)| user);
                user.map_or(self, Self::of_part)
            }

            /// The text after the first colon; `None` if there is no colon. Passwords in URIs are
            #[doc = concat!(by_rfc!($rfc, "\"NOT RECOMMENDED\", ", "deprecated, "), section!($rfc, "3.2.2", "3.2.1"), ".")]
            /// Use this method to find and remove them. See also `mask_password` of references.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            /// let text = "ftp://joe:s%26cret@example.com/";
            #[doc = concat!("let reference = ", $reference, "::parse(text)?;")]
            /// let userinfo = reference.userinfo().unwrap();
            /// assert_eq!(userinfo.password().unwrap(), "s%26cret");
            /// assert!(userinfo.password().unwrap().decode() == "s&cret");
            ///
            /// let public = reference.with_userinfo(userinfo.user()).build()?;
            /// assert_eq!(public, "ftp://joe@example.com/");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn password(self) -> Option<Self> {
                let (_, password) = self.as_str().split_once(':')?;
                Some(Self::of_part(password))
            }
        }

        #[cfg(feature = "alloc")]
        crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn user() -> $of::$view<'a>;
                fn password() -> Option<$of::$view<'a>>;
            }
        }
    };
}
parts!(users: UserInfo UserInfoBuf);
