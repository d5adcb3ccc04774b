//! Source lines: `OpLine` in front of what comes of a line, `OpSource` with the text.
//!
//! The ids of the files' names are the last of the module, so that a module without its lines and
//! texts is the one that is made without them.

use super::writer::{Writer, literal_text};
use crate::debug::{Source, SourceLanguage};
use nvc_diag::FileId;
use nvc_ir::function::Loc;
use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Op};

/// Bytes of text in one instruction, whose length is a 16-bit number of words.
const CHUNK: usize = 200_000;

/// A line and column of a file.
type Place = (FileId, u32, u32);

/// State of the lines of one module.
pub(super) struct Lines {
    source: Source,
    /// What holds at the end of the block so far.
    current: Option<Place>,
}

impl Lines {
    /// Lines of a source.
    pub fn new(source: Source) -> Self {
        Lines { source, current: None }
    }

    /// A block begins: no line holds.
    pub fn begin_block(&mut self) {
        self.current = None;
    }

    /// The instruction in front of one that comes from `loc`, if it takes one. The file stands in it by
    /// its number until [`finish`](Self::finish) knows its name's id.
    pub fn step(&mut self, writer: &mut Writer, loc: Loc) -> Option<dr::Instruction> {
        let place = loc.and_then(|span| {
            // Locations that no text has say nothing.
            let known = (span.file.0 as usize) < self.source.sources.files().count();
            let at = known.then(|| self.source.sources.position(span.file, span.start))?;
            Some((span.file, at.line, at.column))
        });
        if place == self.current {
            return None;
        }
        self.current = place;
        Some(match place {
            Some((file, line, column)) => {
                let operands =
                    vec![Operand::IdRef(file.0), Operand::LiteralBit32(line), Operand::LiteralBit32(column)];
                writer.instruction(Op::Line, None, None, operands)
            }
            None => writer.instruction(Op::NoLine, None, None, vec![]),
        })
    }

    /// Declares the files, and gives the lines their names' ids.
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
        let blocks = writer.module.functions.iter_mut().flat_map(|function| &mut function.blocks);
        for inst in blocks.flat_map(|block| &mut block.instructions) {
            if let (Op::Line, Some(Operand::IdRef(file))) = (inst.class.opcode, inst.operands.first_mut())
                && let Some(&id) = ids.get(*file as usize)
            {
                *file = id;
            }
        }
    }
}

/// A text in parts that fit an instruction each.
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
    fn long_texts_are_cut_between_characters() {
        let text = format!("a{}", "\u{e9}".repeat(CHUNK));
        let parts: Vec<&str> = chunks(&text).collect();
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| part.len() <= CHUNK));
        assert_eq!(parts.concat(), text);
        assert_eq!(chunks("").count(), 0);
    }
}
