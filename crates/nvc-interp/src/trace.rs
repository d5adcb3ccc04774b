//! Watching one invocation.

use crate::kernels::Kind;
use nvc_ir::function::Loc;
use nvc_ir::half;

/// An invocation of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Position of its work group.
    pub group: [u32; 3],
    /// Its linear position in the group.
    pub local: u32,
}

/// A value of a traced instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedValue {
    /// How the listing names it, or what it is in the source.
    pub name: String,
    /// Its components in the notation of the IR's constants.
    pub text: String,
}

/// An instruction that the invocation executed.
#[derive(Clone, Debug)]
pub struct Traced<'a> {
    /// Where it comes from.
    pub loc: Loc,
    /// The instruction as the listing has it.
    pub text: &'a str,
    /// Its operands that are no constants.
    pub operands: Vec<TracedValue>,
    /// Its result.
    pub result: Option<TracedValue>,
}

/// Sees the instructions of the invocation that the configuration names.
pub trait Tracer {
    /// An instruction was executed.
    fn instruction(&mut self, step: &Traced<'_>);
}

/// Scalars in the notation of the IR's constants.
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
        Kind::Float(_) => float(f64::from_bits(bits), f64::from_bits(bits).to_string()),
    }
}

/// A number is seen to be a float by its point.
fn float(value: f64, text: String) -> String {
    if value.is_finite() && !text.contains(['.', 'e']) { format!("{text}.0") } else { text }
}
