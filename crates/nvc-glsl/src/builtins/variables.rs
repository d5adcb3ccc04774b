//! Built-in variables, as rows.

use super::signature::{Needs, VariableRow, VariableValue};
use crate::types::scalar;
use naga::Scalar;
use nvc_ir::imm::Builtin;

/// A built-in variable's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// An input of the IR; the type is the expression's.
    Input(Builtin),
}

/// The row of a name.
pub fn named(name: &str) -> Option<&'static VariableRow> {
    ROWS.iter().find(|row| row.name == name)
}

/// All names: for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

const fn input(name: &'static str, scalar: Scalar, size: u8, builtin: Builtin, needs: Needs) -> VariableRow {
    VariableRow { name, scalar, size, value: VariableValue::Input(Variable::Input(builtin)), needs }
}

const COMPUTE: Needs = Needs::version(430, 310, &["GL_ARB_compute_shader"]);

static ROWS: &[VariableRow] = &[
    input("gl_GlobalInvocationID", scalar::U32, 3, Builtin::GlobalId, COMPUTE),
    input("gl_LocalInvocationID", scalar::U32, 3, Builtin::LocalId, COMPUTE),
    input("gl_WorkGroupID", scalar::U32, 3, Builtin::GroupId, COMPUTE),
    input("gl_NumWorkGroups", scalar::U32, 3, Builtin::GroupCount, COMPUTE),
    input("gl_LocalInvocationIndex", scalar::U32, 1, Builtin::LocalIndex, COMPUTE),
    input(
        "gl_LocalGroupSizeARB",
        scalar::U32,
        3,
        Builtin::GroupSize,
        Needs::extensions(&["GL_ARB_compute_variable_group_size"]),
    ),
    VariableRow {
        name: "gl_WorkGroupSize",
        scalar: scalar::U32,
        size: 3,
        value: VariableValue::WorkGroupSize,
        needs: COMPUTE,
    },
    VariableRow {
        name: "gl_ScopeSubgroup",
        scalar: scalar::I32,
        size: 1,
        value: VariableValue::Constant(&[3]),
        needs: Needs::extensions(&["GL_NV_cooperative_matrix", "GL_KHR_memory_scope_semantics"]),
    },
];
