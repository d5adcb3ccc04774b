//! `coop-uses`: cooperative matrices as `--coopmat` wants them.
//!
//! SPV_NV_cooperative_matrix has types without a use; SPV_KHR_cooperative_matrix wants to know of each
//! matrix whether it is the left factor (A), the right factor (B) or the sum (accumulator) of products.
//! From NV to KHR the uses are told by data flow ([`infer`]): products say what their operands are, and
//! all that a matrix is copied to or computed from element by element has the same use ([`webs`]). A
//! matrix in no product is an accumulator. Where one would have two uses, its load, or what it is computed
//! by, is repeated for each ([`split`]), and a function that is called for both is copied ([`copies`]);
//! what is left is an error. Then values, variables and functions get the types that were found
//! ([`retype`]), and loads by a layout that is not known get a branch ([`layout`]), for KHR's is a constant.
//!
//! From KHR to NV the uses are dropped. Without the option that is done too, but for modules with sums that
//! saturate or products of elements, which NV has not: those get KHR's throughout.

mod copies;
mod infer;
mod layout;
mod retype;
mod shape;
mod split;
mod webs;

use crate::{Context, OpSet, Pass};
use infer::Uses;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::types::{CoopMatrixType, Length};
use nvc_ir::{Const, Function, InstData, Module, Op, TypeKind, Value};
use webs::{Conflict, ROLES};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "coop-uses",
    ops: OpSet::ALL,
    doc: "Gives cooperative matrices the types of the extension asked for.",
    run,
};

/// Whose cooperative matrices a module has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoopMatrices {
    /// SPV_NV_cooperative_matrix.
    Nv,
    /// SPV_KHR_cooperative_matrix.
    Khr,
}

/// A repetition may give rise to the next; programs are done after one or two.
const MAX_ROUNDS: usize = 64;

fn run(module: &mut Module, cx: &mut Context<'_>) {
    if !module.types.iter().any(|(_, kind)| matches!(kind, TypeKind::CoopMatrix(_))) {
        return;
    }
    let product = product_of_elements(module).map(|data| data.loc);
    let default = if saturates(module) || product.is_some() { CoopMatrices::Khr } else { CoopMatrices::Nv };
    let wanted = cx.options.coopmat.unwrap_or(default);
    if let (CoopMatrices::Nv, Some(loc)) = (wanted, product) {
        let finding = Diagnostic::new(Code::N0701, loc, "products element by element are KHR's alone")
            .note("SPV_NV_cooperative_matrix multiplies matrices, and by numbers, but not their elements")
            .help("compile with `--coopmat khr`");
        cx.diags.report(finding);
        return;
    }
    match wanted {
        CoopMatrices::Khr if is_nv(module) => to_khr(module, cx),
        CoopMatrices::Khr => {}
        CoopMatrices::Nv => {
            let uses = infer::uses(module, &[]);
            retype::run(module, &uses, |matrix, _| CoopMatrixType { usage: None, ..matrix });
        }
    }
    if wanted == CoopMatrices::Khr {
        refuse_constant_lengths(module, cx);
    }
    forget_measured(module);
    if wanted == CoopMatrices::Khr {
        layout::run(module);
    }
}

/// Whether some product of matrices saturates.
fn saturates(module: &Module) -> bool {
    instructions(module).any(|(_, data)| data.op == Op::CoopMulAddSat)
}

/// A product of matrices element by element, if there is one.
fn product_of_elements(module: &Module) -> Option<&InstData> {
    let is_matrix = |func: &Function, value| module.types.is_coop_matrix(func.ty(value));
    let mut products = instructions(module).filter(|(_, data)| matches!(data.op, Op::IMul | Op::FMul));
    products
        .find(|(func, data)| data.result.is_some_and(|result| is_matrix(func, result)))
        .map(|(_, data)| data)
}

fn instructions(module: &Module) -> impl Iterator<Item = (&Function, &InstData)> {
    module.functions.values().flat_map(|func| {
        let insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
        insts.map(move |&inst| (func, &func.insts[inst]))
    })
}

/// Whether some matrix has no use.
fn is_nv(module: &Module) -> bool {
    module
        .types
        .iter()
        .any(|(_, kind)| matches!(kind, TypeKind::CoopMatrix(matrix) if matrix.usage.is_none()))
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
    if report(&uses, cx) {
        return;
    }
    retype::run(module, &uses, |matrix, role| CoopMatrixType { usage: Some(role), ..matrix });
    clones.merge(module);
}

/// Reports matrices that have two uses.
fn report(uses: &Uses, cx: &mut Context<'_>) -> bool {
    let conflicts = uses.webs.conflicts();
    for Conflict { first, second } in &conflicts {
        let [one, other] = [first, second].map(|claim| ROLES[usize::from(claim.role)]);
        let message = format!("a cooperative matrix is used as {one} and as {other}");
        let mut finding = Diagnostic::new(Code::N0702, second.loc, message)
            .note("a matrix of SPV_KHR_cooperative_matrix has one use")
            .help(
                "write it to shared memory and load it again for the other, or compile with `--coopmat nv`",
            );
        if let Some(span) = first.loc.filter(|_| first.loc != second.loc) {
            finding = finding.secondary(span, format!("here it is {one}"));
        }
        cx.report(finding);
    }
    !conflicts.is_empty()
}

/// SPV_KHR_cooperative_matrix has no specialization constant that says how many components an invocation
/// holds: reports the first use of one.
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
    let mut insts = module.functions.iter().flat_map(|(_, func)| {
        let insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
        insts.map(move |&inst| (func, &func.insts[inst]))
    });
    let used = insts.find(|(func, data)| data.args.iter().any(|&arg| is_measured(func, arg)));
    let in_terminator = || {
        let mut blocks = module
            .functions
            .iter()
            .flat_map(|(_, func)| func.blocks_in_order().map(move |(_, block)| (func, block)));
        blocks.any(|(func, block)| {
            let mut any = false;
            block.term.clone().for_each_value(|value| any |= is_measured(func, *value));
            any
        })
    };
    if !in_type && used.is_none() && !in_terminator() {
        return;
    }
    let message = "the number of a cooperative matrix's components stands where a constant is wanted";
    let finding = Diagnostic::new(Code::N0702, used.and_then(|(_, data)| data.loc), message)
        .note("SPV_KHR_cooperative_matrix has it as a value alone, not as a specialization constant")
        .help("compile with `--coopmat nv`, or ask for it where it need not be constant");
    cx.report(finding);
}

/// `coop.length` need not know its matrix any more: a use would keep it alive, and a pointer its variable
/// in memory.
fn forget_measured(module: &mut Module) {
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
