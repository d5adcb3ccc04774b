//! Infers matrix uses (left factor, right factor or accumulator) by unification over the whole module.
//!
//! Every value, variable, parameter and result gets a [`Shape`]: its type with a web (a set of matrices that must have the same
//! use) in place of each matrix. Instructions unify the webs of their operands and results; products, and matrix types that
//! state a use, claim uses for webs.

use super::shape::Shape;
use super::webs::{Claim, Web, Webs};
use nvc_ir::function::ValueDef;
use nvc_ir::imm::Imm;
use nvc_ir::{
    Block, FuncId, Function, Global, GlobalKind, Inst, InstRef, Local, Module, Op, Terminator, Type,
    TypeKind, Types, Value,
};
use rustc_hash::FxHashMap;

/// A place where a value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Site {
    /// An operand of an instruction, by position.
    Operand(Inst, usize),
    /// A value of a block's terminator, by its position in [`Terminator::values`].
    Terminator(Block, usize),
}

/// The shapes of everything that contains matrices.
#[derive(Default)]
pub(super) struct Uses {
    pub webs: Webs,
    pub values: FxHashMap<(FuncId, Value), Shape>,
    /// The shape of each use of a constant; different uses of one constant may have different shapes.
    pub constants: FxHashMap<(FuncId, Site), Shape>,
    pub locals: FxHashMap<(FuncId, Local), Shape>,
    pub globals: FxHashMap<Global, Shape>,
    pub results: FxHashMap<FuncId, Shape>,
    /// The shape of the matrix that each `coop.length` measures.
    pub measured: FxHashMap<(FuncId, Inst), Shape>,
    /// The shapes of each function's parameters.
    pub params: FxHashMap<FuncId, Vec<Shape>>,
    /// Calls with matrices among operands or result.
    pub calls: Vec<Call>,
}

/// A call with matrices among its operands or result.
pub(super) struct Call {
    pub from: FuncId,
    pub inst: Inst,
    pub to: FuncId,
    /// The shapes of the operands, then of the result.
    pub shapes: Vec<Shape>,
}

/// Infers the uses of all matrices. Calls of functions in `isolated` unify neither arguments with parameters, nor their
/// results with those of the functions.
pub(super) fn uses(module: &Module, isolated: &[FuncId]) -> Uses {
    let mut uses = Uses::default();
    let types = &module.types;
    for (global, data) in module.globals.iter() {
        if let GlobalKind::Variable { ty, .. } = data.kind {
            let shape = Shape::of(types, ty, &mut uses.webs);
            uses.globals.insert(global, shape);
        }
    }
    for (id, func) in module.functions.iter() {
        if let Some(ty) = func.result {
            let shape = Shape::of(types, ty, &mut uses.webs);
            uses.results.insert(id, shape);
        }
        let params = func.layout.first().map_or(&[][..], |&entry| &func.blocks[entry].params);
        let params = params.iter().map(|&param| uses.value(types, id, func, param)).collect();
        uses.params.insert(id, params);
    }
    for (id, func) in module.functions.iter() {
        let copied = Copied::default();
        Walk { types, func, id, isolated, uses: &mut uses, copied }.run();
    }
    uses
}

impl Uses {
    /// The shape of a value that is not a constant.
    fn value(&mut self, types: &Types, id: FuncId, func: &Function, value: Value) -> Shape {
        let webs = &mut self.webs;
        self.values.entry((id, value)).or_insert_with(|| Shape::of(types, func.ty(value), webs)).clone()
    }
}

/// The matrix elements that scalars were loaded or computed from. Under NV's extension all matrices of one type distribute
/// their elements over invocations alike, so programs copy and compute matrices element by element. KHR guarantees this
/// only for matrices with the same use, so such matrices must share a web.
#[derive(Default)]
struct Copied {
    /// Pointers to elements.
    pointers: FxHashMap<Value, Element>,
    /// The elements that a scalar was computed from.
    sources: FxHashMap<Value, Vec<Element>>,
}

/// An element of a matrix in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Element {
    matrix: Type,
    web: Web,
    index: Value,
}

/// Maximum number of source elements that are tracked for a scalar.
const MAX_SOURCES: usize = 8;

struct Walk<'a> {
    types: &'a Types,
    func: &'a Function,
    id: FuncId,
    isolated: &'a [FuncId],
    uses: &'a mut Uses,
    copied: Copied,
}

impl Walk<'_> {
    fn run(&mut self) {
        let func = self.func;
        for (block, data) in func.blocks_in_order() {
            for &inst in &data.insts {
                self.inst(inst, func.inst(inst));
            }
            let values = data.term.values().enumerate();
            let mut shapes = values
                .map(|(position, value)| self.shape(value, Site::Terminator(block, position)))
                .collect::<Vec<_>>()
                .into_iter();
            if data.term.operand().is_some()
                && let Some(operand) = shapes.next()
                && let Terminator::Return(_) = data.term
                && let Some(result) = self.uses.results.get(&self.id).cloned()
            {
                self.unite(&operand, &result);
            }
            for target in data.term.targets() {
                for (&arg, &param) in target.args.iter().zip(&func.blocks[target.block].params) {
                    self.computed(&[arg], param);
                }
                for &param in &func.blocks[target.block].params {
                    let param = self.uses.value(self.types, self.id, func, param);
                    if let Some(arg) = shapes.next() {
                        self.unite(&arg, &param);
                    }
                }
            }
        }
    }

    /// The shape of a value at one of its uses.
    fn shape(&mut self, value: Value, site: Site) -> Shape {
        let value = self.func.resolve(value);
        if !matches!(self.func.values[value].def, ValueDef::Const(_)) {
            return self.uses.value(self.types, self.id, self.func, value);
        }
        let shape = Shape::of(self.types, self.func.ty(value), &mut self.uses.webs);
        if !matches!(shape, Shape::None) {
            self.uses.constants.insert((self.id, site), shape.clone());
        }
        shape
    }

    fn unite(&mut self, a: &Shape, b: &Shape) {
        a.unite(b, &mut self.uses.webs);
    }

    fn claim(&mut self, shape: &Shape, role: u8, data: InstRef<'_>) {
        if let Shape::Matrix(web) = shape {
            self.uses.webs.claim(*web, Claim { role, loc: data.loc() });
        }
    }

    fn inst(&mut self, inst: Inst, data: InstRef<'_>) {
        let func = self.func;
        let args: Vec<Shape> =
            (data.args.iter().enumerate()).map(|(k, &arg)| self.shape(arg, Site::Operand(inst, k))).collect();
        let result = match data.result {
            Some(result) => self.uses.value(self.types, self.id, func, result),
            None => Shape::None,
        };
        match (data.op, data.imm()) {
            (Op::CoopMulAdd | Op::CoopMulAddSat, _) => {
                for (role, arg) in (0u8..).zip(&args) {
                    self.claim(arg, role, data);
                }
                self.claim(&result, 2, data);
                if let Some(sum) = args.get(2) {
                    self.unite(sum, &result);
                }
            }
            (Op::CoopLength, Imm::Type(ty)) => {
                let of = match args.first() {
                    Some(Shape::Pointer(to)) => (**to).clone(),
                    Some(matrix @ Shape::Matrix(_)) => matrix.clone(),
                    _ => Shape::of(self.types, ty, &mut self.uses.webs),
                };
                self.uses.measured.insert((self.id, inst), of);
            }
            (Op::CoopLoad | Op::CoopStore | Op::CoopStoreTensor, _) => {}
            (Op::CoopLoadTensor | Op::CoopLoadDecoded, _) => {
                if let Some(before) = args.get(1) {
                    self.unite(before, &result);
                }
            }
            // The operand and result types already state their uses.
            (Op::CoopConvertUse | Op::CoopTranspose | Op::CoopReduce | Op::CoopCoordinate, _) => {}
            _ if self.changes_use(data) => {}
            (Op::Construct, _) => {
                for (k, arg) in args.iter().enumerate() {
                    self.unite(&result.part(Some(k as u64)), arg);
                }
            }
            (Op::Extract, Imm::Index(index)) => {
                if let Some(whole) = args.first() {
                    self.unite(&whole.part(Some(index.into())), &result);
                }
            }
            (Op::Insert, Imm::Index(index)) => {
                if let [whole, part] = &args[..] {
                    self.unite(whole, &result);
                    self.unite(&whole.part(Some(index.into())), part);
                }
            }
            (Op::Load, _) => {
                if let Some(pointer) = args.first() {
                    self.unite(&pointer.pointee(), &result);
                }
                if let (&[pointer], Some(result)) = (&data.args[..], data.result)
                    && let Some(&element) = self.copied.pointers.get(&func.resolve(pointer))
                {
                    self.copied.sources.insert(result, vec![element]);
                }
            }
            (Op::Store, _) => {
                if let [pointer, value] = &args[..] {
                    self.unite(&pointer.pointee(), value);
                }
                if let &[pointer, value] = &data.args[..] {
                    self.store_element(pointer, value);
                }
            }
            (Op::AccessChain, _) => {
                let mut at = args.first().map_or(Shape::None, Shape::pointee);
                for &index in data.args.iter().skip(1) {
                    if let (&Shape::Matrix(web), Some(result)) = (&at, data.result)
                        && let Some(matrix) = self.matrix_of(&data.args)
                    {
                        let index = func.resolve(index);
                        self.copied.pointers.insert(result, Element { matrix, web, index });
                    }
                    at = at.part(func.as_bits(index));
                }
                self.unite(&at, &result.pointee());
            }
            (Op::LocalAddr, Imm::Local(local)) => {
                let (ty, webs) = (func.locals[local].ty, &mut self.uses.webs);
                let types = self.types;
                let variable = self.uses.locals.entry((self.id, local));
                let variable = variable.or_insert_with(|| Shape::of(types, ty, webs)).clone();
                self.unite(&variable, &result.pointee());
            }
            (Op::GlobalAddr, Imm::Global(global)) => {
                let variable = self.uses.globals.get(&global).cloned().unwrap_or(Shape::None);
                self.unite(&variable, &result.pointee());
            }
            (Op::Call, Imm::Function(to)) => self.call(inst, to, args, result),
            // Element-wise operations.
            _ => {
                for arg in &args {
                    self.unite(arg, &result);
                }
                if let Some(result) = data.result {
                    self.computed(&data.args, result);
                }
            }
        }
    }

    /// Whether an instruction converts a matrix to a different use.
    fn changes_use(&self, data: InstRef<'_>) -> bool {
        let usage = |value: Value| match self.types.kind(self.func.ty(value)) {
            TypeKind::CoopMatrix(matrix) => matrix.usage,
            _ => None,
        };
        match (&data.args[..], data.result) {
            (&[from], Some(to)) => usage(from).zip(usage(to)).is_some_and(|(from, to)| from != to),
            _ => false,
        }
    }

    /// The type of the matrix that contains the element addressed by an access chain.
    fn matrix_of(&self, chain: &[Value]) -> Option<Type> {
        let (&pointer, indices) = chain.split_first()?;
        let (_, mut ty) = self.types.pointee(self.func.ty(pointer))?;
        for &index in indices {
            ty = match self.types.kind(ty) {
                TypeKind::CoopMatrix(_) => return Some(ty),
                TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => *element,
                TypeKind::Struct { members, .. } => {
                    let number = usize::try_from(self.func.as_bits(index)?).ok()?;
                    members.get(number)?.ty
                }
                _ => return None,
            };
        }
        None
    }

    /// Records that `value` is computed from the values `from`, so it has their source elements.
    fn computed(&mut self, from: &[Value], value: Value) {
        if self.copied.sources.is_empty() {
            return;
        }
        let mut sources = self.copied.sources.get(&value).cloned().unwrap_or_default();
        for &arg in from {
            for &element in self.copied.sources.get(&self.func.resolve(arg)).into_iter().flatten() {
                if sources.len() < MAX_SOURCES && !sources.contains(&element) {
                    sources.push(element);
                }
            }
        }
        if !sources.is_empty() {
            self.copied.sources.insert(value, sources);
        }
    }

    /// Handles a store to a matrix element: unifies the matrix with every matrix of the same type whose element at the same
    /// index the stored value was computed from.
    fn store_element(&mut self, pointer: Value, value: Value) {
        let func = self.func;
        let Some(&to) = self.copied.pointers.get(&func.resolve(pointer)) else { return };
        let sources = self.copied.sources.get(&func.resolve(value)).cloned().unwrap_or_default();
        for from in sources {
            let constant = func.as_bits(from.index);
            let same = from.index == to.index || (constant.is_some() && constant == func.as_bits(to.index));
            if same && from.matrix == to.matrix {
                self.uses.webs.unite(from.web, to.web);
            }
        }
    }

    fn call(&mut self, inst: Inst, to: FuncId, args: Vec<Shape>, result: Shape) {
        if !self.isolated.contains(&to) {
            let params = self.uses.params.get(&to).cloned().unwrap_or_default();
            for (arg, param) in args.iter().zip(&params) {
                self.unite(arg, param);
            }
            let returned = self.uses.results.get(&to).cloned().unwrap_or(Shape::None);
            self.unite(&result, &returned);
        }
        let shapes: Vec<Shape> = args.into_iter().chain([result]).collect();
        if shapes.iter().any(|shape| !matches!(shape, Shape::None)) {
            self.uses.calls.push(Call { from: self.id, inst, to, shapes });
        }
    }
}

/// Whether a type is a matrix.
pub(super) fn is_matrix(types: &Types, ty: Type) -> bool {
    matches!(types.kind(ty), TypeKind::CoopMatrix(_))
}
