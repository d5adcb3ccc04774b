//! Determines which accesses to buffers and images work-group barriers have to order.
//!
//! An access needs no order within the work group if no other invocation of the group makes a conflicting access. That is
//! the case for an access
//!
//! - to a buffer that the module never writes, or to an image if the module writes no image;
//! - to a buffer whose elements each belong to one invocation: every access has an index congruent to
//!   the invocation's index modulo a power of two that is at least the size of the group. The common
//!   index, the global invocation index, is an example.
//!
//! Neither case is assumed if a device-scope barrier acquires the writes of other work groups, which a later work-group
//! barrier makes visible to the rest of the group. Distinct variables do not alias unless they are decorated as aliased
//! (SPIR-V §2.18.2); all variables that alias count as one buffer here. A write through a pointer of unknown origin may be
//! to any buffer. Texel buffers are often views of the memory of other buffers, so if a module has any, every access is
//! ordered.

use crate::analysis::known_low_bits;
use nvc_ir::entity::Entity;
use nvc_ir::imm::{Builtin, Imm, Scope};
use nvc_ir::types::{Dim, Space, TypeKind, Types};
use nvc_ir::{Extent, FuncId, Function, Global, GlobalKind, Inst, InstRef, Module, Op, Value};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The kind of outer memory that an instruction accesses. The matrices and biases of cooperative-vector products are not
/// outer memory: they must not change while the shader uses them (GL_NV_cooperative_vector).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outer {
    Buffer,
    Image,
}

/// A summary of a module's accesses to outer memory.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    /// Whether every access has to be ordered: because a device-scope barrier acquires the writes of other work groups,
    /// because there are texel buffers, or because of inline SPIR-V instructions, which may do anything.
    all: bool,
    /// Whether a write may be to any buffer.
    unknown_writes: bool,
    /// Whether an image is written.
    image_writes: bool,
    /// The accesses to each buffer, by the variable, or for aliased variables by the memory that they view.
    buffers: BTreeMap<Global, Buffer>,
    /// The key in `buffers` of each variable.
    views: BTreeMap<Global, Global>,
    /// All accesses, in the order of functions and layouts.
    list: Vec<Access>,
    /// Whether any access to a buffer has to be ordered.
    pub ordered_buffers: bool,
    /// Whether any access to an image has to be ordered.
    pub ordered_images: bool,
}

/// An access to outer memory.
#[derive(Debug)]
struct Access {
    function: FuncId,
    inst: Inst,
    outer: Outer,
    /// The variable that is accessed, if known.
    root: Option<Global>,
}

/// Constant indices of an access path.
type Constants = SmallVec<[u64; 4]>;

/// The accesses to a buffer.
#[derive(Debug, Default)]
struct Buffer {
    written: bool,
    /// Whether different invocations may access the same element.
    shared: bool,
    /// The constant indices that lead to the array of elements; `None` before the first access. A second, different path sets
    /// `shared`.
    path: Option<Constants>,
}

impl Accesses {
    pub(super) fn of(module: &Module) -> Self {
        let all = module.types.iter().any(|(_, kind)| is_texel_buffer(kind));
        let mut found = Accesses { all, ..Accesses::default() };
        for (id, global) in module.globals.iter() {
            if let GlobalKind::Variable { of, access, .. } = global.kind {
                let buffer = if access.aliased { of } else { Some(id) };
                found.views.extend(buffer.map(|buffer| (id, buffer)));
            }
        }
        let group = group_size(module);
        for (id, func) in module.functions.iter() {
            for (inst, data) in func.insts() {
                if let Some((outer, root)) = found.add(func, &module.types, group, data) {
                    found.list.push(Access { function: id, inst, outer, root });
                }
            }
        }
        let ordered = found.list.iter().filter(|access| found.is_ordered(access));
        let [buffers, images] = ordered.fold([false; 2], |[buffers, images], access| {
            [buffers || access.outer == Outer::Buffer, images || access.outer == Outer::Image]
        });
        found.ordered_buffers |= buffers;
        found.ordered_images |= images;
        found
    }

    /// Adds an instruction to the summary. Returns the outer memory that it accesses, and the variable if it is known.
    fn add(
        &mut self,
        func: &Function,
        types: &Types,
        group: Option<Group>,
        data: InstRef<'_>,
    ) -> Option<(Outer, Option<Global>)> {
        if let Imm::Barrier(barrier) = data.imm() {
            self.all |= barrier.memory == Scope::Device && (barrier.kinds.buffer || barrier.kinds.image);
            return None;
        }
        if data.op == Op::Spirv {
            self.all = true;
            self.ordered_buffers = true;
            self.ordered_images = true;
            return None;
        }
        let outer = outer(func, types, data)?;
        let writes = matches!(
            data.op,
            Op::Store
                | Op::Atomic
                | Op::CoopStore
                | Op::CoopStoreTensor
                | Op::CoopVecStore
                | Op::CoopVecOuterProduct
                | Op::CoopVecReduceSum
                | Op::ImageWrite
        );
        match outer {
            Outer::Image => {
                self.image_writes |= writes;
                Some((outer, None))
            }
            Outer::Buffer => {
                let place = data.args.first().map(|&pointer| path(func, pointer)).unwrap_or_default();
                let Some(&buffer) = place.root.and_then(|root| self.views.get(&root)) else {
                    self.unknown_writes |= writes;
                    return Some((outer, place.root));
                };
                // A matrix or cooperative vector covers several elements.
                let matrix = !matches!(data.op, Op::Load | Op::Store | Op::Atomic);
                let own = group.filter(|_| !matrix && self.views.get(&buffer) == Some(&buffer));
                let constants = own.and_then(|group| place.private(func, types, group));
                let buffer = self.buffers.entry(buffer).or_default();
                buffer.written |= writes;
                match constants {
                    Some(constants) if buffer.path.as_ref().is_none_or(|path| *path == constants) => {
                        buffer.path = Some(constants);
                    }
                    _ => buffer.shared = true,
                }
                Some((outer, place.root))
            }
        }
    }

    /// Whether barriers have to order each instruction of a function, because it accesses outer memory; by the instruction's
    /// index.
    pub(super) fn ordered_in(&self, id: FuncId, func: &Function) -> Vec<bool> {
        let mut ordered = vec![false; func.insts.len()];
        for access in self.list.iter().filter(|access| access.function == id && self.is_ordered(access)) {
            ordered[access.inst.index()] = true;
        }
        ordered
    }

    /// Whether barriers have to order an access.
    fn is_ordered(&self, access: &Access) -> bool {
        let needs_order = || match access.outer {
            Outer::Image => self.image_writes,
            Outer::Buffer => {
                let buffer = access.root.and_then(|root| self.buffers.get(self.views.get(&root)?));
                buffer.is_none_or(|buffer| buffer.written && buffer.shared) || self.unknown_writes
            }
        };
        self.all || needs_order()
    }
}

fn is_texel_buffer(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Image(image) | TypeKind::SampledImage(image) => image.dim == Dim::Buffer,
        _ => false,
    }
}

/// The kind of outer memory that an instruction accesses.
fn outer(func: &Function, types: &Types, data: InstRef<'_>) -> Option<Outer> {
    match data.op {
        Op::TexSample | Op::TexFetch | Op::TexGather | Op::ImageRead | Op::ImageWrite => Some(Outer::Image),
        Op::Load
        | Op::Store
        | Op::Atomic
        | Op::CoopLoad
        | Op::CoopStore
        | Op::CoopLoadTensor
        | Op::CoopLoadDecoded
        | Op::CoopStoreTensor
        | Op::CoopVecLoad
        | Op::CoopVecStore
        | Op::CoopVecOuterProduct
        | Op::CoopVecReduceSum => {
            let pointer: Value = *data.args.first()?;
            match *types.kind(func.ty(pointer)) {
                TypeKind::Pointer(
                    Space::Uniform | Space::StorageBuffer | Space::PhysicalStorageBuffer,
                    _,
                ) => Some(Outer::Buffer),
                TypeKind::Pointer(Space::Image, _) => Some(Outer::Image),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The size of the work group, and whether only the first dimension exceeds 1.
#[derive(Clone, Copy)]
struct Group {
    size: u64,
    linear: bool,
}

/// The work group, if its size is fixed.
fn group_size(module: &Module) -> Option<Group> {
    let mut size = 1u64;
    let [_, y, z] = module.entry.as_ref()?.workgroup_size;
    for extent in module.entry.as_ref()?.workgroup_size {
        let Extent::Fixed(extent) = extent else { return None };
        size = size.saturating_mul(u64::from(extent));
    }
    Some(Group { size, linear: y == Extent::Fixed(1) && z == Extent::Fixed(1) })
}

/// A pointer as an access path: the variable that it points into, and the indices.
#[derive(Default)]
struct Path {
    root: Option<Global>,
    /// The indices, last one first.
    indices: SmallVec<[Value; 4]>,
}

fn path(func: &Function, pointer: Value) -> Path {
    let mut path = Path::default();
    let mut pointer = func.resolve(pointer);
    while let Some(data) = func.def(pointer) {
        match (data.op, data.imm(), &data.args[..]) {
            (Op::GlobalAddr, Imm::Global(global), _) => {
                path.root = Some(global);
                break;
            }
            (Op::AccessChain, _, &[base, ref indices @ ..]) => {
                path.indices.extend(indices.iter().rev().copied());
                pointer = func.resolve(base);
            }
            _ => break,
        }
    }
    path
}

impl Path {
    /// The constant indices of a path whose last index differs between all invocations of the work group; `None` if the last
    /// index may coincide or another index is not constant.
    fn private(&self, func: &Function, types: &Types, group: Group) -> Option<Constants> {
        let (&last, rest) = self.indices.split_first()?;
        let constants = rest.iter().rev().map(|&index| func.as_bits(func.resolve(index))).collect();
        let bits = lane_bits(func, types, last, group, DEPTH);
        (1u64.checked_shl(bits).is_none_or(|period| period >= group.size)).then_some(constants)?
    }
}

/// How many levels of operands are followed.
const DEPTH: u32 = 8;

/// The number of low bits in which a value equals the local index of the invocation.
fn lane_bits(func: &Function, types: &Types, value: Value, group: Group, depth: u32) -> u32 {
    let value = func.resolve(value);
    let (Some(data), Some(rest)) = (func.def(value), depth.checked_sub(1)) else { return 0 };
    let bits = |value| lane_bits(func, types, value, group, rest);
    match (data.op, data.imm(), &data.args[..]) {
        (Op::Builtin, Imm::Builtin(Builtin::LocalIndex), _) => 32,
        (Op::Extract, Imm::Index(0), &[input]) if group.linear => {
            match func.def(func.resolve(input)).map(|input| input.imm()) {
                Some(Imm::Builtin(Builtin::LocalId)) => 32,
                // The first invocation of a group has a global index that is a multiple of the group size.
                Some(Imm::Builtin(Builtin::GlobalId)) => group.size.trailing_zeros(),
                _ => 0,
            }
        }
        (Op::IAdd, _, &[x, y]) => {
            let zeros = |value| known_low_bits(func, types, func.resolve(value)).trailing_zeros();
            bits(x).min(zeros(y)).max(bits(y).min(zeros(x)))
        }
        (Op::And, _, &[x, mask]) => {
            func.as_bits(func.resolve(mask)).map_or(0, |mask| bits(x).min(mask.trailing_ones()))
        }
        _ => 0,
    }
}
