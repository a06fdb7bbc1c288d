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
    pad_by(f, text, |_, end| end)
}

/// As [`pad`], for text in which each `%` begins an escape, and no escape continues in another
/// piece. A precision that would cut an escape in two omits it.
#[cold]
pub(crate) fn pad_escaped(
    f: &mut fmt::Formatter<'_>,
    text: impl Fn(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    pad_by(f, text, |text, end| {
        let escape = text.as_bytes()[..end].iter().rposition(|&byte| byte == b'%');
        escape.filter(|begin| end < begin + "%XX".len()).unwrap_or(end)
    })
}

fn pad_by(
    f: &mut fmt::Formatter<'_>,
    text: impl Fn(&mut dyn Write) -> fmt::Result,
    cut: Cut,
) -> fmt::Result {
    let left = f.precision().unwrap_or(usize::MAX);
    let mut count = Limited { target: None, cut, left, taken: 0 };
    text(&mut count)?;
    let padding = f.width().unwrap_or_default().saturating_sub(count.taken);
    let before = match f.align() {
        Some(fmt::Alignment::Right) => padding,
        Some(fmt::Alignment::Center) => padding / 2,
        Some(fmt::Alignment::Left) | None => 0,
    };
    let fill = f.fill();
    (0..before).try_for_each(|_| f.write_char(fill))?;
    text(&mut Limited { target: Some(f), cut, left, taken: 0 })?;
    (before..padding).try_for_each(|_| f.write_char(fill))
}

/// Returns where to end a text instead of at this offset, which is not greater.
type Cut = fn(text: &str, end: usize) -> usize;

/// Counts characters up to a limit, and forwards them if there is a target.
struct Limited<'t, 'f> {
    target: Option<&'t mut fmt::Formatter<'f>>,
    cut: Cut,
    left: usize,
    taken: usize,
}

impl Write for Limited<'_, '_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = text.char_indices().nth(self.left).map(|(end, _)| (self.cut)(text, end));
        let taken = &text[..end.unwrap_or(text.len())];
        let count = taken.chars().count();
        self.taken += count;
        // After a cut, nothing follows.
        self.left = if end.is_some() { 0 } else { self.left - count };
        self.target.as_deref_mut().map_or(Ok(()), |target| target.write_str(taken))
    }
}
