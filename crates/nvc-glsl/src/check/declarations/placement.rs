//! The `align` and `offset` qualifiers of block members (GLSL §4.4.5).

use super::layout_qualifiers::LayoutKey;
use super::qualifiers::QualifierSet;
use nvc_diag::Span;

/// The `align` and `offset` qualifiers of a member.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Placement {
    /// The alignment and its source location.
    pub(in crate::check) align: Option<(u32, Span)>,
    /// The offset and its source location.
    pub(in crate::check) offset: Option<(u64, Span)>,
}

impl Placement {
    /// Returns the placement of a member with these qualifiers; `block` is the alignment of the block, if it is
    /// declared.
    pub(in crate::check) fn of(quals: &QualifierSet, block: Option<u32>, span: Span) -> Placement {
        let at = quals.get(LayoutKey::Align).map_or(span, |item| item.span);
        Placement {
            align: quals.number(LayoutKey::Align).or(block).map(|align| (align, at)),
            offset: quals
                .get(LayoutKey::Offset)
                .map(|item| (u64::try_from(item.value).unwrap_or(0), item.span)),
        }
    }
}
