//! Arithmetic on lengths: integers that are fixed or specialization constants.

use nvc_ir::types::Length;
use nvc_ir::{
    Arena, Builder, Const, Extent, Op, SpecConst, SpecConstData, SpecConstKind, SpecOperand, Type, Types,
    Value,
};
use rustc_hash::FxHashMap;

/// Computes lengths. Each operation on specialization constants becomes a new constant; equal operations share one.
pub(super) struct Lengths<'m> {
    constants: &'m mut Arena<SpecConst, SpecConstData>,
    known: FxHashMap<(Op, Vec<SpecOperandKey>), SpecConst>,
}

/// A hashable operand: a specialization constant, or the bits of a literal.
type SpecOperandKey = Result<SpecConst, u64>;

impl<'m> Lengths<'m> {
    pub fn new(constants: &'m mut Arena<SpecConst, SpecConstData>) -> Self {
        Lengths { constants, known: FxHashMap::default() }
    }

    pub fn product(&mut self, x: Length, y: Length) -> Length {
        match (x, y) {
            (Length::Fixed(1), other) | (other, Length::Fixed(1)) => other,
            (Length::Fixed(x), Length::Fixed(y)) => Length::Fixed(x.saturating_mul(y)),
            _ => self.operation(Op::IMul, &[x, y]),
        }
    }

    pub fn sum(&mut self, x: Length, y: Length) -> Length {
        match (x, y) {
            (Length::Fixed(0), other) | (other, Length::Fixed(0)) => other,
            (Length::Fixed(x), Length::Fixed(y)) => Length::Fixed(x.saturating_add(y)),
            _ => self.operation(Op::IAdd, &[x, y]),
        }
    }

    /// The quotient, rounded up.
    pub fn ceiling(&mut self, x: Length, by: Length) -> Length {
        match (x, by) {
            (_, Length::Fixed(0 | 1)) => x,
            (Length::Fixed(x), Length::Fixed(y)) => Length::Fixed(x.div_ceil(y)),
            _ => {
                let before = match by {
                    Length::Fixed(y) => Length::Fixed(y - 1),
                    Length::Spec(_) => self.operation(Op::ISub, &[by, Length::Fixed(1)]),
                };
                let sum = self.sum(x, before);
                self.operation(Op::UDiv, &[sum, by])
            }
        }
    }

    pub fn max(&mut self, x: Length, y: Length) -> Length {
        match (x, y) {
            (x, y) if x == y => x,
            (Length::Fixed(0), other) | (other, Length::Fixed(0)) => other,
            (Length::Fixed(x), Length::Fixed(y)) => Length::Fixed(x.max(y)),
            _ => {
                let less = self.operation(Op::ULt, &[x, y]);
                self.operation(Op::Select, &[less, y, x])
            }
        }
    }

    /// The number of invocations of a work group.
    pub fn invocations(&mut self, size: [Extent; 3]) -> Length {
        size.into_iter().fold(Length::Fixed(1), |total, extent| {
            let extent = match extent {
                Extent::Fixed(n) => Length::Fixed(n),
                Extent::Spec(spec) => Length::Spec(spec),
            };
            self.product(total, extent)
        })
    }

    fn operation(&mut self, op: Op, operands: &[Length]) -> Length {
        let operands: Vec<SpecOperand> = operands
            .iter()
            .map(|&operand| match operand {
                Length::Fixed(n) => SpecOperand::Bits(Types::I32, n.into()),
                Length::Spec(spec) => SpecOperand::Spec(spec),
            })
            .collect();
        let ty = if op == Op::ULt { Types::BOOL } else { Types::I32 };
        Length::Spec(self.constant(String::new(), ty, op, operands))
    }

    /// A constant that is computed from other constants (`OpSpecConstantOp`).
    pub fn constant(&mut self, name: String, ty: Type, op: Op, operands: Vec<SpecOperand>) -> SpecConst {
        let key = operands.iter().map(|&operand| match operand {
            SpecOperand::Spec(spec) => Ok(spec),
            SpecOperand::Bits(_, bits) => Err(bits),
            SpecOperand::Type(_) => Err(0),
        });
        let key = (op, key.collect());
        if let Some(&spec) = self.known.get(&key) {
            return spec;
        }
        let default = self.default(op, &operands);
        let kind = SpecConstKind::Op(op, operands);
        let spec = self.constants.push(SpecConstData { name, ty, default, kind });
        self.known.insert(key, spec);
        spec
    }

    /// The result of an operation for the default values of its operands; 0 for an operation that `Lengths` does not use.
    fn default(&self, op: Op, operands: &[SpecOperand]) -> u64 {
        let value = |operand: &SpecOperand| match *operand {
            SpecOperand::Spec(spec) => self.constants.get(spec).map_or(0, |data| data.default as u32),
            SpecOperand::Bits(_, bits) => bits as u32,
            SpecOperand::Type(_) => 0,
        };
        let values: Vec<u32> = operands.iter().map(value).collect();
        u64::from(match (op, &values[..]) {
            (Op::IAdd, &[x, y]) => x.wrapping_add(y),
            (Op::ISub, &[x, y]) => x.wrapping_sub(y),
            (Op::IMul, &[x, y]) => x.wrapping_mul(y),
            (Op::UDiv, &[x, y]) => x.checked_div(y).unwrap_or(0),
            (Op::ULt, &[x, y]) => u32::from(x < y),
            (Op::Select, &[cond, x, y]) => {
                if cond != 0 {
                    x
                } else {
                    y
                }
            }
            _ => 0,
        })
    }
}

/// A length as a 32-bit value.
pub(super) fn value(b: &mut Builder<'_>, length: Length) -> Value {
    match length {
        Length::Fixed(n) => b.i32(n),
        Length::Spec(spec) => b.func.constant(Types::I32, Const::Spec(spec)),
    }
}
