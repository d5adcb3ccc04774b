//! Rules for vectors: construction, extraction of components, and the packing of 64-bit integers from 32-bit words.

use super::cast::uncast;
use super::context::{Node, Simplifier};
use nvc_ir::imm::Builtin;
use nvc_ir::{Const, Imm, Op, Type, Types, Value};

/// The operands of a `construct`; `None` if it constructs a vector from shorter vectors.
fn parts(cx: &Simplifier<'_>, value: Value) -> Option<Vec<Value>> {
    let func = &*cx.builder.func;
    let data = func.def(value)?;
    if data.op != Op::Construct {
        return None;
    }
    let ty = func.ty(value);
    let count = cx.types().components(ty);
    // An aggregate counts as having one component.
    if count > 1 && data.args.len() != usize::from(count) {
        return None;
    }
    Some(data.args.iter().map(|&part| func.resolve(part)).collect())
}

/// Matches `extract`. Returns the vector and the component's index.
fn extracted(cx: &Simplifier<'_>, value: Value) -> Option<(Value, u32)> {
    match cx.builder.func.def(value) {
        Some(data) if data.op == Op::Extract => match (data.imm(), &data.args[..]) {
            (Imm::Index(index), &[vector]) => Some((cx.builder.func.resolve(vector), index)),
            _ => None,
        },
        _ => None,
    }
}

fn index_of(node: &Node) -> Option<u32> {
    match node.imm {
        Imm::Index(index) => Some(index),
        _ => None,
    }
}

/// `extract (construct ..)`. A cooperative vector that is constructed from a single operand is a splat.
pub(super) fn extract_construct(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (whole, index) = (node.only()?, index_of(node)?);
    let parts = parts(cx, whole)?;
    let part = match parts[..] {
        [part] if cx.types().is_uncounted(cx.ty(whole)) => part,
        _ => *parts.get(index as usize)?,
    };
    (cx.ty(part) == node.ty).then_some(part)
}

/// `extract` of a constant.
pub(super) fn extract_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let part = match cx.constant(node.only()?)? {
        Const::Undef => return Some(cx.builder.undef(node.ty)),
        Const::Null => {
            let scalar = cx.types().scalar_bits(node.ty).is_some() || node.ty == Types::BOOL;
            let zero = if scalar { Const::Bits(0) } else { Const::Null };
            return Some(cx.builder.func.constant(node.ty, zero));
        }
        Const::Composite(parts) => parts.get(index_of(node)? as usize).copied(),
        _ => None,
    };
    part.filter(|&part| cx.ty(part) == node.ty)
}

/// `extract (bitcast v)`, if v has components of the same width or is a 64-bit value packed from words.
pub(super) fn extract_bitcast(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let index = index_of(node)?;
    let inner = cx.unary(Op::Bitcast, node.only()?)?;
    let (from, scalar) = (cx.ty(inner), cx.types().scalar(cx.ty(inner)));
    if cx.types().components(from) > 1 {
        if cx.width(inner) != cx.types().scalar_bits(node.ty).map_or(0, u32::from) {
            return None;
        }
        let part = cx.make_imm(Op::Extract, Imm::Index(index), &[inner], scalar);
        return Some(cx.bitcast(part, node.ty));
    }
    word(cx, inner, index, node.ty)
}

/// A component of `LocalInvocationId` in a dimension in which the work group has size 1.
pub(super) fn extract_local_id(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (vector, axis) = (node.only()?, index_of(node)?);
    let is_local_id = cx.builder.func.def(vector)?.imm() == Imm::Builtin(Builtin::LocalId);
    (is_local_id && cx.max_local_id(axis) == 0).then(|| cx.int(node.ty, 0))
}

/// `extract.dynamic` with a constant index.
pub(super) fn dynamic_constant(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (vector, index) = node.pair()?;
    let index = cx.bits(index)?;
    component(cx, vector, index, node.ty)
}

/// `extract.dynamic v, (select c, 1, 2)` to `select c, (extract v, 1), (extract v, 2)`. NVIDIA's driver keeps a vector with
/// a dynamic index in local memory.
pub(super) fn dynamic_select(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (vector, index) = node.pair()?;
    let (condition, a, b) = cx.select(index)?;
    let (a, b) = (cx.bits(a)?, cx.bits(b)?);
    let (a, b) = (component(cx, vector, a, node.ty)?, component(cx, vector, b, node.ty)?);
    Some(cx.make(Op::Select, &[condition, a, b], node.ty))
}

/// The component `index` of a vector; undefined if there is none. `None` for cooperative vectors, whose number of components
/// may be a specialization constant.
fn component(cx: &mut Simplifier<'_>, vector: Value, index: u64, ty: Type) -> Option<Value> {
    let whole = cx.ty(vector);
    if cx.types().is_uncounted(whole) {
        return None;
    }
    match u32::try_from(index).ok().filter(|&index| index < cx.types().components(whole).into()) {
        Some(index) => Some(cx.make_imm(Op::Extract, Imm::Index(index), &[vector], ty)),
        None => Some(cx.builder.undef(ty)),
    }
}

/// `construct` of constants.
pub(super) fn construct_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let count = usize::from(cx.types().components(node.ty));
    if node.args.is_empty() || (count > 1 && node.args.len() != count) {
        return None;
    }
    let func = &mut *cx.builder.func;
    if node.args.iter().all(|&part| func.as_const(part) == Some(&Const::Undef)) {
        return Some(func.constant(node.ty, Const::Undef));
    }
    // Partly undefined vectors are not turned into constants: SPIR-V allows undefined components, but constant
    // folding does not handle them.
    let all = node.args.iter().all(|&part| func.as_const(part).is_some_and(|c| *c != Const::Undef));
    all.then(|| func.constant(node.ty, Const::Composite(node.args.to_vec())))
}

/// `construct` of all components of another vector in order, each possibly bitcast.
pub(super) fn construct_whole(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let count = cx.types().components(node.ty);
    if count < 2 || node.args.len() != usize::from(count) {
        return None;
    }
    let mut whole = None;
    for (index, &part) in node.args.iter().enumerate() {
        let part = cx.unary(Op::Bitcast, part).unwrap_or(part);
        let (vector, at) = extracted(cx, part)?;
        if at as usize != index || whole.is_some_and(|whole| whole != vector) {
            return None;
        }
        whole = Some(vector);
    }
    let whole = whole?;
    let same_shape = cx.types().components(cx.ty(whole)) == count
        && cx.types().bits(cx.ty(whole)) == cx.types().bits(node.ty);
    if cx.ty(whole) == node.ty {
        return Some(whole);
    }
    same_shape.then(|| cx.bitcast(whole, node.ty))
}

/// `bitcast (construct ..)`: to a vector, if the components can be bitcast without an instruction; to a 64-bit value, if the
/// components are its words.
pub(super) fn bitcast_construct(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let parts = parts(cx, node.only()?)?;
    let count = cx.types().components(node.ty);
    if usize::from(count) == parts.len() && count > 1 {
        let scalar = cx.types().scalar(node.ty);
        let parts: Option<Vec<Value>> = parts.iter().map(|&part| uncast(cx, part, scalar)).collect();
        return Some(cx.make(Op::Construct, &parts?, node.ty));
    }
    let [low, high] = parts[..] else { return None };
    joined(cx, low, high, node.ty)
}

/// `zext(low) | zext(high) << 32`, if low and high are the words of one value.
pub(super) fn join_halves(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    if node.ty != Types::I64 {
        return None;
    }
    let (a, b) = node.pair()?;
    let (low, high) = packed_or(cx, a, b)?;
    joined(cx, low, high, node.ty)
}

/// `trunc x` and `trunc (x >> 32)` of a packed 64-bit integer.
pub(super) fn trunc_half(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    if node.ty != Types::I32 || cx.ty(x) != Types::I64 {
        return None;
    }
    match cx.binary_const(Op::LShr, x).or_else(|| cx.binary_const(Op::AShr, x)) {
        Some((whole, 32)) => word(cx, whole, 1, node.ty),
        Some(_) => None,
        None => word(cx, x, 0, node.ty),
    }
}

/// A word of a 64-bit value that is packed from words, bitcast to `ty`.
fn word(cx: &mut Simplifier<'_>, whole: Value, index: u32, ty: Type) -> Option<Value> {
    if cx.types().bits(ty) != Some(32) {
        return None;
    }
    let (low, high) = words(cx, whole)?;
    let word = if index == 0 { low } else { high };
    Some(cx.bitcast(word, ty))
}

/// The words that a 64-bit value is packed from: low, high.
fn words(cx: &mut Simplifier<'_>, whole: Value) -> Option<(Value, Value)> {
    let whole = cx.unary(Op::Bitcast, whole).unwrap_or(whole);
    if cx.types().bits(cx.ty(whole)) != Some(64) {
        return None;
    }
    if let Some(&[low, high]) = parts(cx, whole).as_deref() {
        return Some((low, high));
    }
    if let Some(low) = cx.unary(Op::ZExt, whole) {
        let low = (cx.ty(low) == Types::I32).then_some(low)?;
        return Some((low, cx.builder.i32(0)));
    }
    if let Some((high, 32)) = cx.binary_const(Op::Shl, whole) {
        let high = extended_word(cx, high)?;
        return Some((cx.builder.i32(0), high));
    }
    let (a, b) = cx.binary(Op::Or, whole).or_else(|| cx.binary(Op::IAdd, whole))?;
    packed_or(cx, a, b)
}

/// Matches the operands of `zext(low) | zext(high) << 32`, in either order; also with `sext(high)`. Returns low and high.
fn packed_or(cx: &mut Simplifier<'_>, a: Value, b: Value) -> Option<(Value, Value)> {
    for (low, high) in [(a, b), (b, a)] {
        if let Some(low) = cx.unary(Op::ZExt, low)
            && cx.ty(low) == Types::I32
            && let Some((high, 32)) = cx.binary_const(Op::Shl, high)
            && let Some(high) = extended_word(cx, high)
        {
            return Some((low, high));
        }
    }
    None
}

/// Matches `zext w` and `sext w` of a 32-bit integer w.
fn extended_word(cx: &Simplifier<'_>, value: Value) -> Option<Value> {
    let word = cx.unary(Op::ZExt, value).or_else(|| cx.unary(Op::SExt, value))?;
    (cx.ty(word) == Types::I32).then_some(word)
}

/// The 64-bit value with the words `low` and `high`, bitcast to `ty`.
fn joined(cx: &mut Simplifier<'_>, low: Value, high: Value, ty: Type) -> Option<Value> {
    let (whole, 0) = half(cx, low)? else { return None };
    let (other, 1) = half(cx, high)? else { return None };
    (whole == other && cx.types().bits(ty) == Some(64)).then(|| cx.bitcast(whole, ty))
}

/// The 64-bit value that a word is extracted from, and the word's index (0 for the low word).
fn half(cx: &Simplifier<'_>, value: Value) -> Option<(Value, u32)> {
    let value = cx.unary(Op::Bitcast, value).unwrap_or(value);
    if let Some((vector, index)) = extracted(cx, value) {
        let whole = cx.unary(Op::Bitcast, vector).unwrap_or(vector);
        let is_half = cx.types().bits(cx.ty(value)) == Some(32) && cx.types().bits(cx.ty(whole)) == Some(64);
        return is_half.then_some((whole, index));
    }
    let wide = cx.unary(Op::ITrunc, value)?;
    if cx.ty(wide) != Types::I64 || cx.ty(value) != Types::I32 {
        return None;
    }
    match cx.binary_const(Op::LShr, wide).or_else(|| cx.binary_const(Op::AShr, wide)) {
        Some((whole, 32)) => Some((whole, 1)),
        _ => Some((wide, 0)),
    }
}
