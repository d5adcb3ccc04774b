//! Descriptor heaps (SPV_EXT_descriptor_heap): their variables, and the arrays of descriptors that they are accessed as.
//!
//! A heap is an untyped variable. Each access names the type of array that it indexes, whose stride is a constant: the
//! size that the device has for the descriptor, or a number of bytes. An offset in bytes is an index of an array of bytes.

use super::Emitter;
use crate::capabilities::Requirement;
use rspirv::dr::Operand;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

/// The declared heaps and arrays.
#[derive(Default)]
pub(super) struct Heaps {
    resources: Option<Word>,
    samplers: Option<Word>,
    bytes: Option<Word>,
    /// Arrays, by the type of the descriptor and the stride.
    arrays: FxHashMap<(Word, u32), Word>,
    /// Structs of one array, by the array and the decorations of the member.
    structs: FxHashMap<(Word, Vec<Decoration>), Word>,
}

impl Emitter<'_> {
    /// The variable of the sampler heap or the resource heap.
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

    /// The type of an untyped pointer.
    pub(super) fn untyped_pointer(&mut self, class: StorageClass) -> Word {
        self.writer.intern(Op::TypeUntypedPointerKHR, None, vec![Operand::StorageClass(class)])
    }

    /// The descriptor of a buffer.
    pub(super) fn buffer_descriptor(&mut self, class: StorageClass) -> Word {
        self.writer.intern(Op::TypeBufferEXT, None, vec![Operand::StorageClass(class)])
    }

    /// The size of a descriptor, a constant of the device.
    pub(super) fn descriptor_size(&mut self, descriptor: Word) -> Word {
        let ty = self.int_type(32, false);
        self.writer.intern(Op::ConstantSizeOfEXT, Some(ty), vec![Operand::IdRef(descriptor)])
    }

    /// The type of a heap as an array of bytes.
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

    /// The type of an array of descriptors in a heap, `stride` bytes apart; 0 is the size of a descriptor.
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

    /// A struct of an array, whose only member has these decorations: neither arrays nor pointers can.
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
