//! Functions: one of the IR for each of the tree, and for each combination of descriptors that a function
//! with opaque parameters is given.

use crate::lower::context::Resource;
use crate::lower::context::{Key, Lowerer, Shared, is_resource};
use crate::lower::values::rvalue::Val;
use crate::tree::{Direction, LocalId};
use crate::types::{Type, TypeKind};
use nvc_diag::Span;
use nvc_ir::imm::Imm;
use nvc_ir::types::Member;
use nvc_ir::{FuncId, Function, Op, Terminator, Type as IrType, Types, Value};

/// How a function is called.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Signature {
    /// Types of the IR's parameters.
    pub params: Vec<IrType>,
    /// What comes back: the result, then the final values of `out` and `inout` parameters.
    pub results: Vec<Type>,
    /// Type of the IR's result.
    pub result: Option<IrType>,
}

impl<'p> Shared<'p> {
    /// The function of the IR for a key, which is lowered later if it is new.
    /// `call` is where it is called.
    pub(in crate::lower) fn function(&mut self, types: &mut Types, key: Key, call: Option<Span>) -> FuncId {
        if let Some(&known) = self.instances.get(&key) {
            return known;
        }
        let signature = self.signature(types, &key);
        let name = self.names.text(self.program.functions[key.function].name);
        let mut func = Function::new(name);
        (func.params, func.result) = (signature.params, signature.result);
        let id = self.functions.push(func);
        self.instances.insert(key.clone(), id);
        self.queue.push_back((id, key, call));
        id
    }

    /// How the function of a key is called.
    pub(in crate::lower) fn signature(&mut self, types: &mut Types, key: &Key) -> Signature {
        let program = self.program;
        let function = &program.functions[key.function];
        let mut params = Vec::new();
        let mut results = Vec::new();
        if *program.types.kind(function.result) != TypeKind::Void {
            results.push(function.result);
        }
        let mut shapes = key.shapes.iter();
        for (param, local) in function.params.iter().zip(&function.locals) {
            if is_resource(program, *param, local.ty) {
                if let Some(shape) = shapes.next() {
                    shape.types(&mut params);
                }
                continue;
            }
            if param.direction != Direction::Out {
                params.push(self.value_type(types, local.ty));
            }
            if param.direction != Direction::In {
                results.push(local.ty);
            }
        }
        let result = match results[..] {
            [] => None,
            [one] => Some(self.value_type(types, one)),
            _ => {
                let members =
                    results.iter().map(|&ty| Member { ty: self.value_type(types, ty), offset: 0 }).collect();
                Some(types.intern(nvc_ir::TypeKind::Struct { members, block: false }))
            }
        };
        Signature { params, results, result }
    }

    /// Lowers the function of a key.
    pub(in crate::lower) fn instance(
        &mut self,
        types: &mut Types,
        id: FuncId,
        key: &Key,
        call: Option<Span>,
    ) {
        let mut func = std::mem::take(&mut self.functions[id]);
        let body = &self.program.functions[key.function];
        let mut lowerer = Lowerer::new(self, &mut func, types, body);
        lowerer.called = call;
        lowerer.function(key);
        func.resolve_aliases();
        self.functions[id] = func;
    }
}

impl Lowerer<'_, '_> {
    fn function(&mut self, key: &Key) {
        let entry = self.block();
        self.b.enter(entry);
        self.ssa.seal(self.b.func, entry);
        let types = self.b.func.params.clone();
        let values: Vec<Value> = types.into_iter().map(|ty| self.b.func.add_param(entry, ty)).collect();
        let mut values = values.into_iter();
        let program = self.s.program;
        let body = self.body;
        let mut shapes = key.shapes.iter();
        let mut resources: Vec<Option<Resource>> = Vec::new();
        let mut arguments = Vec::new();
        for (number, (param, local)) in body.params.iter().zip(&body.locals).enumerate() {
            let mut resource = None;
            if is_resource(program, *param, local.ty) {
                match shapes.next().and_then(|shape| shape.join(&mut values)) {
                    // Handles are values like others.
                    Some(Resource::Handle(value)) => arguments.push((LocalId(number as u32), value)),
                    other => resource = other,
                }
            } else if param.direction != Direction::Out
                && let Some(value) = values.next()
            {
                arguments.push((LocalId(number as u32), value));
            }
            resources.push(resource);
        }
        self.make_homes(&mut |number| resources.get(number).cloned().flatten());
        for (local, value) in arguments {
            self.initialise(local, &Val::One(value));
        }
        self.run();
    }

    /// The body.
    pub(in crate::lower) fn run(&mut self) {
        let body = self.body;
        self.statements(&body.body);
        if !self.dead {
            self.return_(None);
        }
        self.finish_flow();
    }

    /// `return`, and the end of the body: the result and the final values of parameters.
    pub(in crate::lower) fn return_(&mut self, value: Option<crate::lower::context::E>) {
        let body = self.body;
        let mut results = Vec::new();
        if *self.kind(body.result) != TypeKind::Void {
            let ty = self.value_type(body.result);
            results.push(match value {
                Some(value) => {
                    let value = self.expr(value);
                    self.whole(&value, ty)
                }
                None => self.b.undef(ty),
            });
        } else if let Some(value) = value {
            // `return f();` of a function without result.
            self.expr(value);
        }
        self.steps_of_return();
        for (number, (param, local)) in body.params.iter().zip(&body.locals).enumerate() {
            if param.direction == Direction::In {
                continue;
            }
            let value = self.read_local(LocalId(number as u32), local.ty);
            let ty = self.value_type(local.ty);
            results.push(self.whole(&value, ty));
        }
        let result = match (self.b.func.result, &results[..]) {
            (None, _) => None,
            (Some(_), &[one]) => Some(one),
            (Some(ty), _) => Some(self.b.inst_with_type(Op::Construct, Imm::None, &results, ty)),
        };
        self.b.terminate(Terminator::Return(result));
        self.dead = true;
    }
}
