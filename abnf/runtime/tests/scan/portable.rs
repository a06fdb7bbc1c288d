//! Vectors of no machine: what [`masks`](crate::masks) makes of them is tested everywhere.

use crate::masks::{Set, Vectors, WINDOW, far};
use crate::run::Run;

#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// The bytes of a text, each with its bit.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    bytes: [u8; WINDOW],
    length: usize,
}

impl Window {
    fn mask(&self, has: impl Fn(u8) -> bool) -> u64 {
        let places = self.bytes[..self.length].iter().zip(0..);
        places.fold(0, |mask, (&byte, place)| mask | u64::from(has(byte)) << place)
    }
}

impl Vectors for Portable {
    type Window = Window;

    fn load(self, bytes: &[u8; WINDOW]) -> Window {
        Window { bytes: *bytes, length: WINDOW }
    }

    fn load_short(self, text: &[u8]) -> Window {
        let mut bytes = [0; WINDOW];
        bytes[..text.len()].copy_from_slice(text);
        Window { bytes, length: text.len() }
    }

    fn members(self, window: &Window, set: &Set) -> u64 {
        window.mask(|byte| {
            let table = if byte < 128 { set.low } else { set.high };
            let low = usize::from(byte % 16);
            let row = table[low / 8].to_le_bytes()[low % 8];
            row >> (byte / 16 % 8) & 1 == 1
        })
    }

    fn equal(self, window: &Window, value: u8) -> u64 {
        window.mask(|byte| byte == value)
    }

    fn far<R: Run>(self, text: &[u8], at: usize) -> usize {
        far::<Self, R>(self, text, at)
    }
}
