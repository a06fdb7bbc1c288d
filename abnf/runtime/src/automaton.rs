//! Automata as code, and the runs that they skip, written as declarations.
//!
//! The states of [`automaton!`] are expanded one after the other, each guarded by a test of its
//! number. An edge assigns the number of its target, which comes later. rustc knows at each edge
//! which of the following tests will succeed, and compiles the edge to a jump. Code contains only
//! edges of the automaton; every other case continues in the table, in the same state, at the same
//! byte and with the same registers, so the code cannot disagree with the table.

use super::dfa::Dfa;
#[cfg(feature = "parts")]
use super::tagged::Tagged;

/// The table that continues where the code has no state or no edge.
pub(crate) trait Fallback {
    /// Returns the number of a state in the table. State 0 of the code is the start of the rule,
    /// since rules that share the code can begin in different states.
    fn number(&self, state: u16) -> u16;

    /// Returns the class of a byte.
    fn class(&self, byte: u8) -> u8;

    /// Executes assignments in order. `list` contains the register and the source of each.
    fn assign(registers: &mut [u32], offset: usize, list: &[u8]);

    /// Reads the rest of a text from a state. Returns whether the text matches. If it does, the
    /// registers contain the slots.
    fn resume(&self, state: u16, text: &[u8], at: usize, registers: &mut [u32]) -> bool;

    /// Reads a text from a state that does not accept up to the next state that does. Returns this
    /// state and the offset of the next byte; `None` if the text does not match.
    fn cross(
        &self,
        state: u16,
        text: &[u8],
        at: usize,
        registers: &mut [u32],
    ) -> Option<(u16, usize)>;
}

#[allow(clippy::inline_always, reason = "calls of one line, some with constants")]
impl Fallback for Dfa {
    #[inline(always)]
    fn number(&self, state: u16) -> u16 {
        if state == 0 { self.start } else { state }
    }

    #[inline(always)]
    fn class(&self, byte: u8) -> u8 {
        Self::class(self, byte)
    }

    #[inline(always)]
    fn assign(_: &mut [u32], _: usize, _: &[u8]) {}

    #[inline(always)]
    fn resume(&self, state: u16, text: &[u8], at: usize, _: &mut [u32]) -> bool {
        Self::resume(self, state, text, at)
    }

    #[inline(always)]
    fn cross(&self, state: u16, text: &[u8], at: usize, _: &mut [u32]) -> Option<(u16, usize)> {
        Self::cross(self, state.into(), text, at)
    }
}

#[cfg(feature = "parts")]
#[allow(clippy::inline_always, reason = "calls of one line, some with constants")]
impl Fallback for Tagged {
    #[inline(always)]
    fn number(&self, state: u16) -> u16 {
        if state == 0 { self.dfa.start } else { state }
    }

    #[inline(always)]
    fn class(&self, byte: u8) -> u8 {
        self.dfa.class(byte)
    }

    #[inline(always)]
    fn assign(registers: &mut [u32], offset: usize, list: &[u8]) {
        super::tagged::assign(registers, offset, list);
    }

    #[inline(always)]
    fn resume(&self, state: u16, text: &[u8], at: usize, registers: &mut [u32]) -> bool {
        Self::resume(self, state, text, at, registers)
    }

    #[inline(always)]
    fn cross(
        &self,
        state: u16,
        text: &[u8],
        at: usize,
        registers: &mut [u32],
    ) -> Option<(u16, usize)> {
        Self::cross(self, state.into(), text, at, registers)
    }
}

/// An automaton as code: its table, the number of its registers, and its states, in an order in
/// which every edge leads to a later state.
///
/// A state has a number, which is 0 for the start, and these items, most of them optional. The first
/// precedes the number:
///
/// - `cross states`: states that the table reads up to an accepting state, for edges of earlier
///   states;
/// - `sweep Run (classes => state)`: a run over this state and other accepting states, which is
///   skipped first, and the edges at its end that all of these states share;
/// - `skip Run`: the run of bytes that lead back to the state;
/// - `end [assignments]`, if the text may end in the state;
/// - in braces the edges: classes of bytes, the next state, and assignments;
/// - `beyond`, and in braces the edges by characters beyond ASCII: the set of the characters, the next
///   state, and assignments, which are executed at the first byte.
///
/// Assignments are copies between registers, such as `1 = 2`; `here` precedes the registers that
/// get the offset of the byte, and `none` those that are cleared. The table handles all other edges
/// and ends.
macro_rules! automaton {
    (
        $table:ty, $registers:literal registers;
        $(
            $(cross $($crossed:literal)+ before)?
            $state:literal
            $(sweep $sweep:ident ($($sweep_classes:pat => $sweep_target:literal),*))?
            $(skip $run:ident)? $(end [
                $($end_to:literal = $end_from:literal),* $(,)?
                $(here $($end_here:literal)+ $(,)?)? $(none $($end_none:literal)+)?
            ])?
            {$(
                $classes:pat => $target:literal $([
                    $($to:literal = $from:literal),* $(,)?
                    $(here $($here:literal)+ $(,)?)? $(none $($none:literal)+)?
                ])?;
            )*}
            $(beyond {$(
                $characters:ident => $after:literal $([
                    $($copy_to:literal = $copy_from:literal),* $(,)?
                    $(here $($begins:literal)+ $(,)?)? $(none $($unset:literal)+)?
                ])?;
            )+})?
        )+
    ) => {
        struct Automaton;

        impl runtime::run::Walk<$registers> for Automaton {
            type Table = $table;

            #[inline(always)]
            #[allow(unreachable_code, unused_assignments, unused_mut, unused_variables)]
            #[allow(clippy::all, clippy::pedantic, reason = "one form for all states")]
            fn walk<S: runtime::run::Scan>(
                table: &'static $table,
                text: &[u8],
                mut scan: S,
                r: &mut [u32; $registers],
            ) -> bool {
                use runtime::automaton::Fallback;
                let (mut state, mut at) = (0, 0);
                $(
                    $(
                        // Tested one by one, so that rustc also compiles these edges to jumps.
                        let mut entry = 0;
                        $(if state == $crossed {
                            entry = $crossed;
                            state = u16::MAX;
                        })+
                        if state == u16::MAX {
                            match Fallback::cross(table, entry, text, at, r) {
                                Some(landing) => (state, at) = landing,
                                None => return false,
                            }
                            scan.reload();
                        }
                    )?
                    $(
                        if state == $state {
                            let end = scan.sweep::<super::runs::$sweep>(at);
                            match text.get(end).map(|&byte| Fallback::class(table, byte)) {
                                None => return true,
                                $(
                                    Some($sweep_classes) => {
                                        state = $sweep_target;
                                        at = end + 1;
                                    }
                                )*
                                Some(_) => {}
                            }
                        }
                    )?
                    if state == $state {
                        $(at = scan.skip::<super::runs::$run>(at);)?
                        let Some(&byte) = text.get(at) else {
                            $(
                                <$table as Fallback>::assign(r, at, &[
                                    $($end_to, $end_from,)*
                                    $($($end_here, runtime::tagged::HERE,)+)?
                                    $($($end_none, runtime::tagged::UNSET,)+)?
                                ]);
                                return true;
                            )?
                            return Fallback::resume(table, table.number($state), text, at, r);
                        };
                        state = match Fallback::class(table, byte) {
                            $(
                                $classes => {
                                    $(
                                        <$table as Fallback>::assign(r, at, &[
                                            $($to, $from,)*
                                            $($($here, runtime::tagged::HERE,)+)?
                                            $($($none, runtime::tagged::UNSET,)+)?
                                        ]);
                                    )?
                                    $target
                                }
                            )*
                            _ => $($(
                                if let length @ 1.. = runtime::code_points::first(
                                    &super::runs::$characters,
                                    text,
                                    at,
                                ) {
                                    $(
                                        <$table as Fallback>::assign(r, at, &[
                                            $($copy_to, $copy_from,)*
                                            $($($begins, runtime::tagged::HERE,)+)?
                                            $($($unset, runtime::tagged::UNSET,)+)?
                                        ]);
                                    )?
                                    at += length - 1;
                                    $after
                                } else
                            )+)? {
                                return Fallback::resume(table, table.number($state), text, at, r);
                            }
                        };
                        at += 1;
                    }
                )+
                Fallback::resume(table, state, text, at, r)
            }
        }

        /// Returns whether a text matches. If it does, the registers contain the slots.
        #[inline]
        pub(crate) fn read(
            table: &'static $table,
            text: &[u8],
            registers: &mut [u32; $registers],
        ) -> bool {
            runtime::scan::walk::<Automaton, $registers>(table, text, registers)
        }
    };
}

pub(crate) use automaton;

/// Declares runs: the table of their sets, and for each run its name and
///
/// - `set`: the number of its set;
/// - `detours`: the first byte of each, and the numbers of the sets of its other bytes;
/// - `beyond`: the set of characters beyond ASCII;
/// - `length`: the expected [length](super::run::Length), if it is not short, and after `has` the
///   tests of the set. Exactly the bytes that are in the set or begin a detour pass one of them. A
///   test is a byte or a range, optionally after a bit of the byte is set: `b'a'..=b'z' | 32`;
/// - `follows`, if the run is long: tests for the bytes at a distance after one of the bytes in
///   parentheses. Each such byte must pass one of them.
macro_rules! runs {
    (
        $table:ident;
        $(
            $run:ident: set $set:literal
            $(, detours $(($first:literal $($rest:literal)+))+)?
            $(, beyond $characters:ident)?
            $(
                , length $length:ident has [$($low:literal $(..= $high:literal)? $(| $bit:literal)?),*]
                $(
                    follows [$(
                        ($($before:literal $distance:literal),+)
                        $($inside:literal $(..= $to:literal)? $(| $inside_bit:literal)?),+
                    );*]
                )?
            )?;
        )+
    ) => {
        $(
            pub(super) struct $run;

            impl runtime::run::Run for $run {
                const TABLE: &'static runtime::run::Table = &$table;
                const SET: usize = $set;
                $(
                    const DETOURS: &'static [runtime::run::Detour] =
                        &[$(runtime::run::Detour::new($first, &[$($rest),+])),+];
                )?
                $(
                    const CHARACTERS: ::core::option::Option<
                        &'static runtime::code_points::CodePoints,
                    > = ::core::option::Option::Some(&$characters);
                )?
                $(
                    const LENGTH: runtime::run::Length = runtime::run::Length::$length;

                    #[inline(always)]
                    #[allow(clippy::all, clippy::pedantic, reason = "lanes become vectors")]
                    fn has(byte: u8) -> bool {
                        $(runtime::automaton::test!(byte, $low $(..= $high)? $(| $bit)?))|*
                    }

                    $(
                        #[inline(always)]
                        #[allow(unused_variables)]
                        #[allow(clippy::all, clippy::pedantic, reason = "lanes become vectors")]
                        fn follows(bytes: [u8; 3]) -> bool {
                            true $(& (
                                ($((bytes[2 - $distance] != $before))&+)
                                $(| runtime::automaton::test!(
                                    bytes[2], $inside $(..= $to)? $(| $inside_bit)?
                                ))+
                            ))*
                        }
                    )?
                )?
            }
        )+
    };
}

pub(crate) use runs;

/// Tests whether a byte equals another one or is in a range, optionally after a bit of it is set.
macro_rules! test {
    ($byte:expr, $is:literal) => {
        ($byte == $is)
    };
    ($byte:expr, $is:literal | $bit:literal) => {
        ($byte | $bit == $is)
    };
    ($byte:expr, $low:literal ..= $high:literal) => {
        runtime::run::is_within($byte, $low, $high)
    };
    ($byte:expr, $low:literal ..= $high:literal | $bit:literal) => {
        runtime::run::is_within($byte | $bit, $low, $high)
    };
}

pub(crate) use test;
