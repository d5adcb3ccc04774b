//! The members of the types in a module, which bound the time of work that goes through whole types.
//!
//! A type of a few lines can have tens of thousands of members ([`Types::member_counts`]). SPIRV-Tools visits all of them for each
//! variable and for most instructions with a value or pointer of the type, and listings and translations print them.

use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{Function, GlobalKind, Module, Space, Type, TypeKind, Types};

/// The number of members of variables that take SPIRV-Tools about as long as a word of a module.
const OF_VARIABLES_PER_WORD: u64 = 8;

/// The number of members of other values that take SPIRV-Tools about as long as a word of a module.
const OF_VALUES_PER_WORD: u64 = 64;

/// The largest number of members in the types of values of a module that is printed or translated: some 50 MB of text.
pub(crate) const MAX_PRINTED: u64 = 1 << 22;

/// Numbers of members, those of nested structs included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeMembers {
    /// Of the types of variables, and of the types that buffer references point to.
    pub variables: u64,
    /// Of the types of results and operands of all instructions. For a pointer, those of the type that it points to.
    pub values: u64,
}

impl TypeMembers {
    /// Counts the members in a module.
    pub fn of(module: &Module) -> Self {
        let types = &module.types;
        let counts = types.member_counts();
        let count = |ty: Type| counts.get(ty.index()).copied().unwrap_or(0);
        let sum =
            |list: &mut dyn Iterator<Item = Type>| list.fold(0, |sum: u64, ty| sum.saturating_add(count(ty)));
        let mut globals = module.globals.values().filter_map(|global| match global.kind {
            GlobalKind::Variable { ty, .. } => Some(ty),
            _ => None,
        });
        let mut references = types.iter().filter_map(|(_, kind)| match kind {
            TypeKind::Pointer(Space::PhysicalStorageBuffer, to) => Some(*to),
            _ => None,
        });
        let mut members =
            TypeMembers { variables: sum(&mut globals).saturating_add(sum(&mut references)), values: 0 };
        // Without structs, there is nothing to count in functions.
        if counts.iter().any(|&count| count > 0) {
            for func in module.functions.values() {
                let locals = sum(&mut accessed_locals(func).into_iter());
                members.variables = members.variables.saturating_add(locals);
                members.values = members.values.saturating_add(sum(&mut values(func, types)));
            }
        }
        members
    }

    /// The number of words of a module that take SPIRV-Tools as long as these members.
    pub fn as_words(self) -> u64 {
        (self.variables / OF_VARIABLES_PER_WORD).saturating_add(self.values / OF_VALUES_PER_WORD)
    }
}

/// Returns the types of the variables in function storage that are emitted: passes leave others behind.
fn accessed_locals(func: &Function) -> Vec<Type> {
    let mut accessed = vec![false; func.locals.len()];
    for inst in func.blocks_in_order().flat_map(|(_, block)| &block.insts) {
        if let Imm::Local(local) = func.imm(*inst) {
            accessed[local.index()] = true;
        }
    }
    func.locals.values().zip(accessed).filter(|(_, accessed)| *accessed).map(|(local, _)| local.ty).collect()
}

/// Returns the types of block parameters, results and operands. For a pointer, the type that it points to.
fn values<'a>(func: &'a Function, types: &'a Types) -> impl Iterator<Item = Type> + 'a {
    let visited = move |value| match *types.kind(func.ty(value)) {
        TypeKind::Pointer(_, to) => to,
        _ => func.ty(value),
    };
    func.blocks_in_order()
        .flat_map(|(_, block)| {
            let insts = block.insts.iter().map(|&inst| &func.insts[inst]);
            let values = insts.flat_map(|data| data.result.into_iter().chain(data.args.iter().copied()));
            block.params.iter().copied().chain(values).chain(block.term.values())
        })
        .map(visited)
}
