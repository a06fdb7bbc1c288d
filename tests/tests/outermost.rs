//! Parts located through other parts are equal to those located with the text.

use conformance::envelope::{at_once, outermost};

/// Returns the results of all accessors of a message; those of the body are not options.
macro_rules! parts {
    ($view:expr) => {{
        let view = $view;
        [
            view.envelope().map(|it| it.as_str()),
            view.to().map(|it| it.as_str()),
            view.from_part().map(|it| it.as_str()),
            Some(view.body().as_str()),
            Some(view.head().as_str()),
            view.tail().map(|it| it.as_str()),
        ]
    }};
}

#[test]
fn parts_via_others_are_those_of_the_text() {
    let envelopes = ["", "<a>", "<aa>", "<a,b>", "<aa,bb>", "<>", "<,b>", "<a,>", "<b>", "<a"];
    let bodies = ["h", "hhh", "h:", "h:a", "hh:hah", "", ":", ":a", "a", "h::", "h:b"];
    let (mut members, mut with_all) = (0, 0);
    for text in envelopes.iter().flat_map(|one| bodies.map(|other| format!("{one}{other}"))) {
        match (at_once::Message::parse(&text), outermost::Message::parse(&text)) {
            (Ok(one), Ok(other)) => {
                assert_eq!(parts!(one), parts!(other), "{text}");
                members += 1;
                with_all += usize::from(parts!(one).iter().all(Option::is_some));
            }
            (Err(one), Err(other)) => {
                assert_eq!(
                    one.to_string(),
                    other.to_string(),
                    "errors name the same parts: {text}"
                );
            }
            (one, other) => panic!("{text}: {} and {}", one.is_ok(), other.is_ok()),
        }
    }
    assert_eq!((members, with_all), (25, 6));
    let parts = parts!(outermost::Message::new("<aa,b>h:ah"));
    assert_eq!(parts, [Some("aa,b"), Some("aa"), Some("b"), Some("h:ah"), Some("h"), Some("ah")]);
}

#[test]
fn inner_parts_have_no_slots() {
    // The slots hold the end of the envelope and the begin of the body; the rest follows. The inner
    // parts have four more offsets.
    let slots = |size: usize| (size - size_of::<&str>()) / size_of::<u32>();
    assert_eq!(slots(size_of::<at_once::Message<'_>>()), 6);
    assert_eq!(slots(size_of::<outermost::Message<'_>>()), 2);
}
