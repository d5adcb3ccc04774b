//! The command-line arguments of `nvc run`.

use super::data::Bound;
use super::device::DeviceArgs;
use super::dump::Dump;
use super::image::BoundImage;
use crate::args::common::Common;
use crate::args::specialise::size as group_size;
use anyhow::{Result, ensure};
use clap::{Args as ClapArgs, ValueEnum};
use nvc::internals::Phase;
use nvc::{BindingScheme, Options, ResourceClass, SpecValue, Specialization};
use nvc_exec::{Dispatch, Resources};
use nvc_run::Invocation;
use std::collections::BTreeSet;
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub(crate) struct Run {
    /// GLSL file, assembly listing or OpenGL program binary; `-` for stdin
    #[arg(value_name = "INPUT", required_unless_present = "case", conflicts_with = "case")]
    pub input: Option<PathBuf>,

    /// Run a recorded case (case.toml, map.toml) and compare the memory with its truth.bin
    #[arg(long, value_name = "DIR", conflicts_with_all = ["dispatch", "group", "storage", "uniform", "counter", "param", "texture", "image", "spec"])]
    pub case: Option<PathBuf>,

    /// Program file in the case's directory [default: driver.nvcp]
    #[arg(long = "input", value_name = "FILE", requires = "case")]
    pub input_of_case: Option<PathBuf>,

    /// Link another compilation unit of the GLSL program; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "case")]
    pub link: Vec<PathBuf>,

    /// Number of work groups to dispatch
    #[arg(long, value_name = "X[,Y[,Z]]", required_unless_present = "case", value_parser = triple)]
    dispatch: Option<[u32; 3]>,

    /// Set the work-group size, if the program does not declare one
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = group_size)]
    group: Option<[u32; 3]>,

    /// Bind storage buffer N to values such as f32:1,2,3 (f16, f32, f64, u8 to u64, i32, i64), zeros:BYTES,
    /// file:PATH, or a generator such as rand_u32:7@4096 (seed 7, 4096 bytes)
    #[arg(long, value_name = "N=DATA")]
    storage: Vec<Bound>,

    /// Bind uniform buffer N
    #[arg(long, value_name = "N=DATA")]
    uniform: Vec<Bound>,

    /// Bind counter buffer N
    #[arg(long, value_name = "N=DATA")]
    counter: Vec<Bound>,

    /// Bind a texture to unit N, such as 2d:rgba8:64x64:linear:file:PATH. Shapes are 1d, 2d, 3d, cube,
    /// 1darray, 2darray, cubearray, 2dms, 2dmsarray and buffer; options are nearest, linear, clamp, repeat,
    /// shadow, levels=L and samples=S; texels are written like buffer data
    #[arg(long, value_name = "N=SHAPE:FORMAT:SIZE[:...]")]
    texture: Vec<BoundImage>,

    /// Bind a storage image to unit N; same syntax as --texture
    #[arg(long, value_name = "N=SHAPE:FORMAT:SIZE[:...]")]
    image: Vec<BoundImage>,

    /// Set program.local[N] and the following parameters, 16 bytes each
    #[arg(long, value_name = "N=DATA")]
    param: Vec<Bound>,

    /// Set a specialization constant, by id or source name
    #[arg(long, value_name = "ID=VALUE")]
    spec: Vec<SpecValue>,

    /// Print storage buffer N after the run as f16, f32, f64, i32, i64, u8, u16, u32, u64 or x32 (hex);
    /// CLASS may be storage, uniform, counter or image
    #[arg(long, value_name = "[CLASS:]N=TYPE")]
    pub dump: Vec<Dump>,

    /// Report races, uninitialised reads, out-of-bounds accesses, divergent barriers, shuffles from
    /// inactive lanes, undefined divisions and shifts
    #[arg(long)]
    check: bool,

    /// Trace the invocation with local index L in work group X,Y,Z
    #[arg(long, value_name = "X,Y,Z:L", value_parser = invocation)]
    trace: Option<Invocation>,

    /// Which IR to run [default: legal; built with --check]
    #[arg(long, value_enum, value_name = "PHASE")]
    phase: Option<PhaseName>,

    /// Number of lanes per warp, 1 to 32 [default: 32]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=32))]
    lanes: Option<u32>,

    /// Stop after N steps; an addition in a whole warp is one step, slower instructions are several. The same as
    /// --limits run-steps=N [default: 250000000]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    #[command(flatten)]
    pub device: DeviceArgs,

    #[command(flatten)]
    pub common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PhaseName {
    /// The front end's output
    Built,
    /// After all passes
    Legal,
}

impl Run {
    pub fn phase(&self) -> Phase {
        match self.phase {
            Some(PhaseName::Built) => Phase::Built,
            Some(PhaseName::Legal) => Phase::Legal,
            // The passes remove the accesses that the checks examine, such as misaligned addresses and
            // unused reads.
            None if self.check => Phase::Built,
            None => Phase::Legal,
        }
    }

    /// Fails if an option is given that the device does not support.
    pub fn ensure_supported(&self) -> Result<()> {
        self.device.ensure_timed()?;
        self.device.ensure_interpreter(&[
            ("--check", self.check),
            ("--trace", self.trace.is_some()),
            ("--phase", self.phase.is_some()),
            ("--lanes", self.lanes.is_some()),
            ("--max-steps", self.max_steps.is_some()),
        ])
    }

    /// Applies the interpreter's options to a run.
    pub fn prepare<'p>(&self, run: nvc_run::Run<'p>) -> nvc_run::Run<'p> {
        let run = run.check(self.check).allow_unbound(true);
        let run = run.lanes(self.lanes.unwrap_or(32)).limits(self.common.options().limits().clone());
        match self.max_steps {
            Some(steps) => run.steps(steps),
            None => run,
        }
    }

    /// Returns the options to compile the program with.
    pub fn options(&self) -> Options {
        let mut specialization = Specialization::default();
        specialization.values.clone_from(&self.spec);
        specialization.local_size = self.group;
        // A run has the final values of all constants, so they are frozen. This also checks the work-group size
        // even if no option sets a value (`specialise` does nothing for an empty specialization).
        specialization.freeze = true;
        let options = self.common.options().with_specialization(specialization);
        // Recorded cases are OpenGL programs, in which each resource class numbers its bindings separately.
        let recorded = self.case.as_ref().map(|_| BindingScheme::Classes);
        let bindings = options.bindings().or(recorded);
        options.with_bindings(bindings)
    }

    /// Returns the invocation to trace.
    pub fn traced(&self) -> Option<Invocation> {
        self.trace
    }

    pub fn dispatch(&self) -> Dispatch {
        Dispatch { groups: self.dispatch.unwrap_or([1; 3]), ..Dispatch::default() }
    }

    /// Returns the buffers, images and parameters.
    pub fn resources(&self) -> Result<Resources> {
        let mut resources = Resources::default();
        let classes = [
            (ResourceClass::Storage, &self.storage),
            (ResourceClass::Uniform, &self.uniform),
            (ResourceClass::Counter, &self.counter),
        ];
        for (class, list) in classes {
            for Bound { index, data } in list {
                let known = resources.buffers.insert((class, *index), data.bytes()?);
                ensure!(known.is_none(), "{}[{index}] is given twice", class.name());
            }
        }
        for texture in &self.texture {
            let texture_data = nvc_exec::case::texture(&texture.load()?);
            let known = resources.textures.insert(texture.unit(), texture_data);
            ensure!(known.is_none(), "texture[{}] is given twice", texture.unit());
        }
        for image in &self.image {
            let known = resources.images.insert(image.unit(), nvc_exec::case::image(&image.load()?));
            ensure!(known.is_none(), "image[{}] is given twice", image.unit());
        }
        let mut given = BTreeSet::new();
        for Bound { index, data } in &self.param {
            const ROW: usize = 16;
            let limit = nvc_exec::case::MAX_PARAMETERS;
            ensure!(*index < limit, "program.local[{index}] exceeds the limit of {limit} parameters");
            ensure!(given.insert(*index), "program.local[{index}] is given twice");
            let (start, bytes) = (*index as usize * ROW, data.bytes()?);
            let length = resources.parameters.len().max(start + bytes.len());
            resources.parameters.resize(length.next_multiple_of(ROW), 0);
            resources.parameters[start..start + bytes.len()].copy_from_slice(&bytes);
        }
        Ok(resources)
    }
}

/// Parses `X[,Y[,Z]]`; missing dimensions are 1.
fn triple(text: &str) -> Result<[u32; 3], String> {
    let mut out = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > out.len() {
        return Err("expected at most three dimensions".to_owned());
    }
    for (to, part) in out.iter_mut().zip(parts) {
        *to = part.trim().parse().map_err(|_| format!("`{part}` is not a number"))?;
    }
    Ok(out)
}

/// Parses `X,Y,Z:L`: a work group and the local index of an invocation in it.
fn invocation(text: &str) -> Result<Invocation, String> {
    let (group, local) = text.split_once(':').ok_or("expected X,Y,Z:L")?;
    let local = local.parse().map_err(|_| "the local index is not a number")?;
    let parts: Vec<u32> = group
        .split(',')
        .map(|part| part.trim().parse())
        .collect::<Result<_, _>>()
        .map_err(|_| "the work group is not three numbers")?;
    let group = parts.try_into().map_err(|_| "a work group has three coordinates")?;
    Ok(Invocation { group, local })
}
