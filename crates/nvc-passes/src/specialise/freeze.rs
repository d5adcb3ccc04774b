//! Makes ordinary constants of specialization constants, with the values of their defaults.

use nvc_ir::types::Length;
use nvc_ir::{Const, Extent, Function, Module, SpecConst, TypeKind, Value};
use rustc_hash::FxHashMap;

/// Freezes every constant. Those that types depend on stay where they are declared: front ends make
/// no such types of constants that are to be frozen.
pub(super) fn all(module: &mut Module) {
    let keys: Vec<SpecConst> = module.spec_constants.keys().collect();
    for spec in keys {
        one(module, spec);
    }
    if !module.types.iter().any(|(_, kind)| depends(kind)) {
        module.spec_constants = Default::default();
    }
}

/// Freezes one constant.
pub(super) fn one(module: &mut Module, spec: SpecConst) {
    let Some(bits) = module.spec_constants.get(spec).map(|data| data.default) else { return };
    if let Some(entry) = &mut module.entry {
        for extent in &mut entry.workgroup_size {
            if *extent == Extent::Spec(spec) {
                *extent = Extent::Fixed(u32::try_from(bits).unwrap_or(u32::MAX));
            }
        }
    }
    for (_, func) in module.functions.iter_mut() {
        replace(func, spec, bits);
    }
}

/// Replaces the constant in a function, also where it is a part of another.
fn replace(func: &mut Function, spec: SpecConst, bits: u64) {
    let mut changed: FxHashMap<Value, Value> = FxHashMap::default();
    // Parts are older than what they are parts of.
    let values: Vec<Value> = func.values.keys().collect();
    for value in values {
        let constant = match func.as_const(value) {
            Some(Const::Spec(which)) if *which == spec => Const::Bits(bits),
            Some(Const::Composite(parts)) if parts.iter().any(|part| changed.contains_key(part)) => {
                Const::Composite(parts.iter().map(|part| *changed.get(part).unwrap_or(part)).collect())
            }
            _ => continue,
        };
        let ty = func.ty(value);
        let new = func.constant(ty, constant);
        changed.insert(value, new);
        func.replace(value, new);
    }
    func.resolve_aliases();
}

/// Whether a specialization constant gives a number of the type.
fn depends(kind: &TypeKind) -> bool {
    let open = |length: Length| matches!(length, Length::Spec(_));
    match kind {
        TypeKind::Array { length, .. } => open(*length),
        TypeKind::CoopMatrix(matrix) => [matrix.scope, matrix.rows, matrix.columns].into_iter().any(open),
        _ => false,
    }
}
