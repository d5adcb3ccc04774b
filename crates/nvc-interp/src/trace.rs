//! Traces the instructions of one invocation.

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

/// Receives the instructions of the invocation that the configuration selects.
pub trait Tracer {
    /// Called for each executed instruction.
    fn instruction(&mut self, step: &Traced<'_>);
}

/// Formats scalars in the notation of IR constants.
pub(crate) fn show(scalars: impl Iterator<Item = (u64, Kind)>) -> String {
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
