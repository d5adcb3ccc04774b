//! Prints and parses opaque SPIR-V constructs in the text form: number, operands, required capabilities and
//! extensions.

use super::constants::{parse_scalar, write_scalar};
use super::cursor::{Cursor, Parse};
use super::function::write_name;
use super::lex::{TokenKind, write_string};
use super::types::{parse_type, write_type};
use crate::entity::{Entity, SpecConst};
use crate::spirv::{Spirv, SpirvInst, SpirvOperand};
use crate::types::Types;
use std::fmt::{self, Write};

/// Writes the definition of an opaque instruction.
pub(super) fn write_inst(out: &mut String, types: &Types, inst: &SpirvInst) -> fmt::Result {
    write_name(out, &inst.name)?;
    out.write_str(" = ")?;
    if let Some(set) = &inst.set {
        out.write_str("set ")?;
        write_string(out, set)?;
        out.write_char(' ')?;
    }
    write_spirv(out, types, &inst.code)
}

/// Parses the rest of an opaque instruction's definition, after its id.
pub(super) fn parse_inst(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<SpirvInst> {
    let name = cursor.name();
    cursor.expect("=")?;
    let set = cursor.eat_word("set").then(|| cursor.name());
    Ok(SpirvInst { name, set, code: parse_spirv(cursor, types)? })
}

/// Writes an opaque SPIR-V construct.
pub(super) fn write_spirv(out: &mut String, types: &Types, code: &Spirv) -> fmt::Result {
    write!(out, "{}(", code.number)?;
    for (i, operand) in code.operands.iter().enumerate() {
        out.write_str(if i == 0 { "" } else { ", " })?;
        match operand {
            SpirvOperand::Value => out.write_str("value")?,
            SpirvOperand::Literal(word) => write!(out, "{word}")?,
            SpirvOperand::String(text) => write_string(out, text)?,
            SpirvOperand::Type(ty) => {
                out.write_str("type ")?;
                write_type(out, types, *ty)?;
            }
            SpirvOperand::Constant(ty, bits) => {
                out.write_str("const ")?;
                write_scalar(out, types, *ty, *bits)?;
            }
            SpirvOperand::Spec(spec) => write!(out, "{spec}")?,
        }
    }
    out.write_char(')')?;
    for capability in &code.capabilities {
        write!(out, " capability({capability})")?;
    }
    for extension in &code.extensions {
        out.write_str(" extension(")?;
        write_string(out, extension)?;
        out.write_char(')')?;
    }
    Ok(())
}

/// Parses an opaque SPIR-V construct.
pub(super) fn parse_spirv(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<Spirv> {
    let number = cursor.integer()?;
    cursor.expect("(")?;
    let operands = cursor.list(")", |cursor| parse_operand(cursor, types))?;
    let mut code = Spirv { number, operands, ..Spirv::default() };
    loop {
        if cursor.eat_word("capability") {
            cursor.expect("(")?;
            code.capabilities.push(cursor.integer()?);
        } else if cursor.eat_word("extension") {
            cursor.expect("(")?;
            code.extensions.push(cursor.name());
        } else {
            return Ok(code);
        }
        cursor.expect(")")?;
    }
}

fn parse_operand(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<SpirvOperand> {
    if let Some(spec) = cursor.peek_id("spec") {
        cursor.advance();
        return Ok(SpirvOperand::Spec(SpecConst::from_index(spec)));
    }
    if cursor.eat_word("value") {
        return Ok(SpirvOperand::Value);
    }
    if cursor.eat_word("type") {
        return Ok(SpirvOperand::Type(parse_type(cursor, types)?));
    }
    if cursor.eat_word("const") {
        let (ty, bits) = parse_scalar(cursor, types)?;
        return Ok(SpirvOperand::Constant(ty, bits));
    }
    match cursor.peek() {
        TokenKind::Text(_) => Ok(SpirvOperand::String(cursor.name())),
        _ => Ok(SpirvOperand::Literal(cursor.integer()?)),
    }
}
