//! Texts at the edges of memory: who reads a byte before or behind them is stopped by the system.
#![allow(unsafe_code, reason = "nothing else keeps pages from being read")]

use std::ptr;
use std::slice;

/// Memory between two pages that nobody may read.
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
        // SAFETY: The memory is new: nobody else has it.
        let all = unsafe { libc::mmap(ptr::null_mut(), 3 * size, libc::PROT_NONE, flags, -1, 0) };
        assert_ne!(all, libc::MAP_FAILED);
        let memory = all.cast::<u8>().wrapping_add(size);
        let rights = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: It is the second of three pages, which nobody uses yet.
        assert_eq!(unsafe { libc::mprotect(memory.cast(), size, rights) }, 0);
        Self { memory, size }
    }

    /// So many bytes at the begin of the memory.
    pub(crate) fn first(&mut self, length: usize, byte: u8) -> &[u8] {
        let all = self.all();
        all.fill(byte);
        &all[..length]
    }

    /// So many bytes at the end of the memory.
    pub(crate) fn last(&mut self, length: usize, byte: u8) -> &[u8] {
        let all = self.all();
        all.fill(byte);
        &all[all.len() - length..]
    }

    fn all(&mut self) -> &mut [u8] {
        // SAFETY: The page can be read and written, the system has filled it with zeros, and nobody
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
