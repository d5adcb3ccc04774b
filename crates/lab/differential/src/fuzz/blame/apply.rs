//! Applies a mutation to a module.

use super::{Change, InstMutation, Replacement, What};
use nvc_ir::function::Args;
use nvc_ir::{Block, Const, Function, Imm, Inst, Loc, Module, Op, Terminator, Type, Types, Value};

impl Change {
    /// Returns a copy of the module with the mutation applied.
    #[must_use]
    pub fn apply(&self, module: &Module) -> Module {
        let mut changed = module.clone();
        let func = &mut changed.functions[self.function];
        let mut editor = Editor { func, types: &changed.types };
        match &self.what {
            What::Insts(insts, how) => insts.iter().for_each(|&inst| editor.change(inst, *how)),
            What::Condition(block, replacement) => editor.condition(*block, *replacement),
            What::Edge(block, target, at, replacement) => editor.edge(*block, *target, *at, *replacement),
        }
        editor.func.resolve_aliases();
        changed
    }
}

struct Editor<'a> {
    func: &'a mut Function,
    types: &'a Types,
}

impl Editor<'_> {
    fn change(&mut self, inst: Inst, how: InstMutation) {
        let Some((block, at)) = self.position_of(inst) else { return };
        match how {
            InstMutation::Result(replacement) => self.result(block, at, inst, replacement),
            InstMutation::Operand(number, replacement) => {
                let data = self.func.copy_inst(inst);
                let Some(&arg) = data.args.get(number) else { return };
                let (made, value) = self.replacement_for(arg, replacement, &data.args, data.loc());
                self.func.insts[inst].args[number] = value;
                self.func.blocks[block].insts.splice(at..at, made);
            }
            InstMutation::Operation(op) => self.func.insts[inst].op = op,
            InstMutation::Missing => {
                self.func.blocks[block].insts.remove(at);
            }
        }
    }

    /// Returns the block of an instruction and the position in that block.
    fn position_of(&self, inst: Inst) -> Option<(Block, usize)> {
        self.func.blocks_in_order().find_map(|(block, data)| {
            data.insts.iter().position(|&other| other == inst).map(|at| (block, at))
        })
    }

    /// Replaces all uses of the result of an instruction.
    fn result(&mut self, block: Block, at: usize, inst: Inst, replacement: Replacement) {
        let data = self.func.copy_inst(inst);
        let Some(result) = data.result else { return };
        // The replacement may use the original result. A copy of the instruction computes it as a new value,
        // because `replace` redirects all uses of the old value.
        let ty = self.func.ty(result);
        let copy = self.func.new_inst(data.op, data.imm(), data.args.clone(), Some(ty), data.loc());
        self.func.insts[copy].precise = data.precise;
        let Some(value) = self.func.insts[copy].result else { return };
        let (mut made, value) = self.replacement_for(value, replacement, &data.args, data.loc());
        made.insert(0, copy);
        self.func.blocks[block].insts.splice(at..=at, made);
        self.func.replace(result, value);
    }

    fn condition(&mut self, block: Block, replacement: Replacement) {
        let Terminator::Branch { cond, .. } = self.func.blocks[block].term else { return };
        let (made, value) =
            self.replacement_for(cond, replacement, &Args::new(), self.func.blocks[block].term_loc);
        self.func.blocks[block].insts.extend(made);
        if let Terminator::Branch { cond, .. } = &mut self.func.blocks[block].term {
            *cond = value;
        }
    }

    fn edge(&mut self, block: Block, number: usize, at: usize, replacement: Replacement) {
        let data = &self.func.blocks[block];
        let Some(target) = data.term.target(number) else { return };
        let (to, Some(&arg), loc) = (target.block, target.args.get(at), data.term_loc) else { return };
        let param: Args = self.func.blocks[to].params.get(at).copied().into_iter().collect();
        let (made, value) = self.replacement_for(arg, replacement, &param, loc);
        let data = &mut self.func.blocks[block];
        data.insts.extend(made);
        if let Some(arg) = data.term.targets_mut().nth(number).and_then(|target| target.args.get_mut(at)) {
            *arg = value;
        }
    }

    /// Returns the instructions that compute the replacement, and the value to use instead of `value`.
    /// [`Replacement::Operand`] selects one of `operands`.
    fn replacement_for(
        &mut self,
        value: Value,
        replacement: Replacement,
        operands: &Args,
        loc: Loc,
    ) -> (Vec<Inst>, Value) {
        let ty = self.func.ty(value);
        let mut made = Vec::new();
        let mut op = |editor: &mut Self, op: Op, args: &[Value]| {
            let inst = editor.func.new_inst(op, Imm::None, args.iter().copied().collect(), Some(ty), loc);
            made.push(inst);
            editor.func.insts[inst].result.unwrap_or(value)
        };
        let value = match replacement {
            Replacement::Zero => self.func.constant(ty, Const::Null),
            Replacement::One => self.number(ty, 1),
            Replacement::Ones => self.number(ty, -1),
            Replacement::Operand(number) => operands.get(number).copied().unwrap_or(value),
            Replacement::Value(other) => other,
            Replacement::With(with, other) => op(self, with, &[value, other]),
            Replacement::Of(of) => op(self, of, &[value]),
            Replacement::Bit => {
                let one = self.number(ty, 1);
                op(self, Op::And, &[value, one])
            }
            Replacement::More | Replacement::Less => {
                let by = self.number(ty, if replacement == Replacement::More { 1 } else { -1 });
                op(self, Op::IAdd, &[value, by])
            }
            Replacement::Low { bits, signed } => {
                let width = self.types.scalar_bits(ty).unwrap_or(bits);
                let by = self.number(ty, i64::from(width.saturating_sub(bits)));
                let high = op(self, Op::Shl, &[value, by]);
                op(self, if signed { Op::AShr } else { Op::LShr }, &[high, by])
            }
        };
        (made, value)
    }

    /// Returns `number` as a constant of type `ty`, a scalar or a vector with equal components. For floats, only
    /// the sign of `number` is used: the constant is 1 or -1.
    fn number(&mut self, ty: Type, number: i64) -> Value {
        let scalar = self.types.scalar(ty);
        let width = self.types.scalar_bits(scalar).unwrap_or(1);
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let bits = if self.types.is_float(scalar) {
            let sign = u64::from(number < 0) << (width - 1);
            sign | match width {
                16 => 0x3c00,
                32 => u64::from(1f32.to_bits()),
                _ => 1f64.to_bits(),
            }
        } else {
            number as u64 & mask
        };
        let component = self.func.constant(scalar, Const::Bits(bits));
        match self.types.components(ty) {
            1 => component,
            count => self.func.constant(ty, Const::Composite(vec![component; usize::from(count)])),
        }
    }
}
