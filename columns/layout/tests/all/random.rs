//! Random texts for the rules of `rules.rs`.

/// A generator of numbers, xorshift64*.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16;
        usize::try_from(number).unwrap() % bound
    }

    pub(crate) fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// A date with or without note, or nearly a date, or null; of UTF-8.
    pub(crate) fn date(&mut self) -> Option<String> {
        if self.below(7) == 0 {
            return None;
        }
        let (year, month, day) = (self.below(10_000), self.below(100), self.below(100));
        let mut text = format!("{year:04}-{month:02}-{day:02}");
        if self.below(2) == 0 {
            text.push('@');
            for _ in 0..self.below(20) {
                text.push_str(self.one(&["a", "bc", "é", "日", "𝄞", "0123456789"]));
            }
        }
        if self.below(5) == 0 {
            text.truncate(self.below(11));
        }
        if self.below(9) == 0 {
            text.push('x');
        }
        Some(text)
    }

    /// Bytes that need not be UTF-8.
    pub(crate) fn bytes(&mut self) -> Option<Vec<u8>> {
        let mut bytes = match self.below(3) {
            0 => self.date()?.into_bytes(),
            _ => b"#".to_vec(),
        };
        for _ in 0..self.below(16) {
            bytes.push(self.one(&[&0xFF, &0xC3, &0xA9, &0x80, &b'#', &b'-']).to_owned());
        }
        Some(bytes)
    }
}
