//! Emits aborts with a message (SPV_KHR_abort, SPV_KHR_constant_data).
//!
//! The message is a struct with explicit layout: the text as an array of bytes, followed by the values. The
//! `spirv` crate does not support these extensions yet, so their instructions, decorations and capabilities
//! are identified by number.

use super::wrong_imm;
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use crate::unknown;
use nvc_ir::Spirv;
use nvc_ir::function::InstRef;
use nvc_ir::imm::Imm;
use rspirv::dr::Operand;
use spirv::{Decoration, Op as S, Word};

/// Opcode of `OpAbortKHR`.
const ABORT: u32 = 5121;
/// Value of the capability `AbortKHR`.
const ABORT_CAPABILITY: u32 = 5120;
/// Opcode of `OpConstantDataKHR`.
const CONSTANT_DATA: u32 = 5147;
/// Value of the capability `ConstantDataKHR`.
const CONSTANT_DATA_CAPABILITY: u32 = 5146;
/// Value of the decoration `UTFEncodedKHR`.
const UTF_ENCODED: u32 = 5145;

/// A member of the message struct.
struct Part {
    /// Type of the member as a value, and type of the member in memory.
    types: [Word; 2],
    /// Id of the value.
    id: Operand,
    /// Size in bytes.
    size: u32,
    /// Alignment in bytes.
    align: u32,
}

/// Emits `OpAbortKHR`, which terminates the block.
pub(super) fn abort(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(f, data)) };
    let ir = f.m.ir;
    let Some(text) = ir.strings.get(index as usize) else {
        return Err(f.m.fault(format!("string{index} does not exist")));
    };
    require(f, ABORT_CAPABILITY, "SPV_KHR_abort");
    let mut parts = Vec::new();
    if !text.is_empty() {
        parts.push(constant_text(f, text));
    }
    for &arg in &data.args {
        let ty = f.func.ty(arg);
        let align = f.m.ir.types.bits(f.m.ir.types.scalar(ty)).unwrap_or(32) / 8;
        let size = align * u32::from(f.m.ir.types.components(ty));
        let ty = f.ty(ty)?;
        parts.push(Part { types: [ty, ty], id: f.operand(arg)?, size, align });
    }
    let members = |which: usize| -> Vec<Operand> {
        parts.iter().map(|part| Operand::IdRef(part.types[which])).collect()
    };
    let value = f.m.writer.intern(S::TypeStruct, None, &members(0));
    let message = f.m.writer.declare(S::TypeStruct, None, members(1));
    let mut offset = 0u32;
    for (index, part) in (0u32..).zip(&parts) {
        offset = offset.next_multiple_of(part.align);
        f.m.writer.member_offset(message, index, offset);
        offset += part.size;
    }
    let ids = parts.into_iter().map(|part| part.id).collect();
    let composite = f.fresh(S::CompositeConstruct, value, ids);
    let operands = vec![Operand::IdRef(message), Operand::IdRef(composite)];
    let (op, ty, id, operands) = unknown::parts(ABORT, None, None, operands);
    f.push(op, ty, id, operands);
    Ok(())
}

/// Declares a text as a constant array of bytes with a terminating zero byte, padded to whole words.
fn constant_text(f: &mut FunctionEmitter<'_, '_>, text: &str) -> Part {
    require(f, CONSTANT_DATA_CAPABILITY, "SPV_KHR_constant_data");
    f.m.require(Requirement::Int8);
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let size = bytes.len() as u32;
    let byte = f.m.int_type(8, true);
    let length = f.m.u32(size);
    let types = [false, true].map(|memory| {
        let array = vec![Operand::IdRef(byte), Operand::IdRef(length)];
        let array = f.m.writer.declare(S::TypeArray, None, array);
        if memory {
            f.m.writer.decorate(array, Decoration::ArrayStride, &[Operand::LiteralBit32(1)]);
        }
        f.m.writer.decorate_number(array, UTF_ENCODED);
        array
    });
    let words = bytes.chunks_exact(4).map(|word| {
        let word = word.iter().rev().fold(0, |word: u32, &byte| word << 8 | u32::from(byte));
        Operand::LiteralBit32(word)
    });
    let id = f.m.writer.id();
    let (op, ty, result, operands) = unknown::parts(CONSTANT_DATA, Some(types[0]), Some(id), words.collect());
    let inst = f.m.writer.instruction(op, ty, result, operands);
    f.m.writer.module.types_global_values.push(inst);
    Part { types, id: Operand::IdRef(id), size, align: 1 }
}

fn require(f: &mut FunctionEmitter<'_, '_>, capability: u32, extension: &str) {
    f.m.require_opaque(&Spirv {
        number: ABORT,
        operands: Vec::new(),
        capabilities: vec![capability],
        extensions: vec![extension.to_owned()],
    });
}
