//! SMT-LIB definitions of operations that only move bits: on vectors and aggregates, `select`, `bitcast`, and conversions
//! between physical pointers and addresses.

use super::Whole;
use crate::lane::{Lane, Sort, part, sorts};
use crate::solver::Term;
use anyhow::{Context, Result, bail};
use nvc_ir::Imm;

/// Concatenates all components of a value, the first in the lowest bits.
fn joined(whole: &mut Whole<'_, '_>, lanes: &[Lane]) -> Term {
    let mut bits: Vec<Term> = lanes.iter().map(|&lane| whole.encoder.bits(lane)).collect();
    bits.reverse();
    if bits.len() == 1 { bits[0] } else { whole.encoder.solver.app("concat", &bits) }
}

/// Reinterprets the bits of a value as another type.
pub fn bitcast(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let from: u32 = whole.args[0].iter().map(|lane| lane.sort().width()).sum();
    if from != whole.to.iter().map(|sort| sort.width()).sum::<u32>() {
        bail!("a bitcast to another size");
    }
    let args = whole.args;
    let all = joined(whole, &args[0]);
    let mut at = 0;
    let solver = whole.encoder.solver;
    Ok(whole
        .to
        .iter()
        .map(|&sort| {
            let bits = solver.app_indexed("extract", &[at + sort.width() - 1, at], &[all]);
            at += sort.width();
            whole.encoder.of_bits(sort, bits)
        })
        .collect())
}

/// Returns `yes` if `condition` holds, else `no`.
fn choose(whole: &mut Whole<'_, '_>, condition: Term, yes: Lane, no: Lane) -> Result<Lane> {
    let solver = whole.encoder.solver;
    let ite = |yes, no| solver.app("ite", &[condition, yes, no]);
    Ok(match (yes, no) {
        (Lane::Bits { term: yes, width }, Lane::Bits { term: no, .. }) => {
            Lane::Bits { term: ite(yes, no), width }
        }
        (
            Lane::Real { number: a, bits: x, positive: p, width },
            Lane::Real { number: b, bits: y, positive: q, .. },
        ) => {
            // If the bits of one value are exact, the result must keep them, so the other value also gets bits.
            let bits = (x.is_some() || y.is_some()).then(|| {
                let [x, y] = [yes, no].map(|lane| whole.encoder.bits(lane));
                whole.encoder.solver.app("ite", &[condition, x, y])
            });
            Lane::Real { number: ite(a, b), bits, positive: p && q, width }
        }
        _ => bail!("a selection between an integer and a float"),
    })
}

/// `select` by one condition, or by one for each component.
pub fn select(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let [conditions, yes, no] = whole.args else { bail!("select without three operands") };
    let one = whole.encoder.solver.indexed("bv1", &[1]);
    let mut results = Vec::new();
    for (at, (&yes, &no)) in yes.iter().zip(no).enumerate() {
        let condition = *conditions.get(at).or_else(|| conditions.first()).context("no condition")?;
        let condition = whole.encoder.bits(condition);
        let condition = whole.encoder.solver.app("=", &[condition, one]);
        results.push(choose(whole, condition, yes, no)?);
    }
    Ok(results)
}

/// Builds a vector or aggregate from its components or members.
pub fn construct(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let lanes = whole.args.concat();
    if lanes.len() != whole.to.len() {
        bail!("a construct of {} parts for {} components", lanes.len(), whole.to.len());
    }
    Ok(lanes)
}

fn index(whole: &Whole<'_, '_>) -> Result<u32> {
    match whole.imm {
        Imm::Index(index) => Ok(index),
        _ => bail!("no index"),
    }
}

/// Returns the component or member at a constant index.
pub fn extract(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let (at, ty) = part(whole.types, whole.arg_types[0], index(whole)?)?;
    let count = sorts(whole.types, ty)?.len();
    Ok(whole.args[0].get(at..at + count).context("no such part")?.to_vec())
}

/// Replaces the component or member at a constant index.
pub fn insert(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let (at, _) = part(whole.types, whole.arg_types[0], index(whole)?)?;
    let mut lanes = whole.args[0].clone();
    let place = lanes.get_mut(at..at + whole.args[1].len()).context("no such part")?;
    place.copy_from_slice(&whole.args[1]);
    Ok(lanes)
}

/// Whether `index` equals `at`.
fn is_index(whole: &mut Whole<'_, '_>, index: Lane, at: usize) -> Term {
    let bits = whole.encoder.bits(index);
    let solver = whole.encoder.solver;
    solver.app("=", &[bits, solver.indexed(&format!("bv{at}"), &[index.sort().width()])])
}

/// Returns the component of a vector at a dynamic index; undefined out of range.
pub fn extract_dynamic(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let [vector, index] = whole.args else { bail!("extract.dynamic without two operands") };
    let mut result = whole.encoder.choice(*whole.to.first().context("no result")?);
    for (at, &lane) in vector.iter().enumerate() {
        let here = is_index(whole, index[0], at);
        result = choose(whole, here, lane, result)?;
    }
    Ok(vec![result])
}

/// Replaces the component of a vector at a dynamic index; undefined out of range.
pub fn insert_dynamic(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    let [vector, new, index] = whole.args else { bail!("insert.dynamic without three operands") };
    let solver = whole.encoder.solver;
    let bits = whole.encoder.bits(index[0]);
    let count = solver.indexed(&format!("bv{}", vector.len()), &[index[0].sort().width()]);
    let inside = solver.app("bvult", &[bits, count]);
    let mut results = Vec::new();
    for (at, &lane) in vector.iter().enumerate() {
        let here = is_index(whole, index[0], at);
        let replaced = choose(whole, here, new[0], lane)?;
        let anything = whole.encoder.choice(lane.sort());
        results.push(choose(whole, inside, replaced, anything)?);
    }
    Ok(results)
}

/// Converts between a physical pointer and its address, which are the same bits.
pub fn address(whole: &mut Whole<'_, '_>) -> Result<Vec<Lane>> {
    match (&whole.args[0][..], whole.to) {
        (&[lane], &[Sort::Bits(64)]) if lane.sort() == Sort::Bits(64) => Ok(vec![lane]),
        _ => bail!("an address that does not have 64 bits"),
    }
}
