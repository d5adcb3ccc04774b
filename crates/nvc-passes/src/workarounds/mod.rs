//! Driver workarounds: rewrites of correct code that a known driver miscompiles or crashes on.
//!
//! [`table`] lists every workaround with the driver, the fault, the pattern that triggers it and the cost of the rewrite.
//! [`Workarounds`] is the set that a compilation applies; the default set contains the workarounds that are cheap or prevent a
//! crash. `docs/workarounds.md` is the page for users; [`reference`] generates its table.
//!
//! All but three workarounds are passes of the pipeline that run only when they are in the set. Each has a file of its own,
//! named after the fault. For the other three, the library sets options of a front end or the back end. To add a workaround,
//! add a row to the table, a file here, a row to the pipeline and a reproducer under `testdata/workarounds`.

pub(crate) mod abs_sign;
pub(crate) mod bit_count_sign;
pub(crate) mod bit_field_sign;
pub(crate) mod bool_phi;
mod features;
pub(crate) mod half_vector_cast;
pub(crate) mod i64_quotient_product;
pub(crate) mod i64_quotient_sum;
pub(crate) mod i64_shift_31;
pub(crate) mod i64_truncation;
pub(crate) mod min_max_negated;
pub(crate) mod min_max_negated_both;
mod patterns;
mod reference;
pub(crate) mod select_index_zero;
mod set;
pub(crate) mod sext_order;
pub(crate) mod subgroup_barrier;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod three_way_compare;
pub(crate) mod uniform_bit_field;
pub(crate) mod unpack_half_constant;

pub use reference::reference;
pub use set::{UnknownWorkaround, Workarounds};
pub use table::{Group, Row, Workaround};

use crate::OpSet;
use crate::rewrite::{Rewrite, rewrite_insts};
use nvc_ir::{Builder, Module, OwnedInst, Value};

/// Replaces each instruction whose operation is in `ops`, and for which `f` returns a value, by that value.
fn replace_insts(
    module: &mut Module,
    ops: OpSet,
    mut f: impl FnMut(&mut Builder<'_>, &OwnedInst) -> Option<Value>,
) {
    rewrite_insts(module, ops, |b, _, data| f(b, data).map_or(Rewrite::Keep, Rewrite::Replace));
}
