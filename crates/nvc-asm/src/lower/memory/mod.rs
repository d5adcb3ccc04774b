//! Lowers loads, stores, atomics, counters and barriers (§2.X.8 of NV_gpu_program5, NV_compute_program5 and
//! NV_shader_storage_buffer_object; storage modifiers: NV_gpu_program5 §2.X.4.1,
//! NV_gpu_program5_mem_extended).

pub(super) mod atomic;
pub(super) mod parameters;
pub(super) mod resources;

use crate::lower::operands::without_modifiers;
use crate::lower::{F32, Lowerer, S32, U32, ir_type};
use crate::modifier::{BaseType, DataType, TypeModifier};
use crate::resolve::{Access as Part, Inst, Place, Src, SrcBase, VarKind};
use crate::table::Opcode;
use nvc_ir::imm::{Access, Barrier, BytesAccess, Imm, MemoryKinds, Scope};
use nvc_ir::types::{Space, Types};
use nvc_ir::{Global, Op, Type, Value};

/// A location in memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Location {
    /// A location in an array of buffers, or in shared memory: the global, the index of the buffer, and the byte offset in it.
    Bytes(Global, Value, Value),
    /// A 64-bit device address.
    Address(Value),
}

/// Returns the type that a component of a memory access has in a register. Small integers are extended to 32 bits, and
/// 16-bit floats (halves) to 32-bit floats.
pub(super) fn register_type(storage: TypeModifier) -> DataType {
    match (storage.base, storage.data_type().bits) {
        (BaseType::Float, 16) => F32,
        (base, bits) => DataType::new(base, bits.max(32)),
    }
}

/// Returns the loaded component that LDC's swizzle selects for a lane; `None` for a lane that becomes 0. For
/// 8- and 16-bit vectors, and for single halves, a one-letter swizzle selects a 32-bit word instead, and the
/// parts of that word fill the lanes repeatedly (crates/lab/logs/hardware.md).
fn loaded_component(src: &Src, storage: TypeModifier, k: usize) -> Option<usize> {
    let lanes = src.swizzle.lanes.map(usize::from);
    let bits = usize::from(storage.data_type().bits);
    let packed = bits < 32 && (storage.count > 1 || storage.base == BaseType::Float);
    if !packed || lanes != [lanes[0]; 4] {
        return Some(lanes[k]);
    }
    let parts = 32 / bits;
    (k < usize::from(storage.count)).then_some(lanes[0] * parts + k % parts)
}

impl Lowerer<'_> {
    fn access(&self, inst: &Inst) -> Access {
        Access { align: 0, volatile: inst.mods.volatile, coherent: inst.mods.coherent || inst.mods.volatile }
    }

    /// Returns the location of a memory operand in a buffer, a counter or shared memory; `None` for variables of other
    /// classes.
    fn variable_location(&mut self, place: &Place) -> Option<Location> {
        let (window, unit) = match &self.program.var(place.var)?.kind {
            VarKind::Storage(window) | VarKind::Shared(window) => (window, 1),
            VarKind::Counter(window) => (window, 4),
            VarKind::Buffer { window, .. } => (window, 1),
            _ => return None,
        };
        let (global, point, offset) = self.buffer_place(place, window, unit);
        Some(Location::Bytes(global, point, offset))
    }

    /// Returns the location that an instruction accesses: its memory operand, the address in its last operand, or the
    /// CBUFFER element of LDC. Reports an internal error if there is none.
    pub(super) fn location(&mut self, inst: &Inst) -> Option<Location> {
        let location = match (inst.access, inst.srcs.last()) {
            (Some(Part::Memory(place)), _) => self.variable_location(place),
            (_, Some(Src { base: SrcBase::Var(place), .. })) if inst.opcode == Opcode::Ldc => {
                self.variable_location(place)
            }
            (_, Some(address)) => {
                Some(Location::Address(self.read_as(address, 0, DataType::new(BaseType::Unsigned, 64))))
            }
            _ => None,
        };
        if location.is_none() {
            self.internal(inst.span, "a memory access without a location");
        }
        location
    }

    fn load_at(&mut self, location: Location, ty: Type, access: Access) -> Value {
        match location {
            Location::Bytes(global, point, offset) => self.load_bytes(global, point, offset, ty, access),
            Location::Address(address) => {
                let (pointer, access) = self.physical(address, ty, access);
                self.b.inst_with_type(Op::Load, Imm::Access(access), &[pointer], ty)
            }
        }
    }

    fn store_at(&mut self, location: Location, value: Value, access: Access) {
        match location {
            Location::Bytes(global, point, offset) => {
                let imm = Imm::Bytes(BytesAccess { global, access });
                self.b.effect(Op::BytesStore, imm, &[point, offset, value]);
            }
            Location::Address(address) => {
                let ty = self.b.func.ty(value);
                let (pointer, access) = self.physical(address, ty, access);
                self.b.effect(Op::Store, Imm::Access(access), &[pointer, value]);
            }
        }
    }

    /// Converts an address to a pointer. Accesses are aligned to their size.
    pub(super) fn physical(&mut self, address: Value, ty: Type, access: Access) -> (Value, Access) {
        let pointer = self.b.types.pointer(Space::PhysicalStorageBuffer, ty);
        let pointer = self.b.inst_with_type(Op::PhysicalAddr, Imm::None, &[address], pointer);
        let align = self.b.types.bits(ty).unwrap_or(32) / 8;
        (pointer, Access { align, ..access })
    }

    /// Lowers LDB, LDS, LDC and LOAD.
    pub(super) fn load(&mut self, inst: &Inst) {
        let (Some(storage), Some(location)) = (inst.storage, self.location(inst)) else { return };
        let ty = register_type(storage);
        let access = self.access(inst);
        let components = self.load_components(location, storage, access);
        let zero = self.b.bits(ir_type(ty), 0);
        // The swizzle and signs of LDC's operand apply to the loaded value.
        let src = if inst.opcode == Opcode::Ldc { inst.srcs.first() } else { None };
        self.each_lane(inst, ty, |this, k| {
            let component = src.map_or(Some(k), |src| loaded_component(src, storage, k));
            let value = component.and_then(|k| components.get(k).copied()).unwrap_or(zero);
            src.map_or(value, |src| this.signs(src, value, ty))
        });
    }

    /// Loads the components of an access and converts them to their types in registers.
    fn load_components(&mut self, location: Location, storage: TypeModifier, access: Access) -> Vec<Value> {
        let bits = storage.data_type().bits;
        let count = storage.count;
        if bits >= 32 {
            let scalar = ir_type(register_type(storage));
            let ty = self.b.types.vector(scalar, count.into());
            let value = self.load_at(location, ty, access);
            return (0..u32::from(count)).map(|k| self.b.extract(value, k)).collect();
        }
        if count == 1 {
            let value = self.load_at(location, Types::int(bits), access);
            return vec![self.widen_small(value, storage)];
        }
        // Vectors of small components are loaded as 32-bit words with bit fields.
        let words = self.load_small_words(location, storage.bytes(), access);
        let per_word = 32 / u32::from(bits);
        let mut components = Vec::with_capacity(usize::from(count));
        for k in 0..u32::from(count) {
            let Some(&word) = words.get((k / per_word) as usize) else { break };
            let value = if storage.base == BaseType::Float {
                self.half(word, k & 1)
            } else {
                let (offset, width) =
                    (self.b.i32(k % per_word * u32::from(bits)), self.b.i32(u32::from(bits)));
                let op = if storage.base == BaseType::Signed { Op::SBfe } else { Op::UBfe };
                self.b.op(op, &[word, offset, width])
            };
            components.push(value);
        }
        components
    }

    /// Loads 2, 4 or 8 bytes as 32-bit words.
    fn load_small_words(&mut self, location: Location, bytes: u32, access: Access) -> Vec<Value> {
        match bytes {
            2 => {
                let half = self.load_at(location, Types::I16, access);
                vec![self.resize(half, 16, U32)]
            }
            4 => vec![self.load_at(location, Types::I32, access)],
            _ => {
                let ty = self.b.types.vector(Types::I32, 2);
                let pair = self.load_at(location, ty, access);
                vec![self.b.extract(pair, 0), self.b.extract(pair, 1)]
            }
        }
    }

    /// Extends an 8- or 16-bit value to its type in a register.
    fn widen_small(&mut self, value: Value, storage: TypeModifier) -> Value {
        let bits = storage.data_type().bits;
        match storage.base {
            BaseType::Float => {
                let word = self.resize(value, bits, U32);
                self.half(word, 0)
            }
            BaseType::Signed => self.resize(value, bits, S32),
            BaseType::Unsigned => self.resize(value, bits, U32),
        }
    }

    /// Returns the low (0) or high (1) half of a 32-bit word as a 32-bit float.
    pub(super) fn half(&mut self, word: Value, which: u32) -> Value {
        let ty = self.b.types.vector(Types::F32, 2);
        let pair = self.b.inst_with_type(Op::UnpackHalf, Imm::None, &[word], ty);
        self.b.extract(pair, which)
    }

    /// Lowers STB, STS and STORE.
    pub(super) fn store(&mut self, inst: &Inst) {
        let (Some(storage), Some(src)) = (inst.storage, inst.srcs.first()) else { return };
        let Some(location) = self.location(inst) else { return };
        let access = self.access(inst);
        let ty = register_type(storage);
        // The hardware ignores the operand's signs for vectors of 8- and 16-bit integers
        // (crates/lab/logs/hardware.md).
        let packed = storage.base != BaseType::Float && storage.data_type().bits < 32 && storage.count > 1;
        let src = if packed { &without_modifiers(src) } else { src };
        let components: Vec<Value> =
            (0..usize::from(storage.count)).map(|k| self.read_as(src, k, ty)).collect();
        let value = self.memory_value(storage, &components);
        self.store_at(location, value, access);
    }

    /// Converts components to the scalar or vector that is stored to memory.
    fn memory_value(&mut self, storage: TypeModifier, components: &[Value]) -> Value {
        let bits = storage.data_type().bits;
        if bits >= 32 {
            return self.b.construct(components);
        }
        let words = if storage.base == BaseType::Float {
            self.half_words(components)
        } else {
            self.field_words(components, u32::from(bits))
        };
        match storage.bytes() {
            1 => self.narrow_word(words[0], Types::I8),
            2 => self.narrow_word(words[0], Types::I16),
            _ => self.b.construct(&words),
        }
    }

    fn narrow_word(&mut self, word: Value, ty: Type) -> Value {
        self.b.inst_with_type(Op::ITrunc, Imm::None, &[word], ty)
    }

    /// Packs pairs of floats as halves into 32-bit words.
    pub(super) fn half_words(&mut self, components: &[Value]) -> Vec<Value> {
        let zero = self.b.f32(0.0);
        components
            .chunks(2)
            .map(|pair| {
                let pair = self.b.construct(&[pair[0], pair.get(1).copied().unwrap_or(zero)]);
                self.b.op(Op::PackHalf, &[pair])
            })
            .collect()
    }

    /// Packs the low bits of integers into bit fields of 32-bit words.
    fn field_words(&mut self, components: &[Value], bits: u32) -> Vec<Value> {
        components
            .chunks((32 / bits) as usize)
            .map(|fields| {
                let mut word = fields[0];
                for (k, &field) in fields.iter().enumerate().skip(1) {
                    let (offset, count) = (self.b.i32(k as u32 * bits), self.b.i32(bits));
                    word = self.b.op(Op::Bfi, &[word, field, offset, count]);
                }
                word
            })
            .collect()
    }

    /// Lowers BAR and MEMBAR. BAR also orders accesses to shared, buffer and image memory within the workgroup, because
    /// programs rely on that.
    pub(super) fn sync(&mut self, inst: &Inst) {
        let kinds = MemoryKinds { buffer: true, workgroup: true, image: true };
        let barrier = match inst.opcode {
            Opcode::Bar => Barrier { execution: Some(Scope::Workgroup), memory: Scope::Workgroup, kinds },
            _ if inst.mods.cta => Barrier { execution: None, memory: Scope::Workgroup, kinds },
            _ => Barrier { execution: None, memory: Scope::Device, kinds },
        };
        self.b.effect(Op::Barrier, Imm::Barrier(barrier), &[]);
    }
}
