//! Texts of any bytes for people to read, in messages and in output: bytes that do not print in
//! ASCII are `\n`, `\r`, `\t`, `\\` and `\xNN`. `abnfc match --escapes` reads them back.

/// A text in which bytes that do not print in ASCII are escaped.
pub fn escaped(text: &[u8]) -> String {
    text.iter().map(|&byte| escaped_byte(byte)).collect()
}

/// A text with escapes between quotes; a quote inside is `\x22`.
pub fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", escaped(text).replace('"', r"\x22"))
}

/// One byte, with an escape if it does not print in ASCII.
pub fn escaped_byte(byte: u8) -> String {
    match byte {
        b'\n' => r"\n".to_owned(),
        b'\r' => r"\r".to_owned(),
        b'\t' => r"\t".to_owned(),
        b'\\' => r"\\".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!(r"\x{byte:02X}"),
    }
}
