//! Functions of the IR: blocks with parameters, instructions, terminators and values.

mod compact;
mod imms;
mod inst;

use imms::Imms;
pub use inst::{InstData, InstRef, InstTable, OwnedInst};

use crate::constant::Const;
use crate::entity::{Arena, Block, ConstId, Entity, Inst, Local, Type, Value};
use crate::imm::Imm;
use crate::ops::Op;
use crate::opset::OpSet;
use nvc_diag::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;

/// Source location of an instruction; `None` if unknown.
pub type Loc = Option<Span>;

/// Operands of an instruction or a branch.
pub type Args = SmallVec<[Value; 4]>;

/// A value: its type and its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueData {
    /// Type of the value.
    pub ty: Type,
    /// How the value is defined.
    pub def: ValueDef,
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// The result of an instruction.
    Inst(Inst),
    /// A parameter of a block.
    Param(Block),
    /// A constant of the function's table.
    Const(ConstId),
    /// No definition yet: the parser has seen a use before the definition.
    Undefined,
    /// An alias of the value that replaced it; [`Function::resolve`] follows it.
    Alias(Value),
}

/// A branch target: a block and the arguments for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The block.
    pub block: Block,
    /// One argument per block parameter.
    pub args: Args,
}

impl Target {
    /// A target without arguments.
    pub fn new(block: Block) -> Self {
        Target { block, args: Args::new() }
    }
}

/// The terminator of a block. As in SPIR-V, the header of a structured construct names the merge block (and,
/// for a loop, the continue block).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Terminator {
    /// An unconditional jump.
    Jump(Target),
    /// A two-way selection; the construct ends at `merge`.
    Branch {
        /// The condition, a bool.
        cond: Value,
        /// The target if the condition is true.
        then: Target,
        /// The target if the condition is false.
        otherwise: Target,
        /// The merge block.
        merge: Block,
    },
    /// A selection by an integer; the construct ends at `merge`.
    Switch {
        /// The integer.
        selector: Value,
        /// The literals and their targets.
        cases: Vec<(u64, Target)>,
        /// The target for all other values.
        default: Target,
        /// The merge block.
        merge: Block,
    },
    /// Marks the block as a loop header. The loop is entered at `body` and left at `merge`. The back edge
    /// comes from the continue construct, which starts at `cont`.
    Loop {
        /// The first block of the body.
        body: Target,
        /// The merge block, the target of `break`.
        merge: Block,
        /// The continue block, the target of `continue`.
        cont: Block,
    },
    /// Returns from the function, with a value if the function has a result.
    Return(Option<Value>),
    /// Never reached.
    #[default]
    Unreachable,
}

impl Terminator {
    /// Iterates over the targets, in order.
    #[inline]
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let (mut first, cases, mut last): (_, &[_], _) = match self {
            Terminator::Jump(t) | Terminator::Loop { body: t, .. } => (Some(t), &[], None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), &[], Some(otherwise)),
            Terminator::Switch { cases, default, .. } => (None, cases, Some(default)),
            Terminator::Return(_) | Terminator::Unreachable => (None, &[], None),
        };
        let mut cases = cases.iter();
        // Faster than a chain of three iterators.
        std::iter::from_fn(move || {
            first.take().or_else(|| cases.next().map(|(_, t)| t)).or_else(|| last.take())
        })
    }

    /// Returns the target at an index, in the order of [`targets`](Self::targets).
    pub fn target(&self, at: usize) -> Option<&Target> {
        match self {
            Terminator::Jump(t) | Terminator::Loop { body: t, .. } => Some(t).filter(|_| at == 0),
            Terminator::Branch { then, otherwise, .. } => [then, otherwise].get(at).copied(),
            Terminator::Switch { cases, default, .. } => match cases.get(at) {
                Some((_, t)) => Some(t),
                None => Some(default).filter(|_| at == cases.len()),
            },
            Terminator::Return(_) | Terminator::Unreachable => None,
        }
    }

    /// Like [`target`](Self::target), as a mutable reference.
    pub fn target_mut(&mut self, at: usize) -> Option<&mut Target> {
        match self {
            Terminator::Jump(t) | Terminator::Loop { body: t, .. } => Some(t).filter(|_| at == 0),
            Terminator::Branch { then, otherwise, .. } => match at {
                0 => Some(then),
                1 => Some(otherwise),
                _ => None,
            },
            Terminator::Switch { cases, default, .. } => match cases.len() == at {
                true => Some(default),
                false => cases.get_mut(at).map(|(_, t)| t),
            },
            Terminator::Return(_) | Terminator::Unreachable => None,
        }
    }

    /// Iterates over the targets as mutable references, in order.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        let (first, cases, last): (_, &mut [_], _) = match self {
            Terminator::Jump(t) | Terminator::Loop { body: t, .. } => (Some(t), &mut [], None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), &mut [], Some(otherwise)),
            Terminator::Switch { cases, default, .. } => (None, cases, Some(default)),
            Terminator::Return(_) | Terminator::Unreachable => (None, &mut [], None),
        };
        first.into_iter().chain(cases.iter_mut().map(|(_, t)| t)).chain(last)
    }

    /// Returns the merge block, if the block heads a construct.
    pub fn merge(&self) -> Option<Block> {
        match *self {
            Terminator::Branch { merge, .. }
            | Terminator::Switch { merge, .. }
            | Terminator::Loop { merge, .. } => Some(merge),
            _ => None,
        }
    }

    /// Returns the value that the terminator itself uses: the condition, selector or returned value.
    pub fn operand(&self) -> Option<Value> {
        match *self {
            Terminator::Branch { cond: v, .. }
            | Terminator::Switch { selector: v, .. }
            | Terminator::Return(Some(v)) => Some(v),
            _ => None,
        }
    }

    /// Returns the [`operand`](Self::operand) as a mutable reference.
    pub fn operand_mut(&mut self) -> Option<&mut Value> {
        match self {
            Terminator::Branch { cond: v, .. }
            | Terminator::Switch { selector: v, .. }
            | Terminator::Return(Some(v)) => Some(v),
            _ => None,
        }
    }

    /// Iterates over all used values: the [`operand`](Self::operand), then the branch arguments, target by
    /// target.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.operand().into_iter().chain(self.targets().flat_map(|target| target.args.iter().copied()))
    }

    /// Calls `f` with a mutable reference to every block that the terminator names: the targets in order, the merge block and
    /// the continue block.
    pub fn for_each_block(&mut self, mut f: impl FnMut(&mut Block)) {
        self.targets_mut().for_each(|target| f(&mut target.block));
        if let Terminator::Branch { merge, .. }
        | Terminator::Switch { merge, .. }
        | Terminator::Loop { merge, .. } = self
        {
            f(merge);
        }
        if let Terminator::Loop { cont, .. } = self {
            f(cont);
        }
    }

    /// Calls `f` with a mutable reference to every value used, in the order of [`values`](Self::values).
    pub fn for_each_value(&mut self, mut f: impl FnMut(&mut Value)) {
        if let Some(operand) = self.operand_mut() {
            f(operand);
        }
        self.targets_mut().flat_map(|target| &mut target.args).for_each(f);
    }
}

/// A basic block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockData {
    /// Parameters; every branch to the block passes arguments for them.
    pub params: Args,
    /// Instructions in order.
    pub insts: Vec<Inst>,
    /// The terminator.
    pub term: Terminator,
    /// Source location of the terminator.
    pub term_loc: Loc,
    /// The hint for the loop or selection that the terminator opens.
    pub hint: Hint,
}

impl BlockData {
    /// Whether the block has instructions, or its terminator uses values.
    pub fn has_uses(&self) -> bool {
        !self.insts.is_empty() || self.term.values().next().is_some()
    }
}

/// A hint for a loop or selection (GL_EXT_control_flow_attributes). It does not change the semantics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hint {
    /// No hint.
    #[default]
    None,
    /// Unroll the loop, or flatten the selection.
    Expand,
    /// Do not unroll the loop, or do not flatten the selection.
    Keep,
}

impl Hint {
    /// Returns the keyword after the terminator in the text form. `of_loop` selects the keyword for loops,
    /// otherwise the one for selections.
    pub fn word(self, of_loop: bool) -> Option<&'static str> {
        match (self, of_loop) {
            (Hint::None, _) => None,
            (Hint::Expand, true) => Some("unroll"),
            (Hint::Keep, true) => Some("dont_unroll"),
            (Hint::Expand, false) => Some("flatten"),
            (Hint::Keep, false) => Some("dont_flatten"),
        }
    }
}

/// A variable in function storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalData {
    /// Name in the source.
    pub name: String,
    /// Type of the variable (not of the pointer to it).
    pub ty: Type,
}

/// Functions with more instructions than this are [large](Function::is_large).
const LARGE: usize = 1 << 13;

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Name in the source.
    pub name: String,
    /// Types of the parameters, which are the parameters of the entry block.
    pub params: Vec<Type>,
    /// Result type; `None` if the function returns nothing.
    pub result: Option<Type>,
    /// All blocks; only those in `layout` are part of the function.
    pub blocks: Arena<Block, BlockData>,
    /// Blocks in structured order: the entry block first, every block after its dominators, and the blocks of
    /// a construct before its merge block.
    pub layout: Vec<Block>,
    /// All instructions; only those in blocks are part of the function.
    pub insts: InstTable,
    /// All values, including those of removed instructions.
    pub values: Arena<Value, ValueData>,
    /// Variables in function storage.
    pub locals: Arena<Local, LocalData>,
    /// Source names of values, for SPIR-V names and listings.
    pub value_names: FxHashMap<Value, String>,
    /// Whether some value is an alias. If so, operands may still refer to replaced values.
    aliased: bool,
    /// The operations of all instructions in the table.
    ops: OpSet,
    /// The immediate operands of all instructions in the table.
    imms: Imms,
    /// The source location of each instruction in the table.
    locs: Vec<Loc>,
    constants: Arena<ConstId, Const>,
    constant_ids: FxHashMap<(Type, Const), Value>,
}

impl Function {
    /// Creates a function without blocks.
    pub fn new(name: impl Into<String>) -> Self {
        Function { name: name.into(), ..Function::default() }
    }

    /// Creates a block without parameters that is not in the layout yet. The terminator is `Unreachable`
    /// until it is set.
    pub fn new_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// Adds a parameter to a block and returns its value.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let value = self.values.push(ValueData { ty, def: ValueDef::Param(block) });
        self.blocks[block].params.push(value);
        value
    }

    /// Creates an instruction that is not in a block yet. `ty` is the result type, if the operation has a
    /// result.
    pub fn new_inst(&mut self, op: Op, imm: Imm, args: Args, ty: Option<Type>, loc: Loc) -> Inst {
        let inst = self.insts.next_key();
        let result = ty.map(|ty| self.values.push(ValueData { ty, def: ValueDef::Inst(inst) }));
        self.push_inst(InstData::new(op, args, result), imm, loc);
        inst
    }

    /// Replaces the operation and the immediate of an instruction. Operands and result stay.
    pub fn change_inst(&mut self, inst: Inst, op: Op, imm: Imm) {
        self.ops.insert(op);
        self.insts[inst].op = op;
        self.set_imm(inst, imm);
    }

    /// Adds an instruction to the table. Its result must have been defined for the table's next id.
    #[inline]
    pub(crate) fn push_inst(&mut self, data: InstData, imm: Imm, loc: Loc) {
        self.ops.insert(data.op);
        let imm = self.imms.set(self.insts.next_key(), imm);
        self.insts.0.push(InstData { imm, ..data });
        self.locs.push(loc);
    }

    /// Reserves space for at least `additional` more instructions.
    pub fn reserve_insts(&mut self, additional: usize) {
        self.insts.0.reserve(additional);
        self.locs.reserve(additional);
    }

    /// Returns whether the function is too large for the CPU's caches, so that the order of its parts in memory matters. In
    /// debug builds every function is, so that small tests cover what is done for large ones.
    pub fn is_large(&self) -> bool {
        cfg!(debug_assertions) || self.insts.len() > LARGE
    }

    /// Returns whether the function may contain an operation of a set. If not, none of its instructions has one; but the
    /// instructions with such an operation may also have been removed.
    pub fn may_contain(&self, ops: &OpSet) -> bool {
        self.ops.intersects(ops)
    }

    /// Returns whether an instruction of the function has an operation of a set.
    pub fn contains(&self, ops: &OpSet) -> bool {
        self.may_contain(ops) && self.insts().any(|(_, data)| ops.contains(data.op))
    }

    /// Returns the interned value of a constant.
    pub fn constant(&mut self, ty: Type, constant: Const) -> Value {
        let slot = match self.constant_ids.entry((ty, constant)) {
            Entry::Occupied(slot) => return *slot.get(),
            Entry::Vacant(slot) => slot,
        };
        let id = self.constants.push(slot.key().1.clone());
        *slot.insert(self.values.push(ValueData { ty, def: ValueDef::Const(id) }))
    }

    /// Returns the type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// Follows aliases to the value that replaced `value`; returns `value` if it was not replaced.
    #[inline]
    pub fn resolve(&self, mut value: Value) -> Value {
        while let ValueDef::Alias(to) = self.values[value].def {
            value = to;
        }
        value
    }

    /// Replaces aliases in the operands of an instruction.
    #[inline]
    pub fn resolve_args(&mut self, inst: Inst) {
        let values = &self.values;
        for arg in &mut self.insts[inst].args {
            while let ValueDef::Alias(to) = values[*arg].def {
                *arg = to;
            }
        }
    }

    /// Replaces `value` by `by` in constant time, by making it an alias.
    /// [`resolve_aliases`](Self::resolve_aliases) rewrites the uses; until then, [`resolve`](Self::resolve)
    /// maps operands to the new value.
    pub fn replace(&mut self, value: Value, by: Value) {
        let by = self.resolve(by);
        if by != value {
            self.values[value].def = ValueDef::Alias(by);
            self.aliased = true;
        }
    }

    /// Replaces aliases in all operands, branch arguments and value names.
    pub fn resolve_aliases(&mut self) {
        if !std::mem::take(&mut self.aliased) {
            return;
        }
        let mut target: Vec<Value> = self.values.keys().collect();
        for value in self.values.keys() {
            let mut end = value;
            while let ValueDef::Alias(to) = self.values[end].def {
                end = to;
            }
            // Path compression, so that chains take linear time in total.
            let mut at = value;
            while let ValueDef::Alias(to) = self.values[at].def {
                self.values[at].def = ValueDef::Alias(end);
                at = to;
            }
            target[value.index()] = end;
        }
        for (_, data) in self.insts.iter_mut() {
            for arg in &mut data.args {
                *arg = target[arg.index()];
            }
        }
        for (_, block) in self.blocks.iter_mut() {
            block.term.for_each_value(|v| *v = target[v.index()]);
        }
        let named: Vec<(Value, String)> = self.value_names.drain().collect();
        for (value, name) in named {
            self.value_names.insert(target[value.index()], name);
        }
    }

    /// Returns the instruction that defines a value, if there is one.
    #[inline]
    pub fn def(&self, value: Value) -> Option<InstRef<'_>> {
        match self.values[self.resolve(value)].def {
            ValueDef::Inst(inst) => Some(self.inst(inst)),
            _ => None,
        }
    }

    /// Returns the constant if the value is one.
    #[inline]
    pub fn as_const(&self, value: Value) -> Option<&Const> {
        match self.values[self.resolve(value)].def {
            ValueDef::Const(id) => self.constants.get(id),
            _ => None,
        }
    }

    /// Returns the bits of a scalar constant, or 0 for a null constant of any type; `None` for any other value.
    #[inline]
    pub fn as_bits(&self, value: Value) -> Option<u64> {
        match self.as_const(value)? {
            Const::Bits(bits) => Some(*bits),
            Const::Null => Some(0),
            _ => None,
        }
    }

    /// Iterates over the blocks in layout order, with their data.
    pub fn blocks_in_order(&self) -> impl Iterator<Item = (Block, &BlockData)> {
        self.layout.iter().map(|&b| (b, &self.blocks[b]))
    }

    /// Iterates over the instructions in layout order, with their data.
    pub fn insts(&self) -> impl Iterator<Item = (Inst, InstRef<'_>)> {
        let insts = self.blocks_in_order().flat_map(|(_, block)| &block.insts);
        insts.map(|&inst| (inst, self.inst(inst)))
    }
}
