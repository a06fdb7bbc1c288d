//! How a page calls the compiler: three functions over one buffer.
//!
//! 1. `room(n)` makes room for a question of `n` bytes of UTF-8 and says where; the page writes it
//!    there.
//! 2. `ask()` answers it and says how many bytes the answer has.
//! 3. `place()` says where the answer begins; the page reads it before it calls `room` again.
//!
//! wasm-bindgen would write such functions, with a script around them. It also takes a program of
//! exactly its own version, which everyone who builds the page would have to install, and generated
//! JavaScript that nobody reads. The three functions need neither. No Rust here reads or writes
//! through an address: the addresses are only handed out, and what lies there belongs to a vector
//! that stays where it is until the next call. `unsafe` stands in the attribute alone, which says that
//! no other function has such a name.
#![expect(unsafe_code, reason = "exported names are unsafe attributes")]

use std::cell::RefCell;

thread_local! {
    /// A question, or its answer.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes; returns where.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; bytes];
        buffer.as_mut_ptr()
    })
}

/// Puts the answer in the place of the question; returns its length in bytes.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        let question = String::from_utf8_lossy(buffer);
        let answer = crate::answer(&question).into_bytes();
        *buffer = answer;
        buffer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn place() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
