//! The IR verifier. It runs after every pass in tests and debug builds, so it takes linear time (up to
//! logarithmic factors) and does not recurse.
//!
//! It checks these invariants of the IR ([`Invariant`]):
//!
//! 1. *Ids.* Every id refers to an entity of its table. Operands are not aliases: code that replaces a value
//!    must call [`Function::resolve_aliases`](crate::Function::resolve_aliases).
//! 2. *Types.* Component types precede the types that contain them and nest at most 64 deep. Vectors have 2
//!    to 1024 scalars. Arrays and structs are not empty. Members and elements have a size, except that the
//!    last member of a block may be a runtime array. Blocks are not members. Texels are `f32` or `i32`, and
//!    in storage images also `i64`. Components of cooperative matrices and vectors are numbers, but not of a
//!    microscaling format. Floats of 4 or 6 bits occur only in private memory. Tensors have 1 to 5
//!    dimensions, and the permutation of a tensor view contains each dimension once.
//! 3. *Specialization constants* are scalars with distinct ids and a default of their type. The operands of a
//!    constant that is computed by an operation are earlier constants and scalars.
//! 4. *Globals.* Each kind has a matching resource class. A variable has a module-level storage class, a type
//!    that the class allows, and a binding if and only if it has descriptors. If it is a view of a resource,
//!    that resource is not a variable.
//! 5. *Entry point.* There is one. Its function has no parameters and no result, and its sizes are at least
//!    1.
//! 6. *Calls* are not recursive and never call the entry point; operands match the parameters. The same holds
//!    for callbacks. Callbacks and the functions they call contain no barriers and no operations that depend
//!    on other lanes.
//! 7. *Shape of functions.* The first block is the entry block. Its parameters are those of the function, and
//!    no branch targets it. No block or instruction occurs twice. Definitions and their values refer to each
//!    other, except that replaced results may remain until they are removed. Block parameters have types that
//!    SPIR-V phis can have: no images, and no pointers other than physical ones.
//! 8. *Constants* fit their type, and the parts of composites are constants.
//! 9. *Operands* have the number and the types that the operation requires.
//! 10. *Results* exist and have the type that the operation requires.
//! 11. *Immediates* have the kind that the operation table specifies, and contents that are valid for the
//!     operation.
//! 12. *Phases.* No operation, atomic or built-in input occurs after its last phase.
//! 13. *Terminators.* Conditions are `bool`. Selectors are integers, and the literals of a switch are
//!     distinct and fit the selector. Returned values have the function's result type. Arguments match the
//!     parameters of the target block.
//! 14. *Dominance.* Every use of a value is dominated by its definition. Constants may be used anywhere.
//! 15. *Order of blocks.* Dominators come first, and the blocks of a construct precede its merge block. All
//!     branches but back edges lead forward. Every block is reachable or is a merge or continue block.
//! 16. *Constructs.* Each merge or continue block belongs to one header, which dominates the block even if
//!     the block is unreachable. Every loop has exactly one back edge, which is a jump at the end of its
//!     continue construct.
//! 17. *Exits.* A branch stays in its construct, or leads to the construct's merge block, to the merge block
//!     of the innermost switch without leaving a loop, to the merge or continue block of the innermost loop,
//!     or from one case to the next. Only the back edge leaves a continue construct.
//!
//! Invariants 15 to 17 are those of SPIR-V (structured control flow: SPIR-V §2.11; order of blocks: §2.4), so that the back
//! end can emit functions unchanged.

mod aggregates;
mod callbacks;
mod calls;
mod cfg;
mod constants;
mod constructs;
mod coop;
mod coop_vector;
mod data;
mod error;
mod floats;
mod globals;
mod images;
mod inst;
mod memory;
mod shape;
mod spirv;
mod ssa;
mod subgroups;
mod tensor;
mod terminators;
mod types;
mod view;

pub use data::can_be_block_param;
pub use error::{Invariant, VerifyError, render};

use crate::module::Module;
use cfg::Cfg;
use error::Errors;

/// Checks every invariant of a module.
///
/// Later checks rely on earlier ones: an invalid type ends the verification of the module, and an invalid
/// shape ends that of the function.
///
/// # Errors
/// The broken invariants, up to a maximum number of errors.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::default();
    types::check(module, &mut errors);
    if !errors.is_empty() {
        return errors.finish(module);
    }
    globals::check(module, &mut errors);
    for (id, func) in module.functions.iter() {
        let before = errors.len();
        shape::check(module, id, func, &mut errors);
        if errors.len() > before {
            continue;
        }
        constants::check(module, id, func, &mut errors);
        let cfg = Cfg::new(func);
        let before = errors.len();
        constructs::check_order(id, func, &cfg, &mut errors);
        if errors.len() == before {
            constructs::check(id, func, &cfg, &mut errors);
        }
        ssa::check(id, func, &cfg, &mut errors);
        inst::check(module, id, func, &mut errors);
        terminators::check(module, id, func, &mut errors);
    }
    calls::check(module, &mut errors);
    calls::check_callbacks(module, &mut errors);
    errors.finish(module)
}

#[cfg(test)]
mod tests {
    use super::Invariant;

    #[test]
    fn the_list_above_has_every_invariant() {
        let source = include_str!("mod.rs");
        for invariant in Invariant::ALL {
            let (number, title) = (invariant.number(), invariant.title());
            let start = format!("//! {number}. *");
            let line = source.lines().find_map(|line| line.strip_prefix(&start));
            assert!(line.is_some_and(|line| line.to_lowercase().starts_with(title)), "{number}. {title}");
        }
        assert!(!source.contains(&format!("//! {}. *", Invariant::ALL.len() + 1)));
    }
}
