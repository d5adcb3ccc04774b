//! Calls. `out` and `inout` arguments are copied in and out (GLSL 6.1.1): their places are evaluated
//! before the call, and written in order behind it.

use crate::lower::context::{E, Lowerer};
use crate::lower::context::{Key, is_resource};
use crate::lower::expressions::lvalue::Place;
use crate::lower::values::rvalue::Val;
use crate::tree::{self, Direction, ExprKind};
use crate::types::{Type, TypeKind};
use naga::Handle;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Types};

/// Where the final value of a parameter goes: a place of a type, from the parameter's type.
struct Out {
    place: Place,
    ty: Type,
    from: Type,
}

impl Lowerer<'_, '_> {
    /// A call of a function of the program.
    pub(in crate::lower) fn call(&mut self, callee: Handle<tree::Function>, args: &[E]) -> Val {
        let program = self.s.program;
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
                values.push(self.whole(&value, ty));
                continue;
            }
            let out = self.out(arg, local.ty);
            if param.direction == Direction::InOut {
                let value = self.read(&out.place);
                let value = self.converted(&value, out.ty, local.ty);
                let ty = self.value_type(local.ty);
                values.push(self.whole(&value, ty));
            }
            outs.push(out);
        }
        let key = Key { function: callee, shapes };
        let signature = self.s.signature(self.b.types, &key);
        let id = self.s.function(self.b.types, key, self.b.loc);
        let imm = Imm::Function(id);
        let result = match signature.result {
            Some(ty) => Some(self.b.inst_with_type(Op::Call, imm, &values, ty)),
            None => {
                self.b.effect(Op::Call, imm, &values);
                None
            }
        };
        let Some(result) = result else { return Val::void() };
        let single = signature.results.len() == 1;
        let mut parts = (0..signature.results.len() as u32).map(|index| (index, single));
        let mut take = |this: &mut Self| match parts.next() {
            Some((_, true)) | None => Val::One(result),
            Some((index, false)) => this.part(&Val::One(result), index),
        };
        let value = match self.kind(function.result) {
            TypeKind::Void => Val::void(),
            _ => take(self),
        };
        for out in outs {
            let value = take(self);
            let value = self.converted(&value, out.from, out.ty);
            self.write(&out.place, &value);
        }
        value
    }

    /// The place of an `out` or `inout` argument of a parameter's type.
    fn out(&mut self, arg: E, from: Type) -> Out {
        let body = self.body;
        let place = match body.exprs[arg].kind {
            ExprKind::Convert(place) => place,
            _ => arg,
        };
        Out { place: self.place(place), ty: body.exprs[place].ty, from }
    }

    /// Writes the result of a built-in function to an `out` argument.
    pub(in crate::lower) fn write_out(&mut self, arg: E, value: impl Into<Val>) {
        let out = self.out(arg, self.body.exprs[arg].ty);
        let value = self.converted(&value.into(), out.from, out.ty);
        self.write(&out.place, &value);
    }

    /// An `out` argument of a built-in function that is wanted as a word of another form: 0 or 1.
    pub(in crate::lower) fn truth_as_word(&mut self, truth: nvc_ir::Value) -> nvc_ir::Value {
        let ty = self.b.func.ty(truth);
        let count = self.b.types.components(ty);
        let words = self.b.types.vector(Types::I32, count);
        self.bool_to(truth, words, 1)
    }
}
