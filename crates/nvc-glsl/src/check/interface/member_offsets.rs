//! Assigns the offsets of block members (GLSL §4.4.5).

use crate::check::Checker;
use crate::check::declarations::placement::Placement;
use crate::layout::{Extent, Rules, align_up};
use crate::types::{Layout, Member};
use nvc_diag::{Code, Diagnostic};

/// Exclusive limit on the size of a block in bytes.
const MAX_BYTES: u64 = 1 << 31;

impl Checker<'_> {
    /// Assigns offsets to the members of a block.
    pub(super) fn assign_offsets(
        &mut self,
        members: &mut [Member],
        placements: &[Placement],
        layout: Layout,
    ) {
        let (mut end, mut fits) = (0u64, true);
        for (member, &placement) in members.iter_mut().zip(placements) {
            let extent = self.extent(member.ty, Rules { layout, row_major: member.row_major });
            let offset = self.member_offset(placement, extent, end);
            fits &= extent.size < MAX_BYTES;
            end = offset.saturating_add(extent.size);
            member.offset = u32::try_from(offset).unwrap_or(u32::MAX);
        }
        // A single member that is too large was reported with its type.
        if fits
            && end >= MAX_BYTES
            && let Some(member) = members.last()
        {
            self.error(Code::N0501, member.span, format!("the block has {end} bytes, which is too large"));
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
        if written < end {
            let message = format!("the offset {written} overlaps the previous member, which ends at {end}");
            self.report(Diagnostic::new(Code::N1402, at, message));
        }
        align_up(written, align)
    }
}
