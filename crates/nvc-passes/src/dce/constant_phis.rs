//! Constant-phi removal: a block parameter that can only have one value is replaced by the value.
//!
//! ```text
//! b0: jump b1(x)
//! b1(y): ..; jump b2(y)     =>    every use of y and z becomes x
//! b2(z): ..; jump b1(z)
//! ```
//!
//! An optimistic data-flow analysis, which also finds parameters that only pass a value around a loop. The lattice
//! of a parameter is *no value yet* > *a single value* > *the parameter itself*, and the meet of two different values
//! is the parameter itself. The worklist contains the parameters whose arguments changed; solving ends at the greatest
//! fixed point. Each parameter may change [`MAX_CHANGES`] times, so the cost is linear in the number of branch
//! arguments. (Cranelift's `remove_constant_phis` solves the same problem.)
//!
//! The meet of an undefined value and a constant is the constant. Any other value would be unsound here: its definition
//! might not dominate the block.

use crate::analysis::{Edges, has_block_params, reachable};
use nvc_ir::entity::Entity;
use nvc_ir::{Const, Function, Value};
use std::collections::VecDeque;

/// How often a parameter may change before the analysis gives up on it. Each level of loop nesting can cost one change;
/// the limit keeps the pass linear.
const MAX_CHANGES: u8 = 16;

/// Replaces parameters that can only have one value. Returns whether there were any; the caller must resolve their uses.
pub(super) fn run(func: &mut Function, edges: &Edges) -> bool {
    if !has_block_params(func) {
        return false;
    }
    let flow = Flow::new(func, edges);
    let known = flow.solve(func);
    let mut changed = false;
    for (&param, value) in flow.params.iter().zip(known) {
        if let Some(value) = value.filter(|&value| value != param) {
            func.replace(param, value);
            changed = true;
        }
    }
    changed
}

const NONE: u32 = u32::MAX;

/// The parameters of reachable blocks other than the entry, with their arguments and users.
struct Flow {
    params: Vec<Value>,
    /// The index in `params` of each value, or `NONE`.
    number: Vec<u32>,
    /// The index in `args` of each parameter's first argument, with one extra entry at the end.
    args_start: Vec<u32>,
    args: Vec<Value>,
    /// The index in `users` of each parameter's first user, with one extra entry at the end.
    users_start: Vec<u32>,
    /// The parameters that each parameter is an argument of.
    users: Vec<u32>,
}

impl Flow {
    fn new(func: &Function, edges: &Edges) -> Self {
        let reachable = reachable(func);
        let (mut params, mut args, mut args_start) = (Vec::new(), Vec::new(), vec![0]);
        let mut number = vec![NONE; func.values.len()];
        for &block in func.layout.iter().skip(1).filter(|block| reachable[block.index()]) {
            for (at, &param) in func.blocks[block].params.iter().enumerate() {
                number[param.index()] = params.len() as u32;
                params.push(param);
                let reaching = edges.incoming(func, block).filter(|(from, _)| reachable[from.index()]);
                args.extend(reaching.filter_map(|(_, target)| target.args.get(at)));
                args_start.push(args.len() as u32);
            }
        }
        let mut flow = Flow { params, number, args_start, args, users_start: Vec::new(), users: Vec::new() };
        flow.find_users();
        flow
    }

    fn find_users(&mut self) {
        let count = self.params.len();
        let mut start = vec![0u32; count + 1];
        for arg in &self.args {
            if let Some(slot) = start.get_mut(self.number[arg.index()].saturating_add(1) as usize) {
                *slot += 1;
            }
        }
        for index in 1..start.len() {
            start[index] += start[index - 1];
        }
        let mut next = start.clone();
        self.users = vec![0; start.last().copied().unwrap_or(0) as usize];
        for user in 0..count {
            for at in self.args_of(user) {
                let arg = self.args[at];
                if let Some(slot) = next.get_mut(self.number[arg.index()] as usize) {
                    self.users[*slot as usize] = user as u32;
                    *slot += 1;
                }
            }
        }
        self.users_start = start;
    }

    fn args_of(&self, param: usize) -> std::ops::Range<usize> {
        self.args_start[param] as usize..self.args_start[param + 1] as usize
    }

    /// The lattice value of each parameter: `None` for no value yet, the parameter itself for several values.
    fn solve(&self, func: &Function) -> Vec<Option<Value>> {
        let mut known: Vec<Option<Value>> = vec![None; self.params.len()];
        let mut changes = vec![0u8; self.params.len()];
        let mut queued = vec![true; self.params.len()];
        let mut work: VecDeque<usize> = (0..self.params.len()).collect();
        while let Some(param) = work.pop_front() {
            queued[param] = false;
            let itself = Some(self.params[param]);
            if known[param] == itself {
                continue;
            }
            let mut new = self.meet(func, &known, param);
            if new == known[param] {
                continue;
            }
            changes[param] = changes[param].saturating_add(1);
            if changes[param] > MAX_CHANGES {
                new = itself;
            }
            known[param] = new;
            for &user in &self.users[self.users_start[param] as usize..self.users_start[param + 1] as usize] {
                if !std::mem::replace(&mut queued[user as usize], true) {
                    work.push_back(user as usize);
                }
            }
        }
        known
    }

    /// The meet of the arguments of a parameter.
    fn meet(&self, func: &Function, known: &[Option<Value>], param: usize) -> Option<Value> {
        let mut met: Option<Value> = None;
        for &arg in &self.args[self.args_of(param)] {
            let value = match known.get(self.number[arg.index()] as usize) {
                Some(&Some(value)) => value,
                Some(None) => continue,
                None => arg,
            };
            met = Some(match met {
                Some(before) if before != value => match meet_undef(func, before, value) {
                    Some(value) => value,
                    None => return Some(self.params[param]),
                },
                _ => value,
            });
        }
        met
    }
}

/// The meet of an undefined value and a constant: the constant.
fn meet_undef(func: &Function, a: Value, b: Value) -> Option<Value> {
    match (func.as_const(a)?, func.as_const(b)?) {
        (Const::Undef, _) => Some(b),
        (_, Const::Undef) => Some(a),
        _ => None,
    }
}
