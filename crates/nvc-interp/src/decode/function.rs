//! One function: its values, its blocks in order.

use super::{Result, Shared, check_size, fault, flow, ops};
use crate::code::{Arena, Body, Code, ExactStep, MemoryAccess, Shown, Step, TraceStep};
use crate::column::Slot;
use crate::kernels::{Kernel, Kind};
use crate::layout::{Leaf, MAX_LEAVES, round_up};
use nvc_diag::{Code as ErrorCode, Diagnostic};
use nvc_ir::constant::Const;
use nvc_ir::entity::Entity;
use nvc_ir::function::InstData;
use nvc_ir::text::{ValueNames, print_inst};
use nvc_ir::{Block, FuncId, Function, Inst, Op, Type, Value};

/// Columns of a value, in the order of its scalars.
pub(super) type Slots = Vec<Slot>;

/// What a call needs to know of a function.
pub(super) struct Interface {
    pub params: Slots,
}

/// Columns of every function's parameters.
pub(super) fn interfaces(shared: &mut Shared<'_>) -> Result<Vec<Interface>> {
    let module = shared.layouts.module;
    let mut list = Vec::with_capacity(module.functions.len());
    for func in module.functions.values() {
        let mut params = Slots::new();
        for &ty in &func.params {
            let count = leaves(shared, ty)?.len();
            params.extend((0..count).map(|_| shared.columns.fresh()));
        }
        list.push(Interface { params });
    }
    Ok(list)
}

/// The scalars of a type.
pub(super) fn leaves(shared: &Shared<'_>, ty: Type) -> Result<Vec<Leaf>> {
    shared.layouts.leaves(ty).ok_or_else(|| {
        let message = "a value is too large to be interpreted";
        let note = format!("values have {MAX_LEAVES} scalars at most");
        Box::new(Diagnostic::new(ErrorCode::N0501, None, message).note(note))
    })
}

/// Decodes one function.
pub(super) struct Decoder<'d, 'm> {
    pub shared: &'d mut Shared<'m>,
    pub interfaces: &'d [Interface],
    pub id: FuncId,
    pub func: &'m Function,
    /// Columns of values; empty until they are made.
    values: Vec<Option<Slots>>,
    /// Where each variable in function storage lies: start and size.
    pub locals: Vec<(u32, u32)>,
    /// Place of each block in the order of decoding.
    pub order: Vec<u32>,
    steps: Vec<Step>,
    insts: Vec<Inst>,
    inst: Inst,
    /// Names for the tracer, if there is one.
    names: Option<ValueNames<'m>>,
}

impl<'d, 'm> Decoder<'d, 'm> {
    pub fn new(shared: &'d mut Shared<'m>, interfaces: &'d [Interface], id: FuncId) -> Self {
        let func = &shared.layouts.module.functions[id];
        let mut locals = Vec::with_capacity(func.locals.len());
        for local in func.locals.values() {
            let (start, size) = (round_up(shared.lane_bytes, 16), shared.layouts.size(local.ty));
            shared.lane_bytes = start.saturating_add(size);
            locals.push((start, size));
        }
        let names = shared.config.trace.map(|_| ValueNames::new(func));
        Decoder {
            shared,
            interfaces,
            id,
            func,
            values: vec![None; func.values.len()],
            locals,
            order: Vec::new(),
            steps: Vec::new(),
            insts: Vec::new(),
            inst: Inst::from_index(0),
            names,
        }
    }

    pub fn run(mut self) -> Result<Code> {
        let layout = flow::order(self.func);
        self.order = vec![u32::MAX; self.func.blocks.len()];
        for (place, block) in layout.iter().enumerate() {
            self.order[block.index()] = place as u32;
        }
        let params = self.interfaces.get(self.id.index()).map(|i| i.params.clone()).unwrap_or_default();
        self.enter(layout.first().copied(), &params)?;
        if layout.is_empty() {
            return Err(fault("a function without blocks"));
        }
        let mut blocks = Vec::with_capacity(layout.len());
        for &block in &layout {
            blocks.push(self.block(block)?);
        }
        Ok(Code { blocks })
    }

    /// Gives every block parameter its columns; those of the entry block are the function's.
    fn enter(&mut self, entry: Option<Block>, params: &[Slot]) -> Result<()> {
        let mut rest = params;
        for (block, data) in self.func.blocks.iter() {
            for &param in &data.params {
                let count = leaves(self.shared, self.func.ty(param))?.len();
                let slots = if Some(block) == entry && rest.len() >= count {
                    let (own, others) = rest.split_at(count);
                    rest = others;
                    own.to_vec()
                } else {
                    (0..count).map(|_| self.shared.columns.fresh()).collect()
                };
                self.values[param.index()] = Some(slots);
            }
        }
        Ok(())
    }

    fn block(&mut self, block: Block) -> Result<Body> {
        let data = &self.func.blocks[block];
        for &inst in &data.insts {
            self.inst = inst;
            let data = &self.func.insts[inst];
            ops::decode(self, data)?;
            check_size(self.shared)?;
            if self.shared.config.trace.is_some() {
                self.trace(inst, data)?;
            }
        }
        let end = self.terminator(&data.term)?;
        Ok(Body { steps: std::mem::take(&mut self.steps), insts: std::mem::take(&mut self.insts), end })
    }

    /// Adds a step.
    pub fn push(&mut self, step: Step) {
        if self.stores_undefined(&step) {
            self.steps.push(Step::Undefined);
            self.insts.push(self.inst);
        }
        self.steps.push(step);
        self.insts.push(self.inst);
    }

    /// Whether others may see a store of what nothing defines; a variable of the function only keeps it.
    fn stores_undefined(&self, step: &Step) -> bool {
        let Step::Memory(access) = step else { return false };
        let store = matches!(access.access, MemoryAccess::Store) && access.arena != Arena::Lane;
        store && access.slots.iter().any(|&slot| self.shared.columns.is_undefined(slot))
    }

    /// Adds a computation of a fresh column.
    pub fn compute(&mut self, kernel: Kernel, args: &[Slot]) -> Slot {
        let dst = self.shared.columns.fresh();
        let mut padded = [dst; 4];
        for (to, from) in padded.iter_mut().zip(args) {
            *to = *from;
        }
        self.push(Step::Compute { kernel, dst, args: padded });
        dst
    }

    /// Looks at a result that was computed, if it is of floats and somebody wants to know.
    pub fn watch_floats(&mut self, op: Op, from: Kind, to: Kind, args: &[Slot], dst: Slot) {
        let floats = matches!(from, Kind::Float(_)) || matches!(to, Kind::Float(_));
        if self.shared.config.exact && floats && op != Op::Select {
            self.push(Step::Exact(Box::new(ExactStep { op, from, to, args: args.into(), dst })));
        }
    }

    /// Fresh columns for a value of a type.
    pub fn fresh(&mut self, ty: Type) -> Result<Slots> {
        let count = leaves(self.shared, ty)?.len();
        Ok((0..count).map(|_| self.shared.columns.fresh()).collect())
    }

    /// Columns of a value.
    pub fn slots(&mut self, value: Value) -> Result<Slots> {
        let value = self.func.resolve(value);
        if let Some(slots) = &self.values[value.index()] {
            return Ok(slots.clone());
        }
        let slots = match self.func.as_const(value) {
            Some(constant) => self.constant(value, constant)?,
            // Only code that is never reached uses what is not made before it.
            None => self.fresh(self.func.ty(value))?,
        };
        self.values[value.index()] = Some(slots.clone());
        Ok(slots)
    }

    /// The column of a scalar value.
    pub fn slot(&mut self, value: Value) -> Result<Slot> {
        self.slots(value)?.first().copied().ok_or_else(|| fault(format!("{value} is no scalar")))
    }

    /// The operand of an instruction.
    pub fn arg(&self, data: &InstData, index: usize) -> Result<Value> {
        data.args
            .get(index)
            .copied()
            .ok_or_else(|| fault(format!("{} lacks an operand", data.op.info().name)))
    }

    /// Says which columns an instruction's result has.
    pub fn define(&mut self, data: &InstData, slots: Slots) {
        if let Some(result) = data.result {
            self.values[result.index()] = Some(slots);
        }
    }

    /// The result's type.
    pub fn result(&self, data: &InstData) -> Result<Type> {
        let result = data.result.ok_or_else(|| fault(format!("{} lacks a result", data.op.info().name)))?;
        Ok(self.func.ty(result))
    }

    /// Columns of a constant: composites are made of the columns of their parts.
    fn constant(&mut self, value: Value, constant: &Const) -> Result<Slots> {
        let all = leaves(self.shared, self.func.ty(value))?;
        match constant {
            Const::Bits(bits) => Ok(vec![self.shared.columns.constant(*bits); all.len()]),
            Const::Undef if self.shared.config.check => Ok(vec![self.shared.columns.undefined(); all.len()]),
            Const::Undef | Const::Null => Ok(vec![self.shared.columns.constant(0); all.len()]),
            Const::Spec(id) => {
                let bits = self.shared.layouts.spec.get(id.index()).copied().unwrap_or(0);
                Ok(vec![self.shared.columns.constant(bits); all.len()])
            }
            Const::Composite(_) => self.composite(value),
        }
    }

    /// Constants nest as types do; a list takes the place of recursion.
    fn composite(&mut self, value: Value) -> Result<Slots> {
        let mut out = Slots::new();
        let mut rest = vec![value];
        while let Some(part) = rest.pop() {
            match self.func.as_const(part) {
                Some(Const::Composite(parts)) => rest.extend(parts.iter().rev()),
                _ => out.extend(self.slots(part)?),
            }
            if out.len() + rest.len() > MAX_LEAVES {
                return Err(fault("a constant of too many parts"));
            }
        }
        Ok(out)
    }

    /// Kinds of a value's scalars.
    pub fn kinds(&self, ty: Type) -> Result<Vec<Kind>> {
        Ok(leaves(self.shared, ty)?.into_iter().map(|leaf| leaf.kind).collect())
    }

    fn trace(&mut self, inst: Inst, data: &InstData) -> Result<()> {
        let mut operands = Vec::new();
        for &arg in &data.args {
            if self.func.as_const(arg).is_none() {
                operands.push(self.shown(arg)?);
            }
        }
        let result = data.result.map(|result| self.shown(result)).transpose()?;
        let text = print_inst(self.shared.layouts.module, self.id, inst);
        self.push(Step::Trace(Box::new(TraceStep { text, operands, result })));
        Ok(())
    }

    fn shown(&mut self, value: Value) -> Result<Shown> {
        let value = self.func.resolve(value);
        let kinds = self.kinds(self.func.ty(value))?;
        let slots = self.slots(value)?.into_iter().zip(kinds).collect();
        let number = self.names.as_ref().map_or_else(|| value.to_string(), |names| names.get(value));
        let name = match self.func.value_names.get(&value) {
            Some(name) => format!("{number} {name}"),
            None => number,
        };
        Ok(Shown { name, slots })
    }
}
