//! Rules whose names could clash with generated code keep their parts.

use emitted_names::{
    Choice, Fn, List, ListItem, MatcherRule, Methods, Option as OptionText, Rules, Text,
};

#[test]
fn parts_are_reached_by_their_names() {
    assert_eq!(List::new(",a,b").item_names().count(), 2);
    assert_eq!(ListItem::new(";1;2").names().count(), 2);
    let text = Text::new("r,u,t");
    assert_eq!(text.rule().unwrap(), "r");
    assert_eq!(text.unit().unwrap(), "u");
    assert_eq!(MatcherRule::new("e,b").byte_set().unwrap(), "b");
    assert_eq!(OptionText::new("s!n").none().unwrap(), "n");
    assert_eq!(Rules::new("tt!cc").code().unwrap(), "cc");
    assert_eq!(Fn::new("tt!gg").type_part().unwrap(), "tt");
    let methods = Methods::new("nn!pp!cc!!!!!!!!!oo!kk!!!ii!ff!!!!!!kk!bb");
    assert_eq!(methods.new_part().unwrap(), "nn");
    assert_eq!(methods.of_part().unwrap(), "oo");
    assert_eq!(methods.known_part().unwrap(), "kk");
    assert_eq!(methods.from_part().unwrap(), "ff");
    assert_eq!(Choice::new("12").kind().as_str(), "12");
}
