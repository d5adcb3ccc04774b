//! Prints the listing of a module.

use super::Place;
use super::function::FunctionWriter;
use super::globals::{write_entry, write_global, write_spec_const};
use super::lex::write_string;
use super::spirv::{write_inst, write_spirv};
use crate::entity::FuncId;
use crate::module::Module;
use std::fmt::{self, Write};

/// The statement for [`Module::matrix_maintenance`].
pub(super) const MATRIX_MAINTENANCE: &str = "cooperative_matrix_maintenance1";

/// Writes a listing, with notes after the lines they refer to.
struct Printer<'a> {
    module: &'a Module,
    notes: &'a [(Place, String)],
    out: String,
}

/// Prints a module with notes.
pub(super) fn listing(module: &Module, notes: &[(Place, String)]) -> String {
    let mut printer = Printer { module, notes, out: String::new() };
    // Writing to a string does not fail.
    let _ = printer.module();
    printer.out
}

/// Prints one function.
pub(super) fn function_listing(module: &Module, func: FuncId) -> String {
    let mut printer = Printer { module, notes: &[], out: String::new() };
    let _ = printer.function(func);
    printer.out
}

/// Prints the line of a place without indentation; returns an empty string if the place has no line.
pub(super) fn line(module: &Module, place: Place) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_line(&mut out, module, place);
    out.truncate(out.trim_end().len());
    out.drain(..out.len() - out.trim_start().len());
    out
}

fn write_line(out: &mut String, module: &Module, place: Place) -> fmt::Result {
    let writer = |func| module.functions.get(func).map(|func| FunctionWriter::new(&module.types, func));
    match place {
        Place::Module | Place::Type(_) => Ok(()),
        Place::SpecConst(id) => match module.spec_constants.get(id) {
            Some(data) => write_spec_const(out, &module.types, id, data),
            None => Ok(()),
        },
        Place::Global(id) => match module.globals.get(id) {
            Some(data) => write_global(out, &module.types, id, data),
            None => Ok(()),
        },
        Place::Entry => module.entry.as_ref().map_or(Ok(()), |entry| write_entry(out, entry)),
        Place::Function(func) => writer(func).map_or(Ok(()), |w| w.head(out, func)),
        Place::Local(func, local) => writer(func).map_or(Ok(()), |w| w.local(out, local)),
        Place::Block(func, block) => writer(func).map_or(Ok(()), |w| w.block(out, block)),
        Place::Inst(func, inst) => writer(func).map_or(Ok(()), |w| w.inst(out, inst)),
        Place::Terminator(func, block) => writer(func).map_or(Ok(()), |w| w.terminator(out, block)),
    }
}

impl Printer<'_> {
    fn module(&mut self) -> fmt::Result {
        let module = self.module;
        self.out.push_str("module ");
        self.out.push_str(module.phase.name());
        self.end_line(Place::Module);
        for ty in module.types.iter().map(|(ty, _)| ty) {
            self.notes_of(Place::Type(ty));
        }
        for (id, text) in module.strings.iter().enumerate() {
            write!(self.out, "string{id} = ")?;
            write_string(&mut self.out, text)?;
            self.out.push('\n');
        }
        for (id, inst) in module.spirv.iter().enumerate() {
            write!(self.out, "spirv{id}")?;
            write_inst(&mut self.out, &module.types, inst)?;
            self.out.push('\n');
        }
        for (id, data) in module.spec_constants.iter() {
            write_spec_const(&mut self.out, &module.types, id, data)?;
            self.end_line(Place::SpecConst(id));
        }
        for (id, data) in module.globals.iter() {
            write_global(&mut self.out, &module.types, id, data)?;
            self.end_line(Place::Global(id));
        }
        for (id, (global, decoration)) in module.decorations.iter().enumerate() {
            write!(self.out, "decoration{id} = {global} ")?;
            write_spirv(&mut self.out, &module.types, decoration)?;
            self.out.push('\n');
        }
        for (id, mode) in module.execution_modes.iter().enumerate() {
            write!(self.out, "mode{id} = ")?;
            write_spirv(&mut self.out, &module.types, mode)?;
            self.out.push('\n');
        }
        if module.matrix_maintenance {
            writeln!(self.out, "{MATRIX_MAINTENANCE}")?;
        }
        if let Some(entry) = &module.entry {
            write_entry(&mut self.out, entry)?;
            self.end_line(Place::Entry);
        } else {
            self.notes_of(Place::Entry);
        }
        for id in module.functions.keys() {
            self.out.push('\n');
            self.function(id)?;
        }
        Ok(())
    }

    fn function(&mut self, id: FuncId) -> fmt::Result {
        let module = self.module;
        let Some(func) = module.functions.get(id) else { return Ok(()) };
        let writer = FunctionWriter::new(&module.types, func);
        writer.head(&mut self.out, id)?;
        self.end_line(Place::Function(id));
        for local in func.locals.keys() {
            writer.local(&mut self.out, local)?;
            self.end_line(Place::Local(id, local));
        }
        for &block in &func.layout {
            let Some(data) = func.blocks.get(block) else { continue };
            writer.block(&mut self.out, block)?;
            self.end_line(Place::Block(id, block));
            for &inst in &data.insts {
                self.out.push_str("  ");
                writer.inst(&mut self.out, inst)?;
                self.end_line(Place::Inst(id, inst));
            }
            self.out.push_str("  ");
            writer.terminator(&mut self.out, block)?;
            self.end_line(Place::Terminator(id, block));
        }
        self.out.push_str("}\n");
        Ok(())
    }

    /// Ends the line of a place and writes the notes that refer to it.
    fn end_line(&mut self, place: Place) {
        self.out.push('\n');
        self.notes_of(place);
    }

    fn notes_of(&mut self, place: Place) {
        for (_, note) in self.notes.iter().filter(|(at, _)| *at == place) {
            self.out.push_str(NOTE);
            // A note must stay on one line, so that the listing can still be parsed.
            self.out.push_str(&note.replace('\n', " "));
            self.out.push('\n');
        }
    }
}

/// Prefix of a note's line.
pub(super) const NOTE: &str = "  ; ^ ";
