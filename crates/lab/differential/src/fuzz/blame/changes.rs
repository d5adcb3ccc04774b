//! Enumerates the mutations of a module, except the replacement of a value by an unrelated one, which
//! [`others`](super::others) enumerates.

use super::{Change, InstMutation, Replacement, What};
use nvc_ir::{Block, FuncId, Function, Inst, InstRef, Module, Op, Terminator, Type, Types, Value};
use std::collections::BTreeMap;

/// Returns the mutations of a module. For each function, those of single instructions, conditions and edges
/// come first, in layout order; those of whole source statements follow. Each mutated module passes the
/// verifier.
pub fn changes(module: &Module) -> Vec<Change> {
    let mut changes = Vec::new();
    for (function, func) in module.functions.iter() {
        let finder = Finder { types: &module.types, func, function, changes: &mut changes };
        finder.all();
    }
    changes
}

struct Finder<'a> {
    types: &'a Types,
    func: &'a Function,
    function: FuncId,
    changes: &'a mut Vec<Change>,
}

impl Finder<'_> {
    fn all(mut self) {
        let func = self.func;
        let positions: BTreeMap<Block, usize> = func.layout.iter().copied().zip(0..).collect();
        // Instructions with the same source range and operation are also mutated together, because a vector
        // instruction of the assembly becomes one IR instruction for each component.
        let mut statements: BTreeMap<(usize, usize, Op), Vec<Inst>> = BTreeMap::new();
        for (block, data) in func.blocks_in_order() {
            for &inst in &data.insts {
                self.insts(&[inst]);
                if let Some(span) = func.loc(inst) {
                    let range = span.range();
                    statements.entry((range.start, range.end, func.insts[inst].op)).or_default().push(inst);
                }
            }
            if let Terminator::Branch { .. } = data.term {
                for replacement in [Replacement::Zero, Replacement::One, Replacement::Of(Op::Not)] {
                    self.add(What::Condition(block, replacement));
                }
            }
            for (index, target) in data.term.targets().enumerate() {
                for (at, &arg) in target.args.iter().enumerate() {
                    // On a back edge, `Operand(0)` is the block parameter, that is, the value of the previous
                    // iteration.
                    let back = positions.get(&target.block) <= positions.get(&block);
                    for replacement in
                        self.replacements(arg, if back { &[Replacement::Operand(0)] } else { &[] })
                    {
                        self.add(What::Edge(block, index, at, replacement));
                    }
                }
            }
        }
        for insts in statements.into_values().filter(|insts| insts.len() > 1) {
            self.insts(&insts);
        }
    }

    fn add(&mut self, what: What) {
        self.changes.push(Change { function: self.function, what });
    }

    /// Adds the mutations of instructions that have the same operation; none if their types differ.
    fn insts(&mut self, insts: &[Inst]) {
        let Some(first) = insts.first() else { return };
        let data = self.func.inst(*first);
        let alike = |inst: &Inst| {
            let other = self.func.inst(*inst);
            other.args.len() == data.args.len() && self.shape(other) == self.shape(data)
        };
        if !insts.iter().all(alike) {
            return;
        }
        for how in self.inst_mutations(data) {
            self.add(What::Insts(insts.to_vec(), how));
        }
    }

    /// Returns the types of an instruction's operands and result.
    fn shape(&self, data: InstRef<'_>) -> Vec<Type> {
        data.args.iter().copied().chain(data.result).map(|value| self.func.ty(value)).collect()
    }

    fn inst_mutations(&self, data: InstRef<'_>) -> Vec<InstMutation> {
        let mut inst_mutations = Vec::new();
        if let Some(result) = data.result {
            let ty = self.func.ty(result);
            let operands: Vec<Replacement> = (0..data.args.len())
                .filter(|&at| self.of_type(data, at, ty))
                .map(Replacement::Operand)
                .collect();
            inst_mutations.extend(self.replacements(result, &operands).into_iter().map(InstMutation::Result));
        } else if matches!(data.op, Op::Store | Op::BytesStore) {
            inst_mutations.push(InstMutation::Missing);
        }
        for (at, &arg) in data.args.iter().enumerate() {
            if is_fixed(self.func, data, arg) {
                continue;
            }
            let ty = self.func.ty(arg);
            let others: Vec<Replacement> = (0..data.args.len())
                .filter(|&other| other != at && self.of_type(data, other, ty))
                .map(Replacement::Operand)
                .collect();
            inst_mutations.extend(
                self.replacements(arg, &others)
                    .into_iter()
                    .map(|replacement| InstMutation::Operand(at, replacement)),
            );
        }
        inst_mutations.extend(siblings(data.op).iter().map(|&op| InstMutation::Operation(op)));
        inst_mutations
    }

    fn of_type(&self, data: InstRef<'_>, at: usize, ty: Type) -> bool {
        data.args.get(at).is_some_and(|&arg| self.func.ty(arg) == ty)
    }

    /// Returns the replacements of a value: `given`, and those that depend only on its type.
    fn replacements(&self, value: Value, given: &[Replacement]) -> Vec<Replacement> {
        use Replacement::{Bit, Less, Low, More, Of, One, Ones, Zero};
        let ty = self.func.ty(value);
        let types = self.types;
        let own: &[Replacement] = if types.is_uncounted(ty) {
            &[]
        } else if types.is_bool(ty) {
            &[Zero, One, Of(Op::Not), Of(Op::SubgroupBroadcastFirst)]
        } else if types.is_int(ty) {
            &[
                Zero,
                One,
                Ones,
                Bit,
                More,
                Less,
                Of(Op::INeg),
                Of(Op::Not),
                Of(Op::SAbs),
                Of(Op::SubgroupBroadcastFirst),
                Low { bits: 8, signed: false },
                Low { bits: 8, signed: true },
                Low { bits: 16, signed: false },
                Low { bits: 16, signed: true },
                Low { bits: 32, signed: false },
                Low { bits: 32, signed: true },
            ]
        } else if types.is_float(ty) {
            &[Zero, One, Ones, Of(Op::FNeg), Of(Op::FAbs), Of(Op::SubgroupBroadcastFirst)]
        } else {
            &[]
        };
        let width = types.scalar_bits(ty).unwrap_or(0);
        let fits = |replacement: &Replacement| !matches!(*replacement, Low { bits, .. } if bits >= width);
        given.iter().chain(own).copied().filter(fits).collect()
    }
}

/// Returns whether an operand is a constant in a position that may require one, such as a struct member
/// index or an image operand.
pub(super) fn is_fixed(func: &Function, data: InstRef<'_>, arg: Value) -> bool {
    func.as_const(arg).is_some() && !computes(data.op)
}

/// Returns whether an operation is arithmetic, so that any value may replace a constant operand.
fn computes(op: Op) -> bool {
    use nvc_ir::ops::{ArgRule, Effect};
    let info = op.info();
    let is_arithmetic = |rule: &ArgRule| {
        matches!(rule, ArgRule::Int | ArgRule::Float | ArgRule::Bits | ArgRule::Same | ArgRule::I32)
    };
    info.effect == Effect::Pure && info.args.iter().all(is_arithmetic)
}

/// Returns the operations that a faulty compiler may emit instead of `op`.
fn siblings(op: Op) -> &'static [Op] {
    use Op::{
        AShr, And, IAdd, IEq, INe, ISub, LShr, Or, SBfe, SDiv, SExt, SLe, SLt, SMax, SMin, SMulHi, SToF,
        UBfe, UDiv, ULe, ULt, UMax, UMin, UMulHi, UToF, Xor, ZExt,
    };
    match op {
        IAdd => &[ISub, Or],
        ISub => &[IAdd],
        And => &[Or],
        Or => &[And, Xor, IAdd],
        Xor => &[Or],
        LShr => &[AShr],
        AShr => &[LShr],
        UBfe => &[SBfe],
        SBfe => &[UBfe],
        SMulHi => &[UMulHi],
        UMulHi => &[SMulHi],
        SDiv => &[UDiv],
        UDiv => &[SDiv],
        SMin => &[UMin, SMax],
        SMax => &[UMax, SMin],
        UMin => &[SMin, UMax],
        UMax => &[SMax, UMin],
        SExt => &[ZExt],
        ZExt => &[SExt],
        SToF => &[UToF],
        UToF => &[SToF],
        SLt => &[SLe, ULt],
        SLe => &[SLt, ULe],
        ULt => &[ULe, SLt],
        ULe => &[ULt, SLe],
        IEq => &[INe],
        INe => &[IEq],
        Op::FLt => &[Op::FLe],
        Op::FLe => &[Op::FLt],
        Op::FEq => &[Op::FNe],
        Op::FNe => &[Op::FEq],
        Op::FMin => &[Op::FMax],
        Op::FMax => &[Op::FMin],
        _ => &[],
    }
}
