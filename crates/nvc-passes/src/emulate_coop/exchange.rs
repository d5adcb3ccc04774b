//! Matrix operations that need elements of other invocations: products, transposes and reductions. All invocations write
//! their elements to shared memory; after a barrier each computes its own elements of the result. Stores that pack several
//! elements into one scalar ([`is_packed`]) use the same memory.

use super::Lowering;
use super::functions::Key;
use super::lengths::{Lengths, value};
use super::loops::{ACCESS, Array, fold, for_each};
use super::matrices::{Matrices, Matrix};
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::{Barrier, Builtin, Imm, MemoryKinds, Scope};
use nvc_ir::tensor::Reduction;
use nvc_ir::types::Length;
use nvc_ir::{
    Builder, FuncId, Global, GlobalData, GlobalKind, Module, Op, OwnedInst, Space, Type, TypeKind, Types,
    Value,
};
use std::collections::BTreeMap;

/// Shared memory for matrix elements of one type: an array with one part per warp and then a part for the work group.
#[derive(Clone, Copy)]
struct Area {
    global: Global,
    array: Type,
    /// The number of elements in a warp's part.
    of_warp: Length,
    /// The number of elements in the parts of all warps, where the work group's part starts.
    of_warps: Length,
}

/// Shared memory for matrix elements, by element type.
pub(super) struct Stage {
    areas: BTreeMap<Type, Area>,
}

impl Stage {
    /// Declares as much memory as the operation with the most elements needs.
    pub fn declare(module: &mut Module, matrices: &Matrices) -> Self {
        // By type: the maximum number of elements that a warp, and the work group, exchanges in one operation.
        let mut needs: BTreeMap<Type, [Length; 2]> = BTreeMap::new();
        let Module { functions, spec_constants, types, globals, .. } = module;
        let mut lengths = Lengths::new(spec_constants);
        for func in functions.values() {
            for (_, data) in func.insts() {
                let types_of: Vec<Type> = data.args.iter().map(|&arg| func.ty(func.resolve(arg))).collect();
                let sent = match is_packed(types, matrices, data.op, &types_of) {
                    true => &[1],
                    false => staged(data.op),
                };
                let operands = sent.iter().filter_map(|&at| data.args.get(at));
                let operands: Vec<Matrix> =
                    operands.filter_map(|&arg| matrices.get(func.ty(func.resolve(arg)))).collect();
                let mut sums: BTreeMap<Type, Length> = BTreeMap::new();
                for matrix in &operands {
                    let sum = sums.entry(matrix.component).or_insert(Length::Fixed(0));
                    *sum = lengths.sum(*sum, matrix.elements);
                }
                for (ty, sum) in sums {
                    let of_group = operands.iter().any(|matrix| matrix.of_group);
                    let most = &mut needs.entry(ty).or_insert([Length::Fixed(0); 2])[usize::from(of_group)];
                    *most = lengths.max(*most, sum);
                }
            }
        }
        let mut areas = BTreeMap::new();
        for (ty, [of_warp, of_group]) in needs {
            // The parts are disjoint: the work group may write its elements while a warp still reads its own.
            let of_warps = lengths.product(of_warp, matrices.warps);
            let length = lengths.sum(of_warps, of_group);
            let array = types.intern(TypeKind::Array { element: ty, length, stride: 0 });
            let kind = GlobalKind::Variable {
                space: Space::Workgroup,
                ty: array,
                binding: None,
                of: None,
                access: VariableAccess::default(),
            };
            let global = globals.push(GlobalData { name: "matrix_elements".to_owned(), kind });
            areas.insert(ty, Area { global, array, of_warp, of_warps });
        }
        Stage { areas }
    }

    /// Writes the elements of matrices to shared memory and waits until all invocations have. Returns where the elements are.
    pub fn publish(&self, b: &mut Builder<'_>, warps: Length, operands: &[(Value, Matrix)]) -> Vec<Elements> {
        let mut next: BTreeMap<Type, Value> = BTreeMap::new();
        let mut list = Vec::new();
        for &(value_of, matrix) in operands {
            let Some(&area) = self.areas.get(&matrix.component) else { continue };
            let first = match next.get(&matrix.component) {
                Some(&first) => first,
                None if matrix.of_group => value(b, area.of_warps),
                None if warps == Length::Fixed(1) => b.i32(0),
                None => {
                    let (warp, size) = (b.builtin(Builtin::SubgroupId, Types::I32), value(b, area.of_warp));
                    b.op(Op::IMul, &[warp, size])
                }
            };
            let elements = Elements { area, first, element: matrix.component };
            let array = Array::of(b, value_of, matrix.component);
            let count = value(b, matrix.share);
            for_each(b, count, |b, index| {
                matrix.at(b, index, |b, place| {
                    let element = array.load(b, index);
                    let pointer = elements.at(b, place.number);
                    b.effect(Op::Store, ACCESS, &[pointer, element]);
                });
            });
            let size = value(b, matrix.elements);
            let after = b.op(Op::IAdd, &[first, size]);
            next.insert(matrix.component, after);
            list.push(elements);
        }
        wait(b, operands.iter().any(|(_, matrix)| matrix.of_group));
        list
    }
}

/// Whether an operation stores several elements in one scalar in memory, which a single invocation has to write.
pub(super) fn is_packed(types: &Types, matrices: &Matrices, op: Op, operands: &[Type]) -> bool {
    let (Op::CoopStore, &[address, stored, ..]) = (op, operands) else { return false };
    match (types.pointee(address), matrices.get(stored)) {
        (Some((_, element)), Some(matrix)) => {
            types.scalar_bits(matrix.component) < types.scalar_bits(types.scalar(element))
        }
        _ => false,
    }
}

/// The indices of an operation's matrix operands that are exchanged through shared memory.
fn staged(op: Op) -> &'static [usize] {
    match op {
        Op::CoopMulAdd | Op::CoopMulAddSat => &[0, 1],
        Op::CoopTranspose | Op::CoopReduce => &[0],
        _ => &[],
    }
}

/// Emits a barrier for the invocations that share a matrix: the work group, or the subgroup.
pub(super) fn wait(b: &mut Builder<'_>, of_group: bool) {
    let scope = if of_group { Scope::Workgroup } else { Scope::Subgroup };
    let kinds = MemoryKinds { workgroup: true, ..MemoryKinds::default() };
    let barrier = Barrier { execution: Some(scope), memory: Scope::Workgroup, kinds };
    b.effect(Op::Barrier, Imm::Barrier(barrier), &[]);
}

/// The elements of a matrix in shared memory.
#[derive(Clone, Copy)]
pub(super) struct Elements {
    area: Area,
    first: Value,
    element: Type,
}

impl Elements {
    fn at(&self, b: &mut Builder<'_>, number: Value) -> Value {
        let array = b.global_addr(self.area.global, Space::Workgroup, self.area.array);
        let pointer = b.types.pointer(Space::Workgroup, self.element);
        let at = b.op(Op::IAdd, &[self.first, number]);
        b.inst_with_type(Op::AccessChain, Imm::None, &[array, at], pointer)
    }

    /// Loads the element at a row-major index.
    fn load(&self, b: &mut Builder<'_>, number: Value) -> Value {
        let pointer = self.at(b, number);
        b.inst_with_type(Op::Load, ACCESS, &[pointer], self.element)
    }

    /// Loads the element in `row` and `column` of a matrix with `columns` columns.
    pub fn get(&self, b: &mut Builder<'_>, row: Value, columns: Value, column: Value) -> Value {
        let line = b.op(Op::IMul, &[row, columns]);
        let number = b.op(Op::IAdd, &[line, column]);
        self.load(b, number)
    }
}

impl Lowering {
    /// Lowers an operation that reads elements of other invocations. `element` computes one element of the result from the
    /// operands in shared memory, the other operands in arrays, the element's place in the matrix and its index among the
    /// invocation's elements.
    fn exchange(
        &mut self,
        b: &mut Builder<'_>,
        data: &OwnedInst,
        ty: Type,
        element: impl FnOnce(&mut Builder<'_>, &[Elements], &[Array], &super::matrices::Place, Value) -> Value,
    ) -> Option<Value> {
        let matrix = self.matrices.get(ty)?;
        let operands: Vec<Matrix> =
            data.args.iter().filter_map(|&arg| self.matrices.get(b.func.ty(arg))).collect();
        let key = Key::new(b, data, &data.args, Some(ty));
        let (stage, warps, op) = (&self.stage, self.matrices.warps, data.op);
        self.functions.call(b, key, &data.args, Some(ty), |b, args| {
            let sent: Vec<(Value, Matrix)> =
                staged(op).iter().filter_map(|&at| Some((*args.get(at)?, *operands.get(at)?))).collect();
            let elements = stage.publish(b, warps, &sent);
            let own: Vec<Array> = args
                .iter()
                .zip(&operands)
                .skip(sent.len())
                .map(|(&arg, m)| Array::of(b, arg, m.component))
                .collect();
            let result = Array::new(b, ty, matrix.component);
            let count = value(b, matrix.share);
            for_each(b, count, |b, index| {
                matrix.at(b, index, |b, place| {
                    let made = element(b, &elements, &own, place, index);
                    result.store(b, index, made);
                });
            });
            // The next operation may overwrite the memory only after all invocations have read it.
            wait(b, matrix.of_group);
            Some(result.value(b))
        })
    }

    /// Lowers `coop.muladd` and `coop.muladd.sat`. Accumulates in order in at least 32 bits; rounds to the component type
    /// once.
    pub(super) fn product(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let &[left, right, sum] = &data.args[..] else { return None };
        let [left, right, sum] = [left, right, sum].map(|arg| self.matrices.get(b.func.ty(arg)));
        let (left, right, sum) = (left?, right?, sum?);
        let saturates = data.op == Op::CoopMulAddSat;
        let wide = match b.types.kind(sum.component) {
            TypeKind::Float(64) => Types::F64,
            TypeKind::Float(_) | TypeKind::EncodedFloat(_) => Types::F32,
            TypeKind::Int(64) => Types::I64,
            _ if saturates => Types::I64,
            _ => Types::I32,
        };
        if saturates {
            let bits = |matrix: Matrix| b.types.scalar_bits(matrix.component).unwrap_or(64);
            if bits(left) > 16 || bits(right) > 16 || bits(sum) > 32 {
                self.report_unsupported(
                    data.loc(),
                    "saturating sums of products of more than 16 bits cannot be emulated",
                );
                return None;
            }
        }
        let is_float = b.types.is_float(wide);
        let (multiply, add) = if is_float { (Op::FMul, Op::FAdd) } else { (Op::IMul, Op::IAdd) };
        self.exchange(b, data, ty, |b, elements, own, place, index| {
            let (Some(a), Some(c), Some(start)) = (elements.first(), elements.get(1), own.first()) else {
                return place.number;
            };
            let start = start.load(b, index);
            let start = widened(b, start, wide, sum.signed);
            let [common, columns] = [left.columns, right.columns].map(|length| value(b, length));
            let total = fold(b, common, &[start], |b, k, current| {
                let (x, y) = (a.get(b, place.row, common, k), c.get(b, k, columns, place.column));
                let (x, y) = (widened(b, x, wide, left.signed), widened(b, y, wide, right.signed));
                let product = b.op(multiply, &[x, y]);
                current.iter().map(|&current| b.op(add, &[current, product])).collect()
            });
            let total = total.first().copied().unwrap_or(start);
            let total = if saturates { clamped(b, total, sum) } else { total };
            narrowed(b, total, sum.component)
        })
    }

    /// Lowers `coop.transpose`.
    pub(super) fn transpose(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let from = self.matrices.get(b.func.ty(*data.args.first()?))?;
        self.exchange(b, data, ty, |b, elements, _, place, _| {
            let Some(elements) = elements.first() else { return place.number };
            let columns = value(b, from.columns);
            elements.get(b, place.column, columns, place.row)
        })
    }

    /// Lowers `coop.reduce`. Combines elements in row-major order.
    pub(super) fn reduce(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let from = self.matrices.get(b.func.ty(*data.args.first()?))?;
        let Imm::Reduce(reduction, function) = data.imm() else { return None };
        self.exchange(b, data, ty, |b, elements, _, place, _| {
            let Some(elements) = elements.first() else { return place.number };
            let (zero, one, two) = (b.i32(0), b.i32(1), b.i32(2));
            let [rows, columns] = [from.rows, from.columns].map(|length| value(b, length));
            let next =
                |b: &mut Builder<'_>, current: Value, element: Value| combined(b, function, current, element);
            match reduction {
                Reduction::Square => {
                    let [row, column] = [place.row, place.column].map(|at| b.op(Op::IMul, &[at, two]));
                    let [below, right] = [row, column].map(|at| b.op(Op::IAdd, &[at, one]));
                    let mut result = elements.get(b, row, columns, column);
                    for (row, column) in [(row, right), (below, column), (below, right)] {
                        let element = elements.get(b, row, columns, column);
                        result = next(b, result, element);
                    }
                    result
                }
                _ => {
                    // The element at an index among the elements that are combined.
                    let get = |b: &mut Builder<'_>, number: Value| match reduction {
                        Reduction::Row => elements.get(b, place.row, columns, number),
                        Reduction::Column => elements.get(b, number, columns, place.column),
                        _ => elements.load(b, number),
                    };
                    let count = match reduction {
                        Reduction::Row => columns,
                        Reduction::Column => rows,
                        _ => value(b, from.elements),
                    };
                    let (start, others) = (get(b, zero), b.op(Op::ISub, &[count, one]));
                    let result = fold(b, others, &[start], |b, before, current| {
                        let number = b.op(Op::IAdd, &[before, one]);
                        let element = get(b, number);
                        current.iter().map(|&current| next(b, current, element)).collect()
                    });
                    result.first().copied().unwrap_or(start)
                }
            }
        })
    }
}

/// Calls the callback of a reduction.
fn combined(b: &mut Builder<'_>, function: FuncId, x: Value, y: Value) -> Value {
    let ty = b.func.ty(x);
    b.inst_with_type(Op::Call, Imm::Function(function), &[x, y], ty)
}

/// Converts a component to the type of the accumulation.
fn widened(b: &mut Builder<'_>, x: Value, wide: Type, signed: bool) -> Value {
    let ty = b.func.ty(x);
    let bits = |b: &Builder<'_>, ty| b.types.scalar_bits(ty);
    let op = match bits(b, ty).cmp(&bits(b, wide)) {
        _ if ty == wide => return x,
        _ if b.types.is_float(wide) => Op::FConvert,
        std::cmp::Ordering::Greater => Op::ITrunc,
        _ if signed => Op::SExt,
        _ => Op::ZExt,
    };
    b.inst_with_type(op, Imm::None, &[x], wide)
}

/// Converts a sum to the component type.
fn narrowed(b: &mut Builder<'_>, sum: Value, ty: Type) -> Value {
    let wide = b.func.ty(sum);
    let op = if b.types.is_float(wide) { Op::FConvert } else { Op::ITrunc };
    if wide == ty { sum } else { b.inst_with_type(op, Imm::None, &[sum], ty) }
}

/// Clamps a 64-bit sum to the range of a matrix's components.
fn clamped(b: &mut Builder<'_>, sum: Value, matrix: Matrix) -> Value {
    let bits = u32::from(b.types.scalar_bits(matrix.component).unwrap_or(32)).clamp(1, 32);
    let (min, max) = match matrix.signed {
        true => ((-1i64) << (bits - 1), (1i64 << (bits - 1)) - 1),
        false => (0, (1i64 << bits) - 1),
    };
    let (min, max) = (b.bits(Types::I64, min as u64), b.bits(Types::I64, max as u64));
    let sum = b.op(Op::SMax, &[sum, min]);
    b.op(Op::SMin, &[sum, max])
}
