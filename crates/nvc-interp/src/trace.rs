//! Traces the instructions of one invocation, and optionally of its whole warp.

use crate::code::{Shown, TraceStep};
use crate::column::{Registers, WIDTH};
use crate::kernels::Kind;
use nvc_ir::function::Loc;
use nvc_ir::half;

/// An invocation of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Work group of the invocation.
    pub group: [u32; 3],
    /// Linear index in the work group.
    pub local: u32,
}

/// A value of a traced instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedValue {
    /// Name in the IR's text form, followed by the source name if there is one.
    pub name: String,
    /// Components as bools or decimal numbers; in braces unless there is exactly one.
    pub text: String,
}

/// An instruction that the traced invocation executed.
#[derive(Clone, Debug)]
pub struct Traced<'a> {
    /// Source location.
    pub loc: Loc,
    /// Instruction in the IR's text form.
    pub text: &'a str,
    /// Operands that are not constants.
    pub operands: Vec<TracedValue>,
    /// Result, if the instruction has one.
    pub result: Option<TracedValue>,
}

/// An instruction that the warp of the traced invocation executed, with the values in every lane. Values are
/// formatted on demand.
pub struct TracedWarp<'a> {
    pub(crate) loc: Loc,
    pub(crate) step: &'a TraceStep,
    pub(crate) active: u32,
    pub(crate) all: u32,
    pub(crate) sources: Option<[u8; WIDTH]>,
    pub(crate) registers: &'a Registers,
}

impl TracedWarp<'_> {
    /// Returns the source location.
    pub fn loc(&self) -> Loc {
        self.loc
    }

    /// Returns the instruction in the IR's text form.
    pub fn text(&self) -> &str {
        &self.step.text
    }

    /// Returns the mask of lanes that execute the instruction: bit `n` is lane `n`.
    pub fn active(&self) -> u32 {
        self.active
    }

    /// Returns the mask of lanes that have invocations: bit `n` is lane `n`.
    pub fn all(&self) -> u32 {
        self.all
    }

    /// Returns the lane whose value an active lane received, if the instruction moves values between lanes
    /// (shuffle, broadcast, swap, rotation).
    pub fn source(&self, lane: u32) -> Option<u32> {
        let lane = self.active_lane(lane)?;
        self.sources.and_then(|sources| sources.get(lane).copied()).map(u32::from)
    }

    /// Returns the operands in a lane, without constants; an empty list if the lane is inactive.
    pub fn operands(&self, lane: u32) -> Vec<TracedValue> {
        let Some(lane) = self.active_lane(lane) else { return Vec::new() };
        self.step.operands.iter().map(|shown| value(self.registers, shown, lane)).collect()
    }

    /// Returns the result in a lane, if the lane is active and the instruction has a result.
    pub fn result(&self, lane: u32) -> Option<TracedValue> {
        let lane = self.active_lane(lane)?;
        self.step.result.as_ref().map(|shown| value(self.registers, shown, lane))
    }

    fn active_lane(&self, lane: u32) -> Option<usize> {
        self.active.checked_shr(lane).is_some_and(|rest| rest & 1 != 0).then_some(lane as usize)
    }
}

impl std::fmt::Debug for TracedWarp<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("TracedWarp");
        fields.field("text", &self.text()).field("active", &self.active).finish_non_exhaustive()
    }
}

/// Formats a value in a lane.
pub(crate) fn value(registers: &Registers, shown: &Shown, lane: usize) -> TracedValue {
    let scalars = shown.slots.iter().map(|&(slot, kind)| (registers.get(slot, lane), kind));
    TracedValue { name: shown.name.clone(), text: show(scalars) }
}

/// Receives the instructions of the invocation selected by [`Config::trace`](crate::Config::trace).
pub trait Tracer {
    /// Called for each instruction that the invocation executes.
    fn instruction(&mut self, step: &Traced<'_>);

    /// Called for each instruction that the invocation's warp executes, even if the invocation is inactive.
    /// Called before [`instruction`](Tracer::instruction).
    fn warp(&mut self, _step: &TracedWarp<'_>) {}
}

/// Formats scalars as bools or decimal numbers; in braces unless there is exactly one.
fn show(scalars: impl Iterator<Item = (u64, Kind)>) -> String {
    let parts: Vec<String> = scalars.map(|(bits, kind)| scalar(bits, kind)).collect();
    match &parts[..] {
        [one] => one.clone(),
        _ => format!("{{{}}}", parts.join(", ")),
    }
}

fn scalar(bits: u64, kind: Kind) -> String {
    match kind {
        Kind::Bool => (bits != 0).to_string(),
        Kind::Int(8) => (bits as i8).to_string(),
        Kind::Int(16) => (bits as i16).to_string(),
        Kind::Int(32) => (bits as i32).to_string(),
        Kind::Int(_) => (bits as i64).to_string(),
        Kind::Float(16) => half::to_f64(bits as u16).to_string(),
        Kind::Float(32) => float(f32::from_bits(bits as u32).into(), f32::from_bits(bits as u32).to_string()),
        Kind::Encoded(encoding) => encoding.to_f64(bits).to_string(),
        Kind::Float(_) => float(f64::from_bits(bits), f64::from_bits(bits).to_string()),
    }
}

/// Appends `.0` if needed, to mark the number as a float.
fn float(value: f64, text: String) -> String {
    if value.is_finite() && !text.contains(['.', 'e']) { format!("{text}.0") } else { text }
}
