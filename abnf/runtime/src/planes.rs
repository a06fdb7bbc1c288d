//! A scanner for names, such as those of hosts: runs whose detours have two bytes.
//!
//! A name is short, but if it is read byte by byte, each detour is a branch that the processor cannot
//! predict. Instead, each byte has a row with one bit for each of up to four sets, at a distance of 16
//! bits. The sum of sixteen rows, each shifted by its position, contains four *planes*: 16 bits for
//! each set, one for each byte of the text. This takes three instructions for each byte and no
//! branch:
//!
//! ```text
//! bits    48..64  32..48    16..32    0..16
//! plane   OTHER   detour 2  detour 1  SET
//!
//! run  = SET | detour 1 & SET >> 1 | detour 2 & SET >> 1      (OTHER for detours into that set)
//! end  = trailing_ones(run)
//! ```
//!
//! The first byte of a detour belongs to the run if the next byte, one bit further up, is in the set
//! of the detour. The second byte is in the set of the run, since every run requires that of its
//! detours. The first byte of a detour in the last position of a window is tested again as the first
//! byte of the next window.

#![allow(dead_code, reason = "a grammar may have no such runs")]

use super::run::{Detour, Run, skips_characters};

/// Returns whether planes can find the end of a run: there is room for its set, for the first bytes
/// of two detours, and for one more set. Characters have no planes.
pub(crate) const fn fit<R: Run>() -> bool {
    let mut other = R::SET;
    let mut detour = 0;
    while detour < R::DETOURS.len() {
        let &[rest] = R::DETOURS[detour].rest else { return false };
        if rest != R::SET && other != R::SET && rest != other {
            return false;
        }
        if rest != R::SET {
            other = rest;
        }
        detour += 1;
    }
    0 < detour && detour <= 2 && !skips_characters::<R>()
}

/// The number of bytes that are tested at once.
pub(crate) const WIDTH: usize = 16;

/// The plane of the set of the run. The planes of the first bytes of detours follow.
const SET: usize = 0;

/// The plane of the set of the second bytes of detours, if it is not that of the run.
const OTHER: usize = 3;

/// Makes the row of each byte. The rows are zero, and unused, if the run does not [fit](fit()).
const fn rows<R: Run>() -> [u64; 256] {
    if !fit::<R>() {
        return [0; 256];
    }
    let mut other = R::SET;
    let mut detour = 0;
    while detour < R::DETOURS.len() {
        if R::DETOURS[detour].rest[0] != R::SET {
            other = R::DETOURS[detour].rest[0];
        }
        detour += 1;
    }
    let mut rows = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let sets = R::TABLE[byte] as u64;
        if sets != 0 {
            rows[byte] = (sets >> R::SET & 1) << (WIDTH * SET);
            rows[byte] |= (sets >> other & 1) << (WIDTH * OTHER);
        }
        byte += 1;
    }
    while 0 < detour {
        rows[R::DETOURS[detour - 1].byte as usize] |= 1 << (WIDTH * detour);
        detour -= 1;
    }
    rows
}

/// Returns the offset of the first byte that a run does not skip; `None` if the text is too short.
#[inline(never)]
pub(crate) fn end<R: Run>(text: &[u8], mut at: usize) -> Option<usize> {
    let last = text.last_chunk::<WIDTH>()?;
    while at < text.len() {
        // The last window ends with the text and may begin before the run.
        let (bytes, before) = match text[at..].first_chunk::<WIDTH>() {
            Some(bytes) => (bytes, 0),
            None => (last, at + WIDTH - text.len()),
        };
        let count = (run::<R>(bytes) >> before).trailing_ones() as usize;
        at += count;
        // A detour can begin with the last byte.
        if before != 0 || count + 1 < WIDTH {
            break;
        }
    }
    Some(at)
}

/// Returns a mask of the bytes that a run skips. If the last byte begins a detour, its bit is not
/// set.
#[inline]
fn run<R: Run>(bytes: &[u8; WIDTH]) -> u16 {
    let rows: &'static [u64; 256] = const { &rows::<R>() };
    let all = bytes.iter().rfold(0, |all, &byte| all + all + rows[usize::from(byte)]);
    #[allow(clippy::cast_possible_truncation, reason = "a plane has 16 bits")]
    let plane = |number: usize| (all >> (WIDTH * number)) as u16;
    let mut run = plane(SET);
    for (detour, number) in R::DETOURS.iter().zip(1..) {
        let rest = if detour.rest[0] == R::SET { SET } else { OTHER };
        run |= plane(number) & plane(rest) >> 1;
    }
    run
}
