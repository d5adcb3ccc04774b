//! In-place parameters: finds local variables of a called function that an inlined copy can replace by variables of the
//! caller.
//!
//! A parameter that is indexed or changed (an array or struct) is copied to a local variable of the function: the
//! call passes the value, and an `inout` or `out` parameter is returned as a part of the result. If the caller loads the
//! argument from one of its own variables and stores the result there,
//!
//! ```text
//! caller: x = load p                          function: l0 = variable
//!         r = call f x                                  store l0, param
//!         store p, r                                    ..
//!                                                       return (load l0)
//! ```
//!
//! then the copy of the body uses p instead of l0, and both stores are removed. p points into a variable of the caller, which
//! nothing else in the body can access. [`parameters`] finds such variables of a function, [`sites`] such calls.

mod parameters;
mod sites;

pub(super) use parameters::{InMemory, find};
pub(super) use sites::{Pointer, pointers};

use crate::plain_access::{load, store};
use nvc_ir::imm::Imm;
use nvc_ir::{Function, Local, Op, Value};

/// The variable that a pointer points into.
fn root(func: &Function, mut pointer: Value) -> Option<Local> {
    loop {
        let data = func.def(pointer)?;
        match (data.op, data.imm()) {
            (Op::LocalAddr, Imm::Local(local)) => return Some(local),
            (Op::AccessChain, _) => pointer = *data.args.first()?,
            _ => return None,
        }
    }
}

/// The variable that a pointer points to as a whole.
fn whole(func: &Function, pointer: Value) -> Option<Local> {
    let data = func.def(pointer)?;
    match (data.op, data.imm()) {
        (Op::LocalAddr, Imm::Local(local)) => Some(local),
        _ => None,
    }
}
