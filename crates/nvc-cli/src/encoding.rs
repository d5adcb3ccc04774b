//! Encodes a SPIR-V module for its file, as selected by glslc's option `-mfmt`.

use nvc::Artifact;
use std::fmt::Write as _;

/// Number of words per line of text.
const WORDS_PER_LINE: usize = 4;

/// The encoding of a SPIR-V module. Other outputs have only one encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Little-endian binary words.
    #[default]
    Binary,
    /// Hexadecimal numbers separated by commas, to be included in a C array.
    Numbers,
    /// Hexadecimal numbers in braces: a C initializer.
    CInitializer,
}

impl Encoding {
    /// Returns the content of the output file.
    pub fn bytes(self, artifact: &Artifact) -> Vec<u8> {
        match (self, artifact) {
            (Encoding::Numbers, Artifact::Spirv(words)) => format!("{}\n", numbers(words)).into_bytes(),
            (Encoding::CInitializer, Artifact::Spirv(words)) => {
                format!("{{{}}}\n", numbers(words)).into_bytes()
            }
            _ => artifact.to_bytes(),
        }
    }
}

fn numbers(words: &[u32]) -> String {
    let mut text = String::with_capacity(words.len() * 11);
    for (index, word) in words.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            index if index.is_multiple_of(WORDS_PER_LINE) => ",\n",
            _ => ",",
        });
        // Writing to a string cannot fail.
        _ = write!(text, "{word:#010x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_four_words_per_line() {
        let module = Artifact::Spirv(vec![0x0723_0203, 1, 2, 3, 0xffff_ffff]);
        let text = |encoding: Encoding| String::from_utf8(encoding.bytes(&module)).expect("text");
        let numbers = "0x07230203,0x00000001,0x00000002,0x00000003,\n0xffffffff";
        assert_eq!(text(Encoding::Numbers), format!("{numbers}\n"));
        assert_eq!(text(Encoding::CInitializer), format!("{{{numbers}}}\n"));
        assert_eq!(Encoding::Binary.bytes(&module), module.to_bytes());
    }
}
