//! User names and passwords.

use crate::syntax::types::parts;

macro_rules! users {
    ($of:ident $view:ident $buf:ident $syntax:ty) => {
        impl<'a> $of::$view<'a> {
            /// The text before the first colon, as written: the user's name, if the scheme uses the
            /// format `user:password`. RFC 2396 section 3.2.2.
            #[must_use]
            #[inline]
            pub fn user(self) -> &'a str {
                self.as_str().split_once(':').map_or(self.as_str(), |(user, _)| user)
            }

            /// The text after the first colon, as written; `None` if there is no colon. Passwords
            /// in URIs are "NOT RECOMMENDED", RFC 2396 section 3.2.2: use this method to find and
            /// remove them.
            ///
            /// ```
            /// use uri::{UriReference, UserInfo};
            ///
            /// let reference = UriReference::parse("ftp://joe:secret@example.com/")?;
            /// let userinfo = reference.userinfo().unwrap();
            /// assert_eq!(userinfo.password(), Some("secret"));
            /// let public = reference.with_userinfo(UserInfo::parse(userinfo.user())?).build();
            /// assert_eq!(public.unwrap().to_string(), "ftp://joe@example.com/");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn password(self) -> Option<&'a str> {
                self.as_str().split_once(':').map(|(_, password)| password)
            }
        }

        #[cfg(feature = "alloc")]
        crate::delegate::delegate! {
            [$of::$buf] {
                fn user() -> &'a str;
                fn password() -> Option<&'a str>;
            }
        }
    };
}
parts!(users: UserInfo UserInfoBuf);
