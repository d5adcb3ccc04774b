//! [`Lowerer`]: the state of lowering one function.

use super::{ControlFrame, ModuleLowerer, Storage};
use crate::tree;
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::{Limit, Span};
use nvc_ir::{Function, Local, StructuredBuilder, Types};
use rustc_hash::FxHashMap;

/// Lowers one function. The methods are in the sibling folders, grouped by the construct that they lower.
pub(in crate::lower) struct Lowerer<'a, 'p> {
    pub module: &'a mut ModuleLowerer<'p>,
    /// Appends instructions to the IR function.
    pub b: StructuredBuilder<'a>,
    /// The function of the typed tree.
    pub body: &'p tree::Function,
    /// The storage of each local variable, indexed by its id.
    pub storages: Vec<Storage>,
    /// The targets of `break` and `continue`, innermost last.
    pub frames: Vec<ControlFrame>,
    /// Function storage for constant arrays that are indexed dynamically.
    pub constant_arrays: FxHashMap<Handle<Const>, Local>,
    /// The span of the first call of this function instance ([`InstanceKey`](super::InstanceKey)), for
    /// diagnostics.
    pub first_call: Option<Span>,
}

impl<'a, 'p> Lowerer<'a, 'p> {
    pub(in crate::lower) fn new(
        module: &'a mut ModuleLowerer<'p>,
        func: &'a mut Function,
        types: &'a mut Types,
        body: &'p tree::Function,
    ) -> Self {
        let mut b = StructuredBuilder::new(func, types);
        b.loc = Some(body.span);
        b.limit_size(module.diags.limit(Limit::Instructions));
        b.precise = body.precise || body.locals.iter().any(|local| local.precise);
        b.precise |= module.program.globals.iter().any(|(_, global)| global.precise);
        Lowerer {
            module,
            b,
            body,
            storages: Vec::new(),
            frames: Vec::new(),
            constant_arrays: FxHashMap::default(),
            first_call: None,
        }
    }

    /// Reports a construct that cannot be lowered, at the current location.
    pub(in crate::lower) fn unsupported(&mut self, what: &str, help: &str) {
        self.module.unsupported(self.b.loc, what, help);
    }

    /// Reports an internal error at the current location.
    pub(in crate::lower) fn internal_error(&mut self, what: &str) {
        self.module.internal_error(self.b.loc, what);
    }
}
