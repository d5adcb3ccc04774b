//! Finishes the check of a program: links its units, runs the whole-program checks (`main`, recursion, functions
//! without a body), sizes the implicitly sized arrays, and builds the prologue of `main`.

use super::Checker;
use crate::tree::{Function, GlobalKind};
use naga::{Arena, Handle};
use nvc_diag::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Runs the whole-program checks and completes the program.
    pub(super) fn finish(&mut self) {
        self.link();
        self.find_main();
        self.check_undefined();
        self.check_recursion();
        self.check_callbacks();
        self.check_shared();
        self.check_push_constants();
        self.finish_workgroup_size();
        self.finish_prologue();
        self.size_implicit_arrays();
        self.size_implicit_members();
        self.program.extensions = self.all_extensions();
        let mut forward: Vec<Span> = self.forward.values().copied().collect();
        forward.sort_unstable();
        for span in forward {
            self.error(Code::N1305, span, "the buffer reference is declared but never defined");
        }
    }

    /// Rejects a program with both a shared block and another shared variable (GL_EXT_shared_memory_block).
    fn check_shared(&mut self) {
        let find = |this: &Self, test: fn(&GlobalKind) -> bool| {
            this.program.globals.iter().find(|(_, global)| test(&global.kind)).map(|(_, global)| global.span)
        };
        let block = find(self, |kind| *kind == GlobalKind::SharedBlock);
        let variable = find(self, |kind| matches!(kind, GlobalKind::Shared { .. }));
        if let (Some(block), Some(variable)) = (block, variable) {
            self.report(
                Diagnostic::new(
                    Code::N1401,
                    variable,
                    "a program with shared blocks cannot have other shared variables",
                )
                .secondary(block, "the shared block")
                .help("move the variable into a shared block"),
            );
        }
    }

    fn find_main(&mut self) {
        let main = self
            .functions
            .iter()
            .find(|entry| self.names.text(entry.name) == "main" && entry.defined.is_some());
        match main {
            Some(main) => self.program.entry = main.handle,
            // `main` may be in the part that did not parse.
            None if self.diags.iter().any(|d| matches!(d.code, Code::N1201 | Code::N1202 | Code::N0501)) => {}
            None => {
                let at = self.input.end;
                self.report(
                    Diagnostic::new(Code::N1308, at, "the program has no `main` function")
                        .help("define `void main() { ... }`"),
                );
            }
        }
    }

    /// Rejects calls of functions that are not defined.
    fn check_undefined(&mut self) {
        let mut reported = rustc_hash::FxHashSet::default();
        let calls = std::mem::take(&mut self.calls);
        for &(_, callee, span) in &calls {
            let Some(entry) = self.functions.get(callee) else { continue };
            if entry.defined.is_none() && entry.spirv.is_none() && reported.insert(callee) {
                let (name, declared) = (self.text(entry.name), entry.span);
                let message = format!("`{name}` is called but not defined");
                self.report(Diagnostic::new(Code::N1308, span, message).secondary(declared, "declared here"));
            }
        }
        self.calls = calls;
    }

    /// Rejects recursion, even if no call is ever executed (GLSL §6.1); the diagnostic names the cycle.
    fn check_recursion(&mut self) {
        let count = self.functions.len();
        let mut edges: Vec<Vec<(usize, Span)>> = vec![Vec::new(); count];
        for &(caller, callee, span) in &self.calls {
            if let Some(list) = caller.and_then(|caller| edges.get_mut(caller)) {
                list.push((callee, span));
            }
        }
        // Iterative depth-first search. State 0: not visited; 1: on the current path; 2: done.
        let mut state = vec![0u8; count];
        for start in 0..count {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if state.get(start) == Some(&0) {
                path.push((start, 0));
            }
            while let Some(&mut (node, ref mut next)) = path.last_mut() {
                if let Some(slot) = state.get_mut(node) {
                    *slot = 1;
                }
                let Some(&(callee, span)) = edges.get(node).and_then(|list| list.get(*next)) else {
                    if let Some(slot) = state.get_mut(node) {
                        *slot = 2;
                    }
                    path.pop();
                    continue;
                };
                *next += 1;
                match state.get(callee) {
                    Some(0) => path.push((callee, 0)),
                    Some(1) => {
                        let cycle =
                            path.iter().map(|&(node, _)| node).skip_while(|&node| node != callee).collect();
                        self.recursion(cycle, span);
                    }
                    _ => {}
                }
            }
        }
    }

    fn recursion(&mut self, cycle: Vec<usize>, span: Span) {
        let name = |index: &usize| {
            let entry = self.functions.get(*index);
            entry.map_or_else(String::new, |entry| self.text(entry.name))
        };
        let mut names: Vec<String> = cycle.iter().map(name).collect();
        names.extend(names.first().cloned());
        let first = names.first().cloned().unwrap_or_default();
        let message = format!("`{first}` is recursive");
        let mut diagnostic =
            Diagnostic::new(Code::N1309, span, message).note(format!("call cycle: {}", names.join(" -> ")));
        if let Some(entry) = cycle.first().and_then(|&index| self.functions.get(index)) {
            diagnostic = diagnostic.secondary(entry.span, "the function is declared here");
        }
        self.report(diagnostic);
    }

    /// Wraps the assignments at file scope in a function: the prologue of `main`.
    fn finish_prologue(&mut self) {
        if self.prologue.is_empty() {
            return;
        }
        let name = self.names.intern("global initializers");
        let body = std::mem::replace(&mut self.body, super::Body::new(self.common.void, None));
        let function = Function {
            name,
            result: self.common.void,
            params: Vec::new(),
            locals: body.locals,
            exprs: body.exprs,
            stmts: body.stmts,
            body: std::mem::take(&mut self.prologue),
            precise: false,
            span: Span::default(),
        };
        let functions: &mut Arena<Function> = &mut self.program.functions;
        let handle: Handle<Function> = functions.append(function, naga::Span::UNDEFINED);
        self.program.prologue = Some(handle);
    }
}
