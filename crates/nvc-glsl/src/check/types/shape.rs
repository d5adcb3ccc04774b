//! Shapes: what conversions and operators keep or combine of a type.

use crate::check::Checker;
use crate::types::{Type, TypeKind};
use naga::{Scalar, VectorSize};

/// The shape of a type with scalar components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Shape {
    Scalar,
    Vector(VectorSize),
    /// Columns and rows.
    Matrix(VectorSize, VectorSize),
}

impl Shape {
    /// Of a number of components, 1 being a scalar.
    pub(in crate::check) fn of_size(size: u8) -> Shape {
        match size {
            2 => Shape::Vector(VectorSize::Bi),
            3 => Shape::Vector(VectorSize::Tri),
            4 => Shape::Vector(VectorSize::Quad),
            _ => Shape::Scalar,
        }
    }

    /// How many scalars it is made of.
    pub(in crate::check) fn components(self) -> u32 {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(size) => size as u32,
            Shape::Matrix(columns, rows) => columns as u32 * rows as u32,
        }
    }
}

/// Shape and component type of a type's kind, if it has one.
pub(super) fn of_kind(kind: &TypeKind) -> Option<(Shape, Scalar)> {
    match *kind {
        TypeKind::Scalar(scalar) => Some((Shape::Scalar, scalar)),
        TypeKind::Vector(size, scalar) => Some((Shape::Vector(size), scalar)),
        TypeKind::Matrix { columns, rows, scalar } => Some((Shape::Matrix(columns, rows), scalar)),
        _ => None,
    }
}

impl Checker<'_> {
    /// Shape and component type of a type, if it has one.
    pub(in crate::check) fn shape(&self, ty: Type) -> Option<(Shape, Scalar)> {
        of_kind(self.program.types.kind(ty))
    }

    /// The type of a shape and component type.
    pub(in crate::check) fn shaped(&mut self, shape: Shape, scalar: Scalar) -> Type {
        self.program.types.intern(match shape {
            Shape::Scalar => TypeKind::Scalar(scalar),
            Shape::Vector(size) => TypeKind::Vector(size, scalar),
            Shape::Matrix(columns, rows) => TypeKind::Matrix { columns, rows, scalar },
        })
    }
}
