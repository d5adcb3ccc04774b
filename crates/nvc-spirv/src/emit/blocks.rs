//! Blocks: phis for parameters, instructions, terminators with their merges.

use super::function::FunctionEmitter;
use super::{Emit, ops};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Hint, Target, Terminator, TypeKind, Value};
use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Op, Word};
use rustc_hash::FxHashMap;

/// A branch into a block.
struct Edge<'a> {
    from: Block,
    args: &'a [Value],
    /// The arguments of the second branch from the same block, if they differ: SPIR-V phis have
    /// one value per predecessor.
    twin: Option<&'a [Value]>,
}

/// What the blocks of a function know of each other.
pub(super) struct Flow<'a> {
    labels: Vec<Option<Word>>,
    /// The branches into each block.
    edges: Vec<Vec<Edge<'a>>>,
    /// Values chosen between two branches of one block to another, by source and parameter.
    chosen: FxHashMap<(Block, usize), Word>,
}

impl Flow<'_> {
    /// Nothing yet.
    pub(super) fn new(func: &Function) -> Self {
        let mut edges = Vec::new();
        edges.resize_with(func.blocks.len(), Vec::new);
        Flow { labels: vec![None; func.blocks.len()], edges, chosen: FxHashMap::default() }
    }
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// Finds the branches into each block.
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
                            edge.twin = Some(args);
                        }
                    }
                    _ => edges.push(Edge { from, args, twin: None }),
                }
            }
        }
        Ok(())
    }

    fn label(&mut self, block: Block) -> Emit<Operand> {
        let writer = &mut self.m.writer;
        match self.flow.labels.get_mut(block.index()) {
            Some(slot) => Ok(Operand::IdRef(*slot.get_or_insert_with(|| writer.id()))),
            None => Err(self.m.fault(format!("block {block} does not exist"))),
        }
    }

    /// Emits a block; the entry block declares the locals.
    pub(super) fn block(&mut self, entry: bool, block: Block, out: &mut dr::Function) -> Emit<()> {
        let func = self.func;
        let Some(data) = func.blocks.get(block) else {
            return Err(self.m.fault(format!("block {block} does not exist")));
        };
        let Operand::IdRef(label) = self.label(block)? else {
            return Err(self.m.fault("a label is an id"));
        };
        if let Some(lines) = &mut self.m.lines {
            lines.begin_block();
        }
        if entry {
            self.variables()?;
        } else {
            self.m.loc = data.insts.first().and_then(|&inst| func.insts.get(inst)).and_then(|inst| inst.loc);
            for (index, &param) in data.params.iter().enumerate() {
                self.phi(block, index, param)?;
            }
        }
        for &inst in &data.insts {
            match func.insts.get(inst) {
                Some(data) => ops::inst(self, data)?,
                None => return Err(self.m.fault(format!("instruction {inst} does not exist"))),
            }
        }
        self.m.loc = data.term_loc;
        self.terminator(block, &data.term, data.hint)?;
        self.m.check_limits();
        out.blocks.push(dr::Block {
            label: Some(self.m.writer.instruction(Op::Label, None, Some(label), vec![])),
            instructions: std::mem::take(&mut self.body),
        });
        Ok(())
    }

    fn phi(&mut self, block: Block, index: usize, param: Value) -> Emit<()> {
        let ty = self.func.ty(param);
        self.m.small_arithmetic(ty)?;
        let ty = self.m.ty(ty)?;
        let id = self.id(param)?;
        let mut operands = Vec::new();
        let sources: Vec<(Block, Option<Value>, bool)> = self.flow.edges[block.index()]
            .iter()
            .map(|edge| {
                let arg = edge.args.get(index).copied();
                let differs = edge.twin.is_some_and(|twin| twin.get(index).copied() != arg);
                (edge.from, arg, differs)
            })
            .collect();
        for (from, arg, differs) in sources {
            let value = match arg {
                Some(_) if differs => self.chosen_value(from, index),
                Some(arg) => self.id(arg)?,
                None => return Err(self.m.fault(format!("a branch to {block} gives too few values"))),
            };
            operands.push(Operand::IdRef(value));
            operands.push(self.label(from)?);
        }
        self.push(Op::Phi, Some(ty), Some(id), operands);
        Ok(())
    }

    fn chosen_value(&mut self, from: Block, index: usize) -> Word {
        let writer = &mut self.m.writer;
        *self.flow.chosen.entry((from, index)).or_insert_with(|| writer.id())
    }

    fn terminator(&mut self, block: Block, term: &'a Terminator, hint: Hint) -> Emit<()> {
        let (op, operands) = match term {
            Terminator::Jump(target) => (Op::Branch, vec![self.label(target.block)?]),
            Terminator::Branch { cond, then, otherwise, .. } if then.block == otherwise.block => {
                // SPIR-V 1.6 wants two different labels.
                self.choose(block, *cond, then, otherwise)?;
                (Op::Branch, vec![self.label(then.block)?])
            }
            Terminator::Branch { cond, then, otherwise, merge } => {
                let cond = self.operand(*cond)?;
                self.selection(*merge, hint)?;
                (Op::BranchConditional, vec![cond, self.label(then.block)?, self.label(otherwise.block)?])
            }
            Terminator::Switch { selector, cases, default, merge } => {
                self.check_twins(block, term)?;
                let wide = matches!(self.kind(*selector)?, TypeKind::Int(64));
                let mut operands = vec![self.operand(*selector)?];
                self.selection(*merge, hint)?;
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
                let control = match hint {
                    Hint::None => spirv::LoopControl::NONE,
                    Hint::Expand => spirv::LoopControl::UNROLL,
                    Hint::Keep => spirv::LoopControl::DONT_UNROLL,
                };
                let operands = vec![self.label(*merge)?, self.label(*cont)?, Operand::LoopControl(control)];
                self.push(Op::LoopMerge, None, None, operands);
                (Op::Branch, vec![self.label(body.block)?])
            }
            Terminator::Return(Some(value)) => (Op::ReturnValue, vec![self.operand(*value)?]),
            Terminator::Return(None) => (Op::Return, vec![]),
            Terminator::Unreachable => (Op::Unreachable, vec![]),
        };
        self.push(op, None, None, operands);
        Ok(())
    }

    fn selection(&mut self, merge: Block, hint: Hint) -> Emit<()> {
        let control = match hint {
            Hint::None => spirv::SelectionControl::NONE,
            Hint::Expand => spirv::SelectionControl::FLATTEN,
            Hint::Keep => spirv::SelectionControl::DONT_FLATTEN,
        };
        let operands = vec![self.label(merge)?, Operand::SelectionControl(control)];
        self.push(Op::SelectionMerge, None, None, operands);
        Ok(())
    }

    /// Both ways lead to one block: the values that its parameters get are selected here.
    fn choose(&mut self, from: Block, cond: Value, then: &Target, otherwise: &Target) -> Emit<()> {
        for (index, (&yes, &no)) in then.args.iter().zip(&otherwise.args).enumerate() {
            if yes != no {
                let id = self.chosen_value(from, index);
                ops::select(self, id, cond, yes, no)?;
            }
        }
        Ok(())
    }

    /// A switch has no one condition to select by.
    fn check_twins(&mut self, from: Block, term: &Terminator) -> Emit<()> {
        for target in term.targets() {
            let edges = &self.flow.edges[target.block.index()];
            if edges.iter().any(|edge| edge.from == from && edge.twin.is_some()) {
                return Err(self.m.fault("two cases of a switch give one block different values"));
            }
        }
        Ok(())
    }
}
