//! Lowers functions: signatures, bodies and `return`. A function with opaque parameters has several instances: it
//! is lowered once for each combination of resources passed to it (`ResourceShape`).

use crate::layout::Rules;
use crate::lower::context::Resource;
use crate::lower::context::{InstanceKey, Lowerer, ModuleLowerer, is_resource};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{Direction, LocalId};
use crate::types::{Layout, StructId, Type, TypeKind};
use nvc_diag::Span;
use nvc_ir::imm::Imm;
use nvc_ir::types::Member;
use nvc_ir::{FuncId, Function, Op, Space, Type as IrType, Types, Value};

/// The IR signature of a function instance.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Signature {
    /// IR types of the parameters.
    pub params: Vec<IrType>,
    /// GLSL types of the result and of the `out` and `inout` parameters, which are returned together with the
    /// result.
    pub results: Vec<Type>,
    /// IR type of the result: a struct if there are several results, `None` if there are none.
    pub result: Option<IrType>,
}

impl<'p> ModuleLowerer<'p> {
    /// Returns the IR function of an instance. A new instance is queued for lowering; `call` is the span of
    /// its first call.
    pub(in crate::lower) fn function(
        &mut self,
        types: &mut Types,
        key: InstanceKey,
        call: Option<Span>,
    ) -> FuncId {
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

    /// Returns the signature of an instance.
    pub(in crate::lower) fn signature(&mut self, types: &mut Types, key: &InstanceKey) -> Signature {
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
                params.push(match *program.types.kind(local.ty) {
                    TypeKind::Reference(id) if key.decodes => self.block_pointer(types, id),
                    _ => self.value_type(types, local.ty),
                });
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
                    results.iter().map(|&ty| Member::without_offset(self.value_type(types, ty))).collect();
                Some(types.intern(nvc_ir::TypeKind::Struct { members, block: false }))
            }
        };
        Signature { params, results, result }
    }

    /// Returns the type of pointers to the block of a buffer reference.
    fn block_pointer(&mut self, types: &mut Types, id: StructId) -> IrType {
        let def = self.program.types.get_struct(id);
        let layout = def.and_then(|def| def.layout).unwrap_or(Layout::Std430);
        let block = self.program.types.find(&TypeKind::Struct(id));
        let block = block
            .map_or(Types::VOID, |block| self.memory_type(types, block, Rules { layout, row_major: false }));
        types.pointer(Space::PhysicalStorageBuffer, block)
    }

    /// Lowers an instance.
    pub(in crate::lower) fn instance(
        &mut self,
        types: &mut Types,
        id: FuncId,
        key: &InstanceKey,
        call: Option<Span>,
    ) {
        let mut func = std::mem::take(&mut self.functions[id]);
        let body = &self.program.functions[key.function];
        let mut lowerer = Lowerer::new(self, &mut func, types, body);
        lowerer.first_call = call;
        lowerer.function(key);
        self.functions[id] = func;
    }
}

impl Lowerer<'_, '_> {
    /// Lowers the body of an instance. Splits the IR parameters into the resources and values of the GLSL
    /// parameters.
    fn function(mut self, key: &InstanceKey) {
        let entry = self.b.block();
        let types = self.b.func.params.clone();
        let values: Vec<Value> = types.into_iter().map(|ty| self.b.func.add_param(entry, ty)).collect();
        let mut values = values.into_iter();
        let program = self.module.program;
        let body = self.body;
        let mut shapes = key.shapes.iter();
        let mut resources: Vec<Option<Resource>> = Vec::new();
        let mut arguments = Vec::new();
        for (number, (param, local)) in body.params.iter().zip(&body.locals).enumerate() {
            let mut resource = None;
            if is_resource(program, *param, local.ty) {
                match shapes.next().and_then(|shape| shape.join(&mut values)) {
                    // Bindless handles are ordinary values.
                    Some(Resource::Handle(value)) => arguments.push((LocalId(number as u32), value)),
                    other => resource = other,
                }
            } else if param.direction != Direction::Out
                && let Some(mut value) = values.next()
            {
                if self.b.types.pointee(self.b.func.ty(value)).is_some() {
                    value = self.b.inst_with_type(Op::PhysicalValue, Imm::None, &[value], Types::I64);
                }
                arguments.push((LocalId(number as u32), value));
            }
            resources.push(resource);
        }
        self.allocate_locals(&mut |number| resources.get(number).cloned().flatten());
        for (local, value) in arguments {
            self.initialise(local, &Rvalue::Single(value));
        }
        self.lower_body();
    }

    /// Lowers the statements of the body, and the implicit `return` at its end.
    pub(in crate::lower) fn lower_body(mut self) {
        let body = self.body;
        self.statements(&body.body);
        if !self.b.is_unreachable() {
            self.return_(None);
        }
        self.stopped();
        self.module.lowered = self.module.lowered.saturating_add(self.b.size());
        self.b.finish();
    }

    /// Lowers `return` or the end of the body. The IR function returns the result together with the final values of
    /// `out` and `inout` parameters.
    pub(in crate::lower) fn return_(&mut self, value: Option<crate::lower::context::ExprHandle>) {
        let body = self.body;
        let mut results = Vec::new();
        if *self.kind(body.result) != TypeKind::Void {
            let ty = self.value_type(body.result);
            results.push(match value {
                Some(value) => {
                    let value = self.expr(value);
                    self.compose(&value, ty)
                }
                None => self.b.undef(ty),
            });
        } else if let Some(value) = value {
            // GLSL permits `return f();` in a function of type `void`.
            self.expr(value);
        }
        self.driver_loop_steps();
        for (number, (param, local)) in body.params.iter().zip(&body.locals).enumerate() {
            if param.direction == Direction::In {
                continue;
            }
            let value = self.read_local(LocalId(number as u32), local.ty);
            let ty = self.value_type(local.ty);
            results.push(self.compose(&value, ty));
        }
        let result = match (self.b.func.result, &results[..]) {
            (None, _) => None,
            (Some(_), &[one]) => Some(one),
            (Some(ty), _) => Some(self.b.inst_with_type(Op::Construct, Imm::None, &results, ty)),
        };
        self.b.return_(result);
    }
}
