//! Runs a case on the interpreter: on the module as built, after all passes, or after each pass.

use crate::column::Column;
use crate::verdict::Verdict;
use anyhow::Result;
use nvc::internals::Phase;
use nvc::{Compiler, Options, internals};
use nvc_diag::Diagnostics;
use nvc_exec::case::{Folder, Mapping};
use nvc_interp::Config;
use nvc_ir::{BindingMap, Module};

/// Compiles the program, runs it at the points of the pipeline that `column` selects, and compares the resulting memory
/// with the expected memory of the case.
pub(crate) fn run(
    column: Column,
    folder: &Folder,
    mapping: &Mapping,
    name: &str,
    bytes: &[u8],
    options: &Options,
) -> Result<Verdict> {
    let phase = if column == Column::Legal { Phase::Legal } else { Phase::Built };
    let compiler = Compiler::new(options.clone());
    let mut module = match internals::module(&compiler, name, bytes, phase) {
        Ok((module, _)) => module,
        Err(error) => return Ok(Verdict::CannotRun(error.messages(nvc::render::Style::default()))),
    };
    if column != Column::EachPass {
        return Ok(once(&module, folder, mapping));
    }
    let mut verdict = once(&module, folder, mapping);
    let pass_options = nvc_passes::Options {
        target_env: options.target_env(),
        bindings: BindingMap::classes(),
        opt_level: options.opt_level(),
        workarounds: options.workarounds(),
        verify: true,
        ..nvc_passes::Options::default()
    };
    let mut findings = Diagnostics::new();
    let result = nvc_passes::run(&mut module, &pass_options, &mut findings, &mut |pass, module| {
        if verdict == Verdict::Same {
            verdict = after(pass.name, once(module, folder, mapping));
        }
    });
    if result.is_err() {
        let messages: Vec<String> = findings.iter().map(|finding| finding.message.clone()).collect();
        return Ok(Verdict::CannotRun(messages.join("\n")));
    }
    Ok(verdict)
}

/// Prefixes the message of a failed verdict with the pass after which it appeared.
fn after(pass: &str, verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Same => Verdict::Same,
        Verdict::Differs(message) => Verdict::Differs(format!("after {pass}: {message}")),
        Verdict::CannotRun(message) => Verdict::CannotRun(format!("after {pass}: {message}")),
    }
}

fn once(module: &Module, folder: &Folder, mapping: &Mapping) -> Verdict {
    let mut memory = nvc_exec::case::resources(&folder.case, mapping);
    let dispatch = nvc_exec::case::dispatch(&folder.case);
    match nvc_interp::run(module, &dispatch, &mut memory, &Config::default(), None) {
        Ok(_) => Verdict::of(folder, &nvc_exec::case::outputs(&folder.case, &memory)),
        Err(fault) => Verdict::CannotRun(fault.message.clone()),
    }
}
