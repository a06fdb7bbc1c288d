//! Times of the day, parsed by the module that the build script generates from `time.abnf`.

include!(concat!(env!("OUT_DIR"), "/time.rs"));

/// Returns the minutes since midnight of a text such as `23:59`.
pub fn minutes(text: &str) -> Result<u16, time::ParseError> {
    let time = time::Time::parse(text)?;
    let number = |digits: &str| digits.bytes().fold(0, |n, digit| 10 * n + u16::from(digit - b'0'));
    Ok(60 * number(time.hour().as_str()) + number(time.minute().as_str()))
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn minutes_are_counted() {
        assert_eq!(minutes("23:59:07"), Ok(1439));
        assert_eq!(minutes("24:00").unwrap_err().offset(), 1);
    }
}
