//! Semantic analysis: resolves names, types operands, and produces the [`Program`] that is lowered.
//!
//! The resolver checks statements soon after they are parsed, so that the syntax trees of only a few are in memory.
//! Declarations become [`Variable`]s ([`declarations`]). Instructions are checked against the instruction table in this order:
//! modifiers, destination, values, access ([`instructions`]). Blocks are matched, and labels and calls are checked ([`flow`]).
//! What may be declared after its use is checked at the end: labels, and options and SHARED_MEMORY in a wrong place. Each
//! operand and each declared name reports at most one error, and the names of a failed declaration stay declared, so that
//! errors do not cause further errors.

use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Reported, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{self, BoundArray, Ident, StatementKind};
use crate::options::{self, Feature, Features};
use crate::parse::{HEADER, Parser, expected_statements};
use nvc_diag::suggest::nearest;

mod body;
mod declarations;
mod flow;
mod instructions;
pub mod limits;
mod program;

pub use body::{Body, Inst};
pub use program::*;

/// The state of resolving a program.
struct Resolver<'t, 'd> {
    diags: &'d mut Diagnostics,
    features: Features,
    /// Features that were used before their option.
    missing: Features,
    /// The first use of each of these features: its span, and what requires it.
    missing_uses: Vec<(Feature, Span, String)>,
    vars: Vec<Variable>,
    names: FxHashMap<&'t str, VarId>,
    /// Names that have been reported as undeclared.
    undeclared: FxHashSet<&'t str>,
    labels: flow::labels::Labels<'t>,
    calls: flow::calls::Calls<'t>,
    blocks: flow::Blocks,
    units: instructions::target::UnitTargets,
    state: declarations::state::States,
    /// For each binding point of parameter buffers, the kind of the variables bound to it, with the span of the first.
    buffer_kinds: FxHashMap<u32, (BufferKind, Span)>,
    /// The type of the SUBROUTINE variable that uses each subroutine parameter, with the span of the
    /// variable.
    subroutine_params: FxHashMap<u32, (SubroutineTypeId, Span)>,
    numbers: Vec<Number>,
    body: Body,
    /// The SHARED_MEMORY; `None` before the declaration.
    shared_bytes: Option<u32>,
    /// The first access to shared memory before its declaration: the span of the instruction.
    undeclared_shared: Option<Span>,
    temporaries: u64,
    parameters: usize,
}

/// The number of statements that are parsed before they are resolved. Their trees fit into the CPU's caches; with fewer, the code
/// of the parser and of the resolver would take turns in the caches too often.
const CHUNK: usize = 128;

/// Parses, resolves and checks a program. All errors are reported to `diags`. Returns a program only if there are none.
pub fn resolve(file: FileId, text: &str, diags: &mut Diagnostics) -> Result<Program, Reported> {
    let mut parser = Parser::new(file, text, diags)?;
    let expected = expected_statements(text);
    parser.program.statements.reserve(expected.min(CHUNK));
    let mut r = Resolver::new(diags, expected);
    // The number of options and of SHARED_MEMORY declarations that have been resolved.
    let (mut options, mut shared) = (0, 0);
    let mut more = true;
    while more {
        while more && parser.program.statements.len() < CHUNK {
            more = parser.parse_next(r.diags);
        }
        let program = &mut parser.program;
        if options < program.options.len() {
            r.options(program.options.get(options..).unwrap_or_default());
            options = program.options.len();
        }
        if shared < program.shared_memory.len() {
            r.shared_memory(&program.shared_memory, shared);
            shared = program.shared_memory.len();
        }
        for statement in &program.statements {
            if r.diags.is_full() {
                break;
            }
            // Errors have been reported; the walk continues with the next statement.
            let _: Result<(), Reported> = r.statement(statement);
        }
        program.statements.clear();
    }
    r.finish(&parser.program)
}

/// The first error in a statement. It allows the remaining parts of the statement to be checked.
struct FirstError(Result<(), Reported>);

impl Default for FirstError {
    fn default() -> Self {
        FirstError(Ok(()))
    }
}

impl FirstError {
    /// Returns the value of a part, or records the error and returns `None`.
    fn note<T>(&mut self, part: Result<T, Reported>) -> Option<T> {
        match part {
            Ok(part) => Some(part),
            Err(reported) => {
                self.0 = self.0.and(Err(reported));
                None
            }
        }
    }
}

impl<'t, 'd> Resolver<'t, 'd> {
    /// Creates a resolver for a program of about this many statements.
    fn new(diags: &'d mut Diagnostics, statements: usize) -> Self {
        Resolver {
            diags,
            features: Features::default(),
            missing: Features::default(),
            missing_uses: Vec::new(),
            vars: Vec::new(),
            names: FxHashMap::default(),
            undeclared: FxHashSet::default(),
            labels: flow::labels::Labels::default(),
            calls: flow::calls::Calls::default(),
            blocks: flow::Blocks::default(),
            units: instructions::target::UnitTargets::default(),
            state: declarations::state::States::default(),
            buffer_kinds: FxHashMap::default(),
            subroutine_params: FxHashMap::default(),
            numbers: Vec::with_capacity(statements),
            body: Body::with_capacity(statements),
            shared_bytes: None,
            undeclared_shared: None,
            temporaries: 0,
            parameters: 0,
        }
    }

    /// Makes the checks that need the whole program, and returns it. `program` has the declarations of the header.
    fn finish(mut self, program: &ast::Program<'t>) -> Result<Program, Reported> {
        let group_size = self.group_size(program);
        self.check_missing_features();
        self.check_undeclared_shared(program);
        self.close_blocks(program.end);
        self.end_label();
        let callees = self.link_calls();
        self.finish_subroutine_types();
        self.check_calls();
        self.check_relative_params();
        self.diags.check()?;
        let entry = self.labels.find("main").and_then(|id| self.labels.at(id)).unwrap_or(0);
        Ok(Program {
            features: self.features,
            group_size: group_size.unwrap_or(GroupSize::Fixed([1; 3])),
            shared_bytes: self.shared_bytes,
            vars: self.vars,
            labels: self.labels.list,
            callees,
            subroutine_types: self.labels.types,
            state: self.state.names,
            numbers: self.numbers,
            body: self.body,
            entry,
            end: program.end,
        })
    }

    #[cold]
    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diags.report(diagnostic)
    }

    /// Reports an error with help.
    #[cold]
    fn fail<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<T, Reported> {
        Err(self.report(Diagnostic::new(code, span, message).help(help)))
    }

    /// Warns about a violation of the specification that NVIDIA's loader (the assembler in its OpenGL driver) accepts and
    /// whose meaning is obvious (docs/divergence.md).
    fn accept_with_warning(&mut self, span: Span, message: impl Into<String>, meaning: &str, help: &str) {
        let finding = Diagnostic::new(Code::W0102, span, message);
        self.diags.add(finding.note(format!("accepted, as by NVIDIA's loader: {meaning}")).help(help));
    }

    /// Returns the proof that an error was reported, for uses of a name whose declaration failed.
    #[cold]
    fn already_reported<T>(&mut self, span: Span) -> Result<T, Reported> {
        match self.diags.check() {
            Err(reported) => Err(reported),
            Ok(()) => {
                self.fail(Code::N0901, span, "a failed declaration was not reported", "please report this")
            }
        }
    }

    fn statement(&mut self, statement: &ast::Statement<'t>) -> Result<(), Reported> {
        match &statement.kind {
            StatementKind::Label { name, number } => self.define_label(*name, number.as_ref()),
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Instruction(instruction) => self.instruction(instruction, statement.span),
            StatementKind::Broken(broken) => {
                for name in &broken.names {
                    self.names.entry(name.text).or_insert_with(|| error_var(&mut self.vars, *name));
                }
                if let Some(label) = broken.label {
                    self.broken_label(label);
                }
                match broken.opcode {
                    Some(opcode) => self.broken_block(opcode, statement.span),
                    None => Ok(()),
                }
            }
        }
    }

    /// Records the use of a feature, if its option has not been given so far.
    fn require_feature(&mut self, feature: Feature, span: Span, what: impl std::fmt::Display) {
        if !self.features.has(feature) && !self.missing.has(feature) {
            self.missing.insert(feature);
            self.missing_uses.push((feature, span, what.to_string()));
        }
    }

    /// Reports each feature without its option once, at its first use. An option in a wrong place has been reported.
    fn check_missing_features(&mut self) {
        for (feature, span, what) in std::mem::take(&mut self.missing_uses) {
            if self.features.has(feature) {
                continue;
            }
            let option = feature.option();
            let message = format!("{what} requires OPTION {option}");
            let after_header = Span::new(span.file, HEADER.len(), HEADER.len());
            let finding = Diagnostic::new(Code::N0307, span, message)
                .help(format!("add `OPTION {option};` after the header"))
                .fix(after_header, format!("\nOPTION {option};"));
            self.report(finding);
        }
    }

    /// Looks up the variable with a name. `keyword` is the keyword of the expected class of variables.
    fn lookup(&mut self, name: Ident<'t>, keyword: &str) -> Result<VarId, Reported> {
        if let Some(&id) = self.names.get(name.text) {
            return Ok(id);
        }
        let finding = Diagnostic::new(Code::N0201, name.span, format!("`{}` is not declared", name.text));
        let not_a_value = |class: &str| {
            matches!(class, "STORAGE" | "SHARED" | "COUNTER" | "SUBROUTINE" | "TEXTURE" | "IMAGE")
        };
        // Suggests a variable of the expected class, or any value where a value is expected.
        let fits = |var: &&Variable| {
            let class = instructions::operand::keyword(&var.kind);
            class == keyword || !(not_a_value(class) || not_a_value(keyword))
        };
        let near = nearest(name.text, self.vars.iter().filter(fits).map(|var| &*var.name));
        let finding =
            match near.and_then(|near| self.names.get(near)).and_then(|id| self.vars.get(id.0 as usize)) {
                // A name that differs only in its number is another register, not a misspelling.
                Some(var) if stem(&var.name) == stem(name.text) && keyword == "TEMP" => finding
                    .secondary(var.span, format!("`{}` is declared here", var.name))
                    .help(format!("declare it too: `TEMP {};`", name.text)),
                Some(var) => finding.secondary(var.span, "declared here").did_you_mean(&var.name),
                None if keyword == "TEMP" => {
                    finding.help(format!("declare it before this statement: `TEMP {};`", name.text))
                }
                None => finding.help(format!("declare it before this statement, with {keyword}")),
            };
        let error = self.report(finding);
        // Declares the name, so that it is reported only once.
        let id = error_var(&mut self.vars, name);
        self.names.insert(name.text, id);
        self.undeclared.insert(name.text);
        Err(error)
    }

    /// Resolves the options. An unknown option enables nothing and causes only a warning, because real
    /// listings contain options that are internal to the driver.
    fn options(&mut self, names: &[Ident<'t>]) {
        for name in names {
            match options::option(name.text) {
                Some(Some(feature)) => self.features.insert(feature),
                Some(None) => {}
                None => {
                    let finding =
                        Diagnostic::new(Code::W0101, name.span, format!("unknown option `{}`", name.text));
                    self.diags.add(match nearest(name.text, options::option_names()) {
                        Some(near) => finding.did_you_mean(near),
                        None => finding.help("remove it, unless another compiler needs it"),
                    });
                }
            }
        }
    }
}

/// Adds a variable whose uses are not checked.
fn error_var(vars: &mut Vec<Variable>, name: Ident<'_>) -> VarId {
    push_var(vars, Variable { name: name.text.into(), span: name.span, ty: None, kind: VarKind::Error })
}

fn push_var(vars: &mut Vec<Variable>, variable: Variable) -> VarId {
    let id = VarId(u32::try_from(vars.len()).unwrap_or(u32::MAX));
    vars.push(variable);
    id
}

/// Returns the name of a binding array in source text.
fn array_name(array: BoundArray) -> &'static str {
    match array {
        BoundArray::Env => "program.env",
        BoundArray::Local => "program.local",
        BoundArray::StorageLen => "program.storagelen",
        BoundArray::Buffer => "program.buffer",
        BoundArray::Storage => "program.storage",
        BoundArray::SharedMem => "program.sharedmem",
        BoundArray::Counter => "program.counter",
        BoundArray::Subroutine => "program.subroutine",
        BoundArray::Texture => "texture",
        BoundArray::Image => "image",
    }
}

/// Returns a name without the number at its end.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, resolve};
    use nvc_diag::{Code, Diagnostics, FileId};

    /// Returns the codes of the diagnostics of a program, in source order.
    fn codes(text: &str) -> Vec<Code> {
        let mut diags = Diagnostics::new();
        assert_eq!(resolve(FileId::new(0), text, &mut diags).is_err(), diags.has_errors());
        diags.sort();
        diags.iter().map(|found| found.code).collect()
    }

    #[test]
    fn diagnostics_do_not_depend_on_the_chunks() {
        for count in [1, CHUNK - 1, CHUNK, 3 * CHUNK] {
            let statements = "MOV.U R0, 1;\n".repeat(count);
            let text = |first: &str, last: &str| {
                format!("!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\n{first}\n{statements}{last}\n")
            };
            let unknown = "MOV.U R0, unknown;";
            assert_eq!(codes(&text(unknown, "# no END")), [Code::N0201, Code::N0103]);
            assert_eq!(codes(&text("CAL later;", "later:\nRET;\nEND")), []);
            assert_eq!(codes(&text("CAL late;", "later:\nRET;\nEND")), [Code::N0201]);
            let shared = "SHARED s[] = { program.sharedmem };\nLDS.U32 R0.x, s[0];";
            assert_eq!(codes(&text(shared, "END")), [Code::N0204]);
            assert_eq!(codes(&text(shared, "SHARED_MEMORY 16;\nEND")), [Code::N0104]);
        }
    }

    #[test]
    fn an_option_in_a_wrong_place_causes_one_error() {
        let used = "STORAGE s[] = { program.storage[0] };";
        let text = |option: &str, end: &str| {
            format!(
                "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\n{option}{used}\n{}{end}END\n",
                "MOV.U R0, 1;\n".repeat(2 * CHUNK)
            )
        };
        let option = "OPTION NV_shader_storage_buffer;\n";
        assert_eq!(codes(&text("", "")), [Code::N0307]);
        assert_eq!(codes(&text("", option)), [Code::N0104]);
        assert_eq!(codes(&text(option, "")), [Code::N0104]);
    }
}
