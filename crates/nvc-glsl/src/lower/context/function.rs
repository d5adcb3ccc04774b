//! The state of lowering one function.

use super::{Frame, Home, Shared};
use crate::tree;
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::Span;
use nvc_ir::ssa::SsaBuilder;
use nvc_ir::{Block, Builder, Function, Local, Types};
use rustc_hash::FxHashMap;

/// The state of lowering one function.
pub(in crate::lower) struct Lowerer<'a, 'p> {
    pub s: &'a mut Shared<'p>,
    pub b: Builder<'a>,
    pub ssa: SsaBuilder,
    /// The function of the tree.
    pub body: &'p tree::Function,
    /// Where its variables live.
    pub homes: Vec<Home>,
    /// Where `break` and `continue` lead, innermost last.
    pub frames: Vec<Frame>,
    /// Back edges that nothing reaches: continue block and header.
    pub idle_back_edges: Vec<(Block, Block)>,
    /// Constant arrays that are indexed dynamically, in function storage.
    pub tables: FxHashMap<Handle<Const>, Local>,
    /// Where the function is called first.
    pub called: Option<Span>,
    /// Nothing reaches the place where instructions would be appended.
    pub dead: bool,
}

impl<'a, 'p> Lowerer<'a, 'p> {
    pub(in crate::lower) fn new(
        s: &'a mut Shared<'p>,
        func: &'a mut Function,
        types: &'a mut Types,
        body: &'p tree::Function,
    ) -> Self {
        let mut b = Builder::new(func, types);
        b.loc = Some(body.span);
        b.precise = body.precise || body.locals.iter().any(|local| local.precise);
        b.precise |= s.program.globals.iter().any(|(_, global)| global.precise);
        Lowerer {
            s,
            b,
            ssa: SsaBuilder::new(),
            body,
            homes: Vec::new(),
            frames: Vec::new(),
            idle_back_edges: Vec::new(),
            tables: FxHashMap::default(),
            called: None,
            dead: false,
        }
    }

    pub(in crate::lower) fn unsupported(&mut self, what: &str, help: &str) {
        self.s.unsupported(self.b.loc, what, help);
    }

    pub(in crate::lower) fn fault(&mut self, what: &str) {
        self.s.fault(self.b.loc, what);
    }
}
