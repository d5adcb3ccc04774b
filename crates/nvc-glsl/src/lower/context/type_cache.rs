//! The IR types made so far.

use crate::layout::Rules;
use crate::types::Type;
use nvc_ir::Type as IrType;
use rustc_hash::FxHashMap;

/// The types made so far.
#[derive(Default)]
pub(in crate::lower) struct Cache {
    pub values: FxHashMap<Type, IrType>,
    pub memory: FxHashMap<(Type, Rules), IrType>,
}
