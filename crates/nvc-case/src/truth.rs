//! `truth.bin`: the memory that real hardware left.
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Recorded memory: each storage buffer, each memory, each image, in the order of `case.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// Bytes of each.
    pub blocks: Vec<Vec<u8>>,
}

impl Truth {
    /// Reads `dir/truth.bin`.
    pub fn load(dir: &Path) -> Result<Self> {
        let path = dir.join("truth.bin");
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        Self::parse(&bytes).with_context(|| path.display().to_string())
    }

    /// Splits a record: a little-endian `u64` length and that many bytes, again and again.
    pub fn parse(mut bytes: &[u8]) -> Result<Self> {
        let mut blocks = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk() {
            let length = usize::try_from(u64::from_le_bytes(*length))?;
            let (block, rest) = rest.split_at_checked(length).context("a block runs past the end")?;
            blocks.push(block.to_vec());
            bytes = rest;
        }
        ensure!(bytes.is_empty(), "{} stray bytes at the end", bytes.len());
        Ok(Self { blocks })
    }

    /// The record as [`parse`](Self::parse) reads it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for block in &self.blocks {
            bytes.extend((block.len() as u64).to_le_bytes());
            bytes.extend(block);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Truth;

    #[test]
    fn blocks_are_length_prefixed() {
        let truth = Truth::parse(&[2, 0, 0, 0, 0, 0, 0, 0, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        assert_eq!(truth.blocks, [vec![7, 8], vec![]]);
        assert_eq!(Truth::parse(&truth.bytes()).unwrap(), truth);
    }

    #[test]
    fn cut_records_are_refused() {
        assert!(Truth::parse(&[2, 0, 0, 0, 0, 0, 0, 0, 7]).is_err());
        assert!(Truth::parse(&[2, 0, 0]).is_err());
    }
}
