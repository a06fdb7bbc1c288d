//! The interface between the page and the compiler: three functions over one buffer.
//!
//! 1. `room(n)` allocates room for a question of `n` bytes of UTF-8 and returns its address; the
//!    page writes the question there.
//! 2. `ask()` answers the question and returns the length of the answer in bytes.
//! 3. `place()` returns the address of the answer; the page reads the answer before it calls `room`
//!    again.
//!
//! wasm-bindgen generates such functions, and JavaScript around them. But it requires a program of
//! exactly its own version, which everyone who builds the page would have to install. The three
//! functions need neither. No Rust code here reads or writes through an address: it only returns
//! addresses of a vector that does not move until the next call. `unsafe` occurs only in the
//! attribute, which promises that no other function has the same name.
#![expect(unsafe_code, reason = "exported names are unsafe attributes")]

use std::cell::RefCell;

thread_local! {
    /// A question, or its answer.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a buffer for a question and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; bytes];
        buffer.as_mut_ptr()
    })
}

/// Replaces the question by the answer; returns the length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        let question = String::from_utf8_lossy(buffer);
        let answer = crate::answer(&question).into_bytes();
        *buffer = answer;
        buffer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
extern "C" fn place() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
