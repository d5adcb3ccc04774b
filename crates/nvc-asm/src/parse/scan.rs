//! Parses instructions and the usual declarations directly, without the grammar.
//!
//! Almost every statement of a program is an instruction, and pest takes several times as long for one as this
//! scanner: pest records a pair of tokens for each rule that matched, and the pairs are then converted. The grammar
//! still defines the language and reports all syntax errors. The scanner returns `None` for statements that it cannot
//! parse: those with errors, and those with comments, line breaks or other white space where programs rarely have it.
//! A test compares its results with those of the grammar.

mod declaration;

pub(super) use declaration::{Scanned as ScannedDeclaration, declaration, option};

use nvc_diag::{Limit, Span};
use smallvec::SmallVec;
use std::sync::Arc;

use super::Cx;
use super::raw::{Call, Group, Part, Path, Primary, Raw, RawIndex, RawValue, literal};
use crate::ast::{ConstVector, Ident, Literal, Number, Range};
use crate::table::{Opcode, Suffix};

/// An instruction before its mnemonic and operands are interpreted.
pub(super) struct Scanned<'t> {
    /// The mnemonic, and what it means.
    pub(super) mnemonic: Ident<'t>,
    pub(super) opcode: (Opcode, Suffix),
    /// The names of the modifiers.
    pub(super) modifiers: SmallVec<[Ident<'t>; 4]>,
    /// Offset of the semicolon.
    pub(super) semi: usize,
    /// Offset after the last token before the semicolon.
    pub(super) end: usize,
}

/// Parses the instruction at the start of `cx.source`, and replaces the content of `operands` by its operands. Returns `None`
/// also if it is longer than the limit.
pub(super) fn instruction<'t>(cx: &Cx<'t, '_>, operands: &mut Vec<Raw<'t>>) -> Option<Scanned<'t>> {
    operands.clear();
    let bytes = cx.source.as_bytes();
    let bytes = bytes.get(..cx.diags.limit(Limit::StatementBytes)).unwrap_or(bytes);
    let mut scanner = Scanner { cx, bytes, at: 0 };
    let mnemonic = scanner.name()?;
    // Statements that begin with any other word are of another kind.
    let opcode = Opcode::find_with_suffix(mnemonic.text)?;
    let mut modifiers = SmallVec::new();
    while scanner.accept(b'.') {
        modifiers.push(scanner.name()?);
    }
    let mut end = scanner.at;
    scanner.spaces();
    if scanner.peek()? != b';' {
        loop {
            operands.push(scanner.operand()?);
            end = scanner.at;
            scanner.spaces();
            if !scanner.accept(b',') {
                break;
            }
            scanner.spaces();
        }
    }
    let semi = scanner.at;
    scanner.accept(b';').then_some(Scanned { mnemonic, opcode, modifiers, semi, end })
}

/// Scans the source of a statement. Unless its doc says otherwise, a method is named after its rule in the grammar, but does
/// not skip the white space after it.
struct Scanner<'s, 't, 'd> {
    cx: &'s Cx<'t, 'd>,
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'_, 't, '_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips a byte if it is next.
    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.accept(byte).then_some(())
    }

    fn spaces(&mut self) {
        while self.accept(b' ') {}
    }

    /// Skips bytes while `belongs` holds, and returns how many.
    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        self.at += count;
        count
    }

    fn span_from(&self, start: usize) -> Span {
        self.cx.span(start, self.at)
    }

    /// Returns the text from `start`, which is ASCII.
    fn text_from(&self, start: usize) -> &'t str {
        self.cx.source.get(start..self.at).unwrap_or_default()
    }

    fn name(&mut self) -> Option<Ident<'t>> {
        let start = self.at;
        if !self.peek().is_some_and(is_letter) {
            return None;
        }
        self.skip_while(is_word);
        Some(Ident { text: self.text_from(start), span: self.span_from(start) })
    }

    /// Scans a `dotted` token without spaces around its dots.
    fn dotted(&mut self, mut each: impl FnMut(Ident<'t>)) -> Option<()> {
        each(self.name()?);
        while self.accept(b'.') {
            each(self.name()?);
        }
        Some(())
    }

    fn operand(&mut self) -> Option<Raw<'t>> {
        match self.peek()? {
            b'(' => self.group().map(Raw::Group),
            _ => self.value().map(Raw::Value),
        }
    }

    fn value(&mut self) -> Option<RawValue<'t>> {
        let start = self.at;
        match self.peek()? {
            byte if is_letter(byte) => {
                let path = self.path()?;
                let at = self.at;
                self.spaces();
                let primary = if self.peek() == Some(b'(') {
                    let (arguments, suffix) = (self.group()?, self.suffix()?);
                    Primary::Call(Box::new(Call { path, arguments, suffix }))
                } else {
                    self.at = at;
                    Primary::Path(path)
                };
                Some(self.plain(primary, start))
            }
            b'0'..=b'9' => match self.target() {
                Some(target) => Some(self.plain(Primary::Target(target), start)),
                None => self.argument(),
            },
            _ => self.argument(),
        }
    }

    /// Scans a value that may be in a group: it is neither a call nor a target.
    fn argument(&mut self) -> Option<RawValue<'t>> {
        let start = self.at;
        let sign = self.sign();
        let mut value = if self.accept(b'|') {
            let value = self.value_inside()?;
            self.expect(b'|')?;
            RawValue { inner_sign: value.sign, absolute: true, ..value }
        } else {
            let primary = self.primary(sign.is_none())?;
            self.plain(primary, start)
        };
        value.sign = sign;
        value.span = self.span_from(start);
        Some(value)
    }

    /// Scans a sign that is not part of a number. Returns whether it is a minus.
    fn sign(&mut self) -> Option<bool> {
        let sign = self.peek().filter(|byte| matches!(byte, b'+' | b'-') && !self.is_number())?;
        self.at += 1;
        self.spaces();
        Some(sign == b'-')
    }

    /// Scans the operand between the bars of `| |`.
    fn value_inside(&mut self) -> Option<RawValue<'t>> {
        let start = self.at;
        let sign = self.sign();
        let primary = self.primary(sign.is_none())?;
        Some(RawValue { sign, ..self.plain(primary, start) })
    }

    /// Scans a path, a vector or, unless a separate sign precedes it, a number.
    fn primary(&mut self, number: bool) -> Option<Primary<'t>> {
        match self.peek()? {
            b'{' => Some(Primary::Vector(self.vector()?, self.suffix()?)),
            byte if is_letter(byte) => self.path().map(Primary::Path),
            _ if number => self.number().map(Primary::Number),
            _ => None,
        }
    }

    /// Returns a value without signs that ends here.
    fn plain(&self, primary: Primary<'t>, start: usize) -> RawValue<'t> {
        let span = self.span_from(start);
        RawValue { sign: None, absolute: false, inner_sign: None, primary, span }
    }

    /// Scans an optional suffix of one name. The outer `None` means that there are more names.
    #[allow(clippy::option_option, reason = "the outer option is the result of every method here")]
    fn suffix(&mut self) -> Option<Option<Ident<'t>>> {
        if !self.accept(b'.') {
            return Some(None);
        }
        let name = self.name()?;
        (self.peek() != Some(b'.')).then_some(Some(name))
    }

    fn target(&mut self) -> Option<Ident<'t>> {
        let start = self.at;
        self.skip_while(is_word);
        let text = self.text_from(start);
        if matches!(text, "1D" | "2D" | "3D" | "2DMS") {
            return Some(Ident { text, span: self.span_from(start) });
        }
        self.at = start;
        None
    }

    fn path(&mut self) -> Option<Path<'t>> {
        let start = self.at;
        let mut parts: SmallVec<[Part<'t>; 2]> = SmallVec::new();
        self.dotted(|name| parts.push(Part { name, index: Vec::new() }))?;
        while self.accept(b'[') {
            let index = self.index(self.at - 1)?;
            let indices = &mut parts.last_mut()?.index;
            // Most names have one index.
            indices.reserve_exact(1);
            indices.push(index);
            if self.accept(b'.') {
                self.dotted(|name| parts.push(Part { name, index: Vec::new() }))?;
            }
        }
        Some(Path { parts, span: self.span_from(start) })
    }

    /// Scans an index after its bracket, which is at `open`.
    fn index(&mut self, open: usize) -> Option<RawIndex<'t>> {
        if self.peek()?.is_ascii_digit() {
            let first = self.integer()?;
            self.spaces();
            let range = self.accept(b'.');
            let mut last = first;
            if range {
                self.expect(b'.')?;
                self.spaces();
                last = self.integer()?;
                self.spaces();
            }
            self.expect(b']')?;
            return Some(RawIndex::Range(Range { first, last, range, span: self.span_from(open) }));
        }
        let name = self.name()?;
        let component = self.suffix()?;
        self.spaces();
        let mut offset = 0;
        if let Some(sign @ (b'+' | b'-')) = self.peek() {
            self.at += 1;
            self.spaces();
            let magnitude = i64::try_from(self.integer()?).unwrap_or(i64::MAX);
            offset = if sign == b'-' { -magnitude } else { magnitude };
            self.spaces();
        }
        self.expect(b']')?;
        Some(RawIndex::Register { name, component, offset, span: self.span_from(open) })
    }

    fn group(&mut self) -> Option<Group<'t>> {
        let start = self.at;
        self.expect(b'(')?;
        let mut items = Vec::new();
        loop {
            items.push(self.argument()?);
            self.spaces();
            if !self.accept(b',') {
                break;
            }
            self.spaces();
        }
        self.expect(b')')?;
        Some(Group { items, span: self.span_from(start) })
    }

    fn vector(&mut self) -> Option<Arc<ConstVector>> {
        let start = self.at;
        self.expect(b'{')?;
        self.spaces();
        let mut items = SmallVec::new();
        loop {
            // The grammar reports a fifth component.
            if items.len() == 4 {
                return None;
            }
            items.push(self.number()?);
            self.spaces();
            if !self.accept(b',') {
                break;
            }
            self.spaces();
        }
        self.expect(b'}')?;
        Some(Arc::new(ConstVector { items, span: self.span_from(start) }))
    }

    /// Returns whether a number follows the sign that is next.
    fn is_number(&self) -> bool {
        let after = self.bytes.get(self.at + 1..).unwrap_or_default();
        after.iter().find(|&&byte| byte != b' ').is_some_and(|&byte| byte.is_ascii_digit() || byte == b'.')
    }

    fn number(&mut self) -> Option<Literal> {
        let start = self.at;
        if let Some(b'+' | b'-') = self.peek() {
            self.at += 1;
            self.spaces();
        }
        if !self.hexadecimal()? {
            let whole = self.skip_while(|byte| byte.is_ascii_digit());
            // The first dot of `0..3` is not part of the number.
            if self.peek() == Some(b'.') && self.bytes.get(self.at + 1) != Some(&b'.') {
                self.at += 1;
                let fraction = self.skip_while(|byte| byte.is_ascii_digit());
                if whole + fraction == 0 {
                    return None;
                }
            } else if whole == 0 {
                return None;
            }
            if let Some(b'e' | b'E') = self.peek() {
                self.at += 1;
                if let Some(b'+' | b'-') = self.peek() {
                    self.at += 1;
                }
                if self.skip_while(|byte| byte.is_ascii_digit()) == 0 {
                    return None;
                }
            }
        }
        if self.peek().is_some_and(is_word) {
            return None;
        }
        literal(self.text_from(start), self.span_from(start))
    }

    fn integer(&mut self) -> Option<u64> {
        let start = self.at;
        if !self.hexadecimal()? && self.skip_while(|byte| byte.is_ascii_digit()) == 0
            || self.peek().is_some_and(is_word)
        {
            return None;
        }
        match literal(self.text_from(start), self.span_from(start))?.value {
            Number::Int(value) => Some(value),
            Number::Float(_) => None,
        }
    }

    /// Scans a hexadecimal number; false if there is none, `None` if it has no digits.
    fn hexadecimal(&mut self) -> Option<bool> {
        if self.peek() != Some(b'0') || self.bytes.get(self.at + 1) != Some(&b'x') {
            return Some(false);
        }
        self.at += 2;
        (self.skip_while(|byte| byte.is_ascii_hexdigit()) > 0).then_some(true)
    }
}

/// The role of each byte in names.
static NAME_BYTES: [NameByte; 256] = {
    let mut bytes = [NameByte::None; 256];
    let mut byte = 0;
    while byte < bytes.len() {
        bytes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => NameByte::Letter,
            b'0'..=b'9' => NameByte::Digit,
            _ => NameByte::None,
        };
        byte += 1;
    }
    bytes
};

/// The role of a byte in names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameByte {
    /// No part of a name.
    None,
    /// Any byte of a name but the first.
    Digit,
    /// Any byte of a name.
    Letter,
}

fn is_letter(byte: u8) -> bool {
    NAME_BYTES[usize::from(byte)] == NameByte::Letter
}

fn is_word(byte: u8) -> bool {
    NAME_BYTES[usize::from(byte)] != NameByte::None
}

#[cfg(test)]
mod tests;
