//! Texts of a rule for fuzzers, with feature `arbitrary`.

use super::alloc::sync::Arc;
use super::alloc::vec::Vec;
use super::random::{Text, Walks};
use super::rule::Rule;
use super::std::collections::BTreeMap;
use super::std::sync::{Mutex, PoisonError};
use super::table::Table;
use ::arbitrary::{Error, Result, Unstructured};

/// The walks of each table, by the address of the table. They are computed once.
static WALKS: Mutex<BTreeMap<usize, Arc<Walks>>> = Mutex::new(BTreeMap::new());

fn walks(table: &'static Table) -> Arc<Walks> {
    let address = core::ptr::from_ref(table).addr();
    // A thread that panicked has not changed the map.
    let mut known = WALKS.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(address).or_insert_with(|| Arc::new(Walks::new(table))).clone()
}

/// Implements `Arbitrary` for an owned type.
macro_rules! buf {
    ($view:ident, $buf:ident, $owned:ty) => {
        /// With feature `arbitrary`. After the end of the data, the text is completed by a shortest
        /// path.
        impl<'a> ::arbitrary::Arbitrary<'a> for $buf {
            fn arbitrary(data: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
                runtime::arbitrary::arbitrary::<$view<'_>, Self, $owned>(data)
            }
        }
    };
}
pub(crate) use buf;

/// Makes an owned text of a rule: every two bytes of the fuzzer's data select one byte of the text.
pub(crate) fn arbitrary<R, B, T>(data: &mut Unstructured<'_>) -> Result<B>
where
    R: Rule,
    B: TryFrom<T>,
    T: Text,
{
    let length = data.arbitrary_len::<u16>()?;
    let numbers: Result<Vec<u16>> = (0..length).map(|_| data.arbitrary()).collect();
    let text = walks(R::TABLE).text(0, numbers?).and_then(T::of_bytes);
    B::try_from(text.ok_or(Error::IncorrectFormat)?).map_err(|_| Error::IncorrectFormat)
}
