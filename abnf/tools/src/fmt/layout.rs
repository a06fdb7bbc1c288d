//! Items to lines: the line and the column of each token.
//!
//! A rule, a group or a run of alternatives is one line if it fits and its author does not break it.
//! Otherwise names and literals fill the lines, every other alternative has a line of its own, and
//! the elements of an alternative fill lines.
//!
//! Formatting the result again gives the result: breaks between alternatives are kept, the text between
//! two of them is formatted independently, and all other breaks depend only on the tree and the column.

use super::align::{Head, MAX_NAME};
use super::items::Item;
use super::sheet::{Line, Sheet, WIDTH, comments};
use super::tree::{Alternation, Alternative, Element, Group, Rule};

/// The indentation below a head on a line of its own.
const INDENTATION: usize = 4;

/// The maximum distance, from the column of elements, at which a choice of several lines begins in the
/// current line.
const MAX_BEFORE_CHOICE: usize = 20;

/// The maximum column for the continuation lines of a group, so that deep nesting leaves room.
const MAX_BRACKET: usize = 40;

/// Returns the lines of all items. `heads` are those of the rules.
pub(super) fn layout<'a>(items: &[Item<'a>], heads: &[Head]) -> Vec<Line<'a>> {
    let mut heads = heads.iter();
    let mut sheet = Sheet { lines: Vec::new(), line: Line::default() };
    for item in items {
        match item {
            Item::Blank => (),
            Item::Comment(text) => sheet.put(text),
            Item::Rule(it) => rule(&mut sheet, it, *heads.next().expect("each rule has a head")),
        }
        sheet.end_line();
    }
    sheet.lines
}

/// The columns in which the lines of a rule or a group begin.
#[derive(Clone, Copy)]
struct Frame {
    /// The column of `/`.
    slash: usize,
    /// The column of elements.
    elements: usize,
}

fn rule<'a>(sheet: &mut Sheet<'a>, rule: &Rule<'a>, head: Head) {
    sheet.put(&rule.name);
    sheet.pad_to(head.sign);
    sheet.put(rule.sign);
    sheet.pad_to(head.elements);
    let mut frame = Frame { slash: head.sign, elements: head.elements };
    let fits = rule.body.flat.is_some_and(|width| head.elements + width <= WIDTH);
    if MAX_NAME < rule.name.len() && !fits {
        frame = Frame { slash: INDENTATION - 2, elements: INDENTATION };
        // The comments before an element end the line.
        if rule.body.alternatives.first().is_some_and(|it| it.before.is_empty()) {
            sheet.new_line(frame.elements);
        }
    }
    alternation(sheet, &rule.body, frame, 0);
    comments(sheet, &rule.tail, frame.elements);
}

/// Writes a tree. `after` is the width of the text that must follow the last element in its line.
fn alternation<'a>(
    sheet: &mut Sheet<'a>,
    alternation: &Alternation<'a>,
    frame: Frame,
    after: usize,
) {
    let all = &alternation.alternatives;
    let mut at = 0;
    while at < all.len() {
        let run = 1 + all[at + 1..]
            .iter()
            .take_while(|it| !it.starts_line && it.before.is_empty())
            .count();
        let run = &all[at..at + run];
        let is_last = at + run.len() == all.len();
        let has_comments = comments(sheet, &run[0].before, frame.elements);
        if 0 < at {
            next_alternative(sheet, frame);
        } else if has_comments {
            sheet.new_line(frame.elements);
        }
        alternatives(sheet, run, frame, if is_last { after } else { 0 });
        at += run.len();
    }
}

fn next_alternative(sheet: &mut Sheet<'_>, frame: Frame) {
    sheet.new_line(frame.slash);
    sheet.put("/");
    sheet.pad_to(frame.elements);
}

/// Writes alternatives between which the author does not break lines.
fn alternatives<'a>(sheet: &mut Sheet<'a>, run: &[Alternative<'a>], frame: Frame, after: usize) {
    let widths: Option<Vec<usize>> = run.iter().map(|it| it.flat).collect();
    let width = widths.map(|all| all.iter().sum::<usize>() + " / ".len() * (all.len() - 1));
    let fits = width.is_some_and(|width| sheet.column() + width + after <= WIDTH);
    let fills = run.iter().all(is_plain);
    for (i, alternative) in run.iter().enumerate() {
        let after = if i + 1 == run.len() { after } else { 0 };
        if 0 < i {
            let width = alternative.flat.map(|width| " / ".len() + width + after);
            let has_room = width.is_some_and(|width| sheet.column() + width <= WIDTH);
            if fits || (fills && has_room) {
                sheet.put(" / ");
            } else {
                next_alternative(sheet, frame);
            }
        }
        elements(sheet, alternative, frame, after);
    }
}

/// Returns whether an alternative is a name or a literal, perhaps with a repeat.
fn is_plain(alternative: &Alternative<'_>) -> bool {
    matches!(&*alternative.elements, [Element { group: None, .. }])
}

fn elements<'a>(sheet: &mut Sheet<'a>, alternative: &Alternative<'a>, frame: Frame, after: usize) {
    for (i, it) in alternative.elements.iter().enumerate() {
        let after = if i + 1 == alternative.elements.len() { after } else { 0 };
        if 0 < i {
            if comments(sheet, &it.before, frame.elements) {
                sheet.new_line(frame.elements);
            } else if shares_line(sheet.column() + 1, it, frame, after) {
                sheet.put(" ");
            } else {
                sheet.new_line(frame.elements);
            }
        }
        element(sheet, it, after);
    }
}

/// Returns whether an element continues the line of the previous one, in this column. A choice of
/// several lines does, unless it would begin far to the right or its first element does not fit.
fn shares_line(column: usize, element: &Element<'_>, frame: Frame, after: usize) -> bool {
    let fits = |column: usize| element.flat.is_some_and(|width| column + width + after <= WIDTH);
    if fits(column) || fits(frame.elements) || frame.elements + MAX_BEFORE_CHOICE < column {
        return fits(column);
    }
    let inside = column + element.repeat.len() + element.text.len() + 1;
    match element.group.as_ref().map(|group| &*group.body.alternatives) {
        Some([first, _, ..]) => first
            .elements
            .first()
            .and_then(|it| it.flat)
            .is_some_and(|width| inside + width <= WIDTH),
        _ => false,
    }
}

fn element<'a>(sheet: &mut Sheet<'a>, element: &Element<'a>, after: usize) {
    sheet.put(&element.repeat);
    let bracket = sheet.column();
    sheet.put(&element.text);
    let Some(Group { body, end, closing }) = &element.group else { return };
    let slash = bracket.min(MAX_BRACKET);
    let inside = Frame { slash, elements: slash + 2 };
    let fits =
        element.flat.is_some_and(|width| bracket - element.repeat.len() + width + after <= WIDTH);
    if slash < bracket && !fits {
        sheet.new_line(inside.elements);
    } else {
        sheet.put(" ");
    }
    alternation(sheet, body, inside, after + 1 + closing.len());
    if comments(sheet, end, inside.elements) || WIDTH < sheet.column() + 1 + closing.len() {
        sheet.new_line(slash);
    } else {
        sheet.put(" ");
    }
    sheet.put(closing);
}
