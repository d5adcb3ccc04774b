//! SSA construction from structured control flow, after Braun et al. 2013 ("Simple and Efficient
//! Construction of Static Single Assignment Form").
//!
//! A front end writes and reads *variables* in its current block. The builder finds the reaching definition,
//! adds block parameters where paths join, and removes the parameters that turn out to be trivial. A block is
//! *sealed* once all its predecessors are known: merge blocks when the construct closes, loop headers after
//! the back edge.

mod dominator_path;

use crate::constant::Const;
use crate::entity::{Block, Entity, Type, Value};
use crate::function::{Function, Target, Terminator, ValueDef};
use dominator_path::DominatorPath;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A source variable, numbered from 0 by [`SsaBuilder::declare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// The state of a block during construction.
#[derive(Default)]
struct BlockState {
    sealed: bool,
    predecessors: SmallVec<[Block; 2]>,
    /// Parameters added before all predecessors were known.
    incomplete: Vec<(Variable, Value)>,
}

/// Predecessors of a block among which a duplicate is searched without a table.
const FEW: usize = 8;

/// Converts variables to SSA values.
#[derive(Default)]
pub struct SsaBuilder {
    types: Vec<Type>,
    path: DominatorPath,
    definitions: Definitions,
    blocks: Vec<BlockState>,
    /// The edges to the blocks with [`FEW`] and more predecessors, to detect duplicates quickly: a loop may have any number of
    /// breaks to one block.
    edges: FxHashSet<(Block, Block)>,
    /// Parameters added for variables, except those since removed.
    parameters: ValueSet,
    /// Parameters whose arguments are not filled in yet: variable, parameter, and position among the block's parameters.
    pending: Vec<(Variable, Value, usize)>,
    /// For each parameter, the parameters that have it as an argument. They are re-examined when it is
    /// removed.
    users: Users,
    /// Number of arguments of all branches.
    arguments: usize,
    /// Once there are more arguments than this, none is added; see [`limit_arguments`](Self::limit_arguments).
    most: Option<usize>,
}

impl SsaBuilder {
    /// Creates a builder without variables and blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the arguments of branches: once there are more than `most`, none is added. A join of many paths after many
    /// writes needs an argument for each path and each variable written, which is quadratic in the size of the program. The
    /// function is then incomplete and [`arguments`](Self::arguments) is above the limit: the front end must report an error.
    pub fn limit_arguments(&mut self, most: usize) {
        self.most = Some(most);
    }

    /// Returns the number of arguments of all branches so far.
    pub fn arguments(&self) -> usize {
        self.arguments
    }

    /// Reserves space for at least `additional` more blocks.
    pub fn reserve_blocks(&mut self, additional: usize) {
        self.blocks.reserve(additional);
        self.path.reserve_blocks(additional);
    }

    /// Declares a variable of a type.
    pub fn declare(&mut self, ty: Type) -> Variable {
        self.types.push(ty);
        self.path.declare();
        self.definitions.latest.push(None);
        Variable(self.types.len() as u32 - 1)
    }

    /// Returns the type of a variable.
    pub fn ty(&self, variable: Variable) -> Type {
        self.types[variable.0 as usize]
    }

    fn state(&mut self, block: Block) -> &mut BlockState {
        if self.blocks.len() <= block.index() {
            self.blocks.resize_with(block.index() + 1, BlockState::default);
        }
        &mut self.blocks[block.index()]
    }

    /// Records that `from` branches to `to`. Called once for each branch target.
    ///
    /// # Panics
    /// If `to` is sealed, because its parameters would lack arguments from `from`.
    pub fn add_predecessor(&mut self, to: Block, from: Block) {
        let state = self.state(to);
        assert!(!state.sealed, "a sealed block gets no more predecessors");
        let known = match state.predecessors.len() {
            0..FEW => state.predecessors.contains(&from),
            count => {
                if count == FEW {
                    self.edges.extend(self.blocks[to.index()].predecessors.iter().map(|&from| (from, to)));
                }
                !self.edges.insert((from, to))
            }
        };
        self.path.end(from);
        if !known {
            self.state(to).predecessors.push(from);
        }
    }

    /// Records that a construct opens: the end of `before` dominates `block`, which is the construct's merge
    /// block or, in a separate call, a loop's header. A variable that the construct does not write has the same
    /// value in both blocks and needs no parameter.
    pub fn open(&mut self, block: Block, before: Block) {
        self.path.open(block, before);
    }

    /// Returns whether any branch to the block has been recorded.
    pub fn has_predecessors(&mut self, block: Block) -> bool {
        !self.state(block).predecessors.is_empty()
    }

    /// Writes a variable in a block.
    pub fn write(&mut self, variable: Variable, block: Block, value: Value) {
        self.definitions.write(block, variable, value);
        self.path.write(variable, block);
    }

    /// Returns the value of a variable at the current end of a block.
    pub fn read(&mut self, func: &mut Function, variable: Variable, block: Block) -> Value {
        let value = self.find(func, variable, block);
        self.finish(func);
        func.resolve(value)
    }

    /// Returns the reaching definition of a variable. A parameter that this adds is queued in `pending` or, if its
    /// block is not sealed yet, in the block's list `incomplete`.
    ///
    /// Neither this function nor [`finish`](Self::finish) recurses, because a program may be a sequence of
    /// any number of constructs.
    fn find(&mut self, func: &mut Function, variable: Variable, block: Block) -> Value {
        if let Some(value) = self.definitions.get(block, variable) {
            return func.resolve(value);
        }
        let mut at = block;
        let mut passed = Vec::new();
        let value = loop {
            if let Some(value) = self.definitions.get(at, variable) {
                break func.resolve(value);
            }
            let ty = self.ty(variable);
            let above = self.path.highest_same(variable, at);
            if above != at {
                at = above;
                continue;
            }
            let state = self.state(at);
            match (state.sealed, &state.predecessors[..]) {
                (true, []) => break func.constant(ty, Const::Undef),
                // Too many steps: a cycle of unreachable blocks.
                _ if passed.len() > func.blocks.len() => break func.constant(ty, Const::Undef),
                (true, &[only]) => {
                    passed.push(at);
                    at = only;
                }
                (sealed, _) => {
                    let param = func.add_param(at, ty);
                    self.parameters.insert(param);
                    if sealed {
                        self.pending.push((variable, param, func.blocks[at].params.len() - 1));
                    } else {
                        self.state(at).incomplete.push((variable, param));
                    }
                    break param;
                }
            }
        };
        // Recorded immediately, so that a cycle back to this block finds the parameter.
        self.definitions.record(at, variable, value);
        for block in passed {
            self.definitions.record(block, variable, value);
        }
        value
    }

    /// Seals a block: all its predecessors are known and have terminators, which can receive arguments for
    /// the block's parameters.
    pub fn seal(&mut self, func: &mut Function, block: Block) {
        let state = self.state(block);
        if state.sealed {
            return;
        }
        state.sealed = true;
        let incomplete = std::mem::take(&mut state.incomplete);
        let only = match state.predecessors[..] {
            [only] => Some(only),
            _ => None,
        };
        self.path.seal(block, only);
        if incomplete.is_empty() {
            return;
        }
        self.replace_unchanged(func, block, &incomplete);
        let positions: FxHashMap<Value, usize> =
            func.blocks[block].params.iter().enumerate().map(|(at, &param)| (param, at)).collect();
        for (variable, param) in incomplete {
            if let Some(&position) = positions.get(&param) {
                self.pending.push((variable, param, position));
            }
        }
        self.finish(func);
    }

    /// Removes the parameters of a loop header for variables that the loop does not write. No branch has
    /// arguments for them yet.
    fn replace_unchanged(&mut self, func: &mut Function, block: Block, incomplete: &[(Variable, Value)]) {
        for &(variable, param) in incomplete {
            let Some(before) = self.path.unchanged(block, variable) else { continue };
            let value = self.find(func, variable, before);
            self.parameters.remove(param);
            func.replace(param, value);
            self.definitions.record(block, variable, value);
        }
        let mut params = std::mem::take(&mut func.blocks[block].params);
        params.retain(|&mut param| func.resolve(param) == param);
        func.blocks[block].params = params;
    }

    /// Fills in the arguments of every pending parameter, then removes the trivial parameters.
    fn finish(&mut self, func: &mut Function) {
        let mut filled: SmallVec<[(Value, usize); 4]> = SmallVec::new();
        while let Some((variable, param, position)) = self.pending.pop() {
            if self.most.is_some_and(|most| self.arguments > most) {
                self.pending.clear();
                return;
            }
            self.fill(func, variable, param, position);
            filled.push((param, position));
        }
        // The parameters found last are the earliest in the program. If they are removed first, each later
        // one resolves in one step.
        while let Some((param, position)) = filled.pop() {
            self.remove_if_trivial(func, param, position);
        }
    }

    /// Adds the argument for a parameter to every predecessor's branch.
    fn fill(&mut self, func: &mut Function, variable: Variable, param: Value, position: usize) {
        let Some(block) = self.block_of(func, param) else { return };
        for index in 0..self.state(block).predecessors.len() {
            let from = self.state(block).predecessors[index];
            let value = self.find(func, variable, from);
            if self.parameters.contains(value) {
                self.users.add(value, param);
            }
            for target in targets_to(&mut func.blocks[from].term, block) {
                self.arguments += 1;
                // The parameters of a block are filled in any order. Arguments before this one may be
                // placeholders that are overwritten later.
                while target.args.len() <= position {
                    target.args.push(value);
                }
                target.args[position] = value;
            }
        }
    }

    /// Removes a parameter if all its arguments are one value or the parameter itself, replaces it by that value
    /// (undefined if there is none), and re-examines the parameters that it was an argument of. `position` is where it
    /// was added; it may have moved towards the front, because earlier parameters were removed.
    fn remove_if_trivial(&mut self, func: &mut Function, param: Value, position: usize) {
        let mut hint = Some(position + 1);
        let mut work = vec![param];
        while let Some(param) = work.pop() {
            let end = hint.take();
            let Some(block) = self.block_of(func, param) else { continue };
            if !self.state(block).sealed {
                continue;
            }
            let params = &func.blocks[block].params;
            let end = end.unwrap_or(params.len()).min(params.len());
            let Some(position) = params[..end].iter().rposition(|&p| p == param) else { continue };
            let Some(same) = self.single_argument(func, param, block, position) else { continue };
            let ty = func.ty(param);
            let same = same.unwrap_or_else(|| func.constant(ty, Const::Undef));
            func.blocks[block].params.remove(position);
            for index in 0..self.state(block).predecessors.len() {
                let from = self.state(block).predecessors[index];
                for target in targets_to(&mut func.blocks[from].term, block) {
                    if position < target.args.len() {
                        self.arguments = self.arguments.saturating_sub(1);
                        target.args.remove(position);
                    }
                }
            }
            self.parameters.remove(param);
            func.replace(param, same);
            let first = work.len();
            self.users.take(param, &mut work);
            if self.parameters.contains(same) {
                for &user in &work[first..] {
                    self.users.add(same, user);
                }
            }
        }
    }

    /// Returns the block of a parameter; `None` if the parameter was removed.
    fn block_of(&self, func: &Function, param: Value) -> Option<Block> {
        match func.values[param].def {
            ValueDef::Param(block) if self.parameters.contains(param) => Some(block),
            _ => None,
        }
    }

    /// Returns the only argument of a parameter besides itself: `Some(Some(v))` if all arguments are `v` or
    /// the parameter, `Some(None)` if there is no such argument, `None` if the arguments differ or some are
    /// still missing.
    fn single_argument(
        &mut self,
        func: &Function,
        param: Value,
        block: Block,
        position: usize,
    ) -> Option<Option<Value>> {
        let mut same = None;
        for &from in &self.state(block).predecessors {
            for target in func.blocks[from].term.targets() {
                if target.block != block {
                    continue;
                }
                let arg = func.resolve(*target.args.get(position)?);
                if arg == param || Some(arg) == same {
                    continue;
                }
                if same.is_some() {
                    return None;
                }
                same = Some(arg);
            }
        }
        Some(same)
    }
}

/// The values of variables at the ends of blocks, where they are known. Most reads and writes are of the block that wrote the
/// variable last, so the hash table has only the other ones.
#[derive(Default)]
struct Definitions {
    /// By variable: the block that wrote it last, and the value. It overrides `others`.
    latest: Vec<Option<(Block, Value)>>,
    others: FxHashMap<(Block, Variable), Value>,
}

impl Definitions {
    fn get(&self, block: Block, variable: Variable) -> Option<Value> {
        match self.latest[variable.0 as usize] {
            Some((last, value)) if last == block => Some(value),
            _ => self.others.get(&(block, variable)).copied(),
        }
    }

    /// Sets the value at the end of the block that writes the variable.
    fn write(&mut self, block: Block, variable: Variable, value: Value) {
        match self.latest[variable.0 as usize].replace((block, value)) {
            Some((last, before)) if last != block => {
                self.others.insert((last, variable), before);
            }
            _ => {}
        }
    }

    /// Sets the value at the end of any block.
    fn record(&mut self, block: Block, variable: Variable, value: Value) {
        match &mut self.latest[variable.0 as usize] {
            Some((last, known)) if *last == block => *known = value,
            _ => {
                self.others.insert((block, variable), value);
            }
        }
    }
}

/// A dense set of values. Dense, because most values of a function under construction are looked up.
#[derive(Default)]
struct ValueSet(Vec<bool>);

impl ValueSet {
    fn insert(&mut self, value: Value) {
        if self.0.len() <= value.index() {
            self.0.resize(value.index() + 1, false);
        }
        self.0[value.index()] = true;
    }

    fn remove(&mut self, value: Value) {
        if let Some(member) = self.0.get_mut(value.index()) {
            *member = false;
        }
    }

    fn contains(&self, value: Value) -> bool {
        self.0.get(value.index()).copied().unwrap_or(false)
    }
}

/// For each parameter, a linked list of the parameters that have it as an argument. All lists share one
/// table.
#[derive(Default)]
struct Users {
    /// Index in `links` of the most recent entry of each value's list.
    heads: FxHashMap<Value, usize>,
    /// A user, and the index of the previous entry of the same list.
    links: Vec<(Value, Option<usize>)>,
}

impl Users {
    fn add(&mut self, value: Value, user: Value) {
        let before = self.heads.insert(value, self.links.len());
        self.links.push((user, before));
    }

    /// Moves the users of a value to the end of `to`.
    fn take(&mut self, value: Value, to: &mut Vec<Value>) {
        let mut link = self.heads.remove(&value);
        while let Some((user, before)) = link.and_then(|at| self.links.get(at)).copied() {
            to.push(user);
            link = before;
        }
    }
}

/// Returns the targets of a terminator that are a given block.
fn targets_to(term: &mut Terminator, block: Block) -> impl Iterator<Item = &mut Target> {
    term.targets_mut().filter(move |t| t.block == block)
}
