//! Checks GROUP_SIZE and SHARED_MEMORY (NV_compute_program5 §2.X.7.Y, ARB_compute_variable_group_size).

use nvc_diag::{Code, Diagnostic};

use crate::ast::{self, Literal, Number};
use crate::options::Feature;
use crate::resolve::limits::{MAX_GROUP_SIZE, MAX_INVOCATIONS, MAX_SHARED_MEMORY};
use crate::resolve::{GroupSize, Resolver};

/// Returns the value of a literal that the grammar guarantees to be an integer.
pub(in crate::resolve) fn integer(literal: &Literal) -> u64 {
    match literal.value {
        Number::Int(value) => value,
        Number::Float(_) => 0,
    }
}

impl Resolver<'_, '_> {
    /// Returns the size of the workgroup; `None` after an error.
    pub(in crate::resolve) fn group_size(&mut self, program: &ast::Program<'_>) -> Option<GroupSize> {
        let variable = self.features.has(Feature::VariableGroupSize);
        let Some((first, rest)) = program.group_sizes.split_first() else {
            if !variable && !program.broken_declaration {
                let finding = Diagnostic::new(Code::N0204, program.header, "GROUP_SIZE is missing");
                let help = "add `GROUP_SIZE x y z;` after the options";
                self.report(
                    finding.note("every compute program must declare the size of its work group").help(help),
                );
            }
            return Some(GroupSize::Variable).filter(|_| variable);
        };
        if variable {
            let finding =
                Diagnostic::new(Code::N0204, first.span, "GROUP_SIZE conflicts with a variable group size");
            let help = "remove it, or OPTION ARB_compute_variable_group_size";
            self.report(finding.help(help));
            return None;
        }
        for again in rest {
            let finding = Diagnostic::new(Code::N0204, again.span, "GROUP_SIZE is declared twice");
            self.report(finding.secondary(first.span, "first here").help("remove one of them"));
        }
        let mut size = [1u32; 3];
        let mut product = 1u64;
        for (slot, literal) in size.iter_mut().zip(&first.size) {
            let value = integer(literal);
            if value == 0 {
                let finding = Diagnostic::new(
                    Code::N0204,
                    literal.span,
                    "a work group must have at least one invocation",
                );
                self.report(finding.help("use a size of 1 or more"));
                return None;
            }
            if value > MAX_GROUP_SIZE {
                let message = format!("the group size {value} exceeds the limit of {MAX_GROUP_SIZE}");
                self.report(
                    Diagnostic::new(Code::N0501, literal.span, message).help("use a smaller work group"),
                );
                return None;
            }
            *slot = u32::try_from(value).unwrap_or(u32::MAX);
            product *= value;
        }
        if product > MAX_INVOCATIONS {
            let message =
                format!("{product} invocations exceed the limit of {MAX_INVOCATIONS} in a work group");
            self.report(Diagnostic::new(Code::N0501, first.span, message).help("use a smaller work group"));
            return None;
        }
        Some(GroupSize::Fixed(size))
    }

    /// Checks the SHARED_MEMORY declarations from index `from` on.
    pub(in crate::resolve) fn shared_memory(&mut self, declarations: &[Literal], from: usize) {
        for (index, literal) in declarations.iter().enumerate().skip(from) {
            match declarations.first() {
                Some(first) if index > 0 => {
                    let finding =
                        Diagnostic::new(Code::N0204, literal.span, "SHARED_MEMORY is declared twice");
                    self.report(finding.secondary(first.span, "first here").help("remove one of them"));
                }
                _ => self.shared_size(literal),
            }
        }
    }

    fn shared_size(&mut self, literal: &Literal) {
        let bytes = integer(literal);
        if bytes > MAX_SHARED_MEMORY {
            let message = format!("{bytes} bytes of shared memory exceed the limit of {MAX_SHARED_MEMORY}");
            self.report(Diagnostic::new(Code::N0501, literal.span, message).help("use less shared memory"));
        }
        self.shared_bytes = Some(u32::try_from(bytes).unwrap_or(u32::MAX));
    }

    /// Reports that shared memory is used but not declared. A declaration that did not parse has been reported.
    pub(in crate::resolve) fn check_undeclared_shared(&mut self, program: &ast::Program<'_>) {
        if let Some(opcode) = self.undeclared_shared
            && self.shared_bytes.is_none()
            && !program.broken_declaration
        {
            let finding = Diagnostic::new(Code::N0204, opcode, "shared memory is used but not declared");
            self.report(finding.help("add `SHARED_MEMORY bytes;` after GROUP_SIZE"));
        }
    }
}
