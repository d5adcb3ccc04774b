//! The text form of a module: [`print()`] writes it, [`parse`] reads it. `docs/ir.md` has its
//! grammar.
//!
//! One instruction per line. Values and blocks are numbered densely in layout order whatever their
//! ids are, so that printing a parsed module gives the same text. Operations and immediates are
//! driven by the table in [`crate::ops`]; a new row needs no change here.

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
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    /// An error at a byte of a text.
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
    /// A type; types have no line of their own.
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
    /// A block, with its parameters.
    Block(FuncId, Block),
    /// An instruction.
    Inst(FuncId, Inst),
    /// The terminator of a block.
    Terminator(FuncId, Block),
}

/// The listing of a module.
pub fn print(module: &Module) -> String {
    print::listing(module, &[])
}

/// The listing of a module with messages as comments, each after the line of its place.
pub fn print_annotated(module: &Module, notes: &[(Place, String)]) -> String {
    print::listing(module, notes)
}

/// The listing of one function; empty if there is none with this id.
pub fn print_function(module: &Module, func: FuncId) -> String {
    print::function_listing(module, func)
}

/// The line of a place, without indentation; empty if it has none.
pub fn print_line(module: &Module, place: Place) -> String {
    print::line(module, place)
}

/// The line of one instruction, without indentation.
pub fn print_inst(module: &Module, func: FuncId, inst: Inst) -> String {
    print_line(module, Place::Inst(func, inst))
}

/// The names of a function's values in its listing.
pub struct ValueNames<'f> {
    func: &'f Function,
    numbers: numbering::Numbering,
}

impl<'f> ValueNames<'f> {
    /// The names in a function as it is now.
    pub fn new(func: &'f Function) -> Self {
        ValueNames { func, numbers: numbering::Numbering::new(func) }
    }

    /// The name of a value that is not a constant.
    pub fn get(&self, value: Value) -> String {
        self.numbers.value(numbering::resolve(self.func, value))
    }
}

/// A type in the text form.
pub fn print_type(all: &Types, ty: Type) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = types::write_type(&mut out, all, ty);
    out
}

/// Parses the listing of a module. [`crate::verify::verify`] checks whether it is valid.
///
/// # Errors
/// The first syntax error.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    parse::module(text)
}
