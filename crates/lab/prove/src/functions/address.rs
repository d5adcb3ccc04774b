//! Pointers: where they point, and under which condition an access through them is defined.

use super::execute::{Execution, Frame};
use super::layout::{self, offset_of, stride_of};
use super::memory::{Pointer, Region, extended, literal, of_binding, of_global, word};
use super::state::{State, Val};
use crate::lane::{Lane, Sort};
use crate::solver::Term;
use anyhow::{Context as _, Result, bail};
use nvc_ir::types::Length;
use nvc_ir::{Global, GlobalKind, ResourceClass, Space, Type, TypeKind, Value};

/// Size in bytes of a uniform or parameter buffer whose size the program does not state (`docs/nvcp5.md`).
const UNIFORM_BYTES: u32 = 65536;

impl<'m> Execution<'_, '_, 'm> {
    /// A pointer to the start of a global or local variable.
    pub(super) fn start(&mut self, region: Region, offset: u64, ty: Type) -> Result<Pointer> {
        let types = &self.module.types;
        let is_block = |ty: Type| matches!(types.kind(ty), TypeKind::Struct { block: true, .. });
        let element = match types.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => Some(*element),
            _ => None,
        };
        let is_array_of_buffers = element.is_some_and(is_block);
        Ok(Pointer { region, base: None, offset, ty, valid: self.logic.yes, is_array_of_buffers })
    }

    /// The pointer that an operand is; a device address becomes a pointer into [`Region::Physical`].
    pub(super) fn pointer(&mut self, frame: &Frame<'m>, state: &State, value: Value) -> Result<Pointer> {
        let ty = frame.func.ty(frame.func.resolve(value));
        let to = self.module.types.pointee(ty);
        match (self.value(frame, state, value)?, to) {
            (Val::Pointer(pointer), _) => Ok(pointer),
            (Val::Lanes(lanes), Some((Space::PhysicalStorageBuffer, ty))) => {
                let base = self.encoder.bits(*lanes.first().context("no address")?);
                let valid = self.logic.yes;
                Ok(Pointer {
                    region: Region::Physical,
                    base: Some(base),
                    offset: 0,
                    ty,
                    valid,
                    is_array_of_buffers: false,
                })
            }
            _ => bail!("an operand that is not a pointer"),
        }
    }

    /// The value of a pointer: a device address becomes a 64-bit scalar, because it may be stored and compared.
    pub(super) fn physical(&mut self, pointer: Pointer) -> Val {
        if pointer.region != Region::Physical {
            return Val::Pointer(pointer);
        }
        let term = pointer.address(self.encoder);
        Val::Lanes(vec![Lane::Bits { term, width: 64 }])
    }

    /// The low 32 bits of a bindless handle; a handle of at most 32 bits is returned unchanged.
    pub(super) fn low_word(&mut self, lane: Lane) -> Lane {
        if lane.sort().width() <= 32 {
            return lane;
        }
        let bits = self.encoder.bits(lane);
        let low = self.encoder.solver.app_indexed("extract", &[31, 0], &[bits]);
        let term = self.encoder.bind(word(self.encoder.solver, 32), low);
        Lane::Bits { term, width: 32 }
    }

    /// The value of a lane that is a literal; `None` for other lanes.
    pub(super) fn known(&mut self, lane: Lane) -> Option<u64> {
        let bits = self.encoder.bits(lane);
        let text = self.encoder.solver.text(bits);
        let number = text.strip_prefix("(_ bv")?.split(' ').next()?;
        number.parse().ok()
    }

    /// Adds an index times a stride to a pointer.
    pub(super) fn advance(&mut self, pointer: Pointer, index: Lane, stride: u64) -> Pointer {
        if let Some(index) = self.known(index) {
            return pointer.plus(index.wrapping_mul(stride));
        }
        let wide = extended(self.encoder, index);
        let solver = self.encoder.solver;
        let term = match stride {
            1 => wide,
            _ => {
                let product = solver.app("bvmul", &[wide, literal(solver, 64, stride)]);
                self.encoder.bind(word(solver, 64), product)
            }
        };
        pointer.plus_term(self.encoder, term)
    }

    /// Descends into an object, one level for each index.
    pub(super) fn access(
        &mut self,
        frame: &Frame<'m>,
        state: &State,
        start: Pointer,
        indices: &[Value],
    ) -> Result<Pointer> {
        let types = &self.module.types;
        let mut at = start;
        for &index in indices {
            let lanes = self.lanes(frame, state, index)?;
            let lane = *lanes.first().context("no index")?;
            let (element, length, stride) = match types.kind(at.ty) {
                TypeKind::Struct { members, .. } => {
                    let index = u32::try_from(self.known(lane).context("a dynamic member")?)?;
                    let member = members.get(index as usize).context("no such member")?;
                    at = Pointer { ty: member.ty, ..at.plus(offset_of(types, at.ty, index)?) };
                    continue;
                }
                TypeKind::Array { element, length: Length::Fixed(count), stride } => {
                    (*element, Some(*count), *stride)
                }
                TypeKind::Vector(element, count) => (*element, Some(u32::from(*count)), 0),
                TypeKind::RuntimeArray { element, stride } => (*element, None, *stride),
                kind => bail!("an index into {}", layout::name(kind)),
            };
            let bytes = match at.is_array_of_buffers {
                true => of_binding(1),
                false => stride_of(types, element, stride)?,
            };
            let mut next = self.advance(at, lane, bytes);
            if let Some(count) = length {
                let bits = self.encoder.bits(lane);
                let width = lane.sort().width();
                let inside = match self.known(lane) {
                    Some(index) => {
                        if index < u64::from(count) {
                            self.logic.yes
                        } else {
                            self.logic.no
                        }
                    }
                    None => {
                        let solver = self.encoder.solver;
                        let below = solver.app("bvult", &[bits, literal(solver, width, count.into())]);
                        self.logic.named(self.encoder, below)
                    }
                };
                next.valid = self.logic.and(self.encoder, next.valid, inside);
            }
            at = Pointer { ty: element, is_array_of_buffers: false, ..next };
        }
        Ok(at)
    }

    /// A pointer into byte-addressed memory, for an access to `length` bytes.
    pub(super) fn bytes(
        &mut self,
        frame: &Frame<'m>,
        state: &State,
        global: Global,
        operands: &[Value],
        length: u64,
    ) -> Result<Pointer> {
        let GlobalKind::Bytes { resource, bytes } = self.module.globals[global].kind else {
            bail!("an access by bytes to a variable")
        };
        let (region, offset) = of_global(self.module, global);
        let mut pointer = self.start(region, offset, nvc_ir::Types::I32)?;
        if let Some(&element) = operands.first() {
            let lanes = self.lanes(frame, state, element)?;
            let inside = self.below(lanes[0], resource.count.max(1).into());
            pointer = self.advance(pointer, lanes[0], of_binding(1));
            pointer.valid = inside;
        }
        if let Some(&at) = operands.get(1) {
            let lanes = self.lanes(frame, state, at)?;
            pointer = self.advance(pointer, lanes[0], 1);
            let bound = match resource.class {
                ResourceClass::Uniform | ResourceClass::Parameter if bytes == 0 => UNIFORM_BYTES,
                _ => bytes,
            };
            if bound > 0 {
                let last = (u64::from(bound) + 1).saturating_sub(length);
                let inside = self.below(lanes[0], last);
                pointer.valid = self.logic.and(self.encoder, pointer.valid, inside);
            }
            // The offset must be a multiple of the largest power of two that divides the access size, but at most of 16.
            let align = (length & length.wrapping_neg()).min(16);
            let aligned = self.multiple(lanes[0], align);
            pointer.valid = self.logic.and(self.encoder, pointer.valid, aligned);
        }
        Ok(pointer)
    }

    /// The condition that a lane, as an unsigned integer, is less than `bound`.
    pub(super) fn below(&mut self, lane: Lane, bound: u64) -> Term {
        if let Some(value) = self.known(lane) {
            return if value < bound { self.logic.yes } else { self.logic.no };
        }
        let bits = self.encoder.bits(lane);
        let solver = self.encoder.solver;
        let below = solver.app("bvult", &[bits, literal(solver, lane.sort().width(), bound)]);
        self.logic.named(self.encoder, below)
    }

    /// The condition that a lane is a multiple of `of`, a power of two.
    pub(super) fn multiple(&mut self, lane: Lane, of: u64) -> Term {
        if of <= 1 {
            return self.logic.yes;
        }
        if let Some(value) = self.known(lane) {
            return if value % of == 0 { self.logic.yes } else { self.logic.no };
        }
        let bits = self.encoder.bits(lane);
        let solver = self.encoder.solver;
        let count = of.trailing_zeros();
        let low = solver.app_indexed("extract", &[count - 1, 0], &[bits]);
        let is_zero = solver.app("=", &[low, literal(solver, count, 0)]);
        self.logic.named(self.encoder, is_zero)
    }

    /// The length of a buffer in words, an uninterpreted function of its binding.
    pub(super) fn length_in_words(&mut self, pointer: Pointer) -> Result<Term> {
        let address = pointer.address(self.encoder);
        let solver = self.encoder.solver;
        let binding = solver.app_indexed("extract", &[63, 48], &[address]);
        let term = self.encoder.bind(word(solver, 16), binding);
        let lanes = self.encoder.apply(
            "length",
            &format!("{:?}", pointer.region),
            &[Lane::Bits { term, width: 16 }],
            &[Sort::Bits(30)],
        )?;
        let term = self.encoder.bits(lanes[0]);
        Ok(self.encoder.bind(word(self.encoder.solver, 30), term))
    }

    /// The number of elements of the runtime array that is a member of a block.
    pub(super) fn array_length(&mut self, block: Pointer, index: u32, ty: Type) -> Result<Lane> {
        let types = &self.module.types;
        let TypeKind::Struct { members, .. } = types.kind(block.ty) else { bail!("no block") };
        let member = members.get(index as usize).context("no such member")?;
        let TypeKind::RuntimeArray { element, stride } = types.kind(member.ty) else {
            bail!("no runtime array")
        };
        let (stride, offset) = (stride_of(types, *element, *stride)?, offset_of(types, block.ty, index)?);
        if types.scalar_bits(ty) != Some(32) {
            bail!("the length of a runtime array as an integer of other than 32 bits");
        }
        let words = self.length_in_words(block)?;
        let solver = self.encoder.solver;
        let bytes = solver.app("concat", &[words, literal(solver, 2, 0)]);
        let rest =
            if offset > 0 { solver.app("bvsub", &[bytes, literal(solver, 32, offset)]) } else { bytes };
        let count = match stride {
            4 if offset == 0 => solver.app("concat", &[literal(solver, 2, 0), words]),
            1 => rest,
            _ => solver.app("bvudiv", &[rest, literal(solver, 32, stride)]),
        };
        Ok(Lane::Bits { term: self.encoder.bind(word(solver, 32), count), width: 32 })
    }
}
