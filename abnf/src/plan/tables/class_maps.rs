//! Chooses the maps from bytes to classes, and the tables that share one.
//!
//! A shared map saves 256 bytes, but makes the tables wider.

use crate::bytes::ByteClasses;
use std::collections::BTreeSet;

/// A named partition of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMap {
    /// The name of its static.
    pub name: String,
    /// The partition.
    pub classes: ByteClasses,
}

/// A table that reads bytes by classes.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct Reader<'a> {
    pub(in crate::plan) name: &'a str,
    /// The classes of bytes that it distinguishes.
    pub(in crate::plan) classes: &'a ByteClasses,
    /// The number of bytes by which one more class enlarges it.
    pub(in crate::plan) column: usize,
}

/// Returns the maps, and for each table the index of its map.
///
/// Greedy, from the largest table to the smallest: a table joins the map for which this costs the
/// fewest additional bytes, or gets a map of its own if that costs less. At most [`MAX_TRIED`] maps
/// are tried, so that the time is not quadratic in the tables.
pub(in crate::plan) fn class_maps(readers: &[Reader<'_>]) -> (Vec<ClassMap>, Vec<usize>) {
    let mut order: Vec<usize> = (0..readers.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(readers[i].column * readers[i].classes.count()));
    let mut groups: Vec<Group> = Vec::new();
    for reader in order {
        let Reader { classes, column, .. } = readers[reader];
        let alone = Group { classes: classes.clone(), column, readers: vec![reader] };
        let tried = groups.iter().enumerate().take(MAX_TRIED);
        match tried.map(|(i, group)| (group.cost_of(&alone), i)).min() {
            Some((cost, i)) if cost < alone.size() => groups[i].join(&alone),
            _ => groups.push(alone),
        }
    }
    let first = |group: &Group| group.readers.iter().copied().min();
    groups.sort_by_key(first);
    let mut map_of = vec![0; readers.len()];
    for (map, group) in groups.iter().enumerate() {
        for &reader in &group.readers {
            map_of[reader] = map;
        }
    }
    let mut taken = BTreeSet::new();
    let mut name = |group: &Group| {
        let base = match first(group) {
            Some(reader) if groups.len() > 1 || readers.len() == 1 => readers[reader].name,
            _ => "ALL",
        };
        let mut name = base.to_owned();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    };
    let maps = groups
        .iter()
        .map(|group| ClassMap { name: name(group), classes: group.classes.clone() })
        .collect();
    (maps, map_of)
}

/// Tables that read bytes through one map.
struct Group {
    classes: ByteClasses,
    /// The number of bytes by which one more class enlarges the tables.
    column: usize,
    readers: Vec<usize>,
}

impl Group {
    fn size(&self) -> usize {
        MAP_SIZE + self.column * self.classes.count()
    }

    /// Returns the number of bytes by which a table would enlarge all tables of the map.
    fn cost_of(&self, other: &Self) -> usize {
        let count = self.classes.refined_count(&other.classes);
        MAP_SIZE + (self.column + other.column) * count - self.size()
    }

    fn join(&mut self, other: &Self) {
        self.classes = self.classes.refined(&other.classes);
        self.column += other.column;
        self.readers.extend(&other.readers);
    }
}

/// The number of maps that are tried for a table.
const MAX_TRIED: usize = 64;

/// The size of a class map in bytes.
const MAP_SIZE: usize = 256;
