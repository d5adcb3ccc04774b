//! Which values need a variable: those that another piece uses than the one that computes them.

use super::super::refused;
use super::segments::{End, Kind, Program};
use nvc_diag::Diagnostic;
use nvc_ir::{Function, Module, TypeKind, Types, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each instance, the values that need a variable, in the order that they were found.
pub(super) type Homes = Vec<Vec<Value>>;

/// Where a value comes from.
type Piece = usize;

/// What collects results stands in no piece.
const NO_PIECE: Piece = usize::MAX;

/// Marks a value that has a variable.
const HOME: Piece = usize::MAX - 1;

/// Finds them.
pub(super) fn find(module: &Module, program: &Program) -> Result<Homes, Box<Diagnostic>> {
    let mut finder = Finder {
        functions: program.instances.iter().map(|instance| &module.functions[instance.func]).collect(),
        types: &module.types,
        defined: vec![FxHashMap::default(); program.instances.len()],
        seen: vec![FxHashSet::default(); program.instances.len()],
        homes: vec![Vec::new(); program.instances.len()],
    };
    for (at, piece) in program.pieces.iter().enumerate() {
        let func = finder.functions[piece.instance];
        for &inst in &piece.insts {
            if let Some(result) = func.insts[inst].result {
                finder.defined[piece.instance].insert(result, at);
            }
        }
    }
    for (at, piece) in program.pieces.iter().enumerate() {
        let func = finder.functions[piece.instance];
        for &inst in &piece.insts {
            for &arg in &func.insts[inst].args {
                finder.used(piece.instance, arg, at)?;
            }
        }
        match piece.end {
            End::Block => {
                let mut values = Vec::new();
                func.blocks[piece.block].term.clone().for_each_value(|value| values.push(*value));
                for value in values {
                    finder.used(piece.instance, value, at)?;
                }
            }
            End::Call(inst, _) => {
                for &arg in &func.insts[inst].args {
                    finder.used(piece.instance, arg, at)?;
                }
            }
            End::Stop(stop) => {
                if let Kind::Operation(inst) = program.stops[stop].kind {
                    for &arg in &func.insts[inst].args {
                        finder.used(piece.instance, arg, at)?;
                        finder.used(piece.instance, arg, NO_PIECE)?;
                    }
                }
            }
        }
    }
    Ok(finder.homes)
}

struct Finder<'a> {
    functions: Vec<&'a Function>,
    types: &'a Types,
    /// The piece that computes a value; parameters and results of stops and calls have none.
    defined: Vec<FxHashMap<Value, Piece>>,
    seen: Vec<FxHashSet<(Value, Piece)>>,
    homes: Homes,
}

impl Finder<'_> {
    /// A piece uses a value, and what that is computed of where no variable can hold it.
    fn used(&mut self, instance: usize, value: Value, piece: Piece) -> Result<(), Box<Diagnostic>> {
        let mut uses = vec![value];
        while let Some(value) = uses.pop() {
            let func = self.functions[instance];
            let value = func.resolve(value);
            let here = self.defined[instance].get(&value) == Some(&piece) && piece != NO_PIECE;
            if here || func.as_const(value).is_some() || !self.seen[instance].insert((value, piece)) {
                continue;
            }
            if is_storable(self.types, func, value) {
                // One mark for all pieces.
                if self.seen[instance].insert((value, HOME)) {
                    self.homes[instance].push(value);
                }
                continue;
            }
            match func.values[value].def {
                ValueDef::Inst(inst) if self.defined[instance].contains_key(&value) => {
                    uses.extend_from_slice(&func.insts[inst].args);
                }
                _ => {
                    let at = func.blocks_in_order().find_map(|(_, block)| block.term_loc);
                    return Err(Box::new(
                        refused(at, "pointers that meet in divergent control flow cannot be emulated").note(
                            "warp operations in divergent control flow need values that variables can hold",
                        ),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Whether a variable can hold a value.
pub(super) fn is_storable(types: &Types, func: &Function, value: Value) -> bool {
    !matches!(
        types.kind(func.ty(value)),
        TypeKind::Pointer(..) | TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler
    )
}
