//! The known contents of memory after an engine's run, and how much other contents differ from them.

use crate::command::engines::first_difference;
use anyhow::{Context, Result, ensure};
use nvc_exec::case::Outputs;
use std::path::PathBuf;
use std::str::FromStr;

/// The value of `--memory`: the file with the contents of a storage buffer after the engine's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BufferFile {
    /// Index of the storage buffer.
    number: usize,
    file: PathBuf,
}

impl FromStr for BufferFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, file) = text.split_once('=').ok_or("a buffer is given as N=FILE")?;
        let number = number.parse().map_err(|_| format!("`{number}` is not the number of a buffer"))?;
        Ok(BufferFile { number, file: file.into() })
    }
}

/// The known contents of memory after an engine's run.
pub(super) enum Observed {
    /// Complete buffers, by index.
    Buffers(Vec<(usize, Vec<u8>)>),
    /// The text of `--differs`: the first word that differs from the interpreter's memory, and the number of
    /// differing words in its buffer.
    Report(String),
}

/// How much the contents of memory differ from the engine's, nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Distance {
    /// The contents are equal to the engine's.
    Equal,
    /// Number of words that differ, if fewer than without a mutation.
    Words(usize),
    /// The first differing word matches the report, but the number of differing words is off by this much.
    FirstWord(usize),
}

impl Distance {
    /// Returns the heading under which mutations at this distance are printed.
    pub(super) fn heading(self) -> String {
        match self {
            Distance::Equal => "reproduces the engine's memory:".to_owned(),
            Distance::Words(count) => format!("words not reproduced: {count}:"),
            Distance::FirstWord(count) => format!(
                "reproduces the first differing word, but the number of differing words is off by {count}:"
            ),
        }
    }
}

impl Observed {
    /// Reads the buffers of `--memory`.
    pub(super) fn read(files: &[BufferFile]) -> Result<Self> {
        let read = |buffer: &BufferFile| {
            let bytes = std::fs::read(&buffer.file).with_context(|| buffer.file.display().to_string())?;
            Ok((buffer.number, bytes))
        };
        files.iter().map(read).collect::<Result<_>>().map(Observed::Buffers)
    }

    /// Returns an error if a buffer does not exist or has another size, if the report cannot be parsed or names a
    /// word that does not exist, or if the buffers equal those of `expected`, the interpreter's memory.
    pub(super) fn check(&self, expected: &Outputs) -> Result<()> {
        match self {
            Observed::Buffers(blocks) => {
                for (number, bytes) in blocks {
                    let count = expected.blocks.len();
                    let own = expected.blocks.get(*number);
                    let own = own.with_context(|| {
                        format!("storage {number} does not exist: the program has {count} storage buffers")
                    })?;
                    let (own, given) = (own.len(), bytes.len());
                    ensure!(own == given, "storage {number} has {own} bytes, but the file has {given}");
                }
                ensure!(
                    differing_words(blocks, expected) != Some(0),
                    "the given memory equals the interpreter's: there is no difference to explain"
                );
            }
            Observed::Report(text) => {
                let report = ParsedReport::parse(text)
                    .with_context(|| format!("`{text}` is not a report of a difference"))?;
                let own = expected.blocks.get(report.buffer);
                let has = own.is_some_and(|own| report.first < own.len().div_ceil(4));
                ensure!(has, "the program has no word {} in storage {}", report.first, report.buffer);
            }
        }
        Ok(())
    }

    /// Returns the distance of `got` if it is nearer than `expected`, the interpreter's memory without a
    /// mutation.
    pub(super) fn distance(&self, expected: &Outputs, got: &Outputs) -> Option<Distance> {
        match self {
            Observed::Buffers(blocks) => {
                let (before, now) = (differing_words(blocks, expected)?, differing_words(blocks, got)?);
                (now < before).then_some(if now == 0 { Distance::Equal } else { Distance::Words(now) })
            }
            Observed::Report(text) => {
                let got = first_difference(expected, got)?;
                let (report, got) = (ParsedReport::parse(text)?, ParsedReport::parse(&got)?);
                if report == got {
                    return Some(Distance::Equal);
                }
                let same_count = ParsedReport { count: report.count, ..got };
                (same_count == report).then_some(Distance::FirstWord(report.count.abs_diff(got.count)))
            }
        }
    }
}

/// A parsed report of [`first_difference`]: the buffer index, the number of differing words in that buffer, the
/// index of the first one, and its value in both memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ParsedReport<'a> {
    buffer: usize,
    count: usize,
    first: usize,
    values: (&'a str, &'a str),
}

impl<'a> ParsedReport<'a> {
    /// Parses a report, which may follow other text.
    fn parse(text: &'a str) -> Option<Self> {
        let (_, rest) = text.rsplit_once("storage ")?;
        let (buffer, rest) = rest.split_once(": ")?;
        let (count, rest) = rest.strip_prefix("words that differ: ")?.split_once(", the first at index ")?;
        let (first, rest) = rest.split_once(": ")?;
        let values = rest.trim_end().split_once(" in place of ")?;
        Some(ParsedReport {
            buffer: buffer.parse().ok()?,
            count: count.parse().ok()?,
            first: first.parse().ok()?,
            values,
        })
    }
}

/// Returns the number of words that differ from the engine's memory; `None` if a buffer is missing.
fn differing_words(observed: &[(usize, Vec<u8>)], got: &Outputs) -> Option<usize> {
    observed.iter().try_fold(0, |sum, (number, bytes)| {
        let got = got.blocks.get(*number)?;
        let words = |bytes: &[u8]| bytes.chunks(4).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (observed, got) = (words(bytes), words(got));
        let common = observed.iter().zip(&got).filter(|(observed, got)| observed != got).count();
        Some(sum + common + observed.len().abs_diff(got.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(words: &[u32]) -> Outputs {
        Outputs { blocks: vec![vec![], words.iter().flat_map(|word| word.to_le_bytes()).collect()] }
    }

    #[test]
    fn the_distance_counts_words() {
        let (expected, engine) = (outputs(&[1, 2, 3]), outputs(&[1, 5, 6]));
        let observed = Observed::Buffers(vec![(1, engine.blocks[1].clone())]);
        assert_eq!(observed.distance(&expected, &engine), Some(Distance::Equal));
        assert_eq!(observed.distance(&expected, &outputs(&[1, 5, 3])), Some(Distance::Words(1)));
        assert_eq!(observed.distance(&expected, &expected), None);
        assert_eq!(observed.distance(&expected, &outputs(&[9, 2, 6])), None, "no fewer words differ");
    }

    #[test]
    fn a_report_is_compared_if_there_is_no_memory() {
        let (expected, engine) = (outputs(&[1, 2, 3]), outputs(&[1, 5, 6]));
        let report = first_difference(&expected, &engine).expect("they differ");
        let observed = Observed::Report(format!("vulkan:nvidia, with -O, against interp: {report}"));
        assert_eq!(observed.distance(&expected, &engine), Some(Distance::Equal));
        assert_eq!(observed.distance(&expected, &outputs(&[1, 5, 3])), Some(Distance::FirstWord(1)));
        assert_eq!(observed.distance(&expected, &outputs(&[1, 6, 6])), None);
    }

    #[test]
    fn buffer_files_are_parsed() {
        assert_eq!("1=a=b.bin".parse(), Ok(BufferFile { number: 1, file: "a=b.bin".into() }));
        assert!("a.bin".parse::<BufferFile>().is_err());
        assert!("x=a.bin".parse::<BufferFile>().is_err());
    }
}
