//! Texts at the edges of readable memory: the system stops a program that reads before or after them.
#![allow(unsafe_code, reason = "nothing else keeps pages from being read")]

use std::ptr;
use std::slice;

/// Memory between two unreadable pages.
pub(crate) struct Page {
    memory: *mut u8,
    size: usize,
}

impl Page {
    pub(crate) fn new() -> Self {
        // SAFETY: The call reads no memory.
        let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let size = usize::try_from(size).expect("the system knows the size");
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: The memory is new, so nothing else refers to it.
        let all = unsafe { libc::mmap(ptr::null_mut(), 3 * size, libc::PROT_NONE, flags, -1, 0) };
        assert_ne!(all, libc::MAP_FAILED);
        let memory = all.cast::<u8>().wrapping_add(size);
        let rights = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: It is the second of three pages, which is not in use yet.
        assert_eq!(unsafe { libc::mprotect(memory.cast(), size, rights) }, 0);
        Self { memory, size }
    }

    /// Fills and returns the first `length` bytes of the memory.
    pub(crate) fn first(&mut self, length: usize, byte: u8) -> &[u8] {
        let all = self.all();
        all.fill(byte);
        &all[..length]
    }

    /// Fills and returns the last `length` bytes of the memory.
    pub(crate) fn last(&mut self, length: usize, byte: u8) -> &[u8] {
        let all = self.all();
        all.fill(byte);
        &all[all.len() - length..]
    }

    /// Fills and returns the last `length` bytes of the memory, which end with `end`.
    pub(crate) fn last_with(&mut self, length: usize, end: &[u8]) -> &[u8] {
        let all = self.all();
        all.fill(b'a');
        let begin = all.len() - end.len();
        all[begin..].copy_from_slice(end);
        &all[all.len() - length.max(end.len())..]
    }

    /// Copies a text to the end of the memory, or to its beginning.
    pub(crate) fn holding(&mut self, text: &[u8], is_last: bool) -> &[u8] {
        let all = self.all();
        let begin = if is_last { all.len() - text.len() } else { 0 };
        let place = &mut all[begin..begin + text.len()];
        place.copy_from_slice(text);
        place
    }

    fn all(&mut self) -> &mut [u8] {
        // SAFETY: The page can be read and written, the system has filled it with zeros, and nothing
        // else has it as long as this borrow lasts.
        unsafe { slice::from_raw_parts_mut(self.memory, self.size) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: These are the pages that `new` has mapped; no slice of them is left.
        unsafe { libc::munmap(self.memory.wrapping_sub(self.size).cast(), 3 * self.size) };
    }
}
