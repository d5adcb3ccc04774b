//! Generated functions: each matrix operation, with its operand and result types, becomes a function.

use super::memory::Step;
use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, FuncId, Function, Module, Op, OwnedInst, Terminator, Type, Value};
use rustc_hash::FxHashMap;

/// The properties that determine a generated function: operations with equal keys share one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub op: Op,
    pub imm: Imm,
    pub precise: bool,
    /// Types of the function's parameters and result; for a load or store also the pointer type at the start of the path.
    pub types: Vec<Type>,
    /// For a load or store, the path from a variable or pointer to the first matrix element in memory; empty for other
    /// operations.
    pub path: Vec<Step>,
}

impl Key {
    /// The key of an operation whose function takes `args`.
    pub fn new(b: &Builder<'_>, data: &OwnedInst, args: &[Value], result: Option<Type>) -> Key {
        let types = args.iter().map(|&arg| b.func.ty(arg)).chain(result).collect();
        Key { op: data.op, imm: data.imm(), precise: data.precise, types, path: Vec::new() }
    }
}

/// The functions generated so far, not yet in the module.
pub(super) struct Functions {
    base: usize,
    ids: FxHashMap<Key, FuncId>,
    generated: Vec<Function>,
}

impl Functions {
    /// Creates an empty list. The ids of generated functions follow those of the functions that the module has now.
    pub fn new(module: &Module) -> Self {
        Functions { base: module.functions.len(), ids: FxHashMap::default(), generated: Vec::new() }
    }

    /// Appends the functions to the module.
    pub fn add_to(self, module: &mut Module) {
        for function in self.generated {
            module.functions.push(function);
        }
    }

    /// Calls the function of a key, generating it at first use: `body` computes the result from the parameters.
    pub fn call(
        &mut self,
        b: &mut Builder<'_>,
        key: Key,
        args: &[Value],
        result: Option<Type>,
        body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Option<Value>,
    ) -> Option<Value> {
        let id = match self.ids.get(&key) {
            Some(&id) => id,
            None => {
                // `add_to` appends the functions in this order.
                let id = FuncId::from_index((self.base + self.generated.len()) as u32);
                let params: Vec<Type> = args.iter().map(|&arg| b.func.ty(arg)).collect();
                let function = function(b, &key, params, result, body);
                self.generated.push(function);
                self.ids.insert(key, id);
                id
            }
        };
        match result {
            Some(ty) => Some(b.inst_with_type(Op::Call, Imm::Function(id), args, ty)),
            None => {
                b.effect(Op::Call, Imm::Function(id), args);
                None
            }
        }
    }
}

fn function(
    caller: &mut Builder<'_>,
    key: &Key,
    params: Vec<Type>,
    result: Option<Type>,
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Option<Value>,
) -> Function {
    let mut func =
        Function::new(format!("matrix_{}", key.op.info().name.replace("coop.", "").replace('.', "_")));
    func.result = result;
    let mut b = Builder::new(&mut func, caller.types);
    b.loc = caller.loc;
    b.precise = key.precise;
    let entry = b.func.new_block();
    b.func.params.clone_from(&params);
    let args: Vec<Value> = params.into_iter().map(|ty| b.func.add_param(entry, ty)).collect();
    b.enter(entry);
    let value = body(&mut b, &args);
    b.terminate(Terminator::Return(value));
    func
}
