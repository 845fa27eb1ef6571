//! A page of lines, areas and texts.

use crate::visible::visible;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Pixels a character of text is wide, at most, in units of its size: fonts of one width.
pub(super) const CHARACTER: f64 = 0.61;

/// Size of ordinary text, in pixels.
pub(super) const SMALL: f64 = 11.0;

/// Colours that colour-blind readers tell apart (Okabe and Ito 2008), black and yellow left out.
pub(super) const COLOURS: [&str; 6] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"];

/// For what is no kernel's.
pub(super) const GREY: &str = "#999999";
/// Inputs that are solved in closed form.
pub(super) const DARK: &str = "#444444";
/// Inputs that need nothing.
pub(super) const LIGHT: &str = "#dddddd";
/// The colour of inputs that follow from others.
pub(super) const FOLLOWS: &str = "#c5d8ea";
/// The colour of inputs that cannot be searched.
pub(super) const REFUSED: &str = "#e8a09a";

/// Which end of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The place that something takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Do the two have a point in common?
    pub(super) fn meets(&self, other: &Area) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

/// The place of a text, an upper bound.
pub(super) fn text_area(x: f64, y: f64, anchor: Anchor, size: f64, text: &str) -> Area {
    let width = CHARACTER * size * text.chars().count() as f64;
    let x = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    Area { x, y: y - 0.8 * size, width, height: size }
}

/// A page that grows downwards.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    body: String,
    /// The texts with their places, so that a test can see that none lies on another.
    pub(super) texts: Vec<(Area, String)>,
}

impl Canvas {
    /// A text; `y` is its base line.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, size: f64, text: &str) {
        let (end, weight) = match anchor {
            Anchor::Start => ("start", size > SMALL),
            Anchor::Middle => ("middle", false),
            Anchor::End => ("end", false),
        };
        let weight = if weight { " font-weight=\"bold\"" } else { "" };
        // Writing to a string does not fail.
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{end}\" font-size=\"{size}\"{weight}>{}</text>",
            escape(text)
        );
        self.texts.push((text_area(x, y, anchor, size, text), text.to_owned()));
    }

    /// A filled rectangle that stands for `class`, with what it shows as a tooltip.
    pub(super) fn bar(&mut self, area: Area, colour: &str, class: &str, title: &str) {
        let Area { x, y, width, height } = area;
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
             fill=\"{colour}\"><title>{}</title></rect>",
            escape(title)
        );
    }

    /// A line through points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str, width: f64, class: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let _ = writeln!(
            self.body,
            "<polyline class=\"{class}\" points=\"{}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>",
            points.join(" ")
        );
    }

    /// Round dots in one colour, each where another is not already, to half a pixel.
    pub(super) fn dots(
        &mut self,
        points: impl Iterator<Item = (f64, f64)>,
        colour: &str,
        size: f64,
        class: &str,
    ) {
        let half_pixels = |value: f64| (2.0 * value).round() as i64;
        let places: BTreeSet<(i64, i64)> =
            points.map(|(x, y)| (half_pixels(x), half_pixels(y))).collect();
        if places.is_empty() {
            return;
        }
        let _ = write!(self.body, "<path class=\"{class}\" d=\"");
        for (x, y) in places {
            let _ = write!(self.body, "M{} {}h0", x as f64 / 2.0, y as f64 / 2.0);
        }
        let _ = writeln!(
            self.body,
            "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{size}\" stroke-linecap=\"round\"/>"
        );
    }

    /// The file.
    pub(super) fn svg(&self, width: f64, height: f64, title: &str) -> String {
        let title = escape(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, \
             monospace\" fill=\"#222222\">\n<title>{title}</title>\n<rect width=\"{width}\" \
             height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// A text inside XML, with everything spelled in it that would act instead of being seen.
pub(in crate::output) fn escape(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A text cut to so many pixels.
pub(super) fn fitted(text: &str, pixels: f64, size: f64) -> String {
    let most = (pixels / (CHARACTER * size)) as usize;
    match text.chars().count() > most {
        false => text.to_owned(),
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
