//! A minimal interpreter for the random programs, independent of `nvc-interp`.

use nvc_ir::function::InstRef;
use nvc_ir::{Block, Const, Function, Imm, Module, Op, Target, Terminator, Types, Value};
use std::collections::HashMap;

/// Maximum number of blocks executed. A program that reaches it counts as undefined.
const STEPS: u32 = 20_000;

/// Runs the entry point. Returns the values that it stores, in order; `None` if the behaviour is undefined or the bits of a
/// value depend on the device.
pub fn run(module: &Module) -> Option<Vec<u64>> {
    let mut stored = Vec::new();
    let main = module.functions.values().next()?;
    call(module, main, &[], &mut stored, &mut 0)?;
    Some(stored)
}

/// Calls a function and returns its result: `Some(None)` if it returns no value, `None` if its behaviour is undefined.
fn call(
    module: &Module,
    func: &Function,
    args: &[u64],
    stored: &mut Vec<u64>,
    steps: &mut u32,
) -> Option<Option<u64>> {
    let mut block = *func.layout.first()?;
    let values = func.blocks[block].params.iter().copied().zip(args.iter().copied()).collect();
    let mut machine = Machine { module, types: &module.types, func, values, stored, steps };
    while *machine.steps < STEPS {
        *machine.steps += 1;
        for &inst in &func.blocks[block].insts {
            machine.step(func.inst(inst))?;
        }
        match machine.next(block)? {
            Some(next) => block = next,
            None => {
                let value = func.blocks[block].term.operand();
                return Some(match value {
                    Some(value) => Some(machine.get(value)?),
                    None => None,
                });
            }
        }
    }
    None
}

struct Machine<'a> {
    module: &'a Module,
    types: &'a Types,
    func: &'a Function,
    values: HashMap<Value, u64>,
    stored: &'a mut Vec<u64>,
    /// The number of blocks executed so far.
    steps: &'a mut u32,
}

impl Machine<'_> {
    fn get(&self, value: Value) -> Option<u64> {
        match self.func.as_const(value) {
            Some(Const::Bits(bits)) => Some(*bits),
            Some(Const::Composite(parts)) => {
                let (low, high) = (self.get(*parts.first()?)?, self.get(*parts.get(1)?)?);
                Some(low | high << 32)
            }
            Some(_) => None,
            None => self.values.get(&value).copied(),
        }
    }

    fn step(&mut self, data: InstRef<'_>) -> Option<()> {
        match data.op {
            Op::BytesStore => {
                let value = self.get(*data.args.last()?)?;
                self.stored.push(value);
                return Some(());
            }
            // The memory contents do not matter, as long as they are the same before and after a pass.
            Op::BytesLoad => {
                self.values.insert(data.result?, 0x1234_5678);
                return Some(());
            }
            _ => {}
        }
        let result = data.result?;
        let args: Vec<Option<u64>> = data.args.iter().map(|&arg| self.get(arg)).collect();
        // The operand that is not selected may be undefined.
        let needed = match (data.op, args.first()) {
            (Op::Select, Some(&Some(cond))) => vec![Some(cond), *args.get(if cond == 1 { 1 } else { 2 })?],
            _ => args,
        };
        if data.op == Op::Call && needed.contains(&None) {
            return None;
        }
        let Some(args) = needed.into_iter().collect::<Option<Vec<u64>>>() else {
            // No error until the result is used: a pass may have speculated the instruction.
            self.values.remove(&result);
            return Some(());
        };
        if let Imm::Function(callee) = data.imm() {
            let callee = self.module.functions.get(callee)?;
            let value = call(self.module, callee, &args, self.stored, self.steps)??;
            self.values.insert(result, value);
            return Some(());
        }
        let ty = self.func.ty(*data.args.first()?);
        let width = self.types.bits(ty).unwrap_or(1);
        let bits = match (data.op, data.imm()) {
            (Op::Extract, Imm::Index(index)) => args.first()? >> (32 * index),
            (Op::Construct, _) => args.first()? | args.get(1)? << 32,
            (Op::Select, _) => *args.get(1)?,
            _ if self.types.is_float(ty) => float(data.op, &args)?,
            _ => int(data.op, width, &args)?,
        };
        let to = self.types.bits(self.func.ty(result)).unwrap_or(1);
        self.values.insert(result, bits & (u64::MAX >> (64 - to)));
        Some(())
    }

    /// The next block; `Some(None)` after a return; `None` if the behaviour is undefined.
    fn next(&mut self, block: Block) -> Option<Option<Block>> {
        let target: &Target = match &self.func.blocks[block].term {
            Terminator::Jump(target) | Terminator::Loop { body: target, .. } => target,
            Terminator::Branch { cond, then, otherwise, .. } => {
                if self.get(*cond)? == 1 {
                    then
                } else {
                    otherwise
                }
            }
            Terminator::Switch { selector, cases, default, .. } => {
                let selector = self.get(*selector)?;
                cases.iter().find(|(literal, _)| *literal == selector).map_or(default, |(_, target)| target)
            }
            Terminator::Return(_) => return Some(None),
            Terminator::Unreachable => return None,
        };
        // Read all arguments before writing: an argument may be a parameter of the same block. Parameters with undefined
        // arguments have no value.
        let args: Vec<Option<u64>> = target.args.iter().map(|&arg| self.get(arg)).collect();
        for (&param, arg) in self.func.blocks[target.block].params.iter().zip(args) {
            match arg {
                Some(bits) => self.values.insert(param, bits),
                None => self.values.remove(&param),
            };
        }
        Some(Some(target.block))
    }
}

fn signed(bits: u64, width: u32) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

fn int(op: Op, width: u32, args: &[u64]) -> Option<u64> {
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(0);
    let (s, t) = (signed(a, width), signed(b, width));
    let divides = b != 0 && !(t == -1 && s == signed(1 << (width - 1), width));
    let shifts = b < u64::from(width);
    Some(match op {
        Op::Bitcast | Op::ITrunc | Op::ZExt => a,
        Op::SExt => s as u64,
        Op::SToF => u64::from((s as f32).to_bits()),
        Op::UToF => u64::from((a as f32).to_bits()),
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::SMulHi => ((i128::from(s) * i128::from(t)) >> width) as u64,
        Op::UMulHi => ((u128::from(a) * u128::from(b)) >> width) as u64,
        Op::UDiv if divides => a / b,
        Op::URem if divides => a % b,
        Op::SDiv if divides => (s / t) as u64,
        Op::SRem if divides => (s % t) as u64,
        Op::SMod if divides => (if s % t != 0 && (s ^ t) < 0 { s % t + t } else { s % t }) as u64,
        Op::INeg => s.wrapping_neg() as u64,
        Op::SAbs => s.wrapping_abs() as u64,
        Op::SMin => s.min(t) as u64,
        Op::UMax => a.max(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => !a,
        Op::Shl if shifts => a << b,
        Op::LShr if shifts => a >> b,
        Op::AShr if shifts => (s >> b) as u64,
        Op::IEq => u64::from(a == b),
        Op::INe => u64::from(a != b),
        Op::SLt => u64::from(s < t),
        Op::SLe => u64::from(s <= t),
        Op::ULt => u64::from(a < b),
        Op::ULe => u64::from(a <= b),
        _ => return None,
    })
}

fn float(op: Op, args: &[u64]) -> Option<u64> {
    let bits = *args.first()?;
    let a = f32::from_bits(bits as u32);
    let b = f32::from_bits(args.get(1).copied().unwrap_or(0) as u32);
    let unordered = a.is_nan() || b.is_nan();
    let result = match op {
        Op::Bitcast => return Some(bits),
        // The bits of a NaN that an operation returns depend on the device. Comparisons of NaNs are not modelled either.
        _ if unordered => return None,
        Op::IsNan => return Some(0),
        Op::FNeg => -a,
        Op::FAbs => a.abs(),
        Op::FAdd => a + b,
        Op::FSub => a - b,
        Op::FMul => a * b,
        Op::FMin if a != 0.0 || b != 0.0 => a.min(b),
        Op::FSat if a != 0.0 || a.is_sign_positive() => a.clamp(0.0, 1.0),
        Op::Floor => a.floor(),
        Op::FLt => return Some(u64::from(a < b)),
        Op::FLe => return Some(u64::from(a <= b)),
        Op::FEq | Op::FUnordEq => return Some(u64::from(a == b)),
        Op::FNe | Op::FOrdNe => return Some(u64::from(a != b)),
        Op::FUnordLt => return Some(u64::from(a < b)),
        Op::FUnordLe => return Some(u64::from(a <= b)),
        _ => return None,
    };
    (!result.is_nan()).then(|| u64::from(result.to_bits()))
}
