//! Tables as they are written: each row by what it has different from a row before it.
//!
//! Most rows of an automaton are like another one but for a few classes, so that a table takes
//! a quarter of the lines that its rows would take. The run-time makes the rows of it while it
//! is compiled.

/// How many entries of two rows are compared, for one table.
const MAX_COMPARED: usize = 1 << 24;

/// For each row but the first, which is all 0: the number of the row before it that is most
/// alike, the number of runs in which the two differ, and of each run the first column, the
/// last one and the entry.
///
/// Linear in the entries of the table, times the rows that each is compared with.
pub(super) fn changes(rows: &[Vec<u16>]) -> Vec<u16> {
    let entries = rows.iter().map(Vec::len).sum::<usize>().max(1);
    let window = (MAX_COMPARED / entries).max(16);
    let mut changes = Vec::new();
    for (state, row) in rows.iter().enumerate().skip(1) {
        let near = state.saturating_sub(window).max(1)..state;
        let found = std::iter::once(0).chain(near).map(|other| (other, runs(&rows[other], row)));
        let (other, runs) = found.min_by_key(|(_, runs)| runs.len()).expect("row 0 is before it");
        changes.extend([number(other), number(runs.len())]);
        changes.extend(runs.into_iter().flatten());
    }
    changes
}

/// Where a row differs from another one: first column, last column, entry.
fn runs(other: &[u16], row: &[u16]) -> Vec<[u16; 3]> {
    let mut runs: Vec<[u16; 3]> = Vec::new();
    for (column, (old, &new)) in other.iter().zip(row).enumerate() {
        if *old == new {
            continue;
        }
        match runs.last_mut() {
            // What lies between may be equal in both.
            Some([_, last, entry])
                if row[usize::from(*last)..=column].iter().all(|it| it == entry) =>
            {
                *last = number(column);
            }
            _ => runs.push([number(column), number(column), new]),
        }
    }
    runs
}

fn number(number: usize) -> u16 {
    u16::try_from(number).expect("automata with more states are refused")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_what_sets_it_apart() {
        let rows = [
            vec![0, 0, 0, 0, 0],
            vec![0, 7, 7, 7, 2],
            vec![0, 7, 5, 7, 2],
            vec![5, 5, 2, 0, 5],
            // Between the two ends of a run nothing has to differ.
            vec![5, 2, 2, 2, 5],
        ];
        let expected = [
            &[0, 2, 1, 3, 7, 4, 4, 2][..],
            &[1, 1, 2, 2, 5],
            &[0, 3, 0, 1, 5, 2, 2, 2, 4, 4, 5],
            &[3, 1, 1, 3, 2],
        ];
        assert_eq!(changes(&rows), expected.concat());
    }
}
