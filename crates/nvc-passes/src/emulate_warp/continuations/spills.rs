//! Spill analysis: finds the values that are used outside the segment (code between suspension points) that computes them.

use super::super::unsupported;
use super::segments::{Program, SegmentEnd, SuspensionKind};
use nvc_diag::Diagnostic;
use nvc_ir::{Function, Module, TypeKind, Types, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each instance, the values that need a spill slot, in order of first use.
pub(super) type Spills = Vec<Vec<Value>>;

/// The index of a segment.
type Segment = usize;

/// Stands for the code that collects an operation's result, which is outside all segments.
const NO_SEGMENT: Segment = usize::MAX;

/// In `seen`: marks a value that has a spill slot.
const SPILLED: Segment = usize::MAX - 1;

/// Finds the values that need spill slots.
///
/// # Errors
/// If a pointer, image or sampler that cannot be rematerialised would have to be spilled.
pub(super) fn find(module: &Module, program: &Program) -> Result<Spills, Box<Diagnostic>> {
    let mut finder = Finder {
        functions: program.instances.iter().map(|instance| &module.functions[instance.func]).collect(),
        types: &module.types,
        defined: vec![FxHashMap::default(); program.instances.len()],
        seen: vec![FxHashSet::default(); program.instances.len()],
        spills: vec![Vec::new(); program.instances.len()],
    };
    for (at, segment) in program.segments.iter().enumerate() {
        let func = finder.functions[segment.instance];
        for &inst in &segment.insts {
            if let Some(result) = func.insts[inst].result {
                finder.defined[segment.instance].insert(result, at);
            }
        }
    }
    for (at, segment) in program.segments.iter().enumerate() {
        let func = finder.functions[segment.instance];
        for &inst in &segment.insts {
            for &arg in &func.insts[inst].args {
                finder.used(segment.instance, arg, at)?;
            }
        }
        match segment.end {
            SegmentEnd::Block => {
                for value in func.blocks[segment.block].term.values() {
                    finder.used(segment.instance, value, at)?;
                }
            }
            SegmentEnd::Call(inst, _) => {
                for &arg in &func.insts[inst].args {
                    finder.used(segment.instance, arg, at)?;
                }
            }
            SegmentEnd::Suspension(suspension) => {
                if let SuspensionKind::Operation(inst) = program.suspensions[suspension].kind {
                    for &arg in &func.insts[inst].args {
                        finder.used(segment.instance, arg, at)?;
                        finder.used(segment.instance, arg, NO_SEGMENT)?;
                    }
                }
            }
        }
    }
    Ok(finder.spills)
}

struct Finder<'a> {
    functions: Vec<&'a Function>,
    types: &'a Types,
    /// The segment that computes each value. Block parameters and results of suspension points and calls have no entry.
    defined: Vec<FxHashMap<Value, Segment>>,
    seen: Vec<FxHashSet<(Value, Segment)>>,
    spills: Spills,
}

impl Finder<'_> {
    /// Records the use of a value in a segment. For a rematerialised value, records the use of its operands instead.
    fn used(&mut self, instance: usize, value: Value, segment: Segment) -> Result<(), Box<Diagnostic>> {
        let mut uses = vec![value];
        while let Some(value) = uses.pop() {
            let func = self.functions[instance];
            let value = func.resolve(value);
            let here = self.defined[instance].get(&value) == Some(&segment) && segment != NO_SEGMENT;
            if here || func.as_const(value).is_some() || !self.seen[instance].insert((value, segment)) {
                continue;
            }
            if is_storable(self.types, func, value) {
                // All segments share one slot per value.
                if self.seen[instance].insert((value, SPILLED)) {
                    self.spills[instance].push(value);
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
                        unsupported(at, "pointers that merge in divergent control flow cannot be emulated").note(
                            "values that are live across warp operations in divergent control flow are stored in variables, which cannot hold pointers",
                        ),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Whether a value can be stored in a variable.
pub(super) fn is_storable(types: &Types, func: &Function, value: Value) -> bool {
    !matches!(
        types.kind(func.ty(value)),
        TypeKind::Pointer(..) | TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler
    )
}
