//! Declarations of the data of recursive rules; [`super::node_data`] makes it.

/// Declares data of any recursive rule of a module. Arguments: the name of the type, in brackets its
/// lifetime, if it borrows; then for each rule with such data its number, the type of the data, and
/// in brackets the lifetime of that.
macro_rules! any {
    ($any:ident [$($g:lifetime)?]: $($number:literal $data:ident [$($a:lifetime)?];)+) => {
        /// Data of any recursive rule, while it is made.
        enum $any $(<$g>)? {
            $($data($data $(<$a>)?),)+
        }

        impl<'t $(: $g, $g)?> runtime::node_data::Grown<'t> for $any $(<$g>)? {
            const TREES: &'static runtime::tree::Trees = &super::trees::TREES;

            #[allow(clippy::manual_range_patterns, reason = "the rules decide")]
            #[inline]
            fn has_data(number: u16) -> bool {
                ::core::matches!(number, $($number)|+)
            }

            #[inline]
            fn takes(outer: u16, inner: u16) -> bool {
                match outer {
                    $($number => {
                        <$data $(<$a>)? as runtime::node_data::Grow<'t, Self>>::takes(inner)
                    })+
                    _ => false,
                }
            }

            #[inline]
            fn grow(
                number: u16,
                inside: runtime::node_data::Inside<'_, 't, Self>,
            ) -> ::core::result::Result<::core::option::Option<Self>, runtime::DataError> {
                ::core::result::Result::Ok(::core::option::Option::Some(match number {
                    $($number => Self::$data(runtime::node_data::Grow::grow(inside)?),)+
                    _ => return ::core::result::Result::Ok(::core::option::Option::None),
                }))
            }
        }
    };
}
pub(crate) use any;

/// Makes a struct of a node. Arguments: data of any rule, in brackets its lifetime, if it borrows;
/// the struct, in brackets its lifetime; then for each field its name, its kind, and for each rule
/// in it the number and the form of its data, as for [`read!`].
macro_rules! record {
    (
        $any:ident [$($g:lifetime)?], $data:ident [$($a:lifetime)?]:
        $($field:ident $kind:ident: $($number:literal $how:ident $arguments:tt),+;)+
    ) => {
        impl<'t $(: $g, $g)?> runtime::node_data::Grow<'t, $any $(<$g>)?> for $data $(<$a>)? {
            #[allow(clippy::manual_range_patterns, reason = "the rules decide")]
            #[inline]
            fn takes(number: u16) -> bool {
                ::core::matches!(number, $($($number)|+)|+)
            }

            #[inline]
            fn grow(
                inside: runtime::node_data::Inside<'_, 't, $any $(<$g>)?>,
            ) -> ::core::result::Result<Self, runtime::DataError> {
                $(let mut $field = runtime::node_types::none!($kind);)+
                for child in inside {
                    match child.number {
                        $($($number => runtime::node_types::add!(
                            $kind $field,
                            runtime::node_types::read!(child $any $how $arguments)
                        ),)+)+
                        _ => {}
                    }
                }
                ::core::result::Result::Ok(Self {
                    $($field: runtime::node_types::all!($kind $field)),+
                })
            }
        }
    };
}
pub(crate) use record;

/// Makes an enum of a node. Arguments: as for [`record!`], with one list of rules.
macro_rules! choice {
    (
        $any:ident [$($g:lifetime)?], $data:ident [$($a:lifetime)?]:
        $($number:literal $how:ident $arguments:tt),+;
    ) => {
        impl<'t $(: $g, $g)?> runtime::node_data::Grow<'t, $any $(<$g>)?> for $data $(<$a>)? {
            #[allow(clippy::manual_range_patterns, reason = "the rules decide")]
            #[inline]
            fn takes(number: u16) -> bool {
                ::core::matches!(number, $($number)|+)
            }

            #[inline]
            fn grow(
                inside: runtime::node_data::Inside<'_, 't, $any $(<$g>)?>,
            ) -> ::core::result::Result<Self, runtime::DataError> {
                let mut found = ::core::option::Option::None;
                for child in inside {
                    match child.number {
                        $($number => {
                            found.get_or_insert(runtime::node_types::read!(child $any $how $arguments));
                        })+
                        _ => {}
                    }
                }
                ::core::result::Result::Ok(runtime::tree::only(found))
            }
        }
    };
}
pub(crate) use choice;

/// A field of a kind without values.
macro_rules! none {
    (Flag) => {
        false
    };
    (List) => {
        runtime::alloc::vec::Vec::new()
    };
    ($one:ident) => {
        ::core::option::Option::None
    };
}
pub(crate) use none;

/// Adds a value to a field of a kind.
macro_rules! add {
    (Flag $field:ident, $made:expr) => {
        $field = $made
    };
    (List $field:ident, $made:expr) => {
        $field.push($made)
    };
    ($one:ident $field:ident, $made:expr) => {
        _ = $field.get_or_insert($made)
    };
}
pub(crate) use add;

/// A field of a kind after all values were added.
macro_rules! all {
    (One $field:ident) => {
        runtime::tree::only($field)
    };
    ($other:ident $field:ident) => {
        $field
    };
}
pub(crate) use all;

/// The data of a child: an alternative of a choice, data of a recursive rule, in a box or not, or
/// other data of the rule with this type.
macro_rules! read {
    ($child:ident $any:ident of ($choice:ident $variant:ident)) => {
        $choice::$variant
    };
    ($child:ident $any:ident of ($choice:ident $variant:ident $how:ident $arguments:tt)) => {
        $choice::$variant(runtime::node_types::read!($child $any $how $arguments))
    };
    ($child:ident $any:ident data ($data:ident)) => {
        match $child.data {
            ::core::option::Option::Some($any::$data(data)) => data,
            _ => runtime::tree::only(::core::option::Option::None),
        }
    };
    ($child:ident $any:ident boxed $data:tt) => {
        runtime::alloc::boxed::Box::new(runtime::node_types::read!($child $any data $data))
    };
    ($child:ident $any:ident value ($rule:ident)) => {
        $child.view::<super::$rule<'_>>().value()
    };
    ($child:ident $any:ident try_value ($rule:ident)) => {
        $child.value(super::$rule::try_value)?
    };
    ($child:ident $any:ident text ($rule:ident)) => {
        $child.view::<super::$rule<'_>>().as_str()
    };
    ($child:ident $any:ident bytes ($rule:ident)) => {
        $child.view::<super::$rule<'_>>().as_bytes()
    };
    ($child:ident $any:ident record ($rule:ident)) => {
        ::core::convert::From::from($child.view::<super::$rule<'_>>())
    };
    ($child:ident $any:ident flag ()) => {
        true
    };
}
pub(crate) use read;

/// Gives the types of a rule methods that return its data. Arguments: data of any rule, in
/// brackets its lifetime, if it borrows; the borrowed type, which has the name of the data, in
/// brackets the lifetime of the data; the owned type, the unit of the texts, and `direct` if the data has a
/// reader.
macro_rules! methods {
    ($any:ident [$($g:lifetime)?], $view:ident [], $($rest:tt)+) => {
        runtime::node_types::methods!(@ $any, $view [] '_ [], $($rest)+);
    };
    ($any:ident [$($g:lifetime)?], $view:ident [$a:lifetime], $($rest:tt)+) => {
        runtime::node_types::methods!(@ $any, $view [$a] $a [<'_>], $($rest)+);
    };
    (
        @ $any:ident, $view:ident [$($a:lifetime)?] $of_view:lifetime [$($of_buf:tt)*],
        $buf:ident, $unit:ty $(, $direct:ident)?
    ) => {
        impl $(<$a>)? super::$view<$of_view> {
            /// Returns the parts of the text as plain data, in one pass over the text if the next byte always
            /// decides what comes next, and otherwise in the time of a tree.
            ///
            /// # Errors
            ///
            /// If a limit is exceeded: those of `tree`, or 512 structs and enums of recursive rules
            /// inside each other; or if escapes of a part have no value.
            #[inline]
            pub fn try_to_value(self) -> ::core::result::Result<$view $(<$a>)?, runtime::DataError> {
                runtime::values::direct! { $($direct)? self.text }
                $view::of_view(self)
            }
        }

        impl $(<$a>)? $view $(<$a>)? {
            /// Reads the data of a text. The result is that of `try_to_value`, after the text was parsed, but
            /// may take less time.
            ///
            /// # Errors
            ///
            /// If the text does not match; then `parse_error` of the error says where. Otherwise those of
            /// `try_to_value`.
            #[inline]
            pub fn parse(text: & $($a)? $unit) -> ::core::result::Result<Self, runtime::DataError> {
                runtime::values::direct! { $($direct)? text }
                runtime::text::parse(text).map_err(runtime::DataError::of_text).and_then(Self::of_view)
            }

            #[allow(unreachable_patterns, reason = "no other rule may have data")]
            pub(super) fn of_view(text: super::$view<$of_view>) -> ::core::result::Result<Self, runtime::DataError> {
                match runtime::node_data::data::<super::$view<$of_view>, $any>(text.text)? {
                    $any::$view(data) => ::core::result::Result::Ok(data),
                    _ => ::core::result::Result::Ok(runtime::tree::only(::core::option::Option::None)),
                }
            }
        }

        impl super::$buf {
            /// As `try_to_value` of the borrowed form.
            ///
            /// # Errors
            ///
            /// Those of the borrowed form.
            #[inline]
            pub fn try_to_value(
                &self,
            ) -> ::core::result::Result<$view $($of_buf)*, runtime::DataError> {
                self.as_view().try_to_value()
            }
        }
    };
}
pub(crate) use methods;

/// Gives data of a recursive rule a function that makes it of a text, which need not match.
/// Arguments: data of any rule; in brackets the lifetime, if the data borrows, its type, and its
/// number.
macro_rules! of_text {
    ($any:ident, [$($a:lifetime)?] $data:ident $number:literal) => {
        impl $(<$a>)? $data $(<$a>)? {
            #[inline]
            fn of_text(text: & $($a)? [u8]) -> ::core::option::Option<Self> {
                match runtime::node_data::read($number, text) {
                    ::core::result::Result::Ok($any::$data(data)) => ::core::option::Option::Some(data),
                    _ => ::core::option::Option::None,
                }
            }
        }
    };
}
pub(crate) use of_text;
