//! Operands and result type of the operation that is being defined, and functions that build its terms.

use crate::encode::Encoder;
use crate::lane::{Lane, Sort, float_format};
use crate::solver::Term;
use nvc_ir::{Imm, Op, Type, Types};

/// A scalar operation: one component of an elementwise operation.
pub struct ScalarOp<'e, 's> {
    /// The encoder.
    pub encoder: &'e mut Encoder<'s>,
    /// The operands.
    pub args: &'e [Lane],
    /// The sort of the result.
    pub to: Sort,
    /// The immediate.
    pub imm: Imm,
}

/// An operation on whole values.
pub struct Whole<'e, 's> {
    /// The encoder.
    pub encoder: &'e mut Encoder<'s>,
    /// The types of the module.
    pub types: &'e Types,
    /// The operation.
    pub op: Op,
    /// The immediate.
    pub imm: Imm,
    /// The types of the operands.
    pub arg_types: &'e [Type],
    /// The operands.
    pub args: &'e [Vec<Lane>],
    /// The type of the result.
    pub ty: Type,
    /// Sorts of the scalars of the result.
    pub to: &'e [Sort],
}

impl ScalarOp<'_, '_> {
    /// The bits of an operand.
    pub fn bits(&mut self, index: usize) -> Term {
        let lane = self.args[index];
        self.encoder.bits(lane)
    }

    /// An operand as a float.
    pub fn number(&self, index: usize) -> Term {
        match self.args[index] {
            Lane::Real { number, .. } => number,
            Lane::Bits { term, width } => self.app_indexed("to_fp", &float_format(width), &[term]),
        }
    }

    /// The width of the first operand.
    pub fn width(&self) -> u32 {
        self.args[0].sort().width()
    }

    /// The width of an operand.
    pub fn width_of(&self, index: usize) -> u32 {
        self.args[index].sort().width()
    }

    /// Applies a function.
    pub fn app(&self, function: &str, args: &[Term]) -> Term {
        self.encoder.solver.app(function, args)
    }

    /// Applies an indexed function.
    pub fn app_indexed(&self, name: &str, indices: &[u32], args: &[Term]) -> Term {
        self.encoder.solver.app_indexed(name, indices, args)
    }

    /// A bit-vector literal.
    pub fn literal(&self, width: u32, value: u64) -> Term {
        self.encoder.solver.indexed(&format!("bv{value}"), &[width])
    }

    /// A bit vector of ones.
    pub fn ones(&self, width: u32) -> Term {
        self.app("bvnot", &[self.literal(width, 0)])
    }

    /// Returns a bit vector of the result's width as the result.
    pub fn result(&self, term: Term) -> Lane {
        Lane::Bits { term, width: self.to.width() }
    }

    /// Applies a bit-vector function to all operands.
    pub fn int(&mut self, function: &str) -> Lane {
        let args: Vec<Term> = (0..self.args.len()).map(|index| self.bits(index)).collect();
        let term = self.app(function, &args);
        self.result(term)
    }

    /// Converts a formula to a bool of the IR.
    pub fn truth(&self, formula: Term) -> Lane {
        let (yes, no) = (self.literal(1, 1), self.literal(1, 0));
        Lane::Bits { term: self.app("ite", &[formula, yes, no]), width: 1 }
    }

    /// Applies a predicate to the bits of two operands.
    pub fn compare(&mut self, predicate: &str) -> Lane {
        let (x, y) = (self.bits(0), self.bits(1));
        let formula = self.app(predicate, &[x, y]);
        self.truth(formula)
    }

    /// Applies a predicate to two floats. Swaps the operands and negates the result on request.
    pub fn order(&self, predicate: &str, swapped: bool, negated: bool) -> Lane {
        let (x, y) = (self.number(0), self.number(1));
        let args = if swapped { [y, x] } else { [x, y] };
        let holds = self.app(predicate, &args);
        self.truth(if negated { self.app("not", &[holds]) } else { holds })
    }

    /// Returns `yes` if `condition` holds, else `no`.
    pub fn if_else(&self, condition: Term, yes: Term, no: Term) -> Term {
        self.app("ite", &[condition, yes, no])
    }

    /// Returns `term` as the result if `condition` holds, else a choice.
    pub fn defined_if(&mut self, condition: Term, term: Term) -> Lane {
        let width = self.to.width();
        let choice = self.encoder.choose(width);
        let term = self.if_else(condition, term, choice);
        self.encoder.of_bits(self.to, term)
    }

    /// Applies a float function to all operands, rounding to nearest even.
    pub fn rounded(&self, function: &str) -> Lane {
        let mut args = vec![self.app("RNE", &[])];
        args.extend((0..self.args.len()).map(|index| self.number(index)));
        self.real(self.app(function, &args))
    }

    /// Returns a number as the result. If it is a NaN, its bits are a choice.
    pub fn real(&self, number: Term) -> Lane {
        Lane::Real { number, bits: None, positive: false, width: self.to.width() }
    }

    /// A float constant, rounded from a 64-bit float.
    pub fn float(&self, width: u32, value: f64) -> Term {
        let wide = self.app_indexed("to_fp", &float_format(64), &[self.literal(64, value.to_bits())]);
        self.app_indexed("to_fp", &float_format(width), &[self.app("RNE", &[]), wide])
    }
}
