//! Checks derivative groups: the invocations among which derivatives are taken (GL_NV_compute_shader_derivatives,
//! GL_KHR_compute_shader_derivatives).

use crate::check::Checker;
use nvc_diag::{Code, Diagnostic, Span, counted};
use nvc_ir::DerivativeGroup;

/// The declarations of derivative groups.
#[derive(Debug, Default)]
pub(in crate::check) struct DerivativeGroups {
    /// The locations of the first declarations of quads and of linear groups.
    declared: [Option<Span>; 2],
    /// Whether a declaration uses the KHR extension.
    khr: bool,
}

impl DerivativeGroups {
    /// Returns the suffix of the qualifiers' names.
    fn suffix(&self) -> &'static str {
        if self.khr { "KHR" } else { "NV" }
    }
}

impl Checker<'_> {
    /// Handles `layout(derivative_group_quadsNV) in;` (`which` is 0), `derivative_group_linearNV` (1), and the same
    /// qualifiers of the KHR extension (2 and 3).
    pub(super) fn declare_derivatives(&mut self, which: i128, at: Span) {
        self.workgroup_size.derivatives.khr |= which >= 2;
        let which = which % 2;
        let suffix = self.workgroup_size.derivatives.suffix();
        let declared = &mut self.workgroup_size.derivatives.declared;
        if let Some(slot) = usize::try_from(which).ok().and_then(|which| declared.get_mut(which)) {
            slot.get_or_insert(at);
        }
        let (Some(quads), Some(linear)) = (declared[0], declared[1]) else { return };
        declared[1] = None;
        let other = if at == quads { linear } else { quads };
        let message = format!(
            "both `derivative_group_quads{suffix}` and `derivative_group_linear{suffix}` are declared"
        );
        let diagnostic = Diagnostic::new(Code::N1403, at, message)
            .secondary(other, "the other declaration")
            .note(format!("GL_{suffix}_compute_shader_derivatives allows only one of them"));
        self.report(diagnostic);
    }

    /// Sets the program's derivative group, and reports a workgroup size that cannot be divided into such groups. Sizes
    /// that the API sets are not checked.
    pub(super) fn finish_derivatives(&mut self) {
        let suffix = self.workgroup_size.derivatives.suffix();
        self.program.khr_derivatives = self.workgroup_size.derivatives.khr;
        let sizes = self.workgroup_size.written();
        let [x, y, _] = sizes;
        match self.workgroup_size.derivatives.declared {
            [Some(at), _] => {
                self.program.derivatives = Some(DerivativeGroup::Quads);
                for (size, axis) in [(x, 'x'), (y, 'y')] {
                    let Some(size) = size.filter(|size| size % 2 != 0) else { continue };
                    let message = format!("`local_size_{axis}` is {size}, not a multiple of 2");
                    let note = format!("`derivative_group_quads{suffix}` groups 2 x 2 invocations");
                    self.bad_grouping(at, message, note);
                }
            }
            [None, Some(at)] => {
                self.program.derivatives = Some(DerivativeGroup::Linear);
                let count = sizes.iter().try_fold(1u64, |count, size| Some(count * u64::from((*size)?)));
                if let Some(count) = count.filter(|count| count % 4 != 0) {
                    let message =
                        format!("the workgroup has {}, not a multiple of 4", counted(count, "invocation"));
                    let note = format!("`derivative_group_linear{suffix}` groups 4 consecutive invocations");
                    self.bad_grouping(at, message, note);
                }
            }
            [None, None] => {}
        }
    }

    fn bad_grouping(&mut self, at: Span, message: String, note: String) {
        self.report(Diagnostic::new(Code::N1403, at, message).note(note));
    }
}
