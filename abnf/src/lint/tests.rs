//! What is warned of, and that good grammars are left in peace.
