//! Parses a function in the text form.

use super::constants::parse_scalar;
use super::cursor::{Cursor, Parse};
use super::imm::parse_imm;
use super::lex::TokenKind;
use super::types::parse_type;
use crate::constant::Const;
use crate::entity::{Block, Entity, SpecConst, Type, Value};
use crate::function::{
    Args, Function, Hint, InstData, Loc, LocalData, Target, Terminator, ValueData, ValueDef,
};
use crate::ops::Op;
use crate::types::Types;
use nvc_diag::{FileId, Span};
use rustc_hash::FxHashMap;

/// A value or block during parsing. It may be used before its definition.
struct Name<K> {
    id: K,
    /// Byte offset of the first use; `None` once the value or block is defined.
    undefined: Option<usize>,
}

/// Parses one function.
struct FunctionParser<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    types: &'c mut Types,
    func: Function,
    values: FxHashMap<u32, Name<Value>>,
    blocks: FxHashMap<u32, Name<Block>>,
}

/// Parses the rest of a function, after its id.
pub(super) fn function(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<Function> {
    let func = Function::new(cursor.name());
    let mut parser =
        FunctionParser { cursor, types, func, values: FxHashMap::default(), blocks: FxHashMap::default() };
    parser.head()?;
    while !parser.cursor.eat("}") {
        if parser.cursor.peek_id("l").is_some() {
            parser.local()?;
        } else {
            parser.block()?;
        }
    }
    parser.all_defined()?;
    Ok(parser.func)
}

impl FunctionParser<'_, '_> {
    fn head(&mut self) -> Parse<()> {
        self.cursor.expect("(")?;
        let types = &mut *self.types;
        self.func.params = self.cursor.list(")", |cursor| parse_type(cursor, types))?;
        if self.cursor.eat("->") {
            self.func.result = Some(parse_type(self.cursor, self.types)?);
        }
        self.cursor.expect("{")?;
        self.cursor.end_line()
    }

    fn local(&mut self) -> Parse<()> {
        self.cursor.next_id("l", self.func.locals.len())?;
        let name = self.cursor.name();
        self.cursor.expect(":")?;
        let ty = parse_type(self.cursor, self.types)?;
        self.func.locals.push(LocalData { name, ty });
        self.cursor.end_line()
    }

    /// Parses a block: the label, the instructions and the terminator.
    fn block(&mut self) -> Parse<()> {
        let start = self.cursor.offset();
        if self.cursor.peek_id("b").is_none() {
            return Err(match self.func.layout.is_empty() {
                true => self.cursor.expected("the label of a block, such as `b0:`"),
                false => self.cursor.expected("a label or `}` after the terminator"),
            });
        }
        let number = self.cursor.id("b")?;
        let block = self.block_id(number, start);
        if let Some(name) = self.blocks.get_mut(&number)
            && name.undefined.take().is_none()
        {
            return Err(self.cursor.error_at(start, format!("`b{number}` is defined twice")));
        }
        self.func.layout.push(block);
        if self.cursor.eat("(") {
            while !self.cursor.eat(")") {
                let value = self.definition(ValueDef::Param(block))?;
                self.func.blocks[block].params.push(value);
                if !self.cursor.eat(",") {
                    self.cursor.expect(")")?;
                    break;
                }
            }
        }
        self.cursor.expect(":")?;
        self.cursor.end_line()?;
        loop {
            if let Some(term) = self.terminator()? {
                self.func.blocks[block].hint = self.hint(&term);
                self.func.blocks[block].term = term;
                self.func.blocks[block].term_loc = self.loc()?;
                return self.cursor.end_line();
            }
            self.inst(block)?;
        }
    }

    fn inst(&mut self, block: Block) -> Parse<()> {
        let inst = self.func.insts.next_key();
        let mut result = None;
        if self.cursor.peek_id("v").is_some() {
            result = Some(self.definition(ValueDef::Inst(inst))?);
            self.cursor.expect("=")?;
        }
        let precise = self.cursor.eat_word("precise");
        let start = self.cursor.offset();
        let name = self.cursor.word("an instruction or a terminator")?;
        let op = Op::from_name(name).ok_or_else(|| self.cursor.error_at(start, unknown_op(name)))?;
        let imm = parse_imm(self.cursor, self.types, op.info().imm)?;
        let mut args = Args::new();
        if !matches!(self.cursor.peek(), TokenKind::Newline | TokenKind::End | TokenKind::Punct("!")) {
            args.push(self.value()?);
            while self.cursor.eat(",") {
                args.push(self.value()?);
            }
        }
        let loc = self.loc()?;
        self.func.push_inst(InstData::new(op, args, result), imm, loc);
        self.func.insts[inst].precise = precise;
        self.func.blocks[block].insts.push(inst);
        self.cursor.end_line()
    }

    /// Parses a terminator; returns `None` if the cursor is at an instruction.
    fn terminator(&mut self) -> Parse<Option<Terminator>> {
        let Some(word) = self.cursor.peek_word() else {
            return Err(self.cursor.expected("an instruction or a terminator"));
        };
        let read = match word {
            "jump" => |p: &mut Self| Ok(Terminator::Jump(p.target()?)),
            "branch" => Self::branch,
            "switch" => Self::switch,
            "loop" => |p: &mut Self| {
                let body = p.target()?;
                let merge = p.block_after("merge")?;
                Ok(Terminator::Loop { body, merge, cont: p.block_after("continue")? })
            },
            "return" => |p: &mut Self| {
                let empty =
                    matches!(p.cursor.peek(), TokenKind::Newline | TokenKind::End | TokenKind::Punct("!"));
                Ok(Terminator::Return(if empty { None } else { Some(p.value()?) }))
            },
            "unreachable" => |_: &mut Self| Ok(Terminator::Unreachable),
            _ => return Ok(None),
        };
        self.cursor.advance();
        read(self).map(Some)
    }

    /// Parses the optional hint after the terminator of a loop or selection.
    fn hint(&mut self, term: &Terminator) -> Hint {
        let of_loop = match term {
            Terminator::Loop { .. } => true,
            Terminator::Branch { .. } | Terminator::Switch { .. } => false,
            _ => return Hint::None,
        };
        let found = [Hint::Expand, Hint::Keep]
            .into_iter()
            .find(|hint| hint.word(of_loop).is_some_and(|word| self.cursor.eat_word(word)));
        found.unwrap_or_default()
    }

    fn branch(&mut self) -> Parse<Terminator> {
        let cond = self.value()?;
        self.cursor.expect(",")?;
        let then = self.target()?;
        self.cursor.expect(",")?;
        let otherwise = self.target()?;
        Ok(Terminator::Branch { cond, then, otherwise, merge: self.block_after("merge")? })
    }

    fn switch(&mut self) -> Parse<Terminator> {
        let selector = self.value()?;
        self.cursor.expect(",")?;
        let default = self.target()?;
        self.cursor.expect("[")?;
        let mut cases = Vec::new();
        while !self.cursor.eat("]") {
            let literal = self.cursor.integer()?;
            self.cursor.expect(":")?;
            cases.push((literal, self.target()?));
            if !self.cursor.eat(",") {
                self.cursor.expect("]")?;
                break;
            }
        }
        Ok(Terminator::Switch { selector, cases, default, merge: self.block_after("merge")? })
    }

    fn target(&mut self) -> Parse<Target> {
        let start = self.cursor.offset();
        let number = self.cursor.id("b")?;
        let mut target = Target::new(self.block_id(number, start));
        if self.cursor.eat("(") {
            while !self.cursor.eat(")") {
                target.args.push(self.value()?);
                if !self.cursor.eat(",") {
                    self.cursor.expect(")")?;
                    break;
                }
            }
        }
        Ok(target)
    }

    fn block_after(&mut self, word: &str) -> Parse<Block> {
        self.cursor.expect_word(word)?;
        let start = self.cursor.offset();
        let number = self.cursor.id("b")?;
        Ok(self.block_id(number, start))
    }

    /// Returns the block with a number, which is referenced at a byte offset; creates the block at its first
    /// reference.
    fn block_id(&mut self, number: u32, offset: usize) -> Block {
        let func = &mut self.func;
        self.blocks.entry(number).or_insert_with(|| Name { id: func.new_block(), undefined: Some(offset) }).id
    }

    /// Returns the value with a number, which is referenced at a byte offset; creates the value at its first
    /// reference.
    fn value_id(&mut self, number: u32, offset: usize) -> Value {
        let func = &mut self.func;
        let new = || {
            // `definition` sets the type and definition later; if it does not, the value is reported as
            // undefined.
            let id = func.values.push(ValueData { ty: Types::VOID, def: ValueDef::Undefined });
            Name { id, undefined: Some(offset) }
        };
        self.values.entry(number).or_insert_with(new).id
    }

    /// Parses a value at its definition: number, name, type.
    fn definition(&mut self, def: ValueDef) -> Parse<Value> {
        let start = self.cursor.offset();
        let number = self.cursor.id("v")?;
        let value = self.value_id(number, start);
        if let Some(name) = self.values.get_mut(&number)
            && name.undefined.take().is_none()
        {
            return Err(self.cursor.error_at(start, format!("`v{number}` is defined twice")));
        }
        let name = self.cursor.name();
        if !name.is_empty() {
            self.func.value_names.insert(value, name);
        }
        self.cursor.expect(":")?;
        let ty = parse_type(self.cursor, self.types)?;
        self.func.values[value] = ValueData { ty, def };
        Ok(value)
    }

    /// Parses a value at a use: its number, or a constant.
    fn value(&mut self) -> Parse<Value> {
        let start = self.cursor.offset();
        if let Some(number) = self.cursor.peek_id("v") {
            self.cursor.advance();
            return Ok(self.value_id(number, start));
        }
        let constant = match self.cursor.peek_word() {
            Some("undef") => Some(Const::Undef),
            Some("null") => Some(Const::Null),
            _ => self.cursor.peek_id("spec").map(|id| Const::Spec(SpecConst::from_index(id))),
        };
        let (ty, constant) = if let Some(constant) = constant {
            self.cursor.advance();
            (self.type_after_colon()?, constant)
        } else if matches!(self.cursor.peek(), TokenKind::Punct("{")) {
            let parts = self.composite()?;
            (self.type_after_colon()?, Const::Composite(parts))
        } else if matches!(self.cursor.peek(), TokenKind::Number(_) | TokenKind::Word("true" | "false")) {
            let (ty, bits) = parse_scalar(self.cursor, self.types)?;
            (ty, Const::Bits(bits))
        } else {
            return Err(self.cursor.expected("a value"));
        };
        Ok(self.func.constant(ty, constant))
    }

    fn composite(&mut self) -> Parse<Vec<Value>> {
        self.cursor.expect("{")?;
        let mut parts = Vec::new();
        while !self.cursor.eat("}") {
            // `Cursor::list` does not fit here, because parsing a part also needs the type table and the
            // function.
            self.cursor.enter()?;
            parts.push(self.value()?);
            self.cursor.leave();
            if !self.cursor.eat(",") {
                self.cursor.expect("}")?;
                break;
            }
        }
        Ok(parts)
    }

    fn type_after_colon(&mut self) -> Parse<Type> {
        self.cursor.expect(":")?;
        parse_type(self.cursor, self.types)
    }

    /// Parses an optional source location: `!start..end` or `!file:start..end`.
    fn loc(&mut self) -> Parse<Loc> {
        if !self.cursor.eat("!") {
            return Ok(None);
        }
        let mut span = Span { file: FileId::new(0), start: self.cursor.integer()?, end: 0 };
        if self.cursor.eat(":") {
            span.file = FileId::new(span.start);
            span.start = self.cursor.integer()?;
        }
        self.cursor.expect("..")?;
        span.end = self.cursor.integer()?;
        Ok(Some(span))
    }

    /// Fails if a value or block is undefined, at the first use of one.
    fn all_defined(&self) -> Parse<()> {
        let values = self.values.iter().filter_map(|(n, name)| Some((name.undefined?, format!("v{n}"))));
        let blocks = self.blocks.iter().filter_map(|(n, name)| Some((name.undefined?, format!("b{n}"))));
        match values.chain(blocks).min() {
            Some((offset, name)) => Err(self.cursor.error_at(offset, format!("`{name}` is not defined"))),
            None => Ok(()),
        }
    }
}

/// Returns the message for an unknown operation, with similar names.
fn unknown_op(name: &str) -> String {
    let similar: Vec<String> = Op::ALL
        .iter()
        .map(|op| op.info().name)
        .filter(|known| {
            distance(name, known) <= 1 + name.len() / 5 || (name.len() > 2 && known.starts_with(name))
        })
        .map(|known| format!("`{known}`"))
        .collect();
    if similar.is_empty() {
        return format!("there is no operation `{name}`");
    }
    format!("there is no operation `{name}`; similar names: {}", similar.join(", "))
}

/// Levenshtein distance; `usize::MAX` if `a` is too long to be a misspelt operation, which bounds the work.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 40 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (diagonal + usize::from(x != y)).min(above + 1).min(row[j] + 1);
            diagonal = above;
        }
    }
    row[b.len()]
}
