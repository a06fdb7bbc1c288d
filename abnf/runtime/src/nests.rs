//! Declarations of data of recursive rules that becomes text; [`super::node_writing`] writes it.

use super::graph::Record;

/// Data of a recursive rule, or a reference to it.
pub trait NodeRecord: Record + Sized {
    /// Returns the data of a recursive rule that is a value of a field, or its content.
    fn inside(&self, field: usize, index: usize) -> Option<Self>;

    /// Returns the alternative of a value that is a choice with such data; `None` if it is unknown.
    fn alternative(&self, _field: usize, _index: usize) -> Option<u16> {
        None
    }
}

/// Data of a recursive rule that contains other such data.
pub trait Nest: Record {
    /// Returns the data of a recursive rule that is a value of a field, or its content.
    fn nest(&self, field: usize, index: usize) -> Option<&dyn Nest>;

    /// Returns the alternative of a value that is a choice with such data.
    fn alternative(&self, field: usize, index: usize) -> Option<u16>;
}

impl<'d> NodeRecord for &'d dyn Nest {
    fn inside(&self, field: usize, index: usize) -> Option<&'d dyn Nest> {
        let data: &'d dyn Nest = *self;
        data.nest(field, index)
    }

    fn alternative(&self, field: usize, index: usize) -> Option<u16> {
        (**self).alternative(field, index)
    }
}

/// Gives a record of a recursive rule its text. Arguments: `decided` if the text need not be read back,
/// otherwise `compared`; in brackets the lifetime, if it borrows,
/// then the record, the owned type of its rule, if it has one, and for each field with data of
/// recursive rules its index, its kind, its name, or `_` if it is all of the data, and the form of
/// that data, as for [`nest!`].
macro_rules! record {
    ($checked:ident $lifetime:tt $data:ident, $buf:ident; $($field:tt)*) => {
        runtime::nests::record! { $checked $lifetime $data; $($field)* }
        runtime::nests::to_text! { $checked $lifetime $data, $buf }
    };
    ($checked:ident [$($a:lifetime)?] $data:ident; $($index:literal $kind:ident $field:tt $how:ident;)*) => {
        impl $(<$a>)? runtime::nests::Nest for $data $(<$a>)? {
            #[allow(unused_variables, clippy::match_single_binding, reason = "the parts decide")]
            #[inline]
            fn nest(
                &self,
                field: usize,
                index: usize,
            ) -> ::core::option::Option<&dyn runtime::nests::Nest> {
                match field {
                    $($index => {
                        let it = runtime::records::value!($kind runtime::records::field!(self $field), index)?;
                        runtime::nests::nest!($how it)
                    })*
                    _ => ::core::option::Option::None,
                }
            }

            #[allow(unused_variables, clippy::match_single_binding, reason = "the parts decide")]
            #[inline]
            fn alternative(&self, field: usize, index: usize) -> ::core::option::Option<u16> {
                match field {
                    $($index => runtime::nests::alternative!(
                        $how runtime::records::value!($kind runtime::records::field!(self $field), index)
                    ),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    };
}
pub(crate) use record;

/// Gives data of a recursive rule the method that writes it. Arguments: `decided` or `compared`, as for
/// [`record!`]; in brackets its lifetime, if
/// it borrows, then its type, and the owned type of its rule.
macro_rules! to_text {
    ($checked:ident [$($a:lifetime)?] $data:ident, $buf:ident) => {
        impl $(<$a>)? $data $(<$a>)? {
            /// Writes a text whose parts are this data, with the shortest text between them.
            ///
            /// Data never becomes parts of its own: the text is read back and compared, unless the
            /// compiler has proved that it has the parts that are written. Takes time linear in the
            /// data, unless the grammar has many ways to write it.
            ///
            /// # Errors
            ///
            /// If the rule has no text with this data; the error names the field. If more than 512
            /// structs and enums of recursive rules are inside each other.
            #[inline]
            pub fn to_text(&self) -> ::core::result::Result<super::$buf, runtime::WriteError> {
                let data: &dyn runtime::nests::Nest = self;
                let text = runtime::node_writing::$checked(data)?;
                ::core::result::Result::Ok(runtime::node_writing::known::<super::$data<'_>>(&text).to_buf())
            }
        }

        /// Does the same as `to_text`.
        impl $(<$a>)? ::core::convert::TryFrom<&$data $(<$a>)?> for super::$buf {
            type Error = runtime::WriteError;

            #[inline]
            fn try_from(data: &$data $(<$a>)?) -> ::core::result::Result<Self, runtime::WriteError> {
                data.to_text()
            }
        }
    };
}
pub(crate) use to_text;

/// Gives a choice access to the data of recursive rules. Arguments: in brackets its lifetime, if it
/// borrows, then its type, and for each alternative with such data its variant and the form.
macro_rules! choice {
    ([$($a:lifetime)?] $data:ident: $($variant:ident $how:ident;)*) => {
        impl $(<$a>)? $data $(<$a>)? {
            #[allow(unreachable_patterns, clippy::match_single_binding, reason = "the alternatives decide")]
            #[inline]
            fn nest_inside(&self) -> ::core::option::Option<&dyn runtime::nests::Nest> {
                match self {
                    $(Self::$variant(it) => runtime::nests::nest!($how it),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    };
}
pub(crate) use choice;

/// The data of a recursive rule in a value: the value, in a box or not, or what a choice contains.
macro_rules! nest {
    (data $it:ident) => {
        ::core::option::Option::Some($it)
    };
    (boxed $it:ident) => {
        ::core::option::Option::Some(&**$it)
    };
    (choice $it:ident) => {
        $it.nest_inside()
    };
}
pub(crate) use nest;

/// The alternative of a value, if it is a choice.
macro_rules! alternative {
    (choice $it:expr) => {
        $it.map(|it| it.alternative())
    };
    ($how:ident $it:expr) => {
        ::core::option::Option::None
    };
}
pub(crate) use alternative;
