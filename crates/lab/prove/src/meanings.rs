//! Checks the table of meanings (the SMT-LIB definitions of operations): every pure operation has a row, and on corner and
//! random values the meaning allows the result of the interpreter's kernel, the function that computes the operation.

use crate::encode::Encoder;
use crate::lane::{Lane, Sort, sorts};
use crate::meaning::{Meaning, of};
use crate::operands::corners;
use crate::rng::Rng;
use crate::solver::{Answer, Solver};
use crate::universe::{Signature, Universe};
use crate::workers;
use anyhow::{Result, bail};
use nvc_interp::proofs::{WIDTH, evaluate};
use nvc_ir::ops::Effect;
use nvc_ir::{Imm, Op, Type, Types};

/// All pure operations, grouped by their meaning.
#[derive(Default)]
pub struct Rows {
    /// Operations with an exact meaning.
    pub exact: Vec<Op>,
    /// Operations that are uninterpreted functions, and why.
    pub functions: Vec<(Op, &'static str)>,
    /// Operations without a meaning, and why.
    pub none: Vec<(Op, &'static str)>,
    /// Pure operations that the table of meanings lacks.
    pub missing: Vec<Op>,
}

/// Groups all pure operations by their meaning.
pub fn rows() -> Rows {
    let mut rows = Rows::default();
    for &op in Op::ALL {
        match of(op) {
            Some(Meaning::Lanes(_) | Meaning::Whole(_)) => rows.exact.push(op),
            Some(Meaning::Function(why)) => rows.functions.push((op, why)),
            Some(Meaning::None(why)) => rows.none.push((op, why)),
            None if op.info().effect == Effect::Pure => rows.missing.push(op),
            None => {}
        }
    }
    rows
}

/// Compares the exact meanings of elementwise operations on scalars with the interpreter's kernels. Returns the number of
/// compared results and messages about differences.
pub fn compare(
    universe: &Universe,
    tuples: usize,
    threads: usize,
    limit: u32,
) -> Result<(usize, Vec<String>)> {
    let types = &universe.types;
    let mut signatures: Vec<Signature> = universe
        .by_op
        .iter()
        .filter(|(op, _)| matches!(of(*op), Some(Meaning::Lanes(_))))
        .flat_map(|(_, signatures)| signatures.clone())
        .collect();
    signatures.extend(more_signatures());
    signatures.retain(|s| s.args.iter().chain([&s.result]).all(|&ty| types.components(ty) == 1));
    let results =
        workers::map(&signatures, threads, limit, |solver, signature| one(solver, types, signature, tuples))?;
    let compared = results.iter().map(|(count, _)| count).sum();
    Ok((compared, results.into_iter().flat_map(|(_, differences)| differences).collect()))
}

/// Signatures of operations that no rule matches and that [`Universe`] therefore lacks.
fn more_signatures() -> Vec<Signature> {
    let mut list = Vec::new();
    let mut add =
        |op, imm, args: &[Type], result| list.push(Signature { op, imm, args: args.to_vec(), result });
    let floats = [Types::F16, Types::F32, Types::F64];
    let ints = [Types::I8, Types::I16, Types::I32, Types::I64];
    for ty in floats {
        add(Op::Fma, Imm::None, &[ty, ty, ty], ty);
        add(Op::Step, Imm::None, &[ty, ty], ty);
    }
    for ty in floats.into_iter().chain(ints) {
        add(Op::CcSign, Imm::None, &[ty], Types::BOOL);
        add(Op::CcZero, Imm::None, &[ty], Types::BOOL);
    }
    for ty in ints {
        for op in [Op::CcAddCarry, Op::CcAddOverflow, Op::CcSubCarry, Op::CcSubOverflow] {
            add(op, Imm::None, &[ty, ty], Types::BOOL);
        }
    }
    for rounding in [
        nvc_ir::imm::Rounding::Nearest,
        nvc_ir::imm::Rounding::Zero,
        nvc_ir::imm::Rounding::Up,
        nvc_ir::imm::Rounding::Down,
    ] {
        for (from, to) in [(Types::F32, Types::F16), (Types::F64, Types::F16), (Types::F64, Types::F32)] {
            add(Op::FConvertRounded, Imm::Rounding(rounding), &[from], to);
        }
    }
    list
}

fn one(solver: &Solver, types: &Types, signature: &Signature, count: usize) -> Result<(usize, Vec<String>)> {
    let (op, imm, to) = (signature.op, signature.imm, signature.result);
    let Some(&from) = signature.args.first() else { return Ok((0, Vec::new())) };
    let tuples = tuples(types, signature, count);
    let mut cases = Vec::new();
    for chunk in tuples.chunks(WIDTH) {
        let mut columns = vec![[0; WIDTH]; signature.args.len()];
        for (lane, tuple) in chunk.iter().enumerate() {
            tuple.iter().zip(&mut columns).for_each(|(&bits, column)| column[lane] = bits);
        }
        let Some(results) = evaluate(types, op, imm, from, to, &columns) else {
            bail!("the interpreter has no kernel for {}", op.info().name)
        };
        cases.extend(chunk.iter().cloned().zip(results));
    }
    // Check all cases in one query. If that fails, check each one to find the wrong cases.
    if allowed(solver, types, signature, &cases)? {
        return Ok((cases.len(), Vec::new()));
    }
    let mut differences = Vec::new();
    for case in &cases {
        if !allowed(solver, types, signature, std::slice::from_ref(case))? {
            let (args, result) = case;
            differences.push(format!(
                "{} {imm:?} of {args:#x?}: the interpreter gives {result:#x}, which the meaning does not allow",
                op.info().name
            ));
        }
    }
    Ok((cases.len(), differences))
}

/// Returns `count` random operand tuples: each operand is a corner value or, with a probability of 25 percent, random bits.
fn tuples(types: &Types, signature: &Signature, count: usize) -> Vec<Vec<u64>> {
    let lists: Vec<Vec<u64>> = signature.args.iter().map(|&ty| corners(types, ty)).collect();
    let mut rng = Rng(signature.op as u64);
    (0..count)
        .map(|_| {
            let pick = |rng: &mut Rng, list: &Vec<u64>, width: u8| match rng.chance(25) {
                true if width > 0 => rng.bits() >> (64 - width),
                _ => rng.pick(list).copied().unwrap_or(0),
            };
            lists
                .iter()
                .zip(&signature.args)
                .map(|(list, &ty)| pick(&mut rng, list, types.scalar_bits(ty).unwrap_or(0)))
                .collect()
        })
        .collect()
}

/// Whether the meaning allows the results of all `cases`.
fn allowed(solver: &Solver, types: &Types, signature: &Signature, cases: &[(Vec<u64>, u64)]) -> Result<bool> {
    solver.push()?;
    let mut encoder = Encoder::new(solver, 't');
    let mut formulas = Vec::new();
    for (args, result) in cases {
        let mut lanes = Vec::new();
        for (&bits, &ty) in args.iter().zip(&signature.args) {
            let sort = *sorts(types, ty)?.first().unwrap_or(&Sort::Bits(1));
            lanes.push(vec![encoder.literal(sort, bits)]);
        }
        let got = encoder.operation(
            types,
            signature.op,
            signature.imm,
            &signature.args,
            &lanes,
            signature.result,
        )?;
        let [got] = got[..] else { bail!("not a scalar") };
        let expected = encoder.literal(got.sort(), *result);
        formulas.push(match (got, expected) {
            (Lane::Real { number: x, bits: None, .. }, Lane::Real { number: y, .. }) => {
                solver.app("=", &[x, y])
            }
            _ => {
                let (x, y) = (encoder.bits(got), encoder.bits(expected));
                solver.app("=", &[x, y])
            }
        });
    }
    for &(name, sort) in &encoder.choices {
        solver.declare(name, sort)?;
    }
    for binding in &encoder.bindings {
        solver.define(binding.name, binding.sort, binding.body)?;
    }
    formulas.into_iter().try_for_each(|formula| solver.assert(formula))?;
    let answer = solver.check()?;
    solver.pop()?;
    Ok(answer == Answer::Sat)
}
