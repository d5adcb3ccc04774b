//! A horizontal bar chart of ratios, with the range of each.

use anyhow::{Result, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Width of the picture in pixels.
const WIDTH: u32 = 960;
/// Width of the labels to the left of the bars.
const LABELS: u32 = 360;
/// Height of a bar, with the space around it.
const BAR: u32 = 42;
/// Height of a line of text.
const LINE: u32 = 20;
/// Number of bars that a reader can take in.
const MOST: usize = 8;
/// Colour of the bars.
const FILL: RGBColor = RGBColor(86, 180, 233);
/// Font of all texts.
const FONT: &str = "sans-serif";

/// A chart. All values are ratios: 1 is drawn as a dashed line.
pub struct Chart {
    pub title: String,
    /// What the horizontal axis shows, with its unit and the better direction.
    pub axis: String,
    /// From top to bottom.
    pub bars: Vec<Bar>,
    /// Lines below the chart: the machine, versions, what the ranges are.
    pub caption: Vec<String>,
}

/// A value and its range.
pub struct Bar {
    pub label: String,
    pub value: f64,
    pub range: Option<(f64, f64)>,
}

impl Chart {
    /// Returns the chart as SVG.
    pub fn draw(&self) -> Result<String> {
        ensure!((1..=MOST).contains(&self.bars.len()), "a chart of {} bars", self.bars.len());
        let count = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
        let bars = 4 * LINE + BAR * count(self.bars.len());
        let caption = LINE * (count(self.caption.len()) + 1);
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (WIDTH, bars + caption)).into_drawing_area();
            // White, because the page may be dark.
            area.fill(&WHITE)?;
            let (upper, lower) = area.split_vertically(bars);
            self.draw_bars(&upper)?;
            for (line, y) in self.caption.iter().zip((LINE / 2..).step_by(LINE as usize)) {
                lower.draw(&Text::new(line.as_str(), (12, i32::try_from(y)?), font(15, &BLACK.mix(0.75))))?;
            }
            area.present()?;
        }
        Ok(svg)
    }

    fn draw_bars(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<()> {
        let end = |bar: &Bar| bar.range.map_or(bar.value, |(_, max)| max.max(bar.value));
        let longest = self.bars.iter().map(end).fold(1.0, f64::max);
        let count = self.bars.len();
        let last = count.saturating_sub(1);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, font(21, &BLACK))
            .margin_left(12)
            .margin_right(12)
            .margin_top(8)
            .x_label_area_size(2 * LINE + 4)
            .y_label_area_size(LABELS)
            // The values are written to the right of the bars.
            .build_cartesian_2d(0.0..longest * 1.12, (0..last).into_segmented())?;
        let label = |segment: &SegmentValue<usize>| match segment {
            SegmentValue::CenterOf(index) => {
                self.bars.get(last - index).map(|bar| bar.label.clone()).unwrap_or_default()
            }
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc(&self.axis)
            .axis_desc_style(font(17, &BLACK))
            .x_label_style(font(15, &BLACK))
            .y_label_style(font(17, &BLACK))
            .x_label_formatter(&|value| {
                if longest < 5.0 { format!("{value:.1}") } else { format!("{value:.0}") }
            })
            .y_label_formatter(&label)
            .draw()?;
        let one = [(1.0, SegmentValue::Exact(0)), (1.0, SegmentValue::Last)];
        for (bar, index) in self.bars.iter().zip((0..count).rev()) {
            let corners = [(0.0, SegmentValue::Exact(index)), (bar.value, SegmentValue::Exact(index + 1))];
            let mut rectangle = Rectangle::new(corners, FILL.filled());
            rectangle.set_margin(9, 9, 0, 0);
            chart.draw_series([rectangle])?;
            let middle = SegmentValue::CenterOf(index);
            if let Some((min, max)) = bar.range {
                let ends = [(min, middle.clone()), (max, middle.clone())];
                chart.draw_series(ends.clone().map(|at| Circle::new(at, 3, BLACK.filled())))?;
                chart.draw_series([PathElement::new(ends, BLACK.stroke_width(1))])?;
            }
            let text = number(bar.value);
            let style = font(17, &BLACK).pos(Pos::new(HPos::Left, VPos::Center));
            let at = EmptyElement::at((end(bar), middle)) + Text::new(text, (8, 0), style);
            chart.draw_series([at])?;
        }
        chart.draw_series(DashedLineSeries::new(one, 5, 4, BLACK.mix(0.6).stroke_width(1)))?;
        Ok(())
    }
}

/// Returns a style for text of this size. SVG viewers choose the font.
fn font<'a>(size: i32, colour: &impl Color) -> TextStyle<'a> {
    (FONT, size).into_font().color(colour)
}

/// Formats a ratio with about three digits.
fn number(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(bars: usize) -> Chart {
        let bar = |index| Bar { label: format!("bar {index}"), value: 2.5, range: Some((1.0, 30.0)) };
        Chart {
            title: "a title".to_owned(),
            axis: "an axis".to_owned(),
            bars: (0..bars).map(bar).collect(),
            caption: vec!["a machine".to_owned()],
        }
    }

    #[test]
    fn charts_have_their_texts() -> Result<()> {
        let svg = chart(2).draw()?;
        for text in ["a title", "an axis", "bar 0", "bar 1", "2.50", "a machine"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        Ok(())
    }

    #[test]
    fn charts_have_few_bars() {
        assert!(chart(MOST).draw().is_ok());
        assert!(chart(MOST + 1).draw().is_err());
        assert!(chart(0).draw().is_err());
    }
}
