//! State of decoding one function: the columns of its values, and the steps of the current block.

use super::context::ModuleContext;
use super::error::{Result, fault};
use crate::code::{Arena, ExactStep, MemoryAccess, Step};
use crate::column::Slot;
use crate::cost;
use crate::kernels::{self, Kernel, Kind};
use crate::layout::{MAX_LEAVES, round_up};
use nvc_ir::constant::Const;
use nvc_ir::entity::Entity;
use nvc_ir::function::OwnedInst;
use nvc_ir::{FuncId, Function, Inst, Op, Type, Value};

/// The columns of a value, in the order of its scalars.
pub(super) type Slots = Vec<Slot>;

/// The parts of a function that its callers need.
pub(super) struct Interface {
    /// Columns of the parameters.
    pub params: Slots,
}

/// Decodes one function.
pub(super) struct Decoder<'d, 'm> {
    pub context: &'d mut ModuleContext<'m>,
    /// The interfaces of all functions.
    pub interfaces: &'d [Interface],
    pub id: FuncId,
    pub func: &'m Function,
    /// Columns of each value, allocated at the first use or definition.
    values: Vec<Option<Slots>>,
    /// Offset and size of each local variable in private memory.
    pub locals: Vec<(u32, u32)>,
    /// Position of each block in the decoded order.
    pub order: Vec<u32>,
    /// Steps of the current block.
    pub steps: Vec<Step>,
    /// IR instruction of each step.
    pub insts: Vec<Inst>,
    /// Cost of each step.
    pub costs: Vec<u64>,
    /// The instruction that is being decoded.
    pub inst: Inst,
    /// Cost of each column that this instruction computes.
    pub operation_cost: u64,
}

impl<'d, 'm> Decoder<'d, 'm> {
    pub fn new(context: &'d mut ModuleContext<'m>, interfaces: &'d [Interface], id: FuncId) -> Self {
        let func = &context.layouts.module.functions[id];
        let mut locals = Vec::with_capacity(func.locals.len());
        for local in func.locals.values() {
            let (start, size) = (round_up(context.lane_bytes, 16), context.layouts.size(local.ty));
            context.lane_bytes = start.saturating_add(size);
            locals.push((start, size));
        }
        Decoder {
            context,
            interfaces,
            id,
            func,
            values: vec![None; func.values.len()],
            locals,
            order: Vec::new(),
            steps: Vec::new(),
            insts: Vec::new(),
            costs: Vec::new(),
            inst: Inst::from_index(0),
            operation_cost: 1,
        }
    }

    /// Adds a step to the current block.
    pub fn push(&mut self, step: Step) {
        let undefined = self.stores_undefined(&step).then_some(Step::Undefined);
        for step in undefined.into_iter().chain([step]) {
            self.costs.push(cost::step(&step, self.operation_cost));
            self.steps.push(step);
            self.insts.push(self.inst);
        }
    }

    /// Returns whether a step stores an undefined value to memory that other invocations can read.
    fn stores_undefined(&self, step: &Step) -> bool {
        let accesses = match step {
            Step::Memory(access) => std::slice::from_ref(&**access),
            Step::Matrix(matrix) => &matrix.accesses,
            Step::Tensor(tensor) => &tensor.accesses,
            _ => return false,
        };
        accesses.iter().any(|access| {
            let store = matches!(access.access, MemoryAccess::Store) && access.arena != Arena::Lane;
            store && access.slots.iter().any(|&slot| self.context.columns.is_undefined(slot))
        })
    }

    /// Adds a computation and returns its result column.
    pub fn compute(&mut self, kernel: Kernel, args: &[Slot]) -> Slot {
        let dst = self.context.columns.fresh();
        let mut padded = [dst; 4];
        for (to, from) in padded.iter_mut().zip(args) {
            *to = *from;
        }
        self.push(Step::Compute { kernel, dst, args: padded });
        dst
    }

    /// Adds an elementwise operation whose kernel depends on a single kind, such as that of the operands, and
    /// returns its result column.
    pub fn operation(&mut self, op: Op, kind: Kind, args: &[Slot]) -> Result<Slot> {
        let kernel = kernels::elementwise(op, kind, kind);
        let kernel = kernel.ok_or_else(|| fault(format!("{} cannot be interpreted", op.info().name)))?;
        let dst = self.compute(kernel, args);
        self.check_exact(op, kind, kind, args, dst);
        Ok(dst)
    }

    /// Adds the exactness check of an operation with floating-point operands or results, if this is enabled.
    /// Selects need none.
    pub fn check_exact(&mut self, op: Op, from: Kind, to: Kind, args: &[Slot], dst: Slot) {
        let floats = from.is_float() || to.is_float();
        if self.context.config.exact && floats && op != Op::Select {
            self.push(Step::Exact(Box::new(ExactStep { op, from, to, args: args.into(), dst })));
        }
    }

    /// Adds the bounds check of an index into a vector or an array of known length, if checks are enabled.
    /// Indices are signed, as in SPIR-V.
    pub fn check_index(&mut self, index: Value, bound: Option<u32>) -> Result<()> {
        if let (true, Some(bound)) = (self.context.config.check, bound) {
            let (bits, index) = (self.index_bits(index), self.slot(index)?);
            self.push(Step::Index { index, bits, bound });
        }
        Ok(())
    }

    /// Returns the width of an index in bits.
    pub fn index_bits(&self, index: Value) -> u8 {
        self.context.layouts.module.types.scalar_bits(self.func.ty(index)).unwrap_or(32)
    }

    /// Allocates columns for a value of a type.
    pub fn fresh(&mut self, ty: Type) -> Result<Slots> {
        let count = self.context.leaves(ty)?.len();
        Ok((0..count).map(|_| self.context.columns.fresh()).collect())
    }

    /// Returns the columns of a value.
    pub fn slots(&mut self, value: Value) -> Result<Slots> {
        let value = self.func.resolve(value);
        if let Some(slots) = &self.values[value.index()] {
            return Ok(slots.clone());
        }
        let slots = match self.func.as_const(value) {
            Some(constant) => self.constant(value, constant)?,
            // A value without a definition so far. Only unreachable code uses a value before its definition.
            None => self.fresh(self.func.ty(value))?,
        };
        self.values[value.index()] = Some(slots.clone());
        Ok(slots)
    }

    /// Returns the column of a scalar value.
    pub fn slot(&mut self, value: Value) -> Result<Slot> {
        self.slots(value)?.first().copied().ok_or_else(|| fault(format!("{value} is not a scalar")))
    }

    /// Sets the columns of a value.
    pub fn set_slots(&mut self, value: Value, slots: Slots) {
        self.values[value.index()] = Some(slots);
    }

    /// Returns an operand of an instruction.
    pub fn arg(&self, data: &OwnedInst, index: usize) -> Result<Value> {
        data.args
            .get(index)
            .copied()
            .ok_or_else(|| fault(format!("{} lacks operand {index}", data.op.info().name)))
    }

    /// Sets the columns of an instruction's result.
    pub fn define(&mut self, data: &OwnedInst, slots: Slots) {
        if let Some(result) = data.result {
            self.set_slots(result, slots);
        }
    }

    /// Returns the type of an instruction's result.
    pub fn result(&self, data: &OwnedInst) -> Result<Type> {
        let result = data.result.ok_or_else(|| fault(format!("{} has no result", data.op.info().name)))?;
        Ok(self.func.ty(result))
    }

    /// Returns the columns of a constant. A composite uses the columns of its parts.
    fn constant(&mut self, value: Value, constant: &Const) -> Result<Slots> {
        let count = self.context.leaves(self.func.ty(value))?.len();
        let columns = &mut self.context.columns;
        let slot = match constant {
            Const::Bits(bits) => columns.constant(*bits),
            Const::Undef if self.context.config.check => columns.undefined(),
            Const::Undef | Const::Null => columns.constant(0),
            Const::Spec(id) => {
                columns.constant(self.context.layouts.spec.get(id.index()).copied().unwrap_or(0))
            }
            Const::Composite(_) => return self.composite(value),
        };
        Ok(vec![slot; count])
    }

    /// Returns the columns of a composite constant. An explicit stack replaces recursion, because constants
    /// nest as deeply as types.
    fn composite(&mut self, value: Value) -> Result<Slots> {
        let mut out = Slots::new();
        let mut stack = vec![value];
        while let Some(part) = stack.pop() {
            match self.func.as_const(part) {
                Some(Const::Composite(parts)) => stack.extend(parts.iter().rev()),
                _ => out.extend(self.slots(part)?),
            }
            if out.len() + stack.len() > MAX_LEAVES {
                return Err(fault("a constant has too many parts"));
            }
        }
        Ok(out)
    }

    /// Returns the scalar kinds of a type.
    pub fn kinds(&self, ty: Type) -> Result<Vec<Kind>> {
        Ok(self.context.leaves(ty)?.into_iter().map(|leaf| leaf.kind).collect())
    }
}
