//! Derivatives, and the levels of detail that follow from them (GL_NV_compute_shader_derivatives).
//!
//! A sample without a level has the gradients of its coordinates: that is what an implicit level is
//! (GLSL 8.9), and differences, unlike samples, stay where the program has them. A bias of the level scales
//! them: the level is the logarithm of their length.

use crate::lower::context::{E, Lowerer};
use crate::lower::values::rvalue::Val;
use naga::{DerivativeAxis, DerivativeControl};
use nvc_ir::imm::Imm;
use nvc_ir::types::ImageType;
use nvc_ir::{Const, Op, Types, Value};

impl Lowerer<'_, '_> {
    /// `dFdx` and its kin.
    pub(super) fn derivative(&mut self, axis: DerivativeAxis, control: DerivativeControl, args: &[E]) -> Val {
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

    /// A difference; zero where no layout says which invocations it is taken among.
    fn difference(&mut self, op: Op, value: Value) -> Value {
        if self.s.program.derivatives.is_some() {
            return self.b.op(op, &[value]);
        }
        let ty = self.b.func.ty(value);
        self.b.func.constant(ty, Const::Null)
    }

    /// The gradients of a sample without a level; `None` where there are no derivatives.
    pub(super) fn gradients(
        &mut self,
        image: ImageType,
        coordinate: Value,
        bias: Option<Value>,
    ) -> Option<[Value; 2]> {
        self.s.program.derivatives?;
        let mut parts = self.components(coordinate);
        parts.truncate(usize::from(image.dim.coordinates()));
        let place = self.vector(&parts);
        let scale = bias.map(|bias| {
            let scale = self.b.op(Op::Exp2, &[bias]);
            self.splat(scale, image.dim.coordinates())
        });
        Some([Op::Ddx, Op::Ddy].map(|op| {
            let difference = self.b.op(op, &[place]);
            match scale {
                Some(scale) => self.b.op(Op::FMul, &[difference, scale]),
                None => difference,
            }
        }))
    }

    /// `textureQueryLod`: the level that is accessed, and the one that is asked for. Without derivatives
    /// samples are of level 0.
    pub(super) fn queried_level(&mut self, texture: Value, coordinate: Value) -> Value {
        let ty = self.b.types.vector(Types::F32, 2);
        if self.s.program.derivatives.is_none() {
            return self.b.func.constant(ty, Const::Null);
        }
        self.b.inst_with_type(Op::TexQueryLod, Imm::None, &[texture, coordinate], ty)
    }
}
