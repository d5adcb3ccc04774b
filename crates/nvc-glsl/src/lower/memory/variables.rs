//! Variables of functions: SSA variables for vectors, matrix columns and the leaves of structs and small
//! arrays; function storage for what is indexed dynamically, and for large arrays.

use crate::lower::context::Resource;
use crate::lower::context::{E, Home, Lowerer, MAX_LEAVES, Tree};
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Val;
use crate::tree::{self, ExprKind, LocalId};
use crate::types::{Length, Type, TypeKind};
use nvc_ir::ssa::Variable;
use nvc_ir::{Local, LocalData, Types, Value};

impl<'p> Lowerer<'_, 'p> {
    /// Makes the homes of all variables; `resources` are those of the opaque parameters, by number.
    pub(in crate::lower) fn make_homes(&mut self, resources: &mut dyn FnMut(usize) -> Option<Resource>) {
        let body = self.body;
        let indexed = indexed_locals(self.s.program, body);
        for (number, local) in body.locals.iter().enumerate() {
            let home = match resources(number) {
                Some(resource) => Home::Resource(resource),
                None if indexed.get(number) == Some(&true)
                    || self.leaves(local.ty, 0, MAX_LEAVES) > MAX_LEAVES =>
                {
                    let name = self.s.names.text(local.name).to_string();
                    Home::Memory(self.storage(name, local.ty))
                }
                None => Home::Tree(self.declare(local.ty)),
            };
            self.homes.push(home);
        }
    }

    /// A variable in function storage.
    pub(in crate::lower) fn storage(&mut self, name: String, ty: Type) -> Local {
        let ty = self.value_type(ty);
        self.b.func.locals.push(LocalData { name, ty })
    }

    /// The memory of a variable in function storage.
    pub(in crate::lower) fn local_memory(&mut self, local: Local, ty: Type) -> Memory {
        Memory::plain(Base::Pointer(self.b.local_addr(local)), ty)
    }

    /// How many vectors, scalars and other single values a type is made of, `count` more; stops counting
    /// above a limit.
    pub(in crate::lower) fn leaves(&self, ty: Type, count: u32, limit: u32) -> u32 {
        if count > limit {
            return count;
        }
        match *self.kind(ty) {
            TypeKind::Matrix { columns, .. } => count + columns as u32,
            TypeKind::Array(element, Length::Fixed(length)) => {
                let one = self.leaves(element, 0, limit);
                count.saturating_add(one.saturating_mul(length))
            }
            TypeKind::Array(..) => limit.saturating_add(1),
            TypeKind::Struct(id) => {
                let members = self.s.program.types.get_struct(id).map_or(&[][..], |def| &def.members);
                members.iter().fold(count, |count, member| self.leaves(member.ty, count, limit))
            }
            _ => count + 1,
        }
    }

    /// SSA variables for a value of a type.
    pub(in crate::lower) fn declare(&mut self, ty: Type) -> Tree {
        if self.leaves(ty, 0, MAX_LEAVES) <= MAX_LEAVES {
            let parts: Option<Vec<Type>> = match *self.kind(ty) {
                TypeKind::Array(element, Length::Fixed(length)) => Some(vec![element; length as usize]),
                TypeKind::Struct(id) => self
                    .s
                    .program
                    .types
                    .get_struct(id)
                    .map(|def| def.members.iter().map(|member| member.ty).collect()),
                TypeKind::Matrix { columns, rows, scalar } => {
                    let column = self.b.types.vector(crate::lower::types::scalar_type(scalar), rows as u8);
                    let columns = (0..columns as u32).map(|_| Tree::Leaf(self.ssa.declare(column)));
                    return Tree::Parts(columns.collect());
                }
                _ => None,
            };
            if let Some(parts) = parts {
                return Tree::Parts(parts.into_iter().map(|part| self.declare(part)).collect());
            }
        }
        let ty = self.value_type(ty);
        Tree::Leaf(self.ssa.declare(ty))
    }

    /// The value of SSA variables.
    pub(in crate::lower) fn read_tree(&mut self, tree: &Tree) -> Val {
        match tree {
            Tree::Leaf(variable) => {
                let block = self.b.block();
                self.ssa.read(self.b.func, *variable, block).into()
            }
            Tree::Parts(parts) => Val::of(parts.iter().map(|part| self.read_tree(part)).collect::<Vec<_>>()),
        }
    }

    /// Writes SSA variables.
    pub(in crate::lower) fn write_tree(&mut self, tree: &Tree, value: &Val) {
        match tree {
            Tree::Leaf(variable) => {
                let value = self.whole(value, self.ssa.ty(*variable));
                self.write_variable(*variable, value);
            }
            Tree::Parts(parts) => {
                for (index, tree) in parts.iter().enumerate() {
                    let part = self.part(value, index as u32);
                    self.write_tree(tree, &part);
                }
            }
        }
    }

    pub(in crate::lower) fn write_variable(&mut self, variable: Variable, value: Value) {
        let block = self.b.block();
        self.ssa.write(variable, block, value);
    }

    /// The home of a variable.
    pub(in crate::lower) fn home(&mut self, local: LocalId) -> Home {
        match self.homes.get(local.0 as usize) {
            Some(home) => home.clone(),
            None => {
                self.fault("a variable of another function");
                Home::Tree(Tree::Leaf(self.ssa.declare(Types::I32)))
            }
        }
    }
}

/// Which variables need memory: an array, matrix or cooperative matrix in them is indexed by what is not
/// a literal number.
fn indexed_locals(program: &tree::Program, body: &tree::Function) -> Vec<bool> {
    let mut indexed = vec![false; body.locals.len()];
    for (_, expr) in body.exprs.iter() {
        let ExprKind::Index(base, index) = expr.kind else { continue };
        let needs_memory = match *program.types.kind(body.exprs[base].ty) {
            TypeKind::CoopMatrix(_) => true,
            TypeKind::Vector(..) => false,
            _ => !is_number(program, body, index),
        };
        if let (true, Some(LocalId(local))) = (needs_memory, root(body, base))
            && let Some(slot) = indexed.get_mut(local as usize)
        {
            *slot = true;
        }
    }
    indexed
}

/// Whether an expression is a literal number.
fn is_number(program: &tree::Program, body: &tree::Function, index: E) -> bool {
    use crate::types::constant::Const;
    match body.exprs[index].kind {
        ExprKind::Const(constant) => {
            matches!(program.constants[constant], Const::Scalar(..) | Const::Null(_))
        }
        _ => false,
    }
}

/// The variable that a place is a part of.
fn root(body: &tree::Function, mut place: E) -> Option<LocalId> {
    loop {
        match body.exprs[place].kind {
            ExprKind::Local(local) => return Some(local),
            ExprKind::Member(base, _)
            | ExprKind::Index(base, _)
            | ExprKind::Swizzle { base, .. }
            | ExprKind::NonUniform(base) => place = base,
            _ => return None,
        }
    }
}
