//! Specialization: sets or freezes specialization constants and the work-group size before the passes run, so that
//! the passes can use the values.
//!
//! The GLSL front end has already applied values that layouts depend on. This module also covers constants that front
//! ends declare themselves (work-group sizes, subroutine indices), and reports values that match no constant.

mod freeze;
#[cfg(test)]
mod tests;

use nvc_diag::{Code, Diagnostic, Diagnostics, Reported};
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;
use nvc_ir::specialization::value_bits;
use nvc_ir::{Extent, Module, SpecConst, SpecConstKind, SpecKey, SpecValue, Specialization, TypeKind};

/// Maximum number of constants that a note lists.
const MAX_LISTED: usize = 12;

/// Applies a specialization to a module.
///
/// # Errors
/// If a value matches no constant or is invalid for it, if an id for the work-group size is already in use, or if the
/// work-group size contradicts the program's or is 0. Reports to `diags`.
pub fn specialise(
    module: &mut Module,
    specialization: &Specialization,
    diags: &mut Diagnostics,
) -> Result<(), Reported> {
    if specialization.is_empty() {
        return Ok(());
    }
    let variable = variable_size(module);
    if let (Some(ids), Some(constants)) = (specialization.local_size_ids, variable) {
        rename(module, constants, ids, diags);
    }
    for value in &specialization.values {
        if let Err(finding) = set(module, value) {
            diags.report(*finding);
        }
    }
    if let Some(size) = specialization.local_size
        && let Err(finding) = fix_size(module, variable, size)
    {
        diags.report(*finding);
    }
    diags.check()?;
    check_group_size(module, diags);
    diags.check()?;
    if specialization.freeze {
        freeze::all(module);
    }
    freeze::group_size(module);
    Ok(())
}

/// The specialization constants of the work-group size, if the program leaves the size open.
fn variable_size(module: &Module) -> Option<[SpecConst; 3]> {
    let size = module.entry.as_ref()?.workgroup_size;
    let constants = size.into_iter().zip(GROUP_SIZE_SPEC_IDS).map(|(extent, id)| match extent {
        Extent::Spec(spec) => (module.spec_constants.get(spec)?.id() == Some(id)).then_some(spec),
        Extent::Fixed(_) => None,
    });
    constants.collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// Changes the ids of the constants of an open work-group size.
fn rename(module: &mut Module, constants: [SpecConst; 3], ids: [u32; 3], diags: &mut Diagnostics) {
    for (spec, id) in constants.into_iter().zip(ids) {
        let other = module
            .spec_constants
            .iter()
            .find(|(key, data)| !constants.contains(key) && data.id() == Some(id));
        if let Some((_, other)) = other {
            let message = format!("the id {id} for the work-group size is already in use");
            let note = format!("by the program's specialization constant `{}`", other.name);
            diags.report(Diagnostic::new(Code::N0602, None, message).note(note));
        }
        module.spec_constants[spec].kind = SpecConstKind::Id(id);
    }
}

/// Sets the default of the constant that a value names.
fn set(module: &mut Module, value: &SpecValue) -> Result<(), Box<Diagnostic>> {
    let found = module
        .spec_constants
        .iter()
        .find(|(_, data)| data.id().is_some_and(|id| value.is_for(id, &data.name)));
    let Some((key, data)) = found else { return Err(Box::new(unknown(module, &value.key))) };
    let bits = value_bits(value, module.types.kind(data.ty)).map_err(|why| {
        let message =
            format!("`{}` is not a valid value of the specialization constant {}", value.text, value.key);
        Box::new(Diagnostic::new(Code::N0602, None, message).note(why))
    })?;
    module.spec_constants[key].default = bits;
    Ok(())
}

/// The error for an id or name that matches no constant.
fn unknown(module: &Module, key: &SpecKey) -> Diagnostic {
    let message = format!("the program has no specialization constant {key}");
    let known = module.spec_constants.values().filter_map(|data| {
        let ty = match *module.types.kind(data.ty) {
            TypeKind::Bool => "bool".to_owned(),
            TypeKind::Int(width) => format!("{width}-bit integer"),
            TypeKind::Float(width) => format!("{width}-bit float"),
            TypeKind::EncodedFloat(encoding) => encoding.name().to_owned(),
            _ => String::new(),
        };
        Some(format!("{} `{}` ({ty})", data.id()?, data.name))
    });
    let mut known: Vec<String> = known.collect();
    let more = known.len().saturating_sub(MAX_LISTED);
    known.truncate(MAX_LISTED);
    if more > 0 {
        known.push(format!("{more} more"));
    }
    let note = match &known[..] {
        [] => "it has none".to_owned(),
        _ => format!("its specialization constants: {}", known.join(", ")),
    };
    Diagnostic::new(Code::N0602, None, message).note(note)
}

/// Fixes a work-group size that the program leaves open. A program that already has this size is accepted.
fn fix_size(
    module: &mut Module,
    variable: Option<[SpecConst; 3]>,
    size: [u32; 3],
) -> Result<(), Box<Diagnostic>> {
    let Some(constants) = variable else { return compare_size(module, size) };
    for (spec, size) in constants.into_iter().zip(size) {
        module.spec_constants[spec].default = u64::from(size);
        freeze::one(module, spec);
    }
    if module.spec_constants.len() == constants.len() {
        module.spec_constants = Default::default();
    }
    Ok(())
}

fn compare_size(module: &Module, size: [u32; 3]) -> Result<(), Box<Diagnostic>> {
    let Some(entry) = &module.entry else { return Ok(()) };
    let shown = |size: [u32; 3]| size.map(|n| n.to_string()).join("x");
    let message = format!("the work-group size cannot be set to {}", shown(size));
    let finding = Diagnostic::new(Code::N0602, None, message);
    for (extent, wanted) in entry.workgroup_size.into_iter().zip(size) {
        match extent {
            Extent::Fixed(fixed) if fixed == wanted => {}
            Extent::Fixed(_) => {
                let fixed = entry.workgroup_size.map(|extent| match extent {
                    Extent::Fixed(size) => size.to_string(),
                    Extent::Spec(_) => "a specialization constant".to_owned(),
                });
                return Err(Box::new(finding.note(format!("the program fixes it to {}", fixed.join(", ")))));
            }
            Extent::Spec(spec) => {
                let id = module.spec_constants.get(spec).and_then(|data| data.id()).unwrap_or_default();
                let finding =
                    finding.note(format!("it depends on the program's specialization constant {id}"));
                return Err(Box::new(
                    finding.help(format!("pass `--spec {id}={wanted}`, and `--freeze-spec` to fix it")),
                ));
            }
        }
    }
    Ok(())
}

/// Reports a work-group size that is 0 in a dimension.
fn check_group_size(module: &Module, diags: &mut Diagnostics) {
    let mut sizes = module.entry.iter().flat_map(|entry| entry.workgroup_size);
    let is_zero = |extent| match extent {
        Extent::Fixed(size) => size == 0,
        Extent::Spec(spec) => module.spec_constants.get(spec).is_some_and(|data| data.default == 0),
    };
    if sizes.any(is_zero) {
        diags.report(Diagnostic::new(Code::N0602, None, "the work-group size is 0"));
    }
}
