//! Checks expressions: their types, the overloads they call, and the constants they fold to.
//!
//! | file | checks |
//! |---|---|
//! | [`expression`] | literals, names; dispatches to the other files |
//! | [`operators`] | unary and binary operators |
//! | [`assignments`] | assignments, increments and decrements |
//! | [`lvalues`] | what can be assigned to or read |
//! | [`access`] | members, swizzles, indices, `.length()` |
//! | [`operands`] | rejects opaque types and blocks as operands |
//! | [`pointers`] | buffer references, pointers, and their arithmetic |
//! | [`constructors`] | constructors and explicit conversions |
//! | [`calls`] | calls: constructors, functions, built-in functions |
//! | [`candidates`] | the candidates of a call |
//! | [`overloads`] | overload resolution |
//! | [`builtins`] | the overloads of a built-in function; built-in variables |
//! | [`builtin_folding`] | built-in functions of constants |
//! | [`constant_values`] | building and folding constants |
//! | [`image_arguments`] | arguments of texture and image functions |
//! | [`memory_semantics`] | arguments of atomics, barriers and subgroup clusters |
//! | [`cooperative`] | arguments of cooperative-matrix functions |
//! | [`cooperative_vectors`] | constructors and functions of cooperative vectors |
//! | [`matrix_functions`] | arguments of the functions of GL_NV_cooperative_matrix2 and its successors |
//! | [`callbacks`] | functions that cooperative-matrix functions call for each element |

mod access;
mod assignments;
mod builtin_folding;
mod builtins;
mod callbacks;
mod calls;
mod candidates;
mod constant_values;
mod constructors;
mod cooperative;
mod cooperative_vectors;
mod expression;
mod image_arguments;
mod lvalues;
mod matrix_functions;
mod memory_semantics;
mod operands;
mod operators;
mod overloads;
mod pointers;
