//! What an engine left, as far as it is known, and how near a memory comes to it.

use crate::command::engines::first_difference;
use anyhow::{Context, Result};
use nvc_case::Outputs;
use std::path::PathBuf;
use std::str::FromStr;

/// A buffer that an engine left, in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its number.
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

/// What an engine left.
pub(super) enum Seen {
    /// Buffers, by their numbers.
    Whole(Vec<(usize, Vec<u8>)>),
    /// The first word that differs from what is right, and how many do.
    Told(String),
}

/// How near a memory comes to what an engine left; the nearest is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Near {
    /// All is as the engine left it.
    Same,
    /// So many words are another; fewer than of what is right.
    But(usize),
    /// The first word is as the engine left it. How many more or fewer words are wrong.
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

    /// Whether a memory is what the engine left; not known where little was told.
    pub(super) fn is(&self, got: &Outputs) -> bool {
        matches!(self, Seen::Whole(blocks) if apart(blocks, got) == Some(0))
    }

    /// How near a memory comes, if it comes nearer than what is `right`.
    pub(super) fn near(&self, right: &Outputs, got: &Outputs) -> Option<Near> {
        match self {
            Seen::Whole(blocks) => {
                let (before, now) = (apart(blocks, right)?, apart(blocks, got)?);
                (now < before).then_some(if now == 0 { Near::Same } else { Near::But(now) })
            }
            Seen::Told(words) => {
                let told = first_difference(right, got)?;
                if words.contains(&told) {
                    return Some(Near::Same);
                }
                let (_, first) = told.split_once("the first is ")?;
                let off = count(&told)?.abs_diff(count(words)?);
                words.ends_with(first).then_some(Near::First(off))
            }
        }
    }
}

/// The number of words that differ, as [`first_difference`] tells it.
fn count(words: &str) -> Option<usize> {
    words.split_once(" words differ")?.0.rsplit(' ').next()?.parse().ok()
}

/// The words that a memory has otherwise than an engine; none if a buffer is missing.
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
    fn nearer_memory_is_told_by_its_words() {
        let (right, left) = (outputs(&[1, 2, 3]), outputs(&[1, 5, 6]));
        let seen = Seen::Whole(vec![(1, left.blocks[1].clone())]);
        assert_eq!(seen.near(&right, &left), Some(Near::Same));
        assert_eq!(seen.near(&right, &outputs(&[1, 5, 3])), Some(Near::But(1)));
        assert_eq!(seen.near(&right, &right), None);
        assert_eq!(seen.near(&right, &outputs(&[9, 2, 6])), None, "as many are wrong as before");
    }

    #[test]
    fn what_was_told_is_compared_where_there_is_no_memory() {
        let (right, left) = (outputs(&[1, 2, 3]), outputs(&[1, 5, 6]));
        let told = first_difference(&right, &left).expect("they differ");
        let seen = Seen::Told(format!("vulkan:nvidia, with -O, against interp: {told}"));
        assert_eq!(seen.near(&right, &left), Some(Near::Same));
        assert_eq!(seen.near(&right, &outputs(&[1, 5, 3])), Some(Near::First(1)));
        assert_eq!(seen.near(&right, &outputs(&[1, 6, 6])), None);
    }

    #[test]
    fn blocks_are_read() {
        assert_eq!("1=a=b.bin".parse(), Ok(Block { number: 1, file: "a=b.bin".into() }));
        assert!("a.bin".parse::<Block>().is_err());
        assert!("x=a.bin".parse::<Block>().is_err());
    }
}
