//! The memory that an engine left, as far as it is known, and the distance of another memory to it.

use crate::command::engines::first_difference;
use anyhow::{Context, Result, ensure};
use nvc_exec::case::Outputs;
use std::path::PathBuf;
use std::str::FromStr;

/// The value of `--memory`: a storage buffer that the engine left, read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Index of the storage buffer.
    number: usize,
    file: PathBuf,
}

impl FromStr for Block {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, file) = text.split_once('=').ok_or("a buffer is given as N=FILE")?;
        let number = number.parse().map_err(|_| format!("`{number}` is not the number of a buffer"))?;
        Ok(Block { number, file: file.into() })
    }
}

/// The known part of the memory that an engine left.
pub(super) enum Seen {
    /// Complete buffers, by index.
    Whole(Vec<(usize, Vec<u8>)>),
    /// The text of `--differs`: the first word that differs from the interpreter's memory, and the number of
    /// words that differ.
    Told(String),
}

/// The distance of a memory to the engine's, ordered from near to far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Near {
    /// The memory is equal to the engine's.
    Same,
    /// Number of words that differ, if fewer than without a mutation.
    But(usize),
    /// The first differing word matches the report, but the number of differing words is off by this much.
    First(usize),
}

impl Near {
    pub(super) fn words(self) -> String {
        match self {
            Near::Same => "all that the engine left:".to_owned(),
            Near::But(count) => format!("all but {count} words:"),
            Near::First(count) => format!("the first word, but the number of words is off by {count}:"),
        }
    }
}

impl Seen {
    pub(super) fn whole(blocks: &[Block]) -> Result<Self> {
        let read = |block: &Block| {
            let bytes = std::fs::read(&block.file).with_context(|| block.file.display().to_string())?;
            Ok((block.number, bytes))
        };
        blocks.iter().map(read).collect::<Result<_>>().map(Seen::Whole)
    }

    /// Returns an error if the engine cannot have left this memory, or if it equals `right`, the
    /// interpreter's memory.
    pub(super) fn check(&self, right: &Outputs) -> Result<()> {
        match self {
            Seen::Whole(blocks) => {
                for (number, bytes) in blocks {
                    let count = right.blocks.len();
                    let own = right.blocks.get(*number);
                    let own = own.with_context(|| format!("storage {number}: the program has {count}"))?;
                    let (own, given) = (own.len(), bytes.len());
                    ensure!(own == given, "storage {number} has {own} bytes, but the file {given}");
                }
                ensure!(apart(blocks, right) != Some(0), "the interpreter leaves what the engine left");
            }
            Seen::Told(words) => {
                let told = Told::read(words)
                    .with_context(|| format!("`{words}` is not a report of a difference"))?;
                let own = right.blocks.get(told.block);
                let has = own.is_some_and(|own| told.first < own.len().div_ceil(4));
                ensure!(has, "the program has no word {} in storage {}", told.first, told.block);
            }
        }
        Ok(())
    }

    /// Returns the distance of `got` if it is nearer than `right`, the interpreter's memory without a
    /// mutation.
    pub(super) fn near(&self, right: &Outputs, got: &Outputs) -> Option<Near> {
        match self {
            Seen::Whole(blocks) => {
                let (before, now) = (apart(blocks, right)?, apart(blocks, got)?);
                (now < before).then_some(if now == 0 { Near::Same } else { Near::But(now) })
            }
            Seen::Told(words) => {
                let got = first_difference(right, got)?;
                let (told, got) = (Told::read(words)?, Told::read(&got)?);
                if told == got {
                    return Some(Near::Same);
                }
                let first = Told { count: told.count, ..got };
                (first == told).then_some(Near::First(told.count.abs_diff(got.count)))
            }
        }
    }
}

/// A parsed report of [`first_difference`]: the buffer index, the number of differing words, the index of
/// the first one, and its value in both memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told<'a> {
    block: usize,
    count: usize,
    first: usize,
    words: (&'a str, &'a str),
}

impl<'a> Told<'a> {
    /// Parses a report, which may follow other text.
    fn read(words: &'a str) -> Option<Self> {
        let (_, told) = words.rsplit_once("storage ")?;
        let (block, told) = told.split_once(": ")?;
        let (count, told) = told.split_once(" words differ, the first is ")?;
        let (first, told) = told.split_once(": ")?;
        let words = told.trim_end().split_once(" in place of ")?;
        Some(Told {
            block: block.parse().ok()?,
            count: count.parse().ok()?,
            first: first.parse().ok()?,
            words,
        })
    }
}

/// Returns the number of words that differ from the engine's memory; `None` if a buffer is missing.
fn apart(seen: &[(usize, Vec<u8>)], got: &Outputs) -> Option<usize> {
    seen.iter().try_fold(0, |sum, (number, bytes)| {
        let got = got.blocks.get(*number)?;
        let words = |bytes: &[u8]| bytes.chunks(4).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (seen, got) = (words(bytes), words(got));
        let common = seen.iter().zip(&got).filter(|(seen, got)| seen != got).count();
        Some(sum + common + seen.len().abs_diff(got.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(words: &[u32]) -> Outputs {
        Outputs { blocks: vec![vec![], words.iter().flat_map(|word| word.to_le_bytes()).collect()] }
    }

    #[test]
    fn nearness_counts_words() {
        let (right, left) = (outputs(&[1, 2, 3]), outputs(&[1, 5, 6]));
        let seen = Seen::Whole(vec![(1, left.blocks[1].clone())]);
        assert_eq!(seen.near(&right, &left), Some(Near::Same));
        assert_eq!(seen.near(&right, &outputs(&[1, 5, 3])), Some(Near::But(1)));
        assert_eq!(seen.near(&right, &right), None);
        assert_eq!(seen.near(&right, &outputs(&[9, 2, 6])), None, "no fewer words differ");
    }

    #[test]
    fn a_report_is_compared_if_there_is_no_memory() {
        let (right, left) = (outputs(&[1, 2, 3]), outputs(&[1, 5, 6]));
        let told = first_difference(&right, &left).expect("they differ");
        let seen = Seen::Told(format!("vulkan:nvidia, with -O, against interp: {told}"));
        assert_eq!(seen.near(&right, &left), Some(Near::Same));
        assert_eq!(seen.near(&right, &outputs(&[1, 5, 3])), Some(Near::First(1)));
        assert_eq!(seen.near(&right, &outputs(&[1, 6, 6])), None);
    }

    #[test]
    fn blocks_are_parsed() {
        assert_eq!("1=a=b.bin".parse(), Ok(Block { number: 1, file: "a=b.bin".into() }));
        assert!("a.bin".parse::<Block>().is_err());
        assert!("x=a.bin".parse::<Block>().is_err());
    }
}
