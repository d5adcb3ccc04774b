//! Errors of decoding: diagnostics that end a run before it starts.

use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::InstData;

/// The result of decoding.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// A limit of the interpreter is exceeded.
pub(super) fn limit(message: String, note: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::N0501, None, message).note(note))
}

/// An internal error: the verifier would reject the module, or the interpreter lacks something.
pub(super) fn fault(message: impl Into<String>) -> Box<Diagnostic> {
    let message = format!("internal fault: {}", message.into());
    Box::new(Diagnostic::new(Code::N0901, None, message))
}

/// An instruction has an immediate of the wrong kind.
pub(super) fn wrong_imm(data: &InstData) -> Box<Diagnostic> {
    fault(format!("{} has the wrong immediate", data.op.info().name))
}
