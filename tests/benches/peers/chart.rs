//! The figures as bars, in SVG: by hand, because a chart of bars is less text than the use of
//! a library that can do more.

use crate::contestant::{Checks, Mode};
use crate::corpora::Group;
use crate::results::Results;
use std::fmt::Write as _;

/// The colours of a chart.
pub(crate) struct Theme {
    /// Part of the file's name.
    pub(crate) name: &'static str,
    background: &'static str,
    text: &'static str,
    faint: &'static str,
    /// Of bars for short and long texts: ours, others.
    ours: [&'static str; 2],
    others: [&'static str; 2],
}

/// Those that the README chooses from.
pub(crate) const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        background: "#ffffff",
        text: "#1f2328",
        faint: "#d1d9e0",
        ours: ["#0969da", "#80ccff"],
        others: ["#6e7781", "#c4cbd2"],
    },
    Theme {
        name: "dark",
        background: "#0d1117",
        text: "#e6edf3",
        faint: "#30363d",
        ours: ["#58a6ff", "#1f4f8f"],
        others: ["#8b949e", "#454c55"],
    },
];

const WIDTH: f64 = 760.0;
const LEFT: f64 = 170.0;
const ROW: f64 = 30.0;
const BAR: f64 = 11.0;
const TITLE: f64 = 44.0;

/// A line of the chart: its label, and how many times faster on real and on long texts.
struct Row {
    name: String,
    ratios: [Option<f64>; 2],
    colours: [&'static str; 2],
}

/// The summaries of some modes, one below the other. Those who check nothing, or are not
/// comparable on either group, are left out. Without real texts, made ones stand for them.
pub(crate) fn chart(results: &Results, modes: &[Mode], machine: &str, theme: &Theme) -> String {
    let panels: Vec<(Mode, Vec<Row>)> = results
        .modes
        .iter()
        .filter(|(mode, _)| modes.contains(mode))
        .map(|(mode, _)| (*mode, rows(results, *mode, theme)))
        .collect();
    let all = panels.iter().flat_map(|(_, rows)| rows.iter().flat_map(|row| row.ratios));
    let most = all.flatten().fold(1.0, f64::max);
    let lines: usize = panels.iter().map(|(_, rows)| rows.len()).sum();
    let height = TITLE * count(panels.len()) + ROW * count(lines) + 52.0;
    let scale = (WIDTH - LEFT - 60.0) / most;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"{}\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{}\"/>\n",
        theme.text, theme.background
    );
    let mut y = 0.0;
    for (mode, rows) in &panels {
        let title = mode.title();
        let baseline = results.suite.baseline;
        let mut first = title.chars();
        let title: String =
            first.next().into_iter().flat_map(char::to_uppercase).chain(first).collect();
        let at = y + 28.0;
        let _ = writeln!(
            svg,
            "<text x=\"12\" y=\"{at}\" font-weight=\"600\" font-size=\"15\">{title}: times faster than {baseline}</text>"
        );
        y += TITLE;
        let (x, end) = (LEFT + scale, y + ROW * count(rows.len()) - 4.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{y}\" x2=\"{x:.1}\" y2=\"{end}\" stroke=\"{}\"/>",
            theme.faint
        );
        for row in rows {
            bars(&mut svg, row, y, scale);
            y += ROW;
        }
    }
    legend(&mut svg, y + 18.0, machine, theme);
    svg.push_str("</svg>\n");
    svg
}

fn rows(results: &Results, mode: Mode, theme: &Theme) -> Vec<Row> {
    let Some((_, figures)) = results.modes.iter().find(|it| it.0 == mode) else {
        return Vec::new();
    };
    let row = |row: usize| {
        let contestant = &results.suite.contestants[row];
        let mean = |group| results.summary(figures, group, row).map(|it| it.mean);
        let less = if matches!(contestant.checks, Checks::Less(_)) { " *" } else { "" };
        Row {
            name: format!("{}{less}", contestant.name),
            ratios: [mean(Group::Real).or(mean(Group::Made)), mean(Group::Long)],
            colours: if row == 0 { theme.ours } else { theme.others },
        }
    };
    let is_floor = |row: &usize| matches!(results.suite.contestants[*row].checks, Checks::Floor(_));
    let ranking = results.ranking(figures);
    let rows = ranking.into_iter().filter(|it| !is_floor(it)).map(row);
    rows.filter(|row| row.ratios.iter().any(Option::is_some)).collect()
}

fn bars(svg: &mut String, row: &Row, y: f64, scale: f64) {
    let (x, middle) = (LEFT - 10.0, y + BAR + 4.0);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{middle}\" text-anchor=\"end\">{}</text>", row.name);
    for ((ratio, colour), y) in row.ratios.iter().zip(row.colours).zip([y, y + BAR + 1.0]) {
        let Some(ratio) = ratio else { continue };
        let (width, baseline) = (ratio * scale, y + BAR - 1.5);
        let end = LEFT + width + 5.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{BAR}\" fill=\"{colour}\"/>\
             <text x=\"{end:.1}\" y=\"{baseline}\" font-size=\"11\">{ratio:.2}</text>"
        );
    }
}

/// What the shades mean, and where it was measured.
fn legend(svg: &mut String, y: f64, machine: &str, theme: &Theme) {
    let _ = writeln!(
        svg,
        "<rect x=\"12\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{}\"/>\
         <text x=\"27\" y=\"{y}\" font-size=\"11\">real texts</text>\
         <rect x=\"96\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{}\"/>\
         <text x=\"111\" y=\"{y}\" font-size=\"11\">texts of 2 to 8 KiB</text>\
         <text x=\"{}\" y=\"{y}\" font-size=\"11\" text-anchor=\"end\">* checks less; geometric means; {machine}</text>",
        y - 9.0,
        theme.others[0],
        y - 9.0,
        theme.others[1],
        WIDTH - 12.0
    );
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::MAX, f64::from)
}
