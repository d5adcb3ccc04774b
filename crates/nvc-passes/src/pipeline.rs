//! The pass pipeline as a table, and the pass manager that runs it.

use crate::workarounds::Workaround as W;
use crate::{
    Context, CoopMatrices, OpSet, OptLevel, Options, Warp, coop, cse, dce, early_local_index, emulate_coop,
    emulate_warp, infer_local_types, infer_param_types, inline, legalise, lower_cc, lower_images,
    lower_memory, lower_warp, narrow_loads, private_to_local, promote_locals, relax_barriers,
    round_array_lengths, simplify, simplify_cfg, unroll, workarounds,
};
use nvc_diag::{Code, Diagnostic, Diagnostics, Limit, Reported};
use nvc_ir::function::BlockData;
use nvc_ir::verify::verify;
use nvc_ir::{Function, Module, Phase};

/// A pass.
pub struct Pass {
    /// The pass name, for `--print-after` and messages.
    pub name: &'static str,
    /// One sentence that says what the pass does.
    pub doc: &'static str,
    /// The operations that trigger the pass. It is skipped on modules without any of them. A pass that does not depend on
    /// operations has [`OpSet::ALL`] and is never skipped.
    pub ops: OpSet,
    /// Transforms a module. If it reports an error, the module may be left partly transformed.
    pub run: fn(&mut Module, &mut Context<'_>),
}

impl Pass {
    /// Runs the pass if the module contains an operation that triggers it.
    pub fn apply(&self, module: &mut Module, context: &mut Context<'_>) {
        if self.is_triggered(module) {
            (self.run)(module, context);
        }
    }

    /// Whether a module contains an operation that triggers the pass.
    fn is_triggered(&self, module: &Module) -> bool {
        self.ops == OpSet::ALL || module.functions.values().any(|func| func.contains(&self.ops))
    }
}

impl std::fmt::Debug for Pass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A step of the pipeline.
enum Step {
    /// A pass that always runs.
    Always(&'static Pass),
    /// A pass that runs unless optimisation is off.
    Optimise(&'static Pass),
    /// A pass that runs if its workaround is enabled.
    Workaround(W, &'static Pass),
    /// A pass that runs if a predicate on the options is true.
    When(fn(&Options) -> bool, &'static Pass),
    /// Moves the module to the next phase.
    Enter(Phase),
}

/// The steps in order, with the reason for each position that is not obvious.
const PIPELINE: &[Step] = &[
    // First: diagnostics refer to matrices as the source loads, copies and passes them.
    Step::Always(&coop::PASS),
    // Early: later passes look at one function at a time. The functions that emulate-coop generates are not inlined.
    Step::Optimise(&inline::PASS),
    // Before emulate-warp, which lowers the barriers and lane indices that this pass creates.
    Step::When(|options| options.coopmat == CoopMatrices::Emulate, &emulate_coop::PASS),
    // Before emulate-warp, which lowers the lane indices and subgroup sizes that this pass creates.
    Step::When(|options| options.portable || options.warp == Warp::Emulate, &legalise::lane_masks::PASS),
    Step::Always(&lower_cc::PASS),
    // Flags, masks and offsets must be constants before the lowerings that test for constants. The first round is
    // cheap and shrinks the module. Type inference, and cse with branch conditions, then expose more simplifications.
    Step::Optimise(&simplify::PASS),
    Step::Optimise(&simplify_cfg::PASS),
    Step::Optimise(&dce::PASS),
    // After inlining, which leaves variables to the entry point alone.
    Step::Optimise(&private_to_local::PASS),
    // After inlining, which works on whole variables.
    Step::Optimise(&promote_locals::PASS),
    // After simplification, which makes trip counts constant.
    Step::Optimise(&unroll::PASS),
    Step::Optimise(&infer_param_types::PASS),
    Step::Optimise(&infer_local_types::PASS),
    Step::Optimise(&cse::PASS),
    Step::Optimise(&simplify::PASS),
    // Again, after unrolling and simplification, which make indices constant.
    Step::Optimise(&promote_locals::PASS),
    Step::Optimise(&simplify_cfg::PASS),
    Step::Optimise(&dce::PASS),
    Step::Always(&lower_warp::PASS),
    // After lower-warp, which creates subgroup operations, and before lower-memory, which declares shared memory.
    Step::When(|options| options.warp == Warp::Emulate, &emulate_warp::PASS),
    Step::When(|options| options.warp == Warp::Intel, &legalise::shuffles::PASS),
    Step::Always(&legalise::rounding::PASS),
    Step::Always(&lower_images::PASS),
    // After simplification, which makes offsets constant: the offsets determine how buffers are declared.
    Step::Always(&lower_memory::PASS),
    // After lower-memory, which creates atomics on pointers.
    Step::Always(&lower_memory::atomics::PASS),
    Step::Enter(Phase::Lowered),
    // Lowered memory accesses have most of their address arithmetic in common. The simplification below finds what this exposes.
    Step::Optimise(&cse::PASS),
    Step::Always(&legalise::PASS),
    Step::When(
        |options| options.portable || options.denies("SPV_KHR_integer_dot_product"),
        &legalise::dot::PASS,
    ),
    // Each pass sees the instructions that earlier ones create: the minimum and maximum passes precede abs_sign, whose
    // negations they must not reorder.
    Step::Workaround(W::MinMaxNegated, &workarounds::min_max_negated::PASS),
    Step::Workaround(W::MinMaxNegatedBoth, &workarounds::min_max_negated_both::PASS),
    Step::Workaround(W::AbsSign, &workarounds::abs_sign::PASS),
    Step::Workaround(W::I64Shift31, &workarounds::i64_shift_31::PASS),
    Step::Workaround(W::SextOrder, &workarounds::sext_order::PASS),
    Step::Workaround(W::UniformBitField, &workarounds::uniform_bit_field::PASS),
    Step::Workaround(W::UnpackHalfConstant, &workarounds::unpack_half_constant::PASS),
    Step::Workaround(W::HalfVectorCast, &workarounds::half_vector_cast::PASS),
    Step::Workaround(W::SubgroupBarrier, &workarounds::subgroup_barrier::PASS),
    Step::Workaround(W::I64Truncation, &workarounds::i64_truncation::PASS),
    Step::Workaround(W::I64QuotientSum, &workarounds::i64_quotient_sum::PASS),
    Step::Workaround(W::I64QuotientProduct, &workarounds::i64_quotient_product::PASS),
    Step::Workaround(W::ThreeWayCompare, &workarounds::three_way_compare::PASS),
    Step::Workaround(W::BitFieldSign, &workarounds::bit_field_sign::PASS),
    Step::Workaround(W::BitCountSign, &workarounds::bit_count_sign::PASS),
    // After unroll, which would unroll the loops itself.
    Step::When(
        |options| options.hint_loops && options.opt_level == OptLevel::Full && options.warp != Warp::Emulate,
        &unroll::hints::PASS,
    ),
    // Cleans up after legalisation and workarounds.
    Step::Optimise(&simplify::PASS),
    Step::Optimise(&cse::PASS),
    // After the passes that move values out of loops.
    Step::Workaround(W::BoolPhi, &workarounds::bool_phi::PASS),
    // After simplification, which would hoist the index arithmetic again.
    Step::Workaround(W::SelectIndexZero, &workarounds::select_index_zero::PASS),
    Step::Optimise(&dce::PASS),
    // After dce: otherwise a dead use of a vector would count as a use.
    Step::Optimise(&narrow_loads::PASS),
    // After dce: otherwise barriers would have to order dead loads.
    Step::Optimise(&relax_barriers::PASS),
    // After promote-locals, which would split arrays into more variables.
    Step::Optimise(&round_array_lengths::PASS),
    // After the last dce, which would remove the unused read.
    Step::Optimise(&early_local_index::PASS),
    // Last: simplification would recreate the operations that these passes replace.
    Step::When(|options| options.portable, &legalise::portable::PASS),
    Step::When(|options| options.portable, &legalise::portable_loops::PASS),
    Step::Enter(Phase::Legal),
];

/// All passes of the pipeline, in order of first use.
pub fn passes() -> Vec<&'static Pass> {
    let mut list: Vec<&'static Pass> = Vec::new();
    for step in PIPELINE {
        if let Step::Always(pass) | Step::Optimise(pass) | Step::When(_, pass) | Step::Workaround(_, pass) =
            step
            && !list.iter().any(|p| p.name == pass.name)
        {
            list.push(pass);
        }
    }
    list
}

/// Runs the pipeline: takes a module from phase `built` to phase `legal`. `observe` is called after each pass.
///
/// With [`Options::verify`], and always in debug builds, the module is verified before the first pass, after each pass, and in
/// the last phase.
///
/// # Errors
/// If a pass reports an error, if a limit is exceeded, or if verification finds the module invalid: an internal error that
/// names the pass that ran last.
pub fn run(
    module: &mut Module,
    options: &Options,
    diags: &mut Diagnostics,
    observe: &mut dyn FnMut(&Pass, &Module),
) -> Result<(), Reported> {
    let verified = options.verify || cfg!(debug_assertions);
    if verified {
        check(module, "the front end", diags)?;
    }
    // The front end left the lists of the blocks wherever they grew.
    for (_, func) in module.functions.iter_mut().filter(|(_, func)| func.is_large()) {
        func.gather_lists();
    }
    let mut context = Context { options, diags };
    // Measured again only after a pass that may have changed much: most workarounds change nothing.
    let (mut size, mut tables) = (self::size(module), table_lengths(module));
    for step in PIPELINE {
        match step {
            Step::Optimise(_) if options.opt_level == OptLevel::None => {}
            Step::When(wanted, _) if !wanted(options) => {}
            Step::Workaround(workaround, _) if !options.workarounds.contains(*workaround) => {}
            Step::Always(pass) | Step::Optimise(pass) | Step::When(_, pass) | Step::Workaround(_, pass) => {
                context.diags.spend(size)?;
                if pass.is_triggered(module) {
                    (pass.run)(module, &mut context);
                    let now = table_lengths(module);
                    if std::mem::replace(&mut tables, now) != now || pass.ops == OpSet::ALL {
                        size = self::size(module);
                    }
                }
                context.diags.check()?;
                check_size(size, context.diags)?;
                if verified {
                    check(module, pass.name, context.diags)?;
                }
                observe(pass, module);
            }
            Step::Enter(phase) => module.phase = *phase,
        }
    }
    if verified {
        check(module, "the change of phase", context.diags)?;
    }
    Ok(())
}

/// Returns the number of instructions, including terminators, and branch arguments of a module.
fn size(module: &Module) -> usize {
    let blocks = module.functions.values().flat_map(|func| func.blocks_in_order());
    let arguments = |block: &BlockData| block.term.targets().map(|target| target.args.len()).sum::<usize>();
    blocks.map(|(_, block)| block.insts.len() + 1 + arguments(block)).sum()
}

/// Returns the number of functions, and the total lengths of their tables: instructions, values and blocks. A pass that adds
/// instructions, blocks or parameters changes them. A pass that only removes some, or redirects branches, need not.
fn table_lengths(module: &Module) -> [usize; 4] {
    let add = |[functions, insts, values, blocks]: [usize; 4], func: &Function| {
        [functions + 1, insts + func.insts.len(), values + func.values.len(), blocks + func.blocks.len()]
    };
    module.functions.values().fold([0; 4], add)
}

/// Fails if the module has more instructions than the limit.
fn check_size(size: usize, diags: &mut Diagnostics) -> Result<(), Reported> {
    let most = diags.limit(Limit::Instructions);
    if size <= most {
        return Ok(());
    }
    let message = format!("the program has more than {most} IR instructions");
    Err(diags.exceeds(Limit::Instructions, None, message))
}

/// Reports an invalid module as an internal error of the pass that ran last.
fn check(module: &Module, after: &str, diags: &mut Diagnostics) -> Result<(), Reported> {
    let Err(errors) = verify(module) else { return Ok(()) };
    let message = format!("internal fault: the module is broken after {after}");
    let mut diagnostic = Diagnostic::new(Code::N0901, None, message);
    for error in errors.iter().take(MAX_SHOWN) {
        diagnostic = diagnostic.note(error.render(module));
    }
    Err(diags.report(diagnostic.help("this is a bug in nvc; please report it with the program")))
}

/// Maximum number of verifier errors to show: one bug often causes many.
const MAX_SHOWN: usize = 3;

#[cfg(test)]
mod tests {
    use crate::testing::apply;
    use crate::{lower_cc, simplify_cfg};
    use nvc_ir::{Function, Module, Target, Terminator};

    #[test]
    fn pass_over_all_operations_runs_without_instructions() {
        let mut func = Function::new("main");
        let (entry, end) = (func.new_block(), func.new_block());
        func.layout = vec![entry, end];
        func.blocks[entry].term = Terminator::Jump(Target::new(end));
        func.blocks[end].term = Terminator::Return(None);
        let mut module = Module::new();
        let main = module.functions.push(func);
        apply(&lower_cc::PASS, &mut module);
        assert_eq!(module.functions[main].layout.len(), 2);
        apply(&simplify_cfg::PASS, &mut module);
        assert_eq!(module.functions[main].layout.len(), 1);
    }
}
