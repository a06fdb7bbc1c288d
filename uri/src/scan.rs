//! Looking for bytes that most texts do not have: sixteen bytes at a time, alike, so that the
//! compiler makes vector instructions of it.

const BLOCK: usize = 16;

/// Whether any byte of the text is such a one.
#[inline]
pub(crate) fn any(text: &str, is: impl Fn(u8) -> bool + Copy) -> bool {
    let bytes = text.as_bytes();
    // The last block overlaps the one before it.
    match bytes.last_chunk::<BLOCK>() {
        Some(last) => {
            bytes.as_chunks().0.iter().any(|block| in_block(block, is)) || in_block(last, is)
        }
        None => bytes.iter().any(|&byte| is(byte)),
    }
}

#[inline]
fn in_block(block: &[u8; BLOCK], is: impl Fn(u8) -> bool) -> bool {
    block.iter().fold(false, |any, &byte| any | is(byte))
}

/// Whether any two bytes of the text that stand next to each other are such ones.
#[inline]
pub(crate) fn any_pair(text: &str, is: impl Fn(u8, u8) -> bool + Copy) -> bool {
    let bytes = text.as_bytes();
    let [_, after @ ..] = bytes else { return false };
    match (bytes[..after.len()].last_chunk::<BLOCK>(), after.last_chunk::<BLOCK>()) {
        (Some(last), Some(last_after)) => {
            let blocks = bytes.as_chunks().0.iter().zip(after.as_chunks().0);
            blocks.into_iter().any(|(block, after)| in_blocks(block, after, is))
                || in_blocks(last, last_after, is)
        }
        _ => bytes.iter().zip(after).any(|(&byte, &after)| is(byte, after)),
    }
}

#[inline]
fn in_blocks(block: &[u8; BLOCK], after: &[u8; BLOCK], is: impl Fn(u8, u8) -> bool) -> bool {
    block.iter().zip(after).fold(false, |any, (&byte, &after)| any | is(byte, after))
}
