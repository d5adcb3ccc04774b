//! Freezing: turns specialization constants into ordinary constants with their default values.

use nvc_ir::imm::Builtin;
use nvc_ir::types::Length;
use nvc_ir::{Const, Extent, Function, Imm, Module, SpecConst, TypeKind, Types, Value};
use rustc_hash::FxHashMap;

/// Freezes all constants except those computed from the length of a cooperative matrix (the components per invocation,
/// which the device determines). The declarations are removed unless a constant was not frozen or a type depends on one.
/// (Front ends create no types that depend on a frozen constant; the check is a precaution.)
pub(super) fn all(module: &mut Module) {
    let measured = module.measured_constants();
    let keys: Vec<SpecConst> = module.spec_constants.keys().filter(|spec| !measured.contains(spec)).collect();
    for spec in keys {
        one(module, spec);
    }
    if measured.is_empty() && !module.types.iter().any(|(_, kind)| depends(kind)) {
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

/// Replaces a constant in a function, including as a component of other constants.
fn replace(func: &mut Function, spec: SpecConst, bits: u64) {
    let mut changed: FxHashMap<Value, Value> = FxHashMap::default();
    // Components are created before the constants that contain them.
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

/// Replaces reads of the built-in work-group size by a constant if the size is fixed. (Front ends emit such reads if the
/// program leaves the size open.)
pub(super) fn group_size(module: &mut Module) {
    let Some(entry) = &module.entry else { return };
    let mut size = [0; 3];
    for (to, extent) in size.iter_mut().zip(entry.workgroup_size) {
        match extent {
            Extent::Fixed(n) => *to = n,
            Extent::Spec(_) => return,
        }
    }
    for (_, func) in module.functions.iter_mut() {
        let insts = func.insts.keys().map(|inst| func.inst(inst));
        let reads = insts.filter(|inst| inst.imm() == Imm::Builtin(Builtin::GroupSize));
        let results: Vec<Value> = reads.filter_map(|inst| inst.result).collect();
        for value in results {
            let parts = size.map(|n| func.constant(Types::I32, Const::Bits(n.into()))).to_vec();
            let constant = func.constant(func.ty(value), Const::Composite(parts));
            func.replace(value, constant);
        }
        func.resolve_aliases();
    }
}

/// Whether a type depends on a specialization constant.
fn depends(kind: &TypeKind) -> bool {
    let open = |length: Length| matches!(length, Length::Spec(_));
    match kind {
        TypeKind::Array { length, .. } => open(*length),
        TypeKind::TensorLayout(layout) => open(layout.dimensions) || open(layout.clamp),
        TypeKind::TensorView(view) => {
            let numbers = [view.dimensions, view.has_dimensions].into_iter();
            numbers.chain(view.permutation.iter().copied()).any(open)
        }
        TypeKind::CoopMatrix(matrix) => [matrix.scope, matrix.rows, matrix.columns].into_iter().any(open),
        TypeKind::IdVector(vector) => open(vector.length),
        _ => false,
    }
}
