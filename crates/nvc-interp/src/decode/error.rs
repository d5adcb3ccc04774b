//! Errors of decoding: diagnostics that abort a run before it starts.

use nvc_diag::{Code, Diagnostic};
use nvc_ir::SpirvInst;
use nvc_ir::function::OwnedInst;

/// The result of decoding.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Returns the error for a program that exceeds a fixed limit of the interpreter, or whose types or operands have
/// parameters that the interpreter does not support.
pub(super) fn limit(message: String, note: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::N0501, None, message).note(note))
}

/// Returns an internal error: the module is invalid, or the interpreter lacks an implementation.
pub(super) fn fault(message: impl Into<String>) -> Box<Diagnostic> {
    let message = format!("internal fault: {}", message.into());
    Box::new(Diagnostic::new(Code::N0901, None, message))
}

/// Returns the error for an instruction that only a device can execute.
pub(super) fn unsupported(inst: &SpirvInst, data: &OwnedInst) -> Box<Diagnostic> {
    let what = match &inst.set {
        None => format!("the SPIR-V opcode {}", inst.code.number),
        Some(set) => format!("instruction {} of {set}", inst.code.number),
    };
    let message = format!("the interpreter cannot run `{}`", inst.name);
    Box::new(
        Diagnostic::new(Code::N0701, data.loc(), message)
            .note(format!("it is {what}, which has no operation in the IR"))
            .help("run the program on a Vulkan device"),
    )
}

/// Returns the internal error that an immediate has the wrong kind.
pub(super) fn wrong_imm(data: &OwnedInst) -> Box<Diagnostic> {
    fault(format!("{} has the wrong immediate", data.op.info().name))
}

/// Returns the error for a module that uses descriptor heaps, which the interpreter does not support.
pub(super) fn no_heaps() -> Box<Diagnostic> {
    let message = "the interpreter has no descriptor heaps";
    Box::new(
        Diagnostic::new(Code::N0701, None, message).help("declare the resource with a set and a binding"),
    )
}
