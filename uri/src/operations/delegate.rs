//! A macro that gives owned types the methods of their borrowed forms.

/// Methods of owned types that return what the borrowed types return.
macro_rules! delegate {
    ($([$($impl:tt)*] {
        $(fn $name:ident($($argument:ident: $of:ty),*) -> $result:ty;)*
    })*) => {$(
        #[allow(clippy::needless_lifetimes, reason = "the results of some methods have it")]
        #[allow(clippy::must_use_candidate, reason = "the methods of the borrowed form have it")]
        #[allow(clippy::missing_errors_doc, reason = "the docs of the borrowed form have them")]
        impl $($impl)* {
            $(
                #[doc = concat!("As `", stringify!($name), "` of the borrowed form.")]
                #[inline]
                pub fn $name<'a>(&'a self $(, $argument: $of)*) -> $result {
                    self.as_view().$name($($argument),*)
                }
            )*
        }
    )*};
}
pub(crate) use delegate;
