//! The names of fields and variants in the data model of serde. Formats identify them by name or by
//! index.

use core::fmt;
use serde_core::Deserializer;
use serde_core::de::{DeserializeSeed, Error, Unexpected, Visitor};

/// Reads the index of a field, which is `UNKNOWN` for a name that no field has.
pub(crate) struct Field(pub(crate) &'static [&'static str]);

/// The index of no field.
const UNKNOWN: u64 = u64::MAX;

impl<'de> DeserializeSeed<'de> for Field {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Field {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<u64, E> {
        Ok(index)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<u64, E> {
        self.visit_bytes(name.as_bytes())
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<u64, E> {
        Ok(position(self.0, name).unwrap_or(UNKNOWN))
    }
}

/// Reads the index of a variant. There may be none with this index.
pub(crate) struct Variant(pub(crate) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Variant {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Variant {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a variant")
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<u64, E> {
        Ok(index)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<u64, E> {
        position(self.0, name.as_bytes()).ok_or_else(|| E::unknown_variant(name, self.0))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<u64, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(name), &self)),
        }
    }
}

/// The error of an index that no variant has.
#[cold]
pub(crate) fn no_variant<E: Error>(index: u64) -> E {
    E::invalid_value(Unexpected::Unsigned(index), &"the index of a variant")
}

fn position(names: &[&str], name: &[u8]) -> Option<u64> {
    names.iter().zip(0..).find(|(it, _)| it.as_bytes() == name).map(|(_, index)| index)
}
