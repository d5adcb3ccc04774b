//! Decodes a function block by block.

use super::context::ModuleContext;
use super::decoder::{Decoder, Interface, Slots};
use super::error::{Result, fault};
use super::{flow, ops};
use crate::code::{Body, Code, Shown, Step, TraceStep};
use crate::column::Slot;
use crate::cost;
use crate::kernels::Kind;
use nvc_ir::entity::Entity;
use nvc_ir::function::OwnedInst;
use nvc_ir::text::{ValueNames, print_inst};
use nvc_ir::{Block, FuncId, Inst, Value};

/// Allocates the registers (one column per scalar) of every function's parameters.
pub(super) fn interfaces(context: &mut ModuleContext<'_>) -> Result<Vec<Interface>> {
    let module = context.layouts.module;
    let mut list = Vec::with_capacity(module.functions.len());
    for func in module.functions.values() {
        let mut params = Slots::new();
        for &ty in &func.params {
            let count = context.leaves(ty)?.len();
            params.extend((0..count).map(|_| context.columns.fresh()));
        }
        list.push(Interface { params });
    }
    Ok(list)
}

/// Decodes a function.
pub(super) fn decode(context: &mut ModuleContext<'_>, interfaces: &[Interface], id: FuncId) -> Result<Code> {
    let mut decoder = Decoder::new(context, interfaces, id);
    // The variables of a function without instructions count too.
    decoder.context.check_size()?;
    let layout = flow::order(decoder.func);
    decoder.order = vec![u32::MAX; decoder.func.blocks.len()];
    for (position, block) in layout.iter().enumerate() {
        decoder.order[block.index()] = position as u32;
    }
    let params = interfaces.get(id.index()).map_or(&[][..], |interface| &interface.params);
    define_params(&mut decoder, layout.first().copied(), params)?;
    if layout.is_empty() {
        return Err(fault("a function has no blocks"));
    }
    // Value names are needed only for tracing.
    let names = decoder.context.config.trace.map(|_| ValueNames::new(decoder.func));
    let mut blocks = Vec::with_capacity(layout.len());
    for &id in &layout {
        blocks.push(block(&mut decoder, id, names.as_ref())?);
    }
    Ok(Code { blocks })
}

/// Allocates the registers of block parameters. The entry block's parameters use the registers of the
/// function's parameters.
fn define_params(d: &mut Decoder<'_, '_>, entry: Option<Block>, params: &[Slot]) -> Result<()> {
    let func = d.func;
    let mut rest = params;
    for (block, data) in func.blocks.iter() {
        for &param in &data.params {
            let slots = d.fresh_or_split(param, (Some(block) == entry).then_some(&mut rest))?;
            d.set_slots(param, slots);
        }
    }
    Ok(())
}

impl Decoder<'_, '_> {
    /// Takes the registers of a parameter from those of the function, if given; otherwise allocates them.
    fn fresh_or_split(&mut self, param: Value, own: Option<&mut &[Slot]>) -> Result<Slots> {
        let ty = self.func.ty(param);
        let count = self.context.leaves(ty)?.len();
        if let Some(rest) = own
            && let Some((first, others)) = rest.split_at_checked(count)
        {
            *rest = others;
            return Ok(first.to_vec());
        }
        self.fresh(ty)
    }
}

fn block(d: &mut Decoder<'_, '_>, block: Block, names: Option<&ValueNames<'_>>) -> Result<Body> {
    let func = d.func;
    let data = &func.blocks[block];
    for &inst in &data.insts {
        d.inst = inst;
        let data = func.copy_inst(inst);
        d.operation_cost = operation_cost(d, &data);
        ops::decode(d, &data)?;
        d.context.check_size()?;
        if let Some(names) = names {
            trace(d, inst, &data, names)?;
        }
    }
    let end = d.terminator(&data.term)?;
    // Sums from the end, because a call or barrier may interrupt the block anywhere.
    let mut costs = std::mem::take(&mut d.costs);
    costs.push(cost::end(&end, d.order.len()));
    let mut sum = 0u64;
    for cost in costs.iter_mut().rev() {
        sum = sum.saturating_add(*cost);
        *cost = sum;
    }
    Ok(Body { steps: std::mem::take(&mut d.steps), insts: std::mem::take(&mut d.insts), costs, end })
}

/// Returns the cost of each column that an instruction computes.
fn operation_cost(d: &Decoder<'_, '_>, data: &OwnedInst) -> u64 {
    let types = &d.context.layouts.module.types;
    let values = data.args.first().copied().into_iter().chain(data.result);
    cost::operation(data.op, values.filter_map(|value| Kind::of(types, d.func.ty(value))))
}

/// Adds the step that passes an instruction to the tracer.
fn trace(d: &mut Decoder<'_, '_>, inst: Inst, data: &OwnedInst, names: &ValueNames<'_>) -> Result<()> {
    let mut operands = Vec::new();
    for &arg in &data.args {
        if d.func.as_const(arg).is_none() {
            operands.push(shown(d, arg, names)?);
        }
    }
    let result = data.result.map(|result| shown(d, result, names)).transpose()?;
    let text = print_inst(d.context.layouts.module, d.id, inst);
    d.push(Step::Trace(Box::new(TraceStep { text, operands, result })));
    Ok(())
}

fn shown(d: &mut Decoder<'_, '_>, value: Value, names: &ValueNames<'_>) -> Result<Shown> {
    let value = d.func.resolve(value);
    let kinds = d.kinds(d.func.ty(value))?;
    let slots = d.slots(value)?.into_iter().zip(kinds).collect();
    let number = names.get(value);
    let name = match d.func.value_names.get(&value) {
        Some(name) => format!("{number} {name}"),
        None => number,
    };
    Ok(Shown { name, slots })
}
