//! Verifies image and texture operations, and operations on descriptors.

use super::error::{Check, Invariant, fault};
use super::memory::global;
use super::view::InstView;
use crate::entity::Type;
use crate::globals::{BindlessHeap, GlobalKind};
use crate::imm::{Imm, TextureImm};
use crate::ops::Op;
use crate::text::flags;
use crate::types::{Dim, ImageType, Space, TypeKind, Types};

/// `bindless.addr`: the result points to a descriptor of the heap's kind.
pub(super) fn bindless_addr(view: &InstView<'_>) -> Check {
    let Imm::Global(id) = view.data.imm() else { return Ok(()) };
    let GlobalKind::Heap(heap) = *global(view, id)? else {
        return fault(Invariant::Immediates, format!("{id} is not a heap"));
    };
    if !matches!(view.types.kind(view.arg(0)), TypeKind::Int(_)) {
        return view.wrong_operand(0, "an integer");
    }
    let fits = match pointee(view) {
        Some(TypeKind::SampledImage(_)) => heap == BindlessHeap::Textures,
        Some(TypeKind::Image(image)) => match heap {
            BindlessHeap::Textures => !image.storage && image.dim != Dim::Buffer,
            BindlessHeap::Images => image.storage && image.dim != Dim::Buffer,
            BindlessHeap::UniformTexels => !image.storage && image.dim == Dim::Buffer,
            BindlessHeap::StorageTexels => image.storage && image.dim == Dim::Buffer,
        },
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        view.wrong_result(&format!("a pointer to a descriptor of heap {}", heap.name()))
    }
}

/// `heap.addr`: the result points to a descriptor of the heap, to the buffer that it describes, or to data of the heap.
pub(super) fn heap_addr(view: &InstView<'_>) -> Check {
    let Imm::Global(id) = view.data.imm() else { return Ok(()) };
    let (space, ty) = match *global(view, id)? {
        GlobalKind::HeapDescriptors { space, ty, .. } => (space, ty),
        GlobalKind::HeapData { .. } => {
            let data = |kind: &TypeKind| {
                matches!(kind, TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Vector(..))
            };
            let Some((Space::UniformConstant, ty)) = view.result().and_then(|ty| view.types.pointee(ty))
            else {
                return view.wrong_result("a pointer to data of a heap");
            };
            return match data(view.types.kind(ty)) {
                true => Ok(()),
                false => view.wrong_result("a pointer to a scalar or a vector"),
            };
        }
        _ => return fault(Invariant::Immediates, format!("{id} is neither descriptors nor data of a heap")),
    };
    if view.result().and_then(|ty| view.types.pointee(ty)) == Some((space, ty)) {
        return Ok(());
    }
    view.wrong_result(&format!("pointer<{}, {}>", space.name(), view.show(ty)))
}

/// `descriptor.size`: the immediate is an array of descriptors in a heap.
pub(super) fn descriptor_size(view: &InstView<'_>) -> Check {
    let Imm::Global(id) = view.data.imm() else { return Ok(()) };
    match *global(view, id)? {
        GlobalKind::HeapDescriptors { .. } => Ok(()),
        _ => fault(Invariant::Immediates, format!("{id} is not an array of descriptors in a heap")),
    }
}

/// `unit.addr`: the result points to a descriptor of the unit array.
pub(super) fn unit_addr(view: &InstView<'_>) -> Check {
    let Imm::Global(id) = view.data.imm() else { return Ok(()) };
    let GlobalKind::Units { ty, .. } = *global(view, id)? else {
        return fault(Invariant::Immediates, format!("{id} is not an array of units"));
    };
    if view.result().and_then(|ty| view.types.pointee(ty)) == Some((Space::UniformConstant, ty)) {
        return Ok(());
    }
    view.wrong_result(&format!("pointer<uniform_constant, {}>", view.show(ty)))
}

/// Returns the pointee of the result if it is a descriptor.
fn pointee<'a>(view: &InstView<'a>) -> Option<&'a TypeKind> {
    match view.types.pointee(view.result()?)? {
        (Space::UniformConstant, to) => Some(view.types.kind(to)),
        _ => None,
    }
}

/// `texel.addr`: the result points to a texel of a storage image.
pub(super) fn texel_addr(view: &InstView<'_>) -> Check {
    let image = match view.types.pointee(view.arg(0)).map(|(_, to)| view.types.kind(to)) {
        Some(TypeKind::Image(image)) if image.storage => *image,
        _ => return view.wrong_operand(0, "a pointer to a storage image"),
    };
    check_coordinate(view, image)?;
    if view.result().and_then(|ty| view.types.pointee(ty)) == Some((Space::Image, image.texel)) {
        return Ok(());
    }
    view.wrong_result(&format!("pointer<image, {}>", view.show(image.texel)))
}

/// `tex.combine`: operand 1 is an image and operand 2 a sampler; the result type is the image's type with a sampler.
pub(super) fn combine(view: &InstView<'_>) -> Check {
    if *view.types.kind(view.arg(1)) != TypeKind::Sampler {
        return view.wrong_operand(1, "sampler");
    }
    match (view.types.kind(view.arg(0)), view.result().map(|ty| view.types.kind(ty))) {
        // Separate images do not record whether they are depth images, so this property may differ.
        (TypeKind::Image(image), Some(TypeKind::SampledImage(sampled)))
            if !image.storage && ImageType { depth: sampled.depth, ..*image } == *sampled =>
        {
            Ok(())
        }
        (TypeKind::Image(_), _) => view.wrong_result("the sampled-image type of operand 1"),
        _ => view.wrong_operand(0, "an image"),
    }
}

/// `tex.levels`, `tex.samples`, `tex.lod`: the image must support the query.
pub(super) fn query(view: &InstView<'_>) -> Check {
    let Some((image, sampled)) = image(view) else { return Ok(()) };
    match view.data.op {
        Op::TexQueryLod if !sampled || image.multisampled => {
            view.wrong_operand(0, "an image with a sampler and levels")
        }
        Op::TexQueryLod if view.types.components(view.arg(1)) != u16::from(image.dim.coordinates()) => view
            .wrong_operand(1, &format!("{} coordinates, without the array layer", image.dim.coordinates())),
        Op::TexLevels if image.storage || image.multisampled => view.wrong_operand(0, "an image with levels"),
        Op::TexSamples if !image.multisampled => view.wrong_operand(0, "a multisampled image"),
        _ => Ok(()),
    }
}

/// Returns the image type of the first operand, and whether the image has a sampler.
fn image(view: &InstView<'_>) -> Option<(ImageType, bool)> {
    match *view.types.kind(view.arg(0)) {
        TypeKind::Image(image) => Some((image, false)),
        TypeKind::SampledImage(image) => Some((image, true)),
        _ => None,
    }
}

/// Immediate without optional operands.
const NOTHING: TextureImm = TextureImm {
    dref: false,
    lod: false,
    grad: false,
    offset: false,
    offsets: false,
    sample: false,
    min_lod: false,
    const_offset: None,
    component: 0,
    coherent: false,
    volatile: false,
    sparse: false,
};

/// Immediate that allows only a residency code.
const SPARSE: TextureImm = TextureImm { sparse: true, ..NOTHING };

/// Returns the flags that an operation allows, and the maximum of `component`. A constant offset is allowed wherever a
/// dynamic one is.
fn allowed(op: Op) -> TextureImm {
    match op {
        Op::TexSample => {
            TextureImm { dref: true, lod: true, grad: true, offset: true, min_lod: true, ..SPARSE }
        }
        Op::TexGather => {
            TextureImm { dref: true, lod: true, offset: true, offsets: true, component: 3, ..SPARSE }
        }
        Op::TexFetch => TextureImm { lod: true, offset: true, sample: true, ..SPARSE },
        Op::TexSize => TextureImm { lod: true, ..NOTHING },
        Op::ImageRead => TextureImm { lod: true, sample: true, coherent: true, volatile: true, ..SPARSE },
        Op::ImageWrite => TextureImm { lod: true, sample: true, coherent: true, volatile: true, ..NOTHING },
        _ => NOTHING,
    }
}

/// Checks samples, fetches, gathers, size queries, reads and writes.
pub(super) fn access(view: &InstView<'_>) -> Check {
    let (Some((image, sampled)), Imm::Texture(texture)) = (image(view), view.data.imm()) else {
        return Ok(());
    };
    let op = view.data.op;
    match op {
        Op::TexSample | Op::TexGather if !sampled => return view.wrong_operand(0, "an image with a sampler"),
        Op::TexFetch if image.storage => {
            return view.wrong_operand(0, "an image that is not a storage image");
        }
        Op::ImageRead | Op::ImageWrite if !image.storage => return view.wrong_operand(0, "a storage image"),
        _ => {}
    }
    check_flags(op, image, texture)?;
    let fixed = op.info().args.len();
    if op != Op::TexSize {
        check_coordinate(view, image)?;
    }
    if op == Op::ImageWrite && !is_texel(view, view.arg(2), image) {
        return view.wrong_operand(2, &format!("{} or a vector of it", view.show(image.texel)));
    }
    let expected = operands(op, image, texture);
    let given = view.data.args.len() - fixed;
    if given != expected.len() {
        let names: Vec<&str> = expected.iter().map(|operand| operand.name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let message =
            format!("{given} operands after the first {fixed}, expected {} ({names})", expected.len());
        return fault(Invariant::Operands, message);
    }
    for (i, operand) in expected.iter().enumerate() {
        let ty = view.arg(fixed + i);
        if view.types.scalar(ty) != operand.scalar || view.types.components(ty) != u16::from(operand.count) {
            let scalar = view.show(operand.scalar);
            let message = format!("{scalar} with {} components ({})", operand.count, operand.name);
            return view.wrong_operand(fixed + i, &message);
        }
        if operand.constant && view.func.as_const(view.data.args[fixed + i]).is_none() {
            return fault(Invariant::Operands, format!("operand {} is not constant", fixed + i + 1));
        }
    }
    check_result(view, image, texture)
}

fn check_flags(op: Op, image: ImageType, mut texture: TextureImm) -> Check {
    let wrong = |message: String| fault(Invariant::Immediates, message);
    let name = op.info().name;
    let mut allowed = allowed(op);
    for (word, field) in flags::TEXTURE {
        if *field(&mut texture) && !*field(&mut allowed) {
            return wrong(format!("{word} is not allowed on {name}"));
        }
    }
    if texture.const_offset.is_some() && !allowed.offset {
        return wrong(format!("const_offset is not allowed on {name}"));
    }
    if texture.component > allowed.component || (texture.component != 0 && texture.dref) {
        return wrong(format!("component({}) is not allowed on {name}", texture.component));
    }
    let offsets = [texture.offset, texture.offsets, texture.const_offset.is_some()];
    if offsets.into_iter().filter(|&set| set).count() > 1 || (texture.lod && texture.grad) {
        return wrong("offset, offsets and const_offset exclude each other, as do lod and grad".to_owned());
    }
    if texture.min_lod && !texture.grad {
        return wrong("min_lod requires grad".to_owned());
    }
    let accesses_texels = !matches!(op, Op::TexSize);
    if accesses_texels && texture.sample != image.multisampled {
        if image.multisampled && !allowed.sample {
            return wrong(format!("{name} does not accept multisampled images"));
        }
        return wrong(
            "a sample number is required for multisampled images and not allowed for others".to_owned(),
        );
    }
    if op == Op::TexSize {
        let has_levels =
            !image.storage && !image.multisampled && !matches!(image.dim, Dim::Buffer | Dim::Rect);
        if texture.lod != has_levels {
            return wrong(
                "a level is required for size queries of images with levels and not allowed for others"
                    .to_owned(),
            );
        }
    }
    Ok(())
}

fn check_coordinate(view: &InstView<'_>, image: ImageType) -> Check {
    let count = image.coordinates();
    if view.types.components(view.arg(1)) == u16::from(count) {
        return Ok(());
    }
    view.wrong_operand(1, &format!("a coordinate of {count} components"))
}

/// An operand that a flag of [`TextureImm`] adds.
struct Operand {
    name: &'static str,
    scalar: Type,
    count: u8,
    constant: bool,
}

/// Returns the operands that the flags add, in the order of [`TextureImm`].
fn operands(op: Op, image: ImageType, texture: TextureImm) -> Vec<Operand> {
    let coordinates = image.dim.coordinates();
    let level = if matches!(op, Op::TexSample | Op::TexGather) { Types::F32 } else { Types::I32 };
    let mut list = Vec::new();
    let mut add = |set: bool, times: usize, name, scalar, count, constant| {
        let times = if set { times } else { 0 };
        list.extend((0..times).map(|_| Operand { name, scalar, count, constant }));
    };
    add(texture.dref, 1, "dref", Types::F32, 1, false);
    add(texture.lod, 1, "lod", level, 1, false);
    add(texture.grad, 2, "grad", Types::F32, coordinates, false);
    add(texture.offset, 1, "offset", Types::I32, coordinates, false);
    add(texture.offsets, 4, "offsets", Types::I32, coordinates, true);
    add(texture.sample, 1, "sample", Types::I32, 1, false);
    add(texture.min_lod, 1, "min_lod", Types::F32, 1, false);
    list
}

/// Returns whether a type is the component type of an image's texels, or a vector of it.
fn is_texel(view: &InstView<'_>, ty: Type, image: ImageType) -> bool {
    view.types.scalar(ty) == image.texel
}

fn check_result(view: &InstView<'_>, image: ImageType, texture: TextureImm) -> Check {
    let Some(result) = view.result() else { return Ok(()) };
    let result = match (texture.sparse, view.types.kind(result)) {
        (false, _) => result,
        (true, TypeKind::Struct { members, .. })
            if members.first().map(|m| m.ty) == Some(Types::I32) && members.len() == 2 =>
        {
            members[1].ty
        }
        (true, _) => return view.wrong_result("a struct of a residency code and a texel"),
    };
    let (scalar, count) = match view.data.op {
        Op::TexSize => (Types::I32, image.size_components()),
        Op::TexSample if texture.dref => (image.texel, 1),
        // An image read may return only some components of the texel.
        Op::ImageRead if is_texel(view, result, image) => return Ok(()),
        _ => (image.texel, 4),
    };
    if view.types.scalar(result) == scalar && view.types.components(result) == u16::from(count) {
        return Ok(());
    }
    view.wrong_result(&format!("{} with {count} components", view.show(scalar)))
}
