//! Boxes, lines and words as SVG text. Colour says where the learner stands, and so does a word in every box: the picture reads without colour.

use std::fmt::Write;

use super::layout::{BOX_HEIGHT, BOX_WIDTH, Layout, Rect, Wire};
use crate::view::{LanguageMap, NodeLine, Standing};

const MARGIN: f64 = 24.0;
const HEAD: f64 = 84.0;
/// The room for the names of tracks, left of the lanes.
const NAMES: f64 = 150.0;
const BETWEEN: f64 = 60.0;
const CORNER: f64 = 4.0;
const FONT: &str = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, sans-serif";
/// A colour per lane for its name and the lines that leave it.
const LANES: [&str; 10] = ["#3b6fb6", "#b5543c", "#3f8f5b", "#8a5bb0", "#a57c1b", "#2b8c99", "#c0528a", "#6b7a2f", "#7a5a43", "#5566cc"];

pub(super) struct Panel<'a> {
    pub map: &'a LanguageMap,
    pub layout: Layout,
}

impl Panel<'_> {
    fn width(&self) -> f64 {
        (NAMES + self.layout.width + 12.0).max(780.0)
    }
}

/// How a box looks.
struct Look {
    word: String,
    fill: &'static str,
    stroke: &'static str,
    text: &'static str,
    thick: f64,
    dashed: bool,
}

fn look(node: &NodeLine) -> Look {
    let (word, fill, stroke, text, thick) = match (node.state, node.startable) {
        (Standing::Passed, _) => (format!("passed, level {}", node.level), "#d5efd6", "#2e7d3c", "#12361a", 1.6),
        (Standing::Open, true) => ("start now".to_owned(), "#ffe9a8", "#b07a00", "#3d2a00", 2.4),
        (Standing::Open, false) => ("open".to_owned(), "#fff7dd", "#b07a00", "#3d2a00", 1.6),
        (Standing::Blocked, _) => ("blocked".to_owned(), "#f4f4f6", "#9a9aa6", "#45454f", 1.0),
    };
    Look { word, fill, stroke, text, thick, dashed: !node.startable && node.state != Standing::Passed }
}

pub(super) fn render(panels: &[Panel]) -> String {
    let width = panels.iter().map(Panel::width).sum::<f64>() + BETWEEN * (panels.len().max(1) - 1) as f64 + 2.0 * MARGIN;
    let height = panels.iter().map(|p| p.layout.height).fold(0.0, f64::max) + HEAD + 2.0 * MARGIN;
    let mut out = Canvas::default();
    out.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"{FONT}\">"
    ));
    out.line("<title>etude: the map</title>");
    out.line("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    let mut x = MARGIN;
    for panel in panels {
        out.line(&format!("<g transform=\"translate({x:.0} {MARGIN:.0})\">"));
        head(&mut out, panel);
        lanes(&mut out, panel);
        out.line(&format!("<g transform=\"translate({NAMES:.0} {HEAD:.0})\">"));
        for wire in &panel.layout.wires {
            line(&mut out, wire, LANES[lane_of(panel, wire.from) % LANES.len()]);
        }
        let nodes = panel.map.tracks.iter().flat_map(|t| &t.nodes);
        for (node, place) in nodes.zip(&panel.layout.boxes) {
            node_box(&mut out, node, place);
        }
        out.line("</g></g>");
        x += panel.width() + BETWEEN;
    }
    out.line("</svg>");
    out.text
}

fn lane_of(panel: &Panel, item: usize) -> usize {
    let mut end = 0;
    for (lane, track) in panel.map.tracks.iter().enumerate() {
        end += track.nodes.len();
        if item < end {
            return lane;
        }
    }
    0
}

/// The language and what the looks mean.
fn head(out: &mut Canvas, panel: &Panel) {
    let map = panel.map;
    out.words(0.0, 24.0, 24.0, "#1d1d24", "bold", &format!("{}: {} of {} passed", map.title, map.passed, map.all));
    let sample = |state, startable| NodeLine {
        node: String::new(),
        title: String::new(),
        depth: crate::session::Depth::D1,
        state,
        level: 1,
        startable,
        prerequisites: vec![],
        needs: vec![],
        missing: vec![],
        path: vec![],
    };
    let legend = [
        (sample(Standing::Passed, true), "passed"),
        (sample(Standing::Open, true), "can be started now"),
        (sample(Standing::Open, false), "open, needs a model"),
        (sample(Standing::Blocked, true), "blocked"),
        (sample(Standing::Blocked, false), "blocked, needs a model"),
    ];
    let mut x = 0.0;
    for (node, words) in legend {
        frame(out, &look(&node), &Rect { x, y: 42.0, width: 22.0, height: 14.0 }, 3.0);
        out.words(x + 29.0, 54.0, 12.5, "#45454f", "normal", words);
        x += 29.0 + 7.4 * words.len() as f64 + 20.0;
    }
}

fn lanes(out: &mut Canvas, panel: &Panel) {
    for (at, (track, lane)) in panel.map.tracks.iter().zip(&panel.layout.lanes).enumerate() {
        let (fill, top) = (if at % 2 == 0 { "#f8f9fc" } else { "#ffffff" }, HEAD + lane.y);
        out.line(&format!(
            "<rect x=\"-8\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
            panel.width() + 8.0,
            lane.height
        ));
        let colour = LANES[at % LANES.len()];
        out.line(&format!("<rect x=\"-8\" y=\"{top:.1}\" width=\"4\" height=\"{:.1}\" fill=\"{colour}\"/>", lane.height));
        let lines = wrap(&track.title, 17, 3);
        let mut y = top + lane.height / 2.0 - 8.0 * lines.len() as f64 + 4.0;
        for words in &lines {
            out.words(4.0, y, 13.5, colour, "bold", words);
            y += 16.5;
        }
        out.words(4.0, y, 11.5, "#6a6a75", "normal", &format!("{} of {} passed", track.passed, track.all));
    }
}

/// A line with rounded corners, and an arrow where it arrives at a box.
fn line(out: &mut Canvas, wire: &Wire, colour: &str) {
    let mut path = String::new();
    let points = &wire.points;
    for (at, (x, y)) in points.iter().enumerate() {
        let inner = at > 0 && at + 1 < points.len();
        if at == 0 {
            let _ = write!(path, "M{x:.1} {y:.1}");
        } else if inner {
            let (before, after) = (towards((*x, *y), points[at - 1]), towards((*x, *y), points[at + 1]));
            let _ = write!(path, "L{:.1} {:.1}Q{x:.1} {y:.1} {:.1} {:.1}", before.0, before.1, after.0, after.1);
        } else {
            let stop = if wire.arrives { x - 5.0 } else { *x };
            let _ = write!(path, "L{stop:.1} {y:.1}");
        }
    }
    out.line(&format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.3\"/>"));
    if let (true, Some((x, y))) = (wire.arrives, points.last()) {
        out.line(&format!("<path d=\"M{x:.1} {y:.1}l-7 -3.5v7z\" fill=\"{colour}\"/>"));
    }
}

/// A point a corner's width away, or half way where it is nearer.
fn towards(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let length = (to.0 - from.0).abs() + (to.1 - from.1).abs();
    let part = if length > 0.0 { (CORNER / length).min(0.5) } else { 0.0 };
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

fn node_box(out: &mut Canvas, node: &NodeLine, place: &Rect) {
    let look = look(node);
    out.line(&format!("<g><title>{}</title>", escaped(&tip(node))));
    frame(out, &look, place, 6.0);
    out.words(place.x + 8.0, place.y + 16.0, 12.5, look.text, "bold", &crate::text::bounded(&node.node, 10));
    out.line(&format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" text-anchor=\"end\" fill=\"{}\">{}</text>",
        place.x + BOX_WIDTH - 8.0,
        place.y + 15.5,
        look.stroke_text(),
        escaped(&look.word)
    ));
    let lines = wrap(&node.title, 27, 2);
    let first = if lines.len() == 1 { place.y + BOX_HEIGHT - 15.0 } else { place.y + 30.5 };
    for (at, words) in lines.iter().enumerate() {
        out.words(place.x + 8.0, first + 13.5 * at as f64, 10.8, look.text, "normal", words);
    }
    out.line("</g>");
}

impl Look {
    /// The border's colour, dark enough to be read.
    fn stroke_text(&self) -> &'static str {
        if self.stroke == "#9a9aa6" { "#6a6a75" } else { self.stroke }
    }
}

/// What a pointer over the box is told.
fn tip(node: &NodeLine) -> String {
    let model = if node.startable { "" } else { ", needs a model" };
    match node.state {
        Standing::Passed => format!("{}: {} (passed, level {})", node.node, node.title, node.level),
        Standing::Open => format!("{}: {} (open{model})", node.node, node.title),
        Standing::Blocked => format!("{}: {} (blocked by {}{model})", node.node, node.title, node.missing.join(", ")),
    }
}

fn frame(out: &mut Canvas, look: &Look, place: &Rect, radius: f64) {
    let dash = if look.dashed { " stroke-dasharray=\"5 3\"" } else { "" };
    out.line(&format!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{dash}/>",
        place.x, place.y, place.width, place.height, look.fill, look.stroke, look.thick
    ));
}

#[derive(Default)]
struct Canvas {
    text: String,
}

impl Canvas {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn words(&mut self, x: f64, y: f64, size: f64, colour: &str, weight: &str, words: &str) {
        let words = escaped(words);
        self.line(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{colour}\">{words}</text>"
        ));
    }
}

/// At most so many lines of so many letters; what does not fit ends in an ellipsis.
fn wrap(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(crate::text::bounded(word, width)),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    crate::text::clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_from_outside_stay_words() {
        assert_eq!(escaped("<b> & \"c\"\u{1b}[0m"), "&lt;b&gt; &amp; &quot;c&quot;");
        assert_eq!(wrap("one two three four", 9, 2), ["one two", "three…"]);
    }

    #[test]
    fn every_title_of_the_map_fits_its_box() {
        for node in crate::curriculum::nodes() {
            assert!(wrap(&node.title, 27, 9).len() <= 2, "{}: {}", node.id, node.title);
        }
    }
}
