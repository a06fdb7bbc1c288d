//! Text in Markdown that is shown as it is, whatever it contains.

/// A block of text that is shown as it is.
pub fn fenced(language: &str, text: &str) -> String {
    // A fence is longer than any run of backticks inside.
    let fence = "`".repeat(3.max(longest_fence(text) + 1));
    format!("{fence}{language}\n{text}\n{fence}")
}

fn longest_fence(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A text on one line as code.
pub fn code(text: &str) -> String {
    let fence = "`".repeat(longest_fence(text) + 1);
    if fence.len() == 1 { format!("`{text}`") } else { format!("{fence} {text} {fence}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_holds_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("\"``\""), "``` \"``\" ```");
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        assert_eq!(fenced("abnf", "a"), "```abnf\na\n```");
        assert_eq!(fenced("abnf", "a = \"````\""), "`````abnf\na = \"````\"\n`````");
    }
}
