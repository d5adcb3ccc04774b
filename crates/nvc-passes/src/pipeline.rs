//! The pipeline, as data on one page.

use crate::{
    Context, OpSet, OptLevel, Options, Warp, barriers, cfg, coop, cse, dce, emulate_warp, legalise, locals,
    lower_cc, lower_images, lower_memory, lower_warp, narrow, params, simplify,
};
use nvc_diag::{Code, Diagnostic, Diagnostics, Reported};
use nvc_ir::verify::verify;
use nvc_ir::{Module, Phase};

/// A pass.
pub struct Pass {
    /// Its name, for `--print-after` and messages.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// The operations that it works on: a module without any of them is left as it is. All, for a pass that
    /// looks at more than operations: it always runs.
    pub ops: OpSet,
    /// Runs it. A pass that reports an error may leave the module as it is.
    pub run: fn(&mut Module, &mut Context<'_>),
}

impl Pass {
    /// Runs it, if the module has anything that it works on.
    pub fn apply(&self, module: &mut Module, context: &mut Context<'_>) {
        if self.ops == OpSet::ALL || self.ops.occurs_in(module) {
            (self.run)(module, context);
        }
    }
}

impl std::fmt::Debug for Pass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A place in the pipeline.
enum Step {
    /// Always runs.
    Always(&'static Pass),
    /// Runs unless optimisation is off.
    Optimise(&'static Pass),
    /// Runs where the options ask for it.
    When(fn(&Options) -> bool, &'static Pass),
    /// From here on the module is in this phase.
    Enter(Phase),
}

/// The steps in order, with a reason at each place that is not obvious.
const PIPELINE: &[Step] = &[
    // First: matrices still stand where the source has them.
    Step::Always(&coop::PASS),
    Step::Always(&lower_cc::PASS),
    // Flags, masks and offsets become constants before the lowerings that ask for them. First what
    // is plain to see, which leaves little to look at; then parameters and variables get their types, branches
    // decide what they dominate, and simplification and control flow see more.
    Step::Optimise(&simplify::PASS),
    Step::Optimise(&cfg::PASS),
    Step::Optimise(&dce::PASS),
    Step::Optimise(&params::PASS),
    Step::Optimise(&locals::PASS),
    Step::Optimise(&cse::PASS),
    Step::Optimise(&simplify::PASS),
    Step::Optimise(&cfg::PASS),
    Step::Optimise(&dce::PASS),
    Step::Always(&lower_warp::PASS),
    // On the subgroup operations that lower-warp leaves, while memory is still to be lowered.
    Step::When(|options| options.warp == Warp::Emulate, &emulate_warp::PASS),
    Step::When(|options| options.warp == Warp::Intel, &legalise::shuffles::PASS),
    Step::Always(&legalise::rounding::PASS),
    Step::Always(&lower_images::PASS),
    // Behind simplification, which makes offsets constant: they decide how buffers are declared.
    Step::Always(&lower_memory::PASS),
    // Behind lower-memory, which leaves atomics on pointers.
    Step::Always(&lower_memory::atomics::PASS),
    Step::Enter(Phase::Lowered),
    // Lowered memory shares most of its address arithmetic.
    Step::Optimise(&simplify::PASS),
    Step::Optimise(&cse::PASS),
    Step::Always(&legalise::PASS),
    Step::Always(&legalise::quotients::PASS),
    Step::Always(&legalise::counts::PASS),
    // Once more over what legalising made.
    Step::Optimise(&simplify::PASS),
    Step::Optimise(&cse::PASS),
    Step::Always(&params::CARRIED),
    // Behind simplification, which would take an index apart again.
    Step::Always(&legalise::choices::PASS),
    Step::Optimise(&dce::PASS),
    // Behind the removal of what is dead, which would count as a use.
    Step::Optimise(&narrow::PASS),
    // Once dead loads are gone, which barriers would have to order.
    Step::Optimise(&barriers::PASS),
    // Last, for simplification prefers the operations that this takes apart.
    Step::When(|options| options.portable, &legalise::portable::PASS),
    Step::When(|options| options.portable, &legalise::loops::PASS),
    Step::Enter(Phase::Legal),
];

/// All passes of the pipeline, in order of first use.
pub fn passes() -> Vec<&'static Pass> {
    let mut list: Vec<&'static Pass> = Vec::new();
    for step in PIPELINE {
        if let Step::Always(pass) | Step::Optimise(pass) | Step::When(_, pass) = step
            && !list.iter().any(|p| p.name == pass.name)
        {
            list.push(pass);
        }
    }
    list
}

/// Takes a module from phase `built` to phase `legal`. `observe` sees the module after each pass.
///
/// With [`Options::verify`], and always in debug builds, the module is verified before the first
/// pass and after each; a broken one is an internal fault that names the pass.
pub fn run(
    module: &mut Module,
    options: &Options,
    diags: &mut Diagnostics,
    observe: &mut dyn FnMut(&Pass, &Module),
) -> Result<(), Reported> {
    let checked = options.verify || cfg!(debug_assertions);
    if checked {
        check(module, "the front end", diags)?;
    }
    let mut context = Context { options, diags };
    for step in PIPELINE {
        match step {
            Step::Optimise(_) if options.opt_level == OptLevel::None => {}
            Step::When(wanted, _) if !wanted(options) => {}
            Step::Always(pass) | Step::Optimise(pass) | Step::When(_, pass) => {
                pass.apply(module, &mut context);
                context.diags.check()?;
                if checked {
                    check(module, pass.name, context.diags)?;
                }
                observe(pass, module);
            }
            Step::Enter(phase) => module.phase = *phase,
        }
    }
    if checked {
        check(module, "the change of phase", context.diags)?;
    }
    Ok(())
}

/// Reports a module that breaks the rules of the IR as a fault of what ran last.
fn check(module: &Module, after: &str, diags: &mut Diagnostics) -> Result<(), Reported> {
    let Err(errors) = verify(module) else { return Ok(()) };
    let message = format!("internal fault: the module is broken after {after}");
    let mut diagnostic = Diagnostic::new(Code::N0901, None, message);
    for error in errors.iter().take(MAX_SHOWN) {
        diagnostic = diagnostic.note(error.render(module));
    }
    Err(diags.report(diagnostic.help("this is a bug in nvc; please report it with the program")))
}

/// One broken pass breaks many places; the first few tell which.
const MAX_SHOWN: usize = 3;

#[cfg(test)]
mod tests {
    use crate::testing::apply;
    use crate::{cfg, lower_cc};
    use nvc_ir::{Function, Module, Target, Terminator};

    #[test]
    fn a_pass_over_everything_runs_without_instructions() {
        let mut func = Function::new("main");
        let (entry, end) = (func.new_block(), func.new_block());
        func.layout = vec![entry, end];
        func.blocks[entry].term = Terminator::Jump(Target::new(end));
        func.blocks[end].term = Terminator::Return(None);
        let mut module = Module::new();
        let main = module.functions.push(func);
        apply(&lower_cc::PASS, &mut module);
        assert_eq!(module.functions[main].layout.len(), 2);
        apply(&cfg::PASS, &mut module);
        assert_eq!(module.functions[main].layout.len(), 1);
    }
}
