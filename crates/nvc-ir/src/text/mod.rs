//! The text form of a module, written by [`print()`] and read by [`parse`]. `docs/ir.md` defines the grammar.
//!
//! There is one instruction per line. Values and blocks are numbered densely in layout order, independent of
//! their ids, so that printing a parsed module reproduces the text. The names of operations and the
//! kinds of their immediates come from the table in [`crate::ops`]; a new operation needs no change here, unless it has a
//! new kind of immediate.

mod constants;
mod cursor;
mod excerpt;
pub(crate) mod flags;
mod function;
mod globals;
mod imm;
mod lex;
mod numbering;
mod parse;
mod parse_function;
mod print;
mod spirv;
mod types;

use crate::entity::{Block, FuncId, Global, Inst, Local, SpecConst, Type, Value};
use crate::function::Function;
use crate::module::Module;
use crate::types::Types;

pub use excerpt::excerpt;

/// A syntax error in the text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// The error message.
    pub message: String,
}

impl ParseError {
    /// Creates an error at a byte offset of a text.
    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        ParseError {
            line: count(before.matches('\n').count()),
            column: count(before[line_start..].chars().count()),
            message: message.into(),
        }
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A location in a module, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The module as a whole.
    Module,
    /// A type. Types have no line of their own in a listing.
    Type(Type),
    /// A specialization constant.
    SpecConst(SpecConst),
    /// A global.
    Global(Global),
    /// The entry point.
    Entry,
    /// A function.
    Function(FuncId),
    /// A variable in function storage.
    Local(FuncId, Local),
    /// A block and its parameters.
    Block(FuncId, Block),
    /// An instruction.
    Inst(FuncId, Inst),
    /// The terminator of a block.
    Terminator(FuncId, Block),
}

/// Prints a module.
pub fn print(module: &Module) -> String {
    print::listing(module, &[])
}

/// Prints a module with messages as comments, each after the line of its place.
pub fn print_annotated(module: &Module, notes: &[(Place, String)]) -> String {
    print::listing(module, notes)
}

/// Prints one function; returns an empty string if there is no function with this id.
pub fn print_function(module: &Module, func: FuncId) -> String {
    print::function_listing(module, func)
}

/// Prints the line of a place without indentation; returns an empty string if the place has no line.
pub fn print_line(module: &Module, place: Place) -> String {
    print::line(module, place)
}

/// Prints the line of one instruction without indentation.
pub fn print_inst(module: &Module, func: FuncId, inst: Inst) -> String {
    print_line(module, Place::Inst(func, inst))
}

/// The names that a function's values have in its listing.
pub struct ValueNames<'f> {
    func: &'f Function,
    numbers: numbering::Numbering,
}

impl<'f> ValueNames<'f> {
    /// Numbers the values of a function in its current state.
    pub fn new(func: &'f Function) -> Self {
        ValueNames { func, numbers: numbering::Numbering::new(func) }
    }

    /// Returns the name of a value that is not a constant.
    pub fn get(&self, value: Value) -> String {
        self.numbers.value(numbering::resolve(self.func, value))
    }
}

/// Prints a type.
pub fn print_type(all: &Types, ty: Type) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = types::write_type(&mut out, all, ty);
    out
}

/// Parses the listing of a module. The result may be invalid; [`crate::verify::verify`] checks it.
///
/// # Errors
/// The first syntax error.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    parse::module(text)
}
