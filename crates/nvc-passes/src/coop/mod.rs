//! `coop-uses`: converts cooperative matrices to the extension that `--coopmat` selects.
//!
//! Matrix types of SPV_NV_cooperative_matrix have no *use*; those of SPV_KHR_cooperative_matrix have one: matrix A (left
//! factor), matrix B (right factor) or accumulator. From NV to KHR, uses are inferred by unification ([`infer`]):
//! products determine the uses of their operands, and matrices that are copied to each other or computed from each other
//! element by element have the same use ([`webs`]). A matrix that no product uses is an accumulator. If a matrix would
//! need two uses, the instruction that computes it is duplicated for each ([`split`]), and a function that is called with
//! both is cloned ([`copies`]). A remaining conflict is an error, or becomes a conversion if SPV_NV_cooperative_matrix2 is
//! enabled ([`convert`]). Then values, variables and functions get the inferred types ([`retype`]), and loads and stores
//! with a dynamic layout become a branch ([`layout`]), since KHR's layout operand is a constant.
//!
//! From KHR to NV, uses are dropped. NV has neither saturating accumulation nor element-wise products.
//!
//! By default each matrix keeps the extension that the source declares it with.

mod convert;
mod copies;
mod infer;
mod layout;
mod retype;
mod shape;
mod split;
mod webs;

use crate::{Context, OpSet, Pass};
use infer::Uses;
use nvc_diag::{Code, Diagnostic, Diagnostics};
use nvc_ir::types::{CoopMatrixType, Length};
use nvc_ir::{Const, Function, InstRef, Module, Op, TypeKind, Value};
use webs::{Conflict, ROLES};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "coop-uses",
    ops: OpSet::ALL,
    doc: "Converts cooperative matrices to the types of the requested extension.",
    run,
};

/// Which cooperative-matrix instructions are emitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CoopMatrices {
    /// Those of the extension that the source uses.
    #[default]
    Source,
    /// The faster instructions: those of SPV_KHR_cooperative_matrix if the program can be converted to them, otherwise those of
    /// the extension that the source uses.
    Auto,
    /// SPV_NV_cooperative_matrix.
    Nv,
    /// SPV_KHR_cooperative_matrix.
    Khr,
    /// SPV_KHR_cooperative_matrix, with conversions of SPV_NV_cooperative_matrix2 for matrices with several uses.
    Nv2,
    /// None: the pass `emulate-coop` turns matrices into arrays.
    Emulate,
}

/// Maximum number of rounds of duplication. One round may make another necessary; programs need one or two.
const MAX_ROUNDS: usize = 64;

fn run(module: &mut Module, cx: &mut Context<'_>) {
    if matrices(module).next().is_none() {
        return;
    }
    match cx.options.coopmat {
        CoopMatrices::Source => suggest_khr(module, cx),
        CoopMatrices::Khr | CoopMatrices::Nv2 => {
            if has_nv(module) {
                to_khr(module, cx);
            }
            refuse_constant_lengths(module, cx);
        }
        CoopMatrices::Auto => prefer_khr(module, cx),
        CoopMatrices::Nv => to_nv(module, cx),
        // `emulate-coop` turns all matrices into arrays, which have no uses.
        CoopMatrices::Emulate => return,
    }
    refuse_nv_products(module, cx);
    drop_length_operands(module);
    if has_khr(module) {
        layout::run(module);
    }
}

/// Warns that SPV_NV_cooperative_matrix is slower than SPV_KHR_cooperative_matrix: on an H200, a 4096 × 4096 × 4096
/// half-precision product ran at 264 TFLOP/s with NV's instructions and at 310 with KHR's.
fn suggest_khr(module: &Module, cx: &mut Context<'_>) {
    let is_nv = |func: &Function, value: Value| match module.types.kind(func.ty(value)) {
        TypeKind::CoopMatrix(matrix) => matrix.usage.is_none(),
        _ => false,
    };
    let mut products = instructions(module).filter(|(_, data)| data.op == Op::CoopMulAdd);
    if let Some((_, data)) = products.find(|(func, data)| data.result.is_some_and(|sum| is_nv(func, sum))) {
        let message = "drivers run products of SPV_KHR_cooperative_matrix faster than those of SPV_NV_cooperative_matrix";
        cx.diags.add(
            Diagnostic::new(Code::W0601, data.loc(), message)
                .help("compile with `--coopmat khr` or `--coopmat auto`"),
        );
    }
}

/// Converts to SPV_KHR_cooperative_matrix if that is possible.
fn prefer_khr(module: &mut Module, cx: &mut Context<'_>) {
    if !has_nv(module) {
        return;
    }
    let mut converted = module.clone();
    let mut findings = Diagnostics::new();
    let mut trial = Context { options: cx.options, diags: &mut findings };
    to_khr(&mut converted, &mut trial);
    refuse_constant_lengths(&converted, &mut trial);
    if !findings.has_errors() {
        *module = converted;
    }
}

/// Converts to SPV_NV_cooperative_matrix.
fn to_nv(module: &mut Module, cx: &mut Context<'_>) {
    if let Some((_, data)) = instructions(module).find(|(_, data)| data.op == Op::CoopMulAddSat) {
        let message = "SPV_NV_cooperative_matrix has no saturating accumulation";
        cx.diags
            .report(Diagnostic::new(Code::N0701, data.loc(), message).help("compile with `--coopmat khr`"));
    }
    if let Some((what, data)) =
        instructions(module).find_map(|(func, data)| Some((beyond_nv(module, func, data)?, data)))
    {
        let message = format!("SPV_NV_cooperative_matrix has no {what}");
        let finding = Diagnostic::new(Code::N0701, data.loc(), message);
        cx.diags.report(finding.help("compile with `--coopmat khr` or without `--coopmat`"));
        return;
    }
    let uses = infer::uses(module, &[]);
    retype::run(module, &uses, |matrix, _| CoopMatrixType { usage: None, ..matrix });
}

/// The name, for a message, of an operation that needs SPV_KHR_cooperative_matrix or an extension of it.
fn beyond_nv(module: &Module, func: &Function, data: InstRef<'_>) -> Option<&'static str> {
    let usage = |value: Value| match module.types.kind(func.ty(value)) {
        TypeKind::CoopMatrix(matrix) => matrix.usage,
        _ => None,
    };
    match data.op {
        Op::CoopReduce => Some("reductions"),
        Op::CoopPerElement => Some("functions of elements"),
        Op::CoopTranspose => Some("transposes"),
        Op::CoopConvertUse => Some("conversions to another use"),
        Op::CoopCoordinate => Some("coordinates of elements"),
        Op::CoopLoadTensor | Op::CoopLoadDecoded | Op::CoopStoreTensor => Some("tensor layouts"),
        Op::CoopMulAdd | Op::CoopMulAddSat => None,
        _ => match (&data.args[..], data.result) {
            (&[from], Some(to))
                if usage(from).is_some() && usage(from) != usage(to) && usage(to).is_some() =>
            {
                Some("conversions to another use")
            }
            _ => None,
        },
    }
}

/// Reports the first element-wise product, which SPV_NV_cooperative_matrix does not have.
fn refuse_nv_products(module: &Module, cx: &mut Context<'_>) {
    let is_nv = |func: &Function, value| match module.types.kind(func.ty(value)) {
        TypeKind::CoopMatrix(matrix) => matrix.usage.is_none(),
        _ => false,
    };
    let mut products = instructions(module).filter(|(_, data)| matches!(data.op, Op::IMul | Op::FMul));
    if let Some((_, data)) =
        products.find(|(func, data)| data.result.is_some_and(|result| is_nv(func, result)))
    {
        let message = "SPV_NV_cooperative_matrix has no element-wise products";
        let finding = Diagnostic::new(Code::N0701, data.loc(), message)
            .note("it has matrix products and products of a matrix with a scalar")
            .help("compile with `--coopmat khr`");
        cx.diags.report(finding);
    }
}

fn instructions(module: &Module) -> impl Iterator<Item = (&Function, InstRef<'_>)> {
    module.functions.values().flat_map(|func| func.insts().map(move |(_, data)| (func, data)))
}

fn matrices(module: &Module) -> impl Iterator<Item = &CoopMatrixType> {
    module.types.iter().filter_map(|(_, kind)| match kind {
        TypeKind::CoopMatrix(matrix) => Some(matrix),
        _ => None,
    })
}

/// Whether a module has matrix types of SPV_NV_cooperative_matrix, which have no use.
fn has_nv(module: &Module) -> bool {
    matrices(module).any(|matrix| matrix.usage.is_none())
}

/// Whether a module has matrix types of SPV_KHR_cooperative_matrix.
fn has_khr(module: &Module) -> bool {
    matrices(module).any(|matrix| matrix.usage.is_some())
}

fn to_khr(module: &mut Module, cx: &mut Context<'_>) {
    let mut clones = split::Clones::default();
    let mut copied = copies::Copies::default();
    let mut uses = infer::uses(module, &[]);
    for _ in 0..MAX_ROUNDS {
        if uses.webs.conflicts().is_empty()
            || !(split::run(module, &uses, &mut clones) || copies::run(module, &uses, &mut copied))
        {
            break;
        }
        uses = infer::uses(module, &[]);
    }
    if cx.options.coopmat == CoopMatrices::Nv2 && !uses.webs.conflicts().is_empty() {
        convert::run(module, &uses);
        uses = infer::uses(module, &[]);
    }
    if report_conflicts(&uses, cx) {
        return;
    }
    retype::run(module, &uses, |matrix, role| CoopMatrixType { usage: Some(role), ..matrix });
    clones.merge(module);
}

/// Reports matrices with two uses. Returns whether there are any.
fn report_conflicts(uses: &Uses, cx: &mut Context<'_>) -> bool {
    let conflicts = uses.webs.conflicts();
    for Conflict { first, second } in &conflicts {
        let [one, other] = [first, second].map(|claim| ROLES[usize::from(claim.role)]);
        let message = format!("a cooperative matrix is used as {one} and as {other}");
        let mut finding = Diagnostic::new(Code::N0702, second.loc, message)
            .note("a matrix of SPV_KHR_cooperative_matrix has exactly one use")
            .help(
                "store it to shared memory and load it again for the other use, or compile with `--coopmat nv` or \
                 `--coopmat nv2`",
            );
        if let Some(span) = first.loc.filter(|_| first.loc != second.loc) {
            finding = finding.secondary(span, format!("used as {one} here"));
        }
        cx.report(finding);
    }
    !conflicts.is_empty()
}

/// Reports the first constant expression that depends on a matrix length (the number of components per invocation): with
/// SPV_KHR_cooperative_matrix the length is not a specialization constant.
fn refuse_constant_lengths(module: &Module, cx: &mut Context<'_>) {
    let measured = module.measured_constants();
    if measured.is_empty() {
        return;
    }
    let is_measured = |func: &Function, value: Value| matches!(func.as_const(value), Some(Const::Spec(spec)) if measured.contains(spec));
    let in_type = module.types.iter().any(|(_, kind)| match kind {
        TypeKind::Array { length: Length::Spec(spec), .. } => measured.contains(spec),
        _ => false,
    });
    let used = instructions(module).find(|(func, data)| data.args.iter().any(|&arg| is_measured(func, arg)));
    let in_terminator = || {
        module.functions.values().any(|func| {
            func.blocks_in_order().any(|(_, block)| block.term.values().any(|value| is_measured(func, value)))
        })
    };
    if !in_type && used.is_none() && !in_terminator() {
        return;
    }
    let message = "the length of a cooperative matrix is used in a constant expression";
    let finding = Diagnostic::new(Code::N0702, used.and_then(|(_, data)| data.loc()), message)
        .note("with SPV_KHR_cooperative_matrix the length is not a constant")
        .help("compile with `--coopmat nv`, or compute it at run time");
    cx.report(finding);
}

/// Removes the operands of `coop.length`, which are only needed for inference: a matrix operand would keep the matrix
/// alive, and a pointer would keep its variable in memory.
fn drop_length_operands(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            for at in 0..func.blocks[block].insts.len() {
                let inst = func.blocks[block].insts[at];
                if func.insts[inst].op == Op::CoopLength {
                    func.insts[inst].args.clear();
                }
            }
        }
    }
}
