//! The layout of types in memory: offsets and sizes in bytes.

use crate::lane::Sort;
use anyhow::{Context, Result, bail};
use nvc_ir::types::Length;
use nvc_ir::{Space, Type, TypeKind, Types};

/// Maximum number of scalars that one access moves.
const SCALARS: usize = 64;

/// A scalar in memory.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Offset in bytes from the start of the value.
    pub offset: u64,
    /// Sort of the scalar.
    pub sort: Sort,
    /// Whether the scalar is a bool, which occupies 32 bits.
    pub is_bool: bool,
}

/// Returns the alignment in bytes of a type without explicit layout: the size of its largest scalar.
fn alignment(types: &Types, ty: Type) -> u64 {
    match types.kind(ty) {
        TypeKind::Bool => 4,
        TypeKind::Int(bits) | TypeKind::Float(bits) => u64::from(*bits / 8),
        TypeKind::Vector(part, _) | TypeKind::Array { element: part, .. } => alignment(types, *part),
        TypeKind::Struct { members, .. } => {
            members.iter().map(|member| alignment(types, member.ty)).max().unwrap_or(1)
        }
        TypeKind::Pointer(..) => 8,
        _ => 1,
    }
}

/// Returns the size of a type in bytes.
pub fn size(types: &Types, ty: Type) -> Result<u64> {
    Ok(match types.kind(ty) {
        TypeKind::Bool => 4,
        TypeKind::Int(bits) | TypeKind::Float(bits) => u64::from(*bits / 8),
        TypeKind::Vector(scalar, count) => size(types, *scalar)? * u64::from(*count),
        TypeKind::Array { element, length: Length::Fixed(count), stride } => {
            stride_of(types, *element, *stride)? * u64::from(*count)
        }
        TypeKind::Struct { members, .. } => {
            let mut end = 0;
            for (index, member) in members.iter().enumerate() {
                let index = u32::try_from(index).context("too many members")?;
                end = end.max(offset_of(types, ty, index)? + size(types, member.ty)?);
            }
            end.next_multiple_of(alignment(types, ty))
        }
        TypeKind::Pointer(Space::PhysicalStorageBuffer, _) => 8,
        // Descriptors have no size in bytes. With 1, the address of an element in an array of descriptors is its index.
        TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler => 1,
        kind => bail!("no size of type {}", name(kind)),
    })
}

/// Returns the distance in bytes between the elements of an array. `stride` is the explicit stride of the array type, or 0.
pub fn stride_of(types: &Types, element: Type, stride: u32) -> Result<u64> {
    if stride > 0 {
        return Ok(stride.into());
    }
    Ok(size(types, element)?.next_multiple_of(alignment(types, element)))
}

/// Returns the byte offset of a member of a struct. Without explicit layout, each member is at the next multiple of its
/// alignment after the member before it.
pub fn offset_of(types: &Types, ty: Type, index: u32) -> Result<u64> {
    let TypeKind::Struct { members, .. } = types.kind(ty) else { bail!("not a struct") };
    let member = members.get(index as usize).context("no such member")?;
    if let Some(offset) = member.offset {
        return Ok(offset.into());
    }
    let mut at: u64 = 0;
    for (position, member) in members.iter().enumerate() {
        at = at.next_multiple_of(alignment(types, member.ty));
        if position == index as usize {
            break;
        }
        at += size(types, member.ty)?;
    }
    Ok(at)
}

/// Returns the scalars of a value in memory, in the order of [`sorts`](crate::lane::sorts).
pub fn fields(types: &Types, ty: Type) -> Result<Vec<Field>> {
    let mut found = Vec::new();
    collect(types, ty, 0, &mut found)?;
    // `collect` stops after the first scalar above the limit.
    if found.len() > SCALARS {
        bail!("an access to more than {SCALARS} scalars");
    }
    Ok(found)
}

/// Appends the scalars of a value at `offset`, or at least `SCALARS + 1` of them if there are more.
fn collect(types: &Types, ty: Type, offset: u64, found: &mut Vec<Field>) -> Result<()> {
    if found.len() > SCALARS {
        return Ok(());
    }
    match types.kind(ty) {
        TypeKind::Bool => found.push(Field { offset, sort: Sort::Bits(1), is_bool: true }),
        TypeKind::Int(bits) => found.push(Field { offset, sort: Sort::Bits((*bits).into()), is_bool: false }),
        TypeKind::Float(bits) => {
            found.push(Field { offset, sort: Sort::Float((*bits).into()), is_bool: false })
        }
        TypeKind::Pointer(Space::PhysicalStorageBuffer, _) => {
            found.push(Field { offset, sort: Sort::Bits(64), is_bool: false })
        }
        TypeKind::Vector(scalar, count) => {
            let stride = size(types, *scalar)?;
            for at in 0..u64::from(*count) {
                collect(types, *scalar, offset + at * stride, found)?;
            }
        }
        TypeKind::Array { element, length: Length::Fixed(count), stride } => {
            let stride = stride_of(types, *element, *stride)?;
            for at in 0..u64::from(*count).min(SCALARS as u64 + 1) {
                collect(types, *element, offset + at * stride, found)?;
            }
        }
        TypeKind::Struct { members, .. } => {
            for (index, member) in members.iter().enumerate() {
                let at = offset_of(types, ty, u32::try_from(index).context("too many members")?)?;
                collect(types, member.ty, offset + at, found)?;
            }
        }
        kind => bail!("no terms for values of type {}", name(kind)),
    }
    Ok(())
}

/// The name of a kind of type, for messages.
pub fn name(kind: &TypeKind) -> String {
    let text = format!("{kind:?}");
    text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An access that is only partly modelled would prove passes that lose the rest of it.
    #[test]
    fn larger_accesses_than_the_limit_are_not_compared() {
        let mut types = Types::new();
        let word = Types::int(32);
        for (length, accepted) in [(64, true), (65, false), (1000, false)] {
            let array = types.array(word, length);
            assert_eq!(fields(&types, array).is_ok(), accepted, "{length}");
            let nested = types.array(array, 1);
            assert_eq!(fields(&types, nested).is_ok(), accepted, "1 × {length}");
        }
    }
}
