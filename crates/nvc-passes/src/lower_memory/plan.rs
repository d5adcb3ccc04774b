//! Plans the typed variables that replace byte-addressed resources: buffers, counters, shared memory and parameters.

use super::internal_error;
use super::usage::{MAX_ACCESS, Usage};
use crate::Context;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::Scope;
use nvc_ir::types::{Length, Member};
use nvc_ir::{
    Binding, Global, GlobalData, GlobalKind, Module, ResourceClass, ResourceRef, Space, Type, TypeKind, Types,
};
use std::collections::BTreeMap;

/// The size of push constants in bytes that every Vulkan device supports (`maxPushConstantsSize`).
const PUSH_CONSTANT_BYTES: u32 = 128;

/// The size in bytes that the assembly language guarantees for a uniform buffer of unknown size
/// (`MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV`).
const UNIFORM_BYTES: u32 = 65536;

/// The variables that replace a byte-addressed resource.
pub(super) enum Plan {
    /// Arrays, one for each element type.
    Views(Views),
    /// One read-only array of vectors of four 32-bit integers or floats.
    Vec4Array(Vec4Array),
}

/// The arrays that a resource is declared as.
pub(super) struct Views {
    /// The arrays.
    pub list: Vec<View>,
    /// By `k`, the index of the array for plain (non-atomic) loads and stores of `1 << k` bytes.
    pub plain: [Option<usize>; 5],
    /// The index of the array for length queries; `None` if the length is never queried.
    pub length: Option<usize>,
    /// The scope of atomics.
    pub scope: Scope,
}

/// A variable that views a resource as an array.
pub(super) struct View {
    /// The variable.
    pub global: Global,
    /// The storage class of the variable.
    pub space: Space,
    /// The type of the variable.
    pub root: Type,
    /// The element type.
    pub element: Type,
    /// The element size in bytes.
    pub bytes: u32,
    /// Whether the variable is an array of blocks, each of which contains the array.
    pub arrayed: bool,
    /// The block type that the array is the only member of; `None` if the array is not in a block.
    pub block: Option<Type>,
}

/// A variable that views a resource as an array of vectors of four 32-bit integers or floats.
pub(super) struct Vec4Array {
    /// The variable.
    pub global: Global,
    /// The storage class of the variable.
    pub space: Space,
    /// The type of the variable.
    pub root: Type,
    /// The component type of the vectors.
    pub word: Type,
    /// Whether the variable is an array of blocks.
    pub arrayed: bool,
}

/// A resource to declare.
struct Source<'a> {
    global: Global,
    name: String,
    resource: ResourceRef,
    bytes: u32,
    usage: &'a Usage,
    /// Whether another declaration overlaps this resource.
    overlapped: bool,
}

/// Declares every resource that is used.
pub(super) fn make(
    module: &mut Module,
    cx: &mut Context<'_>,
    usages: &BTreeMap<Global, Usage>,
) -> BTreeMap<Global, Plan> {
    let mut plans = BTreeMap::new();
    let resources: Vec<(Global, ResourceRef)> = usages
        .keys()
        .filter_map(|&global| match module.globals[global].kind {
            GlobalKind::Bytes { resource, .. } => Some((global, resource)),
            _ => None,
        })
        .collect();
    let interval =
        |&(_, r): &(Global, ResourceRef)| (r.class, r.index, r.index.saturating_add(r.count.max(1)));
    let overlaps = nvc_ir::overlapping(&resources.iter().map(interval).collect::<Vec<_>>());
    for ((global, resource), overlapped) in resources.into_iter().zip(overlaps) {
        let GlobalKind::Bytes { bytes, .. } = module.globals[global].kind else { continue };
        let Some(usage) = usages.get(&global) else { continue };
        let name = module.globals[global].name.clone();
        let source = Source { global, name, resource, bytes, usage, overlapped };
        let plan = match resource.class {
            ResourceClass::Shared | ResourceClass::Parameter if overlapped => {
                internal_error(
                    cx,
                    usage.loc,
                    format!("memory of class {} is declared twice", resource.class.name()),
                );
                None
            }
            ResourceClass::Shared => Some(Plan::Views(shared(module, &source))),
            ResourceClass::Uniform | ResourceClass::Parameter => {
                vec4_array(module, cx, &source).map(Plan::Vec4Array)
            }
            _ => storage(module, cx, &source).map(Plan::Views),
        };
        plans.extend(plan.map(|plan| (global, plan)));
    }
    plans
}

/// Whether two resources share a binding point.
pub(crate) fn resources_overlap(a: ResourceRef, b: ResourceRef) -> bool {
    let end = |r: ResourceRef| r.index.saturating_add(r.count.max(1));
    a.class == b.class && a.index < end(b) && b.index < end(a)
}

/// The element types of a resource's views, and the index of the view for plain accesses of each size. Plain accesses
/// share the view of atomics of the same size, so that fewer variables alias.
fn elements(types: &mut Types, usage: &Usage) -> (Vec<Type>, [Option<usize>; 5]) {
    let mut list: Vec<Type> = Vec::new();
    let mut plain = [None; 5];
    for (k, slot) in plain.iter_mut().enumerate() {
        let bytes = 1u32 << k;
        let first = list.len();
        list.extend(usage.atomics.iter().copied().filter(|&ty| types.bits(ty) == Some(bytes * 8)));
        if !usage.sizes.contains(&bytes) {
            continue;
        }
        let same_size = &list[first..];
        *slot = match same_size.iter().position(|&ty| types.is_int(ty)) {
            Some(at) => Some(first + at),
            None if !same_size.is_empty() => Some(first),
            None => {
                list.push(plain_element(types, usage, bytes));
                Some(first)
            }
        };
    }
    (list, plain)
}

/// The element type of plain accesses of a size.
fn plain_element(types: &mut Types, usage: &Usage, bytes: u32) -> Type {
    match bytes {
        1 => Types::I8,
        2 => Types::I16,
        _ => types.vector(usage.word(), (bytes / 4) as u16),
    }
}

/// Storage buffers and counters: a block with a runtime array for each element type. The variables alias, so each gets the
/// access flags of all accesses together: a coherent store may be read through another variable, and memory that
/// is written through one variable is not read-only through another.
fn storage(module: &mut Module, cx: &mut Context<'_>, source: &Source<'_>) -> Option<Views> {
    let binding = bind(cx, source, source.resource.index)?;
    let (mut list, plain) = elements(&mut module.types, source.usage);
    // A variable that is only used for length queries is not accessed and so does not alias.
    let accessed = list.len();
    let length = source.usage.length.then(|| {
        let small = list.iter().position(|&ty| module.types.bits(ty).is_some_and(|bits| bits <= 32));
        small.unwrap_or_else(|| {
            list.push(Types::I32);
            list.len() - 1
        })
    });
    let access = VariableAccess {
        aliased: accessed > 1 || source.overlapped,
        coherent: source.usage.coherent,
        volatile: source.usage.volatile,
        read_only: !source.usage.written && !source.overlapped,
        write_only: !source.usage.read && !source.usage.length && !source.overlapped,
        ..VariableAccess::default()
    };
    let several = list.len() > 1;
    let list = list.into_iter().map(|element| {
        let bytes = bytes_of(&module.types, element);
        let array = module.types.intern(TypeKind::RuntimeArray { element, stride: bytes });
        let block = block_of(&mut module.types, array);
        let (root, arrayed) = array_of_blocks(&mut module.types, block, source.resource.count);
        let name = view_name(&module.types, source, element, several);
        let space = Space::StorageBuffer;
        let global = declare(module, source.global, name, space, root, Some(binding), access);
        View { global, space, root, element, bytes, arrayed, block: Some(block) }
    });
    Some(Views { list: list.collect(), plain, length, scope: Scope::Device })
}

/// Shared memory: a plain array if all accesses split into one element type, otherwise aliased blocks with explicit layout
/// (SPV_KHR_workgroup_memory_explicit_layout).
fn shared(module: &mut Module, source: &Source<'_>) -> Views {
    let (mut list, mut plain) = elements(&mut module.types, source.usage);
    let explicit = match single_element(&mut module.types, source.usage) {
        Some(element) => {
            let bytes = bytes_of(&module.types, element);
            for (k, slot) in plain.iter_mut().enumerate() {
                *slot = (1 << k >= bytes).then_some(0);
            }
            list = vec![element];
            false
        }
        None => true,
    };
    let access = VariableAccess { aliased: explicit, ..VariableAccess::default() };
    let several = list.len() > 1;
    let list = list.into_iter().map(|element| {
        let bytes = bytes_of(&module.types, element);
        let length = Length::Fixed(source.bytes.max(source.usage.end).div_ceil(bytes).max(1));
        let stride = if explicit { bytes } else { 0 };
        let array = module.types.intern(TypeKind::Array { element, length, stride });
        let block = explicit.then(|| block_of(&mut module.types, array));
        let root = block.unwrap_or(array);
        let name = view_name(&module.types, source, element, several);
        let space = Space::Workgroup;
        let global = declare(module, source.global, name, space, root, None, access);
        View { global, space, root, element, bytes, arrayed: false, block }
    });
    Views { list: list.collect(), plain, length: None, scope: Scope::Workgroup }
}

/// The element type that all accesses of shared memory can be split into, if there is one.
fn single_element(types: &mut Types, usage: &Usage) -> Option<Type> {
    let smallest = usage.sizes.first().copied();
    let mut atomics = usage.atomics.iter();
    match (atomics.next(), atomics.next()) {
        (Some(_), Some(_)) => None,
        // A plain access smaller than the atomic would access part of an element.
        (Some(&atomic), None) => {
            let bytes = bytes_of(types, atomic);
            (smallest.is_none_or(|size| size >= bytes)).then_some(atomic)
        }
        (None, _) => {
            let bytes = smallest.unwrap_or(4);
            // Elements of 1 or 2 bytes are only worthwhile if all accesses have that size.
            (bytes >= 4 || usage.sizes.len() == 1).then(|| plain_element(types, usage, bytes))
        }
    }
}

/// Whether the program itself declares push constants: an entry point may have only one push-constant block.
fn has_push_constants(module: &Module) -> bool {
    module
        .globals
        .values()
        .any(|global| matches!(global.kind, GlobalKind::Variable { space: Space::PushConstant, .. }))
}

/// Uniform buffers and parameters: a block with an array of 16-byte vectors, the unit in which most hardware reads
/// uniform memory; an array of them has no padding in the `std140` layout.
fn vec4_array(module: &mut Module, cx: &mut Context<'_>, source: &Source<'_>) -> Option<Vec4Array> {
    let known = source.usage.end.max(source.bytes);
    let (space, binding, bytes) = match source.resource.class {
        ResourceClass::Parameter if known <= PUSH_CONSTANT_BYTES && !has_push_constants(module) => {
            (Space::PushConstant, None, known)
        }
        ResourceClass::Parameter => (Space::Uniform, Some(cx.options.bindings.parameter_buffer), known),
        _ => {
            let bytes = match (source.bytes, source.usage.dynamic) {
                (0, true) => known.max(UNIFORM_BYTES),
                _ => known,
            };
            (Space::Uniform, Some(bind(cx, source, source.resource.index)?), bytes)
        }
    };
    let types = &mut module.types;
    let word = source.usage.read_word();
    let element = types.vector(word, 4);
    let length = Length::Fixed(bytes.div_ceil(MAX_ACCESS).max(1));
    let array = types.intern(TypeKind::Array { element, length, stride: MAX_ACCESS });
    let block = block_of(types, array);
    let (root, arrayed) = array_of_blocks(types, block, source.resource.count);
    let access = VariableAccess {
        aliased: source.overlapped,
        volatile: source.usage.volatile,
        // The storage class already makes uniform buffers and push constants read-only.
        ..VariableAccess::default()
    };
    let global = declare(module, source.global, source.name.clone(), space, root, binding, access);
    Some(Vec4Array { global, space, root, word, arrayed })
}

fn bytes_of(types: &Types, element: Type) -> u32 {
    // Elements are scalars or vectors of at least 8 bits.
    types.bits(element).map_or(1, |bits| (bits / 8).max(1))
}

/// The block type with an array as its only member.
fn block_of(types: &mut Types, array: Type) -> Type {
    types.intern(TypeKind::Struct { members: vec![Member::new(array, 0)], block: true })
}

/// The type of a resource that consists of `count` blocks, and whether it is an array of blocks.
fn array_of_blocks(types: &mut Types, block: Type, count: u32) -> (Type, bool) {
    if count > 1 { (types.array(block, count), true) } else { (block, false) }
}

fn bind(cx: &mut Context<'_>, source: &Source<'_>, index: u32) -> Option<Binding> {
    let class = source.resource.class;
    let binding = cx.options.bindings.get(class, index);
    if binding.is_none() {
        let name = class.name();
        let message = format!("the binding number of {name} {index} exceeds the largest binding number");
        cx.report(
            Diagnostic::new(Code::N0501, source.usage.loc, message).help("choose a lower base with `--bind`"),
        );
    }
    binding
}

/// The name of a view: the resource's name, with a suffix for the element type if there are several views.
fn view_name(types: &Types, source: &Source<'_>, element: Type, several: bool) -> String {
    if !several {
        return source.name.clone();
    }
    let scalar = types.scalar(element);
    let letter = if types.is_float(scalar) { 'f' } else { 'u' };
    let bits = types.scalar_bits(scalar).unwrap_or(0);
    match types.components(element) {
        1 => format!("{}_{letter}{bits}", source.name),
        count => format!("{}_v{count}{letter}{bits}", source.name),
    }
}

fn declare(
    module: &mut Module,
    of: Global,
    name: String,
    space: Space,
    ty: Type,
    binding: Option<Binding>,
    access: VariableAccess,
) -> Global {
    let kind = GlobalKind::Variable { space, ty, binding, of: Some(of), access };
    module.globals.push(GlobalData { name, kind })
}
