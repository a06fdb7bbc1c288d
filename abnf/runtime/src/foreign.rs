//! Texts as values of types of other crates.

/// Gives the types of a rule methods that read a text as such a value, and write one. Arguments: the
/// borrowed type, the owned type, the name of the rule, the type of the value, that of the error of
/// reading, what reads, as for [`read!`], and the function that writes.
macro_rules! foreign {
    (
        $view:ident, $buf:ident, $rule:literal, $value:path, $error:ty, $read:tt, $write:path
    ) => {
        impl $view<'_> {
            /// Reads the text as a value of another type.
            ///
            /// # Errors
            ///
            /// The error of that type: the rule may have texts that the type refuses.
            #[inline]
            pub fn try_value(self) -> ::core::result::Result<$value, $error> {
                runtime::foreign::read!($read self)
            }
        }

        #[cfg(feature = "alloc")]
        impl $buf {
            /// As `try_value` of the borrowed form.
            ///
            /// # Errors
            ///
            /// Those of the borrowed form.
            #[inline]
            pub fn try_value(&self) -> ::core::result::Result<$value, $error> {
                self.as_view().try_value()
            }

            /// Makes the text by which the other type writes a value. The text is parsed, read back
            /// and compared.
            ///
            /// # Errors
            ///
            /// If the rule does not have that text, or it is read as another value.
            #[inline]
            pub fn from_value(value: &$value) -> ::core::result::Result<Self, runtime::WriteError> {
                let of_text = |text: Self| {
                    let is_same = text.try_value().is_ok_and(|read| read == *value);
                    is_same.then_some(text)
                };
                let text = Self::parse($write(value)).ok().and_then(of_text);
                text.ok_or_else(|| runtime::WriteError::of_other($rule))
            }
        }
    };
}
pub(crate) use foreign;

/// Reads a text: by `FromStr`, or by a function, whose path is in brackets.
macro_rules! read {
    (from_str $view:ident) => {
        ::core::str::FromStr::from_str($view.text)
    };
    ([$read:path] $view:ident) => {
        $read($view)
    };
}
pub(crate) use read;
