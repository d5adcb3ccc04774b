//! The functions that operations become: one for each operation, with its types.

use super::memory::Step;
use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, FuncId, Function, InstData, Module, Op, Terminator, Type, Value};
use rustc_hash::FxHashMap;

/// What determines a function.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub op: Op,
    pub imm: Imm,
    pub precise: bool,
    /// Types of the operands and of the result.
    pub types: Vec<Type>,
    /// The path from a variable to an element in memory.
    pub path: Vec<Step>,
}

impl Key {
    /// The key of an operation, for these operands of the function.
    pub fn new(b: &Builder<'_>, data: &InstData, args: &[Value], result: Option<Type>) -> Key {
        let types = args.iter().map(|&arg| b.func.ty(arg)).chain(result).collect();
        Key { op: data.op, imm: data.imm, precise: data.precise, types, path: Vec::new() }
    }
}

/// The functions generated so far.
pub(super) struct Functions {
    base: usize,
    ids: FxHashMap<Key, FuncId>,
    made: Vec<Function>,
}

impl Functions {
    /// No functions, for a module with the functions that it has now.
    pub fn new(module: &Module) -> Self {
        Functions { base: module.functions.len(), ids: FxHashMap::default(), made: Vec::new() }
    }

    /// Appends the functions to the module.
    pub fn add_to(self, module: &mut Module) {
        for function in self.made {
            module.functions.push(function);
        }
    }

    /// Calls the function of a key. `body` emits it if it is new: from its parameters it computes the result.
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
                let id = FuncId::from_index((self.base + self.made.len()) as u32);
                let params: Vec<Type> = args.iter().map(|&arg| b.func.ty(arg)).collect();
                let function = function(b, &key, params, result, body);
                self.made.push(function);
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
