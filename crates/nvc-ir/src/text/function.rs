//! Prints the lines of a function in the text form.

use super::constants::write_scalar;
use super::cursor::MAX_DEPTH;
use super::imm::write_imm;
use super::lex::write_string;
use super::numbering::{Numbering, resolve};
use super::types::write_type;
use crate::constant::Const;
use crate::entity::{Block, FuncId, Inst, Local, Value};
use crate::function::{Function, Hint, Loc, Target, Terminator, ValueDef};
use crate::types::Types;
use std::fmt::{self, Write};

/// Prints one function.
pub(super) struct FunctionWriter<'a> {
    pub(super) types: &'a Types,
    pub(super) func: &'a Function,
    pub(super) numbers: Numbering,
}

impl<'a> FunctionWriter<'a> {
    /// Creates a printer for a function.
    pub(super) fn new(types: &'a Types, func: &'a Function) -> Self {
        FunctionWriter { types, func, numbers: Numbering::new(func) }
    }

    /// Writes the line with the function's signature.
    pub(super) fn head(&self, out: &mut String, id: FuncId) -> fmt::Result {
        write!(out, "func {id} ")?;
        write_string(out, &self.func.name)?;
        out.write_char('(')?;
        for (i, &ty) in self.func.params.iter().enumerate() {
            out.write_str(if i == 0 { "" } else { ", " })?;
            write_type(out, self.types, ty)?;
        }
        out.write_char(')')?;
        if let Some(ty) = self.func.result {
            out.write_str(" -> ")?;
            write_type(out, self.types, ty)?;
        }
        out.write_str(" {")
    }

    /// Writes the line of a variable in function storage.
    pub(super) fn local(&self, out: &mut String, local: Local) -> fmt::Result {
        let Some(data) = self.func.locals.get(local) else { return Ok(()) };
        write!(out, "  {local}")?;
        write_name(out, &data.name)?;
        out.write_str(": ")?;
        write_type(out, self.types, data.ty)
    }

    /// Writes the label of a block with its parameters.
    pub(super) fn block(&self, out: &mut String, block: Block) -> fmt::Result {
        let Some(data) = self.func.blocks.get(block) else { return Ok(()) };
        out.write_str(&self.numbers.block(block))?;
        if !data.params.is_empty() {
            self.list(out, '(', &data.params, ')', |out, &v| self.definition(out, v))?;
        }
        out.write_char(':')
    }

    /// Writes the line of an instruction.
    pub(super) fn inst(&self, out: &mut String, inst: Inst) -> fmt::Result {
        let Some(data) = self.func.get_inst(inst) else { return write!(out, "?{inst}") };
        if let Some(result) = data.result {
            self.definition(out, result)?;
            out.write_str(" = ")?;
        }
        if data.precise {
            out.write_str("precise ")?;
        }
        out.write_str(data.op.info().name)?;
        write_imm(out, self.types, data.imm());
        for (i, &arg) in data.args.iter().enumerate() {
            out.write_str(if i == 0 { " " } else { ", " })?;
            self.value(out, arg, 0)?;
        }
        write_loc(out, data.loc())
    }

    /// Writes the line of a block's terminator.
    pub(super) fn terminator(&self, out: &mut String, block: Block) -> fmt::Result {
        let Some(data) = self.func.blocks.get(block) else { return Ok(()) };
        let name = |block| self.numbers.block(block);
        match &data.term {
            Terminator::Jump(target) => {
                out.write_str("jump ")?;
                self.target(out, target)?;
            }
            Terminator::Branch { cond, then, otherwise, merge } => {
                out.write_str("branch ")?;
                self.value(out, *cond, 0)?;
                out.write_str(", ")?;
                self.target(out, then)?;
                out.write_str(", ")?;
                self.target(out, otherwise)?;
                write!(out, " merge {}", name(*merge))?;
                write_hint(out, data.hint, false)?;
            }
            Terminator::Switch { selector, cases, default, merge } => {
                out.write_str("switch ")?;
                self.value(out, *selector, 0)?;
                out.write_str(", ")?;
                self.target(out, default)?;
                out.write_char(' ')?;
                self.list(out, '[', cases, ']', |out, (literal, target)| {
                    write!(out, "{literal}: ")?;
                    self.target(out, target)
                })?;
                write!(out, " merge {}", name(*merge))?;
                write_hint(out, data.hint, false)?;
            }
            Terminator::Loop { body, merge, cont } => {
                out.write_str("loop ")?;
                self.target(out, body)?;
                write!(out, " merge {} continue {}", name(*merge), name(*cont))?;
                write_hint(out, data.hint, true)?;
            }
            Terminator::Return(value) => {
                out.write_str("return")?;
                if let Some(value) = value {
                    out.write_char(' ')?;
                    self.value(out, *value, 0)?;
                }
            }
            Terminator::Unreachable => out.write_str("unreachable")?,
        }
        write_loc(out, data.term_loc)
    }

    fn target(&self, out: &mut String, target: &Target) -> fmt::Result {
        out.write_str(&self.numbers.block(target.block))?;
        if target.args.is_empty() {
            return Ok(());
        }
        self.list(out, '(', &target.args, ')', |out, &v| self.value(out, v, 0))
    }

    fn list<T>(
        &self,
        out: &mut String,
        open: char,
        items: &[T],
        close: char,
        item: impl Fn(&mut String, &T) -> fmt::Result,
    ) -> fmt::Result {
        out.write_char(open)?;
        for (i, each) in items.iter().enumerate() {
            out.write_str(if i == 0 { "" } else { ", " })?;
            item(out, each)?;
        }
        out.write_char(close)
    }

    /// Writes a value at its definition: number, name, type.
    fn definition(&self, out: &mut String, value: Value) -> fmt::Result {
        out.write_str(&self.numbers.value(value))?;
        write_name(out, self.func.value_names.get(&value).map_or("", String::as_str))?;
        out.write_str(": ")?;
        match self.func.values.get(value) {
            Some(data) => write_type(out, self.types, data.ty),
            // Cannot be parsed back, but the module is invalid anyway.
            None => out.write_char('?'),
        }
    }

    /// Writes a value at a use: its number, or the constant.
    fn value(&self, out: &mut String, value: Value, depth: u32) -> fmt::Result {
        let value = resolve(self.func, value);
        let Some(data) = self.func.values.get(value) else { return write!(out, "?{value}") };
        let constant = match data.def {
            // A constant nested more deeply is invalid and could not be parsed back.
            ValueDef::Const(_) if depth <= MAX_DEPTH => self.func.as_const(value),
            _ => None,
        };
        match constant {
            None => return out.write_str(&self.numbers.value(value)),
            Some(Const::Bits(bits)) => return write_scalar(out, self.types, data.ty, *bits),
            Some(Const::Undef) => out.write_str("undef")?,
            Some(Const::Null) => out.write_str("null")?,
            Some(Const::Spec(spec)) => write!(out, "{spec}")?,
            Some(Const::Composite(parts)) => {
                self.list(out, '{', parts, '}', |out, &part| self.value(out, part, depth + 1))?;
            }
        }
        out.write_char(':')?;
        write_type(out, self.types, data.ty)
    }
}

/// Writes the name that follows an id; writes nothing if the name is empty.
pub(super) fn write_name(out: &mut String, name: &str) -> fmt::Result {
    if name.is_empty() {
        return Ok(());
    }
    out.write_char(' ')?;
    write_string(out, name)
}

/// Writes the keyword of a hint; writes nothing if there is no hint.
fn write_hint(out: &mut String, hint: Hint, of_loop: bool) -> fmt::Result {
    match hint.word(of_loop) {
        Some(word) => write!(out, " {word}"),
        None => Ok(()),
    }
}

fn write_loc(out: &mut String, loc: Loc) -> fmt::Result {
    let Some(span) = loc else { return Ok(()) };
    out.write_str(" !")?;
    if span.file.index() != 0 {
        write!(out, "{}:", span.file.index())?;
    }
    write!(out, "{}..{}", span.start, span.end)
}
