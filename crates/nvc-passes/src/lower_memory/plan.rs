//! How each byte-addressed memory is declared.

use super::fault;
use super::usage::{MAX_PIECE, Usage};
use crate::Context;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::Scope;
use nvc_ir::types::{Length, Member};
use nvc_ir::{
    Binding, Global, GlobalData, GlobalKind, Module, ResourceClass, ResourceRef, Space, Type, TypeKind, Types,
};
use std::collections::BTreeMap;

/// Bytes of push constants that every Vulkan device has (`maxPushConstantsSize`).
const PUSH_CONSTANT_BYTES: u32 = 128;

/// Bytes that a uniform buffer has in the source's dialect when its size is not known
/// (`MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV`, in bytes).
const UNIFORM_BYTES: u32 = 65536;

/// How a memory is declared.
pub(super) enum Plan {
    /// As arrays of elements, one for each access size.
    Views(Views),
    /// As one array of four-word vectors, read only.
    Words(Words),
}

/// The declared arrays of a memory.
pub(super) struct Views {
    /// The arrays.
    pub list: Vec<View>,
    /// Which array plain accesses of 1 << k bytes go to.
    pub plain: [Option<usize>; 5],
    /// The array whose length is asked for.
    pub length: Option<usize>,
    /// Who atomics synchronise with.
    pub scope: Scope,
}

/// A variable that shows a memory as an array.
pub(super) struct View {
    /// The variable.
    pub global: Global,
    /// Its storage class.
    pub space: Space,
    /// Its type.
    pub root: Type,
    /// What its elements are, and their size.
    pub element: Type,
    pub bytes: u32,
    /// Whether it is an array of blocks, to be indexed first.
    pub arrayed: bool,
    /// The block's type, if the array is a member of one.
    pub block: Option<Type>,
}

/// A variable that shows a memory as vectors of words.
pub(super) struct Words {
    /// The variable.
    pub global: Global,
    /// Its storage class.
    pub space: Space,
    /// Its type.
    pub root: Type,
    /// What words are seen as.
    pub word: Type,
    /// Whether it is an array of blocks, to be indexed first.
    pub arrayed: bool,
}

/// A memory that is to be declared.
struct Source<'a> {
    global: Global,
    name: String,
    resource: ResourceRef,
    bytes: u32,
    usage: &'a Usage,
    /// Whether other memories overlap it.
    overlapped: bool,
}

/// Declares every memory that is used.
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
    for (&global, usage) in usages {
        let GlobalKind::Bytes { resource, bytes } = module.globals[global].kind else { continue };
        let overlapped =
            resources.iter().any(|&(other, r)| other != global && resources_overlap(r, resource));
        let name = module.globals[global].name.clone();
        let source = Source { global, name, resource, bytes, usage, overlapped };
        let plan = match resource.class {
            ResourceClass::Shared | ResourceClass::Parameter if overlapped => {
                fault(cx, usage.loc, format!("memory of class {} is declared twice", resource.class.name()));
                None
            }
            ResourceClass::Shared => Some(Plan::Views(shared(module, &source))),
            ResourceClass::Uniform | ResourceClass::Parameter => words(module, cx, &source).map(Plan::Words),
            _ => storage(module, cx, &source).map(Plan::Views),
        };
        plans.extend(plan.map(|plan| (global, plan)));
    }
    plans
}

/// Whether two resources have a binding point in common.
pub(crate) fn resources_overlap(a: ResourceRef, b: ResourceRef) -> bool {
    let end = |r: ResourceRef| r.index.saturating_add(r.count.max(1));
    a.class == b.class && a.index < end(b) && b.index < end(a)
}

/// The element types that a memory is accessed by, and which of them plain accesses of each size
/// go through. Plain accesses share the type of atomics of their size, so that fewer variables
/// show the same memory.
fn elements(types: &mut Types, usage: &Usage) -> (Vec<Type>, [Option<usize>; 5]) {
    let mut list: Vec<Type> = Vec::new();
    let mut plain = [None; 5];
    for (k, slot) in plain.iter_mut().enumerate() {
        let bytes = 1u32 << k;
        let first = list.len();
        list.extend(usage.atomics.iter().copied().filter(|&ty| types.bits(ty) == Some(bytes * 8)));
        if !usage.pieces.contains(&bytes) {
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
        _ => types.vector(usage.word(), (bytes / 4) as u8),
    }
}

/// Storage buffers and counters: a block with a runtime array for each element type. What is known
/// of one access holds for all variables, since they show the same memory: a coherent store is
/// read through another one, and what is written through one is not read-only through another.
fn storage(module: &mut Module, cx: &mut Context<'_>, source: &Source<'_>) -> Option<Views> {
    let binding = bind(cx, source, source.resource.index)?;
    let (mut list, plain) = elements(&mut module.types, source.usage);
    // A variable that is only asked for its length is never accessed: it does not alias.
    let accessed = list.len();
    let length = source.usage.length.then(|| {
        let fine = list.iter().position(|&ty| module.types.bits(ty).is_some_and(|bits| bits <= 32));
        fine.unwrap_or_else(|| {
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

/// Shared memory: a plain array if one element type does for all accesses, else blocks of
/// explicit layout (SPV_KHR_workgroup_memory_explicit_layout), which alias.
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

/// The one element type that all accesses of shared memory can be made of, if there is one.
fn single_element(types: &mut Types, usage: &Usage) -> Option<Type> {
    let smallest = usage.pieces.first().copied();
    let mut atomics = usage.atomics.iter();
    match (atomics.next(), atomics.next()) {
        (Some(_), Some(_)) => None,
        // Pieces below an atomic's size would tear it.
        (Some(&atomic), None) => {
            let bytes = bytes_of(types, atomic);
            (smallest.is_none_or(|piece| piece >= bytes)).then_some(atomic)
        }
        (None, _) => {
            let bytes = smallest.unwrap_or(4);
            // Words of 1 or 2 bytes are worth it only where nothing wider is moved.
            (bytes >= 4 || usage.pieces.len() == 1).then(|| plain_element(types, usage, bytes))
        }
    }
}

/// Whether the program has push constants of its own: an entry point has one block of them.
fn has_push_constants(module: &Module) -> bool {
    module
        .globals
        .values()
        .any(|global| matches!(global.kind, GlobalKind::Variable { space: Space::PushConstant, .. }))
}

/// Uniform buffers and parameters: a block with an array of four-word vectors. A vector is what
/// these memories are read by on most hardware, and what `std140` lays out alike.
fn words(module: &mut Module, cx: &mut Context<'_>, source: &Source<'_>) -> Option<Words> {
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
    let length = Length::Fixed(bytes.div_ceil(MAX_PIECE).max(1));
    let array = types.intern(TypeKind::Array { element, length, stride: MAX_PIECE });
    let block = block_of(types, array);
    let (root, arrayed) = array_of_blocks(types, block, source.resource.count);
    let access = VariableAccess {
        aliased: source.overlapped,
        volatile: source.usage.volatile,
        // Uniform buffers and push constants are read-only by their storage class.
        ..VariableAccess::default()
    };
    let global = declare(module, source.global, source.name.clone(), space, root, binding, access);
    Some(Words { global, space, root, word, arrayed })
}

fn bytes_of(types: &Types, element: Type) -> u32 {
    // Elements are numbers or vectors of them, of 8 bits at least.
    types.bits(element).map_or(1, |bits| (bits / 8).max(1))
}

/// The block with an array as its only member.
fn block_of(types: &mut Types, array: Type) -> Type {
    types.intern(TypeKind::Struct { members: vec![Member { ty: array, offset: 0 }], block: true })
}

/// A resource's type and whether it is an array of blocks.
fn array_of_blocks(types: &mut Types, block: Type, count: u32) -> (Type, bool) {
    if count > 1 { (types.array(block, count), true) } else { (block, false) }
}

fn bind(cx: &mut Context<'_>, source: &Source<'_>, index: u32) -> Option<Binding> {
    let class = source.resource.class;
    let binding = cx.options.bindings.get(class, index);
    if binding.is_none() {
        let message = format!("{} {index} lies past the last binding number", class.name());
        cx.report(
            Diagnostic::new(Code::N0501, source.usage.loc, message).help("choose a lower base with `--bind`"),
        );
    }
    binding
}

/// The source's name, with the element type behind it where several variables show the memory.
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
