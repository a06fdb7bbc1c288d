//! uri-gen.
