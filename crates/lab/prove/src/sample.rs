//! The smallest of many expressions, any of those of one size: what one rule needs, and little else.

use crate::expr::Expr;
use crate::rng::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Up to a number of expressions.
#[derive(Default)]
pub struct Sample(BTreeMap<(usize, u64), Arc<Expr>>);

impl Sample {
    /// Adds an expression, and drops the largest if there are more than `most`.
    pub fn add(&mut self, expr: Arc<Expr>, most: usize, rng: &mut Rng) {
        let key = (expr.size(), rng.bits());
        if self.0.len() >= most && self.0.last_key_value().is_none_or(|(largest, _)| key > *largest) {
            return;
        }
        if self.0.values().any(|kept| *kept == expr) {
            return;
        }
        self.0.insert(key, expr);
        if self.0.len() > most {
            self.0.pop_last();
        }
    }

    /// The size of the smallest expression.
    pub fn smallest(&self) -> usize {
        self.0.first_key_value().map_or(0, |((size, _), _)| *size)
    }

    /// The expressions, smallest first.
    pub fn into_expressions(self) -> impl Iterator<Item = Arc<Expr>> {
        self.0.into_values()
    }
}
