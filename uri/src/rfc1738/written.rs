//! Types as which texts are read that have been written.

use crate::generated::runtime::Rule;
use core::fmt::Debug;

/// A text that a result becomes when it is written: a URL, a path or a URI.
pub trait UrlText: Rule<Unit = str> + Copy + Debug {}

impl<R: Rule<Unit = str> + Copy + Debug> UrlText for R {}
