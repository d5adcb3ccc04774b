//! Chooses the storage of local variables. Scalars, vectors and the leaves of small composites become SSA
//! variables (scalar replacement of aggregates). Large variables and those that are indexed dynamically use
//! function storage.

use crate::lower::context::Resource;
use crate::lower::context::{ExprHandle, Lowerer, MAX_LEAVES, SsaTree, Storage};
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{self, ExprKind, LocalId};
use crate::types::spirv::SpirvParam;
use crate::types::{Length, Type, TypeKind};
use nvc_ir::{Local, LocalData, Types};

impl<'p> Lowerer<'_, 'p> {
    /// Chooses the storage of all local variables. `resources` returns the resource that replaces an opaque
    /// parameter, given the index of its local variable.
    pub(in crate::lower) fn allocate_locals(&mut self, resources: &mut dyn FnMut(usize) -> Option<Resource>) {
        let body = self.body;
        let in_memory = locals_in_memory(self.module.program, body);
        for (number, local) in body.locals.iter().enumerate() {
            let storage = match resources(number) {
                Some(resource) => Storage::Resource(resource),
                None if in_memory.get(number) == Some(&true)
                    || self.leaf_count(local.ty, 0, MAX_LEAVES) > MAX_LEAVES =>
                {
                    let name = self.module.names.text(local.name).to_string();
                    Storage::Memory(self.function_variable(name, local.ty))
                }
                None => Storage::Ssa(self.declare_ssa(local.ty)),
            };
            self.storages.push(storage);
        }
    }

    /// Declares a variable in function storage.
    pub(in crate::lower) fn function_variable(&mut self, name: String, ty: Type) -> Local {
        let ty = self.value_type(ty);
        self.b.func.locals.push(LocalData { name, ty })
    }

    /// Returns the memory of a variable in function storage.
    pub(in crate::lower) fn local_memory(&mut self, local: Local, ty: Type) -> Memory {
        Memory::plain(Base::Pointer(self.b.local_addr(local)), ty)
    }

    /// Returns `count` plus the number of scalars, vectors and other single values in a type. Stops counting
    /// above `limit`.
    pub(in crate::lower) fn leaf_count(&self, ty: Type, count: u32, limit: u32) -> u32 {
        if count > limit {
            return count;
        }
        match *self.kind(ty) {
            TypeKind::Matrix { columns, .. } => count + columns as u32,
            TypeKind::Array(element, Length::Fixed(length)) => {
                let one = self.leaf_count(element, 0, limit);
                count.saturating_add(one.saturating_mul(length))
            }
            TypeKind::Array(..) => limit.saturating_add(1),
            TypeKind::Struct(id) => {
                let members = self.module.program.types.get_struct(id).map_or(&[][..], |def| &def.members);
                members.iter().fold(count, |count, member| self.leaf_count(member.ty, count, limit))
            }
            _ => count + 1,
        }
    }

    /// Declares SSA variables for a value of a type.
    pub(in crate::lower) fn declare_ssa(&mut self, ty: Type) -> SsaTree {
        if self.leaf_count(ty, 0, MAX_LEAVES) <= MAX_LEAVES {
            let parts: Option<Vec<Type>> = match *self.kind(ty) {
                TypeKind::Array(element, Length::Fixed(length)) => Some(vec![element; length as usize]),
                TypeKind::Struct(id) => self
                    .module
                    .program
                    .types
                    .get_struct(id)
                    .map(|def| def.members.iter().map(|member| member.ty).collect()),
                TypeKind::Matrix { columns, rows, scalar } => {
                    let column = self.b.types.vector(crate::lower::types::scalar_type(scalar), rows);
                    let columns = (0..columns as u32).map(|_| SsaTree::Leaf(self.b.declare(column)));
                    return SsaTree::Composite(columns.collect());
                }
                _ => None,
            };
            if let Some(parts) = parts {
                return SsaTree::Composite(parts.into_iter().map(|part| self.declare_ssa(part)).collect());
            }
        }
        let ty = self.value_type(ty);
        SsaTree::Leaf(self.b.declare(ty))
    }

    /// Reads the current value of SSA variables.
    pub(in crate::lower) fn read_ssa(&mut self, tree: &SsaTree) -> Rvalue {
        match tree {
            SsaTree::Leaf(variable) => self.b.read(*variable).into(),
            SsaTree::Composite(parts) => {
                Rvalue::composite(parts.iter().map(|part| self.read_ssa(part)).collect::<Vec<_>>())
            }
        }
    }

    /// Writes SSA variables.
    pub(in crate::lower) fn write_ssa(&mut self, tree: &SsaTree, value: &Rvalue) {
        match tree {
            SsaTree::Leaf(variable) => {
                let value = self.compose(value, self.b.variable_type(*variable));
                self.b.write(*variable, value);
            }
            SsaTree::Composite(parts) => {
                for (index, tree) in parts.iter().enumerate() {
                    let part = self.constituent(value, index as u32);
                    self.write_ssa(tree, &part);
                }
            }
        }
    }

    /// Returns the storage of a local variable.
    pub(in crate::lower) fn storage(&mut self, local: LocalId) -> Storage {
        match self.storages.get(local.0 as usize) {
            Some(storage) => storage.clone(),
            None => {
                self.internal_error("a local variable of another function");
                Storage::Ssa(SsaTree::Leaf(self.b.declare(Types::I32)))
            }
        }
    }
}

/// Returns, for each local variable, whether it must be in memory. This is so if an array or matrix in it is indexed
/// by an expression that is not a literal, if a cooperative matrix in it is indexed by any expression, or if it is
/// passed by pointer to a SPIR-V instruction.
fn locals_in_memory(program: &tree::Program, body: &tree::Function) -> Vec<bool> {
    let mut in_memory = vec![false; body.locals.len()];
    for local in referenced_locals(program, body) {
        if let Some(slot) = in_memory.get_mut(local.0 as usize) {
            *slot = true;
        }
    }
    for (_, expr) in body.exprs.iter() {
        let ExprKind::Index(base, index) = expr.kind else { continue };
        let needs_memory = match *program.types.kind(body.exprs[base].ty) {
            TypeKind::CoopMatrix(_) => true,
            TypeKind::Vector(..) | TypeKind::SpecVector(..) | TypeKind::CoopVector(_) => false,
            _ => !is_literal(program, body, index),
        };
        if let (true, Some(LocalId(local))) = (needs_memory, root(body, base))
            && let Some(slot) = in_memory.get_mut(local as usize)
        {
            *slot = true;
        }
    }
    in_memory
}

/// Returns the variables that are passed by pointer to a SPIR-V instruction (`spirv_by_reference`).
fn referenced_locals(program: &tree::Program, body: &tree::Function) -> Vec<LocalId> {
    let mut locals = Vec::new();
    for (_, expr) in body.exprs.iter() {
        if let ExprKind::Spirv(number, args) = &expr.kind
            && let Some(function) = program.spirv.get(*number)
        {
            let pointers =
                function.params.iter().zip(args).filter(|(param, _)| **param == SpirvParam::Reference);
            locals.extend(pointers.filter_map(|(_, &arg)| root(body, arg)));
        }
    }
    locals
}

/// Returns whether an expression is a literal or folds to one. Specialization constants are not literals.
fn is_literal(program: &tree::Program, body: &tree::Function, index: ExprHandle) -> bool {
    use crate::types::constant::Const;
    match body.exprs[index].kind {
        ExprKind::Const(constant) => {
            matches!(program.constants[constant], Const::Scalar(..) | Const::Null(_))
        }
        _ => false,
    }
}

/// Returns the local variable that an lvalue is part of; `None` if it is not part of one.
fn root(body: &tree::Function, mut lvalue: ExprHandle) -> Option<LocalId> {
    loop {
        match body.exprs[lvalue].kind {
            ExprKind::Local(local) => return Some(local),
            ExprKind::Member(base, _)
            | ExprKind::Index(base, _)
            | ExprKind::Swizzle { base, .. }
            | ExprKind::NonUniform(base) => lvalue = base,
            _ => return None,
        }
    }
}
