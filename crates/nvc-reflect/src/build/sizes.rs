//! Sizes of IR types in memory. Specialization constants have their default values.

use nvc_ir::entity::Entity;
use nvc_ir::types::Length;
use nvc_ir::{GlobalKind, Module, Space, Type, TypeKind};
use nvc_spirv::Declared;

/// Size of a 64-bit address in bytes.
const ADDRESS_BYTES: u64 = 8;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Default)]
struct Extent {
    bytes: u64,
    align: u64,
}

/// Sizes of all types of a module.
pub(super) struct Sizes {
    /// Sizes that result from the explicit offsets and strides of the types.
    explicit: Vec<u64>,
    /// Sizes and alignments by the `std430` rules, for types without explicit layout.
    implicit: Vec<Extent>,
}

impl Sizes {
    pub fn new(module: &Module) -> Self {
        let mut sizes = Sizes { explicit: Vec::new(), implicit: Vec::new() };
        // The parts of a type precede it.
        for (_, kind) in module.types.iter() {
            let (explicit, implicit) = (sizes.explicit_size(module, kind), sizes.std430(module, kind));
            sizes.explicit.push(explicit);
            sizes.implicit.push(implicit);
        }
        sizes
    }

    /// Returns the size in bytes of a type with explicit layout; 0 for a runtime array.
    pub fn explicit(&self, ty: Type) -> u64 {
        self.explicit.get(ty.index()).copied().unwrap_or(0)
    }

    fn implicit(&self, ty: Type) -> Extent {
        self.implicit.get(ty.index()).copied().unwrap_or_default()
    }

    /// Returns the size of shared memory in bytes, counted as for `maxComputeSharedMemorySize`: variables
    /// follow one another by the `std430` rules, and blocks with offsets all start at 0.
    pub fn shared(&self, module: &Module, declared: &Declared) -> u64 {
        let (mut end, mut blocks) = (0u64, 0);
        for &global in &declared.globals {
            let GlobalKind::Variable { space: Space::Workgroup, ty, .. } = module.globals[global].kind else {
                continue;
            };
            if matches!(module.types.kind(ty), TypeKind::Struct { block: true, .. }) {
                blocks = self.explicit(ty).max(blocks);
            } else {
                let extent = self.implicit(ty);
                end = align_up(end, extent.align).saturating_add(extent.bytes);
            }
        }
        end.max(blocks)
    }

    fn explicit_size(&self, module: &Module, kind: &TypeKind) -> u64 {
        match kind {
            TypeKind::Int(bits) | TypeKind::Float(bits) => u64::from(bits / 8),
            TypeKind::EncodedFloat(encoding) => u64::from(encoding.bits() / 8),
            TypeKind::Bool => 4,
            TypeKind::Vector(scalar, count) => self.explicit(*scalar) * u64::from(*count),
            TypeKind::Array { length, stride, .. } => {
                u64::from(*stride).saturating_mul(count(module, *length))
            }
            TypeKind::Struct { members, .. } => {
                let ends = members
                    .iter()
                    .map(|m| u64::from(m.offset.unwrap_or(0)).saturating_add(self.explicit(m.ty)));
                ends.max().unwrap_or(0)
            }
            TypeKind::Pointer(..) => ADDRESS_BYTES,
            _ => 0,
        }
    }

    fn std430(&self, module: &Module, kind: &TypeKind) -> Extent {
        match kind {
            TypeKind::Int(bits) | TypeKind::Float(bits) => {
                Extent { bytes: u64::from(bits / 8), align: u64::from(bits / 8) }
            }
            TypeKind::EncodedFloat(encoding) => {
                let bytes = u64::from(encoding.bits() / 8);
                Extent { bytes, align: bytes }
            }
            TypeKind::Bool => Extent { bytes: 4, align: 4 },
            TypeKind::Vector(scalar, count) => {
                let scalar = self.implicit(*scalar).bytes;
                let slots = if *count == 2 { 2 } else { 4 };
                Extent { bytes: scalar * u64::from(*count), align: scalar * slots }
            }
            TypeKind::IdVector(vector) if !vector.cooperative => {
                let scalar = self.implicit(vector.component).bytes;
                Extent { bytes: scalar.saturating_mul(count(module, vector.length)), align: scalar * 4 }
            }
            TypeKind::Array { element, length, .. } => {
                let element = self.implicit(*element);
                let stride = align_up(element.bytes, element.align);
                Extent { bytes: stride.saturating_mul(count(module, *length)), align: element.align }
            }
            TypeKind::Struct { members, .. } => {
                let (mut end, mut align) = (0, 1);
                for member in members {
                    let extent = self.implicit(member.ty);
                    align = extent.align.max(align);
                    end = align_up(end, extent.align).saturating_add(extent.bytes);
                }
                Extent { bytes: align_up(end, align), align }
            }
            TypeKind::Pointer(..) => Extent { bytes: ADDRESS_BYTES, align: ADDRESS_BYTES },
            _ => Extent { bytes: 0, align: 1 },
        }
    }
}

/// Returns an array length, with the defaults of specialization constants; 0 for a negative length, as from
/// `N - 1u` with `N` = 0.
fn count(module: &Module, length: Length) -> u64 {
    match length {
        Length::Fixed(count) => count.into(),
        Length::Spec(spec) => {
            let default = module.spec_constants.get(spec).map_or(1, |data| data.default);
            u32::try_from(default).map_or(0, |count| count.cast_signed().max(0).cast_unsigned().into())
        }
    }
}

/// Rounds up to a multiple of `align`.
fn align_up(value: u64, align: u64) -> u64 {
    value.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}
