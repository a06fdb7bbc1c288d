//! Tables of automata, written as declarations.
//!
//! A table begins with the width of its entries, the number of classes and their map, the number
//! of states including the dead one, and the numbers of the start, of the first accepting and of
//! the first settled state. The [`Rows`](super::dfa::Rows) follow.

/// Maps from bytes to classes: the number of each class except the first, and its bytes.
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
/// - `lists`: the number of assignments, and then the register and the source of each, where `H` is
///   the offset of the current byte and `N` is no offset;
/// - `ends`: the offset of the list that is executed at the end of a text, for each accepting state;
/// - `parts`: the names of the parts;
/// - `contexts`: the contexts of the states in order, each with the number of adjacent states;
/// - `possible`: for each context, the parts that some continuation extends, as bits;
/// - `certain`: for each context, one more than the number of the innermost part that every
///   continuation extends, or 0;
/// - `innermost`: the same for rules at any depth;
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
            innermost $($innermost:literal)*;
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
                    innermost: &[$($innermost),*],
                    $(slots: concat!($($slot, "\n"),*),)?
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
/// - `lists`: the index of the first event of each list, and the end of the last list;
/// - `events`: the kind of each event, and its distance in bytes;
/// - `begin`: the list that is certain before the first byte;
/// - `ends`: the list that is certain at the end of a text, for each accepting state.
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
