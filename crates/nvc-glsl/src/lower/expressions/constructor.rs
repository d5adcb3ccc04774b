//! Lowers constructors (GLSL §5.4).

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::size;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{CoopVector, Length, Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    /// Lowers a constructor of type `ty` with the arguments `parts`.
    pub(in crate::lower) fn construct(&mut self, ty: Type, parts: &[ExprHandle]) -> Rvalue {
        match *self.kind(ty) {
            TypeKind::Array(..) | TypeKind::Struct(_) => {
                Rvalue::composite(parts.iter().map(|&part| self.expr(part)).collect::<Vec<_>>())
            }
            TypeKind::Matrix { columns, rows, .. } => {
                let (columns, rows) = (columns as usize, rows as usize);
                let scalars = self.scalars(parts, columns * rows);
                let columns: Vec<Value> = scalars.chunks(rows).map(|column| self.vector(column)).collect();
                Self::matrix(columns)
            }
            TypeKind::CoopMatrix(_) => {
                let Some(&scalar) = parts.first() else { return Rvalue::void() };
                let scalar = self.value(scalar);
                let ty = self.value_type(ty);
                self.b.inst_with_type(Op::Construct, Imm::None, &[scalar], ty).into()
            }
            TypeKind::CoopVector(_) | TypeKind::SpecVector(..) => self.id_vector(ty, parts).into(),
            TypeKind::Scalar(_) | TypeKind::Vector(..) => {
                let count = usize::from(size(self.kind(ty)));
                self.vector_of(parts, count).into()
            }
            _ => {
                self.internal_error("a constructor of a type without values");
                Rvalue::void()
            }
        }
    }

    /// Builds a vector. A single scalar is splatted; other arguments are concatenated.
    fn vector_of(&mut self, parts: &[ExprHandle], count: usize) -> Value {
        if let &[part] = parts
            && matches!(self.kind(self.body.exprs[part].ty), TypeKind::Scalar(_))
        {
            let scalar = self.value(part);
            return self.splat(scalar, count as u16);
        }
        let scalars = self.scalars(parts, count);
        self.vector(&scalars)
    }

    /// Builds a vector whose length may depend on specialization constants. A single scalar sets every component; other arguments are concatenated.
    fn id_vector(&mut self, ty: Type, parts: &[ExprHandle]) -> Value {
        let to = self.value_type(ty);
        let scalars = match parts {
            &[part] if matches!(self.kind(self.body.exprs[part].ty), TypeKind::Scalar(_)) => {
                vec![self.value(part)]
            }
            _ => {
                let count = self.default_components(ty);
                self.scalars(parts, count)
            }
        };
        self.b.inst_with_type(Op::Construct, Imm::None, &scalars, to)
    }

    /// Returns the number of components of a vector or cooperative vector, for the default values of the specialization
    /// constants; 1 for other types.
    fn default_components(&self, ty: Type) -> usize {
        let length = match *self.kind(ty) {
            TypeKind::CoopVector(CoopVector { length, .. }) | TypeKind::SpecVector(length, _) => length,
            ref kind => return size(kind).into(),
        };
        self.module.layout_context().length(Length::Spec(length)) as usize
    }

    /// Returns the first `count` components of the scalars, vectors, matrices and cooperative vectors in `parts`. If a
    /// specialization constant determines the length of a vector, its default value is used.
    fn scalars(&mut self, parts: &[ExprHandle], count: usize) -> Vec<Value> {
        let mut scalars = Vec::with_capacity(count);
        for &part in parts {
            let ty = self.body.exprs[part].ty;
            let value = self.expr(part);
            let vectors = match *self.kind(ty) {
                TypeKind::Matrix { columns, .. } => self.columns(&value, columns as u32),
                _ => vec![self.single(&value)],
            };
            for vector in vectors {
                let wanted = count.saturating_sub(scalars.len());
                if self.b.types.is_uncounted(self.b.func.ty(vector)) {
                    for index in 0..self.default_components(ty).min(wanted) {
                        let index = self.b.i32(index as u32);
                        scalars.push(self.component_at(vector, index));
                    }
                } else if wanted > 0 {
                    scalars.extend(self.components(vector));
                }
            }
        }
        scalars.truncate(count);
        scalars
    }
}
