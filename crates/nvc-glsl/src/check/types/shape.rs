//! Shapes of types: scalar, vector or matrix, without the component type.

use crate::check::Checker;
use crate::types::{Scalar, Type, TypeKind};
use naga::VectorSize;

/// The shape of a numeric or bool type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Shape {
    Scalar,
    Vector(VectorSize),
    /// Columns and rows.
    Matrix(VectorSize, VectorSize),
}

impl Shape {
    /// The scalar or vector of this many components.
    pub(in crate::check) fn of_size(size: u8) -> Shape {
        match size {
            2 => Shape::Vector(VectorSize::Bi),
            3 => Shape::Vector(VectorSize::Tri),
            4 => Shape::Vector(VectorSize::Quad),
            _ => Shape::Scalar,
        }
    }

    /// The number of scalar components.
    pub(in crate::check) fn components(self) -> u32 {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(size) => size as u32,
            Shape::Matrix(columns, rows) => columns as u32 * rows as u32,
        }
    }
}

/// The shape and component type of a kind of type; `None` if it has no shape.
pub(super) fn of_kind(kind: &TypeKind) -> Option<(Shape, Scalar)> {
    match *kind {
        TypeKind::Scalar(scalar) => Some((Shape::Scalar, scalar)),
        TypeKind::Vector(size, scalar) => Some((Shape::Vector(size), scalar)),
        TypeKind::Matrix { columns, rows, scalar } => Some((Shape::Matrix(columns, rows), scalar)),
        _ => None,
    }
}

impl Checker<'_> {
    /// The shape and component type of a type; `None` if it has no shape.
    pub(in crate::check) fn shape(&self, ty: Type) -> Option<(Shape, Scalar)> {
        of_kind(self.program.types.kind(ty))
    }

    /// The type with this shape and component type.
    pub(in crate::check) fn shaped(&mut self, shape: Shape, scalar: Scalar) -> Type {
        self.program.types.intern(match shape {
            Shape::Scalar => TypeKind::Scalar(scalar),
            Shape::Vector(size) => TypeKind::Vector(size, scalar),
            Shape::Matrix(columns, rows) => TypeKind::Matrix { columns, rows, scalar },
        })
    }
}
