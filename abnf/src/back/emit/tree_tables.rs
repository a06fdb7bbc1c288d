//! The file with the tables of trees.

use super::docs::inner_docs;
use super::tables::hexadecimal;
use super::{class_literal, ident, root_path};
use crate::plan::model::{Module, Shown, TreeTable};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The tables.
pub(super) fn tree_tables(module: &Module, table: &TreeTable) -> TokenStream {
    let docs = inner_docs(
        "The rules as automata that call each other, from which trees are made.\n\n\
         A state is three numbers. The first is its action: 0 ends the rule, 1 reads a byte of a\n\
         set and continues in a state, 2, 4 and 6 branch to the targets from one index up to\n\
         another, and 3 and 5 call a rule and continue in a state. 2 and 6 prefer earlier targets,\n\
         and 4 none; 6 takes the first target whenever it can read the next byte. Trees show no\n\
         rule inside of a rule that 5 calls.",
    );
    let root = root_path(module, 0);
    let trees = &table.trees;
    let number = Literal::u16_unsuffixed;
    let states = trees.states.iter().map(|state| {
        let state = state.iter().copied().map(number);
        quote! { [#(#state),*] }
    });
    let targets = trees.targets.iter().copied().map(number);
    let sets = trees.sets.iter().map(|set| class_literal(*set));
    let rules = trees.rules.iter().map(|&(start, is_nullable)| {
        let start = number(start);
        quote! { (#start, #is_nullable) }
    });
    let leaves = trees.leaves.iter().copied().map(hexadecimal);
    let before = trees.before.iter().copied().map(number);
    let last = trees.last.iter().copied().map(hexadecimal);
    let names = table.shown.iter().map(|shown| match shown {
        Shown::Rule(rule) => &module.rules[*rule].name,
        Shown::Group { name, .. } => name,
        Shown::Literal(text) => text,
    });
    let number_of = |(number, shown): (usize, &Shown)| match shown {
        Shown::Rule(rule) => {
            let is_node = table.nodes.iter().any(|node| node.number == number);
            let ty = ident(&module.rules[*rule].type_name);
            let number = Literal::usize_unsuffixed(number);
            Some((is_node, quote! { #ty = #number }))
        }
        Shown::Group { .. } | Shown::Literal(_) => None,
    };
    let rules_shown = table.shown.iter().enumerate().filter_map(number_of);
    let (nodes, others): (Vec<_>, Vec<_>) = rules_shown.partition(|it| it.0);
    let [nodes, others] = [nodes, others].map(|all| all.into_iter().map(|it| it.1));
    let set_count = Literal::usize_unsuffixed(trees.sets.len());
    quote! {
        #docs
        use #root::runtime::{chart, tree};
        pub(super) static TREES: tree::Trees = tree::Trees::new(
            chart::Grammar {
                states: &[#(#states),*],
                targets: &[#(#targets),*],
                sets: &SETS,
                rules: &[#(#rules),*],
                shown: 0,
                leaves: &[#(#leaves),*],
                before: &[#(#before),*],
                last: &[#(#last),*],
            },
            &[#(#names),*],
        );
        static SETS: [[u64; 4]; #set_count] = tree::sets([#(#sets),*]);
        tree::tree_rules!(TREES; #(#nodes),*; #(#others),*);
    }
}
