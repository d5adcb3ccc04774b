//! Bitcast counts per candidate type of a variable or phi: the cost model that [`crate::infer_param_types`] and
//! [`crate::infer_local_types`] share.

use nvc_ir::Type;
use smallvec::SmallVec;

/// The number of bitcasts that each candidate type would save.
#[derive(Clone, Default)]
pub(crate) struct CastVotes(SmallVec<[(Type, i32); 2]>);

impl CastVotes {
    /// Records that a change of type from `old` to `ty` would save `casts` bitcasts.
    pub(crate) fn add(&mut self, old: Type, ty: Type, casts: i32) {
        if ty == old {
            return;
        }
        match self.0.iter_mut().find(|(t, _)| *t == ty) {
            Some((_, count)) => *count += casts,
            None => self.0.push((ty, casts)),
        }
    }

    /// The type that saves the most bitcasts, if it saves more than `cost`. The first one added wins a tie.
    pub(crate) fn winner(&self, cost: i32) -> Option<Type> {
        let best = self.0.iter().rev().max_by_key(|(_, saved)| *saved)?;
        (best.1 > cost).then_some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use super::CastVotes;
    use nvc_ir::Types;

    #[test]
    fn first_of_equals_wins_if_it_pays() {
        let mut votes = CastVotes::default();
        assert_eq!(votes.winner(0), None);
        votes.add(Types::I32, Types::I32, 9);
        votes.add(Types::I32, Types::F32, 1);
        votes.add(Types::I32, Types::F16, 2);
        votes.add(Types::I32, Types::F32, 1);
        assert_eq!(votes.winner(1), Some(Types::F32));
        assert_eq!(votes.winner(2), None);
        votes.add(Types::I32, Types::F16, 1);
        assert_eq!(votes.winner(2), Some(Types::F16));
    }
}
