//! `lower-images`: replaces texture and image handles and units by typed descriptor variables.
//!
//! A heap of bindless descriptors becomes one variable per image type that is accessed through it. Each is an unbounded array.
//! A range of texture or image units becomes one variable per image type. The variables of a heap or range share one binding,
//! except that raw views of images that are also accessed in other formats have bindings of their own ([`bindings`]).

mod bindings;

use crate::lower_memory::resources_overlap;
use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::entity::Entity;
use nvc_ir::function::Loc;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::Imm;
use nvc_ir::types::{ImageType, Length};
use nvc_ir::{
    Builder, Function, Global, GlobalData, GlobalKind, InstData, InstRef, Module, Op, Space, Type, TypeKind,
    Types, Value,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "lower-images",
    doc: "Declares a variable for each descriptor type that a heap or unit is accessed as.",
    ops: OpSet::of(&[Op::BindlessAddr, Op::UnitAddr]),
    run,
};

/// A descriptor type as which a heap or unit range is accessed.
struct View {
    /// The heap or unit range.
    source: Global,
    /// The descriptor's type.
    ty: Type,
    /// The first access.
    loc: Loc,
    /// Whether texels of a storage image are read through the view.
    read: bool,
    /// Whether texels of a storage image are written through the view.
    written: bool,
    coherent: bool,
    volatile: bool,
}

impl View {
    /// Whether texels of a storage image are accessed through the view. Size queries do not count: they work on a view of any
    /// format.
    fn accessed(&self) -> bool {
        self.read || self.written
    }
}

/// The variable that is declared for a view.
struct Variable {
    global: Global,
    ty: Type,
    /// Whether the variable is an array of descriptors.
    array: bool,
}

fn run(module: &mut Module, cx: &mut Context<'_>) {
    let views = collect(module);
    let mut variables: FxHashMap<(Global, Type), Variable> = FxHashMap::default();
    let groups = groups(module, &views);
    for (at, view) in views.iter().enumerate() {
        let others = groups[at].iter().filter(|&&other| other != at).map(|&other| &views[other]);
        let others: Vec<&View> = others.filter(|other| overlap(module, other.source, view.source)).collect();
        match declare(module, cx, view, &others) {
            Some(variable) => variables.insert((view.source, view.ty), variable),
            None => return,
        };
    }
    rewrite_insts(module, PASS.ops, |b, inst, data| {
        match source(b.types, b.func, b.func.inst(inst)).and_then(|key| variables.get(&key)) {
            Some(variable) => Rewrite::Replace(address(b, variable, data)),
            None => Rewrite::Keep,
        }
    });
}

/// Matches an instruction that addresses a descriptor. Returns the heap or unit range, and the descriptor's type.
fn source(types: &Types, func: &Function, data: InstRef<'_>) -> Option<(Global, Type)> {
    let (Op::BindlessAddr | Op::UnitAddr, Imm::Global(global)) = (data.op, data.imm()) else { return None };
    let (_, ty) = types.pointee(func.ty(data.result?))?;
    Some((global, ty))
}

/// All views, in order of first use, with the kinds of access through them.
fn collect(module: &Module) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    let mut ids: FxHashMap<(Global, Type), usize> = FxHashMap::default();
    for func in module.functions.values() {
        // The view that each value comes from: pointers to descriptors, images loaded from them, pointers to texels.
        let mut origin: FxHashMap<Value, usize> = FxHashMap::default();
        for (_, data) in func.insts() {
            if let Some(key) = source(&module.types, func, data) {
                let id = *ids.entry(key).or_insert_with(|| {
                    views.push(View {
                        source: key.0,
                        ty: key.1,
                        loc: data.loc(),
                        read: false,
                        written: false,
                        coherent: false,
                        volatile: false,
                    });
                    views.len() - 1
                });
                origin.extend(data.result.map(|result| (result, id)));
                continue;
            }
            let Some(&id) = data.args.first().and_then(|&v| origin.get(&func.resolve(v))) else { continue };
            let view = &mut views[id];
            match data.op {
                Op::Load | Op::TexelAddr => origin.extend(data.result.map(|result| (result, id))),
                Op::ImageRead => view.read = true,
                Op::ImageWrite => view.written = true,
                Op::Atomic => (view.read, view.written) = (true, true),
                _ => {}
            }
            if let (Op::ImageRead | Op::ImageWrite, Imm::Texture(imm)) = (data.op, data.imm()) {
                view.coherent |= imm.coherent;
                view.volatile |= imm.volatile;
            }
        }
    }
    views
}

/// Divides the views into groups. Views of different groups have no descriptors in common. Returns each view's group.
fn groups(module: &Module, views: &[View]) -> Vec<Rc<[usize]>> {
    // What numbers descriptors, and a range of these numbers.
    let range = |view: &View| match module.globals[view.source].kind {
        GlobalKind::Units { resource, .. } => {
            let start = u64::from(resource.index);
            ((Some(resource.class), 0), start, start + u64::from(resource.count.max(1)))
        }
        _ => ((None, view.source.index()), 0, 1),
    };
    let mut order: Vec<usize> = (0..views.len()).collect();
    order.sort_by_key(|&at| range(&views[at]));
    let mut groups = vec![Rc::default(); views.len()];
    let mut rest = &order[..];
    while let Some(&first) = rest.first() {
        let (space, _, mut end) = range(&views[first]);
        let joins = |&&at: &&usize| {
            let (of, start, last) = range(&views[at]);
            let joins = of == space && start < end;
            end = end.max(if joins { last } else { end });
            joins
        };
        let (group, others) = rest.split_at(rest.iter().take_while(joins).count());
        let shared: Rc<[usize]> = group.into();
        group.iter().for_each(|&at| groups[at] = Rc::clone(&shared));
        rest = others;
    }
    groups
}

/// Declares the variable of a view. `others` are the other views of its descriptors.
fn declare(module: &mut Module, cx: &mut Context<'_>, view: &View, others: &[&View]) -> Option<Variable> {
    let several = !others.is_empty();
    let written = view.written || others.iter().any(|v| v.written);
    let source = &module.globals[view.source];
    let mut name = source.name.clone();
    let (image, storage) = match *module.types.kind(view.ty) {
        TypeKind::Image(image) => (Some(image), image.storage),
        TypeKind::SampledImage(image) => (Some(image), false),
        _ => (None, false),
    };
    let is_heap = matches!(source.kind, GlobalKind::Heap(_));
    let raw = bindings::raw(&module.types, view, is_heap, others);
    let (ty, binding, array) = match source.kind {
        GlobalKind::Heap(heap) => {
            if let (true, Some(image)) = (several, image) {
                name = format!("{name}_{}", suffix(&module.types, image));
            }
            let ty = module.types.intern(TypeKind::RuntimeArray { element: view.ty, stride: 0 });
            (ty, bindings::heap(cx, view.loc, heap, raw)?, true)
        }
        GlobalKind::Units { resource, .. } => {
            let binding = bindings::units(cx, view.loc, resource, raw)?;
            match resource.count {
                0 | 1 => (view.ty, binding, false),
                count => {
                    let length = Length::Fixed(count);
                    let kind = TypeKind::Array { element: view.ty, length, stride: 0 };
                    (module.types.intern(kind), binding, true)
                }
            }
        }
        _ => {
            let message = format!("`{name}` is addressed as descriptors but is not a heap or unit range");
            cx.report(Diagnostic::new(Code::N0901, view.loc, message));
            return None;
        }
    };
    // A restrict image does not alias other variables, but its own views alias each other.
    let restrict = storage && matches!(source.kind, GlobalKind::Units { restrict: true, .. });
    let aliased = others.iter().any(|other| !restrict || other.source == view.source);
    let access = VariableAccess {
        aliased,
        coherent: view.coherent,
        volatile: view.volatile,
        // Another view must not write the same texels either.
        read_only: storage && !written,
        write_only: storage && !view.read,
        restrict: restrict && !aliased,
    };
    let global = module.globals.push(GlobalData {
        name,
        kind: GlobalKind::Variable {
            space: Space::UniformConstant,
            ty,
            binding: Some(binding),
            of: Some(view.source),
            access,
        },
    });
    Some(Variable { global, ty, array })
}

/// Whether two heaps or unit ranges have descriptors in common.
fn overlap(module: &Module, a: Global, b: Global) -> bool {
    let units = |global: Global| match module.globals[global].kind {
        GlobalKind::Units { resource, .. } => Some(resource),
        _ => None,
    };
    match (units(a), units(b)) {
        (Some(p), Some(q)) => resources_overlap(p, q),
        _ => a == b,
    }
}

/// A suffix for variable names that distinguishes the image types of a heap.
fn suffix(types: &Types, image: ImageType) -> String {
    let texel = match (types.is_float(image.texel), image.signed) {
        (true, _) => "f",
        (false, true) => "i",
        (false, false) => "u",
    };
    let dim = image.dim.label();
    let mut name = format!("{texel}_{dim}");
    for (flag, part) in [(image.multisampled, "ms"), (image.arrayed, "array"), (image.depth, "shadow")] {
        if flag {
            name.push('_');
            name.push_str(part);
        }
    }
    if let Some(format) = image.format {
        name.push_str(&format!("_{}", format.name()).to_lowercase());
    }
    name
}

/// The pointer that replaces an addressing instruction.
fn address(b: &mut Builder<'_>, variable: &Variable, data: &InstData) -> Value {
    let base = b.global_addr(variable.global, Space::UniformConstant, variable.ty);
    let (true, Some(&index), Some(result)) = (variable.array, data.args.first(), data.result) else {
        return base;
    };
    let index = low_word(b, index);
    let ty = b.func.ty(result);
    b.inst_with_type(Op::AccessChain, Imm::None, &[base, index], ty)
}

/// The low 32 bits of a handle. Nearly all programs pack handles from 32-bit words (`PK64`); using the low word directly
/// avoids 64-bit arithmetic.
fn low_word(b: &mut Builder<'_>, handle: Value) -> Value {
    let ty = b.func.ty(handle);
    if ty != Types::I64 {
        return handle;
    }
    if let Some(bits) = b.func.as_bits(handle) {
        return b.bits(Types::I32, bits);
    }
    let packed =
        b.func.def(handle).filter(|def| def.op == Op::Bitcast).and_then(|def| def.args.first().copied());
    match packed {
        Some(words) if b.types.scalar(b.func.ty(words)) == Types::I32 => {
            let first = b
                .func
                .def(words)
                .filter(|def| def.op == Op::Construct)
                .and_then(|def| def.data().args.first());
            match first.copied() {
                Some(word) if b.func.ty(word) == Types::I32 => word,
                _ => b.extract(words, 0),
            }
        }
        _ => b.inst_with_type(Op::ITrunc, Imm::None, &[handle], Types::I32),
    }
}
