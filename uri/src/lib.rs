//! uri.
