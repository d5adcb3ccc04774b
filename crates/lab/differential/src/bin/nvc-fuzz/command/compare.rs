//! `nvc-fuzz compare`: runs one program on several engines and compares the resulting memory. The program
//! may have been edited since it was generated.

use super::Kind;
use super::engines::{Compared, EngineName, Engines, spirv_words};
use super::out;
use anyhow::{Context, Result, ensure};
use nvc::{Language, Workarounds};
use nvc_lab::fuzz::Generated;
use std::path::{Path, PathBuf};

/// SPIR-V magic number (SPIR-V §2.3).
const MAGIC: u32 = 0x0723_0203;

/// Options of `compare`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program.
    file: PathBuf,
    /// The language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    lang: Language,
    /// The seed of the program's inputs.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The engines: interp, vulkan, vulkan:N, opengl.
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',', default_value = "interp,vulkan")]
    on: Vec<EngineName>,
    /// Driver workarounds with which nvc compiles the programs that the engines run, in the syntax of `nvc
    /// --workarounds`.
    #[arg(long, value_name = "LIST", default_value = "default", allow_hyphen_values = true)]
    workarounds: Workarounds,
    /// A SPIR-V module that Vulkan runs instead of nvc's output, for example one edited by hand.
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    /// Write the contents of each buffer after the run on each engine to ENGINE.VARIANT.BUFFER.bin in this
    /// folder. If the listing that NVIDIA's compiler generated fails to run or gives different memory, also write it to
    /// listing.nvcp.
    #[arg(long, value_name = "DIR")]
    write_memory: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let mut case = Generated::new(args.lang, args.seed, &Kind::Exact.profile());
    case.text = text;
    let mut engines = Engines::open(&args.on)?.with_workarounds(args.workarounds);
    let compared = match &args.module {
        Some(file) => {
            let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
            let words = spirv_words(&bytes);
            ensure!(words.first() == Some(&MAGIC), "{} is not SPIR-V", file.display());
            let vulkan =
                |name: &EngineName| matches!(name, EngineName::Vulkan | EngineName::VulkanDevice(..));
            ensure!(args.on.iter().any(vulkan), "--module needs a Vulkan device in --on");
            engines.compare_module(&case, words)?
        }
        None => engines.compare(&case, &mut |_| {})?,
    };
    if let Some(folder) = &args.write_memory {
        write(&compared, folder)?;
    }
    for (engine, verdict) in &compared.verdicts {
        out::line(format_args!("{engine}: {}", verdict.description()));
    }
    Ok(!compared.verdicts.iter().any(|(_, verdict)| verdict.is_failure()))
}

/// Writes the memory after the run on each engine, and the driver's listing if that fails to run or gives different
/// memory.
fn write(compared: &Compared, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (engine, variant, outputs) in &compared.memory {
        for (block, bytes) in outputs.blocks.iter().enumerate() {
            let name = format!("{engine}.{variant}.{block}.bin").replace([' ', ':', ','], "-");
            let file = folder.join(name);
            std::fs::write(&file, bytes).with_context(|| file.display().to_string())?;
        }
    }
    if let Some(listing) = &compared.listing {
        std::fs::write(folder.join("listing.nvcp"), listing)?;
    }
    Ok(())
}
