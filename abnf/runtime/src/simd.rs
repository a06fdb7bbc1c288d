//! Machines with vectors, for [`masks`](super::masks): which one this is, and calls of what is
//! compiled for it.
//!
//! This is the only file with `unsafe` in it: calls of functions that need a machine, by a value
//! that is proof of it, and a load under a mask. All other loads are safe code.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(unsafe_code, reason = "calls of functions that need a machine, each with its proof")]
#![allow(
    clippy::inline_always,
    reason = "masks stay in registers only where they are made and asked in one function"
)]

#[cfg(target_arch = "x86_64")]
use super::avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::masks::{LongText, Set, ShortText, Vectors, WINDOW, far};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::scan::{Run, Walk};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use core::sync::atomic::{AtomicU8, Ordering};

/// Walks an automaton with masks, if the machine has vectors: then whether the text matches.
#[inline(always)]
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(unused_variables, reason = "other machines have none")
)]
pub(crate) fn walk<W: Walk<REGISTERS>, const REGISTERS: usize>(
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> Option<bool> {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx512::detect() {
        return Some(machine.walk::<W, REGISTERS>(table, text, registers));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2::detect() {
        return Some(machine.walk::<W, REGISTERS>(table, text, registers));
    }
    #[cfg(target_arch = "aarch64")]
    if let Some(machine) = Neon::detect() {
        return Some(machine.walk::<W, REGISTERS>(table, text, registers));
    }
    None
}

/// Whether [`walk`] does.
#[inline(always)]
pub(crate) fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return Avx2::detect().is_some();
    #[cfg(target_arch = "aarch64")]
    return Neon::detect().is_some();
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    return false;
}

/// A machine whose functions are in a module and need features.
macro_rules! machine {
    ($name:ident, $module:ident, $features:tt) => {
        #[doc = concat!("Proof that the machine has ", $features, ".")]
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            /// Walks an automaton, whose code becomes part of functions that are compiled for the
            /// machine.
            #[inline(always)]
            fn walk<W: Walk<REGISTERS>, const REGISTERS: usize>(
                self,
                table: &'static W::Table,
                text: &[u8],
                registers: &mut [u32; REGISTERS],
            ) -> bool {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn short<W: Walk<REGISTERS>, const REGISTERS: usize>(
                    machine: $name,
                    table: &'static W::Table,
                    text: &[u8],
                    registers: &mut [u32; REGISTERS],
                ) -> bool {
                    W::walk(table, text, ShortText::new(machine, text), registers)
                }

                #[inline(never)]
                #[target_feature(enable = $features)]
                fn long<W: Walk<REGISTERS>, const REGISTERS: usize>(
                    machine: $name,
                    table: &'static W::Table,
                    text: &[u8],
                    registers: &mut [u32; REGISTERS],
                ) -> bool {
                    W::walk(table, text, LongText::new(machine, text), registers)
                }

                // SAFETY: The functions need these features and nothing else. A value is made by
                // `detect` alone, which makes one only where the machine has them.
                unsafe {
                    if text.len() < WINDOW {
                        short::<W, REGISTERS>(self, table, text, registers)
                    } else {
                        long::<W, REGISTERS>(self, table, text, registers)
                    }
                }
            }
        }

        impl Vectors for $name {
            type Window = $module::Window;

            #[inline(always)]
            fn load(self, bytes: &[u8; WINDOW]) -> Self::Window {
                // SAFETY: As above. The functions of the module need no other features.
                unsafe { $module::load(bytes) }
            }

            #[inline(always)]
            fn load_short(self, text: &[u8]) -> Self::Window {
                // SAFETY: As above.
                unsafe { $module::load_short(text) }
            }

            #[inline(always)]
            fn members(self, window: &Self::Window, set: &Set) -> u64 {
                if set.is_plain() {
                    // SAFETY: As above.
                    return unsafe { $module::plain_members(window, set.low) };
                }
                // SAFETY: As above.
                unsafe { $module::members(window, set) }
            }

            #[inline(always)]
            fn equal(self, window: &Self::Window, value: u8) -> u64 {
                // SAFETY: As above.
                unsafe { $module::equal(window, value) }
            }

            #[inline(always)]
            fn far<R: Run>(self, text: &[u8], at: usize) -> usize {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn compiled<R: Run>(machine: $name, text: &[u8], at: usize) -> usize {
                    far::<$name, R>(machine, text, at)
                }

                // SAFETY: As above.
                unsafe { compiled::<R>(self, text, at) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
machine!(Avx2, avx2, "avx2,bmi1,bmi2");
#[cfg(target_arch = "x86_64")]
machine!(Avx512, avx512, "avx512f,avx512bw,bmi1,bmi2");
#[cfg(target_arch = "aarch64")]
machine!(Neon, neon, "neon");

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// If it has: where the compiler was told so, or, with the feature `std`, where the
    /// machine says so.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        let is_told =
            cfg!(all(target_feature = "avx2", target_feature = "bmi1", target_feature = "bmi2"));
        (is_told || AVX2 <= level()).then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// As [`Avx2::detect`].
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        let is_told = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "bmi1",
            target_feature = "bmi2"
        ));
        (is_told || AVX512 <= level()).then_some(Self(()))
    }
}

#[cfg(target_arch = "aarch64")]
impl Neon {
    /// If it has: where the compiler was told so, as it is for all targets with an operating
    /// system. Words of bytes are put together from the lowest on.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        let is_told = cfg!(all(target_feature = "neon", target_endian = "little"));
        is_told.then_some(Self(()))
    }
}

/// The machine has AVX2, BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
const AVX2: u8 = 2;

/// It has these, AVX-512F and AVX-512BW.
#[cfg(target_arch = "x86_64")]
const AVX512: u8 = 3;

/// What the machine says that it has; it is asked once.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn level() -> u8 {
    /// 0 before it is asked.
    static LEVEL: AtomicU8 = AtomicU8::new(0);

    #[cold]
    fn ask() -> u8 {
        use super::std::arch::is_x86_feature_detected as has;
        let has_avx2 = has!("avx2") && has!("bmi1") && has!("bmi2");
        let has_avx512 = has!("avx512f") && has!("avx512bw");
        let level = 1 + u8::from(has_avx2) + u8::from(has_avx2 && has_avx512);
        LEVEL.store(level, Ordering::Relaxed);
        level
    }

    match LEVEL.load(Ordering::Relaxed) {
        0 => ask(),
        level => level,
    }
}

/// Nobody to ask.
#[cfg(all(not(feature = "std"), target_arch = "x86_64"))]
const fn level() -> u8 {
    0
}

/// The first 64 bytes of a text, and zeros where it has fewer; a bit for each byte of the text.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn masked(text: &[u8]) -> (core::arch::x86_64::__m512i, u64) {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let inside = 1_u64.unbounded_shl(length).wrapping_sub(1);
    // SAFETY: Bytes are read whose bit is set: those before the end of the text and below 64. Others
    // are not touched, also if no page is there.
    let bytes =
        unsafe { core::arch::x86_64::_mm512_maskz_loadu_epi8(inside, text.as_ptr().cast()) };
    (bytes, inside)
}
