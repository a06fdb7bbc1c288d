//! Values of one type of Rust that is neither text nor made of parts.

use crate::plan::parts::leaf_values::{Integer, Value};
use crate::spec::{FloatType, IntegerType};

/// The type of a number, a character or a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer; a byte is one.
    Integer(IntegerType),
    /// A number with a fraction.
    Float(FloatType),
    /// A character.
    Char,
    /// A truth value.
    Bool,
}

impl Scalar {
    /// Returns the type that the method `value` returns. `None` if that is text, or may fail.
    pub const fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(Integer { ty, .. }) => Some(Self::Integer(*ty)),
            Value::Float(ty) => Some(Self::Float(*ty)),
            Value::Char => Some(Self::Char),
            Value::Byte => Some(Self::Integer(IntegerType::U8)),
            Value::Bool(_) => Some(Self::Bool),
            Value::Unit | Value::Foreign(_) | Value::Decoded(_) => None,
        }
    }

    /// Its name in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer(ty) => ty.name(),
            Self::Float(ty) => ty.name(),
            Self::Char => "char",
            Self::Bool => "bool",
        }
    }
}
