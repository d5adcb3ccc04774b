//! Where the variables of a function live.

use super::Resource;
use nvc_ir::Local;
use nvc_ir::ssa::Variable;
use std::rc::Rc;

/// More SSA variables than this are not made of one variable.
pub(in crate::lower) const MAX_LEAVES: u32 = 64;

/// Where a variable lives.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Home {
    /// In SSA variables.
    Tree(Tree),
    /// In function storage.
    Memory(Local),
    /// It is a parameter that stands for a descriptor.
    Resource(Resource),
}

/// SSA variables in the shape of a type.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Tree {
    /// A vector, scalar, address or other single value.
    Leaf(Variable),
    /// Columns, elements, members.
    Parts(Rc<[Tree]>),
}
