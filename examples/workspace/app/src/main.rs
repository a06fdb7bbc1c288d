//! Reports which of its arguments are times of the day.

use clock::Time;

fn main() {
    for text in std::env::args().skip(1) {
        match Time::parse(&text) {
            Ok(time) => println!("{time}: minute {} of hour {}", time.minute(), time.hour()),
            Err(error) => println!("{text}: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Time;

    #[test]
    fn times_have_their_parts() {
        let time = Time::parse("23:59").unwrap();
        assert_eq!((time.hour().as_str(), time.minute().as_str()), ("23", "59"));
        assert!(time.second().is_none());
        assert_eq!(Time::parse("24:00").unwrap_err().offset(), 1);
    }
}
