//! Typed tree to IR.
//!
//! Functions are lowered in the order in which they are first called, from a queue, so calls cost no
//! stack. A folder may use those above it in this table and [`context`], nothing below it:
//!
//! | folder | lowers |
//! |---|---|
//! | [`analysis`] | facts about the whole program, computed first |
//! | [`context`] | the state of lowering: `Shared` for the module, `Lowerer` for one function |
//! | [`types`] | GLSL types to IR types, of values and of memory |
//! | [`values`] | constants, conversions and operators |
//! | [`memory`] | loads, stores and local variables |
//! | [`expressions`] | rvalues, lvalues, calls, constructors, resources |
//! | [`builtins`] | built-in functions, one file for each family |
//! | [`statements`] | statements and structured control flow |
//! | [`quirks`] | deviations of NVIDIA's compiler, on request |
//! | [`module`] | the entry point, functions, globals, reflection |

mod analysis;
mod builtins;
mod context;
mod expressions;
mod memory;
mod module;
mod quirks;
mod statements;
mod types;
mod values;

use crate::name::Names;
use crate::options::Options;
use crate::tree::Program;
use context::Shared;
use nvc_diag::{Diagnostics, Reported};
use nvc_ir::{BindingMap, Module};

/// Lowers a program to a module in phase `built`. Resources are bound by `bindings`, except where
/// the program says a set.
///
/// # Errors
/// If the program has something that cannot be lowered; it was reported.
pub fn lower(
    program: &Program,
    names: &Names,
    options: &Options,
    bindings: &BindingMap,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut module = Module::new();
    let mut shared = Shared::new(program, names, options, bindings, diags);
    shared.specialization_constants(&mut module.types);
    let entry = shared.entry(&mut module.types);
    while let Some((id, key, call)) = shared.queue.pop_front() {
        if shared.diags.is_full() {
            break;
        }
        shared.instance(&mut module.types, id, &key, call);
    }
    let Shared { spec_constants, strings, globals, functions, description, .. } = shared;
    module.interface = description.interface;
    (module.spec_constants, module.strings) = (spec_constants, strings);
    (module.globals, module.functions, module.entry) = (globals, functions, entry);
    diags.check()?;
    Ok(module)
}
