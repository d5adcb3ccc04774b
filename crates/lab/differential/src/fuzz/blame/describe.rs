//! Describes mutations in English.

use super::{Change, InstMutation, Replacement, What};
use nvc_ir::function::InstRef;
use nvc_ir::{Function, Inst, Loc, Module, Value};

impl Change {
    /// Returns the source location of the mutated instruction or branch.
    pub fn loc(&self, module: &Module) -> Loc {
        let func = &module.functions[self.function];
        match &self.what {
            What::Insts(insts, _) => insts.first().and_then(|&inst| func.loc(inst)),
            What::Condition(block, _) | What::Edge(block, ..) => func.blocks[*block].term_loc,
        }
    }

    /// Describes the mutation. `name` returns the name of a value of the function.
    pub fn describe(&self, module: &Module, name: &dyn Fn(&Function, Value) -> String) -> String {
        let func = &module.functions[self.function];
        let name = &|value| name(func, value);
        match &self.what {
            What::Insts(insts, how) => {
                let op = match insts[..] {
                    [] => String::new(),
                    [inst] => ordinal(func, inst),
                    [first, ..] => format!("each of {} {}", insts.len(), func.insts[first].op.info().name),
                };
                match how {
                    InstMutation::Result(replacement) => {
                        format!("{op} yields {}", replacement.describe("the correct result", name))
                    }
                    InstMutation::Operand(at, replacement) => {
                        let operand = format!("operand {at}");
                        format!("{op} reads {} in place of {operand}", replacement.describe(&operand, name))
                    }
                    InstMutation::Operation(other) => format!("{op} is {}", other.info().name),
                    InstMutation::Missing => format!("{op} is missing"),
                }
            }
            What::Condition(_, replacement) => {
                format!("the condition is {}", replacement.describe("the correct value", name))
            }
            What::Edge(_, _, at, replacement) => {
                format!("block argument {at} is {}", replacement.describe("the correct value", name))
            }
        }
    }
}

/// Returns the name of an instruction's operation. If several instructions at the same source location have
/// this operation, the name includes the instruction's ordinal: `ashr 2 of 4`.
pub fn ordinal(func: &Function, inst: Inst) -> String {
    let data = func.inst(inst);
    let name = data.op.info().name;
    let like = |(_, other): &(Inst, InstRef<'_>)| (other.op, other.loc()) == (data.op, data.loc());
    let insts = || func.insts().filter(like);
    match insts().position(|(other, _)| other == inst) {
        Some(at) if insts().nth(1).is_some() => format!("{name} {} of {}", at + 1, insts().count()),
        _ => name.to_owned(),
    }
}

impl Replacement {
    fn describe(self, value: &str, name: &dyn Fn(Value) -> String) -> String {
        match self {
            Replacement::Zero => "0".to_owned(),
            Replacement::One => "1".to_owned(),
            Replacement::Ones => "-1".to_owned(),
            Replacement::Operand(at) => format!("operand {at}"),
            Replacement::Value(other) => name(other),
            Replacement::With(op, other) => format!("{} of {value} and {}", op.info().name, name(other)),
            Replacement::Of(op) => format!("{} of {value}", op.info().name),
            Replacement::Low { bits, signed } => {
                format!("the low {bits} bits of {value}, {}", if signed { "signed" } else { "unsigned" })
            }
            Replacement::Bit => format!("the lowest bit of {value}"),
            Replacement::More => format!("one more than {value}"),
            Replacement::Less => format!("one less than {value}"),
        }
    }
}
