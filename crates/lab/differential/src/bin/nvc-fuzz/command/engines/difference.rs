//! Describes the first difference between two memory contents.

use nvc_exec::case::Outputs;

/// Describes the first differing word and counts the differing words of its buffer; or, if the numbers of buffers
/// differ, says only that. Returns `None` if the contents are equal.
pub(crate) fn first_difference(expected: &Outputs, got: &Outputs) -> Option<String> {
    if expected.blocks.len() != got.blocks.len() {
        return Some(format!("{} buffers in place of {}", got.blocks.len(), expected.blocks.len()));
    }
    let mut blocks = expected.blocks.iter().zip(&got.blocks).enumerate();
    blocks.find_map(|(block, (expected, got))| {
        let count = expected.len().max(got.len()).div_ceil(4);
        let differing: Vec<usize> = (0..count).filter(|&at| word(expected, at) != word(got, at)).collect();
        differing.first().map(|&at| {
            format!(
                "storage {block}: words that differ: {}, the first at index {at}: {} in place of {}",
                differing.len(),
                show(word(got, at)),
                show(word(expected, at)),
            )
        })
    })
}

/// Returns the 4-byte word at an index. The last word may be shorter; past the end the slice is empty.
fn word(bytes: &[u8], at: usize) -> &[u8] {
    let start = (at * 4).min(bytes.len());
    &bytes[start..(start + 4).min(bytes.len())]
}

fn show(word: &[u8]) -> String {
    if word.is_empty() {
        return "nothing".to_owned();
    }
    word.iter().rev().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(blocks: &[&[u8]]) -> Outputs {
        Outputs { blocks: blocks.iter().map(|block| block.to_vec()).collect() }
    }

    #[test]
    fn the_first_word_is_reported() {
        let (a, b) = (outputs(&[&[0; 8], &[0; 8]]), outputs(&[&[0; 8], &[0, 0, 0, 0, 1, 2, 0, 0]]));
        let report = first_difference(&a, &b).expect("they differ");
        assert_eq!(
            report,
            "storage 1: words that differ: 1, the first at index 1: 0x00000201 in place of 0x00000000"
        );
        assert_eq!(first_difference(&a, &a), None);
    }

    #[test]
    fn different_lengths_differ() {
        let (a, b) = (outputs(&[&[0; 8]]), outputs(&[&[0; 4]]));
        let report = first_difference(&a, &b).expect("they differ");
        assert!(report.ends_with("nothing in place of 0x00000000"), "{report}");
        assert!(first_difference(&a, &outputs(&[])).is_some());
    }
}
