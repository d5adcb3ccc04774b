//! Storage of local variables.

use super::Resource;
use nvc_ir::Local;
use nvc_ir::ssa::Variable;
use std::rc::Rc;

/// Maximum number of SSA variables for one local variable. Larger variables use function storage.
pub(in crate::lower) const MAX_LEAVES: u32 = 64;

/// Where a local variable is stored.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Storage {
    /// In SSA variables.
    Ssa(SsaTree),
    /// In function storage.
    Memory(Local),
    /// Not stored: an opaque parameter, replaced by the resource that is passed.
    Resource(Resource),
}

/// SSA variables in the shape of a type (scalar replacement of aggregates).
#[derive(Clone, Debug)]
pub(in crate::lower) enum SsaTree {
    /// A vector, scalar, address or other single IR value.
    Leaf(Variable),
    /// Columns, elements or members.
    Composite(Rc<[SsaTree]>),
}
