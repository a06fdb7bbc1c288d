//! One part of each text, as a column of views.

use crate::blocks::{self, Block};
use crate::validity::Bitmap;
use crate::{ABSENT, BLOCK, Columns, Part, Span, Texts, TooLong, Validity, View};
use alloc::vec::Vec;

/// A column of views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewColumn {
    /// A view for each row; 0 for a null row. They refer to the buffers of the input, or to the
    /// [pieces](crate::pieces) of its one buffer.
    pub views: Vec<View>,
    /// A word for each block of 64 rows, with a bit for each row that is not null. `None` if no row
    /// is null.
    pub validity: Option<Vec<u64>>,
}

/// Returns one part of each text, by the number of the part. A row is null if it is null in the input,
/// if its text does not match, or if its text lacks the part.
///
/// # Errors
///
/// [`TooLong::Text`] for a text of more than 4294967294 bytes, [`TooLong::Part`] for a part of more
/// than [`Texts::longest`] bytes.
///
/// # Panics
///
/// Panics if the rule has no such part, or if the column or the rule breaks an
/// [invariant](crate#invariants).
pub fn part<'a>(
    columns: &Columns,
    part: usize,
    texts: impl Texts<'a>,
    validity: Option<Validity<'_>>,
) -> Result<ViewColumn, TooLong> {
    let part = &columns.parts[part];
    let mut writer = PartWriter::with_capacity(texts.rows());
    let mut spans = [ABSENT; BLOCK];
    blocks::try_each(texts, validity, |block| {
        check_lengths(block)?;
        let matches = (part.locate)(block.texts, &mut spans) & block.valid;
        writer.push(part, texts, block, &spans, matches)
    })?;
    Ok(writer.finish())
}

/// Checks that spans can count the bytes of each text.
#[inline]
pub(crate) fn check_lengths(block: &Block<'_, '_>) -> Result<(), TooLong> {
    let is_long = |text: &&[u8]| (u32::MAX as usize) <= text.len();
    match block.texts.iter().position(is_long) {
        None => Ok(()),
        Some(index) => Err(TooLong::Text { row: block.first + index }),
    }
}

/// Returns the bytes of a part in a text. `None` if the part is absent.
///
/// # Panics
///
/// Panics if the span is not inside the text, or cuts a character of a part that is text.
#[inline]
pub(crate) fn slice<'a>(part: &Part, text: &'a [u8], span: Span) -> Option<&'a [u8]> {
    if span[0] == ABSENT[0] {
        return None;
    }
    let [begin, end] = span.map(|at| at as usize);
    let found = text.get(begin..end);
    // A text that is UTF-8 has UTF-8 between two boundaries of characters.
    if found.is_none() || part.is_text && !(is_boundary(text, begin) && is_boundary(text, end)) {
        broken(part, text.len(), span)
    }
    found
}

/// Returns whether no byte that continues a character is at this offset.
#[inline]
fn is_boundary(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80)
}

#[cold]
fn broken(part: &Part, length: usize, [begin, end]: Span) -> ! {
    panic!("part {}: {begin}..{end} is no part of a text of {length} bytes", part.name)
}

/// A column of views that is written block by block.
pub(crate) struct PartWriter {
    views: Vec<View>,
    present: Bitmap,
}

impl PartWriter {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { views: Vec::with_capacity(rows), present: Bitmap::with_capacity(rows) }
    }

    /// Adds the views of a block, by the spans of the part, for the rows in `matches`.
    #[inline]
    pub(crate) fn push<'a>(
        &mut self,
        part: &Part,
        texts: impl Texts<'a>,
        block: &Block<'_, 'a>,
        spans: &[Span],
        matches: u64,
    ) -> Result<(), TooLong> {
        let (mut present, mut longest) = (0, 0);
        let rows = block.texts.iter().zip(spans).enumerate();
        self.views.extend(rows.map(|(index, (text, &span))| {
            let is_match = matches >> index & 1 == 1;
            let Some(found) = slice(part, text, if is_match { span } else { ABSENT }) else {
                return 0;
            };
            present |= 1 << index;
            longest = longest.max(found.len());
            texts.view(block.first + index, span)
        }));
        self.present.push(present, block.rows());
        if texts.longest() as usize >= longest {
            return Ok(());
        }
        let is_long = |[begin, end]: &Span| texts.longest() < end.saturating_sub(*begin);
        let long = |index: &usize| present >> index & 1 == 1 && is_long(&spans[*index]);
        let index = (0..block.rows()).find(long).unwrap_or_default();
        Err(TooLong::Part { row: block.first + index })
    }

    pub(crate) fn finish(self) -> ViewColumn {
        ViewColumn { views: self.views, validity: self.present.finish() }
    }
}
