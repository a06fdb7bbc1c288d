//! A small automaton to SVG: states are circles, accepting states have a double line.
//!
//! The library `layout` places the states and routes the edges (layers in order of distance, few
//! crossings, positions by Brandes and Köpf). The library would draw with fixed colours; this
//! module writes classes instead, so that the page chooses the colours.

use abnfc::automata::dfa::Dfa;
use abnfc_tools::html::escaped;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::fmt::Write as _;

/// The diameter of a circle.
const DIAMETER: f64 = 36.0;

/// The margin around the picture.
const MARGIN: f64 = 8.0;

/// The minimum scale of the picture, at which its text is still legible.
const LEAST: f64 = 0.7;

/// The maximum length of a label; a longer one is cut, and its tooltip has the whole text.
const LABEL: usize = 24;

const FONT: usize = 13;

/// Draws an automaton, whose rule has this name.
pub(crate) fn picture(name: &str, dfa: &Dfa) -> String {
    let look = StyleAttr::new(Color::fast("black"), 1, None, 0, FONT);
    let sideways = Orientation::LeftToRight;
    let mut graph = VisualGraph::new(sideways);
    let size = |width| Point::new(width, width);
    let outside = ShapeKind::new_circle("");
    let outside = graph.add_node(Element::create(outside, look.clone(), sideways, size(8.0)));
    let mut nodes = Vec::new();
    for state in dfa.states() {
        let number = state.index().to_string();
        let shape = if dfa.is_accepting(state) {
            ShapeKind::new_double_circle(&number)
        } else {
            ShapeKind::new_circle(&number)
        };
        nodes.push(graph.add_node(Element::create(shape, look.clone(), sideways, size(DIAMETER))));
    }
    let arrow = |label: &str| {
        let kind = LineStyleKind::Normal;
        Arrow::new(LineEndKind::None, LineEndKind::Arrow, kind, label, &look, &None, &None)
    };
    graph.add_edge(arrow(""), outside, nodes[Dfa::START.index()]);
    for (state, edges) in dfa.edges() {
        for (set, to) in edges {
            graph.add_edge(arrow(&set.to_string()), nodes[state.index()], nodes[to.index()]);
        }
    }
    let mut drawing = Drawing::default();
    graph.do_it(false, false, false, &mut drawing);
    drawing.svg(name)
}

/// The drawn elements.
#[derive(Default)]
struct Drawing {
    lines: String,
    /// The texts, which are drawn above the lines so that no line crosses them.
    texts: String,
    /// The corners of the drawn area.
    extent: Option<(Point, Point)>,
}

const STRING: &str = "writing to a string cannot fail";

impl Drawing {
    fn svg(&self, name: &str) -> String {
        let (least, most) = self.extent.unwrap_or((Point::zero(), Point::zero()));
        let (x, y) = (least.x - MARGIN, least.y - MARGIN);
        let (width, height) = (most.x + MARGIN - x, most.y + MARGIN - y);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"automaton\" role=\"img\" \
             aria-label=\"Automaton of the rule {}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             style=\"min-width:{:.0}px\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\">\
             <defs><marker id=\"head\" viewBox=\"0 0 10 8\" refX=\"9\" refY=\"4\" markerWidth=\"9\" \
             markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\">\
             <path d=\"M0 0L10 4L0 8z\"/></marker></defs>{}{}</svg>",
            escaped(name),
            width * LEAST,
            self.lines,
            self.texts
        )
    }

    fn includes(&mut self, at: Point) {
        let (least, most) = self.extent.get_or_insert((at, at));
        *least = Point::new(least.x.min(at.x), least.y.min(at.y));
        *most = Point::new(most.x.max(at.x), most.y.max(at.y));
    }

    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        self.lines.write_fmt(words).expect(STRING);
    }
}

impl RenderBackend for Drawing {
    fn draw_circle(&mut self, at: Point, size: Point, _: &StyleAttr, _: Option<String>) {
        self.includes(Point::new(at.x - size.x / 2.0, at.y - size.y / 2.0));
        self.includes(Point::new(at.x + size.x / 2.0, at.y + size.y / 2.0));
        let radius = size.x / 2.0;
        self.put(format_args!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\"/>", at.x, at.y));
    }

    fn draw_text(&mut self, at: Point, text: &str, _: &StyleAttr) {
        if text.is_empty() {
            return;
        }
        let all: Vec<char> = text.chars().collect();
        let is_long = LABEL < all.len();
        let shown: String = all.iter().take(if is_long { LABEL - 1 } else { LABEL }).collect();
        let half = f64::from(u8::try_from(all.len().min(LABEL)).expect("it is small")) * 4.0;
        self.includes(Point::new(at.x - half, at.y - 10.0));
        self.includes(Point::new(at.x + half, at.y + 10.0));
        write!(self.texts, "<text x=\"{:.1}\" y=\"{:.1}\">", at.x, at.y).expect(STRING);
        if is_long {
            write!(self.texts, "<title>{}</title>{}…", escaped(text), escaped(&shown))
        } else {
            write!(self.texts, "{}", escaped(text))
        }
        .expect(STRING);
        self.texts.push_str("</text>");
    }

    /// The first pair is the point where the line begins and its control point, the others are
    /// control points and the points to which they belong.
    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        (at_begin, at_end): (bool, bool),
        _: &StyleAttr,
        _: Option<String>,
        _: &str,
    ) {
        let [(begin, control), (entry, end), rest @ ..] = path else { return };
        for &(a, b) in path {
            self.includes(a);
            self.includes(b);
        }
        self.put(format_args!(
            "<path d=\"M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            begin.x, begin.y, control.x, control.y, entry.x, entry.y, end.x, end.y
        ));
        for (entry, end) in rest {
            self.put(format_args!("S{:.1} {:.1} {:.1} {:.1}", entry.x, entry.y, end.x, end.y));
        }
        let head = |end, is_there| {
            if is_there { format!(" marker-{end}=\"url(#head)\"") } else { String::new() }
        };
        self.put(format_args!("\"{}{}/>", head("start", at_begin), head("end", at_end)));
    }

    // Circles and arrows do not use these.
    fn draw_rect(
        &mut self,
        _: Point,
        _: Point,
        _: &StyleAttr,
        _: Option<String>,
        _: Option<ClipHandle>,
    ) {
    }

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::picture;
    use abnfc::automata::rules::automata_of_regular;
    use abnfc::automata::superset::superset;
    use abnfc::grammar::RuleId;
    use abnfc::grammar::facts::unclear;
    use abnfc::spec::ReadOptions;
    use abnfc::text::bundled;

    /// Places that are no numbers, or a panic of the library, would show here.
    #[test]
    fn automata_of_many_shapes_are_drawn() {
        let limits = crate::grammar::limits();
        let mut drawn = 0;
        for name in ["rfc3339", "rfc3986", "rfc5234", "rfc5646", "rfc6265", "rfc6570", "rfc8141"] {
            let bundled = bundled::find(name).unwrap();
            let read = abnfc::read(
                name,
                bundled.text.as_bytes(),
                &bundled.imports(),
                &ReadOptions::default(),
            );
            let grammar = read.unwrap().resolved;
            let unclear = unclear(&grammar);
            let rules = grammar.rules().map(|(rule, _)| rule).filter(|rule| !unclear[rule.index()]);
            let rules: Vec<RuleId> = rules.collect();
            let automata =
                automata_of_regular(&grammar, &superset(&grammar, &limits), &rules, &limits);
            for rule in rules {
                let Ok(dfa) = automata.dfa(rule) else { continue };
                if 40 < dfa.state_count() {
                    continue;
                }
                let svg = picture(grammar[rule].name.as_str(), dfa);
                let picture = roxmltree::Document::parse(&svg).unwrap();
                assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
                let circles = picture.descendants().filter(|it| it.tag_name().name() == "circle");
                let accepting = dfa.states().filter(|&state| dfa.is_accepting(state));
                assert_eq!(circles.count(), 1 + dfa.state_count() + accepting.count());
                drawn += 1;
            }
        }
        assert!(200 < drawn, "{drawn}");
    }
}
