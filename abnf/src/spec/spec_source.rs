//! The spans of settings in the spec file that they were read from, so that messages can point to
//! them.
//!
//! Comparisons ignore spans: two settings are equal if they have the same effect.

use std::ops::Range;
use std::sync::Arc;

/// The spec file that settings were read from. The default is none: the settings come from options or
/// from a program.
#[derive(Clone, Debug, Default)]
pub struct SpecSource(Option<Arc<(String, String)>>);

impl SpecSource {
    /// Makes the source from the name of the file, as messages show it, and its text.
    pub fn new(name: &str, text: &str) -> Self {
        Self(Some(Arc::new((name.to_owned(), text.to_owned()))))
    }

    /// Returns the name and the text of the file.
    pub fn file(&self) -> Option<(&str, &str)> {
        self.0.as_ref().map(|file| (file.0.as_str(), file.1.as_str()))
    }
}

impl PartialEq for SpecSource {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for SpecSource {}

/// The span of a setting in its [`SpecSource`]. The default is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpecSpan(Option<(u32, u32)>);

impl SpecSpan {
    /// Makes the span from a range of bytes. There is no span if an offset does not fit into 32 bits.
    pub fn new(range: &Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).ok();
        Self(offset(range.start).zip(offset(range.end)))
    }

    /// Returns the offsets of the first byte and of the byte after the last.
    pub fn offsets(self) -> Option<(u32, u32)> {
        self.0
    }
}

impl PartialEq for SpecSpan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for SpecSpan {}
