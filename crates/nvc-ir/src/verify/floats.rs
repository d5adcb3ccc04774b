//! Verifies conversions from and to floats. Each conversion allows only some of the non-IEEE encodings.

use super::error::Check;
use super::view::InstView;
use crate::entity::Type;
use crate::ops::Op;

/// Returns whether the type is a microscaling format. Vulkan only converts such values to larger floats.
fn is_microscaling(view: &InstView<'_>, ty: Type) -> bool {
    view.types.encoding(ty).is_some_and(|encoding| encoding.info().microscaling)
}

/// Checks the result type of a conversion: not a microscaling format, and an 8-bit float if the conversion
/// saturates.
fn result(view: &InstView<'_>) -> Check {
    let Some(ty) = view.result() else { return Ok(()) };
    let saturates = matches!(view.data.op, Op::FConvertSat | Op::SToFSat | Op::UToFSat);
    if saturates && !view.types.encoding(ty).is_some_and(|encoding| encoding.is_float8()) {
        return view.wrong_result("one e4m3 or e5m2 per component of operand 1");
    }
    if is_microscaling(view, ty) {
        view.wrong_result("a float that is not a microscaling format")
    } else {
        Ok(())
    }
}

/// `fconvert`, `fconvert.sat`: operand and result have different component types.
pub(super) fn convert(view: &InstView<'_>) -> Check {
    result(view)?;
    let scalar = |ty: Type| view.types.scalar(ty);
    match view.result() {
        Some(ty) if scalar(ty) == scalar(view.arg(0)) => view.wrong_result("of a different float type"),
        _ => Ok(()),
    }
}

/// `stof`, `utof` and their saturating variants.
pub(super) fn from_integer(view: &InstView<'_>) -> Check {
    result(view)
}

/// `ftos`, `ftou`: the operand is not a microscaling format.
pub(super) fn to_integer(view: &InstView<'_>) -> Check {
    if is_microscaling(view, view.arg(0)) {
        return view.wrong_operand(0, "a float that is not a microscaling format");
    }
    Ok(())
}

/// `bitcast.extract`: one narrower number per component.
pub(super) fn bitcast_extract(view: &InstView<'_>) -> Check {
    let types = view.types;
    let bits = |ty: Type| types.scalar_bits(types.scalar(ty));
    let fits = view.result().is_some_and(|ty| {
        bits(ty).is_some_and(|width| Some(width) < bits(view.arg(0)))
            && types.components(ty) == types.components(view.arg(0))
            && !types.is_uncounted(ty)
    });
    if fits { Ok(()) } else { view.wrong_result("one narrower number per component of operand 1") }
}
