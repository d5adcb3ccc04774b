//! Resolves fixed-function state (`state.*`). The vectors that a program declares or reads are numbered in source order.

use nvc_diag::{Code, Limit, Reported, Span};
use rustc_hash::FxHashMap;

use crate::ast::FixedState;
use crate::resolve::{ParamItem, Resolver};

/// The fixed-function state that a program declares or reads.
#[derive(Default)]
pub(in crate::resolve) struct States {
    pub(in crate::resolve) names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl Resolver<'_, '_> {
    /// Returns the vectors of a state variable: a single one, or the rows of a matrix.
    pub(in crate::resolve) fn state_items(
        &mut self,
        state: &FixedState,
        span: Span,
    ) -> Result<Vec<ParamItem>, Reported> {
        let Some(rows) = state.rows else {
            return Ok(vec![self.state_item(state.path.clone(), span)?]);
        };
        if rows.last > 3 {
            let message = "a matrix has only rows 0 to 3";
            return self.fail(Code::N0205, rows.span, message, "use a smaller row");
        }
        (rows.first..=rows.last)
            .map(|row| self.state_item(format!("{}.row[{row}]", state.path).into(), span))
            .collect()
    }

    fn state_item(&mut self, name: Box<str>, span: Span) -> Result<ParamItem, Reported> {
        let next = self.state.names.len();
        if let Some(&known) = self.state.numbers.get(&name) {
            return Ok(ParamItem::State(known));
        }
        let max_count = self.diags.limit(Limit::StateVectors);
        let Some(number) = u32::try_from(next).ok().filter(|_| next < max_count) else {
            let message = format!("the program reads more than {max_count} vectors of state.*");
            let finding = self.diags.limits().exceeded(Limit::StateVectors, span, message);
            return Err(self.report(finding.help("pass some of them in a parameter buffer")));
        };
        self.state.names.push(name.clone());
        self.state.numbers.insert(name, number);
        Ok(ParamItem::State(number))
    }
}
