//! Expansion: RFC 6570 section 3.

use super::escape::RESERVED;
use super::style::{Names, Style};
use super::{
    ExpandError, ExpandErrorKind, Expression, PairList, Template, TextList, Value, Variable,
    VariableModifier, Variables,
};
use crate::WriteError;
use crate::operations::output::{self, Each, Pieces};
use core::fmt;

impl<'a> Template<'a> {
    /// The template with values for its variables; nothing is written yet. RFC 6570 section 3.
    ///
    /// Takes time proportional to the length of the template. Writing the expansion takes time
    /// proportional to the lengths of both, and the time for looking up the values.
    ///
    /// # Errors
    ///
    /// If an operator is reserved for extensions, or if a list or pairs would be cut to a length.
    /// Only the first error is returned.
    ///
    /// ```
    /// use uri::template::{Template, Value};
    ///
    /// let template = Template::parse("/search{?q,lang}{#section}")?;
    /// let expansion = template.expand([("q", Value::from("fish & chips"))])?;
    /// assert_eq!(expansion.to_string(), "/search?q=fish%20%26%20chips");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn expand<'v, V: Variables<'v>>(self, values: V) -> Result<Expansion<'a, V>, ExpandError> {
        let mut rest = self.as_str();
        while let Some((_, expression)) = split_expression(&mut rest) {
            let start = self.as_str().len() - rest.len() - expression.as_str().len();
            check(expression, start, &values)?;
        }
        Ok(Expansion { template: self, values })
    }
}

#[cfg(feature = "alloc")]
impl super::TemplateBuf {
    /// As [`expand`](Template::expand) of the borrowed form.
    #[inline]
    pub fn expand<'v, V: Variables<'v>>(&self, values: V) -> Result<Expansion<'_, V>, ExpandError> {
        self.as_view().expand(values)
    }
}

/// A template with values for its variables, not written yet. Made by [`Template::expand`].
///
/// It is usually a URI reference, but need not be; see the [module](super).
#[derive(Clone, Copy)]
pub struct Expansion<'a, V> {
    template: Template<'a>,
    values: V,
}

impl<'v, V: Variables<'v>> Expansion<'_, V> {
    /// Returns the length of the text in bytes. Takes as long as writing the text.
    #[must_use]
    #[inline]
    pub fn text_len(&self) -> usize {
        output::length(self)
    }

    /// Writes the text, which is ASCII, to the front of a buffer, and returns it.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed.
    #[inline]
    pub fn write_in<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, WriteError> {
        output::write_in(buffer, &self)
    }
}

impl<'v, V: Variables<'v>> fmt::Debug for Expansion<'_, V> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expansion({self})")
    }
}

/// Writes the text, to any [`core::fmt::Write`].
impl<'v, V: Variables<'v>> fmt::Display for Expansion<'_, V> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::display(f, &self)
    }
}

/// Compares the text that would be written.
impl<'v, V: Variables<'v>> PartialEq<str> for Expansion<'_, V> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        output::is(self, other)
    }
}

/// Compares the text that would be written.
impl<'v, V: Variables<'v>> PartialEq<&str> for Expansion<'_, V> {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        output::is(self, other)
    }
}

impl<'v, V: Variables<'v>> Pieces for &Expansion<'_, V> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let mut rest = self.template.as_str();
        while let Some((literals, expression)) = split_expression(&mut rest) {
            RESERVED.write(literals, each)?;
            write(expression, &self.values, each)?;
        }
        RESERVED.write(rest, each)
    }
}

/// Splits the next expression, and the text before it, off the rest of a template.
///
/// Braces occur only around expressions, section 2.
#[inline]
fn split_expression<'a>(rest: &mut &'a str) -> Option<(&'a str, Expression<'a>)> {
    let start = rest.find('{')?;
    let end = start + rest[start..].find('}')? + 1;
    let expression = Expression::parse(&rest[start..end]).ok()?;
    let literals = &rest[..start];
    *rest = &rest[end..];
    Some((literals, expression))
}

/// Looks for the errors in an expression that begins at this byte of the template.
fn check<'v, V: Variables<'v>>(
    expression: Expression<'_>,
    start: usize,
    values: &V,
) -> Result<(), ExpandError> {
    // After the brace.
    let mut offset = start + 1;
    if let Some(operator) = expression.operator() {
        if operator.is_reserved() {
            return Err(ExpandError::new(ExpandErrorKind::ReservedOperator, offset));
        }
        offset += operator.as_str().len();
    }
    for variable in expression.variables() {
        let is_cut = matches!(variable.modifier(), Some(VariableModifier::Prefix(_)));
        if is_cut && values.get(variable.name().as_str()).is_some_and(Value::is_many) {
            return Err(ExpandError::new(ExpandErrorKind::PrefixOfMany, offset));
        }
        // After the name and the comma.
        offset += variable.as_str().len() + 1;
    }
    Ok(())
}

/// Writes an expression: section 3.2.1.
fn write<'v, V: Variables<'v>>(
    expression: Expression<'_>,
    values: &V,
    each: &mut Each<'_>,
) -> fmt::Result {
    let style = Style::of(expression.operator());
    let mut before = style.first;
    for variable in expression.variables() {
        let value = values.get(variable.name().as_str());
        if let Some(value) = value.filter(|value| !value.is_undefined()) {
            each(before)?;
            before = style.separator;
            write_value(variable, value, style, each)?;
        }
    }
    Ok(())
}

/// Writes the expansion of a defined variable.
#[inline]
fn write_value(
    variable: Variable<'_>,
    value: Value<'_>,
    style: Style,
    each: &mut Each<'_>,
) -> fmt::Result {
    let name = variable.name().as_str();
    let is_exploded = matches!(variable.modifier(), Some(VariableModifier::Explode(_)));
    match (value, style.names) {
        (Value::Text(text), names) => {
            let text = match variable.max_length() {
                Some(length) => style.allowed.prefix(text, length.value().into()),
                None => text,
            };
            if let Names::Written(empty) = names {
                write_name(name, text, empty, each)?;
            }
            style.allowed.write(text, each)
        }
        (Value::List(list), Names::Written(empty)) if is_exploded => {
            let mut before = "";
            list.try_each(|text| {
                each(core::mem::replace(&mut before, style.separator))?;
                write_name(name, text, empty, each)?;
                style.allowed.write(text, each)
            })
        }
        (Value::Pairs(pairs), Names::Written(empty)) if is_exploded => {
            let mut before = "";
            pairs.try_each(|name, text| {
                each(core::mem::replace(&mut before, style.separator))?;
                // By the RFC, names are escaped like the text of a template.
                write_name(name, text, empty, each)?;
                style.allowed.write(text, each)
            })
        }
        (Value::List(list), Names::Absent) if is_exploded => {
            write_list(list, style.separator, style, each)
        }
        (Value::Pairs(pairs), Names::Absent) if is_exploded => {
            write_pairs(pairs, ["=", style.separator], style, each)
        }
        (Value::List(list), names) => {
            write_name_of_many(name, names, each)?;
            write_list(list, ",", style, each)
        }
        (Value::Pairs(pairs), names) => {
            write_name_of_many(name, names, each)?;
            write_pairs(pairs, [",", ","], style, each)
        }
    }
}

/// Writes a name and the separator between the name and this text.
#[inline]
fn write_name(name: &str, text: &str, empty: &str, each: &mut Each<'_>) -> fmt::Result {
    RESERVED.write(name, each)?;
    each(if text.is_empty() { empty } else { "=" })
}

/// Writes the name before a non-empty list or non-empty pairs.
#[inline]
fn write_name_of_many(name: &str, names: Names, each: &mut Each<'_>) -> fmt::Result {
    match names {
        Names::Absent => Ok(()),
        Names::Written(_) => {
            RESERVED.write(name, each)?;
            each("=")
        }
    }
}

#[inline]
fn write_list(
    list: TextList<'_>,
    separator: &'static str,
    style: Style,
    each: &mut Each<'_>,
) -> fmt::Result {
    let mut before = "";
    list.try_each(|text| {
        each(core::mem::replace(&mut before, separator))?;
        style.allowed.write(text, each)
    })
}

/// Writes pairs, with the first separator inside each pair, and the second between pairs.
#[inline]
fn write_pairs(
    pairs: PairList<'_>,
    [inside, between]: [&'static str; 2],
    style: Style,
    each: &mut Each<'_>,
) -> fmt::Result {
    let mut before = "";
    pairs.try_each(|name, text| {
        each(core::mem::replace(&mut before, between))?;
        style.allowed.write(name, each)?;
        each(inside)?;
        style.allowed.write(text, each)
    })
}
