//! Lowers condition codes (NV_gpu_program4 §2.X.4.3).
//!
//! Each component of CC0 and CC1 has four flags, each of which is an SSA variable. A write computes the flags
//! of the stored value with `cc.*` operations, which are dead code until a test reads them. Later passes
//! replace a test of the flags of a single value by one comparison.

use crate::lower::Lowerer;
use crate::lower::operands::result::Carry;
use crate::modifier::DataType;
use crate::resolve::{CcRule, CcTest};
use nvc_ir::imm::{Imm, Test};
use nvc_ir::ssa::Variable;
use nvc_ir::types::Types;
use nvc_ir::{Op, StructuredBuilder, Value};

/// The flags, in the order of `cc.test`'s operands.
#[derive(Clone, Copy, Debug)]
enum Flag {
    Sign,
    Zero,
    Overflow,
    Carry,
}

/// The flags of CC0 and CC1.
pub(in crate::lower) struct ConditionCodes {
    /// The number of the first flag's variable. The variables are consecutive.
    first: u32,
}

impl ConditionCodes {
    pub(in crate::lower) fn new(b: &mut StructuredBuilder<'_>) -> Self {
        let first = b.declare(Types::BOOL).0;
        // Two registers of four components with four flags each; the extra variable is the residency flag of sparse
        // accesses.
        for _ in 0..2 * 4 * 4 {
            b.declare(Types::BOOL);
        }
        ConditionCodes { first }
    }

    /// Returns the residency flag of sparse accesses.
    fn resident(&self) -> Variable {
        Variable(self.first + 2 * 4 * 4)
    }

    fn variable(&self, register: u8, component: u8, flag: Flag) -> Variable {
        Variable(self.first + 16 * u32::from(register & 1) + 4 * u32::from(component & 3) + flag as u32)
    }
}

/// Returns the IR test of a rule and the flags that it reads; `None` for rules that read none of the flags.
fn formula(rule: CcRule) -> Option<(Test, &'static [Flag])> {
    use Flag::{Carry as C, Overflow as O, Sign as S, Zero as Z};
    Some(match rule {
        CcRule::Eq => (Test::Eq, &[S, Z]),
        CcRule::Ne => (Test::Ne, &[S, Z]),
        CcRule::Lt => (Test::Lt, &[S, Z, O]),
        CcRule::Le => (Test::Le, &[S, Z, O]),
        CcRule::Gt => (Test::Gt, &[S, Z, O]),
        CcRule::Ge => (Test::Ge, &[S, O]),
        CcRule::Nan => (Test::Nan, &[S, Z]),
        CcRule::Leg => (Test::Leg, &[S, Z]),
        CcRule::Cf => (Test::Cf, &[C]),
        CcRule::Ncf => (Test::Ncf, &[C]),
        CcRule::Of => (Test::Of, &[O]),
        CcRule::Nof => (Test::Nof, &[O]),
        CcRule::Sf => (Test::Sf, &[S]),
        CcRule::Nsf => (Test::Nsf, &[S]),
        CcRule::Ab => (Test::Ab, &[C, Z]),
        CcRule::Ble => (Test::Ble, &[C, Z]),
        CcRule::Tr | CcRule::Fl | CcRule::Resident | CcRule::NonResident => return None,
    })
}

impl Lowerer<'_> {
    /// Sets the flags of a component from the stored value, unless `condition` is given and false. `carry` has the
    /// operands of the sum or difference that sets the carry and overflow flags; without it, both are cleared.
    pub(in crate::lower) fn write_flags(
        &mut self,
        register: u8,
        component: u8,
        condition: Option<Value>,
        stored: Value,
        ty: DataType,
        carry: Option<Carry>,
    ) {
        // The flags describe the value as it is stored, even if a 64-bit value was truncated.
        let bits = self.word_bits(stored);
        let value = self.b.bitcast(stored, if ty.is_float() { Types::float(bits) } else { Types::int(bits) });
        let sign = self.b.op(Op::CcSign, &[value]);
        let zero = self.b.op(Op::CcZero, &[value]);
        let (overflow, carry) = match carry {
            Some(Carry::Add(a, b)) => {
                (self.b.op(Op::CcAddOverflow, &[a, b]), self.b.op(Op::CcAddCarry, &[a, b]))
            }
            Some(Carry::Sub(a, b)) => {
                (self.b.op(Op::CcSubOverflow, &[a, b]), self.b.op(Op::CcSubCarry, &[a, b]))
            }
            None => (self.b.bool(false), self.b.bool(false)),
        };
        let flags =
            [(Flag::Sign, sign), (Flag::Zero, zero), (Flag::Overflow, overflow), (Flag::Carry, carry)];
        for (flag, value) in flags {
            let variable = self.cc.variable(register, component, flag);
            let value = match condition {
                Some(condition) => {
                    let old = self.b.read(variable);
                    self.b.op(Op::Select, &[condition, value, old])
                }
                None => value,
            };
            self.b.write(variable, value);
        }
    }

    /// Sets the residency flag if the access returned one, whatever the write mask.
    pub(in crate::lower) fn write_residency(&mut self, resident: Option<Value>) {
        if let Some(resident) = resident {
            self.b.write(self.cc.resident(), resident);
        }
    }

    /// Returns whether all texels of the last SPARSE access were resident.
    fn residency(&mut self) -> Value {
        self.b.read(self.cc.resident())
    }

    /// Evaluates a test for one lane.
    pub(in crate::lower) fn test_lane(&mut self, test: &CcTest, lane: usize) -> Value {
        let component = test.swizzle.lanes[lane & 3];
        let Some((relation, needed)) = formula(test.rule) else {
            return match test.rule {
                CcRule::Resident => self.residency(),
                CcRule::NonResident => {
                    let resident = self.residency();
                    self.b.op(Op::Not, &[resident])
                }
                rule => self.b.bool(rule == CcRule::Tr),
            };
        };
        let mut flags = [self.b.bool(false); 4];
        for &flag in needed {
            let variable = self.cc.variable(test.register, component, flag);
            flags[flag as usize] = self.b.read(variable);
        }
        self.b.op_imm(Op::CcTest, Imm::Test(relation), &flags)
    }

    /// Evaluates a branch condition: whether the test is true for any of the four swizzled lanes.
    pub(in crate::lower) fn test_any(&mut self, test: &CcTest) -> Value {
        let mut result = self.test_lane(test, 0);
        for lane in 1..4 {
            if !test.swizzle.lanes[..lane].contains(&test.swizzle.lanes[lane]) {
                let other = self.test_lane(test, lane);
                result = self.b.op(Op::Or, &[result, other]);
            }
        }
        result
    }
}
