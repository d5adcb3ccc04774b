//! Constant folding of built-in functions, whose results on constants are constant expressions (GLSL §4.3.3).
//!
//! Only an operation whose result depends on the arguments alone has a folding rule. Floats are computed in double
//! precision and rounded once: GLSL §4.3.3 requires at least the precision of the target.

mod geometry;
mod integer;
mod math;
mod matrix;
mod packing;

use super::operation::{Arithmetic, Operation};
use crate::fold::{evaluate, float, float_bits, mask};
use crate::operator;
use crate::types::{Scalar, ScalarKind};
use naga::{BinaryOperator, RelationalFunction};

/// The type and the bits of a component.
pub type Typed = (Scalar, u64);

/// A constant argument: a scalar, vector or matrix.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Component type.
    pub scalar: Scalar,
    /// Components per column; all components if it is not a matrix.
    pub rows: usize,
    /// The bits of all components, column by column.
    pub parts: Vec<u64>,
}

/// A constant-folding rule.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Componentwise on floats, with up to three arguments.
    Float(fn([f64; 3]) -> f64),
    /// Componentwise on integers, with up to four arguments; `None` if the result is undefined.
    Integer(fn(Scalar, [u64; 4]) -> Option<u64>),
    /// Componentwise, with one function for floats and one for integers.
    Number(fn([f64; 3]) -> f64, fn(Scalar, [u64; 4]) -> u64),
    /// Any other componentwise function, given the types of the arguments' components and of the result's.
    Component(fn(&[Typed], Scalar) -> Option<u64>),
    /// A componentwise comparison.
    Compare(BinaryOperator),
    /// A function of whole float vectors and matrices.
    Floats(fn(&[Floats]) -> Option<Vec<f64>>),
    /// Any other function of whole arguments, given the component type of the result.
    Whole(fn(&[Operand], Scalar) -> Option<Vec<u64>>),
}

/// The floats of an argument.
#[derive(Clone, Debug)]
pub struct Floats {
    /// Components per column.
    pub rows: usize,
    /// All components, column by column.
    pub parts: Vec<f64>,
}

/// Returns the folding rule of an operation; `None` if calls are not folded, for example because the result depends
/// on more than the arguments, or because the operation writes to an argument.
pub(super) const fn rule(operation: Operation) -> Option<Rule> {
    match operation {
        Operation::Math(function) => math::rule(function),
        Operation::Arithmetic(function) => arithmetic(function),
        Operation::Relational(function) => Some(relational(function)),
        Operation::Compare(op) => Some(Rule::Compare(op)),
        Operation::Bitcast => Some(Rule::Whole(packing::bits)),
        Operation::BitcastExtract => Some(Rule::Whole(packing::extract)),
        Operation::Expect => Some(Rule::Whole(|args, _| Some(args.first()?.parts.clone()))),
        _ => None,
    }
}

const fn arithmetic(function: Arithmetic) -> Option<Rule> {
    Some(match function {
        Arithmetic::Modulo => Rule::Float(|[x, y, _]| x - y * (x / y).floor()),
        Arithmetic::Select => Rule::Component(|args, _| match *args {
            [(_, x), (_, y), (_, choose)] => Some(if choose == 0 { x } else { y }),
            _ => None,
        }),
        Arithmetic::Min3 | Arithmetic::Max3 | Arithmetic::Mid3 => math::of_three(function),
        Arithmetic::Not => Rule::Component(|args, _| args.first().map(|&(_, bit)| bit ^ 1)),
        Arithmetic::MatrixCompMult => Rule::Float(|[x, y, _]| x * y),
        Arithmetic::Dot => Rule::Whole(integer::dot),
        Arithmetic::DotPacked => Rule::Whole(integer::dot_packed),
        // These write to an argument, so a call cannot be folded.
        Arithmetic::AddCarry | Arithmetic::SubBorrow | Arithmetic::MulExtended => return None,
    })
}

const fn relational(function: RelationalFunction) -> Rule {
    match function {
        RelationalFunction::All => {
            Rule::Whole(|args, _| Some(vec![args.first()?.parts.iter().all(|&bit| bit != 0).into()]))
        }
        RelationalFunction::Any => {
            Rule::Whole(|args, _| Some(vec![args.first()?.parts.iter().any(|&bit| bit != 0).into()]))
        }
        RelationalFunction::IsNan => {
            Rule::Component(|args, _| args.first().map(|&(ty, bits)| float(ty, bits).is_nan().into()))
        }
        RelationalFunction::IsInf => {
            Rule::Component(|args, _| args.first().map(|&(ty, bits)| float(ty, bits).is_infinite().into()))
        }
    }
}

impl Rule {
    /// Computes the bits of the result's components, given their type; `None` if the result is undefined.
    pub fn apply(self, args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
        let ty = args.first()?.scalar;
        let bits = match self {
            Rule::Float(function) | Rule::Number(function, _) if ty.kind == ScalarKind::Float => {
                each(args, |values| {
                    let mut floats = [0.0; 3];
                    fill(&mut floats, values.iter().map(|&(ty, bits)| float(ty, bits)));
                    Some(float_bits(result, function(floats)))
                })
            }
            Rule::Number(_, function) => each(args, |values| Some(function(ty, integers(values)))),
            Rule::Integer(function) => each(args, |values| function(ty, integers(values))),
            Rule::Component(function) => each(args, |values| function(values, result)),
            Rule::Compare(op) => {
                let (op, swapped) = operator::operation(op, ty.kind)?;
                each(args, |values| match *values {
                    [a, b] if swapped => evaluate(op, result, &[b, a]),
                    _ => evaluate(op, result, values),
                })
            }
            Rule::Floats(function) if ty.kind == ScalarKind::Float => {
                let args: Vec<Floats> = args.iter().map(Operand::floats).collect();
                Some(function(&args)?.into_iter().map(|value| float_bits(result, value)).collect())
            }
            Rule::Whole(function) => function(args, result),
            Rule::Float(_) | Rule::Floats(_) => None,
        };
        bits.map(|bits| bits.into_iter().map(|bits| bits & mask(result)).collect())
    }
}

impl Operand {
    fn floats(&self) -> Floats {
        let parts = self.parts.iter().map(|&bits| float(self.scalar, bits)).collect();
        Floats { rows: self.rows, parts }
    }
}

/// Computes each component of a result; scalar arguments are splatted.
fn each(args: &[Operand], compute: impl Fn(&[Typed]) -> Option<u64>) -> Option<Vec<u64>> {
    let count = args.iter().map(|arg| arg.parts.len()).max()?;
    let mut values = Vec::with_capacity(args.len());
    let component = |index| {
        values.clear();
        for arg in args {
            let &bits = if arg.parts.len() == 1 { arg.parts.first()? } else { arg.parts.get(index)? };
            values.push((arg.scalar, bits));
        }
        compute(&values)
    };
    (0..count).map(component).collect()
}

fn integers(values: &[Typed]) -> [u64; 4] {
    let mut list = [0; 4];
    fill(&mut list, values.iter().map(|&(_, bits)| bits));
    list
}

fn fill<T>(list: &mut [T], values: impl Iterator<Item = T>) {
    for (slot, value) in list.iter_mut().zip(values) {
        *slot = value;
    }
}
