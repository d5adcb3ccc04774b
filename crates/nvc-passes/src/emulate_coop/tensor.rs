//! Tensor layouts and views become arrays of 32-bit integers. Loads and stores through them are computed element by
//! element, as GL_NV_cooperative_matrix2 specifies.
//!
//! The array of a layout consists of the block sizes of all dimensions, the tensor sizes, the strides, the slice offsets,
//! the slice sizes (spans) and the clamp value. The array of a view consists of the sizes of all dimensions, the strides,
//! and the region that the view is clipped to: first row, number of rows, first column, number of columns.

use super::Lowering;
use super::functions::Key;
use super::lengths::value;
use super::loops::{Array, for_each, when};
use super::matrices::{Matrix, Place};
use super::memory::Elements;
use nvc_ir::imm::Imm;
use nvc_ir::tensor::{ClampMode, TensorViewType};
use nvc_ir::types::Length;
use nvc_ir::{Builder, Const, Module, Op, OwnedInst, Type, TypeKind, Types, Value};
use rustc_hash::FxHashMap;

/// The parameters of a tensor layout type.
#[derive(Clone, Copy)]
struct Layout {
    dimensions: usize,
    clamp: ClampMode,
}

/// The parameters of a tensor view type.
#[derive(Clone)]
struct View {
    has_dimensions: bool,
    permutation: Vec<usize>,
}

/// Where each group of a layout's array starts, in multiples of the number of dimensions.
const BLOCK: usize = 0;
const SIZE: usize = 1;
const STRIDE: usize = 2;
const OFFSET: usize = 3;
const SPAN: usize = 4;
const CLAMP: usize = 5;

/// The layout and view types of a module.
pub(super) struct Tensors {
    layouts: FxHashMap<Type, Layout>,
    views: FxHashMap<Type, View>,
}

impl Tensors {
    /// Redefines the types as arrays.
    ///
    /// # Errors
    /// If a parameter of a tensor type is a specialization constant.
    pub fn redefine(module: &mut Module) -> Result<Tensors, String> {
        let mut tensors = Tensors { layouts: FxHashMap::default(), views: FxHashMap::default() };
        let known = |length: Length| match length {
            Length::Fixed(n) => Ok(n),
            Length::Spec(_) => {
                Err("a tensor whose dimensions or clamp mode are specialized cannot be emulated".to_owned())
            }
        };
        let mut parts = Vec::new();
        for (ty, kind) in module.types.iter() {
            match kind {
                TypeKind::TensorLayout(layout) => {
                    let dimensions = known(layout.dimensions)? as usize;
                    let clamp = ClampMode::from_number(known(layout.clamp)?).unwrap_or(ClampMode::Undefined);
                    tensors.layouts.insert(ty, Layout { dimensions, clamp });
                    parts.push((ty, CLAMP * dimensions + 1));
                }
                TypeKind::TensorView(TensorViewType { has_dimensions, permutation, .. }) => {
                    let numbers = permutation.iter().map(|&number| Ok(known(number)? as usize));
                    let permutation = numbers.collect::<Result<Vec<usize>, String>>()?;
                    parts.push((ty, 2 * permutation.len() + 4));
                    tensors
                        .views
                        .insert(ty, View { has_dimensions: known(*has_dimensions)? != 0, permutation });
                }
                _ => {}
            }
        }
        for (ty, count) in parts {
            let length = Length::Fixed(count as u32);
            module.types.redefine(ty, TypeKind::Array { element: Types::I32, length, stride: 0 });
        }
        Ok(tensors)
    }

    /// Lowers an operation on layouts or views; `None` for other operations.
    pub fn operation(&self, b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
        let ty = b.func.ty(data.result?);
        let given = data.args.get(1..).unwrap_or_default();
        Some(match data.op {
            Op::TensorLayout => {
                let count = self.layouts.get(&ty)?.dimensions;
                let parts = (0..=CLAMP * count).map(|at| u32::from(at < count)).collect();
                constant(b, ty, parts)
            }
            Op::TensorView => {
                let count = self.views.get(&ty)?.permutation.len();
                let mut parts = vec![0; 2 * count];
                parts.extend([0, u32::MAX, 0, u32::MAX]);
                constant(b, ty, parts)
            }
            Op::TensorLayoutBlock => with(b, data.args[0], BLOCK, given),
            Op::TensorLayoutStrides => with(b, data.args[0], STRIDE * given.len(), given),
            Op::TensorLayoutClamp => with(b, data.args[0], CLAMP * self.layouts.get(&ty)?.dimensions, given),
            Op::TensorLayoutDimensions => self.dimensions(b, data.args[0], given),
            Op::TensorLayoutSlice => {
                let count = given.len() / 2;
                let (mut offsets, mut spans) = (Vec::new(), Vec::new());
                for (at, pair) in given.chunks_exact(2).enumerate() {
                    let before = part(b, data.args[0], OFFSET * count + at);
                    offsets.push(b.op(Op::IAdd, &[before, pair[0]]));
                    spans.push(pair[1]);
                }
                let moved = with(b, data.args[0], OFFSET * count, &offsets);
                with(b, moved, SPAN * count, &spans)
            }
            Op::TensorViewDimensions => {
                let strides = strides(b, given);
                let sized = with(b, data.args[0], 0, given);
                with(b, sized, given.len(), &strides)
            }
            Op::TensorViewStrides => with(b, data.args[0], given.len(), given),
            Op::TensorViewClip => with(b, data.args[0], 2 * self.views.get(&ty)?.permutation.len(), given),
            _ => return None,
        })
    }

    /// Lowers `tensor.layout.dimensions`: sets the sizes, dense strides, and a slice that is the whole tensor.
    fn dimensions(&self, b: &mut Builder<'_>, layout: Value, sizes: &[Value]) -> Value {
        let (count, one, zero) = (sizes.len(), b.i32(1), b.i32(0));
        let mut blocks = Vec::new();
        for (at, &size) in sizes.iter().enumerate() {
            // The number of blocks, rounded up.
            let block = part(b, layout, at);
            let before = b.op(Op::ISub, &[block, one]);
            let sum = b.op(Op::IAdd, &[size, before]);
            blocks.push(b.op(Op::UDiv, &[sum, block]));
        }
        let strides = strides(b, &blocks);
        let sized = with(b, layout, SIZE * count, sizes);
        let dense = with(b, sized, STRIDE * count, &strides);
        let whole = with(b, dense, OFFSET * count, &vec![zero; count]);
        with(b, whole, SPAN * count, sizes)
    }
}

/// A constant layout or view with these array elements.
fn constant(b: &mut Builder<'_>, ty: Type, parts: Vec<u32>) -> Value {
    let parts = parts.into_iter().map(|part| b.i32(part)).collect();
    b.func.constant(ty, Const::Composite(parts))
}

/// A copy of a layout or view whose array elements from index `first` on are replaced by `parts`.
fn with(b: &mut Builder<'_>, whole: Value, first: usize, parts: &[Value]) -> Value {
    parts
        .iter()
        .zip(first as u32..)
        .fold(whole, |whole, (&part, at)| b.op_imm(Op::Insert, Imm::Index(at), &[whole, part]))
}

/// An array element of a layout or view.
fn part(b: &mut Builder<'_>, whole: Value, at: usize) -> Value {
    b.inst_with_type(Op::Extract, Imm::Index(at as u32), &[whole], Types::I32)
}

/// The strides of a dense array with these sizes, outermost first.
fn strides(b: &mut Builder<'_>, sizes: &[Value]) -> Vec<Value> {
    let mut stride = b.i32(1);
    let mut list = vec![stride; sizes.len()];
    for (to, &size) in list.iter_mut().zip(sizes).rev() {
        *to = stride;
        stride = b.op(Op::IMul, &[stride, size]);
    }
    list
}

/// Quotient and remainder. Division by a size of 0, which is undefined in the source, becomes a division by 1.
fn divided(b: &mut Builder<'_>, number: Value, by: Value) -> [Value; 2] {
    let one = b.i32(1);
    let by = b.op(Op::UMax, &[by, one]);
    [b.op(Op::UDiv, &[number, by]), b.op(Op::URem, &[number, by])]
}

/// The position of a matrix element in a tensor.
struct Target {
    /// Whether the view clips the element: a load keeps its value, and a store skips it. `None` if there is no view.
    clipped: Option<Value>,
    /// Whether the element is outside the tensor: a load gives it the clamp value, and a store skips it. `None` if the clamp
    /// mode needs no such test.
    outside: Option<Value>,
    /// The index in memory of the element's block.
    number: Value,
}

/// The mapping from matrix elements to positions in a tensor: a layout, optionally a view, and their arrays.
struct Map {
    layout: (Layout, Value),
    view: Option<(View, Value)>,
    columns: Length,
    stores: bool,
}

impl Map {
    /// The size of the slice in a dimension.
    fn span(&self, b: &mut Builder<'_>, at: usize) -> Value {
        let (layout, parts) = self.layout;
        if at < layout.dimensions { part(b, parts, SPAN * layout.dimensions + at) } else { b.i32(1) }
    }

    fn target(&self, b: &mut Builder<'_>, place: &Place) -> Target {
        let (mut index, mut clipped) = (place.number, None);
        if let Some((view, parts)) = &self.view {
            let (outside, inner) = self.clip(b, view, *parts, place);
            clipped = Some(outside);
            index = self.through(b, view, *parts, inner);
        }
        let (layout, parts) = self.layout;
        let count = layout.dimensions;
        let (mut number, mut outside): (Value, Option<Value>) = (b.i32(0), None);
        for at in (0..count).rev() {
            let span = self.span(b, at);
            let [rest, coordinate] = divided(b, index, span);
            index = rest;
            let [block, size, stride, offset] =
                [BLOCK, SIZE, STRIDE, OFFSET].map(|kind| part(b, parts, kind * count + at));
            let coordinate = b.op(Op::IAdd, &[coordinate, offset]);
            let mode = match layout.clamp {
                ClampMode::Undefined => ClampMode::Undefined,
                _ if self.stores => ClampMode::Constant,
                mode => mode,
            };
            if mode == ClampMode::Constant {
                // Unsigned comparison: negative coordinates are outside, too.
                let beyond = b.op(Op::ULe, &[size, coordinate]);
                outside = Some(match outside {
                    Some(outside) => b.op(Op::Or, &[outside, beyond]),
                    None => beyond,
                });
            }
            let coordinate = clamped(b, mode, coordinate, size);
            let [block, _] = divided(b, coordinate, block);
            let line = b.op(Op::IMul, &[block, stride]);
            number = b.op(Op::IAdd, &[number, line]);
        }
        Target { clipped, outside, number }
    }

    /// Whether an element is outside the region of a view, and its row-major index in the region.
    fn clip(&self, b: &mut Builder<'_>, view: &View, parts: Value, place: &Place) -> (Value, Value) {
        let first = 2 * view.permutation.len();
        let [row, rows, column, columns] = std::array::from_fn(|at| part(b, parts, first + at));
        let mut outside = b.bool(false);
        let inner =
            [(place.row, row, rows), (place.column, column, columns)].map(|(number, start, count)| {
                let inner = b.op(Op::ISub, &[number, start]);
                let (before, after) = (b.op(Op::ULt, &[number, start]), b.op(Op::ULe, &[count, inner]));
                let either = b.op(Op::Or, &[before, after]);
                outside = b.op(Op::Or, &[outside, either]);
                inner
            });
        let width = value(b, self.columns);
        let width = b.op(Op::UMin, &[width, columns]);
        let line = b.op(Op::IMul, &[inner[0], width]);
        (outside, b.op(Op::IAdd, &[line, inner[1]]))
    }

    /// The index of an element after the permutation of a view.
    fn through(&self, b: &mut Builder<'_>, view: &View, parts: Value, index: Value) -> Value {
        let (count, zero) = (view.permutation.len(), b.i32(0));
        let mut rest = index;
        let mut coordinates = vec![zero; count];
        for &at in view.permutation.iter().rev() {
            let size = if view.has_dimensions { part(b, parts, at) } else { self.span(b, at) };
            let [quotient, remainder] = divided(b, rest, size);
            rest = quotient;
            if let Some(coordinate) = coordinates.get_mut(at) {
                *coordinate = remainder;
            }
        }
        let (mut dense, mut number) = (b.i32(1), zero);
        for (at, &coordinate) in coordinates.iter().enumerate().rev() {
            let stride = if view.has_dimensions { part(b, parts, count + at) } else { dense };
            let step = b.op(Op::IMul, &[coordinate, stride]);
            number = b.op(Op::IAdd, &[number, step]);
            let span = self.span(b, at);
            dense = b.op(Op::IMul, &[dense, span]);
        }
        number
    }
}

/// Applies a clamp mode to a coordinate in a dimension of `size` elements.
fn clamped(b: &mut Builder<'_>, mode: ClampMode, number: Value, size: Value) -> Value {
    let (zero, one) = (b.i32(0), b.i32(1));
    let size = b.op(Op::SMax, &[size, one]);
    match mode {
        ClampMode::Undefined | ClampMode::Constant => number,
        ClampMode::ClampToEdge => {
            let last = b.op(Op::ISub, &[size, one]);
            let number = b.op(Op::SMax, &[number, zero]);
            b.op(Op::SMin, &[number, last])
        }
        ClampMode::Repeat => modulo(b, number, size),
        ClampMode::RepeatMirrored => {
            let last = b.op(Op::ISub, &[size, one]);
            let twice = b.op(Op::IAdd, &[last, last]);
            let period = b.op(Op::SMax, &[twice, one]);
            let folded = modulo(b, number, period);
            let mirrored = b.op(Op::ISub, &[period, folded]);
            let back = b.op(Op::SLe, &[size, folded]);
            b.op(Op::Select, &[back, mirrored, folded])
        }
    }
}

/// The remainder for a positive divisor, never negative. (Mesa's CPU driver gives `OpSMod` the sign of the dividend.)
fn modulo(b: &mut Builder<'_>, number: Value, by: Value) -> Value {
    let zero = b.i32(0);
    let remainder = b.op(Op::SRem, &[number, by]);
    let above = b.op(Op::IAdd, &[remainder, by]);
    let negative = b.op(Op::SLt, &[remainder, zero]);
    b.op(Op::Select, &[negative, above, remainder])
}

impl Lowering {
    /// Lowers `coop.load.tensor`; reports `coop.load.decoded`, which cannot be emulated.
    pub(super) fn load_tensor(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        if data.op == Op::CoopLoadDecoded {
            self.report_unsupported(
                data.loc(),
                "a load of a cooperative matrix that decodes blocks cannot be emulated",
            );
            return None;
        }
        self.access_tensor(b, data, ty)
    }

    /// Lowers `coop.store.tensor`.
    pub(super) fn store_tensor(&mut self, b: &mut Builder<'_>, data: &OwnedInst) {
        if let Some(&matrix) = data.args.get(1) {
            self.access_tensor(b, data, b.func.ty(matrix));
        }
    }

    fn access_tensor(&mut self, b: &mut Builder<'_>, data: &OwnedInst, ty: Type) -> Option<Value> {
        let stores = data.op == Op::CoopStoreTensor;
        let matrix = self.matrices.get(ty)?;
        let Imm::Access(access) = data.imm() else { return None };
        let path = self.path(b, data)?;
        let bits = |ty: Type| b.types.scalar_bits(b.types.scalar(ty));
        if stores && bits(matrix.component) < bits(path.element) {
            let message =
                "a cooperative-matrix store through a tensor layout to wider elements cannot be emulated";
            self.report_unsupported(data.loc(), message);
            return None;
        }
        let layout = *self.tensors.layouts.get(&b.func.ty(*data.args.get(2)?))?;
        let view = data.args.get(3).and_then(|&view| self.tensors.views.get(&b.func.ty(view))).cloned();
        let mut args = path.args.clone();
        args.extend(data.args.iter().skip(1));
        let result = (!stores).then_some(ty);
        let mut key = Key { path: path.steps.clone(), ..Key::new(b, data, &args, result) };
        key.types.push(path.root);
        self.functions.call(b, key, &args, result, |b, params| {
            let (address, rest) = params.split_at(path.args.len());
            let elements = Elements::new(b, &path, address, access)?;
            let map = Map {
                layout: (layout, *rest.get(1)?),
                view: view.zip(rest.get(2).copied()),
                columns: matrix.columns,
                stores,
            };
            let array = Array::of(b, *rest.first()?, matrix.component);
            let count = value(b, matrix.share);
            for_each(b, count, |b, index| {
                matrix.at(b, index, |b, place| {
                    let target = map.target(b, place);
                    let body =
                        |b: &mut Builder<'_>| element(b, &map, &target, &elements, (array, index), matrix);
                    match target.clipped {
                        Some(clipped) => {
                            let selected = b.op(Op::Not, &[clipped]);
                            when(b, selected, body);
                        }
                        None => body(b),
                    }
                });
            });
            result.map(|_| array.value(b))
        })
    }
}

/// Loads or stores an element that the view selects.
fn element(
    b: &mut Builder<'_>,
    map: &Map,
    target: &Target,
    elements: &Elements,
    (array, index): (Array, Value),
    matrix: Matrix,
) {
    let access = |b: &mut Builder<'_>| {
        if map.stores {
            let value = array.load(b, index);
            elements.store(b, elements.first, target.number, value);
        } else {
            let value = elements.load(b, elements.first, target.number, matrix.component);
            array.store(b, index, value);
        }
    };
    let Some(outside) = target.outside else { return access(b) };
    if !map.stores {
        let (layout, parts) = map.layout;
        let clamp = part(b, parts, CLAMP * layout.dimensions);
        let clamp = low_bits(b, clamp, matrix.component);
        array.store(b, index, clamp);
    }
    let inside = b.op(Op::Not, &[outside]);
    when(b, inside, access);
}

/// Reinterprets the low bits of a 32-bit integer as a value of type `ty`.
fn low_bits(b: &mut Builder<'_>, word: Value, ty: Type) -> Value {
    let bits = Types::int(b.types.scalar_bits(ty).unwrap_or(32));
    let op = match bits {
        Types::I32 => return b.bitcast(word, ty),
        Types::I64 => Op::ZExt,
        _ => Op::ITrunc,
    };
    let word = b.inst_with_type(op, Imm::None, &[word], bits);
    b.bitcast(word, ty)
}
