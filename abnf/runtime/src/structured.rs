//! Data in the data model of serde, with feature `serde`: what a derive would make of its types.
//!
//! A record is a struct and a choice is an enum; [`super::datum`] reads and writes what they contain.

use super::datum::{Datum, FromDatum};
use super::names::Variant;
use core::fmt;
use core::marker::PhantomData;
use serde_core::Deserializer;
use serde_core::de::{EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

/// Makes data a struct of serde: in brackets its lifetime, if it borrows, then its type, and for each
/// field its index and its name.
macro_rules! record {
    ([$($a:lifetime)?] $data:ident: $($index:literal $field:ident)+) => {
        /// With feature `serde`.
        impl $(<$a>)? ::serde_core::Serialize for $data $(<$a>)? {
            fn serialize<S_: ::serde_core::Serializer>(
                &self,
                serializer: S_,
            ) -> ::core::result::Result<S_::Ok, S_::Error> {
                use ::serde_core::ser::SerializeStruct as _;
                let count = <Self as runtime::structured::Record<'_>>::FIELDS.len();
                let mut fields = serializer.serialize_struct(stringify!($data), count)?;
                $(fields.serialize_field(stringify!($field), &runtime::datum::Datum(&self.$field))?;)+
                fields.end()
            }
        }

        /// With feature `serde`. Fields that are references need a format that lends its input,
        /// and there strings without escapes.
        impl<'de $(: $a, $a)?> ::serde_core::Deserialize<'de> for $data $(<$a>)? {
            fn deserialize<D_: ::serde_core::Deserializer<'de>>(
                deserializer: D_,
            ) -> ::core::result::Result<Self, D_::Error> {
                runtime::structured::read_record(deserializer)
            }
        }

        impl<'de $(: $a, $a)?> runtime::structured::Record<'de> for $data $(<$a>)? {
            const NAME: &'static str = stringify!($data);
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),+];

            fn of_list<A_: ::serde_core::de::SeqAccess<'de>>(
                mut list: A_,
            ) -> ::core::result::Result<Self, A_::Error> {
                ::core::result::Result::Ok(Self {
                    $($field: runtime::structured::item::<Self, _, _>(&mut list, $index)?),+
                })
            }

            fn of_map<A_: ::serde_core::de::MapAccess<'de>>(
                mut map: A_,
            ) -> ::core::result::Result<Self, A_::Error> {
                $(let mut $field = ::core::option::Option::None;)+
                while let ::core::option::Option::Some(index) =
                    map.next_key_seed(runtime::names::Field(Self::FIELDS))?
                {
                    match index {
                        $($index => runtime::structured::entry(
                            &mut map, stringify!($field), &mut $field
                        )?,)+
                        _ => _ = map.next_value::<::serde_core::de::IgnoredAny>()?,
                    }
                }
                ::core::result::Result::Ok(Self {
                    $($field: runtime::structured::present($field, stringify!($field))?),+
                })
            }
        }

        impl $(<$a>)? runtime::datum::Plain for $data $(<$a>)? {}
    };
}
pub(crate) use record;

/// Makes data an enum of serde: in brackets its lifetime, if it borrows, then its type, and for each
/// variant its index, its name, and a name for its contents, unless it is a literal.
macro_rules! choice {
    ([$($a:lifetime)?] $data:ident: $($index:literal $variant:ident($($value:ident)?);)+) => {
        /// With feature `serde`.
        impl $(<$a>)? ::serde_core::Serialize for $data $(<$a>)? {
            fn serialize<S_: ::serde_core::Serializer>(
                &self,
                serializer: S_,
            ) -> ::core::result::Result<S_::Ok, S_::Error> {
                match self {
                    $(Self::$variant $(($value))? => runtime::structured::write_variant!(
                        serializer, stringify!($data), $index, stringify!($variant) $(, $value)?
                    ),)+
                }
            }
        }

        /// With feature `serde`. Contents that are references need a format that lends its input,
        /// and there strings without escapes.
        impl<'de $(: $a, $a)?> ::serde_core::Deserialize<'de> for $data $(<$a>)? {
            fn deserialize<D_: ::serde_core::Deserializer<'de>>(
                deserializer: D_,
            ) -> ::core::result::Result<Self, D_::Error> {
                runtime::structured::read_choice(deserializer)
            }
        }

        impl<'de $(: $a, $a)?> runtime::structured::Choice<'de> for $data $(<$a>)? {
            const NAME: &'static str = stringify!($data);
            const VARIANTS: &'static [&'static str] = &[$(stringify!($variant)),+];

            fn of_variant<A_: ::serde_core::de::VariantAccess<'de>>(
                index: u64,
                contents: A_,
            ) -> ::core::result::Result<Self, A_::Error> {
                match index {
                    $($index => runtime::structured::read_variant!(
                        contents, Self::$variant $(, $value)?
                    ),)+
                    _ => ::core::result::Result::Err(runtime::names::no_variant(index)),
                }
            }
        }

        impl $(<$a>)? runtime::datum::Plain for $data $(<$a>)? {}
    };
}
pub(crate) use choice;

/// Serializes a variant of a choice.
macro_rules! write_variant {
    ($serializer:ident, $data:expr, $index:literal, $variant:expr) => {
        $serializer.serialize_unit_variant($data, $index, $variant)
    };
    ($serializer:ident, $data:expr, $index:literal, $variant:expr, $value:ident) => {
        $serializer.serialize_newtype_variant(
            $data,
            $index,
            $variant,
            &runtime::datum::Datum($value),
        )
    };
}
pub(crate) use write_variant;

/// Deserializes the contents of a variant of a choice.
macro_rules! read_variant {
    ($contents:ident, $variant:expr) => {
        $contents.unit_variant().map(|()| $variant)
    };
    ($contents:ident, $variant:expr, $value:ident) => {
        $contents.newtype_variant().map(|runtime::datum::Datum($value)| $variant($value))
    };
}
pub(crate) use read_variant;

/// Data with fields.
pub(crate) trait Record<'de>: Sized {
    /// The name of its type.
    const NAME: &'static str;
    /// The names of its fields, in order.
    const FIELDS: &'static [&'static str];

    /// Reads the fields in order.
    fn of_list<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error>;

    /// Reads the fields by their names.
    fn of_map<A: MapAccess<'de>>(map: A) -> Result<Self, A::Error>;
}

/// Data of several alternatives.
pub(crate) trait Choice<'de>: Sized {
    /// The name of its type.
    const NAME: &'static str;
    /// The names of its variants, in order.
    const VARIANTS: &'static [&'static str];

    /// Reads the contents of a variant.
    fn of_variant<A: VariantAccess<'de>>(index: u64, contents: A) -> Result<Self, A::Error>;
}

/// Deserializes a record.
pub(crate) fn read_record<'de, T: Record<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_struct(T::NAME, T::FIELDS, RecordVisitor(PhantomData))
}

/// Deserializes a choice.
pub(crate) fn read_choice<'de, T: Choice<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_enum(T::NAME, T::VARIANTS, ChoiceVisitor(PhantomData))
}

struct RecordVisitor<T>(PhantomData<T>);

impl<'de, T: Record<'de>> Visitor<'de> for RecordVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {} with {} elements", T::NAME, T::FIELDS.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::of_list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::of_map(map)
    }
}

struct ChoiceVisitor<T>(PhantomData<T>);

impl<'de, T: Choice<'de>> Visitor<'de> for ChoiceVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "enum {}", T::NAME)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (index, contents) = data.variant_seed(Variant(T::VARIANTS))?;
        T::of_variant(index, contents)
    }
}

/// Reads the next field of a record from a list.
pub(crate) fn item<'de, R: Record<'de>, T: FromDatum<'de>, A: SeqAccess<'de>>(
    list: &mut A,
    index: usize,
) -> Result<T, A::Error> {
    match list.next_element()? {
        Some(Datum(value)) => Ok(value),
        None => Err(A::Error::invalid_length(index, &RecordVisitor::<R>(PhantomData))),
    }
}

/// Reads the value of a field from a map. A field occurs once.
pub(crate) fn entry<'de, T: FromDatum<'de>, A: MapAccess<'de>>(
    map: &mut A,
    name: &'static str,
    field: &mut Option<T>,
) -> Result<(), A::Error> {
    if field.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    let Datum(value) = map.next_value()?;
    *field = Some(value);
    Ok(())
}

/// The value of a field after all of a map.
pub(crate) fn present<'de, T: FromDatum<'de>, E: Error>(
    field: Option<T>,
    name: &'static str,
) -> Result<T, E> {
    field.or_else(T::missing).ok_or_else(|| E::missing_field(name))
}
