//! Cache of the IR types of GLSL types.

use crate::layout::Rules;
use crate::types::Type;
use nvc_ir::Type as IrType;
use rustc_hash::FxHashMap;

/// IR types of GLSL types: as values, and in memory with explicit layout.
#[derive(Default)]
pub(in crate::lower) struct TypeCache {
    pub values: FxHashMap<Type, IrType>,
    pub memory: FxHashMap<(Type, Rules), IrType>,
}
