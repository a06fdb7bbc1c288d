//! Random data of a rule, which no text may have: the data of several texts is mixed, and its leaves are
//! changed.
//!
//! Values at the same place in the data of two texts have the same type, so each may replace the other. A
//! place is a path of fields, items and alternatives.

use abnfc_tools::data::json::{from_json, to_json};
use abnfc_tools::data::{Data, Plan};
use abnfc_tools::sample::Random;
use std::collections::BTreeMap;

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Field(usize),
    Item,
    Alternative(usize),
}

/// Data of texts by its places.
#[derive(Debug, Default)]
pub(crate) struct Known {
    places: BTreeMap<Vec<Step>, Vec<Data>>,
}

/// The maximum number of values that are kept for each place.
const MAX_KEPT: usize = 256;

/// The maximum number of attempts to make data that is not known.
const ATTEMPTS: usize = 8;

/// Characters that mean something in many grammars, controls, and one of two bytes.
const CHARACTERS: &str = "\"\\';,=:<>()[]@/?#%&!*+-._~$ \t\r\n\0\x7FéaBz019";

/// Numbers at the bounds of types, and small ones.
const NUMBERS: [u128; 14] = [
    0,
    1,
    7,
    60,
    366,
    0xFF,
    0x100,
    0x1_0000,
    0xFFFF_FFFF,
    0x8000_0000_0000_0000,
    0xFFFF_FFFF_FFFF_FFFF,
    0x1_0000_0000_0000_0000,
    u128::MAX >> 1,
    u128::MAX,
];

const FLOATS: [f32; 8] = [0.0, -0.0, 1.5, -2e30, 1e-40, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];

impl Known {
    /// Adds the data of a text. Returns whether it has a field, an item or an alternative that was not known.
    pub(crate) fn add(&mut self, data: &Data) -> bool {
        self.add_at(&mut Vec::new(), data)
    }

    fn add_at(&mut self, path: &mut Vec<Step>, data: &Data) -> bool {
        let place = self.places.entry(path.clone()).or_default();
        let mut is_new = *data != Data::Absent && place.iter().all(|it| *it == Data::Absent);
        if place.len() < MAX_KEPT {
            place.push(data.clone());
        }
        for (step, inside) in inside(data) {
            path.push(step);
            is_new |= self.add_at(path, inside);
            path.pop();
        }
        is_new
    }

    /// Returns data of the rule that no known text has. `None` if a few attempts did not give any.
    pub(crate) fn random(&self, random: &mut Random) -> Option<Data> {
        let given = self.places.get(&[][..])?;
        (0..ATTEMPTS).find_map(|_| {
            let mut data = random.choose(given)?.clone();
            // Much data is changed in one place, some in all.
            let rarity = 1 << random.below(6);
            self.change(&mut Vec::new(), &mut data, rarity, random);
            (!given.contains(&data)).then_some(data)
        })
    }

    /// Changes one of `rarity` values in data, on average.
    fn change(&self, path: &mut Vec<Step>, data: &mut Data, rarity: u64, random: &mut Random) {
        if random.below(2 * rarity) == 0
            && let Some(other) = self.places.get(path).and_then(|known| random.choose(known))
        {
            data.clone_from(other);
        }
        if random.below(rarity) == 0 {
            match &mut *data {
                Data::List(items) => {
                    path.push(Step::Item);
                    let known = self.places.get(path).map_or(&[][..], Vec::as_slice);
                    change_list(items, known, random);
                    path.pop();
                }
                Data::Record(_) | Data::Alternative(..) | Data::Absent => (),
                leaf => change_leaf(leaf, random),
            }
        }
        for (step, inside) in inside_mut(data) {
            path.push(step);
            self.change(path, inside, rarity, random);
            path.pop();
        }
    }
}

/// Returns whether data has the form of the rule's data: text that is no field of bytes is UTF-8.
pub(crate) fn is_data(plan: &Plan, rule: usize, data: &Data) -> bool {
    if is_utf8(data) {
        return true;
    }
    let json = serde_json::to_string(&to_json(plan, rule, data)).expect("it takes all data");
    from_json(plan, rule, &json).is_ok()
}

/// Returns whether data is the same; NaN is the same as NaN, and -0.0 is another number than 0.0.
pub(crate) fn is_same(left: &Data, right: &Data) -> bool {
    let is_text = |data| matches!(data, &Data::Text(_) | &Data::Integer { .. });
    match (left, right) {
        (left, right) if is_text(left) || is_text(right) => left == right,
        _ => format!("{left:?}") == format!("{right:?}"),
    }
}

fn is_utf8(data: &Data) -> bool {
    match data {
        Data::Text(text) => str::from_utf8(text).is_ok(),
        data => inside(data).iter().all(|(_, data)| is_utf8(data)),
    }
}

/// Returns the data directly inside of data.
fn inside(data: &Data) -> Vec<(Step, &Data)> {
    match data {
        Data::List(items) => items.iter().map(|it| (Step::Item, it)).collect(),
        Data::Record(fields) => {
            fields.iter().enumerate().map(|(i, it)| (Step::Field(i), it)).collect()
        }
        Data::Alternative(index, inside) => {
            inside.iter().map(|it| (Step::Alternative(*index), &**it)).collect()
        }
        _ => Vec::new(),
    }
}

/// As [`inside`].
fn inside_mut(data: &mut Data) -> Vec<(Step, &mut Data)> {
    match data {
        Data::List(items) => items.iter_mut().map(|it| (Step::Item, it)).collect(),
        Data::Record(fields) => {
            fields.iter_mut().enumerate().map(|(i, it)| (Step::Field(i), it)).collect()
        }
        Data::Alternative(index, inside) => {
            let index = *index;
            inside.iter_mut().map(|it| (Step::Alternative(index), &mut **it)).collect()
        }
        _ => Vec::new(),
    }
}

/// Drops, repeats, swaps or adds an item.
fn change_list(items: &mut Vec<Data>, known: &[Data], random: &mut Random) {
    let at = below(random, items.len());
    match random.below(5) {
        0 if !items.is_empty() => _ = items.remove(at),
        1 if !items.is_empty() => items.insert(at, items[at].clone()),
        2 if !items.is_empty() => items.swap(0, at),
        3 => items.clear(),
        _ => items.extend(random.choose(known).cloned()),
    }
}

fn change_leaf(data: &mut Data, random: &mut Random) {
    match data {
        Data::Flag(flag) => *flag ^= true,
        Data::Integer { is_negative, magnitude } => {
            *magnitude = match random.below(4) {
                0 => magnitude.saturating_add(1),
                1 => magnitude.saturating_sub(1),
                2 => random.below(100).into(),
                _ => *random.choose(&NUMBERS).expect("there are some"),
            };
            *is_negative ^= random.below(8) == 0;
            *is_negative &= *magnitude > 0;
        }
        Data::Char(character) => *character = random_character(random),
        Data::Single(number) => *number = *random.choose(&FLOATS).expect("there are some"),
        Data::Double(number) => *number = float(random),
        Data::Text(text) => *text = changed_text(text, random),
        Data::Absent | Data::List(_) | Data::Record(_) | Data::Alternative(..) => (),
    }
}

fn float(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => f64::from_bits(random.next_u64()),
        1 => f64::from(u32::try_from(random.below(2_000)).expect("it is small")) / 1_000.0,
        _ => (*random.choose(&FLOATS).expect("there are some")).into(),
    }
}

/// Returns a text with other characters. A text of bytes may get a byte that is not UTF-8; so may any text
/// in rare cases, since data does not show which fields have bytes.
fn changed_text(text: &[u8], random: &mut Random) -> Vec<u8> {
    let Ok(before) = str::from_utf8(text) else {
        let mut changed = text.to_vec();
        let at = below(random, text.len());
        changed[at] = u8::try_from(random.below(256)).expect("it is a byte");
        return changed;
    };
    let mut text: Vec<char> = before.chars().collect();
    let at = below(random, text.len() + 1);
    match random.below(8) {
        0 => text.clear(),
        1 => _ = text.pop(),
        2 => text.truncate(at),
        3 => text.extend_from_within(..),
        4 => text = vec![random_character(random)],
        5 if !text.is_empty() => {
            let at = below(random, text.len());
            text[at] = random_character(random);
        }
        6 if random.below(4) == 0 => {
            let mut bytes = before.as_bytes().to_vec();
            bytes.push(0xFF);
            return bytes;
        }
        _ => text.insert(at, random_character(random)),
    }
    text.into_iter().collect::<String>().into_bytes()
}

fn random_character(random: &mut Random) -> char {
    let all = || CHARACTERS.chars();
    let at = below(random, all().count());
    all().nth(at).expect("it is below their number")
}

/// Returns a number below a bound; 0 if the bound is 0.
fn below(random: &mut Random, bound: usize) -> usize {
    usize::try_from(random.below(bound as u64)).expect("it is below the bound")
}
