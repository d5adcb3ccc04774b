//! Shapes: types with a web (a set of matrices with the same use) in place of each matrix.

use super::webs::{Claim, Web, Webs};
use nvc_ir::types::{CoopMatrixType, Member};
use nvc_ir::{Type, TypeKind, Types};
use std::rc::Rc;

/// The matrices of a type.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A type without matrices.
    None,
    /// A matrix.
    Matrix(Web),
    /// An array whose elements all have the same uses.
    Array(Rc<Shape>),
    /// A struct, with the shape of each member.
    Struct(Rc<[Shape]>),
    /// A pointer, with the shape of its pointee.
    Pointer(Rc<Shape>),
}

impl Shape {
    /// The shape of a type, with fresh webs. The recursion is bounded by the nesting of declarations.
    pub fn of(types: &Types, ty: Type, webs: &mut Webs) -> Shape {
        match types.kind(ty) {
            TypeKind::CoopMatrix(matrix) => {
                let web = webs.fresh();
                if let Some(role) = matrix.usage {
                    webs.claim(web, Claim { role, loc: None });
                }
                Shape::Matrix(web)
            }
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => {
                match Shape::of(types, *element, webs) {
                    Shape::None => Shape::None,
                    element => Shape::Array(Rc::new(element)),
                }
            }
            TypeKind::Struct { members, .. } => {
                let parts: Vec<Shape> =
                    members.iter().map(|member| Shape::of(types, member.ty, webs)).collect();
                match parts.iter().all(|part| matches!(part, Shape::None)) {
                    true => Shape::None,
                    false => Shape::Struct(parts.into()),
                }
            }
            TypeKind::Pointer(_, to) => match Shape::of(types, *to, webs) {
                Shape::None => Shape::None,
                to => Shape::Pointer(Rc::new(to)),
            },
            _ => Shape::None,
        }
    }

    /// The shape of an array element, or of the struct member at `index`.
    pub fn part(&self, index: Option<u64>) -> Shape {
        match self {
            Shape::Array(element) => (**element).clone(),
            Shape::Struct(parts) => {
                let index = index.and_then(|index| usize::try_from(index).ok());
                index.and_then(|index| parts.get(index)).cloned().unwrap_or(Shape::None)
            }
            _ => Shape::None,
        }
    }

    /// The shape that a pointer points to.
    pub fn pointee(&self) -> Shape {
        match self {
            Shape::Pointer(to) => (**to).clone(),
            _ => Shape::None,
        }
    }

    /// Unifies the webs of two shapes of one type.
    pub fn unite(&self, other: &Shape, webs: &mut Webs) {
        match (self, other) {
            (Shape::Matrix(a), Shape::Matrix(b)) => webs.unite(*a, *b),
            (Shape::Array(a), Shape::Array(b)) | (Shape::Pointer(a), Shape::Pointer(b)) => a.unite(b, webs),
            (Shape::Struct(a), Shape::Struct(b)) => {
                for (a, b) in a.iter().zip(b.iter()) {
                    a.unite(b, webs);
                }
            }
            _ => {}
        }
    }

    /// Appends all webs, in type order.
    pub fn leaves(&self, to: &mut Vec<Web>) {
        match self {
            Shape::None => {}
            Shape::Matrix(web) => to.push(*web),
            Shape::Array(part) | Shape::Pointer(part) => part.leaves(to),
            Shape::Struct(parts) => parts.iter().for_each(|part| part.leaves(to)),
        }
    }

    /// The type with every matrix type replaced by the result of `change` for that type and its use.
    pub fn retyped(
        &self,
        types: &mut Types,
        ty: Type,
        webs: &Webs,
        change: &impl Fn(CoopMatrixType, u8) -> CoopMatrixType,
    ) -> Type {
        let kind = match (self, types.kind(ty).clone()) {
            (Shape::Matrix(web), TypeKind::CoopMatrix(matrix)) => {
                TypeKind::CoopMatrix(change(matrix, webs.role(*web)))
            }
            (Shape::Array(part), TypeKind::Array { element, length, stride }) => {
                TypeKind::Array { element: part.retyped(types, element, webs, change), length, stride }
            }
            (Shape::Array(part), TypeKind::RuntimeArray { element, stride }) => {
                TypeKind::RuntimeArray { element: part.retyped(types, element, webs, change), stride }
            }
            (Shape::Struct(parts), TypeKind::Struct { members, block }) => {
                let members = members.iter().zip(parts.iter()).map(|(member, part)| Member {
                    ty: part.retyped(types, member.ty, webs, change),
                    ..*member
                });
                TypeKind::Struct { members: members.collect(), block }
            }
            (Shape::Pointer(part), TypeKind::Pointer(space, to)) => {
                TypeKind::Pointer(space, part.retyped(types, to, webs, change))
            }
            _ => return ty,
        };
        types.intern(kind)
    }
}
