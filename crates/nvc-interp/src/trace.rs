//! Traces the instructions of one invocation, or of its whole warp.

use crate::code::{Shown, TraceStep};
use crate::column::{Registers, WIDTH};
use crate::kernels::Kind;
use nvc_ir::function::Loc;
use nvc_ir::half;

/// An invocation of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Its workgroup.
    pub group: [u32; 3],
    /// Its linear index in the workgroup.
    pub local: u32,
}

/// A value of a traced instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedValue {
    /// Its name in the IR text, with its source name if it has one.
    pub name: String,
    /// Its components, in the notation of IR constants.
    pub text: String,
}

/// An instruction that the invocation executed.
#[derive(Clone, Debug)]
pub struct Traced<'a> {
    /// Source location.
    pub loc: Loc,
    /// The instruction as IR text.
    pub text: &'a str,
    /// Its operands, without constants.
    pub operands: Vec<TracedValue>,
    /// Its result.
    pub result: Option<TracedValue>,
}

/// An instruction that the warp of the invocation executed, with the values of every lane. Values are formatted when they
/// are asked for.
pub struct TracedWarp<'a> {
    pub(crate) loc: Loc,
    pub(crate) step: &'a TraceStep,
    pub(crate) active: u32,
    pub(crate) all: u32,
    pub(crate) sources: Option<[u8; WIDTH]>,
    pub(crate) registers: &'a Registers,
}

impl TracedWarp<'_> {
    /// Source location.
    pub fn loc(&self) -> Loc {
        self.loc
    }

    /// The instruction as IR text.
    pub fn text(&self) -> &str {
        &self.step.text
    }

    /// The lanes that execute it: bit `n` is lane `n`.
    pub fn active(&self) -> u32 {
        self.active
    }

    /// The lanes that belong to invocations: bit `n` is lane `n`.
    pub fn all(&self) -> u32 {
        self.all
    }

    /// The lane whose value an active lane got, if the instruction moves values between lanes: a shuffle, broadcast, swap or
    /// rotation.
    pub fn source(&self, lane: u32) -> Option<u32> {
        let lane = self.active_lane(lane)?;
        self.sources.and_then(|sources| sources.get(lane).copied()).map(u32::from)
    }

    /// The operands in a lane, without constants; empty if the lane is inactive.
    pub fn operands(&self, lane: u32) -> Vec<TracedValue> {
        let Some(lane) = self.active_lane(lane) else { return Vec::new() };
        self.step.operands.iter().map(|shown| value(self.registers, shown, lane)).collect()
    }

    /// The result in a lane, if it is active and the instruction has one.
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

/// A value in a lane.
pub(crate) fn value(registers: &Registers, shown: &Shown, lane: usize) -> TracedValue {
    let scalars = shown.slots.iter().map(|&(slot, kind)| (registers.get(slot, lane), kind));
    TracedValue { name: shown.name.clone(), text: show(scalars) }
}

/// Receives the instructions of the invocation that the configuration selects.
pub trait Tracer {
    /// Called for each instruction that the invocation executes.
    fn instruction(&mut self, step: &Traced<'_>);

    /// Called for each instruction that the invocation's warp executes, whether or not the invocation is active, before
    /// [`instruction`](Tracer::instruction).
    fn warp(&mut self, _step: &TracedWarp<'_>) {}
}

/// Formats scalars in the notation of IR constants.
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

/// Appends `.0` if needed to mark the number as a float.
fn float(value: f64, text: String) -> String {
    if value.is_finite() && !text.contains(['.', 'e']) { format!("{text}.0") } else { text }
}
