//! Checks the arguments of cooperative-matrix functions, whose sizes, scopes and types must match, and `length()`.

use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::tree::ExprKind;
use crate::types::constant::{Const, default_bits};
use crate::types::{CoopMatrix, ScalarKind, TypeKind, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::FpEncoding;

/// Extensions that allow conversions of accumulators to factors.
pub(super) const USE_CONVERSIONS: &[&str] =
    &["GL_NV_cooperative_matrix2", "GL_EXT_cooperative_matrix_maintenance1"];

/// `gl_MatrixOperandsSaturatingAccumulation`
const SATURATING: i128 = 0x10;

/// The number of invocations assumed to share a matrix: the size of NVIDIA's subgroups.
const SUBGROUP_SIZE: u64 = 32;

impl Checker<'_> {
    /// Checks the arguments of `coopMatMulAddNV` and `coopMatMulAdd`: A has as many columns as B has rows, C has the rows of A
    /// and the columns of B, and all have the same scope. NV matrices have components of one kind; KHR matrices have the
    /// uses 0, 1 and 2. Values of specialization constants are unknown and not checked.
    pub(super) fn check_mul_add(&mut self, args: &[ExprId], span: Span) -> bool {
        let mut matrices = args.iter().filter_map(|&arg| match *self.kind(arg) {
            TypeKind::CoopMatrix(matrix) => Some(matrix),
            _ => None,
        });
        let (Some(a), Some(b), Some(c)) = (matrices.next(), matrices.next(), matrices.next()) else {
            return true;
        };
        let facts = [
            (a.columns, b.rows, "A's columns", "B's rows"),
            (a.rows, c.rows, "A's rows", "C's rows"),
            (b.columns, c.columns, "B's columns", "C's columns"),
            (a.scope, b.scope, "A's scope", "B's scope"),
            (a.scope, c.scope, "A's scope", "C's scope"),
        ];
        let mut notes: Vec<String> = Vec::new();
        for (x, y, left, right) in facts {
            if let Some((x, y)) = self.known_difference(x, y) {
                notes.push(format!("{left}: {x}, {right}: {y}"));
            }
        }
        for (matrix, wanted, name) in [(a, 0, "A"), (b, 1, "B"), (c, 2, "C")] {
            if let Some(usage) = self.matrix_use(matrix)
                && usage != wanted
            {
                notes.push(format!("the use of {name} is {usage}, not {wanted}"));
            }
        }
        // GL_NV_cooperative_matrix requires components of one kind.
        let kinds = [a, b, c].map(|matrix| matrix.scalar.kind);
        if c.usage.is_none() && kinds != [c.scalar.kind; 3] {
            notes.push("A, B and C have components of different kinds".to_string());
        }
        if notes.is_empty() {
            return args.get(3).is_none_or(|&operands| self.check_operands(operands));
        }
        let message = "the matrices do not form a product A * B + C";
        let diagnostic = Diagnostic::new(Code::N1301, span, message);
        self.report(notes.into_iter().fold(diagnostic, Diagnostic::note));
        false
    }

    /// Checks the matrices of `saturatedConvertEXT`: the result has 8-bit float components, and its type differs from that
    /// of the value only in the component type (GL_EXT_float_e4m3).
    pub(super) fn check_saturated_matrix(&mut self, args: &[ExprId], span: Span) -> bool {
        let [result, value] = *args else { return true };
        let (TypeKind::CoopMatrix(to), TypeKind::CoopMatrix(from)) = (self.kind(result), self.kind(value))
        else {
            return true;
        };
        let (to, from) = (*to, *from);
        let float8 = to.scalar.encoding().is_some_and(FpEncoding::is_float8);
        let note = if !float8 {
            "the components of the result must be `floate4m3_t` or `floate5m2_t`"
        } else if (CoopMatrix { scalar: to.scalar, ..from }) != to {
            "the matrices must have the same scope, rows, columns and use"
        } else if from.scalar == to.scalar {
            "the matrices already have the same type"
        } else {
            return true;
        };
        let message =
            format!("{} does not convert to {}", self.show(self.ty(value)), self.show(self.ty(result)));
        self.report(Diagnostic::new(Code::N1301, span, message).note(note));
        false
    }

    /// Checks the array of a GL_NV_cooperative_matrix load or store. The elements for a float matrix are floats, unsigned
    /// integers, `uvec2` or `uvec4`; those for an integer matrix are integers, or vectors of 2 or 4 32-bit integers.
    pub(super) fn check_load_store(&mut self, args: &[ExprId], span: Span) -> bool {
        let [matrix, memory, ..] = *args else { return true };
        let (TypeKind::CoopMatrix(matrix), TypeKind::Array(element, _)) =
            (self.kind(matrix), self.kind(memory))
        else {
            return true;
        };
        let (matrix, element) = (*matrix, *element);
        let Some((shape, scalar)) = self.shape(element) else { return true };
        let integer = matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
        let pair_or_four = matches!(shape, Shape::Vector(2 | 4));
        let fits = match (matrix.scalar.kind, shape) {
            (ScalarKind::Float, Shape::Scalar) => scalar.kind != ScalarKind::Sint,
            (ScalarKind::Float, _) => scalar == scalar::U32 && pair_or_four,
            (_, Shape::Scalar) => integer,
            _ => integer && scalar.width == 4 && pair_or_four,
        };
        if !fits {
            let matrix_ty = args.first().map_or_else(String::new, |&arg| self.show(self.ty(arg)));
            let message =
                format!("{matrix_ty} cannot be loaded from or stored to an array of {}", self.show(element));
            self.error(Code::N1301, span, message);
        }
        fits
    }

    /// Checks the array of a GL_KHR_cooperative_matrix load or store, whose elements are scalars or vectors of 2 or 4, and the
    /// layout.
    pub(super) fn check_khr_load_store(&mut self, args: &[ExprId], span: Span) -> bool {
        let [matrix, memory, _, _, layout] = *args else { return true };
        let TypeKind::Array(element, _) = *self.kind(memory) else { return true };
        if !matches!(self.shape(element), Some((Shape::Scalar | Shape::Vector(2 | 4), _))) {
            let (matrix, element) = (self.show(self.ty(matrix)), self.show(element));
            let message = format!("{matrix} cannot be loaded from or stored to an array of {element}");
            self.error(Code::N1301, span, message);
            return false;
        }
        let number = self.const_of(layout).and_then(|layout| self.integer(layout));
        if let Some(number) = number.filter(|number| !(0..=1).contains(number)) {
            let at = self.span(layout);
            let help = "write one of the constants `gl_CooperativeMatrixLayout...`";
            let message = format!("{number} is not a matrix layout");
            self.report(Diagnostic::new(Code::N1301, at, message).help(help));
            return false;
        }
        true
    }

    /// Checks the operands of `coopMatMulAdd`, a mask.
    fn check_operands(&mut self, operands: ExprId) -> bool {
        let mask = self.const_of(operands).and_then(|operands| self.integer(operands));
        let Some(mask) = mask.filter(|mask| mask & !SATURATING != 0) else { return true };
        let at = self.span(operands);
        let message = format!("{mask} is not a mask of matrix operands");
        let help = "write 0 or `gl_MatrixOperandsSaturatingAccumulation`";
        self.report(Diagnostic::new(Code::N1301, at, message).help(help));
        false
    }

    /// Checks `m.length()` of a cooperative matrix. Where a constant expression is required, the length of an NV matrix is a
    /// constant. Elsewhere it is computed at run time, because with `--coopmat khr` it may depend on the use of the matrix
    /// (A, B or accumulator).
    pub(super) fn cooperative_length(&mut self, base: ExprId, matrix: CoopMatrix, span: Span) -> ExprId {
        if !self.in_constant_expr || matrix.usage.is_some() {
            return self.push(ExprKind::Length(base), self.common.int, span);
        }
        let (constants, specs) = (&self.program.constants, &self.program.spec_constants);
        let [rows, columns] = [matrix.rows, matrix.columns]
            .map(|number| default_bits(constants, specs, number).unwrap_or(1) & u64::from(u32::MAX));
        let default = (rows.saturating_mul(columns) / SUBGROUP_SIZE).clamp(1, i32::MAX as u64);
        let constant = self.constant(Const::Components { matrix: self.ty(base), default });
        self.const_expr(constant, self.common.int, span)
    }

    /// Returns whether a constant depends on the length of a cooperative matrix.
    pub(in crate::check) fn depends_on_length(&self, constant: Handle<Const>) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![constant];
        while let Some(constant) = stack.pop() {
            match &self.program.constants[constant] {
                Const::Components { .. } => return true,
                Const::Op { operands: parts, .. } | Const::Composite(_, parts) if seen.insert(constant) => {
                    stack.extend(parts);
                }
                _ => {}
            }
        }
        false
    }

    /// Returns whether an expression depends on the length of a cooperative matrix.
    pub(in crate::check) fn uses_cooperative_length(&self, e: ExprId) -> bool {
        match self.body.exprs[e].kind {
            ExprKind::Length(base) => matches!(self.kind(base), TypeKind::CoopMatrix(_)),
            ExprKind::Convert(a) | ExprKind::Unary(_, a) => self.uses_cooperative_length(a),
            ExprKind::Binary(_, a, b) => self.uses_cooperative_length(a) || self.uses_cooperative_length(b),
            _ => false,
        }
    }

    /// Returns whether `from` is an accumulator and `to` is a factor.
    pub(super) fn becomes_factor(&self, from: CoopMatrix, to: CoopMatrix) -> bool {
        self.matrix_use(from) == Some(2) && matches!(self.matrix_use(to), Some(0 | 1))
    }

    /// Returns the values of two constants if both are known and they differ.
    pub(super) fn known_difference(&self, x: Handle<Const>, y: Handle<Const>) -> Option<(i128, i128)> {
        let (x, y) = (self.integer(x)?, self.integer(y)?);
        (x != y).then_some((x, y))
    }

    pub(super) fn matrix_use(&self, matrix: CoopMatrix) -> Option<i128> {
        matrix.usage.and_then(|usage| self.integer(usage))
    }
}
