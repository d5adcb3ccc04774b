//! Memory layout of types: the scalars that a type consists of, and their offsets.

use crate::column::WIDTH;
use crate::kernels::Kind;
use nvc_ir::entity::Entity;
use nvc_ir::tensor::MAX_TENSOR_DIMENSIONS;
use nvc_ir::types::{CoopMatrixType, IdVectorType, Length, Member};
use nvc_ir::{Module, Type, TypeKind};

/// A scalar of a value, which has its own column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Kind of the scalar. The parts of pointers and descriptors are 64-bit integers.
    pub kind: Kind,
    /// Byte offset from the start of the value in memory.
    pub offset: u32,
}

impl Leaf {
    /// Returns the size in memory in bytes; a bool occupies four.
    pub fn bytes(self) -> usize {
        match self.kind {
            Kind::Bool => 4,
            kind => usize::from(kind.bits().div_ceil(8)),
        }
    }
}

/// Maximum number of scalars in a value. Larger objects can exist only in memory.
pub(crate) const MAX_LEAVES: usize = 4096;

/// Rounds up to a multiple of `to`, and saturates on overflow.
pub(crate) fn round_up(n: u32, to: u32) -> u32 {
    n.checked_next_multiple_of(to).unwrap_or(u32::MAX)
}

/// Returns the number of elements of a cooperative matrix that each invocation holds. If the elements cannot
/// be divided evenly, some invocations hold unused elements at the end.
pub(crate) fn share(rows: u32, columns: u32, invocations: u32) -> u32 {
    rows.saturating_mul(columns).div_ceil(invocations.max(1))
}

/// Returns the number of scalars in a tensor layout. For each dimension, these are the size of a block, the
/// size of the tensor, the stride, and the offset and size of the slice; then follows the clamp value.
pub(crate) fn layout_parts(dimensions: u32) -> usize {
    5 * rank(dimensions) + 1
}

/// Returns the number of scalars in a tensor view: the size and stride of each dimension, then the clipped
/// region.
pub(crate) fn view_parts(dimensions: u32) -> usize {
    2 * rank(dimensions) + 4
}

/// Returns the number of dimensions of a tensor, clamped to the valid range because specialization can set it
/// to anything.
pub(crate) fn rank(dimensions: u32) -> usize {
    dimensions.clamp(1, MAX_TENSOR_DIMENSIONS) as usize
}

/// SPIR-V's value of the scope `Workgroup`.
pub(crate) const WORKGROUP: u32 = 2;

/// Memory layouts of a module's types.
pub(crate) struct Layouts<'m> {
    pub module: &'m Module,
    /// Bits of the specialization constants.
    pub spec: Vec<u64>,
    /// Number of lanes in a subgroup.
    lanes: u32,
    /// Number of invocations in a work group.
    invocations: u32,
    /// Size of each type in bytes.
    sizes: Vec<u32>,
}

impl<'m> Layouts<'m> {
    /// Computes the layouts for given values of the specialization constants.
    pub fn new(module: &'m Module, spec: Vec<u64>, lanes: u32, invocations: u32) -> Self {
        let lanes = lanes.clamp(1, WIDTH as u32);
        let sizes = Vec::with_capacity(module.types.len());
        let mut layouts = Layouts { module, spec, lanes, invocations, sizes };
        // The parts of a type precede it.
        for (_, kind) in module.types.iter() {
            let size = layouts.compute_size(kind);
            layouts.sizes.push(size);
        }
        layouts
    }

    /// Returns the structure of a type.
    pub fn kind(&self, ty: Type) -> &'m TypeKind {
        self.module.types.kind(ty)
    }

    /// Returns the value of a length.
    pub fn length(&self, length: Length) -> u32 {
        match length {
            Length::Fixed(n) => n,
            Length::Spec(id) => self.spec.get(id.index()).map_or(0, |&n| n as u32),
        }
    }

    /// Returns the number of lanes in a subgroup.
    pub fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Returns the number of elements of a cooperative matrix that each invocation holds. Elements are in
    /// row-major order: invocation `i` of `n` in the matrix's scope holds the elements `i`, `i + n`, ...
    pub fn share(&self, matrix: &CoopMatrixType) -> u32 {
        share(self.length(matrix.rows), self.length(matrix.columns), self.holders(matrix))
    }

    /// Returns the number of invocations that a cooperative matrix is distributed over.
    pub fn holders(&self, matrix: &CoopMatrixType) -> u32 {
        if self.length(matrix.scope) == WORKGROUP { self.invocations } else { self.lanes }
    }

    /// Returns the stride of an array in bytes. Small elements are packed, as loads of cooperative matrices
    /// require.
    pub fn stride(&self, element: Type, stride: u32) -> u32 {
        match (stride, self.size(element)) {
            (0, size @ (1 | 2)) => size,
            (0, size) => round_up(size, 4),
            _ => stride,
        }
    }

    /// Returns the byte offset of a struct member. Without explicit offsets, members are consecutive, each at a
    /// multiple of 8 bytes.
    pub fn member(&self, members: &[Member], index: usize) -> u32 {
        if let Some(offset) = members.get(index).and_then(|m| m.offset) {
            return offset;
        }
        let before = members.iter().take(index);
        before.fold(0, |at: u32, m| at.saturating_add(round_up(self.size(m.ty), 8)))
    }

    /// Returns the size of a type in bytes; 0 for runtime arrays and opaque types.
    pub fn size(&self, ty: Type) -> u32 {
        self.sizes.get(ty.index()).copied().unwrap_or(0)
    }

    fn compute_size(&self, kind: &TypeKind) -> u32 {
        match kind {
            TypeKind::Bool => 4,
            TypeKind::Int(bits) | TypeKind::Float(bits) => u32::from(bits / 8),
            TypeKind::EncodedFloat(encoding) => u32::from(encoding.bits().div_ceil(8)),
            TypeKind::Vector(scalar, n) => self.size(*scalar) * u32::from(*n),
            TypeKind::Array { element, length, stride } => {
                self.length(*length).saturating_mul(self.stride(*element, *stride))
            }
            TypeKind::Struct { members, .. } => {
                let ends = (0..members.len()).zip(members);
                ends.map(|(i, m)| self.member(members, i).saturating_add(self.size(m.ty))).max().unwrap_or(0)
            }
            TypeKind::CoopMatrix(matrix) => self.share(matrix).saturating_mul(self.size(matrix.component)),
            TypeKind::IdVector(vector) => {
                self.length(vector.length).saturating_mul(self.size(vector.component))
            }
            TypeKind::Pointer(..) => 8,
            _ => 0,
        }
    }

    /// Returns the scalars of a type in order; `None` if there are more than [`MAX_LEAVES`].
    pub fn leaves(&self, ty: Type) -> Option<Vec<Leaf>> {
        let mut out = Vec::new();
        // A stack of parts that are still to be expanded.
        let mut rest = vec![(ty, 0u32)];
        while let Some((ty, at)) = rest.pop() {
            if out.len() + rest.len() > MAX_LEAVES {
                return None;
            }
            let scalar = |kind| Leaf { kind, offset: at };
            match self.kind(ty) {
                TypeKind::Bool => out.push(scalar(Kind::Bool)),
                TypeKind::Int(bits) => out.push(scalar(Kind::Int(*bits))),
                TypeKind::Float(bits) => out.push(scalar(Kind::Float(*bits))),
                TypeKind::EncodedFloat(encoding) => out.push(scalar(Kind::Encoded(*encoding))),
                // A pointer consists of region and offset.
                TypeKind::Pointer(..) => out.extend([scalar(Kind::Int(64)), scalar(Kind::Int(64))]),
                TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler => {
                    out.push(scalar(Kind::Int(64)));
                }
                TypeKind::Vector(element, n) => {
                    let size = self.size(*element);
                    rest.extend((0..u32::from(*n)).rev().map(|i| (*element, at.saturating_add(i * size))));
                }
                TypeKind::TensorLayout(layout) => {
                    out.extend(vec![scalar(Kind::Int(32)); layout_parts(self.length(layout.dimensions))]);
                }
                TypeKind::TensorView(view) => {
                    out.extend(vec![scalar(Kind::Int(32)); view_parts(self.length(view.dimensions))]);
                }
                // Such a type is used only by opaque instructions, which cannot be interpreted.
                TypeKind::Spirv(_) => {}
                TypeKind::CoopMatrix(CoopMatrixType { component, .. })
                | TypeKind::IdVector(IdVectorType { component, .. }) => {
                    let count = match self.kind(ty) {
                        TypeKind::CoopMatrix(matrix) => self.share(matrix),
                        TypeKind::IdVector(vector) => self.length(vector.length),
                        _ => 0,
                    };
                    if count as usize > MAX_LEAVES {
                        return None;
                    }
                    let size = self.size(*component);
                    let parts = (0..count).rev();
                    rest.extend(parts.map(|i| (*component, at.saturating_add(i.saturating_mul(size)))));
                }
                TypeKind::Array { element, length, stride } => {
                    let (count, stride) = (self.length(*length), self.stride(*element, *stride));
                    if count as usize > MAX_LEAVES {
                        return None;
                    }
                    rest.extend(
                        (0..count).rev().map(|i| (*element, at.saturating_add(i.saturating_mul(stride)))),
                    );
                }
                TypeKind::Struct { members, .. } => {
                    let offsets = (0..members.len()).map(|i| self.member(members, i));
                    let parts: Vec<_> =
                        members.iter().zip(offsets).map(|(m, o)| (m.ty, at.saturating_add(o))).collect();
                    rest.extend(parts.into_iter().rev());
                }
                TypeKind::Void | TypeKind::RuntimeArray { .. } => {}
            }
        }
        Some(out)
    }
}
