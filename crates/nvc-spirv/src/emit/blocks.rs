//! Emits basic blocks: phis for block parameters, instructions, merge instructions and terminators.

use super::function::FunctionEmitter;
use super::{Emit, ops};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, BlockData, Function, Hint, Inst, Target, Terminator, TypeKind, Value};
use rspirv::dr::Operand;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, Word};

/// An incoming edge of a block.
struct Edge<'a> {
    from: Block,
    args: &'a [Value],
    /// Arguments of a second edge from the same block, if they differ. A SPIR-V phi has only one value per
    /// predecessor, so the two must be combined with `OpSelect`.
    second_args: Option<&'a [Value]>,
}

/// Control-flow state during the emission of a function.
pub(super) struct Flow<'a> {
    labels: Vec<Option<Word>>,
    /// Loop headers, each with the block that contains the loop condition. Both are emitted as one block.
    conditions: FxHashMap<Block, Block>,
    /// The blocks that contain a loop condition.
    in_header: FxHashSet<Block>,
    /// The incoming edges of each block.
    edges: Vec<Vec<Edge<'a>>>,
    /// Ids of the `OpSelect` results that combine two edges between the same blocks, by source block and
    /// parameter index.
    selected: FxHashMap<(Block, usize), Word>,
}

impl Flow<'_> {
    /// Creates the state of a function, without labels and edges.
    pub(super) fn new(func: &Function) -> Self {
        let mut edges = Vec::new();
        edges.resize_with(func.blocks.len(), Vec::new);
        let labels = vec![None; func.blocks.len()];
        Flow {
            labels,
            edges,
            conditions: FxHashMap::default(),
            in_header: FxHashSet::default(),
            selected: FxHashMap::default(),
        }
    }
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// Collects the incoming edges of each block, and the loop conditions that are emitted in the header.
    pub(super) fn find_edges(&mut self) -> Emit<()> {
        let func = self.func;
        for (from, data) in func.blocks_in_order() {
            for target in data.term.targets() {
                let Some(edges) = self.flow.edges.get_mut(target.block.index()) else {
                    return Err(self.m.fault(format!("block {} does not exist", target.block)));
                };
                let args = &target.args[..];
                match edges.last_mut() {
                    Some(edge) if edge.from == from => {
                        if edge.args != args {
                            edge.second_args = Some(args);
                        }
                    }
                    _ => edges.push(Edge { from, args, second_args: None }),
                }
            }
        }
        for (header, data) in func.blocks_in_order() {
            if let Terminator::Loop { body, merge, cont } = &data.term
                && self.is_condition(body, *merge, *cont)
            {
                self.label(header)?;
                self.flow.labels[body.block.index()] = self.flow.labels[header.index()];
                self.flow.conditions.insert(header, body.block);
                self.flow.in_header.insert(body.block);
            }
        }
        Ok(())
    }

    /// Returns whether the body of a loop starts with a block that only decides whether to leave the loop.
    /// Such a block is merged into the header, which saves a branch, a label and a merge instruction per
    /// loop.
    fn is_condition(&self, body: &Target, loop_merge: Block, cont: Block) -> bool {
        let Some(data) = self.func.blocks.get(body.block) else { return false };
        let Terminator::Branch { then, otherwise, merge, .. } = &data.term else { return false };
        // The selection has no blocks but its header, so it needs no merge instruction.
        let leaves = |exit: &Target, stay: &Target| exit.block == loop_merge && stay.block == *merge;
        let entries = self.flow.edges.get(body.block.index()).map_or(0, Vec::len);
        data.params.is_empty()
            && entries == 1
            && body.block != cont
            && *merge != loop_merge
            && (leaves(then, otherwise) || leaves(otherwise, then))
    }

    /// Returns whether a block is emitted as part of a loop header.
    pub(super) fn is_in_header(&self, block: Block) -> bool {
        self.flow.in_header.contains(&block)
    }

    fn label(&mut self, block: Block) -> Emit<Operand> {
        let writer = &mut self.m.writer;
        match self.flow.labels.get_mut(block.index()) {
            Some(slot) => Ok(Operand::IdRef(*slot.get_or_insert_with(|| writer.id()))),
            None => Err(self.m.fault(format!("block {block} does not exist"))),
        }
    }

    /// Emits a block. The entry block also declares the function's variables.
    pub(super) fn block(&mut self, entry: bool, block: Block) -> Emit<()> {
        let func = self.func;
        let Some(data) = func.blocks.get(block) else {
            return Err(self.m.fault(format!("block {block} does not exist")));
        };
        let Operand::IdRef(label) = self.label(block)? else {
            return Err(self.m.fault("a label is not an id"));
        };
        if let Some(lines) = &mut self.m.lines {
            lines.begin_block();
        }
        self.m.writer.push(Op::Label, None, Some(label), vec![]);
        self.frexp = None;
        self.product = None;
        self.leave_sampled_images();
        if entry {
            self.variables()?;
        } else {
            self.m.loc = data.insts.first().and_then(|&inst| func.get_inst(inst)).and_then(|inst| inst.loc());
            for (index, &param) in data.params.iter().enumerate() {
                self.phi(block, index, param)?;
            }
        }
        self.instructions(&data.insts)?;
        match self.flow.conditions.get(&block).and_then(|&condition| func.blocks.get(condition)) {
            Some(condition) => {
                self.instructions(&condition.insts)?;
                self.m.loc = condition.term_loc;
                self.header(data, condition)?;
            }
            None => {
                self.m.loc = data.term_loc;
                self.terminator(block, &data.term, data.hint)?;
            }
        }
        self.m.check_limits();
        Ok(())
    }

    fn instructions(&mut self, insts: &[Inst]) -> Emit<()> {
        for &inst in insts {
            match self.func.get_inst(inst) {
                Some(data) => ops::inst(self, data)?,
                None => return Err(self.m.fault(format!("instruction {inst} does not exist"))),
            }
        }
        Ok(())
    }

    fn phi(&mut self, block: Block, index: usize, param: Value) -> Emit<()> {
        let ty = self.func.ty(param);
        self.m.require_small_arithmetic(ty)?;
        let ty = self.m.ty(ty)?;
        let id = self.id(param)?;
        let mut operands = Vec::new();
        let sources: Vec<(Block, Option<Value>, bool)> = self.flow.edges[block.index()]
            .iter()
            .map(|edge| {
                let arg = edge.args.get(index).copied();
                let differs =
                    edge.second_args.is_some_and(|second_args| second_args.get(index).copied() != arg);
                (edge.from, arg, differs)
            })
            .collect();
        for (from, arg, differs) in sources {
            let value = match arg {
                Some(_) if differs => self.selected_value(from, index),
                Some(arg) => self.id(arg)?,
                None => return Err(self.m.fault(format!("a branch to {block} passes too few arguments"))),
            };
            operands.push(Operand::IdRef(value));
            operands.push(self.label(from)?);
        }
        self.push(Op::Phi, Some(ty), Some(id), operands);
        Ok(())
    }

    fn selected_value(&mut self, from: Block, index: usize) -> Word {
        let writer = &mut self.m.writer;
        *self.flow.selected.entry((from, index)).or_insert_with(|| writer.id())
    }

    fn terminator(&mut self, block: Block, term: &'a Terminator, hint: Hint) -> Emit<()> {
        let (op, operands) = match term {
            Terminator::Jump(target) => (Op::Branch, vec![self.label(target.block)?]),
            Terminator::Branch { cond, then, otherwise, .. } if then.block == otherwise.block => {
                // SPIR-V 1.6 requires two different labels in `OpBranchConditional`.
                self.select_args(block, *cond, then, otherwise)?;
                (Op::Branch, vec![self.label(then.block)?])
            }
            Terminator::Branch { cond, then, otherwise, merge } => {
                let cond = self.operand(*cond)?;
                self.selection_merge(*merge, hint)?;
                (Op::BranchConditional, vec![cond, self.label(then.block)?, self.label(otherwise.block)?])
            }
            Terminator::Switch { selector, cases, default, merge } => {
                self.check_switch_args(block, term)?;
                let wide = matches!(self.kind(*selector)?, TypeKind::Int(64));
                let mut operands = vec![self.operand(*selector)?];
                self.selection_merge(*merge, hint)?;
                operands.push(self.label(default.block)?);
                for (literal, target) in cases {
                    operands.push(match wide {
                        true => Operand::LiteralBit64(*literal),
                        false => Operand::LiteralBit32(*literal as u32),
                    });
                    operands.push(self.label(target.block)?);
                }
                (Op::Switch, operands)
            }
            Terminator::Loop { body, merge, cont } => {
                self.loop_merge(*merge, *cont, hint)?;
                (Op::Branch, vec![self.label(body.block)?])
            }
            Terminator::Return(Some(value)) => (Op::ReturnValue, vec![self.operand(*value)?]),
            Terminator::Return(None) => (Op::Return, vec![]),
            // `OpAbortKHR` already terminates the block.
            Terminator::Unreachable if self.ends_in_abort(block) => return Ok(()),
            Terminator::Unreachable => (Op::Unreachable, vec![]),
        };
        self.push(op, None, None, operands);
        Ok(())
    }

    /// Emits the end of a loop header that contains the loop condition.
    fn header(&mut self, data: &BlockData, condition: &BlockData) -> Emit<()> {
        let (Terminator::Loop { merge, cont, .. }, Terminator::Branch { cond, then, otherwise, .. }) =
            (&data.term, &condition.term)
        else {
            return Err(self.m.fault("a loop header is not followed by a loop condition"));
        };
        let cond = self.operand(*cond)?;
        self.loop_merge(*merge, *cont, data.hint)?;
        let operands = vec![cond, self.label(then.block)?, self.label(otherwise.block)?];
        self.push(Op::BranchConditional, None, None, operands);
        Ok(())
    }

    fn loop_merge(&mut self, merge: Block, cont: Block, hint: Hint) -> Emit<()> {
        let control = match hint {
            Hint::None => spirv::LoopControl::NONE,
            Hint::Expand => spirv::LoopControl::UNROLL,
            Hint::Keep => spirv::LoopControl::DONT_UNROLL,
        };
        let operands = vec![self.label(merge)?, self.label(cont)?, Operand::LoopControl(control)];
        self.push(Op::LoopMerge, None, None, operands);
        Ok(())
    }

    fn ends_in_abort(&self, block: Block) -> bool {
        let data = self.func.blocks.get(block);
        let last = data.and_then(|data| data.insts.last());
        last.and_then(|&inst| self.func.insts.get(inst)).is_some_and(|inst| inst.op == nvc_ir::Op::Abort)
    }

    fn selection_merge(&mut self, merge: Block, hint: Hint) -> Emit<()> {
        let control = match hint {
            Hint::None => spirv::SelectionControl::NONE,
            Hint::Expand => spirv::SelectionControl::FLATTEN,
            Hint::Keep => spirv::SelectionControl::DONT_FLATTEN,
        };
        let operands = vec![self.label(merge)?, Operand::SelectionControl(control)];
        self.push(Op::SelectionMerge, None, None, operands);
        Ok(())
    }

    /// Emits `OpSelect`s for the block arguments of a branch whose two targets are the same block.
    fn select_args(&mut self, from: Block, cond: Value, then: &Target, otherwise: &Target) -> Emit<()> {
        for (index, (&yes, &no)) in then.args.iter().zip(&otherwise.args).enumerate() {
            if yes != no {
                let id = self.selected_value(from, index);
                ops::select(self, id, cond, yes, no)?;
            }
        }
        Ok(())
    }

    /// Reports a switch that passes different arguments to the same block, because there is no condition for
    /// an `OpSelect`.
    fn check_switch_args(&mut self, from: Block, term: &Terminator) -> Emit<()> {
        for target in term.targets() {
            let edges = &self.flow.edges[target.block.index()];
            if edges.iter().any(|edge| edge.from == from && edge.second_args.is_some()) {
                return Err(self.m.fault("two cases of a switch pass different arguments to one block"));
            }
        }
        Ok(())
    }
}
