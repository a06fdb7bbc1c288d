//! A column of texts in each layout, and how to read the views of a result.

use crate::random::Random;
use abnf_layout::{INLINE, Offsets, Selected, Texts, Validity, View, Views};

/// The buffers of a column in all layouts.
pub(crate) struct Column {
    pub(crate) rows: Vec<Option<Vec<u8>>>,
    values: Vec<u8>,
    offsets: Vec<i32>,
    views: Vec<[u8; 16]>,
    buffers: Vec<Vec<u8>>,
    validity: Vec<u8>,
    /// The number of bits before those of the first row.
    bit: usize,
}

/// What a test does with a column, whatever its layout.
pub(crate) trait Check {
    fn check<'a>(
        &self,
        texts: impl Texts<'a>,
        validity: Option<Validity<'_>>,
        buffers: &[&'a [u8]],
        rows: &[Option<Vec<u8>>],
    );
}

impl Column {
    /// Null rows have texts that no other row has, and views to nowhere.
    pub(crate) fn new(rows: Vec<Option<Vec<u8>>>, random: &mut Random) -> Self {
        let bit = random.below(20);
        let mut made = Self {
            values: b"before".to_vec(),
            offsets: vec![6],
            views: Vec::new(),
            buffers: vec![Vec::new(), b"unused".to_vec(), Vec::new()],
            validity: vec![0xAA; (bit + rows.len()).div_ceil(8)],
            bit,
            rows: Vec::new(),
        };
        for (row, text) in rows.iter().enumerate() {
            let at = bit + row;
            made.validity[at / 8] &= !(1 << (at % 8));
            made.validity[at / 8] |= u8::from(text.is_some()) << (at % 8);
            let bytes = text.as_deref().unwrap_or(b"2026-11-29");
            made.values.extend(bytes);
            made.offsets.push(made.values.len() as i32);
            let view = match text {
                Some(text) => made.view(text, random.below(2) * 2),
                None => [0xEE; 16],
            };
            made.views.push(view);
        }
        made.rows = rows;
        made
    }

    fn view(&mut self, text: &[u8], buffer: usize) -> [u8; 16] {
        let length = text.len() as u32;
        let begin = self.buffers[buffer].len();
        if INLINE < length {
            self.buffers[buffer].extend(text);
        }
        abnf_layout::view(text, length, buffer as u32, begin as u32).to_le_bytes()
    }

    /// Checks rows `begin..end` of the column in each layout.
    pub(crate) fn check(&self, begin: usize, end: usize, check: &impl Check) {
        let rows = &self.rows[begin..end];
        let validity = Validity { bits: &self.validity, offset: self.bit + begin };
        let validity = if rows.iter().all(Option::is_some) { None } else { Some(validity) };

        let values = [&self.values[..]];
        let offsets = &self.offsets[begin..=end];
        let narrow = Offsets { values: &self.values, offsets };
        check.check(narrow, validity, &values, rows);
        let offsets: Vec<i64> = offsets.iter().copied().map(i64::from).collect();
        let wide = Offsets { values: &self.values, offsets: &offsets };
        check.check(wide, validity, &values, rows);
        // Without a byte after the last text.
        let cut = &self.values[..self.offsets[end] as usize];
        check.check(Offsets { values: cut, offsets: &offsets }, validity, &[cut], rows);

        let buffers: Vec<&[u8]> = self.buffers.iter().map(Vec::as_slice).collect();
        let views = Views { views: &self.views[begin..end], buffers: &buffers };
        check.check(views, validity, &buffers, rows);

        let selected: Vec<usize> =
            (0..rows.len()).rev().chain((0..rows.len()).step_by(3)).collect();
        let reordered: Vec<_> = selected.iter().map(|row| rows[*row].clone()).collect();
        let bits: Vec<u8> = reordered
            .chunks(8)
            .map(|rows| rows.iter().rev().fold(0, |byte, row| byte << 1 | u8::from(row.is_some())))
            .collect();
        let validity = Validity { bits: &bits, offset: 0 };
        let texts = Selected { texts: views, rows: &selected };
        check.check(texts, Some(validity), &buffers, &reordered);
    }
}

/// Returns whether a row is valid.
pub(crate) fn bit(words: Option<&Vec<u64>>, row: usize) -> bool {
    words.is_none_or(|words| words[row / 64] >> (row % 64) & 1 == 1)
}

/// Returns the text of a view, and checks the view's form. A long text is borrowed from its buffer.
pub(crate) fn text<'a>(view: View, buffers: &[&'a [u8]]) -> std::borrow::Cow<'a, [u8]> {
    let bytes = view.to_le_bytes();
    let length = view as u32 as usize;
    if length <= INLINE as usize {
        assert!(bytes[4 + length..].iter().all(|byte| *byte == 0), "zeros follow: {bytes:?}");
        return bytes[4..4 + length].to_vec().into();
    }
    let buffer = buffers[(view >> 64) as u32 as usize];
    let text = &buffer[(view >> 96) as usize..][..length];
    assert_eq!(text[..4], bytes[4..8], "the prefix");
    text.into()
}
