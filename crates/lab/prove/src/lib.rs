//! Proves the optimiser with an SMT solver: the simplifier's rules, constant folding, and the analyses that rules rely
//! on. `docs/proofs.md` says what is proved, what is only tested, and what is assumed.
//!
//! - [`meaning`] is the meaning of every pure operation as terms; [`encode`] turns functions into terms.
//! - [`refine`] asks the solver whether one function refines another.
//! - [`universe`], [`draw`] and [`expr`] make the expressions that rules match.
//! - [`rules`], [`analyses`] and [`folding`] are what is proved or compared; [`replay`] runs a counterexample.

#![forbid(unsafe_code)]

pub mod analyses;
pub mod draw;
pub mod encode;
pub mod expr;
pub mod folding;
pub mod lane;
pub mod meaning;
pub mod meanings;
pub mod operands;
pub mod refine;
pub mod replay;
pub mod rng;
pub mod rules;
pub mod sample;
pub mod solver;
pub mod universe;
pub mod workers;
