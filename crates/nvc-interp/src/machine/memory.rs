//! Executes loads, stores and atomics.

use super::frame::Warp;
use super::{Machine, Site, atomic};
use crate::check::{Access, Kind};
use crate::code::{Arena, IMAGES, MemoryAccess, MemoryStep, Region};
use crate::column::{Mask, lanes};
use crate::layout::Leaf;
use crate::site::Memory;
use nvc_exec::of_address;
use nvc_ir::ResourceClass;

impl Machine<'_> {
    /// Executes a load, store or atomic.
    pub(super) fn access(&mut self, warp: &mut Warp, mask: Mask, step: &MemoryStep, site: Site) {
        for lane in lanes(mask) {
            let region = warp.registers.get(step.region, lane);
            let offset = warp.registers.get(step.offset, lane);
            let (memory, offset) = self.resolve(step.arena, region, offset);
            if self.checks.is_some() {
                self.check_access(warp, lane, step, memory, offset, site);
            }
            self.access_lane(warp, lane, step, memory, offset);
        }
    }

    /// Resolves a pointer to a memory object and an offset in it.
    fn resolve(&self, arena: Arena, region: u64, offset: u64) -> (Memory, u64) {
        let number = usize::try_from(region).ok();
        let memory = match arena {
            Arena::Buffer => {
                let buffer = number.filter(|&n| n < self.buffers.len()).map(Memory::Buffer);
                Some(buffer.unwrap_or(Memory::Element))
            }
            Arena::Shared => number.filter(|&n| n < self.shared.len()).map(Memory::Shared),
            Arena::Lane => Some(Memory::Lane((region >> 32) as usize, (region & 0xffff_ffff) as usize)),
            Arena::Texel => (region & IMAGES != 0).then_some(Memory::Image(region as u32)),
            Arena::Physical => {
                let found = of_address(offset).and_then(|(class, index, rest)| {
                    Some((Memory::Buffer(*self.region_ids.get(&(class, index))?), rest))
                });
                return found.unwrap_or((Memory::Nowhere, offset));
            }
        };
        (memory.unwrap_or(Memory::Nowhere), offset)
    }

    /// Returns the bytes of a memory object. `private` is the warp's private memory.
    fn bytes<'s>(&'s mut self, private: &'s mut [u8], lane: usize, memory: Memory) -> &'s mut [u8] {
        let found = match memory {
            Memory::Buffer(n) => self.buffers.get_mut(n).map(Vec::as_mut_slice),
            Memory::Shared(n) => self.shared.get_mut(n).map(Vec::as_mut_slice),
            Memory::Lane(start, size) => {
                let start = lane * self.program.lane_bytes as usize + start;
                private.get_mut(start..start + size)
            }
            Memory::Image(unit) => {
                self.resources.images.get_mut(&unit).map(|image| image.texels.as_mut_slice())
            }
            Memory::Element | Memory::Nowhere => None,
        };
        found.unwrap_or_default()
    }

    /// Executes an access in one lane.
    fn access_lane(&mut self, warp: &mut Warp, lane: usize, step: &MemoryStep, memory: Memory, offset: u64) {
        let registers = &mut warp.registers;
        let bytes = self.bytes(&mut warp.memory, lane, memory);
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        match &step.access {
            MemoryAccess::Load => {
                for (leaf, &slot) in step.leaves.iter().zip(&step.slots) {
                    registers.set(slot, lane, read(bytes, start, *leaf).unwrap_or(0));
                }
            }
            MemoryAccess::Store => {
                for (leaf, &slot) in step.leaves.iter().zip(&step.slots) {
                    write(bytes, start, *leaf, registers.get(slot, lane));
                }
            }
            MemoryAccess::Atomic { op, operands } => {
                for (part, (leaf, &slot)) in step.leaves.iter().zip(&step.slots).enumerate() {
                    let operand = |n: usize| {
                        let slots = operands.get(n).and_then(|o| o.as_deref());
                        slots.and_then(|s| s.get(part)).map_or(0, |&slot| registers.get(slot, lane))
                    };
                    // Out of bounds, the old value is 0 and the write is discarded.
                    let old = read(bytes, start, *leaf).unwrap_or(0);
                    if let Some(new) = atomic::apply(*op, leaf.kind, old, [operand(0), operand(1)]) {
                        write(bytes, start, *leaf, new);
                    }
                    registers.set(slot, lane, old);
                }
            }
        }
    }

    /// Passes an access to the run-time checks.
    fn check_access(
        &mut self,
        warp: &Warp,
        lane: usize,
        step: &MemoryStep,
        memory: Memory,
        offset: u64,
        site: Site,
    ) {
        let invocation = self.invocation(warp, lane);
        let kind = match &step.access {
            MemoryAccess::Load => Kind::Read,
            MemoryAccess::Store => Kind::Write,
            MemoryAccess::Atomic { .. } => Kind::Atomic,
        };
        let size = match memory {
            Memory::Buffer(n) => self.buffers.get(n).map_or(0, Vec::len),
            Memory::Shared(n) => self.shared.get(n).map_or(0, Vec::len),
            Memory::Lane(_, size) => size,
            Memory::Image(unit) => self.resources.images.get(&unit).map_or(0, |image| image.texels.len()),
            Memory::Element | Memory::Nowhere => 0,
        };
        let private_start = lane * self.program.lane_bytes as usize;
        // Several invocations may write the value that is already in memory, because the order of such writes
        // does not matter.
        let unchanged = kind == Kind::Write && {
            let start = usize::try_from(offset).unwrap_or(usize::MAX);
            let bytes: &[u8] = match memory {
                Memory::Buffer(n) => self.buffers.get(n).map_or(&[], Vec::as_slice),
                Memory::Shared(n) => self.shared.get(n).map_or(&[], Vec::as_slice),
                _ => &[],
            };
            let same = |(leaf, &slot): (&Leaf, &u32)| {
                read(bytes, start, *leaf) == Some(warp.registers.get(slot, lane))
            };
            step.leaves.iter().zip(&step.slots).all(same)
        };
        let regions = &self.regions;
        let describe = || describe(regions, memory);
        if let Some(checks) = &mut self.checks {
            checks.access(Access {
                site,
                invocation,
                warp: warp.number,
                kind,
                memory,
                private_start,
                describe: &describe,
                offset,
                bytes: step.bytes,
                leaves: &step.leaves,
                align: step.align,
                size,
                coherent: step.coherent,
                unchanged,
            });
        }
    }
}

/// Describes a memory object in a diagnostic.
fn describe(regions: &[Region], memory: Memory) -> String {
    match memory {
        Memory::Buffer(n) => match regions.get(n) {
            Some(region) if region.class == ResourceClass::Parameter => "the parameters".to_owned(),
            Some(region) => format!("{}[{}]", region.class.name(), region.index),
            None => "no buffer".to_owned(),
        },
        Memory::Shared(_) => "shared memory".to_owned(),
        Memory::Lane(..) => "a local variable".to_owned(),
        Memory::Image(unit) => format!("image[{unit}]"),
        Memory::Element => "an array of buffers".to_owned(),
        Memory::Nowhere => "an address outside all buffers".to_owned(),
    }
}

/// Reads a scalar; `None` if it is out of bounds.
fn read(bytes: &[u8], start: usize, leaf: Leaf) -> Option<u64> {
    let at = start.checked_add(leaf.offset as usize)?;
    let bytes = bytes.get(at..at.checked_add(leaf.bytes())?)?;
    match *bytes {
        [a] => Some(a.into()),
        [a, b] => Some(u16::from_le_bytes([a, b]).into()),
        [a, b, c, d] => Some(u32::from_le_bytes([a, b, c, d]).into()),
        _ => bytes.try_into().ok().map(u64::from_le_bytes),
    }
}

/// Writes a scalar, unless it is out of bounds.
fn write(bytes: &mut [u8], start: usize, leaf: Leaf, value: u64) {
    let size = leaf.bytes();
    let Some(at) = start.checked_add(leaf.offset as usize) else { return };
    if let Some(to) = at.checked_add(size).and_then(|end| bytes.get_mut(at..end)) {
        to.copy_from_slice(&value.to_le_bytes()[..size]);
    }
}
