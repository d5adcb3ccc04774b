//! Which invocations derivatives are taken among (GL_NV_compute_shader_derivatives).

use crate::check::Checker;
use nvc_diag::{Code, Diagnostic, Span, counted};
use nvc_ir::DerivativeGroup;

/// The groupings that are declared, and where: two by two, four in a row.
#[derive(Debug, Default)]
pub(in crate::check) struct DerivativeGroups {
    declared: [Option<Span>; 2],
}

impl Checker<'_> {
    /// `layout(derivative_group_quadsNV) in;` and its kin, by the number of the row.
    pub(super) fn declare_derivatives(&mut self, which: i128, at: Span) {
        let declared = &mut self.workgroup_size.derivatives.declared;
        if let Some(slot) = usize::try_from(which).ok().and_then(|which| declared.get_mut(which)) {
            slot.get_or_insert(at);
        }
        let (Some(quads), Some(linear)) = (declared[0], declared[1]) else { return };
        declared[1] = None;
        let other = if at == quads { linear } else { quads };
        let message = "derivatives are taken in quads and in rows of four";
        let finding = Diagnostic::new(Code::N1403, at, message)
            .secondary(other, "the other declaration")
            .note("GL_NV_compute_shader_derivatives allows one of them");
        self.report(finding);
    }

    /// Sets the program's grouping; reports sizes of the work group that it does not divide. Sizes that
    /// the API sets are its to keep.
    pub(super) fn finish_derivatives(&mut self) {
        let sizes = self.workgroup_size.written();
        let [x, y, _] = sizes;
        match self.workgroup_size.derivatives.declared {
            [Some(at), _] => {
                self.program.derivatives = Some(DerivativeGroup::Quads);
                for (size, axis) in [(x, 'x'), (y, 'y')] {
                    let Some(size) = size.filter(|size| size % 2 != 0) else { continue };
                    let message = format!("the work group's size in {axis} is {size}, not a multiple of two");
                    self.bad_grouping(at, message, "derivative_group_quadsNV takes two by two invocations");
                }
            }
            [None, Some(at)] => {
                self.program.derivatives = Some(DerivativeGroup::Linear);
                let count = sizes.iter().try_fold(1u64, |count, size| Some(count * u64::from((*size)?)));
                if let Some(count) = count.filter(|count| count % 4 != 0) {
                    let message = format!(
                        "the work group has {}, not a multiple of four",
                        counted(count, "invocation")
                    );
                    self.bad_grouping(at, message, "derivative_group_linearNV takes four in a row");
                }
            }
            [None, None] => {}
        }
    }

    fn bad_grouping(&mut self, at: Span, message: String, note: &str) {
        self.report(Diagnostic::new(Code::N1403, at, message).note(note));
    }
}
