//! Lines to text: the columns of trailing comments.
//!
//! Comments of adjacent lines have one column, two spaces after the longest line, or one space if there
//! is no room for two. If the longest lines leave no room, their comments have columns of their own.

use super::sheet::{After, Line, WIDTH};

/// Returns the text, with a line end after each line.
pub(super) fn text(lines: &[Line<'_>]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < lines.len() {
        let is_bare = |line: &Line<'_>| matches!(line.after, After::Nothing);
        let run = lines[at..].iter().take_while(|line| !is_bare(line)).count();
        if run == 0 {
            text.push_str(lines[at].text.trim_end());
            text.push('\n');
            at += 1;
            continue;
        }
        let run = &lines[at..at + run];
        for (line, column) in run.iter().zip(columns(run)) {
            write(line, column, &mut text);
        }
        at += run.len();
    }
    text
}

fn write(line: &Line<'_>, column: usize, text: &mut String) {
    let (After::Comment { text: comment, .. } | After::Continued(comment)) = line.after else {
        return;
    };
    text.push_str(&line.text);
    text.extend(std::iter::repeat_n(' ', column - line.text.len()));
    text.push_str(comment);
    text.push('\n');
}

/// Returns the columns of the comments of adjacent lines.
fn columns(run: &[Line<'_>]) -> Vec<usize> {
    // The first possible column and the width of each comment.
    let comments: Vec<(usize, usize)> = run
        .iter()
        .filter_map(|line| match line.after {
            After::Comment { width, .. } => Some((line.text.len(), width)),
            After::Continued(_) | After::Nothing => None,
        })
        .collect();
    let limit = limit(&comments);
    let longest = comments.iter().map(|it| it.0).filter(|&end| end <= limit).max().unwrap_or(0);
    let gap = |of: &[(usize, usize)], end: usize| {
        if of.iter().all(|&it| it.0 > limit || has_room(it, end + 2)) { 2 } else { 1 }
    };
    let common = longest + gap(&comments, longest);
    let mut column = common;
    run.iter()
        .map(|line| {
            if let After::Comment { width, .. } = line.after {
                let end = line.text.len();
                let own = if has_room((end, width), end + 2) { end + 2 } else { end + 1 };
                column = if end <= limit { common } else { own };
            }
            column
        })
        .collect()
}

/// Returns whether a comment fits into a column. A comment that fits nowhere is accepted everywhere.
fn has_room(comment: (usize, usize), column: usize) -> bool {
    column + comment.1 <= WIDTH || is_too_wide(comment)
}

fn is_too_wide((end, width): (usize, usize)) -> bool {
    WIDTH < end + 1 + width
}

/// Returns the length of the longest line whose comment fits into one column with those of all shorter
/// lines.
fn limit(comments: &[(usize, usize)]) -> usize {
    let mut by_end = comments.to_vec();
    by_end.sort_unstable();
    let mut widest = 0;
    let mut limit = 0;
    for (end, width) in by_end {
        if !is_too_wide((end, width)) {
            widest = widest.max(width);
        }
        if end + 1 + widest <= WIDTH {
            limit = end;
        }
    }
    limit
}
