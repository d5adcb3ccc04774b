//! Derivative groups: the invocations among which derivatives are taken (GL_NV_compute_shader_derivatives).

use crate::check::Checker;
use nvc_diag::{Code, Diagnostic, Span, counted};
use nvc_ir::DerivativeGroup;

/// The declared derivative groups: quads, linear.
#[derive(Debug, Default)]
pub(in crate::check) struct DerivativeGroups {
    declared: [Option<Span>; 2],
}

impl Checker<'_> {
    /// `layout(derivative_group_quadsNV) in;` (0) or `derivative_group_linearNV` (1).
    pub(super) fn declare_derivatives(&mut self, which: i128, at: Span) {
        let declared = &mut self.workgroup_size.derivatives.declared;
        if let Some(slot) = usize::try_from(which).ok().and_then(|which| declared.get_mut(which)) {
            slot.get_or_insert(at);
        }
        let (Some(quads), Some(linear)) = (declared[0], declared[1]) else { return };
        declared[1] = None;
        let other = if at == quads { linear } else { quads };
        let message = "both `derivative_group_quadsNV` and `derivative_group_linearNV` are declared";
        let diagnostic = Diagnostic::new(Code::N1403, at, message)
            .secondary(other, "the other declaration")
            .note("GL_NV_compute_shader_derivatives allows only one of them");
        self.report(diagnostic);
    }

    /// Sets the program's derivative group, and reports a workgroup size that it does not divide. Sizes
    /// that the API sets are not checked.
    pub(super) fn finish_derivatives(&mut self) {
        let sizes = self.workgroup_size.written();
        let [x, y, _] = sizes;
        match self.workgroup_size.derivatives.declared {
            [Some(at), _] => {
                self.program.derivatives = Some(DerivativeGroup::Quads);
                for (size, axis) in [(x, 'x'), (y, 'y')] {
                    let Some(size) = size.filter(|size| size % 2 != 0) else { continue };
                    let message = format!("`local_size_{axis}` is {size}, not a multiple of 2");
                    self.bad_grouping(at, message, "`derivative_group_quadsNV` groups 2 x 2 invocations");
                }
            }
            [None, Some(at)] => {
                self.program.derivatives = Some(DerivativeGroup::Linear);
                let count = sizes.iter().try_fold(1u64, |count, size| Some(count * u64::from((*size)?)));
                if let Some(count) = count.filter(|count| count % 4 != 0) {
                    let message =
                        format!("the workgroup has {}, not a multiple of 4", counted(count, "invocation"));
                    self.bad_grouping(
                        at,
                        message,
                        "`derivative_group_linearNV` groups 4 consecutive invocations",
                    );
                }
            }
            [None, None] => {}
        }
    }

    fn bad_grouping(&mut self, at: Span, message: String, note: &str) {
        self.report(Diagnostic::new(Code::N1403, at, message).note(note));
    }
}
