//! A scanner for names, such as those of hosts: runs whose detours have two bytes.
//!
//! A name is short, but if it is read byte by byte, each detour is a branch that the processor cannot
//! predict. Instead, each byte has a row with one bit for each of four sets, at a distance of 16
//! bits. The sum of sixteen rows, each shifted by its position, contains four *planes*: 16 bits for
//! each set, one for each byte of the text. This takes three instructions for each byte and no
//! branch:
//!
//! ```text
//! bits    48..64  32..48          16..32        0..16
//! plane   OTHER   INTO_OTHER      INTO_SET      SET
//!
//! run  = SET | INTO_SET & SET >> 1 | INTO_OTHER & OTHER >> 1
//! end  = trailing_ones(run)
//! ```
//!
//! The first byte of a detour belongs to the run if the next byte, one bit further up, is in the set
//! of the detour, which is that of the run or one other set. The second byte is in the set of the run,
//! since every run requires that of its detours. The first byte of a detour in the last position of a
//! window is tested again as the first byte of the next window.

#![allow(dead_code, reason = "a grammar may have no such runs")]

use super::run::{Run, skips_characters};

/// Returns whether planes can find the end of a run: the second bytes of its detours are in its own
/// set or in one other set. Characters have no planes.
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
    0 < detour && !skips_characters::<R>()
}

/// The number of bytes that are tested at once.
pub(crate) const WIDTH: usize = 16;

/// The plane of the set of the run.
const SET: usize = 0;

/// The plane of the first bytes of detours whose second byte is in the set of the run.
const INTO_SET: usize = 1;

/// The plane of the first bytes of the other detours.
const INTO_OTHER: usize = 2;

/// The plane of the other set.
const OTHER: usize = 3;

/// The row of each byte.
pub(crate) type Rows = [u64; 256];

/// Makes the row of each byte. The rows are zero, and unused, if the run does not [fit](fit()).
pub(crate) const fn rows<R: Run>() -> Rows {
    let mut rows = [0; 256];
    if !fit::<R>() {
        return rows;
    }
    let mut byte = 0;
    while byte < 256 {
        rows[byte] = (R::TABLE[byte] as u64 >> R::SET & 1) << (WIDTH * SET);
        byte += 1;
    }
    let mut detour = 0;
    while detour < R::DETOURS.len() {
        let (first, rest) = (R::DETOURS[detour].byte as usize, R::DETOURS[detour].rest[0]);
        if rest == R::SET {
            rows[first] |= 1 << (WIDTH * INTO_SET);
        } else {
            rows[first] |= 1 << (WIDTH * INTO_OTHER);
            byte = 0;
            while byte < 256 {
                rows[byte] |= (R::TABLE[byte] as u64 >> rest & 1) << (WIDTH * OTHER);
                byte += 1;
            }
        }
        detour += 1;
    }
    rows
}

/// Returns the offset of the first byte that a run with these rows does not skip; `None` if the text
/// is too short.
#[inline(never)]
pub(crate) fn end(rows: &'static Rows, text: &[u8], mut at: usize) -> Option<usize> {
    let last = text.last_chunk::<WIDTH>()?;
    while at < text.len() {
        // The last window ends with the text and may begin before the run.
        let (bytes, before) = match text[at..].first_chunk::<WIDTH>() {
            Some(bytes) => (bytes, 0),
            None => (last, at + WIDTH - text.len()),
        };
        let count = (run(rows, bytes) >> before).trailing_ones() as usize;
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
fn run(rows: &'static Rows, bytes: &[u8; WIDTH]) -> u16 {
    let all = bytes.iter().rfold(0, |all, &byte| all + all + rows[usize::from(byte)]);
    #[allow(clippy::cast_possible_truncation, reason = "a plane has 16 bits")]
    let plane = |number: usize| (all >> (WIDTH * number)) as u16;
    plane(SET) | plane(INTO_SET) & plane(SET) >> 1 | plane(INTO_OTHER) & plane(OTHER) >> 1
}
