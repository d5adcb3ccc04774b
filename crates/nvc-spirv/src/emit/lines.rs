//! Emits source lines: `OpLine` before instructions, and `OpSource` with the contents of the files.
//!
//! The ids of the file names are the last ids of the module. As a result, stripping debug information
//! restores exactly the module that would be emitted without it.

use super::writer::{Writer, literal_text};
use crate::debug::{Source, SourceLanguage};
use nvc_diag::FileId;
use nvc_ir::function::Loc;
use rspirv::dr::Operand;
use spirv::{Op, Word};

/// Maximum length in bytes of the text in one instruction. SPIR-V limits an instruction to 65,535 words.
const CHUNK: usize = 200_000;

/// A line and column of a file.
type Place = (FileId, u32, u32);

/// State of source lines during the emission of a module.
pub(super) struct Lines {
    source: Source,
    /// The line in effect at the insertion point.
    current: Option<Place>,
    /// The positions of the `OpLine`s in the functions, in words.
    positions: Vec<usize>,
}

impl Lines {
    /// Creates the state, with no line in effect.
    pub fn new(source: Source) -> Self {
        Lines { source, current: None, positions: Vec::new() }
    }

    /// Starts a block. No line is in effect at the start of a block.
    pub fn begin_block(&mut self) {
        self.current = None;
    }

    /// Emits the line instruction before an instruction from `loc`, if the line changes. Its first operand is a file number,
    /// which [`finish`](Self::finish) replaces with the id of the file's name.
    pub fn step(&mut self, writer: &mut Writer, loc: Loc) {
        let place = loc.and_then(|span| {
            // Locations outside the known files are ignored.
            let known = (span.file.index() as usize) < self.source.sources.files().count();
            let at = known.then(|| self.source.sources.position(span.file, span.start))?;
            Some((span.file, at.line, at.column))
        });
        if place == self.current {
            return;
        }
        self.current = place;
        match place {
            Some((file, line, column)) => {
                self.positions.push(writer.functions.len());
                let operands = vec![
                    Operand::IdRef(file.index()),
                    Operand::LiteralBit32(line),
                    Operand::LiteralBit32(column),
                ];
                writer.push(Op::Line, None, None, operands);
            }
            None => writer.push(Op::NoLine, None, None, vec![]),
        }
    }

    /// Declares the files and replaces the file numbers in lines with the ids of the file names.
    pub fn finish(self, writer: &mut Writer) {
        let (language, version) = match self.source.language {
            SourceLanguage::Assembly => (spirv::SourceLanguage::Unknown, 0),
            SourceLanguage::Glsl(version) => (spirv::SourceLanguage::GLSL, version),
        };
        let mut ids = Vec::new();
        for (file, source) in self.source.sources.files() {
            let name = writer.string(super::literal(self.source.name(file)));
            ids.push(name);
            let mut chunks = chunks(&source.text);
            let first = chunks.next().unwrap_or_default();
            let operands = vec![
                Operand::SourceLanguage(language),
                Operand::LiteralBit32(version),
                Operand::IdRef(name),
                literal_text(first),
            ];
            let inst = writer.instruction(Op::Source, None, None, operands);
            writer.module.debug_string_source.push(inst);
            for chunk in chunks {
                let inst = writer.instruction(Op::SourceContinued, None, None, vec![literal_text(chunk)]);
                writer.module.debug_string_source.push(inst);
            }
        }
        let replace = |file: &mut Word| {
            if let Some(&id) = ids.get(*file as usize) {
                *file = id;
            }
        };
        for position in self.positions {
            // After the opcode.
            writer.functions.get_mut(position + 1).into_iter().for_each(replace);
        }
        let lines = writer.listing.iter_mut().flatten().filter(|inst| inst.class.opcode == Op::Line);
        for inst in lines {
            if let Some(Operand::IdRef(file)) = inst.operands.first_mut() {
                replace(file);
            }
        }
    }
}

/// Splits a text into chunks that fit into one instruction each.
fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = rest.len().min(CHUNK);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (chunk, tail) = rest.split_at(end);
        rest = tail;
        Some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_split_between_characters() {
        let text = format!("a{}", "\u{e9}".repeat(CHUNK));
        let parts: Vec<&str> = chunks(&text).collect();
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| part.len() <= CHUNK));
        assert_eq!(parts.concat(), text);
        assert_eq!(chunks("").count(), 0);
    }
}
