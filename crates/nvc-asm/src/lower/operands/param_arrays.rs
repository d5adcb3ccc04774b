//! Lowers PARAM arrays with relative indices (NV_gpu_program4 §2.X.3.3).

use crate::lower::Lowerer;
use crate::lower::memory::parameters::ROW_BYTES;
use crate::modifier::BaseType;
use crate::resolve::{ParamItem, Place, VarId, VarKind};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::quirks::block_of_length;
use nvc_ir::types::{Space, Types};
use nvc_ir::{Local, LocalData, Op, Quirks, Type, Value};

/// Maximum number of items in an array whose relative indices are lowered to comparisons and selects.
const MAX_SELECTS: usize = 64;

/// The component of a PARAM array element to read, and its types.
#[derive(Clone, Copy)]
pub(in crate::lower) struct ParamLane {
    /// The component.
    pub component: u8,
    /// The type to load 32-bit words of memory as.
    pub word: Type,
    /// The type of the array's constants.
    pub ty: Option<BaseType>,
}

impl Lowerer<'_> {
    /// Copies long arrays whose items are not consecutive in memory to function storage. Each component has a
    /// separate array, so that unused components can be removed. The resolver limits the total number of
    /// items.
    pub(in crate::lower) fn copy_long_arrays(&mut self) {
        let program = self.program;
        for (var, id) in program.vars.iter().zip(0u32..) {
            let VarKind::Param { items, relative: true, .. } = &var.kind else { continue };
            let consecutive = self.lengths_of_one_variable(items).or_else(|| self.consecutive_rows(items));
            if items.len() <= MAX_SELECTS || consecutive.is_some() {
                continue;
            }
            self.b.loc = Some(var.span);
            let array = self.b.types.array(Types::I32, u32::try_from(items.len()).unwrap_or(u32::MAX));
            let copy = ["x", "y", "z", "w"].map(|component| {
                self.b.func.locals.push(LocalData { name: format!("{}_{component}", var.name), ty: array })
            });
            for (item, n) in items.iter().zip(0u32..) {
                for component in 0..4 {
                    let word = self.param(item, component, var.ty, Types::I32);
                    let index = self.b.i32(n);
                    let pointer = self.copy_pointer(copy, index, component);
                    self.b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, word]);
                }
            }
            self.array_copies.insert(VarId(id), copy);
        }
    }

    fn copy_pointer(&mut self, copy: [Local; 4], index: Value, component: u8) -> Value {
        let base = self.b.local_addr(copy[usize::from(component & 3)]);
        let ty = self.b.types.pointer(Space::Function, Types::I32);
        self.b.inst_with_type(Op::AccessChain, Imm::None, &[base, index], ty)
    }

    /// Loads an element of a copied array. An index past the end reads the last element.
    fn copy_element(&mut self, copy: [Local; 4], items: usize, index: Value, component: u8) -> Value {
        let last = self.b.i32(u32::try_from(items).unwrap_or(u32::MAX).saturating_sub(1));
        let index = self.b.op(Op::UMin, &[index, last]);
        let pointer = self.copy_pointer(copy, index, component);
        self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], Types::I32)
    }

    /// Returns the first row if the items are consecutive rows of the parameter block.
    fn consecutive_rows(&self, items: &[ParamItem]) -> Option<u32> {
        consecutive(items, |item| match item {
            ParamItem::Local(n) => Some(*n),
            ParamItem::Env(n) => Some(self.resources.env_row(*n)),
            ParamItem::State(n) => Some(self.resources.state_row(*n)),
            _ => None,
        })
    }

    /// Returns the first storage binding point if the items are the lengths of consecutive buffers of one
    /// variable. Only such buffers are in a single array of descriptors.
    fn lengths_of_one_variable(&self, items: &[ParamItem]) -> Option<u32> {
        consecutive_lengths(items).filter(|&first| self.is_storage(first, items.len()))
    }

    /// Reads an element of a PARAM array with a relative index. Consecutive rows of the parameter block, and
    /// the lengths of one variable's buffers, are indexed directly. Other items are selected by comparisons,
    /// or loaded from a copy if there are many.
    pub(in crate::lower) fn param_array(
        &mut self,
        items: &[ParamItem],
        index: Value,
        lane: ParamLane,
        place: &Place,
    ) -> Value {
        let ParamLane { component, word, ty } = lane;
        if let Some(first) = self.lengths_of_one_variable(items) {
            return match component {
                0 => self.storage_length(first, items.len(), index),
                _ => self.b.i32(0),
            };
        }
        let Some(first) = self.consecutive_rows(items) else {
            return match self.array_copies.get(&place.var) {
                Some(&copy) => self.copy_element(copy, items.len(), index, component),
                None => self.param_select(items, index, component, ty),
            };
        };
        let global = self.parameter_block();
        let zero = self.b.i32(0);
        let scale = self.b.i32(ROW_BYTES.trailing_zeros());
        let offset = self.b.op(Op::Shl, &[index, scale]);
        let offset = self.add_constant(offset, first.saturating_mul(ROW_BYTES));
        self.load_row(global, zero, offset, component, word)
    }

    /// Selects an item of a short array by comparing the index. An index past the end reads the last item.
    fn param_select(
        &mut self,
        items: &[ParamItem],
        index: Value,
        component: u8,
        ty: Option<BaseType>,
    ) -> Value {
        let mut items = items.iter().enumerate().rev();
        let Some((_, last)) = items.next() else { return self.b.undef(Types::I32) };
        let mut value = self.param(last, component, ty, Types::I32);
        for (i, item) in items {
            let word = self.param(item, component, ty, Types::I32);
            let i = self.b.i32(i as u32);
            let chosen = self.b.op(Op::IEq, &[index, i]);
            value = self.b.op(Op::Select, &[chosen, word, value]);
        }
        value
    }

    /// Returns the first storage binding point of an array of storage lengths with relative indices, if the driver's bug
    /// with such arrays ([`block_of_length`]) is to be reproduced.
    pub(in crate::lower) fn miscounted_lengths(&self, items: &[ParamItem]) -> Option<u32> {
        (self.options.quirks == Quirks::Driver).then(|| consecutive_lengths(items)).flatten()
    }

    /// Reads an element, selected by a constant index, of an array for which [`Self::miscounted_lengths`] returns `first`:
    /// the length of the block that the driver uses, or 0 if that block does not exist.
    pub(in crate::lower) fn miscounted_length(&mut self, first: u32, element: u32, component: u8) -> Value {
        let point = block_of_length(element).and_then(|blocks| first.checked_add(blocks));
        match point.filter(|&point| component == 0 && self.is_storage(point, 1)) {
            Some(point) => self.param(&ParamItem::StorageLen(point), component, None, Types::I32),
            None => self.b.i32(0),
        }
    }
}

/// Returns the first binding point if the items are consecutive storage lengths.
fn consecutive_lengths(items: &[ParamItem]) -> Option<u32> {
    consecutive(items, |item| match item {
        ParamItem::StorageLen(n) => Some(*n),
        _ => None,
    })
}

/// Returns the first number if the items have consecutive numbers.
fn consecutive(items: &[ParamItem], number: impl Fn(&ParamItem) -> Option<u32>) -> Option<u32> {
    let first = number(items.first()?)?;
    let follows = |(i, item): (usize, &ParamItem)| number(item)?.checked_sub(first).map(|d| d as usize == i);
    items.iter().enumerate().all(|entry| follows(entry) == Some(true)).then_some(first)
}
