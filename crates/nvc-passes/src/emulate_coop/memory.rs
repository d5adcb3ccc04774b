//! Matrix loads and stores: each invocation accesses its own elements.
//!
//! The elements of a row (or column) are contiguous in memory, whatever the element type of the array is: a matrix element
//! can be a component of a vector, a part of a wider scalar, or several narrower scalars.

use super::Lowering;
use super::exchange::{is_packed, wait};
use super::functions::Key;
use super::lengths::value;
use super::loops::{Array, for_each, when};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::types::Length;
use nvc_ir::{Builder, Const, Function, Global, Op, OwnedInst, Space, Type, TypeKind, Types, Value};

/// A step of the access path to an element; part of the key of a generated function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// A variable.
    Variable(Global),
    /// A pointer that is passed as an argument.
    Pointer,
    /// A constant index.
    Constant(Type, u64),
    /// An index that is passed as an argument.
    Index,
}

/// The access path from a variable or physical address to the first matrix element in memory.
pub(super) struct Path {
    pub steps: Vec<Step>,
    /// The arguments for the steps [`Step::Pointer`] and [`Step::Index`], then the last index.
    pub args: Vec<Value>,
    /// The pointer type of the variable or physical address.
    pub root: Type,
    /// The element type of the array.
    pub element: Type,
    /// The storage class of the variable or physical address.
    space: Space,
}

impl Path {
    /// The path to an array element. `steps` leaves out the last index, which is the last of `args`. `None` if the array is
    /// neither in a variable nor in physical memory, or if its elements are not contiguous.
    pub fn to(func: &Function, types: &Types, address: Value) -> Option<Path> {
        let (space, element) = types.pointee(func.ty(address))?;
        let mut at = address;
        let mut indices = Vec::new();
        while let Some(data) = func.def(at).filter(|data| data.op == Op::AccessChain) {
            let (&base, rest) = data.args.split_first()?;
            indices.extend(rest.iter().rev());
            at = base;
        }
        indices.reverse();
        let last = indices.pop()?;
        let root = func.ty(at);
        let (mut steps, mut args) = (Vec::new(), Vec::new());
        match func.def(at).map(|data| data.imm()) {
            Some(Imm::Global(global)) if func.def(at)?.op == Op::GlobalAddr => {
                steps.push(Step::Variable(global))
            }
            _ if space == Space::PhysicalStorageBuffer => {
                steps.push(Step::Pointer);
                args.push(at);
            }
            _ => return None,
        }
        for &index in &indices {
            steps.push(match func.as_const(index) {
                Some(Const::Bits(bits)) => Step::Constant(func.ty(index), *bits),
                _ => {
                    args.push(index);
                    Step::Index
                }
            });
        }
        args.push(last);
        let path = Path { steps, args, root, element, space };
        path.is_dense(func, types, &indices).then_some(path)
    }

    /// Whether the elements of the array are contiguous.
    fn is_dense(&self, func: &Function, types: &Types, indices: &[Value]) -> bool {
        let Some((_, mut at)) = types.pointee(self.root) else { return false };
        for &index in indices {
            at = match types.kind(at) {
                TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => *element,
                TypeKind::Struct { members, .. } => {
                    let number = func.as_bits(index).and_then(|bits| usize::try_from(bits).ok());
                    match number.and_then(|number| members.get(number)) {
                        Some(member) => member.ty,
                        None => return false,
                    }
                }
                _ => return false,
            };
        }
        match *types.kind(at) {
            TypeKind::Array { stride, .. } | TypeKind::RuntimeArray { stride, .. } => {
                let vectors = [1, 2, 4].contains(&types.components(self.element));
                vectors && (stride == 0 || types.bits(self.element) == Some(stride.saturating_mul(8)))
            }
            _ => false,
        }
    }
}

/// An array in memory, with the values that a generated function needs to address it.
#[derive(Clone)]
pub(super) struct Elements {
    root: Value,
    indices: Vec<Value>,
    /// The array index of the first matrix element.
    pub first: Value,
    space: Space,
    /// The scalar type of the array's elements.
    scalar: Type,
    /// The number of scalars in an array element.
    per: u32,
    access: Access,
}

impl Elements {
    /// The array of a path, whose arguments are the parameters of the generated function.
    pub fn new(b: &mut Builder<'_>, path: &Path, params: &[Value], access: Access) -> Option<Elements> {
        let mut params = params.iter().copied();
        let mut root = None;
        let mut indices = Vec::new();
        for step in &path.steps {
            match *step {
                Step::Variable(global) => {
                    root = Some(b.inst_with_type(Op::GlobalAddr, Imm::Global(global), &[], path.root));
                }
                Step::Pointer => root = params.next(),
                Step::Constant(ty, bits) => indices.push(b.bits(ty, bits)),
                Step::Index => indices.push(params.next()?),
            }
        }
        let first = params.next()?;
        let first = match b.types.scalar_bits(b.func.ty(first)) {
            Some(64) => b.inst_with_type(Op::ITrunc, Imm::None, &[first], Types::I32),
            Some(8 | 16) => b.inst_with_type(Op::ZExt, Imm::None, &[first], Types::I32),
            _ => first,
        };
        let (scalar, per) = (b.types.scalar(path.element), u32::from(b.types.components(path.element)));
        let mut access = access;
        let bytes = b.types.scalar_bits(scalar).map_or(4, |bits| u32::from(bits).div_ceil(8));
        if access.align != 0 || path.space == Space::PhysicalStorageBuffer {
            access.align = if access.align == 0 { bytes } else { access.align.min(bytes) };
        }
        Some(Elements { root: root?, indices, first, space: path.space, scalar, per, access })
    }

    /// A pointer to the `number`th scalar from the start of array element `element`.
    fn pointer(&self, b: &mut Builder<'_>, element: Value, number: Value) -> Value {
        let mut args = vec![self.root];
        args.extend(&self.indices);
        if self.per == 1 {
            args.push(b.op(Op::IAdd, &[element, number]));
        } else {
            let per = b.i32(self.per);
            let (whole, part) = (b.op(Op::UDiv, &[number, per]), b.op(Op::URem, &[number, per]));
            args.push(b.op(Op::IAdd, &[element, whole]));
            args.push(part);
        }
        let ty = b.types.pointer(self.space, self.scalar);
        b.inst_with_type(Op::AccessChain, Imm::None, &args, ty)
    }

    fn load_scalar(&self, b: &mut Builder<'_>, element: Value, number: Value) -> Value {
        let pointer = self.pointer(b, element, number);
        b.inst_with_type(Op::Load, Imm::Access(self.access), &[pointer], self.scalar)
    }

    fn store_scalar(&self, b: &mut Builder<'_>, element: Value, number: Value, value: Value) {
        let pointer = self.pointer(b, element, number);
        b.effect(Op::Store, Imm::Access(self.access), &[pointer, value]);
    }

    /// Loads the `number`th value of type `ty`, counted from the start of array element `element`.
    pub fn load(&self, b: &mut Builder<'_>, element: Value, number: Value, ty: Type) -> Value {
        let [bits, unit] = [ty, self.scalar].map(|ty| u32::from(b.types.scalar_bits(ty).unwrap_or(32)));
        if bits == unit {
            let scalar = self.load_scalar(b, element, number);
            return b.bitcast(scalar, ty);
        }
        let whole = Types::int(bits as u8);
        let unit_type = Types::int(unit as u8);
        if bits < unit {
            let parts = b.i32(unit / bits);
            let (at, part) = (b.op(Op::UDiv, &[number, parts]), b.op(Op::URem, &[number, parts]));
            let scalar = self.load_scalar(b, element, at);
            let word = b.bitcast(scalar, unit_type);
            let width = b.i32(bits);
            let shift = b.op(Op::IMul, &[part, width]);
            let shift = resized(b, shift, unit_type);
            let moved = b.op(Op::LShr, &[word, shift]);
            let part = b.inst_with_type(Op::ITrunc, Imm::None, &[moved], whole);
            return b.bitcast(part, ty);
        }
        let count = bits / unit;
        let mut word = b.bits(whole, 0);
        for part in 0..count {
            let at = part_of(b, number, count, part);
            let scalar = self.load_scalar(b, element, at);
            let scalar = b.bitcast(scalar, unit_type);
            let wide = b.inst_with_type(Op::ZExt, Imm::None, &[scalar], whole);
            let shift = b.bits(whole, u64::from(part * unit));
            let moved = b.op(Op::Shl, &[wide, shift]);
            word = b.op(Op::Or, &[word, moved]);
        }
        b.bitcast(word, ty)
    }

    /// The inverse of [`load`](Self::load); the value must be at least as wide as the array's scalars.
    pub fn store(&self, b: &mut Builder<'_>, element: Value, number: Value, value: Value) {
        let ty = b.func.ty(value);
        let [bits, unit] = [ty, self.scalar].map(|ty| u32::from(b.types.scalar_bits(ty).unwrap_or(32)));
        if bits <= unit {
            let scalar = b.bitcast(value, self.scalar);
            return self.store_scalar(b, element, number, scalar);
        }
        let (whole, unit_type, count) = (Types::int(bits as u8), Types::int(unit as u8), bits / unit);
        let word = b.bitcast(value, whole);
        for part in 0..count {
            let at = part_of(b, number, count, part);
            let shift = b.bits(whole, u64::from(part * unit));
            let moved = b.op(Op::LShr, &[word, shift]);
            let scalar = b.inst_with_type(Op::ITrunc, Imm::None, &[moved], unit_type);
            let scalar = b.bitcast(scalar, self.scalar);
            self.store_scalar(b, element, at, scalar);
        }
    }
}

/// The index of scalar number `part` of the `number`th value of `count` scalars.
fn part_of(b: &mut Builder<'_>, number: Value, count: u32, part: u32) -> Value {
    let (count, part) = (b.i32(count), b.i32(part));
    let first = b.op(Op::IMul, &[number, count]);
    b.op(Op::IAdd, &[first, part])
}

/// Zero-extends or truncates a 32-bit integer.
fn resized(b: &mut Builder<'_>, number: Value, ty: Type) -> Value {
    let op = match b.types.scalar_bits(ty) {
        Some(64) => Op::ZExt,
        Some(8 | 16) => Op::ITrunc,
        _ => return number,
    };
    b.inst_with_type(op, Imm::None, &[number], ty)
}

impl Lowering {
    /// The path to the array that an operation accesses. Reports an array that cannot be addressed element by element.
    pub(super) fn path(&mut self, b: &Builder<'_>, data: &OwnedInst) -> Option<Path> {
        let path = Path::to(b.func, b.types, *data.args.first()?);
        let Some(path) = path else {
            self.report_unsupported(
                data.loc(),
                "a cooperative matrix in an array whose elements have gaps between them cannot be emulated",
            );
            return None;
        };
        Some(path)
    }

    /// Lowers `coop.load`.
    pub(super) fn load(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let &[_, stride, by_columns] = &data.args[..] else { return None };
        self.access(b, data, ty, None, [stride, by_columns])
    }

    /// Lowers `coop.store`.
    pub(super) fn store(&mut self, b: &mut Builder<'_>, data: &OwnedInst) {
        let &[_, value, stride, by_columns] = &data.args[..] else { return };
        let types: Vec<Type> = data.args.iter().map(|&arg| b.func.ty(arg)).collect();
        if is_packed(b.types, &self.matrices, data.op, &types) {
            self.store_packed(b, data, value, [stride, by_columns]);
            return;
        }
        self.access(b, data, b.func.ty(value), Some(value), [stride, by_columns]);
    }

    fn access(
        &mut self,
        b: &mut Builder<'_>,
        data: &OwnedInst,
        ty: Type,
        stored: Option<Value>,
        place: [Value; 2],
    ) -> Option<Value> {
        let matrix = self.matrices.get(ty)?;
        let Imm::Access(access) = data.imm() else { return None };
        let path = self.path(b, data)?;
        let mut args = path.args.clone();
        args.extend(place);
        args.extend(stored);
        let result = if stored.is_some() { None } else { Some(ty) };
        let mut key = Key { path: path.steps.clone(), ..Key::new(b, data, &args, result) };
        key.types.push(path.root);
        self.functions.call(b, key, &args, result, |b, params| {
            let (address, rest) = params.split_at(path.args.len());
            let (&stride, &by_columns) = (rest.first()?, rest.get(1)?);
            let elements = Elements::new(b, &path, address, access)?;
            let array = match rest.get(2) {
                Some(&stored) => Array::of(b, stored, matrix.component),
                None => Array::new(b, ty, matrix.component),
            };
            let count = value(b, matrix.share);
            for_each(b, count, |b, index| {
                matrix.at(b, index, |b, place| {
                    let outer = b.op(Op::Select, &[by_columns, place.column, place.row]);
                    let inner = b.op(Op::Select, &[by_columns, place.row, place.column]);
                    let line = b.op(Op::IMul, &[stride, outer]);
                    let line = b.op(Op::IAdd, &[elements.first, line]);
                    if stored.is_some() {
                        let element = array.load(b, index);
                        elements.store(b, line, inner, element);
                    } else {
                        let element = elements.load(b, line, inner, matrix.component);
                        array.store(b, index, element);
                    }
                });
            });
            result.map(|_| array.value(b))
        })
    }

    /// Stores several matrix elements per scalar of the array. Each invocation gathers elements of others and writes whole
    /// scalars.
    fn store_packed(
        &mut self,
        b: &mut Builder<'_>,
        data: &OwnedInst,
        stored: Value,
        place: [Value; 2],
    ) -> Option<Value> {
        let matrix = self.matrices.get(b.func.ty(stored))?;
        let Imm::Access(access) = data.imm() else { return None };
        let path = self.path(b, data)?;
        let scalar = b.types.scalar(path.element);
        let [bits, unit] =
            [matrix.component, scalar].map(|ty| u32::from(b.types.scalar_bits(ty).unwrap_or(8)));
        let parts = unit / bits.max(1);
        // Each row (or column) must fill whole scalars. With a dynamic layout both must.
        let by_columns = b.func.as_bits(place[1]);
        let lines = [(matrix.columns, 1), (matrix.rows, 0)];
        let mut lines = lines.iter().filter(|&&(_, other)| by_columns != Some(other));
        let whole = |length: Length| matches!(length, Length::Fixed(n) if n.is_multiple_of(parts));
        if !lines.all(|&(length, _)| whole(length)) {
            let message = "a cooperative-matrix store to an array of wider elements cannot be emulated unless each row \
                           fills whole elements";
            self.report_unsupported(data.loc(), message);
            return None;
        }
        let mut args = path.args.clone();
        args.extend(place);
        args.push(stored);
        let mut key = Key { path: path.steps.clone(), ..Key::new(b, data, &args, None) };
        key.types.push(path.root);
        let (stage, warps) = (&self.stage, self.matrices.warps);
        self.functions.call(b, key, &args, None, |b, params| {
            let (address, rest) = params.split_at(path.args.len());
            let &[stride, by_columns, stored] = rest else { return None };
            let array = Elements::new(b, &path, address, access)?;
            let sent = stage.publish(b, warps, &[(stored, matrix)]);
            let elements = sent.first()?;
            let [rows, columns, holders, all] =
                [matrix.rows, matrix.columns, matrix.holders, matrix.elements].map(|length| value(b, length));
            let (count, one) = (b.i32(parts), b.i32(1));
            let length = b.op(Op::Select, &[by_columns, rows, columns]);
            let [scalars, scalars_per_line] = [all, length].map(|n| b.op(Op::UDiv, &[n, count]));
            let before = b.op(Op::ISub, &[holders, one]);
            let sum = b.op(Op::IAdd, &[scalars, before]);
            let rounds = b.op(Op::UDiv, &[sum, holders]);
            let holder = matrix.holder(b);
            for_each(b, rounds, |b, round| {
                let first = b.op(Op::IMul, &[round, holders]);
                let number = b.op(Op::IAdd, &[first, holder]);
                let exists = b.op(Op::ULt, &[number, scalars]);
                when(b, exists, |b| {
                    let (outer, at) = (
                        b.op(Op::UDiv, &[number, scalars_per_line]),
                        b.op(Op::URem, &[number, scalars_per_line]),
                    );
                    let unit_type = Types::int(unit as u8);
                    let mut word = b.bits(unit_type, 0);
                    for part in 0..parts {
                        let inner = part_of(b, at, parts, part);
                        let row = b.op(Op::Select, &[by_columns, inner, outer]);
                        let column = b.op(Op::Select, &[by_columns, outer, inner]);
                        let element = elements.get(b, row, columns, column);
                        let element = b.bitcast(element, Types::int(bits as u8));
                        let wide = b.inst_with_type(Op::ZExt, Imm::None, &[element], unit_type);
                        let shift = b.bits(unit_type, u64::from(part * bits));
                        let moved = b.op(Op::Shl, &[wide, shift]);
                        word = b.op(Op::Or, &[word, moved]);
                    }
                    let word = b.bitcast(word, array.scalar);
                    let line = b.op(Op::IMul, &[stride, outer]);
                    let line = b.op(Op::IAdd, &[array.first, line]);
                    array.store_scalar(b, line, at, word);
                });
            });
            wait(b, matrix.of_group);
            None
        });
        None
    }
}
