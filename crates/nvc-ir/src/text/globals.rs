//! Prints and parses globals, specialization constants and the entry point in the text form.

use super::constants::{parse_scalar, write_scalar};
use super::cursor::{Cursor, Parse};
use super::flags;
use super::function::write_name;
use super::imm::global;
use super::lex::write_string;
use super::types::{parse_type, write_type};
use crate::bindings::Binding;
use crate::entity::{Entity, FuncId, Global, SpecConst};
use crate::globals::{
    BindlessHeap, GlobalData, GlobalKind, ResourceClass, ResourceRef, SpecConstData, SpecConstKind,
    SpecOperand, VariableAccess,
};
use crate::module::{DerivativeGroup, EntryPoint, ExecutionMode, Extent};
use crate::ops::Op;
use crate::types::{Space, Types};
use std::fmt::{self, Write};

/// Names of the two descriptor heaps.
const RESOURCES: &str = "resources";
const SAMPLERS: &str = "samplers";

/// The word that follows units whose texels no other variable is used to access.
const RESTRICT: &str = "restrict";

/// Writes the line of a specialization constant.
pub(super) fn write_spec_const(
    out: &mut String,
    types: &Types,
    id: SpecConst,
    data: &SpecConstData,
) -> fmt::Result {
    write!(out, "{id}")?;
    write_name(out, &data.name)?;
    out.write_str(" = ")?;
    write_scalar(out, types, data.ty, data.default)?;
    match &data.kind {
        SpecConstKind::Id(id) => write!(out, " id({id})"),
        SpecConstKind::Op(op, args) => {
            write!(out, " by {}", op.info().name)?;
            for (i, arg) in args.iter().enumerate() {
                out.write_str(if i == 0 { " " } else { ", " })?;
                match arg {
                    SpecOperand::Spec(spec) => write!(out, "{spec}")?,
                    SpecOperand::Bits(ty, bits) => write_scalar(out, types, *ty, *bits)?,
                    SpecOperand::Type(ty) => {
                        out.write_str("type ")?;
                        write_type(out, types, *ty)?;
                    }
                }
            }
            Ok(())
        }
    }
}

/// Parses the rest of a specialization constant's line, after its id.
pub(super) fn parse_spec_const(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<SpecConstData> {
    let name = cursor.name();
    cursor.expect("=")?;
    let (ty, default) = parse_scalar(cursor, types)?;
    let kind = if cursor.eat_word("by") {
        let start = cursor.offset();
        let word = cursor.word("an operation")?;
        let Some(op) = Op::from_name(word) else {
            return Err(cursor.error_at(start, format!("`{word}` is not an operation")));
        };
        let mut args = vec![parse_spec_operand(cursor, types)?];
        while cursor.eat(",") {
            args.push(parse_spec_operand(cursor, types)?);
        }
        SpecConstKind::Op(op, args)
    } else {
        cursor.expect_word("id")?;
        cursor.expect("(")?;
        let id = cursor.integer()?;
        cursor.expect(")")?;
        SpecConstKind::Id(id)
    };
    Ok(SpecConstData { name, ty, default, kind })
}

fn parse_spec_operand(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<SpecOperand> {
    if let Some(spec) = cursor.peek_id("spec") {
        cursor.advance();
        return Ok(SpecOperand::Spec(SpecConst::from_index(spec)));
    }
    if cursor.eat_word("type") {
        return Ok(SpecOperand::Type(parse_type(cursor, types)?));
    }
    let (ty, bits) = parse_scalar(cursor, types)?;
    Ok(SpecOperand::Bits(ty, bits))
}

/// Writes the line of a global.
pub(super) fn write_global(out: &mut String, types: &Types, id: Global, data: &GlobalData) -> fmt::Result {
    write!(out, "{id}")?;
    write_name(out, &data.name)?;
    out.write_str(" = ")?;
    match &data.kind {
        GlobalKind::Bytes { resource, bytes } => {
            out.write_str("bytes ")?;
            write_resource(out, *resource)?;
            if *bytes != 0 { write!(out, " size({bytes})") } else { Ok(()) }
        }
        GlobalKind::Heap(heap) => write!(out, "heap {}", heap.name()),
        GlobalKind::Units { resource, ty, restrict } => {
            out.write_str("units ")?;
            write_resource(out, *resource)?;
            out.write_char(' ')?;
            write_type(out, types, *ty)?;
            if *restrict { write!(out, " {RESTRICT}") } else { Ok(()) }
        }
        GlobalKind::HeapDescriptors { space, ty, stride, access } => {
            write!(out, "heap_descriptors {} ", space.name())?;
            write_type(out, types, *ty)?;
            if *stride != 0 {
                write!(out, " stride({stride})")?;
            }
            for word in flags::words(flags::VARIABLE, *access) {
                write!(out, " {word}")?;
            }
            Ok(())
        }
        GlobalKind::HeapData { samplers } => {
            write!(out, "heap_data {}", if *samplers { SAMPLERS } else { RESOURCES })
        }
        GlobalKind::Variable { space, ty, binding, of, access } => {
            write!(out, "variable {} ", space.name())?;
            write_type(out, types, *ty)?;
            if let Some(Binding { set, binding }) = binding {
                write!(out, " binding({set}, {binding})")?;
            }
            if let Some(of) = of {
                write!(out, " of({of})")?;
            }
            for word in flags::words(flags::VARIABLE, *access) {
                write!(out, " {word}")?;
            }
            Ok(())
        }
    }
}

fn write_resource(out: &mut String, resource: ResourceRef) -> fmt::Result {
    write!(out, "{}({}", resource.class.name(), resource.index)?;
    if resource.count != 1 {
        write!(out, ", {}", resource.count)?;
    }
    out.write_char(')')
}

/// Parses the rest of a global's line, after its id.
pub(super) fn parse_global(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<GlobalData> {
    let name = cursor.name();
    cursor.expect("=")?;
    let kind = match cursor.peek_word() {
        Some("bytes") => {
            cursor.advance();
            let resource = parse_resource(cursor)?;
            let mut bytes = 0;
            if cursor.eat_word("size") {
                cursor.expect("(")?;
                bytes = cursor.integer()?;
                cursor.expect(")")?;
            }
            GlobalKind::Bytes { resource, bytes }
        }
        Some("heap") => {
            cursor.advance();
            GlobalKind::Heap(cursor.named("a heap", &BindlessHeap::ALL, BindlessHeap::name)?)
        }
        Some("units") => {
            cursor.advance();
            let (resource, ty) = (parse_resource(cursor)?, parse_type(cursor, types)?);
            GlobalKind::Units { resource, ty, restrict: cursor.eat_word(RESTRICT) }
        }
        Some("heap_descriptors") => {
            cursor.advance();
            parse_heap_descriptors(cursor, types)?
        }
        Some("heap_data") => {
            cursor.advance();
            let samplers = cursor.named("a descriptor heap", &[false, true], |samplers| {
                if samplers { SAMPLERS } else { RESOURCES }
            })?;
            GlobalKind::HeapData { samplers }
        }
        Some("variable") => {
            cursor.advance();
            parse_variable(cursor, types)?
        }
        _ => {
            return Err(
                cursor.expected("`bytes`, `heap`, `units`, `heap_descriptors`, `heap_data` or `variable`")
            );
        }
    };
    Ok(GlobalData { name, kind })
}

fn parse_resource(cursor: &mut Cursor<'_>) -> Parse<ResourceRef> {
    let class = cursor.named("a resource class", &ResourceClass::ALL, ResourceClass::name)?;
    cursor.expect("(")?;
    let index = cursor.integer()?;
    let count = if cursor.eat(",") { cursor.integer()? } else { 1 };
    cursor.expect(")")?;
    Ok(ResourceRef { class, index, count })
}

fn parse_heap_descriptors(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<GlobalKind> {
    let space = cursor.named("a storage class", &Space::ALL, Space::name)?;
    let ty = parse_type(cursor, types)?;
    let (mut stride, mut access) = (0, VariableAccess::default());
    while let Some(word) = cursor.peek_word() {
        let start = cursor.offset();
        cursor.advance();
        match word {
            "stride" => {
                cursor.expect("(")?;
                stride = cursor.integer()?;
                cursor.expect(")")?;
            }
            _ if flags::set(flags::VARIABLE, word, &mut access) => {}
            _ => return Err(cursor.error_at(start, format!("`{word}` is not a property of descriptors"))),
        }
    }
    Ok(GlobalKind::HeapDescriptors { space, ty, stride, access })
}

fn parse_variable(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<GlobalKind> {
    let space = cursor.named("a storage class", &Space::ALL, Space::name)?;
    let ty = parse_type(cursor, types)?;
    let (mut binding, mut of, mut access) = (None, None, VariableAccess::default());
    while let Some(word) = cursor.peek_word() {
        let start = cursor.offset();
        cursor.advance();
        match word {
            "binding" => {
                cursor.expect("(")?;
                let set = cursor.integer()?;
                cursor.expect(",")?;
                binding = Some(Binding { set, binding: cursor.integer()? });
                cursor.expect(")")?;
            }
            "of" => {
                cursor.expect("(")?;
                of = Some(global(cursor)?);
                cursor.expect(")")?;
            }
            _ if flags::set(flags::VARIABLE, word, &mut access) => {}
            _ => return Err(cursor.error_at(start, format!("`{word}` is not a property of a variable"))),
        }
    }
    Ok(GlobalKind::Variable { space, ty, binding, of, access })
}

/// Writes the line of the entry point.
pub(super) fn write_entry(out: &mut String, entry: &EntryPoint) -> fmt::Result {
    out.write_str("entry ")?;
    write_string(out, &entry.name)?;
    write!(out, " {} size(", entry.function)?;
    for (i, extent) in entry.workgroup_size.iter().enumerate() {
        out.write_str(if i == 0 { "" } else { ", " })?;
        match extent {
            Extent::Fixed(n) => write!(out, "{n}")?,
            Extent::Spec(spec) => write!(out, "{spec}")?,
        }
    }
    out.write_char(')')?;
    if let Some(group) = entry.derivatives {
        write!(out, " derivatives({}{})", group.name(), if entry.khr_derivatives { " khr" } else { "" })?;
    }
    for mode in &entry.modes {
        write!(out, " {}", mode.name())?;
    }
    Ok(())
}

/// Parses the rest of the entry point's line, after `entry`.
pub(super) fn parse_entry(cursor: &mut Cursor<'_>) -> Parse<EntryPoint> {
    let name = cursor.name();
    let function = FuncId::from_index(cursor.id("f")?);
    cursor.expect_word("size")?;
    let start = cursor.offset();
    cursor.expect("(")?;
    let sizes = cursor.list(")", |cursor| match cursor.peek_id("spec") {
        Some(spec) => {
            cursor.advance();
            Ok(Extent::Spec(SpecConst::from_index(spec)))
        }
        None => Ok(Extent::Fixed(cursor.integer()?)),
    })?;
    let [x, y, z] = sizes[..] else {
        return Err(cursor.error_at(start, "a work group has three sizes"));
    };
    let (derivatives, khr_derivatives) = match cursor.eat_word("derivatives") {
        true => parse_derivatives(cursor).map(|(group, khr)| (Some(group), khr))?,
        false => (None, false),
    };
    let mut modes = Vec::new();
    while let Some(mode) = ExecutionMode::ALL.into_iter().find(|mode| cursor.eat_word(mode.name())) {
        modes.push(mode);
    }
    Ok(EntryPoint { name, function, workgroup_size: [x, y, z], derivatives, khr_derivatives, modes })
}

fn parse_derivatives(cursor: &mut Cursor<'_>) -> Parse<(DerivativeGroup, bool)> {
    cursor.expect("(")?;
    let start = cursor.offset();
    let word = cursor.word("`quads` or `linear`")?;
    let Some(group) = DerivativeGroup::ALL.into_iter().find(|group| group.name() == word) else {
        return Err(cursor.error_at(start, format!("`{word}` is not a derivative group")));
    };
    let khr = cursor.eat_word("khr");
    cursor.expect(")")?;
    Ok((group, khr))
}
