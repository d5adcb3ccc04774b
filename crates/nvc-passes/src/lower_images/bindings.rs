//! Chooses the descriptor bindings of image views.
//!
//! A descriptor has one format, but a module may access an image in several formats, so it may need several
//! bindings:
//!
//! - A unit that is accessed in one format, or a heap that is accessed with one texel type (float, signed or unsigned
//!   integer), has one binding, like a texture. Its views have the format of the accesses.
//! - Otherwise, formatted accesses use that binding, with views in the image's own format. Raw accesses, which
//!   reinterpret texels in another format, use one more binding per format, with views in that format at the same indices.
//!
//! Queries do not depend on the format: they use the first binding and do not count as accesses.

use super::View;
use crate::Context;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::globals::raw_unit_offset;
use nvc_ir::types::ImageFormat;
use nvc_ir::{Binding, BindlessHeap, ResourceClass, ResourceRef, Type, TypeKind, Types};

/// The format of a view that needs a binding of its own, because the formats or texel types of `others`, the views of the
/// same descriptors, differ; otherwise `None`. `heap` says whether the descriptors are those of a heap.
pub(super) fn raw(types: &Types, view: &View, heap: bool, others: &[&View]) -> Option<ImageFormat> {
    let own = format(types, view)?;
    let differs = |other: &View| {
        if heap { texels(types, other) != texels(types, view) } else { format(types, other) != Some(own) }
    };
    others.iter().any(|other| other.accessed() && differs(other)).then_some(own)
}

/// The texel type of a view, which must match the numeric type of the descriptor's format in Vulkan.
fn texels(types: &Types, view: &View) -> Option<(Type, bool)> {
    match *types.kind(view.ty) {
        TypeKind::Image(image) => Some((image.texel, image.signed)),
        _ => None,
    }
}

fn format(types: &Types, view: &View) -> Option<ImageFormat> {
    match *types.kind(view.ty) {
        TypeKind::Image(image) => image.format,
        _ => None,
    }
}

/// The binding of a heap's descriptor array, or of its raw views if `raw` is given.
pub(super) fn heap(
    cx: &mut Context<'_>,
    loc: Loc,
    heap: BindlessHeap,
    raw: Option<ImageFormat>,
) -> Option<Binding> {
    let offset = raw.and_then(|format| heap.raw_offset(format)).unwrap_or(heap as u32);
    bind(cx, loc, ResourceClass::Bindless, heap as u32, Some(offset))
}

/// The binding of a range of units, or of its raw views if `raw` is given.
pub(super) fn units(
    cx: &mut Context<'_>,
    loc: Loc,
    units: ResourceRef,
    raw: Option<ImageFormat>,
) -> Option<Binding> {
    let offset = match raw {
        Some(format) => raw_unit_offset(units.index, format),
        None => Some(units.index),
    };
    bind(cx, loc, units.class, units.index, offset)
}

fn bind(
    cx: &mut Context<'_>,
    loc: Loc,
    class: ResourceClass,
    index: u32,
    offset: Option<u32>,
) -> Option<Binding> {
    let binding = offset.and_then(|offset| cx.options.bindings.get(class, offset));
    if binding.is_none() {
        let name = class.name();
        let message = format!("the binding number of {name} {index} exceeds the largest binding number");
        cx.report(Diagnostic::new(Code::N0501, loc, message).help("choose a lower base with `--bind`"));
    }
    binding
}
