//! Tables of automata, written as declarations.
//!
//! A table begins with the width of its entries, the number of classes and their map, the number
//! of states including the dead one, and the numbers of the start, of the first accepting and of
//! the first settled state. Then follow the [`Rows`](super::dfa::Rows).

/// Maps from bytes to classes: the number of each class but the first, and its bytes.
macro_rules! classes {
    ($($name:ident: $($number:literal $set:literal),*;)+) => {
        $(
            #[allow(dead_code, reason = "the table that uses it may need `alloc`")]
            pub(super) static $name: [u8; 256] = runtime::dfa::classes(&[$($set),*]);
        )+
    };
}

pub(crate) use classes;

/// The automata of languages.
macro_rules! matchers {
    ($(
        $(#[$docs:meta])*
        $name:ident: $width:ident $count:literal $classes:ident, $states:literal states,
        start $start:literal, accepting $accepting:literal, settled $settled:literal,
        $form:ident $rows:tt;
    )+) => {
        $(
            $(#[$docs])*
            pub(crate) static $name: runtime::dfa::Dfa = runtime::tables::dfa!(
                $width $count $classes, $states, [$start, $accepting, $settled], $form $rows
            );
        )+
    };
}

pub(crate) use matchers;

/// One automaton.
macro_rules! dfa {
    (
        $width:ident $count:literal $classes:ident, $states:literal, $firsts:expr,
        rows ($([$($entry:tt)*])*)
    ) => {
        runtime::dfa::Dfa::$width(&classes::$classes, $firsts, const {
            &runtime::dfa::$width::<$count, $states>(
                &classes::$classes,
                runtime::dfa::Rows::All(&[$([$($entry),*]),*]),
            )
        })
    };
    (
        $width:ident $count:literal $classes:ident, $states:literal, $firsts:expr,
        changes ($($change:tt)*)
    ) => {
        runtime::dfa::Dfa::$width(&classes::$classes, $firsts, const {
            &runtime::dfa::$width::<$count, $states>(
                &classes::$classes,
                runtime::dfa::Rows::Changes(&[$($change),*]),
            )
        })
    };
}

pub(crate) use dfa;

/// The automata that locate parts.
///
/// - `edges`: edges with a list: the state, and the offset of the list;
/// - `lists`: the number of assignments, and then register and source of each, where `H` is the
///   offset of the byte being read and `N` is none;
/// - `ends`: for each accepting state the offset of the list for a text that ends there;
/// - `parts`: their names;
/// - `contexts`: the context of each state, with the number of states in a row that have it;
/// - `possible`: by context the parts that some continuation is in, as bits;
/// - `certain`: by context one more than the innermost part that every continuation is in, or 0;
/// - `slots`: the content of each slot, if the spec requests it.
#[cfg(feature = "parts")]
macro_rules! locators {
    ($(
        $(#[$docs:meta])*
        $name:ident {
            $width:ident $count:literal $classes:ident, $states:literal states,
            start $start:literal, accepting $accepting:literal, settled $settled:literal,
            $form:ident $rows:tt;
            $(edges $([$($edge:tt)*])*;)?
            lists $([$($list:tt)*])*;
            ends $($end:literal)*;
            parts $($part:literal)*;
            contexts $([$($context:tt)*])*;
            possible $($possible:literal)*;
            certain $($certain:literal)*;
            $(slots $($slot:literal)*;)?
        }
    )+) => {
        $(
            $(#[$docs])*
            pub(crate) static $name: runtime::tagged::Tagged = {
                #[allow(unused_imports, reason = "there may be no assignments")]
                use runtime::tagged::{HERE as H, UNSET as N};
                runtime::tagged::Tagged {
                    dfa: runtime::tables::dfa!(
                        $width $count $classes, $states, [$start, $accepting, $settled],
                        $form $rows
                    )
                    $(.with_edges(&[$([$($edge),*]),*]))?,
                    lists: &[$($($list),*),*],
                    ends: &[$($end),*],
                    parts: &[$($part),*],
                    context_of: const {
                        &runtime::tagged::contexts::<$states>(&[$([$($context),*]),*])
                    },
                    possible: &[$($possible),*],
                    certain: &[$($certain),*],
                    $(slots: &[$($slot),*],)?
                }
            };
        )+
    };
}

#[cfg(feature = "parts")]
pub(crate) use locators;

/// The automata that report the occurrences of parts.
///
/// - `edges`: edges with a list: the state, and the number of the list;
/// - `lists`: where each list begins among the events, and where the last one ends;
/// - `events`: the kind of each event, and its distance in bytes;
/// - `begin`: the list that is certain before the first byte;
/// - `ends`: for each accepting state the list that is certain at the end of a text.
#[cfg(feature = "repeated")]
macro_rules! transducers {
    ($(
        $(#[$docs:meta])*
        $name:ident {
            $width:ident $count:literal $classes:ident, $states:literal states,
            start $start:literal, accepting $accepting:literal, settled $settled:literal,
            $form:ident $rows:tt;
            $(edges $([$($edge:tt)*])*;)?
            lists $($list:literal)*;
            events $([$($event:tt)*])*;
            begin $begin:literal;
            ends $($end:literal)*;
        }
    )+) => {
        $(
            $(#[$docs])*
            #[allow(dead_code, reason = "some tables need `alloc`")]
            pub(crate) static $name: runtime::transducer::Transducer =
                runtime::transducer::Transducer {
                    dfa: runtime::tables::dfa!(
                        $width $count $classes, $states, [$start, $accepting, $settled],
                        $form $rows
                    )
                    $(.with_edges(&[$([$($edge),*]),*]))?,
                    lists: &[$($list),*],
                    events: &[$($($event),*),*],
                    begin: $begin,
                    ends: &[$($end),*],
                };
        )+
    };
}

#[cfg(feature = "repeated")]
pub(crate) use transducers;
