//! How diagnostics look.

use crate::diagnostic::Diagnostics;

/// Without colours, as in a file or a test.
pub fn plain(diagnostics: &Diagnostics) -> String {
    diagnostics.items.iter().map(|item| format!("{}\n", item.message)).collect()
}
