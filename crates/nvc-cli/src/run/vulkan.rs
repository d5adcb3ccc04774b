//! Runs a program on a Vulkan device.

use super::args::Run;
use super::job::Job;
use super::{Outcome, RunResult, fail, fail_compile, source_name_only};
use crate::guard::Guard;
use crate::status::Status;
use crate::{report, validator};
use anyhow::{Result, ensure};
use nvc::reflect::Reflection;
use nvc::{CompileError, Compiled, Compiler, Options};
use nvc_exec::{Times, Timing};
use nvc_run::check_resources;
use nvc_vulkan::{Device, DeviceInfo, Selector};
use std::time::Duration;

/// How `--time` measures.
const TIMING: Timing =
    Timing { min_time: Duration::from_millis(10), warm_up: Duration::from_millis(300), measurements: 15 };

/// Compiles the program to SPIR-V, validates the module unless that is disabled or no validator is available, and dispatches
/// it.
pub(crate) fn run(
    args: &Run,
    job: &Job,
    options: &Options,
    selector: &Selector,
    guard: &Guard,
) -> Result<RunResult> {
    let style = args.common.style();
    let loader = args.common.reading.folders();
    let compiler = Compiler::new(options.clone().with_reflect(true)).with_loader(loader);
    let result = guard.run(|| -> Result<Compiled, CompileError> {
        let compiled = compiler.link_bytes(job.unit(), &job.linked())?;
        match options.validate() && compiled.validator.is_none() {
            true => Ok(validator::validate(compiled, options.target_env())?.0),
            false => Ok(compiled),
        }
    });
    let compiled = match result {
        Ok(Ok(compiled)) => compiled,
        Ok(Err(error)) => return Ok(Err(fail_compile(&error, style))),
        Err(findings) => return Ok(Err(fail(&findings, &source_name_only(&job.name), style, Status::Fault))),
    };
    report::print(&compiled.messages(style));
    let words = compiled.artifact.words().unwrap_or_default();
    let mut device = Device::open(selector)?;
    if let Some(warning) = subgroup_size_warning(compiled.reflection.as_deref(), device.info()) {
        report::print(&warning);
    }
    device.set_time_limit(args.device.timeout());
    let mut session = device.session();
    let addresses = session.reserve(&job.reserved())?;
    let mut memory = job.resources_at(&addresses);
    if let Some(reflection) = &compiled.reflection {
        check_resources(reflection, &memory)?;
        check_shared_memory(reflection, device.info())?;
    }
    let bindings = job.bindings(options);
    if args.device.time {
        let times = session.time(words, &job.dispatch, &bindings, &memory, TIMING)?;
        return Ok(Ok(Outcome { messages: vec![summary(&times)], ..Outcome::default() }));
    }
    session.run(words, &job.dispatch, &bindings, &mut memory)?;
    Ok(Ok(Outcome { memory, sources: compiled.report.sources, ..Outcome::default() }))
}

/// Returns the line that `--time` prints.
fn summary(times: &Times) -> String {
    let mut dispatches = times.dispatches.clone();
    dispatches.sort();
    let at = |index: usize| dispatches.get(index).copied().unwrap_or_default();
    let (median, least, greatest) = (at(dispatches.len() / 2), at(0), at(dispatches.len().saturating_sub(1)));
    let compile = times.compile.map(|time| format!("; pipeline created in {time:.1?}")).unwrap_or_default();
    format!("dispatch: {median:.2?}, median of {} ({least:.2?} to {greatest:.2?}){compile}", dispatches.len())
}

/// Fails if a work group needs more shared memory than the device has.
fn check_shared_memory(reflection: &Reflection, device: &DeviceInfo) -> Result<()> {
    let (needs, has) = (reflection.shared_bytes, device.limits.shared_bytes);
    ensure!(
        needs <= has.into(),
        "the program needs {needs} bytes of shared memory; maxComputeSharedMemorySize of {} is {has}",
        device.name
    );
    Ok(())
}

/// Returns a warning if the program needs a subgroup size that the device does not have.
fn subgroup_size_warning(reflection: Option<&Reflection>, device: &DeviceInfo) -> Option<String> {
    let wanted = reflection?.subgroup_size?;
    (!device.has(&format!("subgroupSize{wanted}"))).then(|| {
        format!(
            "warning: the program needs subgroups of {wanted} lanes, but those of {} have {}; warp operations may \
             return wrong results\n  = help: compile with `--warp emulate`, which works with any subgroup size\n",
            device.name, device.subgroup_size
        )
    })
}
