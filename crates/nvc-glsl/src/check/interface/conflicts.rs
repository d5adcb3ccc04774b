//! Reports conflicting declarations: overlapping locations and atomic-counter offsets, duplicate block names, a second
//! push-constant block.

use super::block_rules::BANK;
use crate::ast;
use crate::check::Checker;
use crate::check::declarations::qualifiers::Storage;
use crate::check::scope::Symbol;
use crate::name::Name;
use crate::tree::{Expr, ExprKind, Global, GlobalKind};
use crate::types::spirv::SpirvOperand;
use crate::types::{Length, Type, TypeKind};
use naga::{Arena, Handle};
use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A space of numbers in which declarations reserve ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Space {
    /// Uniform locations.
    Locations,
    /// Bytes of atomic counters at a binding.
    Counters(u32),
}

impl Space {
    /// Describes the range `first..end`.
    fn describe(self, first: u64, end: u64) -> String {
        let last = end.saturating_sub(1);
        match self {
            Space::Locations if last <= first => format!("location {first}"),
            Space::Locations => format!("locations {first} to {last}"),
            Space::Counters(binding) => format!("bytes {first} to {last} of binding {binding}"),
        }
    }
}

/// The ranges and names in use.
#[derive(Debug, Default)]
pub(in crate::check) struct Reservations {
    /// The first number of each range, its end (exclusive) and its declaration. No two ranges overlap.
    ranges: BTreeMap<(Space, u64), (u64, Span)>,
    /// The block names in use. Blocks with different storage qualifiers may share a name.
    blocks: FxHashMap<(Storage, Name), Span>,
    /// The number of uniform locations of each struct type.
    locations: FxHashMap<Type, u64>,
}

impl Checker<'_> {
    /// Reserves `count` numbers from `first`; reports an overlap with a reserved range.
    pub(in crate::check) fn reserve(&mut self, space: Space, first: u64, count: u64, span: Span) {
        let end = first.saturating_add(count);
        let below = self.reservations.ranges.range(..(space, end)).next_back();
        if let Some((&(other, start), &(previous_end, previous))) = below
            && other == space
            && previous_end > first
        {
            self.report(
                Diagnostic::new(Code::N1402, span, "two variables overlap")
                    .label(space.describe(first, end))
                    .secondary(previous, space.describe(start, previous_end)),
            );
            return;
        }
        self.reservations.ranges.insert((space, first), (end, span));
    }

    /// Returns the number of locations of a uniform: one for each scalar, vector, matrix and opaque type in it
    /// (GLSL §4.4.3).
    pub(in crate::check) fn locations(&mut self, ty: Type) -> u64 {
        match *self.program.types.kind(ty) {
            TypeKind::Array(element, length) => {
                let count = match length {
                    Length::Fixed(count) => u64::from(count),
                    Length::Spec(_) | Length::Unsized => 1,
                };
                self.locations(element).saturating_mul(count)
            }
            TypeKind::Struct(id) => {
                if let Some(&count) = self.reservations.locations.get(&ty) {
                    return count;
                }
                let members: Vec<Type> = self
                    .program
                    .types
                    .get_struct(id)
                    .map_or_else(Vec::new, |def| def.members.iter().map(|member| member.ty).collect());
                let count = members.iter().fold(0u64, |sum, &ty| sum.saturating_add(self.locations(ty)));
                self.reservations.locations.insert(ty, count);
                count
            }
            _ => 1,
        }
    }

    /// Declares a block name. It must differ from the names of variables and of other blocks with the same storage
    /// qualifier (GLSL §4.3.9). A type of the same name is accepted, because a buffer-reference block with an instance
    /// name has declared one.
    pub(super) fn declare_block(&mut self, storage: Storage, name: ast::Ident) {
        match self.scopes.find_in_current_scope(name.name).map(|entry| entry.symbol) {
            Some(Symbol::Type(_)) => return,
            Some(Symbol::Block) => {}
            _ => self.declare(name.name, Symbol::Block, name.span),
        }
        if let Some(previous) = self.reservations.blocks.insert((storage, name.name), name.span) {
            self.redeclared(name.name, name.span, previous);
        }
    }

    /// Checks that the program uses at most one push-constant block (GL_KHR_vulkan_glsl) in each bank
    /// (GL_NV_push_constant_bank).
    pub(in crate::check) fn check_push_constants(&mut self) {
        let blocks: Vec<Handle<Global>> = self
            .program
            .globals
            .iter()
            .filter(|(_, global)| global.kind == GlobalKind::PushConstant)
            .map(|(handle, _)| handle)
            .collect();
        if blocks.len() < 2 {
            return;
        }
        let mut used = FxHashSet::default();
        let mut note = |exprs: &Arena<Expr>| {
            used.extend(exprs.iter().filter_map(|(_, expr)| match expr.kind {
                ExprKind::Global(global) => Some(global),
                _ => None,
            }));
        };
        note(&self.body.exprs);
        for index in self.reachable() {
            if let Some(handle) = self.functions.get(index).and_then(|entry| entry.handle) {
                note(&self.program.functions[handle].exprs);
            }
        }
        let mut banks = BTreeMap::new();
        for block in blocks.into_iter().filter(|block| used.contains(block)) {
            let span = self.program.globals[block].span;
            if let Some(&first) = banks.get(&self.bank(block)) {
                self.report(
                    Diagnostic::new(Code::N1401, span, "the program uses a second push-constant block")
                        .secondary(first, "the first push-constant block"),
                );
                return;
            }
            banks.insert(self.bank(block), span);
        }
    }

    /// Returns the bank of a push-constant block; 0 by default.
    fn bank(&self, block: Handle<Global>) -> u32 {
        let mut decorations = self.program.decorations.iter();
        let bank = decorations.find(|(global, code, _)| *global == block && code.number == BANK);
        match bank.map(|(_, code, _)| code.operands.as_slice()) {
            Some([SpirvOperand::Literal(bank)]) => *bank,
            _ => 0,
        }
    }

    /// Returns `main` and the functions that it and the initializers at file scope call, directly or indirectly.
    fn reachable(&self) -> FxHashSet<usize> {
        let mut callees: FxHashMap<Option<usize>, Vec<usize>> = FxHashMap::default();
        for &(caller, callee, _) in &self.calls {
            callees.entry(caller).or_default().push(callee);
        }
        let main = self.functions.iter().position(|entry| self.names.text(entry.name) == "main");
        let mut found: FxHashSet<usize> = main.into_iter().collect();
        let mut open = vec![None, main];
        while let Some(caller) = open.pop() {
            for &callee in callees.get(&caller).into_iter().flatten() {
                if found.insert(callee) {
                    open.push(Some(callee));
                }
            }
        }
        found
    }
}
