//! Checks the workgroup size (GLSL §4.4.1.4, GL_ARB_compute_variable_group_size).

use crate::check::declarations::layout_qualifiers::{COMPUTE_SHADER, LayoutKey};
use crate::check::declarations::qualifiers::QualifierSet;
use crate::check::{Checker, ExprId};
use crate::types::constant::{Const, SpecConstant};
use crate::types::{Type, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

/// Values for x, y and z, with their source locations.
type Sizes = [Option<(u32, Span)>; 3];

/// The declarations of the workgroup size so far.
#[derive(Debug, Default)]
pub(in crate::check) struct WorkgroupSize {
    /// The values of `local_size_x`, `local_size_y` and `local_size_z`.
    fixed: Sizes,
    /// The values of `local_size_x_id` and so on: ids of specialization constants.
    ids: Sizes,
    /// Location of the first declaration of a fixed size.
    declared: Option<Span>,
    /// Location of the first `local_size_variable`.
    variable: Option<Span>,
    /// Whether a declaration is invalid, which was reported.
    invalid: bool,
    /// The sizes as constants, once they are used or the program is complete.
    constants: Option<[Handle<Const>; 3]>,
    pub(super) derivatives: super::derivative_group::DerivativeGroups,
}

impl WorkgroupSize {
    /// Returns the sizes known at compile time, 1 by default; `None` for those that the API sets or that are not
    /// declared yet.
    pub(in crate::check) fn written(&self) -> [Option<u32>; 3] {
        let sizes = self.fixed.iter().zip(&self.ids);
        let mut written = [None; 3];
        for (to, (size, id)) in written.iter_mut().zip(sizes) {
            if self.declared.is_some() && id.is_none() {
                *to = Some(size.map_or(1, |(size, _)| size));
            }
        }
        written
    }
}

/// `gl_MaxComputeWorkGroupSize`: the minimum that the specification requires, which is also NVIDIA's limit.
const MAX: [u32; 3] = [1024, 1024, 64];
/// `gl_MaxComputeWorkGroupInvocations`: the minimum that the specification requires, which is also NVIDIA's limit.
const MAX_INVOCATIONS: u64 = 1024;
const AXES: [char; 3] = ['x', 'y', 'z'];

impl Checker<'_> {
    /// Checks `layout(local_size_x = ...) in;`.
    pub(super) fn declare_workgroup_size(&mut self, quals: &QualifierSet, span: Span) {
        self.workgroup_size.invalid |= quals.invalid;
        let before = (self.workgroup_size.fixed, self.workgroup_size.ids);
        for item in &quals.layout {
            match item.key {
                LayoutKey::LocalSize(axis) => self.fixed_size(usize::from(axis), item.value, item.span, span),
                LayoutKey::LocalSizeId(axis) => {
                    let id = u32::try_from(item.value).unwrap_or(0);
                    if let Some(slot) = self.workgroup_size.ids.get_mut(usize::from(axis)) {
                        *slot = Some((id, item.span));
                    }
                    self.workgroup_size.declared.get_or_insert(span);
                }
                LayoutKey::LocalSizeVariable => {
                    self.workgroup_size.variable.get_or_insert(item.span);
                }
                LayoutKey::Derivatives => self.declare_derivatives(item.value, item.span),
                _ => {}
            }
        }
        self.check_unused_before(before, span);
        if let (Some(variable), Some(fixed)) = (self.workgroup_size.variable, self.workgroup_size.declared) {
            let message = "the workgroup size is declared both variable and fixed";
            self.report(
                Diagnostic::new(Code::N1403, variable, message)
                    .label("variable")
                    .secondary(fixed, "fixed")
                    .note("GL_ARB_compute_variable_group_size allows only one of them"),
            );
            self.workgroup_size.variable = None;
        }
    }

    /// Rejects a declaration that changes the size after a use of the constant `gl_WorkGroupSize` (GLSL §4.4.1.4).
    fn check_unused_before(&mut self, before: (Sizes, Sizes), span: Span) {
        let values = |sizes: Sizes| sizes.map(|size| size.map(|(value, _)| value));
        let WorkgroupSize { fixed, ids, constants, .. } = self.workgroup_size;
        let changed = values(before.0) != values(fixed) || values(before.1) != values(ids);
        if constants.is_some() && changed {
            let message = "the workgroup size is declared after `gl_WorkGroupSize` was used";
            self.report(
                Diagnostic::new(Code::N1403, span, message).help("declare it before the first function"),
            );
        }
    }

    fn fixed_size(&mut self, axis: usize, value: i128, at: Span, span: Span) {
        self.workgroup_size.declared.get_or_insert(span);
        let (Some(&max), Some(&letter)) = (MAX.get(axis), AXES.get(axis)) else { return };
        let max = self.options.limits.get("gl_MaxComputeWorkGroupSize", axis).map_or(max, i32::cast_unsigned);
        let Ok(value) = u32::try_from(value) else { return };
        if value == 0 {
            self.error(Code::N1403, at, format!("`local_size_{letter}` is 0: it must be at least 1"));
            return;
        }
        if value > max {
            let message = format!("`local_size_{letter}` is {value}: the limit is {max}");
            self.error(Code::N0501, at, message);
            return;
        }
        let Some(slot) = self.workgroup_size.fixed.get_mut(axis) else { return };
        match *slot {
            Some((previous, declared)) if previous != value => {
                let message = format!("`local_size_{letter}` is redeclared as {value}, but was {previous}");
                self.report(
                    Diagnostic::new(Code::N1403, at, message).secondary(declared, "the other declaration"),
                );
            }
            _ => *slot = Some((value, at)),
        }
    }

    /// Checks the number of invocations, the product of the sizes.
    fn check_invocations(&mut self) {
        let sizes = self.workgroup_size.fixed.iter().flatten();
        let count = sizes.clone().fold(1u64, |count, &(size, _)| count.saturating_mul(u64::from(size)));
        let last = sizes.map(|&(_, span)| span).max_by_key(|span| span.start);
        if let Some(at) = last.filter(|_| count > MAX_INVOCATIONS) {
            let message = format!("the workgroup has {count} invocations: the limit is {MAX_INVOCATIONS}");
            self.error(Code::N0501, at, message);
        }
    }

    /// Returns the constants of the workgroup size.
    fn workgroup_constants(&mut self) -> [Handle<Const>; 3] {
        if let Some(constants) = self.workgroup_size.constants {
            return constants;
        }
        let constants = [0, 1, 2].map(|axis: usize| {
            let size = self.workgroup_size.fixed.get(axis).copied().flatten().map_or(1, |(size, _)| size);
            match self.workgroup_size.ids.get(axis).copied().flatten() {
                Some((id, span)) => self.size_constant(id, size, axis, span),
                None => self.scalar_const(scalar::U32, u64::from(size)),
            }
        });
        self.workgroup_size.constants = Some(constants);
        constants
    }

    /// Returns the constant for a size with an id (`local_size_x_id`): a specialization constant of the program or a new one, or the
    /// value that the options set.
    fn size_constant(&mut self, id: u32, size: u32, axis: usize, span: Span) -> Handle<Const> {
        let declared = self.spec_constant_with(id);
        let chosen = self.options.specialization.local_size.and_then(|size| size.get(axis).copied());
        if let (None, Some(size)) = (declared, chosen) {
            return self.scalar_const(scalar::U32, u64::from(size));
        }
        let spec = declared.unwrap_or_else(|| {
            let letter = AXES.get(axis).copied().unwrap_or('x');
            let name = self.names.intern(&format!("gl_WorkGroupSize.{letter}"));
            let default = self.default_of_spec_constant(id, name, scalar::U32).unwrap_or(u64::from(size));
            let spec = SpecConstant { name, id, scalar: scalar::U32, default, span };
            self.add_spec_constant(spec)
        });
        if self.program.spec_constants[spec].default == 0 {
            self.error(Code::N0602, span, "the workgroup size is 0");
        }
        self.spec_constant_value(spec)
    }

    /// Returns `gl_WorkGroupSize`: a constant, available after a fixed size is declared (GLSL §7.1).
    pub(in crate::check) fn workgroup_size_constant(&mut self, ty: Type, span: Span) -> ExprId {
        if self.workgroup_size.declared.is_none() && self.workgroup_size.invalid {
            return self.poison(span);
        }
        if self.workgroup_size.variable.is_none() && self.options.specialization.local_size.is_some() {
            self.undeclared_size(span);
        }
        if self.workgroup_size.declared.is_none() {
            let mut diagnostic = Diagnostic::new(
                Code::N1403,
                span,
                "`gl_WorkGroupSize` is used before a fixed workgroup size is declared",
            );
            diagnostic = match self.workgroup_size.variable {
                Some(variable) => {
                    diagnostic.secondary(variable, "the size is variable").help("use `gl_LocalGroupSizeARB`")
                }
                None => diagnostic.help("declare it: `layout(local_size_x = 64) in;`"),
            };
            return self.error_expr(diagnostic, span);
        }
        let parts = self.workgroup_constants().to_vec();
        let constant = self.constant(Const::Composite(ty, parts));
        self.const_expr(constant, ty, span)
    }

    /// Sets the size of a program that declares none: that of `--local-size`, or 1, 1, 1.
    fn undeclared_size(&mut self, span: Span) {
        if self.workgroup_size.declared.is_some() {
            return;
        }
        let size = self.options.specialization.local_size.unwrap_or([1; 3]);
        self.workgroup_size.declared = Some(span);
        self.workgroup_size.fixed = size.map(|size| Some((size, span)));
    }

    /// Requires version 4.30 or GL_ARB_compute_shader. A declaration of a fixed size already requires it, but the size may
    /// be variable or missing.
    fn require_compute(&mut self) {
        let reported = self.diags.iter().any(|finding| matches!(finding.code, Code::N1501 | Code::N1107));
        if !reported && !self.features.ever_satisfied(&COMPUTE_SHADER) {
            let at = self.input.version.span.unwrap_or(self.input.end);
            let diagnostic = self.missing_feature(&COMPUTE_SHADER, "a compute shader", at);
            self.report(diagnostic);
        }
    }

    /// Sets the program's workgroup size. A program without a declared size is accepted, with that of
    /// `--local-size` or 1, 1, 1. The specification requires a declaration (GLSL §4.4.1.4), but no compiler does,
    /// because another compilation unit of the program may contain it.
    pub(in crate::check) fn finish_workgroup_size(&mut self) {
        let size = &self.workgroup_size;
        let open = size.variable.is_some() || size.invalid;
        if !open && size.declared.is_none() {
            let at = self.input.end;
            if self.options.specialization.local_size.is_none() {
                self.diags.add(
                    Diagnostic::new(Code::W1401, at, "no workgroup size is declared: it is 1, 1, 1")
                        .help("declare it: `layout(local_size_x = 64) in;`, or pass `--local-size`"),
                );
            }
            self.undeclared_size(at);
        }
        self.require_compute();
        self.finish_derivatives();
        if open {
            return;
        }
        self.check_invocations();
        self.program.local_size = Some(self.workgroup_constants());
    }
}
