//! Compares the memory after a dispatch with the recorded memory, by the rules of the test case.

use super::{Case, Truth};
use nvc_ir::half;
use serde::Deserialize;
use std::fmt;

/// The outputs of a dispatch: storage buffers, then memory, then images, in the order of `case.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outputs {
    /// The contents of each buffer or image.
    pub blocks: Vec<Vec<u8>>,
}

/// The rule by which a buffer or image is compared with the record.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq)]
#[serde(try_from = "String")]
pub enum Rule {
    /// Ignore the buffer or image.
    None,
    /// Compare the bits of 32-bit words.
    #[default]
    Exact,
    /// Compare floating-point numbers. Two numbers match if their bits are equal, if both are NaNs, or if the expected
    /// number is finite and they differ by at most `absolute + relative * |expected|`. If that tolerance is 0, -0 does
    /// not match 0.
    Float {
        /// The size of a number in bytes: 2, 4 or 8.
        bytes: usize,
        /// Absolute tolerance.
        absolute: f64,
        /// Relative tolerance.
        relative: f64,
    },
}

/// The differences between a buffer or image and the record.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The name of the buffer or image in messages.
    pub place: String,
    /// The element type: `u32`, `f16`, `f32` or `f64`.
    pub element: &'static str,
    /// The number of elements that differ.
    pub count: usize,
    /// The number of elements.
    pub total: usize,
    /// The first elements that differ, at most four.
    pub first: Vec<Sample>,
}

/// An element that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The index of the element.
    pub index: usize,
    /// The recorded element, as text; `nothing` if the record is too short.
    pub expected: String,
    /// The element after the dispatch, as text; `nothing` if the output is too short.
    pub got: String,
}

/// Maximum number of samples per [`Difference`].
const SAMPLES: usize = 4;

/// Compares the outputs of a dispatch with the record. Returns the buffers and images that differ.
pub fn compare(case: &Case, outputs: &Outputs, truth: &Truth) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut got = outputs.blocks.iter();
    let mut expected = truth.blocks.iter();
    for (place, rule) in case.recorded() {
        let got = got.next().map_or(&[][..], Vec::as_slice);
        let expected = expected.next().map_or(&[][..], Vec::as_slice);
        differences.extend(rule.difference(place, expected, got));
    }
    differences
}

impl Rule {
    /// Returns whether numbers may differ from the recorded numbers.
    pub(crate) fn has_tolerance(self) -> bool {
        matches!(self, Self::Float { absolute, relative, .. } if absolute > 0.0 || relative > 0.0)
    }

    /// Compares two buffers by this rule; `None` if they match.
    pub fn difference(self, place: String, expected: &[u8], got: &[u8]) -> Option<Difference> {
        let (element, bytes) = match self {
            Self::None => return None,
            Self::Exact => ("u32", 4),
            Self::Float { bytes: 2, .. } => ("f16", 2),
            Self::Float { bytes: 8, .. } => ("f64", 8),
            Self::Float { .. } => ("f32", 4),
        };
        let total = expected.len().max(got.len()).div_ceil(bytes);
        let mut difference = Difference { place, element, count: 0, total, first: Vec::new() };
        for index in 0..total {
            let (expected, got) = (chunk(expected, index, bytes), chunk(got, index, bytes));
            if !self.same(expected, got) {
                difference.count += 1;
                if difference.first.len() < SAMPLES {
                    let (expected, got) = (self.show(expected), self.show(got));
                    difference.first.push(Sample { index, expected, got });
                }
            }
        }
        (difference.count > 0).then_some(difference)
    }

    fn same(self, expected: &[u8], got: &[u8]) -> bool {
        let Self::Float { absolute, relative, .. } = self else { return expected == got };
        match (number(expected), number(got)) {
            (Some(want), Some(have)) => {
                let tolerance = absolute + relative * want.abs();
                expected == got
                    || (want.is_nan() && have.is_nan())
                    || (want.is_finite() && tolerance > 0.0 && (have - want).abs() <= tolerance)
            }
            _ => expected == got,
        }
    }

    fn show(self, element: &[u8]) -> String {
        if element.is_empty() {
            return "nothing".to_owned();
        }
        match (self, number(element)) {
            // Debug format, because Display does not write the sign of -0.
            (Self::Float { .. }, Some(value)) => format!("{value:?}"),
            _ => {
                let digits: String = element.iter().rev().map(|byte| format!("{byte:02x}")).collect();
                format!("0x{digits}")
            }
        }
    }
}

/// Returns the bytes of element `index`: fewer at the end of the data, none beyond it.
fn chunk(data: &[u8], index: usize, bytes: usize) -> &[u8] {
    let start = (index * bytes).min(data.len());
    &data[start..(start + bytes).min(data.len())]
}

/// Decodes a floating-point number of 2, 4 or 8 bytes.
fn number(element: &[u8]) -> Option<f64> {
    if let Ok(bytes) = element.try_into() {
        return Some(half::to_f64(u16::from_le_bytes(bytes)));
    }
    if let Ok(bytes) = element.try_into() {
        return Some(f64::from(f32::from_le_bytes(bytes)));
    }
    element.try_into().ok().map(f64::from_le_bytes)
}

impl TryFrom<String> for Rule {
    type Error = String;

    fn try_from(rule: String) -> Result<Self, String> {
        parse(&rule).ok_or_else(|| format!("unknown compare rule {rule:?}"))
    }
}

fn parse(rule: &str) -> Option<Rule> {
    let mut fields = rule.split(':').map(str::trim);
    let bytes = match fields.next()? {
        "exact" => return fields.next().is_none().then_some(Rule::Exact),
        "none" => return fields.next().is_none().then_some(Rule::None),
        "f16" => 2,
        "f32" => 4,
        "f64" => 8,
        _ => return None,
    };
    let mut tolerance =
        || fields.next()?.parse().ok().filter(|bound: &f64| bound.is_finite() && *bound >= 0.0);
    let (absolute, relative) = (tolerance()?, tolerance()?);
    fields.next().is_none().then_some(Rule::Float { bytes, absolute, relative })
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, element, count, total, first } = self;
        write!(f, "{place}: {count} of {total} elements differ")?;
        for Sample { index, expected, got } in first {
            write!(f, "\n  {element}[{index}]: expected {expected}, got {got}")?;
        }
        if *count > first.len() {
            write!(f, "\n  ...")?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
