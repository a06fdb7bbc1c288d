//! The parts of the run-time that the compiler calls, so that its answers about a text are those of
//! generated code. Emitted crates lack this module.

use super::byte_set::ByteSet;
use super::expected::{Expected, Found};
use core::fmt::Display;

#[cfg(feature = "alloc")]
pub use super::chart::{Grammar, NoTree};
pub use super::chunks::{Invalid, Piece};
#[cfg(feature = "alloc")]
pub use super::decoding::{bytes as decoded_bytes, text as decoded_text};
#[cfg(feature = "alloc")]
pub use super::derivation::{Derived, derive_in_two_passes};
#[cfg(feature = "alloc")]
pub use super::direct::text as direct;
#[cfg(feature = "alloc")]
pub use super::encoded::spell;
#[cfg(feature = "alloc")]
pub use super::encoder::{Encoder, State, Step, Unit, loops_of};
#[cfg(feature = "alloc")]
pub use super::encoder_search::{Style, encode};
#[cfg(feature = "alloc")]
pub use super::fractions::float_of;
#[cfg(feature = "alloc")]
pub use super::graph::{Automaton, Edge, Fault, Field, Graph, Kind, Output, Record};
#[cfg(feature = "alloc")]
pub use super::nests::NodeRecord;
#[cfg(feature = "alloc")]
pub use super::node_data::MAX_LEVELS;
#[cfg(feature = "alloc")]
pub use super::node_writing::{compared, decided, inside};
#[cfg(feature = "alloc")]
pub use super::numerals::digits;
#[cfg(feature = "alloc")]
pub use super::prediction::{derive, predict};
#[cfg(feature = "alloc")]
pub use super::spellings::{literal, one_of};
#[cfg(feature = "alloc")]
pub use super::stacks::{MAX_LINKS, MAX_STEPS};
pub use super::transducer::Occurrence;
#[cfg(feature = "alloc")]
pub use super::write_error::WriteError;
#[cfg(feature = "alloc")]
pub use super::writing::{exact, inner, is_same, text};

/// Returns the wording of the expected bytes. With `end`, the text could also end there.
pub fn expected(bytes: impl IntoIterator<Item = u8>, end: bool) -> impl Display {
    Expected { set: bytes.into_iter().fold(ByteSet::EMPTY, ByteSet::with), end }
}

/// Returns the wording of a found byte; `None` is the end.
pub fn found(byte: Option<u8>) -> impl Display {
    Found(byte)
}
