//! The IR verifier. It runs after every pass in tests and debug builds, so it takes linear time (up to
//! logarithms) and does not recurse.
//!
//! The invariants of the IR ([`Invariant`]):
//!
//! 1. *Ids.* Every id names an entity of its table. Operands are not aliases: code that replaces a
//!    value calls [`Function::resolve_aliases`](crate::Function::resolve_aliases).
//! 2. *Types.* Component types precede the types that use them and nest at most 64 deep. Vectors have
//!    2 to 1024 scalars; arrays and structs are not empty; members and elements have a size, except that
//!    a runtime array may be the last member of a block; blocks are not members. Texels are `f32` or
//!    `i32`, in storage images also `i64`; components of cooperative matrices are numbers, but not of a
//!    microscaling format, as are those of cooperative vectors. Only private memory holds floats of 4 or 6 bits. Tensors have 1 to 5 dimensions, and the
//!    permutation of a view has each once.
//! 3. *Specialization constants* are scalars with a default of their type and distinct ids; the operands of
//!    those computed by an operation are earlier constants and scalars.
//! 4. *Globals.* Each kind has a matching resource class; variables have a module-level storage class,
//!    a type that it allows, a binding if and only if it has descriptors, and are views of a resource
//!    that is not a variable.
//! 5. *Entry point.* There is one; its function has no parameters and no result; its sizes are at least 1.
//! 6. *Calls* are not recursive and never call the entry point; operands match the parameters. Callbacks count as
//!    called; they and what they call contain no barriers and no operations that depend on other lanes.
//! 7. *Shape of functions.* The first block is the entry; its parameters are the function's, and
//!    no branch leads to it. No block or instruction occurs twice. Definitions and their values
//!    refer to each other; replaced results may remain until they are removed. Block parameters
//!    can be SPIR-V phis: no images, no pointers other than physical ones.
//! 8. *Constants* fit their type, and composites have constant parts.
//! 9. *Operands* have the number and types that the operation requires.
//! 10. *Results* exist and have the type that the operation requires.
//! 11. *Immediates* have the kind of the operation's row and a content that fits the operation.
//! 12. *Phases.* No operation, atomic or built-in input occurs after its last phase.
//! 13. *Terminators.* Conditions are `bool`, selectors integers with distinct literals of their
//!     width, returned values of the function's type; arguments match the target's parameters.
//! 14. *Dominance.* Every use of a value is dominated by its definition; constants dominate all.
//! 15. *Order of blocks.* Dominators come first, a construct's blocks before its merge block,
//!     branches except back edges lead forward, and every block is reachable, or is a merge or
//!     continue block.
//! 16. *Constructs.* Merge and continue blocks belong to one header, which dominates them even
//!     if they are unreachable. Every loop has exactly one back edge, a jump at the end of its
//!     continue construct.
//! 17. *Exits.* A branch stays in its construct, or leads to its merge block, to the merge block
//!     of the innermost switch without leaving a loop, to merge or continue block of the innermost
//!     loop, or from one case to the next. Only the back edge leaves a continue construct.
//!
//! 15 to 17 are the SPIR-V specification's 2.11 (structured control flow) and 2.4 (order of
//! blocks), so that the back end emits functions unchanged.

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
/// Later checks rely on earlier ones: invalid types stop the verification of the module, an invalid
/// shape that of the function.
///
/// # Errors
/// The broken invariants; only the first ones if there are very many.
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
