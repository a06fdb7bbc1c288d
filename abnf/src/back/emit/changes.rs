//! The compact form of tables: each row as its differences from an earlier row.
//!
//! Most rows of an automaton equal another one except for a few classes, so this form takes
//! a quarter of the lines of full rows. The run-time expands the rows while it
//! is compiled.

/// The approximate number of entries compared for one table. It limits the earlier rows with which
/// a row is compared, to no less than 16.
const MAX_COMPARED: usize = 1 << 24;

/// For each row except the first, which is all 0: the number of the most similar of some earlier
/// rows, the number of ranges in which the two differ, and for each range the first column, the
/// last one and the entry.
///
/// Takes time linear in the entries of the table, times the number of rows that each row is
/// compared with.
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

/// The differences of a row from another one: first column, last column, entry.
fn runs(other: &[u16], row: &[u16]) -> Vec<[u16; 3]> {
    let mut runs: Vec<[u16; 3]> = Vec::new();
    for (column, (old, &new)) in other.iter().zip(row).enumerate() {
        if *old == new {
            continue;
        }
        match runs.last_mut() {
            // Entries between may be equal in both rows.
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
    fn a_row_is_its_differences_from_an_earlier_one() {
        let rows = [
            vec![0, 0, 0, 0, 0],
            vec![0, 7, 7, 7, 2],
            vec![0, 7, 5, 7, 2],
            vec![5, 5, 2, 0, 5],
            // Entries inside a range may be equal.
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
