//! Assigns the offsets of block members (GLSL §4.4.5). GLSL requires increasing offsets. SPIR-V requires only that members do
//! not overlap; glslang accepts that too, and shaders rely on it.

use crate::check::Checker;
use crate::check::declarations::placement::Placement;
use crate::layout::{Extent, Rules, align_up};
use crate::types::{Layout, Length, Member, TypeKind};
use nvc_diag::Code;
use std::collections::BTreeMap;

/// Exclusive limit on the size of a block in bytes.
const MAX_BYTES: u64 = 1 << 31;

/// The bytes of a block that members occupy: the end of each range by its start.
#[derive(Default)]
struct Taken(BTreeMap<u64, u64>);

impl Taken {
    /// Adds a range. Returns the start of a range that it overlaps, if there is one.
    fn add(&mut self, start: u64, end: u64) -> Option<u64> {
        // The ranges do not overlap each other, so only the last one that starts before the end can overlap.
        let before = self.0.range(..end).next_back().filter(|&(_, &other)| other > start);
        let overlapped = before.map(|(&other, _)| other);
        if overlapped.is_none() && end > start {
            self.0.insert(start, end);
        }
        overlapped
    }
}

impl Checker<'_> {
    /// Assigns offsets to the members of a block.
    pub(super) fn assign_offsets(
        &mut self,
        members: &mut [Member],
        placements: &[Placement],
        layout: Layout,
    ) {
        let (mut end, mut size, mut fits) = (0u64, 0u64, true);
        let mut taken = Taken::default();
        let last = members.len().saturating_sub(1);
        for (index, (member, &placement)) in members.iter_mut().zip(placements).enumerate() {
            let extent = self.extent(member.ty, Rules { layout, row_major: member.row_major });
            let offset = self.member_offset(placement, extent, end);
            fits &= extent.size < MAX_BYTES;
            end = offset.saturating_add(extent.size);
            size = size.max(end);
            // An unsized array, which must be the last member, extends to the end of the buffer.
            let is_unsized =
                matches!(self.program.types.kind(member.ty), TypeKind::Array(_, Length::Unsized));
            let stop = if is_unsized && index == last { u64::MAX } else { end };
            if let Some(other) = taken.add(offset, stop) {
                let at = placement.offset.map_or(member.span, |(_, at)| at);
                let message = format!("the member at offset {offset} overlaps another at offset {other}");
                self.error(Code::N1402, at, message);
                end = size;
            }
            member.offset = u32::try_from(offset).unwrap_or(u32::MAX);
        }
        // A single member that is too large was reported with its type.
        if fits
            && size >= MAX_BYTES
            && let Some(member) = members.last()
        {
            self.error(Code::N0501, member.span, format!("the block has {size} bytes, which is too large"));
        }
    }

    /// Returns the offset of a member: as written, or else after the previous member, and aligned as requested.
    fn member_offset(&mut self, placement: Placement, extent: Extent, end: u64) -> u64 {
        let mut align = extent.align;
        if let Some((asked, at)) = placement.align {
            if asked.is_power_of_two() {
                align = align.max(asked);
            } else {
                self.error(Code::N1402, at, format!("the alignment {asked} is not a power of two"));
            }
        }
        let Some((written, at)) = placement.offset else { return align_up(end, align) };
        if !written.is_multiple_of(u64::from(extent.align)) {
            let message =
                format!("the offset {written} is not a multiple of the member's alignment, {}", extent.align);
            self.error(Code::N1402, at, message);
        }
        align_up(written, align)
    }
}
