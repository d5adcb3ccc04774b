//! Variables of a function in whose place its copy uses a variable of the caller.
//!
//! A parameter that a function keeps in memory (an array or struct that is indexed or changed) is a variable of its own: the
//! call passes the value, and an `inout` or `out` parameter comes back as a part of the result. Where a caller loads the
//! argument from one of its variables and stores the result there,
//!
//! ```text
//! caller: x = load p                          function: l0 = variable
//!         r = call f x                                  store l0, param
//!         store p, r                                    ..
//!                                                       return (load l0)
//! ```
//!
//! the copy of the body uses p in place of l0, and both stores go. p points into a variable of the caller, which nothing else
//! in the body can access. [`parameters`] finds such variables of a function, [`sites`] such calls.

mod parameters;
mod sites;

pub(super) use parameters::{InMemory, find};
pub(super) use sites::{Pointer, pointers};

use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Function, InstData, Local, Op, Value};

/// The variable that a pointer points into.
fn root(func: &Function, mut pointer: Value) -> Option<Local> {
    loop {
        let data = func.def(pointer)?;
        match (data.op, data.imm) {
            (Op::LocalAddr, Imm::Local(local)) => return Some(local),
            (Op::AccessChain, _) => pointer = *data.args.first()?,
            _ => return None,
        }
    }
}

/// The variable that a pointer points to as a whole.
fn whole(func: &Function, pointer: Value) -> Option<Local> {
    match func.def(pointer)? {
        InstData { op: Op::LocalAddr, imm: Imm::Local(local), .. } => Some(*local),
        _ => None,
    }
}

/// The pointer and the value of an ordinary store.
fn store(data: &InstData) -> Option<(Value, Value)> {
    match (data.op, data.imm, &data.args[..]) {
        (Op::Store, Imm::Access(access), &[pointer, value]) if access == Access::default() => {
            Some((pointer, value))
        }
        _ => None,
    }
}

/// The pointer of an ordinary load.
fn load(data: &InstData) -> Option<Value> {
    match (data.op, data.imm, &data.args[..]) {
        (Op::Load, Imm::Access(access), &[pointer]) if access == Access::default() => Some(pointer),
        _ => None,
    }
}
