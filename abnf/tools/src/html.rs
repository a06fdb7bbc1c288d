//! Self-contained pages of HTML.

/// Escapes a text for the content of an element or for an attribute in quotes. Control characters
/// except tabs and line feeds, which HTML does not allow, become U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns a page with this title, style sheet and body. Only the title is escaped.
pub fn page(title: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_does_not_end_its_element_or_attribute() {
        assert_eq!(
            escaped("</a> \"&'\u{0}\u{7}\n"),
            "&lt;/a&gt; &quot;&amp;&#39;\u{FFFD}\u{FFFD}\n"
        );
        assert!(page("<x>", "", "<p>").contains("<title>&lt;x&gt;</title>"));
    }
}
