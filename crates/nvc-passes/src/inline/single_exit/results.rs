//! Function results as block parameters, for rewriting several `return`s as one.
//!
//! If every `return` constructs the returned struct, each member becomes a block parameter of its own, so that no struct has
//! to be built and taken apart again. (A function with `out` parameters returns its result and the parameters in a struct.)

use nvc_ir::function::Args;
use nvc_ir::imm::Imm;
use nvc_ir::verify::can_be_block_param;
use nvc_ir::{Block, Const, Function, Op, Target, Terminator, Type, TypeKind, Types, Value};

/// The results of a function, as block parameters.
pub(super) struct Results {
    types: Vec<Type>,
    /// The struct type that the results are the members of; `None` for a result that is not split.
    whole: Option<Type>,
}

impl Results {
    /// The results of a function; `None` if they cannot be block parameters.
    pub(super) fn of(func: &Function, types: &Types) -> Option<Results> {
        let mut returns = func.blocks_in_order().filter_map(|(_, block)| match block.term {
            Terminator::Return(value) => value,
            _ => None,
        });
        let results = match func.result.map(|ty| (ty, types.kind(ty))) {
            Some((ty, TypeKind::Struct { members, .. }))
                if returns.all(|value| is_construct(func, value)) =>
            {
                Results { types: members.iter().map(|member| member.ty).collect(), whole: Some(ty) }
            }
            _ => Results { types: func.result.into_iter().collect(), whole: None },
        };
        results.types.iter().all(|&ty| can_be_block_param(types, ty)).then_some(results)
    }

    /// Adds the parameters for the results to a block.
    pub(super) fn add_params(&self, func: &mut Function, block: Block) -> Args {
        self.types.iter().map(|&ty| func.add_param(block, ty)).collect()
    }

    /// Undefined results.
    pub(super) fn undefined(&self, func: &mut Function) -> Args {
        self.types.iter().map(|&ty| func.constant(ty, Const::Undef)).collect()
    }

    /// Ends a block with a `return` of these results.
    pub(super) fn return_(&self, func: &mut Function, block: Block, results: &[Value]) {
        let value = match self.whole {
            Some(ty) => {
                let loc = func.blocks[block].term_loc;
                let inst = func.new_inst(Op::Construct, Imm::None, results.into(), Some(ty), loc);
                func.blocks[block].insts.push(inst);
                func.insts[inst].result
            }
            None => results.first().copied(),
        };
        func.blocks[block].term = Terminator::Return(value);
    }

    /// Replaces a `return` by a jump to `to`. The arguments are `before` and then the results.
    pub(super) fn jump_instead(&self, func: &mut Function, block: Block, to: Block, before: &[Value]) {
        let Terminator::Return(value) = func.blocks[block].term else { return };
        let results: Args = match (self.whole, value.and_then(|value| func.def(value))) {
            (Some(_), Some(construct)) => construct.args.clone(),
            _ => value.into_iter().collect(),
        };
        let args = before.iter().copied().chain(results).collect();
        func.blocks[block].term = Terminator::Jump(Target { block: to, args });
    }
}

fn is_construct(func: &Function, value: Value) -> bool {
    func.def(value).is_some_and(|data| data.op == Op::Construct)
}
