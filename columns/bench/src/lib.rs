//! What the programs that measure have in common: texts, the clock, and arrays of other libraries.
//!
//! | program | purpose |
//! |---|---|
//! | `urls` | writes files of Parquet |
//! | `kernels` | functions over arrays in memory, beside other libraries and the cost of touching each byte |
//! | `queries` | queries of DataFusion over the files, with these functions and with regular expressions |
//!
//! `peers.py` runs the same queries in other engines, over the same files. Contestants take turns, so that
//! what else the machine does concerns all of them. Compare processor time rather than the clock unless the
//! machine is idle.

mod measure;
pub mod peers;
mod urls;

pub use measure::{Measured, measure, rounds};
pub use urls::Urls;
