//! A value in JSON with its position, read when it is needed.

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;

/// The reason why JSON is not the data of a rule, or why the data has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoData {
    /// The line of the value, from 1.
    pub line: usize,
    /// The column of the value in bytes, from 1.
    pub column: usize,
    /// The path to the value, such as `items[0].name`; empty for the whole.
    pub path: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for NoData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, path, reason } = self;
        match (line, &**path) {
            (1, "") => write!(f, "{reason} at column {column}"),
            (1, path) => write!(f, "`{path}`: {reason} at column {column}"),
            (line, "") => write!(f, "{reason} at line {line}, column {column}"),
            (line, path) => write!(f, "`{path}`: {reason} at line {line}, column {column}"),
        }
    }
}

impl std::error::Error for NoData {}

/// A value in JSON.
pub(super) struct Place<'a> {
    /// The whole text.
    pub(super) json: &'a str,
    /// The text of the value, inside of the whole.
    pub(super) value: &'a str,
    /// The path to the value.
    pub(super) path: String,
    /// The number of values around it.
    pub(super) depth: usize,
}

impl<'a> Place<'a> {
    /// Returns the place of a value inside of this one.
    pub(super) fn inside(&self, value: &'a RawValue, path: String) -> Self {
        Self { json: self.json, value: value.get(), path, depth: self.depth + 1 }
    }

    /// Returns the path to a member.
    pub(super) fn path_to(&self, member: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        format!("{}{dot}{member}", self.path)
    }

    /// Returns the error that something else is expected here.
    pub(super) fn expected(&self, what: &str) -> NoData {
        self.error(self.path.clone(), format!("expected {what}"))
    }

    /// Returns an error with the position of this value.
    pub(super) fn error(&self, path: String, reason: String) -> NoData {
        let offset = self.value.as_ptr().addr() - self.json.as_ptr().addr();
        let before = &self.json[..offset];
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        NoData { line: before.matches('\n').count() + 1, column: offset - begin + 1, path, reason }
    }

    pub(super) fn is_null(&self) -> bool {
        self.value == "null"
    }

    /// Returns the value, if it has this type.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.value).ok()
    }

    /// Returns the members in order, if the value is an object.
    pub(super) fn members(&self) -> Option<Vec<(String, &'a RawValue)>> {
        serde_json::from_str(self.value).ok().map(|Members(members)| members)
    }

    /// Returns the items, if the value is an array.
    pub(super) fn items(&self) -> Option<Vec<&'a RawValue>> {
        serde_json::from_str(self.value).ok()
    }

    /// Returns the text of a number, or of a string in place of a number.
    pub(super) fn number(&self) -> Option<String> {
        let is_number = self.value.starts_with(|it: char| it == '-' || it.is_ascii_digit());
        if is_number { Some(self.value.to_owned()) } else { self.read() }
    }
}

/// The members of an object, in order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OfMembers)
    }
}

/// Reads [`Members`].
struct OfMembers;

impl<'de> Visitor<'de> for OfMembers {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
