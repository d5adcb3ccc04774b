//! Decodes operations on cooperative vectors. A vector has one column per component, so elementwise
//! operations need no special handling.

use super::context::ModuleContext;
use super::decoder::{Decoder, Slots};
use super::error::{Result, fault, limit, wrong_imm};
use super::memory::raw_array;
use crate::code::{CoopVectorStep, MatrixOperand, MemoryAccess, Step, VectorOperand};
use crate::column::Slot;
use crate::kernels::{self, Kind};
use nvc_ir::constant::Const;
use nvc_ir::coop_vector::{ComponentType, MatrixLayout};
use nvc_ir::entity::Entity;
use nvc_ir::function::OwnedInst;
use nvc_ir::imm::{AtomicOp, Imm};
use nvc_ir::{Op, Type, TypeKind, Value};

/// Alignment in bytes of vectors, and of rows or columns in memory (GL_NV_cooperative_vector).
const VECTOR_ALIGN: u32 = 16;
/// Alignment in bytes of the matrix of a product, and of the sum of outer products, for which Vulkan requires more than the
/// language (VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10101).
const MATRIX_ALIGN: u32 = 64;

/// Checks that every vector has components.
pub(super) fn check(context: &ModuleContext<'_>) -> Result<()> {
    let layouts = &context.layouts;
    for (_, kind) in layouts.module.types.iter() {
        if let TypeKind::IdVector(vector) = kind
            && layouts.length(vector.length) == 0
        {
            let message = "a cooperative vector of 0 components cannot be interpreted";
            return Err(limit(message.into(), "specialization must give it at least one"));
        }
    }
    Ok(())
}

/// Decodes `coopvec.load`, `coopvec.store` and `coopvec.sum.accumulate`.
pub(super) fn access(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let (ty, slots) = match data.args.get(2) {
        Some(&value) => (d.func.ty(value), d.slots(value)?),
        None => {
            let ty = d.result(data)?;
            (ty, d.fresh(ty)?)
        }
    };
    let coherent = match data.imm() {
        Imm::Access(access) => access.coherent || access.volatile,
        _ => true,
    };
    let array = raw_array(d, d.arg(data, 0)?, coherent)?;
    let start = start(d, array.offset, d.arg(data, 1)?)?;
    let (access, slots) = match data.op {
        Op::CoopVecLoad => (MemoryAccess::Load, slots),
        Op::CoopVecStore => (MemoryAccess::Store, slots),
        _ => (sum(kind(d, ty)?, slots), d.fresh(ty)?),
    };
    let step = array.aligned(d, ty, start, access, slots.clone(), VECTOR_ALIGN)?;
    d.push(Step::Memory(Box::new(step)));
    d.define(data, slots);
    Ok(())
}

/// Returns an atomic addition of values of a kind.
fn sum(kind: Kind, addend: Slots) -> MemoryAccess {
    let op = if kind.is_float() { AtomicOp::FAdd } else { AtomicOp::Add };
    MemoryAccess::Atomic { op, operands: [Some(addend.into()), None] }
}

/// Returns the byte offset in memory, given the offset of the array and the byte offset in it.
fn start(d: &mut Decoder<'_, '_>, base: Slot, offset: Value) -> Result<Slot> {
    let one = d.context.columns.constant(1);
    let offset = d.slot(offset)?;
    Ok(d.compute(kernels::scaled(64), &[base, offset, one]))
}

fn kind(d: &Decoder<'_, '_>, ty: Type) -> Result<Kind> {
    Kind::of(&d.context.layouts.module.types, ty)
        .ok_or_else(|| fault("a cooperative vector without components"))
}

/// Returns the value of a constant operand.
fn number(d: &Decoder<'_, '_>, value: Value) -> Result<u32> {
    let bits = match d.func.as_const(value) {
        Some(Const::Bits(bits)) => Some(*bits),
        Some(Const::Spec(spec)) => d.context.layouts.spec.get(spec.index()).copied(),
        _ => None,
    };
    bits.map(|bits| bits as u32).ok_or_else(|| fault("an operand is not a constant"))
}

/// Returns the component type that an operand specifies by number.
fn interpretation(d: &Decoder<'_, '_>, value: Value) -> Result<&'static ComponentType> {
    let number = number(d, value)?;
    ComponentType::from_number(number).ok_or_else(|| {
        limit(
            format!("the component type {number} is not known"),
            "the types are those of SPV_NV_cooperative_vector",
        )
    })
}

fn layout(d: &Decoder<'_, '_>, value: Value) -> Result<MatrixLayout> {
    let number = number(d, value)?;
    MatrixLayout::from_number(number).ok_or_else(|| {
        limit(
            format!("the matrix layout {number} is not known"),
            "the layouts are those of SPV_NV_cooperative_vector",
        )
    })
}

fn vector(d: &mut Decoder<'_, '_>, value: Value, signed: bool) -> Result<VectorOperand> {
    let kind = kind(d, d.func.ty(value))?;
    Ok(VectorOperand { slots: d.slots(value)?.into(), kind, signed })
}

/// Shape and layout of a matrix in memory.
struct Shape {
    interpretation: &'static ComponentType,
    rows: usize,
    columns: usize,
    layout: MatrixLayout,
    transposed: bool,
    stride: Option<Value>,
}

/// Returns a matrix at a pointer and byte offset. `addend` is the column that is added to the elements;
/// `None` if the elements are loaded.
fn matrix(
    d: &mut Decoder<'_, '_>,
    [pointer, offset]: [Value; 2],
    shape: Shape,
    align: u32,
    addend: Option<Slot>,
) -> Result<MatrixOperand> {
    let Shape { interpretation, rows, columns, layout, transposed, stride } = shape;
    let array = raw_array(d, pointer, addend.is_some())?;
    let start = start(d, array.offset, offset)?;
    let (offset, element) = (d.context.columns.fresh(), d.context.columns.fresh());
    let kind = kind(d, interpretation.ty)?;
    // Implementation-defined layouts are dense in the interpreter, so their stride is ignored.
    let stride = stride.filter(|_| !layout.is_optimal()).map(|stride| d.slot(stride)).transpose()?;
    let line_align = if stride.is_some() { VECTOR_ALIGN } else { 0 };
    let step = |align: u32| {
        let access = match addend {
            Some(addend) => sum(kind, vec![addend]),
            None => MemoryAccess::Load,
        };
        array.aligned(d, interpretation.ty, offset, access, vec![element], align)
    };
    let accesses = Box::new([step(align)?, step(line_align)?, step(0)?]);
    Ok(MatrixOperand {
        interpretation,
        kind,
        rows,
        columns,
        by_columns: layout == MatrixLayout::ColumnMajor,
        transposed,
        stride,
        size: d.context.layouts.size(interpretation.ty).into(),
        start,
        offset,
        element,
        accesses,
    })
}

/// Decodes `coopvec.matmul` and `coopvec.matmul.add`.
pub(super) fn product(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Product(signs) = data.imm() else { return Err(wrong_imm(data)) };
    let has_bias = data.op == Op::CoopVecMatMulAdd;
    let first = if has_bias { 4 } else { 2 };
    let mut rest = data.args.iter().copied().skip(first);
    let mut next = || rest.next().ok_or_else(|| fault("an operand of a product is missing"));
    let (input, input_as, matrix_as) = (next()?, next()?, next()?);
    let bias_as = if has_bias { Some(next()?) } else { None };
    let [rows, columns, how, transposed, stride] = [next()?, next()?, next()?, next()?, next()?];
    let rows = number(d, rows)? as usize;
    let shape = Shape {
        interpretation: interpretation(d, matrix_as)?,
        rows,
        columns: number(d, columns)? as usize,
        layout: layout(d, how)?,
        transposed: number(d, transposed)? != 0,
        stride: Some(stride),
    };
    let address = [d.arg(data, 0)?, d.arg(data, 1)?];
    let matrix_operand = matrix(d, address, shape, MATRIX_ALIGN, None)?;
    let bias = match bias_as {
        None => None,
        Some(bias_as) => {
            let address = [d.arg(data, 2)?, d.arg(data, 3)?];
            let shape = Shape {
                interpretation: interpretation(d, bias_as)?,
                rows,
                columns: 1,
                layout: MatrixLayout::InferencingOptimal,
                transposed: false,
                stride: None,
            };
            Some(matrix(d, address, shape, VECTOR_ALIGN, None)?)
        }
    };
    let ty = d.result(data)?;
    let dst = d.fresh(ty)?;
    let input_as = interpretation(d, input_as)?;
    let step = CoopVectorStep::Product {
        input: vector(d, input, signs.input)?,
        interpretation: input_as,
        kind: kind(d, input_as.ty)?,
        matrix: matrix_operand,
        bias,
        dst: VectorOperand { slots: dst.clone().into(), kind: kind(d, ty)?, signed: signs.result },
    };
    d.push(Step::CoopVector(Box::new(step)));
    d.define(data, dst);
    Ok(())
}

/// Decodes `coopvec.outer.accumulate`.
pub(super) fn outer_product(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let [pointer, offset, left, right, how, as_type, stride] = data.args[..] else {
        return Err(fault("an operand of an outer product is missing"));
    };
    let interpretation = interpretation(d, as_type)?;
    let (left, right) = (vector(d, left, interpretation.signed)?, vector(d, right, interpretation.signed)?);
    let addend = d.context.columns.fresh();
    let shape = Shape {
        interpretation,
        rows: left.slots.len(),
        columns: right.slots.len(),
        layout: layout(d, how)?,
        transposed: false,
        stride: Some(stride),
    };
    let matrix = matrix(d, [pointer, offset], shape, MATRIX_ALIGN, Some(addend))?;
    d.push(Step::CoopVector(Box::new(CoopVectorStep::OuterProduct { left, right, matrix, addend })));
    Ok(())
}
