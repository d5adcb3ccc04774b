//! Builds structured control flow for front ends: opens and closes selections, switches and loops, and
//! converts source variables to SSA values.
//!
//! SPIR-V requires every construct to declare its merge block, and every loop also its continue block. Blocks
//! must be ordered so that a construct precedes its merge block (SPIR-V §2.11). [`StructuredBuilder`] creates
//! these blocks, adds them to the layout in that order, and seals each one for SSA construction
//! ([`crate::ssa`]) as soon as its predecessors are known.
//!
//! Opening a construct returns a token ([`If`], [`Switch`], [`Loop`]) that the front end passes back to close
//! the construct. Constructs close innermost first. `break`, `continue` and an early `return` from an inlined
//! call are all a [`leave`](StructuredBuilder::leave) to a block of an open construct. `docs/ir.md` specifies
//! the valid branch targets, and the verifier checks them.
//!
//! Code after a jump is unreachable until a block with a predecessor is entered. A front end must not
//! generate instructions for it; see [`is_unreachable`](StructuredBuilder::is_unreachable).
//!
//! This example builds `for (int i = 0; i < 10; i++) { }`:
//!
//! ```
//! use nvc_ir::{Function, Op, StructuredBuilder, Types};
//!
//! let (mut func, mut types) = (Function::new("main"), Types::new());
//! let mut b = StructuredBuilder::new(&mut func, &mut types);
//! let i = b.declare(Types::I32);
//! let zero = b.i32(0);
//! b.write(i, zero);
//!
//! let construct = b.begin_loop();
//! let (value, ten) = (b.read(i), b.i32(10));
//! let more = b.op(Op::SLt, &[value, ten]);
//! b.leave_unless(more, construct.merge());
//! if b.begin_continue(&construct) {
//!     let (value, one) = (b.read(i), b.i32(1));
//!     let next = b.op(Op::IAdd, &[value, one]);
//!     b.write(i, next);
//! }
//! b.end_loop(construct);
//!
//! b.return_(None);
//! b.finish();
//! assert_eq!(func.layout.len(), 7);
//! ```

use crate::builder::Builder;
use crate::entity::{Block, Type, Value};
use crate::function::{Function, Target, Terminator};
use crate::ssa::{SsaBuilder, Variable};
use crate::types::Types;
use std::ops::{Deref, DerefMut};

/// An open selection, closed by [`StructuredBuilder::end_if`].
#[derive(Debug)]
#[must_use = "an open selection must be closed"]
pub struct If {
    /// The first block of the else arm; `None` if there is no else arm, or once it has been entered.
    otherwise: Option<Block>,
    merge: Block,
}

/// An open switch, closed by [`StructuredBuilder::end_switch`].
#[derive(Debug)]
#[must_use = "an open switch must be closed"]
pub struct Switch {
    /// The cases that have not been entered yet.
    cases: std::vec::IntoIter<Block>,
    merge: Block,
}

impl Switch {
    /// Returns the merge block, the target of `break`.
    pub fn merge(&self) -> Block {
        self.merge
    }
}

/// An open loop, closed by [`StructuredBuilder::end_loop`].
#[derive(Debug)]
#[must_use = "an open loop must be closed"]
pub struct Loop {
    header: Block,
    continue_block: Block,
    merge: Block,
}

impl Loop {
    /// Returns the loop header. A [`hint`](crate::BlockData::hint) on this block applies to the loop.
    pub fn header(&self) -> Block {
        self.header
    }

    /// Returns the continue block, the target of `continue`.
    pub fn continue_block(&self) -> Block {
        self.continue_block
    }

    /// Returns the merge block, the target of `break`.
    pub fn merge(&self) -> Block {
        self.merge
    }
}

/// Builds a function from start to end. Dereferences to the [`Builder`], which appends instructions to the
/// current block.
pub struct StructuredBuilder<'a> {
    builder: Builder<'a>,
    ssa: SsaBuilder,
    unreachable: bool,
    /// Back edges that are never taken: pairs of the block at the end of the continue construct and the header.
    dead_back_edges: Vec<(Block, Block)>,
}

impl<'a> Deref for StructuredBuilder<'a> {
    type Target = Builder<'a>;

    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl DerefMut for StructuredBuilder<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

impl<'a> StructuredBuilder<'a> {
    /// Starts a function that has no blocks yet: creates its entry block and enters it.
    pub fn new(func: &'a mut Function, types: &'a mut Types) -> Self {
        let builder = Builder::new(func, types);
        let mut this = StructuredBuilder {
            builder,
            ssa: SsaBuilder::new(),
            unreachable: false,
            dead_back_edges: Vec::new(),
        };
        let entry = this.builder.func.new_block();
        this.builder.enter(entry);
        this.ssa.seal(this.builder.func, entry);
        this
    }

    /// Reserves space for at least `insts` more instructions with their results, and `blocks` more blocks.
    pub fn reserve(&mut self, insts: usize, blocks: usize) {
        let func = &mut *self.builder.func;
        func.reserve_insts(insts);
        func.values.reserve(insts);
        func.blocks.reserve(blocks);
        self.ssa.reserve_blocks(blocks);
    }

    /// Limits the arguments of branches; see [`SsaBuilder::limit_arguments`].
    pub fn limit_size(&mut self, most: usize) {
        self.ssa.limit_arguments(most);
    }

    /// Returns the number of instructions and of branch arguments so far.
    pub fn size(&self) -> usize {
        self.builder.func.insts.len().saturating_add(self.ssa.arguments())
    }

    /// Returns whether the insertion point is unreachable. Instructions must not be appended there.
    pub fn is_unreachable(&self) -> bool {
        self.unreachable
    }

    // Variables.

    /// Declares a variable of a type.
    pub fn declare(&mut self, ty: Type) -> Variable {
        self.ssa.declare(ty)
    }

    /// Returns the type of a variable.
    pub fn variable_type(&self, variable: Variable) -> Type {
        self.ssa.ty(variable)
    }

    /// Returns the value of a variable at the insertion point; undefined if the variable was never written.
    pub fn read(&mut self, variable: Variable) -> Value {
        let block = self.builder.block();
        self.ssa.read(self.builder.func, variable, block)
    }

    /// Writes a variable.
    pub fn write(&mut self, variable: Variable, value: Value) {
        let block = self.builder.block();
        self.ssa.write(variable, block, value);
    }

    // Selections.

    /// Opens `if (cond)` without an else arm and enters the body.
    pub fn begin_if(&mut self, cond: Value) -> If {
        let [then, merge] = self.new_blocks();
        self.select(cond, then, merge, merge);
        self.enter_sealed(then);
        If { otherwise: None, merge }
    }

    /// Opens `if (!cond)` without an else arm and enters the body.
    pub fn begin_unless(&mut self, cond: Value) -> If {
        let [body, merge] = self.new_blocks();
        self.select(cond, merge, body, merge);
        self.enter_sealed(body);
        If { otherwise: None, merge }
    }

    /// Opens `if (cond) ... else ...` and enters the first arm. The else arm is empty unless
    /// [`begin_else`](Self::begin_else) enters it.
    pub fn begin_if_else(&mut self, cond: Value) -> If {
        let [then, otherwise, merge] = self.new_blocks();
        self.select(cond, then, otherwise, merge);
        self.enter_sealed(then);
        If { otherwise: Some(otherwise), merge }
    }

    /// Ends the first arm and enters the else arm. Does nothing if there is no else arm or it was entered
    /// before.
    pub fn begin_else(&mut self, construct: &mut If) {
        if let Some(otherwise) = construct.otherwise.take() {
            self.leave(construct.merge);
            self.enter_sealed(otherwise);
        }
    }

    /// Ends the last arm and continues after the selection.
    pub fn end_if(&mut self, mut construct: If) {
        self.begin_else(&mut construct);
        self.leave(construct.merge);
        self.enter_sealed(construct.merge);
    }

    // Switches.

    /// Opens a switch; [`begin_case`](Self::begin_case) enters the first case. `cases` contains the literals
    /// of each case. `default` is the index of the case for all other values. If it is `None`, other values
    /// skip the switch.
    pub fn begin_switch<L>(
        &mut self,
        selector: Value,
        cases: impl IntoIterator<Item = L>,
        default: Option<usize>,
    ) -> Switch
    where
        L: IntoIterator<Item = u64>,
    {
        let from = self.reachable_block();
        let merge = self.builder.func.new_block();
        self.ssa.open(merge, from);
        let (mut blocks, mut targets) = (Vec::new(), Vec::new());
        for literals in cases {
            let block = self.builder.func.new_block();
            self.ssa.add_predecessor(block, from);
            targets.extend(literals.into_iter().map(|literal| (literal, Target::new(block))));
            blocks.push(block);
        }
        let default = default.and_then(|index| blocks.get(index)).copied().unwrap_or_else(|| {
            self.ssa.add_predecessor(merge, from);
            merge
        });
        let default = Target::new(default);
        self.end_block(Terminator::Switch { selector, cases: targets, default, merge });
        Switch { cases: blocks.into_iter(), merge }
    }

    /// Enters the next case; returns `false` if there are no more. The previous case falls through into it,
    /// unless the front end has called [`leave`](Self::leave) to [`Switch::merge`] first.
    pub fn begin_case(&mut self, construct: &mut Switch) -> bool {
        let Some(block) = construct.cases.next() else { return false };
        self.leave(block);
        self.enter_sealed(block);
        true
    }

    /// Ends the last case and continues after the switch. Cases that were not entered are empty.
    pub fn end_switch(&mut self, mut construct: Switch) {
        while self.begin_case(&mut construct) {}
        self.leave(construct.merge);
        self.enter_sealed(construct.merge);
    }

    // Loops.

    /// Opens an endless loop and enters the body. To add a condition, call [`leave_if`](Self::leave_if) or
    /// [`leave_unless`](Self::leave_unless) with the loop's merge block.
    pub fn begin_loop(&mut self) -> Loop {
        let [header, body, continue_block, merge] = self.new_blocks();
        let before = self.reachable_block();
        self.ssa.open(header, before);
        self.ssa.open(merge, before);
        self.leave(header);
        // Not sealed yet, because the back edge is still missing.
        self.builder.enter(header);
        self.ssa.add_predecessor(body, header);
        self.end_block(Terminator::Loop { body: Target::new(body), merge, cont: continue_block });
        self.enter_sealed(body);
        Loop { header, continue_block, merge }
    }

    /// Ends the body of a loop and enters the continue block, which runs before each further iteration.
    /// Returns `false` if the loop never repeats.
    pub fn begin_continue(&mut self, construct: &Loop) -> bool {
        self.leave(construct.continue_block);
        self.enter_sealed(construct.continue_block);
        !self.unreachable
    }

    /// Ends a loop in its continue block, and continues after the loop.
    pub fn end_loop(&mut self, construct: Loop) {
        if self.unreachable {
            // SPIR-V requires a back edge even if it is never taken. It is hidden from SSA construction,
            // which would otherwise keep parameters that have only one value.
            self.dead_back_edges.push((self.builder.block(), construct.header));
            self.builder.jump(construct.header);
        } else {
            self.leave(construct.header);
        }
        self.ssa.seal(self.builder.func, construct.header);
        self.enter_sealed(construct.merge);
    }

    // Jumps.

    /// Jumps to the merge or continue block of an open construct. The code after the jump is unreachable.
    /// Does nothing if the insertion point is already unreachable.
    pub fn leave(&mut self, target: Block) {
        if !self.unreachable {
            self.ssa.add_predecessor(target, self.builder.block());
            self.end_block(Terminator::Jump(Target::new(target)));
        }
    }

    /// Jumps to a block of an open construct if `cond` is true.
    pub fn leave_if(&mut self, cond: Value, target: Block) {
        let [leave, stay] = self.new_blocks();
        self.branch(cond, leave, stay, stay);
        self.leave_from(leave, target, stay);
    }

    /// Jumps to a block of an open construct if `cond` is false.
    pub fn leave_unless(&mut self, cond: Value, target: Block) {
        let [leave, stay] = self.new_blocks();
        self.branch(cond, stay, leave, stay);
        self.leave_from(leave, target, stay);
    }

    /// Returns from the function. The code after the return is unreachable.
    pub fn return_(&mut self, value: Option<Value>) {
        self.end_block(Terminator::Return(value));
    }

    /// Ends the current block after an instruction that does not return.
    pub fn unreachable(&mut self) {
        self.end_block(Terminator::Unreachable);
    }

    /// Finishes the function. All constructs must be closed, and the last block must have a terminator.
    pub fn finish(self) {
        let StructuredBuilder { mut builder, dead_back_edges, .. } = self;
        for (from, header) in dead_back_edges {
            let params = builder.func.blocks[header].params.clone();
            let undef = |param| {
                let ty = builder.func.ty(param);
                builder.undef(ty)
            };
            let args = params.into_iter().map(undef).collect();
            builder.func.blocks[from].term = Terminator::Jump(Target { block: header, args });
        }
        builder.func.resolve_aliases();
    }

    fn new_blocks<const N: usize>(&mut self) -> [Block; N] {
        std::array::from_fn(|_| self.builder.func.new_block())
    }

    /// Returns the current block, which is about to end in a construct.
    fn reachable_block(&self) -> Block {
        debug_assert!(!self.unreachable, "a construct is opened in unreachable code");
        self.builder.block()
    }

    /// Ends the current block with a conditional branch that opens a construct.
    fn select(&mut self, cond: Value, then: Block, otherwise: Block, merge: Block) {
        let from = self.reachable_block();
        self.ssa.open(merge, from);
        self.branch(cond, then, otherwise, merge);
    }

    /// Ends the current block with a conditional branch.
    fn branch(&mut self, cond: Value, then: Block, otherwise: Block, merge: Block) {
        let from = self.reachable_block();
        self.ssa.add_predecessor(then, from);
        self.ssa.add_predecessor(otherwise, from);
        let (then, otherwise) = (Target::new(then), Target::new(otherwise));
        self.end_block(Terminator::Branch { cond, then, otherwise, merge });
    }

    /// Fills in `block`, which only jumps to `target`, and continues in `stay`.
    fn leave_from(&mut self, block: Block, target: Block, stay: Block) {
        self.enter_sealed(block);
        self.leave(target);
        self.enter_sealed(stay);
    }

    fn end_block(&mut self, term: Terminator) {
        self.builder.terminate(term);
        self.unreachable = true;
    }

    /// Enters a block whose predecessors are all known. If there are none, the insertion point is
    /// unreachable.
    fn enter_sealed(&mut self, block: Block) {
        self.builder.enter(block);
        self.unreachable = !self.ssa.has_predecessors(block);
        self.ssa.seal(self.builder.func, block);
    }
}
