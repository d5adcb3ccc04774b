//! Webs: sets of block parameters that are passed to each other and therefore must have one type, found by union-find.

use crate::analysis::Edges;
use nvc_ir::entity::Entity;
use nvc_ir::{Function, Value};

const NONE: u32 = u32::MAX;

/// The webs of a function. The entry block's parameters belong to the signature and are in no web.
pub(crate) struct Webs {
    /// All parameters that are in webs.
    pub(crate) params: Vec<Value>,
    /// The index in `params` of each value, by the value's index; `NONE` for other values.
    number: Vec<u32>,
    /// By index in `params`: the parent in the union-find forest, and after construction the root, which identifies the web.
    web: Vec<u32>,
}

impl Webs {
    /// Finds the webs of a function.
    pub(crate) fn new(func: &Function, edges: &Edges) -> Self {
        let mut params = Vec::new();
        let mut number = vec![NONE; func.values.len()];
        for &block in func.layout.iter().skip(1) {
            for &param in &func.blocks[block].params {
                number[param.index()] = params.len() as u32;
                params.push(param);
            }
        }
        let mut webs = Webs { web: (0..params.len() as u32).collect(), params, number };
        for &block in func.layout.iter().skip(1) {
            let data = &func.blocks[block];
            for (_, target) in edges.incoming(func, block) {
                for (&param, &arg) in data.params.iter().zip(&target.args) {
                    webs.unite(param, arg);
                }
            }
        }
        for index in 0..webs.web.len() as u32 {
            webs.web[index as usize] = webs.root(index);
        }
        webs
    }

    fn root(&mut self, mut at: u32) -> u32 {
        while self.web[at as usize] != at {
            // Path halving.
            let grandparent = self.web[self.web[at as usize] as usize];
            self.web[at as usize] = grandparent;
            at = grandparent;
        }
        at
    }

    fn unite(&mut self, a: Value, b: Value) {
        let (a, b) = (self.number[a.index()], self.number[b.index()]);
        if a == NONE || b == NONE {
            return;
        }
        let (a, b) = (self.root(a), self.root(b));
        self.web[a.max(b) as usize] = a.min(b);
    }

    /// The index in `params` of a value.
    pub(crate) fn number(&self, value: Value) -> Option<usize> {
        self.number.get(value.index()).filter(|&&n| n != NONE).map(|&n| n as usize)
    }

    /// The web that a value belongs to, as the index in `params` of its representative.
    pub(crate) fn of(&self, value: Value) -> Option<usize> {
        self.web.get(self.number(value)?).map(|&web| web as usize)
    }
}
