//! The types of the texts that operations write.

use crate::generated::runtime::Rule;
use core::fmt::Debug;

/// The type of a written result: a URL, a path or a URI.
pub trait UrlText: Rule<Unit = str> + Copy + Debug {}

impl<R: Rule<Unit = str> + Copy + Debug> UrlText for R {}
