//! Width, alignment, fill and precision of a formatter, for text in pieces: what
//! [`fmt::Formatter::pad`] does for text in one piece.

use core::fmt::{self, Write};

/// Writes a text with the width, alignment, fill and precision of the formatter. The text may be
/// requested several times. Widths count characters.
#[cold]
pub(crate) fn pad(
    f: &mut fmt::Formatter<'_>,
    text: impl Fn(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    let most = f.precision().unwrap_or(usize::MAX);
    let mut count = Limited { target: None, left: most };
    text(&mut count)?;
    let padding = f.width().unwrap_or_default().saturating_sub(most - count.left);
    let before = match f.align() {
        Some(fmt::Alignment::Right) => padding,
        Some(fmt::Alignment::Center) => padding / 2,
        Some(fmt::Alignment::Left) | None => 0,
    };
    let fill = f.fill();
    (0..before).try_for_each(|_| f.write_char(fill))?;
    text(&mut Limited { target: Some(f), left: most })?;
    (before..padding).try_for_each(|_| f.write_char(fill))
}

/// Counts characters up to a limit, and forwards them if there is a target.
struct Limited<'t, 'f> {
    target: Option<&'t mut fmt::Formatter<'f>>,
    left: usize,
}

impl Write for Limited<'_, '_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = text.char_indices().nth(self.left).map_or(text.len(), |(end, _)| end);
        let taken = &text[..end];
        self.left -= taken.chars().count();
        self.target.as_deref_mut().map_or(Ok(()), |target| target.write_str(taken))
    }
}
