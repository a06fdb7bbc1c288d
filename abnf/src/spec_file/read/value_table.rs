//! Reads the values of rules.

use super::{INVALID, Reader, VALUES, Value, check, keys, number, ordered};
use crate::spec::{ForeignType, Invalid, ReadFunction, ValueSpec};
use toml::Spanned;

impl Reader {
    /// Reads the value of a rule: a word, or a table of a type and its settings. Also returns the
    /// treatment of values that are not text.
    pub(super) fn value(&mut self, value: &Value<'_>) -> (ValueSpec, Option<Spanned<Invalid>>) {
        let Some(table) = value.get_ref().as_table() else {
            return (self.value_type(value).unwrap_or_default(), None);
        };
        let mut found = table.get("type").and_then(|item| self.value_type(item));
        if !table.contains_key("type") {
            self.report(&value.span(), "the value has no `type`");
            self.hint("write `{ type = \"u32\", radix = 16 }`");
        }
        let (mut words, mut invalid) = ([None, None], None);
        let (mut read, mut error) = (None, None);
        for (key, item) in ordered(table) {
            match (&**key.get_ref(), &mut found) {
                ("type", _) | ("true" | "false", None) => (),
                ("invalid", _) => {
                    let treatment = self.one_of(item, &INVALID);
                    invalid = treatment.map(|it| Spanned::new(key.span(), it));
                }
                ("radix", found) => match (self.radix(item), found) {
                    (Some(read), Some(ValueSpec::Integer { radix, .. })) => *radix = read,
                    (Some(_), Some(_)) => self.report(&item.span(), "only an integer has a radix"),
                    _ => (),
                },
                ("separator", found) => match (self.separator(item), found) {
                    (Some(read), Some(ValueSpec::Integer { separator, .. })) => {
                        *separator = Some(read);
                    }
                    (Some(_), Some(_)) => {
                        self.report(&item.span(), "only an integer has a separator");
                    }
                    _ => (),
                },
                ("true", Some(ValueSpec::Bool { .. })) => words[0] = self.word(item),
                ("false", Some(ValueSpec::Bool { .. })) => words[1] = self.word(item),
                (word @ ("true" | "false"), Some(_)) => {
                    self.report(&key.span(), format!("only a `bool` has a text for `{word}`"));
                }
                ("read", Some(ValueSpec::Foreign(_))) => read = self.checked(item, check::path),
                ("error", Some(ValueSpec::Foreign(_))) => error = self.checked(item, check::path),
                ("write", Some(ValueSpec::Foreign(ty))) => {
                    ty.write = self.checked(item, check::path);
                }
                (word @ ("read" | "write" | "error"), found) => {
                    if found.is_some() {
                        let message = format!("only a type of another crate has a key `{word}`");
                        self.report(&key.span(), message);
                    }
                }
                _ => self.unknown(key, &keys::VALUE),
            }
        }
        match (read, error, &mut found) {
            (None, None, _) => (),
            (Some(path), Some(error), Some(ValueSpec::Foreign(ty))) => {
                ty.read = Some(ReadFunction { path, error });
            }
            _ => {
                self.report(&value.span(), "`read` and `error` need each other");
                self.hint("`error` is the type of the error of the function `read`");
            }
        }
        match (words, &mut found) {
            ([None, None], _) => (),
            ([Some(yes), Some(no)], Some(ValueSpec::Bool { texts })) => *texts = Some([yes, no]),
            _ => {
                self.report(&value.span(), "only one of `true` and `false` has a text");
                self.hint("write `{ type = \"bool\", true = \"yes\", false = \"no\" }`");
            }
        }
        (found.unwrap_or_default(), invalid)
    }

    /// Reads text, which may be empty.
    pub(super) fn word(&mut self, value: &Value<'_>) -> Option<String> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong(value, "text in quotes");
        }
        text.map(str::to_owned)
    }

    pub(super) fn radix(&mut self, value: &Value<'_>) -> Option<u8> {
        let radix = number(value.get_ref()).and_then(|radix| u8::try_from(radix).ok());
        let radix = radix.filter(|radix| (2..=36).contains(radix));
        if radix.is_none() {
            self.wrong(value, "a whole number from 2 to 36");
        }
        radix
    }

    /// Reads a character that cannot be part of a number.
    fn separator(&mut self, value: &Value<'_>) -> Option<u8> {
        let separator = match value.get_ref().as_str().map(str::as_bytes) {
            Some(&[byte]) => Some(byte),
            _ => None,
        };
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-".contains(&byte);
        let separator = separator.filter(|&byte| byte.is_ascii() && !is_part(byte));
        if separator.is_none() {
            self.wrong(value, "one character of ASCII that is no letter, digit or sign");
        }
        separator
    }

    /// Reads the type of a value: a word, or the path of a type of another crate.
    fn value_type(&mut self, value: &Value<'_>) -> Option<ValueSpec> {
        match value.get_ref().as_str() {
            Some(path) if path.contains("::") => {
                let path = self.checked(value, check::path);
                path.map(|path| ValueSpec::Foreign(ForeignType::new(path)))
            }
            _ => self.one_of(value, &VALUES),
        }
    }
}
