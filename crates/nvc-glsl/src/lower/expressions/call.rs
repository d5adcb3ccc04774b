//! Lowers function calls. `out` and `inout` arguments are copied in and out (GLSL §6.1.1): their lvalues are
//! evaluated before the call and written after it, in order.

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::context::{InstanceKey, is_resource};
use crate::lower::expressions::lvalue::Lvalue;
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{self, Direction, ExprKind};
use crate::types::{Type, TypeKind};
use naga::Handle;
use nvc_ir::imm::Imm;
use nvc_ir::{FuncId, Op, Types};

/// An `out` or `inout` argument.
struct OutArgument {
    lvalue: Lvalue,
    ty: Type,
    /// The type of the parameter.
    parameter: Type,
}

impl Lowerer<'_, '_> {
    /// Lowers a call of a user-defined function.
    pub(in crate::lower) fn call(&mut self, callee: Handle<tree::Function>, args: &[ExprHandle]) -> Rvalue {
        let program = self.module.program;
        let function = &program.functions[callee];
        let mut values = Vec::new();
        let mut shapes = Vec::new();
        let mut outs = Vec::new();
        for ((param, local), &arg) in function.params.iter().zip(&function.locals).zip(args) {
            if is_resource(program, *param, local.ty) {
                let resource = self.resource(arg);
                shapes.push(resource.split(self.b.func, &mut values));
                continue;
            }
            if param.direction == Direction::In {
                let value = self.expr(arg);
                let ty = self.value_type(local.ty);
                values.push(self.compose(&value, ty));
                continue;
            }
            let out = self.out_argument(arg, local.ty);
            if param.direction == Direction::InOut {
                let value = self.read_lvalue(&out.lvalue);
                let value = self.convert_rvalue(&value, out.ty, local.ty);
                let ty = self.value_type(local.ty);
                values.push(self.compose(&value, ty));
            }
            outs.push(out);
        }
        let key = InstanceKey { function: callee, shapes, decodes: false };
        let signature = self.module.signature(self.b.types, &key);
        let loc = self.b.loc;
        let id = self.module.function(self.b.types, key, loc);
        let imm = Imm::Function(id);
        let result = match signature.result {
            Some(ty) => Some(self.b.inst_with_type(Op::Call, imm, &values, ty)),
            None => {
                self.b.effect(Op::Call, imm, &values);
                None
            }
        };
        let Some(result) = result else { return Rvalue::void() };
        let single = signature.results.len() == 1;
        let mut parts = (0..signature.results.len() as u32).map(|index| (index, single));
        let mut take = |this: &mut Self| match parts.next() {
            Some((_, true)) | None => Rvalue::Single(result),
            Some((index, false)) => this.constituent(&Rvalue::Single(result), index),
        };
        let value = match self.kind(function.result) {
            TypeKind::Void => Rvalue::void(),
            _ => take(self),
        };
        for out in outs {
            let value = take(self);
            let value = self.convert_rvalue(&value, out.parameter, out.ty);
            self.write_lvalue(&out.lvalue, &value);
        }
        value
    }

    /// Returns the instance of a function that is passed to a built-in function, which calls it for matrix
    /// elements or, if `decodes`, to decode them.
    pub(in crate::lower) fn callback(&mut self, arg: ExprHandle, decodes: bool) -> Option<FuncId> {
        let ExprKind::Callback(function) = self.body.exprs[arg].kind else {
            self.internal_error("an argument that is not a function");
            return None;
        };
        let key = InstanceKey { function, shapes: Vec::new(), decodes };
        let loc = self.b.loc;
        Some(self.module.function(self.b.types, key, loc))
    }

    /// Evaluates an `out` or `inout` argument to an lvalue. `parameter` is the type of the parameter.
    fn out_argument(&mut self, arg: ExprHandle, parameter: Type) -> OutArgument {
        let body = self.body;
        let target = match body.exprs[arg].kind {
            ExprKind::Convert(target) => target,
            _ => arg,
        };
        OutArgument { lvalue: self.lvalue(target), ty: body.exprs[target].ty, parameter }
    }

    /// Writes the result of a built-in function to an `out` argument.
    pub(in crate::lower) fn write_out(&mut self, arg: ExprHandle, value: impl Into<Rvalue>) {
        let out = self.out_argument(arg, self.body.exprs[arg].ty);
        let value = self.convert_rvalue(&value.into(), out.parameter, out.ty);
        self.write_lvalue(&out.lvalue, &value);
    }

    /// Converts bools to the integers 0 and 1.
    pub(in crate::lower) fn bool_as_int(&mut self, predicate: nvc_ir::Value) -> nvc_ir::Value {
        let ty = self.b.func.ty(predicate);
        let int_type = self.b.types.with_scalar(ty, Types::I32);
        self.bool_to(predicate, int_type, 1)
    }
}
