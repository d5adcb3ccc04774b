//! Draws time and memory of the families against the size of the input, as SVG.

use crate::report::{Bounds, Measured, Row};
use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

/// Size of the picture in pixels.
const SIZE: (u32, u32) = (1000, 480);

/// Number of families that the legend of a panel names: those with the largest values.
const NAMED: usize = 6;

/// Colours of the named families.
const COLOURS: [RGBColor; NAMED] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// A quantity, which has a panel of its own.
struct Quantity {
    title: &'static str,
    unit: &'static str,
    of: fn(&Measured) -> f64,
    /// Lower end of the axis. Smaller values are drawn there.
    from: f64,
    /// The bound, which is drawn as a dashed line.
    bound: f64,
}

/// Returns the chart as SVG: two panels side by side, for time and memory. Each has a line for each family measured at more
/// than one size.
pub fn draw(rows: &[Row], bounds: &Bounds) -> Result<String> {
    let quantities = [
        Quantity { title: "CPU time", unit: "s", of: |run| run.seconds, from: 0.004, bound: bounds.seconds },
        Quantity {
            title: "Memory",
            unit: "MiB",
            of: |run| run.kibibytes as f64 / 1024.0,
            from: 5.0,
            bound: bounds.mebibytes as f64,
        },
    ];
    let mut out = String::new();
    {
        let area = SVGBackend::with_string(&mut out, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let parts = area.split_evenly((1, quantities.len()));
        for (quantity, part) in quantities.iter().zip(&parts) {
            panel(part, rows, quantity)?;
        }
        area.present()?;
    }
    Ok(out)
}

/// Draws the panel of a quantity.
fn panel(area: &DrawingArea<SVGBackend<'_>, Shift>, rows: &[Row], quantity: &Quantity) -> Result<()> {
    let points = |row: &Row| -> Vec<(f64, f64)> {
        let of = |run: &Measured| (run.bytes as f64 / 1024.0, (quantity.of)(run).max(quantity.from));
        row.runs.iter().map(of).collect()
    };
    let worst = |row: &Row| row.runs.iter().map(quantity.of).fold(0.0, f64::max);
    // A family whose input has a fixed size would be a single point.
    let mut lines: Vec<&Row> = rows.iter().filter(|row| row.runs.len() > 1).collect();
    lines.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
    let (named, others) = lines.split_at(lines.len().min(NAMED));
    let caption = format!("{} ({})", quantity.title, quantity.unit);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(
            (1.0..2048.0f64).log_scale(),
            (quantity.from..quantity.bound * 2.0).log_scale(),
        )?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc("size of the input (KiB)").draw()?;
    for row in others {
        chart.draw_series(LineSeries::new(points(row), RGBColor(190, 190, 190)))?;
    }
    for (row, colour) in named.iter().zip(COLOURS) {
        chart
            .draw_series(LineSeries::new(points(row), colour.stroke_width(2)))?
            .label(row.family)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    let bound = [(1.0, quantity.bound), (2048.0, quantity.bound)];
    chart
        .draw_series(DashedLineSeries::new(bound, 6, 4, BLACK.stroke_width(1)))?
        .label("guaranteed bound")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 12))
        .draw()?;
    Ok(())
}
