//! Keeps the smallest of many expressions, and random ones among those of equal size. A small expression contains little
//! besides what a rule matches.

use crate::expr::Expr;
use crate::rng::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The smallest expressions so far, keyed by size and a random tie-breaker.
#[derive(Default)]
pub struct Sample(BTreeMap<(usize, u64), Arc<Expr>>);

impl Sample {
    /// Adds an expression. If there are then more than `most`, drops the largest.
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
