//! `private-to-local`: turns private variables that only the entry point uses into local variables of it.
//!
//! A variable at global scope of a GLSL program is shared by its functions and so in private storage. Once the functions are
//! inlined, only the entry point uses it. The entry point runs once for each invocation, so a variable of its own has the same
//! lifetime, and `promote-locals` makes an SSA value of it.
//!
//! Only scalars and vectors: an array stays in memory in either case, and NVIDIA's driver (580.159, on an H200) generates code that is
//! up to 20% faster if it is private (llama.cpp's products with two to eight columns, crates/lab/logs/conformance.md). A variable
//! also stays if its address is used otherwise than to load, to store or to access a part, if accesses are volatile or coherent, and
//! if it has decorations.

use crate::analysis::exclude_used;
use crate::{OpSet, Pass};
use nvc_ir::entity::Entity;
use nvc_ir::types::Space;
use nvc_ir::{FuncId, Function, GlobalKind, Imm, InstRef, Local, LocalData, Module, Op, TypeKind, Types};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "private-to-local",
    doc: "Turns private variables that only the entry point uses into local variables of it.",
    ops: OpSet::of(&[Op::GlobalAddr]),
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let mut chosen: Vec<bool> =
        module.globals.values().map(|global| is_candidate(&module.types, &global.kind)).collect();
    let Some(entry) = module.entry.as_ref().map(|entry| entry.function) else { return };
    if !chosen.contains(&true) {
        return;
    }
    module.decorations.iter().for_each(|&(global, _)| chosen[global.index()] = false);
    for (id, func) in module.functions.iter() {
        match id == entry {
            true => exclude_used(func, &mut chosen, is_plain),
            false => keep_used(func, &mut chosen),
        }
    }
    if chosen.contains(&true) {
        change(module, entry, &chosen);
    }
}

/// Whether a global is a private scalar or vector, and no qualifier forbids keeping its value in a register.
fn is_candidate(types: &Types, kind: &GlobalKind) -> bool {
    match *kind {
        GlobalKind::Variable { space: Space::Private, ty, access, .. } => {
            let is_small = matches!(types.kind(ty), TypeKind::Vector(..))
                || types.scalar_bits(ty).is_some()
                || ty == Types::BOOL;
            is_small && !access.aliased && !access.volatile && !access.coherent
        }
        _ => false,
    }
}

/// Keeps the variables that a function uses.
fn keep_used(func: &Function, chosen: &mut [bool]) {
    for (_, data) in func.insts() {
        if let Imm::Global(global) = data.imm() {
            chosen[global.index()] = false;
        }
    }
}

/// Whether an access is neither volatile nor coherent.
fn is_plain(data: InstRef<'_>) -> bool {
    !matches!(data.imm(), Imm::Access(access) if access.volatile || access.coherent)
}

/// Declares a local variable for each chosen one, and changes the addresses.
fn change(module: &mut Module, entry: FuncId, chosen: &[bool]) {
    let (func, types) = (&mut module.functions[entry], &mut module.types);
    let mut locals: Vec<Option<Local>> = vec![None; chosen.len()];
    let mut is_pointer = vec![false; func.values.len()];
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        for index in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[index];
            let data = func.inst(inst);
            let global = match data.op {
                Op::GlobalAddr
                    if let Imm::Global(global) = data.imm()
                        && chosen[global.index()] =>
                {
                    Some(global)
                }
                Op::AccessChain if is_pointer[func.resolve(data.args[0]).index()] => None,
                _ => continue,
            };
            let Some(result) = data.result else { continue };
            is_pointer[result.index()] = true;
            let Some((_, pointee)) = types.pointee(func.values[result].ty) else { continue };
            func.values[result].ty = types.pointer(Space::Function, pointee);
            if let Some(global) = global {
                let local = *locals[global.index()].get_or_insert_with(|| {
                    let name = module.globals[global].name.clone();
                    func.locals.push(LocalData { name, ty: pointee })
                });
                func.change_inst(inst, Op::LocalAddr, Imm::Local(local));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Op, PASS};
    use crate::promote_locals;
    use crate::testing::apply;
    use nvc_ir::text;

    /// `promote-locals` runs only on functions with local variables, and this one has none before.
    #[test]
    fn the_variables_are_promoted() {
        let source = r#"module built
g0 "count" = variable private i32
entry "main" f0 size(1, 1, 1)
func f0 "main"() {
b0:
  v0: pointer<private, i32> = global.addr[g0]
  v1: i32 = builtin[local_index]
  store v0, v1
  v2: i32 = load v0
  v3: i32 = iadd v2, 1:i32
  store v0, v3
  return
}
"#;
        let mut module = text::parse(source).expect("a module");
        apply(&PASS, &mut module);
        apply(&promote_locals::PASS, &mut module);
        let mut ops = module.functions.values().flat_map(|func| func.insts()).map(|(_, data)| data.op);
        assert!(ops.all(|op| !matches!(op, Op::GlobalAddr | Op::LocalAddr | Op::Load | Op::Store)));
    }
}
