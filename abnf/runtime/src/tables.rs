//! Tables of automata, written as declarations.
//!
//! A table begins with the width of its entries, the number of classes and their map, the number
//! of states with the dead one, and which states are the start, the first that accepts and the
//! first that is settled. Then follow the [`Rows`](super::dfa::Rows).

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
/// - `edges`: those that do more than to lead to a state: the state, and the offset of a list;
/// - `lists`: how many assignments, and then register and source of each, where `H` is the offset
///   of the byte being read and `N` is none;
/// - `ends`: for each accepting state the offset of the list for a text that ends there;
/// - `parts`: their names;
/// - `contexts`: the context of each state, with the number of states in a row that have it;
/// - `possible`: by context the parts that some continuation is in, as bits;
/// - `certain`: by context one more than the innermost part that every continuation is in, or 0.
#[cfg(feature = "parts")]
macro_rules! locators {
    ($(
        $(#[$docs:meta])*
        $name:ident {
            $width:ident $count:literal $classes:ident, $states:literal states,
            start $start:literal, accepting $accepting:literal, settled $settled:literal,
            $form:ident $rows:tt;
            edges $([$($edge:tt)*])*;
            lists $([$($list:tt)*])*;
            ends $($end:literal)*;
            parts $($part:literal)*;
            contexts $([$($context:tt)*])*;
            possible $($possible:literal)*;
            certain $($certain:literal)*;
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
                    .with_edges(&[$([$($edge),*]),*]),
                    lists: &[$($($list),*),*],
                    ends: &[$($end),*],
                    parts: &[$($part),*],
                    context_of: const {
                        &runtime::tagged::contexts::<$states>(&[$([$($context),*]),*])
                    },
                    possible: &[$($possible),*],
                    certain: &[$($certain),*],
                }
            };
        )+
    };
}

#[cfg(feature = "parts")]
pub(crate) use locators;

/// The automata that report the occurrences of parts.
///
/// - `edges`: those that do more than to lead to a state: the state, and the number of a list;
/// - `lists`: where each list begins among the events, and where the last one ends;
/// - `events`: what happens, and how many bytes ago;
/// - `begin`: the list that is certain before the first byte;
/// - `ends`: for each accepting state the list that is certain where a text ends.
#[cfg(feature = "repeated")]
macro_rules! transducers {
    ($(
        $(#[$docs:meta])*
        $name:ident {
            $width:ident $count:literal $classes:ident, $states:literal states,
            start $start:literal, accepting $accepting:literal, settled $settled:literal,
            $form:ident $rows:tt;
            edges $([$($edge:tt)*])*;
            lists $($list:literal)*;
            events $([$($event:tt)*])*;
            begin $begin:literal;
            ends $($end:literal)*;
        }
    )+) => {
        $(
            $(#[$docs])*
            pub(crate) static $name: runtime::transducer::Transducer =
                runtime::transducer::Transducer {
                    dfa: runtime::tables::dfa!(
                        $width $count $classes, $states, [$start, $accepting, $settled],
                        $form $rows
                    )
                    .with_edges(&[$([$($edge),*]),*]),
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
