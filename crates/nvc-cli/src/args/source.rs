//! Options that say how a source is read.

use crate::macros::Macros;
use clap::{Args, ValueEnum};
use nvc::Language;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(next_help_heading = "Source")]
pub(crate) struct Reading {
    /// Source language: nvasm or glsl. Told by content and file name if not given
    #[arg(long, short_alias = 'x', value_name = "LANGUAGE")]
    pub lang: Option<Language>,

    /// What messages call standard input, and where its includes are looked for
    #[arg(long, value_name = "NAME")]
    pub stdin_name: Option<String>,

    #[command(flatten)]
    macros: Macros,

    /// Folder that GLSL's `#include` looks in, behind that of the file that includes
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Whose rules of GLSL hold: auto, opengl or vulkan
    #[arg(long, value_enum, value_name = "RULES", default_value_t)]
    flavour: FlavourName,

    /// Whom to follow where NVIDIA's driver differs from the texts
    #[arg(long, value_enum, value_name = "WHOM", default_value_t)]
    quirks: QuirksName,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FlavourName {
    /// Told by the text
    #[default]
    Auto,
    /// OpenGL's
    Opengl,
    /// Vulkan's
    Vulkan,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum QuirksName {
    /// The texts
    #[default]
    Specification,
    /// The driver
    Driver,
}

impl Reading {
    /// The GLSL macros, in order.
    pub fn macros(&self) -> Vec<nvc::MacroOption> {
        self.macros.0.clone()
    }

    /// Whose rules hold for GLSL.
    pub fn flavour(&self) -> nvc::Flavour {
        match self.flavour {
            FlavourName::Auto => nvc::Flavour::Auto,
            FlavourName::Opengl => nvc::Flavour::OpenGl,
            FlavourName::Vulkan => nvc::Flavour::Vulkan,
        }
    }

    /// Whom to follow where NVIDIA's driver differs from the texts.
    pub fn quirks(&self) -> nvc::Quirks {
        match self.quirks {
            QuirksName::Specification => nvc::Quirks::Specification,
            QuirksName::Driver => nvc::Quirks::Driver,
        }
    }
}
