//! Reads and writes `truth.bin`, the recorded memory after the dispatch.

use super::Case;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The recorded memory: storage buffers, then memory, then images, in the order of `case.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// The contents of each buffer or image.
    pub blocks: Vec<Vec<u8>>,
}

impl Truth {
    /// The name of the file.
    pub const FILE: &str = "truth.bin";

    /// Reads `dir/truth.bin`.
    pub fn load(dir: &Path) -> Result<Self> {
        let path = dir.join(Self::FILE);
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        Self::parse(&bytes).with_context(|| path.display().to_string())
    }

    /// Parses a record: a sequence of blocks, each a little-endian `u64` length and that many bytes.
    pub fn parse(mut bytes: &[u8]) -> Result<Self> {
        let mut blocks = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk() {
            let length = usize::try_from(u64::from_le_bytes(*length))?;
            let (block, rest) = rest.split_at_checked(length).context("a block is truncated")?;
            blocks.push(block.to_vec());
            bytes = rest;
        }
        ensure!(bytes.is_empty(), "{} extra bytes at the end", bytes.len());
        Ok(Self { blocks })
    }

    /// Fails unless the record has a block for each recorded resource of the case.
    pub(crate) fn fits(&self, case: &Case) -> Result<()> {
        let (has, wanted) = (self.blocks.len(), case.recorded().count());
        ensure!(has == wanted, "the record has {has} blocks, but the case has {wanted} buffers and images");
        Ok(())
    }

    /// Serializes the record.
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
    use crate::case::Case;

    #[test]
    fn blocks_are_length_prefixed() {
        let truth = Truth::parse(&[2, 0, 0, 0, 0, 0, 0, 0, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        assert_eq!(truth.blocks, [vec![7, 8], vec![]]);
        assert_eq!(Truth::parse(&truth.bytes()).unwrap(), truth);
    }

    #[test]
    fn records_have_a_block_per_recorded_resource() {
        let text = "about = ''\ndispatch = [1, 1, 1]\nstorage = [{ binding = 3, bytes = 4 }]";
        let case: Case = toml::from_str(text).unwrap();
        let truth = |blocks: usize| Truth { blocks: vec![vec![0; 4]; blocks] };
        assert!(truth(1).fits(&case).is_ok());
        for wrong in [0, 2] {
            let error = truth(wrong).fits(&case).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the record has {wrong} blocks")), "{error}");
        }
    }

    #[test]
    fn truncated_records_are_errors() {
        assert!(Truth::parse(&[2, 0, 0, 0, 0, 0, 0, 0, 7]).is_err());
        assert!(Truth::parse(&[2, 0, 0]).is_err());
    }
}
