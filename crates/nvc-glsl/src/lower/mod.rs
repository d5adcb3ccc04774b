//! Lowers the typed tree to the IR.
//!
//! Functions are lowered in the order of their first calls, from a work list instead of by recursion. Local
//! variables become SSA values where possible ([`memory`]), so no mem2reg pass is needed. Each module in this
//! table provides types and functions to the modules below it.
//!
//! | module | lowers |
//! |---|---|
//! | [`analysis`] | nothing: whole-program analyses, which run first |
//! | [`context`] | nothing: the state of lowering (`ModuleLowerer` for a module, `Lowerer` for a function) |
//! | [`types`] | IR types of values and of memory |
//! | [`values`] | rvalues, constants, conversions, operators |
//! | [`memory`] | loads, stores and local variables |
//! | [`expressions`] | expressions, lvalues, calls, constructors, resources |
//! | [`quirks`] | deviations of NVIDIA's compiler from the specification, on request |
//! | [`builtins`] | built-in functions, one file per family |
//! | [`spirv`] | GL_EXT_spirv_intrinsics |
//! | [`statements`] | statements and structured control flow |
//! | [`module`] | the entry point, functions, globals, reflection |

mod analysis;
mod builtins;
mod context;
mod expressions;
mod memory;
mod module;
mod quirks;
mod spirv;
mod statements;
mod types;
mod values;

use crate::name::Names;
use crate::options::Options;
use crate::tree::Program;
use context::ModuleLowerer;
use nvc_diag::{Diagnostics, Reported};
use nvc_ir::{BindingMap, Module};

/// Lowers a program to a module in phase `built`. `bindings` assigns bindings to resources without an
/// explicit descriptor set.
///
/// # Errors
/// If the program has a construct that cannot be lowered, or exceeds a limit. The error has been reported to
/// `diags`.
pub fn lower(
    program: &Program,
    names: &Names,
    options: &Options,
    bindings: &BindingMap,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut module = Module::new();
    let mut lowerer = ModuleLowerer::new(program, names, options, bindings, diags);
    lowerer.specialization_constants(&mut module.types);
    for shared in analysis::shared_order::shared_in_order(program) {
        lowerer.variable(&mut module.types, shared);
    }
    let entry = lowerer.entry(&mut module.types);
    while let Some((id, key, call)) = lowerer.queue.pop_front() {
        if lowerer.diags.is_full() || lowerer.too_large || lowerer.diags.poll().is_err() {
            break;
        }
        lowerer.instance(&mut module.types, id, &key, call);
    }
    lowerer.report_binding_collisions();
    lowerer.spirv_requests(&mut module);
    let ModuleLowerer { spec_constants, strings, spirv, globals, functions, reflection, .. } = lowerer;
    module.interface = reflection.interface;
    let enables = |extension| program.extensions.contains(&extension);
    module.matrix_maintenance =
        enables("GL_EXT_cooperative_matrix_maintenance1") && !enables("GL_NV_cooperative_matrix2");
    (module.spec_constants, module.strings, module.spirv) = (spec_constants, strings, spirv);
    (module.globals, module.functions, module.entry) = (globals, functions, entry);
    diags.check()?;
    Ok(module)
}
