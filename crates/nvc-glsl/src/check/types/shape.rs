//! Shapes of types: scalar, vector or matrix, without the component type.

use crate::check::Checker;
use crate::types::{Scalar, Type, TypeKind};

/// The shape of a numeric or bool type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Shape {
    Scalar,
    Vector(u16),
    /// Columns and rows.
    Matrix(u16, u16),
}

impl Shape {
    /// Returns the scalar or vector shape with this many components.
    pub(in crate::check) fn of_size(size: u16) -> Shape {
        if size < 2 { Shape::Scalar } else { Shape::Vector(size) }
    }

    /// Returns the number of scalar components.
    pub(in crate::check) fn components(self) -> u32 {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(size) => size.into(),
            Shape::Matrix(columns, rows) => u32::from(columns) * u32::from(rows),
        }
    }
}

/// Returns the shape and component type of a [`TypeKind`]; `None` if it has no shape.
pub(super) fn of_kind(kind: &TypeKind) -> Option<(Shape, Scalar)> {
    match *kind {
        TypeKind::Scalar(scalar) => Some((Shape::Scalar, scalar)),
        TypeKind::Vector(size, scalar) => Some((Shape::Vector(size), scalar)),
        TypeKind::Matrix { columns, rows, scalar } => Some((Shape::Matrix(columns, rows), scalar)),
        _ => None,
    }
}

impl Checker<'_> {
    /// Returns the shape and component type of a type; `None` if it has no shape.
    pub(in crate::check) fn shape(&self, ty: Type) -> Option<(Shape, Scalar)> {
        of_kind(self.program.types.kind(ty))
    }

    /// Returns the type with this shape and component type.
    pub(in crate::check) fn shaped(&mut self, shape: Shape, scalar: Scalar) -> Type {
        self.program.types.intern(match shape {
            Shape::Scalar => TypeKind::Scalar(scalar),
            Shape::Vector(size) => TypeKind::Vector(size, scalar),
            Shape::Matrix(columns, rows) => TypeKind::Matrix { columns, rows, scalar },
        })
    }
}
