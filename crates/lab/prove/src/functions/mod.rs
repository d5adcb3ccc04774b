//! Translation validation: proves for each pass that the function after it refines the function before it.
//!
//! Functions are executed symbolically ([`execute`], [`state`], [`logic`]). Memory is an SMT array for each region
//! ([`memory`], [`layout`], `address`, `access`). Other effects are uninterpreted functions of their operands and of the
//! sequence of earlier effects (`effects`), so that the solver compares which effects occur, in which order, and with which
//! operands. [`compare`] asks the solver, after [`sweep`] has found equal terms; [`validate`] runs the pipeline on the
//! programs of [`corpus`] and [`generate`]; [`replay`] runs counterexamples in the interpreter.

mod access;
mod address;
pub mod compare;
pub mod corpus;
mod effects;
pub mod execute;
pub mod generate;
pub mod layout;
pub mod logic;
pub mod memory;
pub mod replay;
pub mod state;
pub mod sweep;
pub mod validate;
