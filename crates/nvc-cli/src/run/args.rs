//! What `nvc run` is told.

use super::data::Bound;
use super::device::DeviceArgs;
use super::dump::Dump;
use super::image::BoundImage;
use crate::args::{Common, group_size};
use anyhow::{Result, ensure};
use clap::{Args as ClapArgs, ValueEnum};
use nvc::internals::Phase;
use nvc::{Options, ResourceClass, SpecValue, Specialization};
use nvc_exec::{Dispatch, Resources};
use nvc_interp::{Config, DEFAULT_STEPS, Invocation};
use std::collections::BTreeSet;
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub(crate) struct Run {
    /// Assembly text or OpenGL program binary; `-` is standard input
    #[arg(value_name = "INPUT", required_unless_present = "case", conflicts_with = "case")]
    pub input: Option<PathBuf>,

    /// Run a recorded case: memory as its case.toml and map.toml say, compared with its truth.bin
    #[arg(long, value_name = "DIR", conflicts_with_all = ["dispatch", "group", "storage", "uniform", "counter", "param", "texture", "image", "spec"])]
    pub case: Option<PathBuf>,

    /// The program of the case, in its folder [default: driver.nvcp]
    #[arg(long = "input", value_name = "FILE", requires = "case")]
    pub input_of_case: Option<PathBuf>,

    /// Work groups
    #[arg(long, value_name = "X[,Y[,Z]]", required_unless_present = "case", value_parser = triple)]
    dispatch: Option<[u32; 3]>,

    /// Size of a work group, where the program leaves it open
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = group_size)]
    group: Option<[u32; 3]>,

    /// Storage buffer N: values as f32:1,2,3 (also f16, f64, u8, u16, u32, u64, i32, i64), zeros:BYTES,
    /// file:PATH, or a recipe of the case format with its length, as rand_u32:7@4096
    #[arg(long, value_name = "N=DATA")]
    storage: Vec<Bound>,

    /// Uniform buffer N
    #[arg(long, value_name = "N=DATA")]
    uniform: Vec<Bound>,

    /// Counter buffer N
    #[arg(long, value_name = "N=DATA")]
    counter: Vec<Bound>,

    /// Texture at unit N: its shape (1d, 2d, 3d, cube, 1darray, 2darray, cubearray, 2dms, 2dmsarray,
    /// buffer), format and size, as 2d:rgba8:64x64; then, as wanted and parted by colons, linear,
    /// repeat, shadow, levels=L, samples=S; then the texels as for a buffer, or file:PATH
    #[arg(long, value_name = "N=SHAPE:FORMAT:SIZE[:...]")]
    texture: Vec<BoundImage>,

    /// Storage image at unit N, written like a texture
    #[arg(long, value_name = "N=SHAPE:FORMAT:SIZE[:...]")]
    image: Vec<BoundImage>,

    /// program.local[N] and those behind it, 16 bytes each
    #[arg(long, value_name = "N=DATA")]
    param: Vec<Bound>,

    /// Value of a specialization constant, by id or by its name in the source
    #[arg(long, value_name = "ID=VALUE")]
    spec: Vec<SpecValue>,

    /// Print storage buffer N behind the run as f32, f16, f64, i32, i64, u8, u16, u32, u64 or x32;
    /// image:N=TYPE, uniform:N=TYPE and counter:N=TYPE print other memory
    #[arg(long, value_name = "[CLASS:]N=TYPE")]
    pub dump: Vec<Dump>,

    /// Report races, uninitialised reads, accesses out of bounds, divergent barriers, shuffles from
    /// inactive lanes, undefined divisions and shifts
    #[arg(long)]
    check: bool,

    /// Print each instruction that one invocation executes, with its values: work group and linear
    /// position in it
    #[arg(long, value_name = "X,Y,Z:L", value_parser = invocation)]
    trace: Option<Invocation>,

    /// Which form runs: as the front end makes it, or after all passes [default: legal;
    /// with --check, built]
    #[arg(long, value_enum, value_name = "PHASE")]
    phase: Option<Form>,

    /// Lanes of a warp, 1 to 32 [default: 32]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=32))]
    lanes: Option<u32>,

    /// Instructions that may be executed, those of a warp counted once [default: 4000000000]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    #[command(flatten)]
    pub device: DeviceArgs,

    #[command(flatten)]
    pub common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// As the front end makes it
    Built,
    /// Behind all passes
    Legal,
}

impl Run {
    pub fn phase(&self) -> Phase {
        match self.phase {
            Some(Form::Built) => Phase::Built,
            Some(Form::Legal) => Phase::Legal,
            // Passes drop what findings are about: low bits of addresses, reads without a use.
            None if self.check => Phase::Built,
            None => Phase::Legal,
        }
    }

    /// Fails if an option is given that the device does not know.
    pub fn ensure_fitting(&self) -> Result<()> {
        self.device.ensure_interpreter(&[
            ("--check", self.check),
            ("--trace", self.trace.is_some()),
            ("--phase", self.phase.is_some()),
            ("--lanes", self.lanes.is_some()),
            ("--max-steps", self.max_steps.is_some()),
        ])
    }

    pub fn config(&self, options: &Options) -> Config {
        Config {
            lanes: self.lanes.unwrap_or(32),
            steps: self.max_steps.unwrap_or(DEFAULT_STEPS),
            check: self.check,
            exact: false,
            trace: self.trace,
            bindings: options.bindings().clone(),
        }
    }

    /// What the program is compiled with: as `nvc compile` takes values and sizes, so does a run.
    pub fn options(&self) -> Options {
        self.common.options().with_specialization(Specialization {
            values: self.spec.clone(),
            local_size: self.group,
            ..Specialization::default()
        })
    }

    /// The invocation that is traced.
    pub fn traced(&self) -> Option<Invocation> {
        self.trace
    }

    pub fn dispatch(&self) -> Dispatch {
        Dispatch { groups: self.dispatch.unwrap_or([1; 3]), ..Dispatch::default() }
    }

    /// The buffers, images and parameters.
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
            let made = nvc_exec::case::texture(&texture.load()?);
            let known = resources.textures.insert(texture.unit(), made);
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
            ensure!(*index < limit, "program.local[{index}] lies beyond the limit of {limit}");
            ensure!(given.insert(*index), "program.local[{index}] is given twice");
            let (start, bytes) = (*index as usize * ROW, data.bytes()?);
            let length = resources.parameters.len().max(start + bytes.len());
            resources.parameters.resize(length.next_multiple_of(ROW), 0);
            resources.parameters[start..start + bytes.len()].copy_from_slice(&bytes);
        }
        Ok(resources)
    }
}

/// `X[,Y[,Z]]`; what is not given is 1.
fn triple(text: &str) -> Result<[u32; 3], String> {
    let mut out = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > out.len() {
        return Err("there are three dimensions".to_owned());
    }
    for (to, part) in out.iter_mut().zip(parts) {
        *to = part.trim().parse().map_err(|_| format!("`{part}` is no number"))?;
    }
    Ok(out)
}

fn invocation(text: &str) -> Result<Invocation, String> {
    let (group, local) = text.split_once(':').ok_or("there is no `:` before the local index")?;
    let local = local.parse().map_err(|_| "the local index is no number")?;
    let parts: Vec<u32> = group
        .split(',')
        .map(|part| part.trim().parse())
        .collect::<Result<_, _>>()
        .map_err(|_| "no work group")?;
    let group = parts.try_into().map_err(|_| "a work group has three coordinates")?;
    Ok(Invocation { group, local })
}
