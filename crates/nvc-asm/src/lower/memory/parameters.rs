//! Describes the layout of the parameter block for reflection. This block contains `program.local`, `program.env` and
//! `state.*`, in this order.

use nvc_ir::interface::{Field, LayoutType, Scalar};
use nvc_ir::types::Length;

/// Size in bytes of a row of the parameter block: a parameter of four 32-bit words.
pub(in crate::lower) const ROW_BYTES: u32 = 16;

/// Returns the members of the parameter block, in order. The words of parameters are untyped and are
/// described as unsigned integers.
pub(in crate::lower) fn parameters(local_rows: u32, env_rows: u32, state: &[Box<str>]) -> Vec<Field> {
    let row = || LayoutType::Vector(Scalar::U32, 4);
    let array = |name: &str, first: u32, rows: u32| {
        let length = Some(Length::Fixed(rows));
        let ty = LayoutType::Array { element: Box::new(row()), length, stride: ROW_BYTES };
        (rows > 0).then(|| Field { name: name.to_owned(), offset: first.saturating_mul(ROW_BYTES), ty })
    };
    let first_state = local_rows.saturating_add(env_rows);
    let arrays = array("program.local", 0, local_rows).into_iter();
    let state = (first_state..).zip(state).map(|(at, name)| Field {
        name: name.to_string(),
        offset: at.saturating_mul(ROW_BYTES),
        ty: row(),
    });
    arrays.chain(array("program.env", local_rows, env_rows)).chain(state).collect()
}
