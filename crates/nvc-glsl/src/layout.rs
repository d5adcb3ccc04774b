//! Memory layout of types: std140, std430, scalar (OpenGL 4.6 §7.6.2.2, GL_EXT_scalar_block_layout), and a layout for
//! packed halves.
//!
//! A struct can be used in blocks with different layouts, so sizes and offsets depend on the type and on
//! [`Rules`]. [`Layouts`] caches the layouts of structs. Without the cache, a chain of structs that each
//! contain the previous one twice would take exponential time.

use crate::types::constant::{Const, SpecConstant, default_length};
use crate::types::{Layout, Length, Scalar, StructId, Type, TypeKind, Types};
use naga::{Arena, UniqueArena};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The layout rules for a type in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The layout of the block.
    pub layout: Layout,
    /// Whether matrices are row-major.
    pub row_major: bool,
}

impl Rules {
    /// The rules of memory that a GL_NV_shader_buffer_load pointer points to. The extension predates std430 but
    /// defines the same offsets and strides.
    pub const POINTER: Rules = Rules { layout: Layout::Std430, row_major: false };
}

/// Alignment and size of a type in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Alignment: a power of two.
    pub align: u32,
    /// Size; 0 for an unsized array and for types without an explicit layout. Saturates at `u64::MAX`.
    pub size: u64,
}

/// The layout of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Byte offset of each member.
    pub offsets: Vec<u32>,
    /// Alignment and size of the struct.
    pub extent: Extent,
}

/// Computes and caches layouts.
#[derive(Debug, Default)]
pub struct Layouts {
    structs: FxHashMap<(StructId, Rules), Rc<StructLayout>>,
}

/// The parts of a program that layout computation reads.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The types of the program.
    pub types: &'a Types,
    /// The constants that array lengths refer to.
    pub constants: &'a UniqueArena<Const>,
    /// The specialization constants. Layouts use their default values.
    pub spec_constants: &'a Arena<SpecConstant>,
}

impl Context<'_> {
    /// Returns the length of an array; 0 if it is unsized. A specialization constant counts with its default,
    /// or as 1 if the default is not positive.
    pub fn length(&self, length: Length) -> u64 {
        match length {
            Length::Fixed(count) => u64::from(count),
            Length::Spec(count) => default_length(self.constants, self.spec_constants, count).into(),
            Length::Unsized => 0,
        }
    }
}

/// Rounds a value up to a multiple of `align`, a power of two.
pub fn align_up(value: u64, align: u32) -> u64 {
    let mask = u64::from(align.max(1)) - 1;
    value.saturating_add(mask) & !mask
}

/// Returns the size in bytes of a scalar in memory. A `bool` takes 4 bytes.
pub fn scalar_size(scalar: Scalar) -> u32 {
    if scalar.kind == crate::types::ScalarKind::Bool { 4 } else { u32::from(scalar.width) }
}

fn vector(size: u16, scalar: Scalar, layout: Layout) -> Extent {
    let width = scalar_size(scalar);
    let align = match (layout, size) {
        (Layout::Scalar, _) | (_, 1) => width,
        (_, 2) => 2 * width,
        _ => 4 * width,
    };
    Extent { align, size: u64::from(width) * u64::from(size) }
}

impl Layouts {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the alignment and size of a type.
    pub fn extent(&mut self, cx: Context<'_>, ty: Type, rules: Rules) -> Extent {
        match *cx.types.kind(ty) {
            TypeKind::Scalar(scalar) => {
                let width = scalar_size(scalar);
                Extent { align: width, size: u64::from(width) }
            }
            TypeKind::Vector(size, scalar) => vector(size, scalar, rules.layout),
            TypeKind::Matrix { columns, rows, scalar } => {
                let (count, size) = if rules.row_major { (rows, columns) } else { (columns, rows) };
                array_of(vector(size, scalar, rules.layout), count.into(), rules.layout)
            }
            TypeKind::Array(element, length) => {
                let element = self.extent(cx, element, rules);
                array_of(element, cx.length(length), rules.layout)
            }
            TypeKind::Struct(id) => self.of_struct(cx, id, rules).extent,
            // Addresses and bindless handles.
            TypeKind::Reference(_)
            | TypeKind::Pointer(_)
            | TypeKind::Texture(_)
            | TypeKind::Sampler(_)
            | TypeKind::Image(_) => Extent { align: 8, size: 8 },
            TypeKind::AtomicCounter => Extent { align: 4, size: 4 },
            // These types are stored only in memory without explicit layout.
            TypeKind::Spirv(_) | TypeKind::RayQuery => Extent { align: 1, size: 0 },
            TypeKind::AccelerationStructure => Extent { align: 8, size: 8 },
            // The size of a descriptor is known only to the device.
            TypeKind::Buffer { .. } => Extent { align: 1, size: 0 },
            TypeKind::Void
            | TypeKind::CoopMatrix(_)
            | TypeKind::CoopVector(_)
            | TypeKind::SpecVector(..)
            | TypeKind::TensorLayout(_)
            | TypeKind::TensorView(_)
            | TypeKind::Function
            | TypeKind::String
            | TypeKind::Error => Extent { align: 1, size: 0 },
        }
    }

    /// Returns the stride of an array in bytes.
    pub fn array_stride(&mut self, cx: Context<'_>, element: Type, rules: Rules) -> u64 {
        let element = self.extent(cx, element, rules);
        stride_of(element, rules.layout)
    }

    /// Returns the stride in bytes between the columns of a matrix, or between its rows if it is row-major.
    pub fn matrix_stride(&self, columns: u16, rows: u16, scalar: Scalar, rules: Rules) -> u32 {
        let size = if rules.row_major { columns } else { rows };
        u32::try_from(stride_of(vector(size, scalar, rules.layout), rules.layout)).unwrap_or(0)
    }

    /// Returns the layout of a struct. For a block or buffer reference, the explicit offsets of the members
    /// are used.
    pub fn of_struct(&mut self, cx: Context<'_>, id: StructId, rules: Rules) -> Rc<StructLayout> {
        if let Some(layout) = self.structs.get(&(id, rules)) {
            return layout.clone();
        }
        let mut offsets = Vec::new();
        let mut end = 0u64;
        let mut align = 1;
        if let Some(def) = cx.types.get_struct(id) {
            for member in &def.members {
                let row_major = if def.layout.is_some() { member.row_major } else { rules.row_major };
                let rules = Rules { row_major, ..rules };
                let extent = self.extent(cx, member.ty, rules);
                let offset = match def.layout {
                    Some(_) => u64::from(member.offset),
                    None => align_up(end, extent.align),
                };
                align = align.max(extent.align);
                offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
                // The members of a block may be written in another order than their offsets.
                end = end.max(offset.saturating_add(extent.size));
            }
        }
        if rules.layout == Layout::Std140 {
            align = align.max(16);
        }
        // Only scalar layout lets the next member use a struct's trailing padding; std140 rule 9 forbids it.
        let size = if rules.layout == Layout::Scalar { end } else { align_up(end, align) };
        let layout = Rc::new(StructLayout { offsets, extent: Extent { align, size } });
        self.structs.insert((id, rules), layout.clone());
        layout
    }
}

/// Returns the extent of an array. std140 rounds the size and alignment of elements up to 16 bytes. In scalar
/// layout the last element has no trailing padding.
fn array_of(element: Extent, count: u64, layout: Layout) -> Extent {
    let align = if layout == Layout::Std140 { element.align.max(16) } else { element.align };
    let padded = align_up(element.size, align);
    let size = match (layout, count.checked_sub(1)) {
        (_, None) => 0,
        (Layout::Scalar, Some(before)) => padded.saturating_mul(before).saturating_add(element.size),
        (_, Some(_)) => padded.saturating_mul(count),
    };
    Extent { align, size }
}

/// Returns the stride of an array of elements with this extent.
fn stride_of(element: Extent, layout: Layout) -> u64 {
    let align = if layout == Layout::Std140 { element.align.max(16) } else { element.align };
    align_up(element.size, align)
}
