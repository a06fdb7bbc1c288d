//! Facts about data that is read in one pass.

#![cfg(feature = "alloc")]

use emitted_readers::{Kinds, Letter, values};

#[test]
fn fields_may_have_the_names_of_variables() {
    let text = "ab,cd,gh;lm";
    let data = values::Letter::parse(text).unwrap();
    assert_eq!((data.inputs, data.state, data.words), (vec!["ab", "cd"], "gh", vec!["lm"]));
    assert_eq!(Letter::new(text).to_value().state, "gh");
}

#[test]
fn numbers_that_do_not_fit_are_no_texts() {
    let data = values::Serials::parse("00000000000000000099,00000000000000000007").unwrap();
    assert_eq!(data.serials, [99, 7]);
    assert!(values::Serials::parse("18446744073709551616").is_err());
    assert!(values::Serials::parse("99999999999999999999").is_err());
}

#[test]
fn a_part_can_be_in_two_fields() {
    let data = values::Kinds::parse("<l>2a").unwrap();
    assert_eq!(data, Kinds::new("<l>2a").to_value());
    assert!(matches!(data.first, Some(values::First::Two("2a"))));
    assert!(matches!(data.second, Some(values::Second::Two("2a"))));
}

#[test]
fn large_data_inside_each_other_needs_a_small_stack() {
    let wide = "a,a,a,a,a,a,a,a,a,a,a,a;".repeat(12);
    let mut text = format!("({wide}").repeat(128) + &")".repeat(128);
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let read = move || {
        assert!(values::Tree::parse(&text).is_ok());
        text.push(')');
        assert!(values::Tree::parse(&text).is_err());
    };
    thread.spawn(read).unwrap().join().unwrap();
}
