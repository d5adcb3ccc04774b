//! Lowers derivatives and implicit levels of detail (GL_NV_compute_shader_derivatives,
//! GL_KHR_compute_shader_derivatives).
//!
//! In a program with a derivative group, a sample with an implicit level of detail is lowered to one with explicit
//! gradients of its coordinates. The implicit level is defined by the same gradients (GLSL §8.9). The optimizer may
//! then move the sample, while derivatives stay in place. A bias scales the gradients, because the level is the
//! logarithm of their length. Without a derivative group, derivatives and implicit levels are 0.

use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use naga::{DerivativeAxis, DerivativeControl};
use nvc_ir::imm::Imm;
use nvc_ir::types::ImageType;
use nvc_ir::{Const, Op, Types, Value};

impl Lowerer<'_, '_> {
    /// Lowers `dFdx`, `dFdy`, `fwidth` and their coarse and fine variants.
    pub(super) fn derivative(
        &mut self,
        axis: DerivativeAxis,
        control: DerivativeControl,
        args: &[ExprHandle],
    ) -> Rvalue {
        use DerivativeControl::{Coarse, Fine, None};
        let [value] = self.values(args);
        let [x, y] = match control {
            None => [Op::Ddx, Op::Ddy],
            Fine => [Op::DdxFine, Op::DdyFine],
            Coarse => [Op::DdxCoarse, Op::DdyCoarse],
        };
        match axis {
            DerivativeAxis::X => self.difference(x, value).into(),
            DerivativeAxis::Y => self.difference(y, value).into(),
            DerivativeAxis::Width => {
                let [x, y] = [x, y].map(|op| {
                    let difference = self.difference(op, value);
                    self.b.op(Op::FAbs, &[difference])
                });
                self.b.op(Op::FAdd, &[x, y]).into()
            }
        }
    }

    /// Emits a derivative, or zero if the program does not declare a derivative group.
    fn difference(&mut self, op: Op, value: Value) -> Value {
        if self.module.program.derivatives.is_some() {
            return self.b.op(op, &[value]);
        }
        let ty = self.b.func.ty(value);
        self.b.func.constant(ty, Const::Null)
    }

    /// Returns the gradients of a sample with an implicit level; `None` without a derivative group.
    pub(super) fn gradients(
        &mut self,
        image: ImageType,
        coordinate: Value,
        bias: Option<Value>,
    ) -> Option<[Value; 2]> {
        self.module.program.derivatives?;
        let mut parts = self.components(coordinate);
        parts.truncate(usize::from(image.dim.coordinates()));
        let position = self.vector(&parts);
        let scale = bias.map(|bias| {
            let scale = self.b.op(Op::Exp2, &[bias]);
            self.splat(scale, image.dim.coordinates().into())
        });
        Some([Op::Ddx, Op::Ddy].map(|op| {
            let difference = self.b.op(op, &[position]);
            match scale {
                Some(scale) => self.b.op(Op::FMul, &[difference, scale]),
                None => difference,
            }
        }))
    }

    /// Lowers `textureQueryLod`: the accessed level and the computed level of detail. Both are 0 without a
    /// derivative group.
    pub(super) fn queried_level(&mut self, texture: Value, coordinate: Value) -> Value {
        let ty = self.b.types.vector(Types::F32, 2);
        if self.module.program.derivatives.is_none() {
            return self.b.func.constant(ty, Const::Null);
        }
        self.b.inst_with_type(Op::TexQueryLod, Imm::None, &[texture, coordinate], ty)
    }
}
