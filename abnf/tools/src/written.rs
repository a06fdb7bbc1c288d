//! A text as the author wrote it, with the tokens that a resolved grammar does not keep.

use abnfc::diagnostic::{Diagnostics, FileId};
use abnfc::grammar::syntax::Rulelist;
use abnfc::read::rules;
use abnfc::spec::ReadOptions;
use abnfc::text::source::{Source, source};
use abnfc::text::tokens::{Tokens, tokens};

/// A text as the author wrote it, with its tokens and rules.
pub(crate) struct Written {
    pub(crate) source: Source,
    /// The tokens before any dialect.
    pub(crate) tokens: Tokens,
    pub(crate) rules: Rulelist,
}

/// Reads a text again that [`read_leniently`](abnfc::read_leniently) has read, which has reported
/// its errors.
///
/// # Errors
///
/// If the input is not text, or is too large.
pub(crate) fn written(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Written, Diagnostics> {
    let source = source(FileId(0), name, bytes, &options.limits).map_err(Diagnostics::from)?;
    let tokens = tokens(&source);
    let rules = rules(&source, tokens.clone(), options, &mut Vec::new());
    Ok(Written { source, tokens, rules })
}
