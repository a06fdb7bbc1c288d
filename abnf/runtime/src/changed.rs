//! Texts with some of their data changed.

/// Gives a text with parts the method that changes them. Arguments: in brackets the lifetime, if the
/// data borrows, then the borrowed and the owned type of the text; the first is also the name of the
/// data.
macro_rules! changed {
    ([] $view:ident, $buf:ident) => {
        runtime::changed::changed! { 'a $view, $buf, $view }
    };
    ([$a:lifetime] $view:ident, $buf:ident) => {
        runtime::changed::changed! { $a $view, $buf, $view<$a> }
    };
    ($a:lifetime $view:ident, $buf:ident, $data:ty) => {
        impl<$a> super::$view<$a> {
            /// Returns a text with changed data: that of this text is given to a function, and written
            /// again. Text that is no data is written as by `to_text`.
            ///
            /// With feature `alloc`.
            ///
            /// # Errors
            ///
            /// As for `to_text`.
            #[inline]
            pub fn with(
                self,
                change: impl FnOnce(&mut $data),
            ) -> ::core::result::Result<super::$buf, runtime::WriteError> {
                let mut data = self.to_value();
                change(&mut data);
                data.to_text()
            }
        }

        impl super::$buf {
            /// As `with` of the borrowed form.
            ///
            /// # Errors
            ///
            /// Those of the borrowed form.
            #[inline]
            pub fn with<$a>(
                &$a self,
                change: impl FnOnce(&mut $data),
            ) -> ::core::result::Result<Self, runtime::WriteError> {
                self.as_view().with(change)
            }
        }
    };
}
pub(crate) use changed;
