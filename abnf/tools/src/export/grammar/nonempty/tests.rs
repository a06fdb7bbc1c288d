//! Rewritten grammars have the same short texts as the originals, by sets of texts that grow until nothing is
//! new.

use super::*;
use crate::sample::Random;
use abnfc::grammar::facts::nullable;
use abnfc::spec::ReadOptions;

const LENGTH: usize = 4;

type Texts = BTreeSet<Vec<u8>>;

/// Returns the texts of an expression of at most [`LENGTH`] bytes.
fn texts(expr: &Expr<RuleId>, known: &BTreeMap<RuleId, Texts>) -> Texts {
    let empty = || Texts::from([Vec::new()]);
    let joined = |before: &Texts, after: &Texts| -> Texts {
        let pairs = before.iter().flat_map(|a| after.iter().map(move |b| [&a[..], b].concat()));
        pairs.filter(|text| text.len() <= LENGTH).collect()
    };
    match expr {
        Expr::Empty => empty(),
        Expr::Set(set) => {
            let all = set.ranges().iter().flat_map(|&(low, high)| low..=high);
            all.filter_map(|value| Some(vec![u8::try_from(value).ok()?])).collect()
        }
        Expr::Rule(rule) => known.get(rule).cloned().unwrap_or_default(),
        Expr::Concat(items) => {
            items.iter().fold(empty(), |before, item| joined(&before, &texts(item, known)))
        }
        Expr::Alt(items) => items.iter().flat_map(|item| texts(item, known)).collect(),
        Expr::Repeat { min, max, body } => {
            let one = texts(body, known);
            // More repetitions than bytes add nothing after the least number.
            let most = max.unwrap_or(u32::MAX).min(min + u32::try_from(LENGTH).unwrap());
            let (mut all, mut times) = (Texts::new(), empty());
            for count in 0..=most {
                if *min <= count {
                    all.extend(times.iter().cloned());
                }
                times = joined(&times, &one);
            }
            all
        }
        Expr::Prose(_) | Expr::Error => Texts::new(),
    }
}

fn least(rules: &[(RuleId, Expr<RuleId>)]) -> BTreeMap<RuleId, Texts> {
    let mut known = BTreeMap::new();
    loop {
        let next = rules.iter().map(|(rule, expr)| (*rule, texts(expr, &known))).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

/// Returns a random expression as text.
fn random(dice: &mut Random, depth: u32) -> String {
    let leaves = ["%s\"x\"", "%s\"y\"", "\"\"", "a", "b", "c"];
    if depth == 0 || dice.below(5) == 0 {
        return (*dice.choose(&leaves).unwrap()).to_owned();
    }
    let one = random(dice, depth - 1);
    match dice.below(6) {
        0 => format!("( {one} / {} )", random(dice, depth - 1)),
        1 | 2 => format!("( {one} {} )", random(dice, depth - 1)),
        3 => format!("[ {one} ]"),
        4 => format!("*( {one} )"),
        _ => format!(
            "{}( {one} )",
            dice.choose(&["2", "1*2", "2*3", "*2", "0", "1*", "2*"]).unwrap()
        ),
    }
}

#[test]
fn rewritten_grammars_have_the_same_texts() {
    let mut dice = Random::new(1);
    for _ in 0..1000 {
        let [a, b, c] = [(); 3].map(|()| random(&mut dice, 3));
        let text = format!("a = {a}\nb = {b}\nc = {c}\n");
        let options = ReadOptions::default();
        let Ok(read) = abnfc::read("g.abnf", text.as_bytes(), &[], &options) else { continue };
        let grammar = read.resolved;
        let of_grammar = nullable(&grammar);
        let mut loops = Loops::new(&grammar, &of_grammar);
        let before: Vec<_> =
            grammar.own_rules().map(|(rule, it)| (rule, it.expr.clone())).collect();
        let mut after: Vec<_> = before
            .iter()
            .map(|(rule, expr)| (*rule, loops.definition(expr).expect("it is small")))
            .collect();
        let rest = loops.rest().expect("it is small");
        after.extend(rest.iter().map(|(new, _, expr)| (*new, expr.clone())));
        let (expected, found) = (least(&before), least(&after));
        for (rule, all) in &expected {
            assert_eq!(found[rule], *all, "{}\n{text}", grammar[*rule].name);
        }
        for (new, rule, _) in &rest {
            let mut others = expected[rule].clone();
            assert!(others.remove(&Vec::new()) && found[new] == others, "{text}");
        }
        for (_, expr) in &after {
            expr.walk(&mut |expr| {
                if let Expr::Repeat { max, body, .. } = expr
                    && *max != Some(1)
                {
                    assert!(!texts(body, &found).contains(&Vec::new()), "{text}");
                }
            });
        }
    }
}
