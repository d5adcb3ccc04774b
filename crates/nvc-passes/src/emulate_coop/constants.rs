//! Turns specialization constants that depend on a matrix length (the number of elements that each invocation has) into
//! expressions of the matrix's dimensions.

use super::lengths::Lengths;
use super::matrices::Matrices;
use nvc_ir::types::Length;
use nvc_ir::{
    Const, Extent, Function, Module, Op, SpecConst, SpecConstKind, SpecOperand, TypeKind, Types, Value,
};
use rustc_hash::FxHashMap;

/// Replaces the constants that depend on a matrix length. A constant's operands must precede it, so the new constants
/// are appended; nothing refers to the old ones afterwards.
pub(super) fn run(module: &mut Module, matrices: &Matrices) {
    let measured = module.measured_constants();
    if measured.is_empty() {
        return;
    }
    let mut measured: Vec<SpecConst> = measured.into_iter().collect();
    measured.sort();
    let mut new: FxHashMap<SpecConst, Length> = FxHashMap::default();
    for &spec in &measured {
        let data = module.spec_constants[spec].clone();
        let SpecConstKind::Op(op, operands) = data.kind else { continue };
        if let [SpecOperand::Type(ty)] = operands[..] {
            if let Some(matrix) = matrices.get(ty) {
                new.insert(spec, matrix.share);
            }
            // No constant may measure a matrix any longer, so the old one becomes 0 + 0.
            let zero = SpecOperand::Bits(Types::I32, 0);
            module.spec_constants[spec].kind = SpecConstKind::Op(Op::IAdd, vec![zero, zero]);
            continue;
        }
        let operands = operands.iter().map(|&operand| match operand {
            SpecOperand::Spec(spec) => match new.get(&spec) {
                Some(&Length::Fixed(n)) => SpecOperand::Bits(Types::I32, n.into()),
                Some(&Length::Spec(spec)) => SpecOperand::Spec(spec),
                None => operand,
            },
            other => other,
        });
        let operands = operands.collect();
        let made = Lengths::new(&mut module.spec_constants).constant(data.name, data.ty, op, operands);
        new.insert(spec, Length::Spec(made));
    }
    let types: Vec<_> = module.types.iter().map(|(ty, kind)| (ty, kind.clone())).collect();
    for (ty, kind) in types {
        if let TypeKind::Array { element, length: Length::Spec(spec), stride } = kind
            && let Some(&length) = new.get(&spec)
        {
            module.types.redefine(ty, TypeKind::Array { element, length, stride });
        }
    }
    if let Some(entry) = &mut module.entry {
        for extent in &mut entry.workgroup_size {
            if let Extent::Spec(spec) = extent
                && let Some(length) = new.get(spec)
            {
                *extent = match *length {
                    Length::Fixed(n) => Extent::Fixed(n),
                    Length::Spec(spec) => Extent::Spec(spec),
                };
            }
        }
    }
    for (_, func) in module.functions.iter_mut() {
        replace(func, &new);
    }
}

/// Replaces constants in a function, including as components of other constants.
fn replace(func: &mut Function, new: &FxHashMap<SpecConst, Length>) {
    let mut changed: FxHashMap<Value, Value> = FxHashMap::default();
    // Components are created before the constants that contain them.
    let values: Vec<Value> = func.values.keys().collect();
    for value in values {
        let constant = match func.as_const(value) {
            Some(Const::Spec(spec)) => match new.get(spec) {
                Some(&Length::Fixed(n)) => Const::Bits(n.into()),
                Some(&Length::Spec(spec)) => Const::Spec(spec),
                None => continue,
            },
            Some(Const::Composite(parts)) if parts.iter().any(|part| changed.contains_key(part)) => {
                Const::Composite(parts.iter().map(|part| *changed.get(part).unwrap_or(part)).collect())
            }
            _ => continue,
        };
        let made = func.constant(func.ty(value), constant);
        changed.insert(value, made);
        func.replace(value, made);
    }
    func.resolve_aliases();
}
