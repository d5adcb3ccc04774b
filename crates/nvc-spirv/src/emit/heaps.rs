//! Emits descriptor heaps (SPV_EXT_descriptor_heap): the heap variables, and the types of descriptor arrays
//! for accesses to them.
//!
//! A heap is an untyped variable. Each access names the array type that it indexes. The stride of the array
//! is a constant: either the device's size of the descriptor, or a number of bytes. For an access by byte
//! offset, the heap is an array of bytes.

use super::Emitter;
use crate::capabilities::Requirement;
use rspirv::dr::Operand;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

/// The heaps and array types declared so far.
#[derive(Default)]
pub(super) struct Heaps {
    resources: Option<Word>,
    samplers: Option<Word>,
    bytes: Option<Word>,
    /// Array types, by descriptor type and stride.
    arrays: FxHashMap<(Word, u32), Word>,
    /// Structs that contain one array, by the array type and the decorations of the member.
    structs: FxHashMap<(Word, Vec<Decoration>), Word>,
}

impl Emitter<'_> {
    /// Returns the id of the sampler heap or the resource heap.
    pub(super) fn heap(&mut self, samplers: bool) -> Word {
        let known = if samplers { self.heaps.samplers } else { self.heaps.resources };
        if let Some(id) = known {
            return id;
        }
        self.require(Requirement::UntypedPointersKHR);
        self.require(Requirement::DescriptorHeapEXT);
        let class = StorageClass::UniformConstant;
        let pointer = self.untyped_pointer(class);
        let id =
            self.writer.declare(Op::UntypedVariableKHR, Some(pointer), vec![Operand::StorageClass(class)]);
        let (builtin, name) = match samplers {
            true => (BuiltIn::SamplerHeapEXT, "sampler_heap"),
            false => (BuiltIn::ResourceHeapEXT, "resource_heap"),
        };
        self.writer.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(builtin)]);
        self.writer.name(id, name);
        self.globals.add_variable(id);
        let slot = if samplers { &mut self.heaps.samplers } else { &mut self.heaps.resources };
        *slot = Some(id);
        id
    }

    /// Returns the type of untyped pointers in a storage class.
    pub(super) fn untyped_pointer(&mut self, class: StorageClass) -> Word {
        self.writer.intern(Op::TypeUntypedPointerKHR, None, &[Operand::StorageClass(class)])
    }

    /// Returns the descriptor type of buffers in a storage class.
    pub(super) fn buffer_descriptor(&mut self, class: StorageClass) -> Word {
        self.writer.intern(Op::TypeBufferEXT, None, &[Operand::StorageClass(class)])
    }

    /// Returns the size of a descriptor type, a constant that the device determines.
    pub(super) fn descriptor_size(&mut self, descriptor: Word) -> Word {
        let ty = self.int_type(32, false);
        self.writer.intern(Op::ConstantSizeOfEXT, Some(ty), &[Operand::IdRef(descriptor)])
    }

    /// Returns the type of a heap as an array of bytes.
    pub(super) fn heap_bytes(&mut self) -> Word {
        if let Some(id) = self.heaps.bytes {
            return id;
        }
        self.require(Requirement::Int8);
        let byte = self.int_type(8, false);
        let id = self.writer.declare(Op::TypeRuntimeArray, None, vec![Operand::IdRef(byte)]);
        self.writer.decorate(id, Decoration::ArrayStride, &[Operand::LiteralBit32(1)]);
        self.heaps.bytes = Some(id);
        id
    }

    /// Returns the type of an array of descriptors that are `stride` bytes apart; 0 means the size of a
    /// descriptor.
    pub(super) fn heap_array(&mut self, descriptor: Word, stride: u32) -> Word {
        if let Some(&id) = self.heaps.arrays.get(&(descriptor, stride)) {
            return id;
        }
        let distance = match stride {
            0 => self.descriptor_size(descriptor),
            _ => self.u32(stride),
        };
        let id = self.writer.declare(Op::TypeRuntimeArray, None, vec![Operand::IdRef(descriptor)]);
        self.writer.decorate_id(id, Decoration::ArrayStrideIdEXT, distance);
        self.heaps.arrays.insert((descriptor, stride), id);
        id
    }

    /// Returns a struct type whose only member is an array with the given decorations. The struct is needed
    /// because neither arrays nor pointers can have these decorations.
    pub(super) fn heap_struct(&mut self, array: Word, decorations: Vec<Decoration>) -> Word {
        if let Some(&id) = self.heaps.structs.get(&(array, decorations.clone())) {
            return id;
        }
        let id = self.writer.declare(Op::TypeStruct, None, vec![Operand::IdRef(array)]);
        self.writer.decorate(id, Decoration::Block, &[]);
        self.writer.member_offset(id, 0, 0);
        for &decoration in &decorations {
            self.writer.decorate_member(id, 0, decoration);
        }
        self.heaps.structs.insert((array, decorations), id);
        id
    }
}
