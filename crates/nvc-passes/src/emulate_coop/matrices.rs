//! Turns the matrix types of a module into arrays of the elements that one invocation has.

use super::lengths::{Lengths, value};
use super::loops::when;
use nvc_ir::imm::Builtin;
use nvc_ir::types::{CoopMatrixType, Length};
use nvc_ir::{Builder, Extent, Module, Op, Type, TypeKind, Types, Value};
use rustc_hash::FxHashMap;

/// The number of lanes in a warp.
pub(super) const WARP_SIZE: u32 = 32;

/// The properties of a matrix type.
#[derive(Clone, Copy)]
pub(super) struct Matrix {
    pub component: Type,
    /// Whether integer components are signed.
    pub signed: bool,
    pub rows: Length,
    pub columns: Length,
    /// Whether the matrix is distributed over the work group; otherwise over a warp.
    pub of_group: bool,
    /// The number of elements of the whole matrix.
    pub elements: Length,
    /// The number of invocations that the matrix is distributed over.
    pub holders: Length,
    /// The number of elements that each invocation has, rounded up.
    pub share: Length,
}

/// The position of an element in its matrix.
pub(super) struct Place {
    /// The element's row-major index.
    pub number: Value,
    pub row: Value,
    pub column: Value,
}

impl Matrix {
    /// The invocation's index among those that the matrix is distributed over.
    pub fn holder(&self, b: &mut Builder<'_>) -> Value {
        let builtin = if self.of_group { Builtin::LocalIndex } else { Builtin::SubgroupLane };
        b.builtin(builtin, Types::I32)
    }

    /// The position of the invocation's element at `index`. Elements are dealt out to invocations in turn.
    pub fn place(&self, b: &mut Builder<'_>, index: Value) -> Place {
        let (holders, holder) = (value(b, self.holders), self.holder(b));
        let before = b.op(Op::IMul, &[index, holders]);
        let number = b.op(Op::IAdd, &[before, holder]);
        let columns = value(b, self.columns);
        let (row, column) = (b.op(Op::UDiv, &[number, columns]), b.op(Op::URem, &[number, columns]));
        Place { number, row, column }
    }

    /// Emits code for the invocation's element at `index`, guarded by a bounds check unless all invocations are known to have
    /// equally many elements.
    pub fn at(&self, b: &mut Builder<'_>, index: Value, body: impl FnOnce(&mut Builder<'_>, &Place)) {
        let place = self.place(b, index);
        if let (Length::Fixed(elements), Length::Fixed(holders)) = (self.elements, self.holders)
            && elements.is_multiple_of(holders)
        {
            return body(b, &place);
        }
        let elements = value(b, self.elements);
        let exists = b.op(Op::ULt, &[place.number, elements]);
        when(b, exists, |b| body(b, &place));
    }
}

/// The matrix types of a module.
pub(super) struct Matrices {
    types: FxHashMap<Type, Matrix>,
    /// The number of warps in a work group.
    pub warps: Length,
}

impl Matrices {
    /// Redefines the matrix types of a module as arrays. Types and values that contain them change with them.
    ///
    /// # Errors
    /// If the scope of a matrix is neither a subgroup nor a work group, or if a matrix is shared by a subgroup and the work
    /// group is larger than a warp but not a whole number of warps.
    pub fn redefine(module: &mut Module) -> Result<Matrices, String> {
        let size = module.entry.as_ref().map_or([Extent::Fixed(1); 3], |entry| entry.workgroup_size);
        let mut lengths = Lengths::new(&mut module.spec_constants);
        let invocations = lengths.invocations(size);
        let warps = lengths.ceiling(invocations, Length::Fixed(WARP_SIZE));
        let mut matrices = Matrices { types: FxHashMap::default(), warps };
        for (ty, kind) in module.types.iter() {
            let TypeKind::CoopMatrix(matrix) = *kind else { continue };
            let (of_group, holders) = match (matrix.scope, invocations) {
                (CoopMatrixType::WORKGROUP, invocations) => (true, invocations),
                // A work group of less than a warp is a single, partial warp.
                (CoopMatrixType::SUBGROUP, Length::Fixed(total @ 1..WARP_SIZE)) => {
                    (false, Length::Fixed(total))
                }
                (CoopMatrixType::SUBGROUP, Length::Fixed(total)) if !total.is_multiple_of(WARP_SIZE) => {
                    return Err(format!(
                        "the work group has {total} invocations, which is not a multiple of the warp size, {WARP_SIZE}"
                    ));
                }
                (CoopMatrixType::SUBGROUP, _) => (false, Length::Fixed(WARP_SIZE)),
                _ => return Err("the scope of a matrix is neither a subgroup nor a work group".to_owned()),
            };
            let elements = lengths.product(matrix.rows, matrix.columns);
            let share = lengths.ceiling(elements, holders);
            let CoopMatrixType { component, signed, rows, columns, .. } = matrix;
            matrices
                .types
                .insert(ty, Matrix { component, signed, rows, columns, of_group, elements, holders, share });
        }
        for ty in matrices.sorted() {
            let Matrix { component: element, share: length, .. } = matrices.types[&ty];
            module.types.redefine(ty, TypeKind::Array { element, length, stride: 0 });
        }
        Ok(matrices)
    }

    /// The types in creation order.
    fn sorted(&self) -> Vec<Type> {
        let mut list: Vec<Type> = self.types.keys().copied().collect();
        list.sort();
        list
    }

    /// The matrix that `ty` was before [`Matrices::redefine`].
    pub fn get(&self, ty: Type) -> Option<Matrix> {
        self.types.get(&ty).copied()
    }
}
