//! Memory as SMT arrays of 32-bit words, one array for each region.
//!
//! Addresses are 64-bit byte offsets in a region. In a region that represents several buffers, the upper 16 bits of an address
//! are the number of the buffer, so that buffers do not overlap.

use crate::encode::Encoder;
use crate::lane::Lane;
use crate::solver::{Solver, Term};
use nvc_ir::{Global, GlobalKind, Module, ResourceClass, Space, Type};

/// Memory that no other region overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// All memory of a resource class: for most classes, several buffers.
    Resource(ResourceClass),
    /// The buffer, or the array of buffers, at a descriptor set and binding.
    Bound(u32, u32),
    /// A variable of the module without a binding: its storage class and the number of the global.
    Variable(Space, u32),
    /// A variable of a function: the number of the call and that of the variable.
    Local(usize, u32),
    /// Memory accessed by device addresses.
    Physical,
    /// Descriptors: 0 and the heap, 1 and the resource class, or 2 and the number of the global (see [`of_global`]).
    Descriptors(u32, u32),
}

impl Region {
    /// Name of the array with the initial contents.
    pub fn name(self) -> String {
        let name: String = format!("memory.{self:?}");
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' }).collect()
    }

    /// Whether other invocations or the API see what the function writes.
    pub fn is_visible(self) -> bool {
        match self {
            Region::Resource(ResourceClass::Uniform | ResourceClass::Parameter) => false,
            Region::Resource(_) | Region::Bound(..) | Region::Physical => true,
            Region::Variable(space, _) => matches!(space, Space::StorageBuffer | Space::Workgroup),
            Region::Local(..) | Region::Descriptors(..) => false,
        }
    }
}

/// A pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The memory that it points into.
    pub region: Region,
    /// The dynamic part of the byte offset, if there is one.
    pub base: Option<Term>,
    /// The constant part of the byte offset.
    pub offset: u64,
    /// The type that it points to.
    pub ty: Type,
    /// The condition under which an access through the pointer is defined.
    pub valid: Term,
    /// Whether the pointer is to an array of buffers, so that the next index selects a buffer.
    pub is_array_of_buffers: bool,
}

impl Pointer {
    /// Adds a constant to the offset.
    pub fn plus(self, bytes: u64) -> Self {
        Pointer { offset: self.offset.wrapping_add(bytes), ..self }
    }

    /// Adds a 64-bit term to the offset.
    pub fn plus_term(self, encoder: &mut Encoder<'_>, term: Term) -> Self {
        let base = match self.base {
            None => term,
            Some(base) => {
                let sum = encoder.solver.app("bvadd", &[base, term]);
                encoder.bind(word(encoder.solver, 64), sum)
            }
        };
        Pointer { base: Some(base), ..self }
    }

    /// The byte offset.
    pub fn address(self, encoder: &mut Encoder<'_>) -> Term {
        let constant = literal(encoder.solver, 64, self.offset);
        match self.base {
            None => constant,
            Some(base) if self.offset == 0 => base,
            Some(base) => {
                let sum = encoder.solver.app("bvadd", &[base, constant]);
                encoder.bind(word(encoder.solver, 64), sum)
            }
        }
    }
}

/// The address of the first byte of the buffer with this number in a region of several buffers.
pub fn of_binding(index: u32) -> u64 {
    u64::from(index) << 48
}

/// Returns the region of a global, and the address at which the global starts in it.
pub fn of_global(module: &Module, global: Global) -> (Region, u64) {
    use nvc_ir::entity::Entity;
    match module.globals[global].kind {
        GlobalKind::Bytes { resource, .. } => (Region::Resource(resource.class), of_binding(resource.index)),
        GlobalKind::Heap(heap) => (Region::Descriptors(0, heap as u32), 0),
        GlobalKind::Units { resource, .. } => {
            (Region::Descriptors(1, resource.class as u32), resource.index.into())
        }
        GlobalKind::HeapDescriptors { .. } | GlobalKind::HeapData { .. } => {
            (Region::Descriptors(2, global.index() as u32), 0)
        }
        GlobalKind::Variable { of: Some(resource), .. } => of_global(module, resource),
        GlobalKind::Variable { binding: Some(binding), .. } => {
            (Region::Bound(binding.set, binding.binding), 0)
        }
        GlobalKind::Variable { space, .. } => (Region::Variable(space, global.index() as u32), 0),
    }
}

/// The sort of bit vectors of a width.
pub fn word(solver: &Solver, width: u32) -> Term {
    solver.indexed("BitVec", &[width])
}

/// A bit-vector literal.
pub fn literal(solver: &Solver, width: u32, value: u64) -> Term {
    solver.indexed(&format!("bv{value}"), &[width])
}

/// The sort of a region's contents.
pub fn contents(solver: &Solver) -> Term {
    solver.app("Array", &[word(solver, 62), word(solver, 32)])
}

/// The index of the word at a byte offset.
fn index(encoder: &mut Encoder<'_>, address: Term) -> Term {
    let index = encoder.solver.app_indexed("extract", &[63, 2], &[address]);
    encoder.bind(word(encoder.solver, 62), index)
}

/// The word at an address.
pub fn read(encoder: &mut Encoder<'_>, memory: Term, address: Term) -> Term {
    let at = index(encoder, address);
    let value = encoder.solver.app("select", &[memory, at]);
    encoder.bind(word(encoder.solver, 32), value)
}

/// The memory after a word was written.
pub fn written(encoder: &mut Encoder<'_>, memory: Term, address: Term, value: Term) -> Term {
    let at = index(encoder, address);
    let changed = encoder.solver.app("store", &[memory, at, value]);
    encoder.bind(contents(encoder.solver), changed)
}

/// Eight times the offset of a byte in its word, as 32 bits.
fn shift(encoder: &mut Encoder<'_>, address: Term) -> Term {
    let low = encoder.solver.app_indexed("extract", &[1, 0], &[address]);
    let (zeros, bits) = (literal(encoder.solver, 27, 0), literal(encoder.solver, 3, 0));
    let amount = encoder.solver.app("concat", &[zeros, low, bits]);
    encoder.bind(word(encoder.solver, 32), amount)
}

/// The scalar narrower than 32 bits at an address. It does not cross a word.
pub fn read_part(encoder: &mut Encoder<'_>, memory: Term, address: Term, width: u32) -> Term {
    let solver = encoder.solver;
    let whole = read(encoder, memory, address);
    let amount = shift(encoder, address);
    let shifted = solver.app("bvlshr", &[whole, amount]);
    let part = solver.app_indexed("extract", &[width - 1, 0], &[shifted]);
    encoder.bind(word(solver, width), part)
}

/// The memory after a scalar narrower than 32 bits was written.
pub fn written_part(encoder: &mut Encoder<'_>, memory: Term, address: Term, width: u32, value: Term) -> Term {
    let solver = encoder.solver;
    let old = read(encoder, memory, address);
    let amount = shift(encoder, address);
    let mask = solver.app("bvshl", &[literal(solver, 32, (1 << width) - 1), amount]);
    let wide = solver.app_indexed("zero_extend", &[32 - width], &[value]);
    let kept = solver.app("bvand", &[old, solver.app("bvnot", &[mask])]);
    let new = solver.app("bvor", &[kept, solver.app("bvshl", &[wide, amount])]);
    let new = encoder.bind(word(solver, 32), new);
    written(encoder, memory, address, new)
}

/// Zero-extends an index or offset to 64 bits.
pub fn extended(encoder: &mut Encoder<'_>, lane: Lane) -> Term {
    let bits = encoder.bits(lane);
    let width = lane.sort().width();
    if width == 64 {
        return bits;
    }
    let wide = encoder.solver.app_indexed("zero_extend", &[64 - width], &[bits]);
    encoder.bind(word(encoder.solver, 64), wide)
}
