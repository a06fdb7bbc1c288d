//! Times of the day, parsed by the module that the build script generates from `time.toml`.

include!(concat!(env!("OUT_DIR"), "/time.rs"));

use core::convert::Infallible;
use core::time::Duration;

/// Returns the time since midnight. It is the `try_value` of a text.
#[allow(clippy::unnecessary_wraps, reason = "other types refuse some texts")]
fn duration(time: time::Time<'_>) -> Result<Duration, Infallible> {
    let [hour, minute, second] =
        [time.hour().value(), time.minute().value(), time.second().map_or(0, time::Second::value)];
    Ok(Duration::from_secs(3600 * u64::from(hour) + 60 * u64::from(minute) + u64::from(second)))
}

/// Returns the text of a time since midnight. `from_value` parses it.
fn text(time: &Duration) -> String {
    let minutes = time.as_secs() / 60;
    format!("{:02}:{:02}:{:02}", minutes / 60, minutes % 60, time.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::time::{Time, TimeBuf};
    use core::time::Duration;

    #[test]
    fn times_are_durations() {
        let time = Time::parse("23:59:07").unwrap();
        let Ok(duration) = time.try_value();
        assert_eq!(duration, Duration::from_secs(86_347));
        assert_eq!(TimeBuf::from_value(&duration).unwrap().as_str(), "23:59:07");
        assert_eq!(Time::parse("24:00").unwrap_err().offset(), 1);
    }

    /// The text would be read as another duration, or there is none.
    #[test]
    fn other_durations_have_no_text() {
        for duration in [Duration::from_millis(1), Duration::from_secs(86_400)] {
            let error = TimeBuf::from_value(&duration).unwrap_err();
            assert_eq!(error.to_string(), "no text of `time` has this value");
        }
    }

    #[test]
    fn parts_change() {
        let time = Time::parse("23:59").unwrap();
        assert_eq!(time.with(|it| it.second = Some(5)).unwrap().as_str(), "23:59:05");
        let error = time.with(|it| it.hour = 24).unwrap_err();
        assert_eq!(error.field(), "hour");
    }
}
