//! SMT-LIB definition of integer dot products.

use super::Whole;
use crate::lane::{Lane, Sort};
use crate::solver::Term;
use anyhow::{Result, bail};
use nvc_ir::Op;

/// Whether the factors are signed.
fn signs(op: Op) -> [bool; 2] {
    match op {
        Op::SDot | Op::SDotAccSat => [true, true],
        Op::SUDot | Op::SUDotAccSat => [true, false],
        _ => [false, false],
    }
}

/// Extends the components of a vector, or the bytes of a 32-bit integer, to `width` bits.
fn components(whole: &mut Whole<'_, '_>, lanes: &[Lane], signed: bool, width: u32) -> Vec<Term> {
    let solver = whole.encoder.solver;
    let mut parts = Vec::new();
    for &lane in lanes {
        let term = whole.encoder.bits(lane);
        match lane.sort().width() {
            32 if lanes.len() == 1 => parts.extend(
                (0..4).map(|byte| (solver.app_indexed("extract", &[8 * byte + 7, 8 * byte], &[term]), 8)),
            ),
            width => parts.push((term, width)),
        }
    }
    let function = if signed { "sign_extend" } else { "zero_extend" };
    parts.into_iter().map(|(term, narrow)| solver.app_indexed(function, &[width - narrow], &[term])).collect()
}

/// The low bits of the sum of the products. With an accumulator, the saturated total, which is undefined if the sum of the
/// products alone does not fit.
pub fn product(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let (op, args, solver) = (whole.op, whole.args, whole.encoder.solver);
    let &[Sort::Bits(width)] = whole.to else { bail!("a dot product that is not an integer") };
    let [x, y] = [0, 1].map(|index| &args[index]);
    let [signed_x, signed_y] = signs(op);
    let component = match x[..] {
        [lane] if lane.sort().width() == 32 => 8,
        _ => x.iter().map(|lane| lane.sort().width()).max().unwrap_or(64),
    };
    // Wide enough that no sum of up to 16 products, plus an accumulator, overflows.
    let wide = width.max(2 * component + 4) + 2;
    let (x, y) = (components(whole, x, signed_x, wide), components(whole, y, signed_y, wide));
    let products: Vec<Term> = x.iter().zip(&y).map(|(&x, &y)| solver.app("bvmul", &[x, y])).collect();
    let sum = if products.len() == 1 { products[0] } else { solver.app("bvadd", &products) };
    let sum = whole.encoder.name(Sort::Bits(wide), sum);
    let low = |term| solver.app_indexed("extract", &[width - 1, 0], &[term]);
    let Some(accumulator) = args.get(2) else {
        return Ok(vec![Lane::Bits { term: low(sum), width }]);
    };
    let extend = if signed_x { "sign_extend" } else { "zero_extend" };
    let fits = |term| {
        let back = solver.app_indexed(extend, &[wide - width], &[low(term)]);
        solver.app("=", &[back, term])
    };
    let addend = whole.encoder.bits(accumulator[0]);
    let addend = solver.app_indexed(extend, &[wide - width], &[addend]);
    let total = whole.encoder.name(Sort::Bits(wide), solver.app("bvadd", &[sum, addend]));
    let literal = |value: u64| solver.indexed(&format!("bv{value}"), &[width]);
    let top = literal(1 << (width - 1));
    let (min, max) = if signed_x {
        (top, solver.app("bvnot", &[top]))
    } else {
        (literal(0), solver.app("bvnot", &[literal(0)]))
    };
    let negative = solver.app("bvslt", &[total, solver.indexed("bv0", &[wide])]);
    let clamped = solver.app("ite", &[negative, min, max]);
    let saturated = solver.app("ite", &[fits(total), low(total), clamped]);
    let choice = whole.encoder.choose(width);
    Ok(vec![Lane::Bits { term: solver.app("ite", &[fits(sum), saturated, choice]), width }])
}
