//! What the programs that measure have in common: texts, the clock, and arrays of other libraries.
//!
//! | program | purpose |
//! |---|---|
//! | `urls` | writes files of Parquet |
//! | `kernels` | functions over arrays in memory, beside other libraries and the cost of touching each byte |
//! | `queries` | queries of DataFusion over the files, with these functions and with regular expressions |
//!
//! `peers.py` runs the same queries in other engines, over the same files. Times are processor
//! time, so they do not depend on what else the machine does.

mod measure;
pub mod peers;
mod urls;

pub use measure::{Measured, measure};
pub use urls::Urls;
