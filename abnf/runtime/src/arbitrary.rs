//! Texts of a rule for fuzzers: what feature `arbitrary` adds.

#[cfg(feature = "text")]
use super::alloc::string::String;
use super::alloc::sync::Arc;
use super::alloc::vec::Vec;
use super::random::Walks;
use super::rule::{Rule, Table, Text};
use super::std::collections::BTreeMap;
use super::std::sync::{Mutex, PoisonError};
use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

/// What is made of a table once and not for each text, by the place of the table.
static KNOWN: Mutex<BTreeMap<usize, Arc<Walks>>> = Mutex::new(BTreeMap::new());

fn walks(table: &'static Table) -> Arc<Walks> {
    let place = core::ptr::from_ref(table).addr();
    // Whoever panics has left the map as it was.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(place).or_insert_with(|| Arc::new(Walks::new(table))).clone()
}

/// How two bytes of the fuzzer's data make one of a text, and its bytes what owns it.
macro_rules! arbitrary {
    ($unit:ty, $owned:ty, $of_bytes:expr) => {
        /// With feature `arbitrary`. Where no data is left, the text takes a shortest way to its
        /// end.
        impl<'a, R: Rule<Unit = $unit>, const N: usize> Arbitrary<'a> for Text<$owned, R, N> {
            fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
                let length = data.arbitrary_len::<u16>()?;
                let numbers: Result<Vec<u16>> = (0..length).map(|_| data.arbitrary()).collect();
                let text = walks(R::TABLE).text(0, numbers?).and_then($of_bytes);
                Self::parse(text.ok_or(Error::IncorrectFormat)?).map_err(|_| Error::IncorrectFormat)
            }
        }
    };
}

#[cfg(feature = "text")]
arbitrary!(str, String, |bytes| String::from_utf8(bytes).ok());

#[cfg(feature = "bytes")]
arbitrary!([u8], Vec<u8>, Some);
