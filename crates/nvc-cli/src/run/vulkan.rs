//! A program on a Vulkan device.

use super::args::Run;
use super::job::Job;
use super::{Ran, fail, fail_compile, fitting, named};
use crate::guard::Guard;
use crate::status::Status;
use crate::{report, validator};
use anyhow::Result;
use nvc::reflect::Reflection;
use nvc::{CompileError, Compiled, Compiler, Folders, Options};
use nvc_interp::Report;
use nvc_vulkan::{Device, DeviceInfo, Selector};

/// Compiles the program to SPIR-V and dispatches it. A module that the validator refuses never reaches a
/// driver.
pub(crate) fn run(
    args: &Run,
    job: &Job,
    options: &Options,
    selector: &Selector,
    guard: &Guard,
) -> Result<Ran> {
    let style = args.common.style();
    let loader = Folders::new(&*args.common.reading.include);
    let compiler = Compiler::new(options.clone().with_reflect(true)).with_loader(loader);
    let made = guard.run(|| -> Result<Compiled, CompileError> {
        let compiled = compiler.compile_bytes(&job.name, &job.bytes)?;
        match options.validate() && !compiled.validated {
            true => Ok(validator::ask(compiled, options.target_env())?.0),
            false => Ok(compiled),
        }
    });
    let compiled = match made {
        Ok(Ok(compiled)) => compiled,
        Ok(Err(error)) => return Ok(Err(fail_compile(&error, style))),
        Err(findings) => return Ok(Err(fail(&findings, &named(&job.name), style, Status::Fault))),
    };
    report::print(&compiled.messages(style));
    let words = compiled.artifact.words().unwrap_or_default();
    let mut device = Device::open(selector)?;
    if let Some(warning) = narrow(compiled.reflection.as_deref(), device.info()) {
        report::print(&warning);
    }
    device.set_time_limit(args.device.timeout());
    let mut session = device.session();
    let addresses = session.reserve(&job.reserved())?;
    let mut memory = job.resources_at(&addresses);
    if let Some(reflection) = &compiled.reflection {
        fitting::resources(reflection, &memory)?;
        fitting::shared_memory(reflection, device.info())?;
    }
    session.run(words, &job.dispatch, options.bindings(), &mut memory)?;
    Ok(Ok((memory, Report::default(), compiled.report.sources)))
}

/// What is said of a program whose warps have more lanes, or fewer, than the device's subgroups.
fn narrow(reflection: Option<&Reflection>, device: &DeviceInfo) -> Option<String> {
    let wanted = reflection?.subgroup_size?;
    (!device.has(&format!("subgroupSize{wanted}"))).then(|| {
        format!(
            "warning: the program needs subgroups of {wanted} lanes, and those of {} have {}; its warp operations \
             may give other results\n  = help: `--warp emulate` makes it independent of the device's subgroups\n",
            device.name, device.subgroup_size
        )
    })
}
