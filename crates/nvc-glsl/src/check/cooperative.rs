//! Products of cooperative matrices: what their operands must have in common.

use super::{Checker, E};
use crate::tree::constant::Const;
use crate::types::{CoopMatrix, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks the operands of `coopMatMulAddNV` and `coopMatMulAdd`: A has as many columns as B rows, C
    /// has A's rows and B's columns, all have one scope, and KHR's the uses 0, 1, 2. Numbers that
    /// specialization constants give are not known here.
    pub(super) fn check_product(&mut self, args: &[E], span: Span) -> bool {
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
            if let Some((x, y)) = self.differ(x, y) {
                notes.push(format!("{left}: {x}, {right}: {y}"));
            }
        }
        for (matrix, wanted, name) in [(a, 0, "A"), (b, 1, "B"), (c, 2, "C")] {
            if let Some(usage) = self.usage(matrix)
                && usage != wanted
            {
                notes.push(format!("the use of {name} is {usage}, not {wanted}"));
            }
        }
        if notes.is_empty() {
            return true;
        }
        let message = "the matrices do not form a product A * B + C";
        let diagnostic = Diagnostic::new(Code::N1301, span, message);
        self.report(notes.into_iter().fold(diagnostic, Diagnostic::note));
        false
    }

    /// Two numbers that are known and differ.
    fn differ(&self, x: Handle<Const>, y: Handle<Const>) -> Option<(i128, i128)> {
        let (x, y) = (self.integer(x)?, self.integer(y)?);
        (x != y).then_some((x, y))
    }

    fn usage(&self, matrix: CoopMatrix) -> Option<i128> {
        matrix.usage.and_then(|usage| self.integer(usage))
    }
}
