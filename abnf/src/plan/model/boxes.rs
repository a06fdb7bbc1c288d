//! Decides which data of nodes is in a box: types that contain themselves, other than in lists.
//!
//! First the alternatives of enums are put in boxes that contain the enum again, then the fields of
//! structs that contain the struct again all the same. So the result for a type depends on what it
//! contains alone.

use super::record_types::{Datum, NodeRecord, Records};
use crate::automata::graph;
use crate::plan::accessors::Count;

/// Puts data into boxes.
pub(super) fn with_boxes(mut records: Records) -> Records {
    let component = components(&records);
    for choice in &mut records.node_choices {
        let own = component.of(&Datum::NodeChoice(choice.choice.union));
        for (datum, is_boxed) in choice.choice.variants.iter().zip(&mut choice.boxed) {
            *is_boxed = datum.as_ref().is_some_and(|it| own.is_some() && component.of(it) == own);
        }
    }
    let component = components(&records);
    for record in &mut records.nodes {
        let own = component.of(&Datum::Node(record.node));
        for field in &mut record.fields {
            // Directly inside of data with the same component, data contains the outer data.
            field.is_boxed = field.field.count != Count::Many
                && own.is_some()
                && component.of(&field.field.datum) == own;
        }
    }
    records
}

/// The types that contain each other without boxes and lists.
struct Components {
    types: Vec<Datum>,
    /// For each type, the number of its component.
    of: Vec<usize>,
}

impl Components {
    /// Returns the component of a type. `None` if it contains no data of nodes.
    fn of(&self, datum: &Datum) -> Option<usize> {
        Some(self.of[self.types.iter().position(|it| it == datum)?])
    }
}

fn components(records: &Records) -> Components {
    let nodes = records.nodes.iter().map(|it| (Datum::Node(it.node), of_record(it)));
    let choices = records.node_choices.iter().map(|it| {
        let inside = it.choice.variants.iter().zip(&it.boxed);
        let inside = inside.filter(|(_, is_boxed)| !**is_boxed).filter_map(|it| it.0.clone());
        (Datum::NodeChoice(it.choice.union), inside.collect())
    });
    let (types, inside): (Vec<Datum>, Vec<Vec<Datum>>) = nodes.chain(choices).unzip();
    let index = |datum: &Datum| types.iter().position(|it| it == datum);
    let graph = inside.iter().map(|it| it.iter().filter_map(index).collect());
    let mut of = vec![0; types.len()];
    for (number, component) in
        graph::components(&graph.collect::<graph::Graph>()).iter().enumerate()
    {
        component.iter().for_each(|&index| of[index] = number);
    }
    Components { types, of }
}

/// Returns what a record contains by value.
fn of_record(record: &NodeRecord) -> Vec<Datum> {
    let fields = record.fields.iter().filter(|it| it.field.count != Count::Many);
    fields.map(|it| it.field.datum.clone()).collect()
}
