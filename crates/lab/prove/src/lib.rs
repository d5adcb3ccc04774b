//! Proves the optimiser correct with an SMT solver: the simplifier's rules, constant folding, the analyses that rules rely on,
//! and functions before and after each pass. `docs/proofs.md` says what is proved, what is only tested, and what is assumed.
//!
//! - [`meaning`] defines the pure operations in SMT-LIB; [`encode`] translates IR functions to SMT-LIB terms.
//! - [`refine`] asks the solver whether one function refines another.
//! - [`universe`], [`draw`] and [`expr`] generate the expressions on which rules and analyses are tried.
//! - [`rules`] and [`analyses`] prove; [`folding`] and [`meanings`] compare with the interpreter.
//! - [`functions`] proves that the function after each pass refines the one before it.
//! - [`replay`] runs a wrongly simplified expression in the interpreter.

#![forbid(unsafe_code)]

pub mod analyses;
pub mod draw;
pub mod encode;
pub mod expr;
pub mod folding;
pub mod functions;
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
