//! `emulate-coop`: turns cooperative matrices into arrays, for devices that do not support cooperative matrices.
//! `docs/cooperative-matrices.md` describes the design.
//!
//! The elements of a matrix are dealt out in row-major order to the `S` invocations that share it: invocation `n mod S` has
//! element `n` at index `n / S` of its array. The matrix types themselves are redefined as array types ([`matrices`]), so
//! variables, aggregates, functions and block parameters change with them. Most operations become calls of generated functions
//! ([`functions`]): a loop over the invocation's elements ([`elementwise`], [`per_element`], [`memory`], [`tensor`]), or an
//! exchange of elements through shared memory ([`exchange`]). Tensor layouts and views become arrays, too.

mod constants;
mod elementwise;
mod exchange;
mod functions;
mod lengths;
mod loops;
mod matrices;
mod memory;
mod per_element;
mod tensor;

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use exchange::Stage;
use functions::Functions;
use matrices::{Matrices, WARP_SIZE};
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::{Builder, InstRef, Module, Op, OwnedInst, TypeKind, Value};
use tensor::Tensors;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "emulate-coop",
    doc: "Turns cooperative matrices into arrays of the elements that an invocation holds.",
    ops: OpSet::ALL,
    run,
};

fn run(module: &mut Module, context: &mut Context<'_>) {
    let concerned = |kind: &TypeKind| {
        matches!(kind, TypeKind::CoopMatrix(_) | TypeKind::TensorLayout(_) | TypeKind::TensorView(_))
    };
    if !module.types.iter().any(|(_, kind)| concerned(kind)) {
        return;
    }
    let redefined = Tensors::redefine(module).and_then(|tensors| Ok((tensors, Matrices::redefine(module)?)));
    let (tensors, matrices) = match redefined {
        Ok(redefined) => redefined,
        Err(message) => {
            context.report(Diagnostic::new(Code::N0703, None, message));
            return;
        }
    };
    constants::run(module, &matrices);
    let stage = Stage::declare(module, &matrices);
    let functions = Functions::new(module);
    let mut lowering = Lowering { matrices, tensors, stage, functions, refusals: Vec::new() };
    rewrite_insts(module, OpSet::ALL, |b, _, data| lowering.instruction(b, data));
    let Lowering { functions, refusals, .. } = lowering;
    for refusal in refusals {
        context.report(refusal);
    }
    functions.add_to(module);
    let lane = |data: InstRef<'_>| data.imm() == Imm::Builtin(Builtin::SubgroupLane);
    if module.functions.values().any(|func| func.insts().any(|(_, data)| lane(data))) {
        module.interface.subgroup_size = Some(WARP_SIZE);
    }
}

/// The state that the lowering of all operations shares.
struct Lowering {
    matrices: Matrices,
    tensors: Tensors,
    stage: Stage,
    functions: Functions,
    refusals: Vec<Diagnostic>,
}

impl Lowering {
    fn instruction(&mut self, b: &mut Builder<'_>, data: &OwnedInst) -> Rewrite {
        if let Some(value) = self.tensors.operation(b, data) {
            return Rewrite::Replace(value);
        }
        let ty = data.result.map(|result| b.func.ty(result));
        let value = match (data.op, ty) {
            (Op::CoopStore, _) => {
                self.store(b, data);
                return Rewrite::Remove;
            }
            (Op::CoopStoreTensor, _) => {
                self.store_tensor(b, data);
                return Rewrite::Remove;
            }
            (Op::CoopLoad, Some(ty)) => self.load(b, data, ty),
            (Op::CoopMulAdd | Op::CoopMulAddSat, Some(ty)) => self.product(b, data, ty),
            (Op::CoopTranspose, Some(ty)) => self.transpose(b, data, ty),
            (Op::CoopReduce, Some(ty)) => self.reduce(b, data, ty),
            (Op::CoopPerElement, Some(ty)) => self.per_element(b, data, ty),
            (Op::CoopLoadTensor | Op::CoopLoadDecoded, Some(ty)) => self.load_tensor(b, data, ty),
            (Op::CoopLength, _) => self.length(b, data),
            (Op::CoopCoordinate, _) => self.coordinate(b, data),
            // These operations are the same for arrays.
            (Op::Load | Op::Call | Op::Extract | Op::Insert, _) => return Rewrite::Keep,
            (Op::Spirv | Op::SpirvPure, _) => {
                let types = data.args.iter().chain(&data.result).map(|&value| b.func.ty(value));
                if types.into_iter().any(|ty| self.matrices.get(ty).is_some()) {
                    self.report_unsupported(
                        data.loc(),
                        "a cooperative matrix in an inline SPIR-V instruction cannot be emulated",
                    );
                }
                return Rewrite::Keep;
            }
            (_, Some(ty)) if self.matrices.get(ty).is_some() => self.elementwise(b, data, ty),
            _ => return Rewrite::Keep,
        };
        match (value, ty) {
            (Some(value), _) => Rewrite::Replace(value),
            // The operation was reported as unsupported.
            (None, Some(ty)) => Rewrite::Replace(b.undef(ty)),
            (None, None) => Rewrite::Remove,
        }
    }

    /// Lowers `coop.length`.
    fn length(&mut self, b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
        let Imm::Type(ty) = data.imm() else { return None };
        Some(lengths::value(b, self.matrices.get(ty)?.share))
    }

    /// Lowers `coop.coordinate`.
    fn coordinate(&mut self, b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
        let &[matrix, index] = &data.args[..] else { return None };
        let matrix = self.matrices.get(b.func.ty(matrix))?;
        let place = matrix.place(b, index);
        Some(b.construct(&[place.row, place.column]))
    }

    /// Records an error: the operation cannot be emulated.
    fn report_unsupported(&mut self, loc: Option<Span>, message: &str) {
        self.refusals.push(Diagnostic::new(Code::N0703, loc, message));
    }
}
