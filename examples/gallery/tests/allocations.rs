//! Reading data allocates memory only for lists and for text with escapes.
//!
//! A program of its own, since the allocator that counts is that of the whole program. It counts for each
//! thread, so other threads do not matter.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]

use gallery::{purl, rfc3986, rfc5322_plain, rfc5424, rfc5646, rfc6265, rfc9110, semver, toml};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The allocator of the system, which counts the calls of each thread.
struct Counting;

// SAFETY: all calls are passed on to the allocator of the system. The counter does not allocate, since it has
// a constant initial value and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller meets the conditions of this function, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the number of allocations of a function, without those of dropping its result.
fn allocations<T>(read: impl FnOnce() -> T) -> usize {
    let before = COUNT.get();
    let data = black_box(read());
    let after = COUNT.get();
    drop(data);
    after - before
}

/// For each text: its type, the text, and the number of allocations that reading its data takes from a view,
/// and from the text.
macro_rules! read {
    ($($module:ident $data:ident: $($text:literal)+;)+) => {
        [$($({
            let view = $module::$data::parse($text).expect("the text matches");
            let of_view = allocations(|| view.to_value());
            let of_text = allocations(|| $module::values::$data::parse($text));
            (stringify!($module $data), format!("{:?}", $text), of_view, of_text)
        },)+)+]
    };
}

#[test]
fn data_without_lists_and_escapes_takes_none() {
    let read = read! {
        toml OffsetDateTime: "2024-02-29T23:59:60.25+01:30" "1979-05-27 07:32:00Z";
        toml LocalDate: "1979-05-27";
        toml TomlString: "'C:\\Users'" "\"plain\"";
        rfc5424 Timestamp: "2003-10-11T22:14:15.003Z" "2003-08-24T05:14:15-07:00";
        rfc5424 Parameter: "iut=\"3\"";
        rfc3986 Authority: "user@example.com:8042" "[::1]:80";
        rfc3986 Host: "example.com" "[2001:db8::7]";
        rfc5322_plain AddrSpec: "john.doe@example.com" "jd@[192.168.0.1]";
        rfc6265 Date: "Wed, 09 Jun 2021 10:18:14 GMT";
        rfc6265 Pair: "SID=31d4d96e407aad42";
        rfc9110 ContentRange: "bytes 42-1233/1234" "bytes */1234";
        rfc9110 Etag: b"W/\"xyzzy\"";
        rfc9110 HttpDate: "Sun, 06 Nov 1994 08:49:37 GMT";
        rfc9110 Parameter: b"charset=utf-8" b"charset=\"utf-8\"";
        purl Qualifier: "arch=x86";
        // These have lists, which are empty.
        semver Version: "1.2.3";
        rfc5646 LanguageTag: "zh-Hant-TW" "i-klingon";
        rfc9110 MediaRange: b"text/*";
    };
    let allocating = read.into_iter().filter(|&(.., of_view, of_text)| of_view + of_text > 0);
    assert_eq!(allocating.collect::<Vec<_>>(), []);
}

/// A list, or text of several pieces: one allocation each.
#[test]
fn lists_and_escapes_take_one_each() {
    let read = read! {
        semver Version: "1.2.3-rc" "1.2.3-rc+1";
        rfc5646 LanguageTag: "sl-rozaj";
        rfc3986 Host: "127.0.0.1";
        rfc9110 MediaRange: b"text/*;q=1";
        rfc9110 Parameter: b"title=\"a \\\"b\\\"\"";
        rfc5424 Parameter: "iut=\"a\\]\"";
        purl Qualifier: "arch=x%2086";
        toml TomlString: "\"tab \\t\"";
    };
    for (data, text, of_view, of_text) in read {
        let expected = if text.contains('+') { 2 } else { 1 };
        assert_eq!([of_view, of_text], [expected; 2], "{data} {text}");
    }
}
