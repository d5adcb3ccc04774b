//! IR types of GLSL types, computed once.

use crate::layout::Rules;
use crate::types::Type;
use nvc_ir::Type as IrType;
use rustc_hash::FxHashMap;

/// IR types of GLSL types, of values and of memory with explicit layout.
#[derive(Default)]
pub(in crate::lower) struct TypeCache {
    pub values: FxHashMap<Type, IrType>,
    pub memory: FxHashMap<(Type, Rules), IrType>,
}
