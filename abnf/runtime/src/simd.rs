//! Machines with vectors, for [`masks`](super::masks): their detection, and calls of functions that
//! are compiled for them.
//!
//! This is the only file with `unsafe`: calls of functions that need certain instructions, each
//! with a value that proves that the machine has them, and a load under a mask. All other loads
//! are safe code.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(unsafe_code, reason = "calls of functions that need instructions, each with a proof")]
#![allow(
    clippy::inline_always,
    reason = "masks stay in registers only if one function makes and uses them"
)]

#[cfg(target_arch = "x86_64")]
use super::avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::masks::{LongText, Set, ShortText, Vectors, WINDOW, far};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::run::{Run, Walk};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use core::sync::atomic::{AtomicU8, Ordering};

/// Walks an automaton with masks and returns whether the text matches; `None` if the machine has no
/// vectors.
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
    {
        let level = Level::of_machine();
        if let Some(machine) = Avx512::detect(level) {
            return Some(machine.walk::<W, REGISTERS>(table, text, registers));
        }
        if let Some(machine) = Avx2::detect(level) {
            return Some(machine.walk::<W, REGISTERS>(table, text, registers));
        }
    }
    #[cfg(target_arch = "aarch64")]
    if let Some(machine) = Neon::detect() {
        return Some(machine.walk::<W, REGISTERS>(table, text, registers));
    }
    None
}

/// Returns whether [`walk`] has vectors.
#[inline(always)]
pub(crate) fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return Avx2::detect(Level::of_machine()).is_some();
    #[cfg(target_arch = "aarch64")]
    return Neon::detect().is_some();
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    return false;
}

/// A machine whose functions are in a module and need features.
macro_rules! machine {
    ($name:ident, $module:ident, $load_short:path, $features:tt) => {
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
                unsafe { $load_short(text) }
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
machine!(Avx2, avx2, avx2::load_short, "avx2,bmi1,bmi2");
#[cfg(target_arch = "x86_64")]
machine!(Avx512, avx512, load_masked, "avx512f,avx512bw,bmi1,bmi2");
#[cfg(target_arch = "aarch64")]
machine!(Neon, neon, neon::load_short, "neon");

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// Returns a proof if the machine has at least this level.
    #[inline(always)]
    pub(crate) fn detect(level: Level) -> Option<Self> {
        (Level::AVX2 <= level).then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// As [`Avx2::detect`].
    #[inline(always)]
    pub(crate) fn detect(level: Level) -> Option<Self> {
        (Level::AVX512 <= level).then_some(Self(()))
    }
}

#[cfg(target_arch = "aarch64")]
impl Neon {
    /// Returns a proof if the target has the feature, as all targets with an operating system have.
    /// Little-endian, since words are made from bytes from the lowest on.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        let is_target = cfg!(all(target_feature = "neon", target_endian = "little"));
        is_target.then_some(Self(()))
    }
}

/// What the machine that runs this has: the more, the higher. Other code can only get the level of
/// this machine.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Level(u8);

#[cfg(target_arch = "x86_64")]
impl Level {
    /// That of machines without AVX2, BMI1 and BMI2.
    const BASELINE: Self = Self(1);
    /// That of machines with AVX2, BMI1 and BMI2.
    const AVX2: Self = Self(2);
    /// That of machines that have AVX-512F and AVX-512BW as well.
    const AVX512: Self = Self(3);

    const fn of(has_avx2: bool, has_avx512: bool) -> Self {
        match (has_avx2, has_avx512) {
            (true, true) => Self::AVX512,
            (true, false) => Self::AVX2,
            (false, _) => Self::BASELINE,
        }
    }

    /// That of every machine of the target.
    const TARGET: Self = Self::of(
        cfg!(all(target_feature = "avx2", target_feature = "bmi1", target_feature = "bmi2")),
        cfg!(all(target_feature = "avx512f", target_feature = "avx512bw")),
    );

    /// Returns the level of the target or, with the feature `std`, the one that the machine reports,
    /// which is read once.
    #[inline(always)]
    pub(crate) fn of_machine() -> Self {
        #[cfg(feature = "std")]
        if const { !matches!(Self::TARGET, Self::AVX512) } {
            return reported();
        }
        Self::TARGET
    }
}

/// Returns the level that the machine reports.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn reported() -> Level {
    /// 0 until it is read.
    static LEVEL: AtomicU8 = AtomicU8::new(0);

    #[cold]
    fn read() -> Level {
        use super::std::arch::is_x86_feature_detected as has;
        let level = Level::of(
            has!("avx2") && has!("bmi1") && has!("bmi2"),
            has!("avx512f") && has!("avx512bw"),
        );
        LEVEL.store(level.0, Ordering::Relaxed);
        level
    }

    match LEVEL.load(Ordering::Relaxed) {
        0 => read(),
        level => Level(level),
    }
}

/// Loads the first 64 bytes of a text into a window, with zeros after a shorter text.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_masked(text: &[u8]) -> avx512::Window {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let inside = 1_u64.unbounded_shl(length).wrapping_sub(1);
    // SAFETY: Only bytes whose bit is set are read: those before the end of the text and below 64.
    // The other bytes are not accessed, even if they are on an invalid page.
    let bytes =
        unsafe { core::arch::x86_64::_mm512_maskz_loadu_epi8(inside, text.as_ptr().cast()) };
    avx512::window(bytes, inside)
}
