//! Source language options: language, macros, include directories, dialect.

use crate::macros::Macros;
use clap::{Args, ValueEnum};
use nvc::Language;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(next_help_heading = "Source")]
pub(crate) struct Reading {
    /// Source language: nvasm or glsl [default: detected from content and file name]
    #[arg(long, short_alias = 'x', value_name = "LANGUAGE")]
    pub lang: Option<Language>,

    /// File name to assume for stdin, in diagnostics and for includes
    #[arg(long, value_name = "NAME")]
    pub stdin_name: Option<String>,

    #[command(flatten)]
    macros: Macros,

    /// Search DIR for GLSL includes, after the directory of the including file
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Include only files in the directories of -I, with links and `..` resolved
    #[arg(long)]
    pub include_jail: bool,

    /// Which GLSL rules apply
    #[arg(long, value_enum, value_name = "RULES", default_value_t)]
    flavour: FlavourName,

    /// Whether to follow the specification or NVIDIA's driver where they differ
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    quirks: QuirksName,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FlavourName {
    /// The features of both are accepted
    #[default]
    Auto,
    /// GLSL for OpenGL
    Opengl,
    /// GLSL for Vulkan
    Vulkan,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum QuirksName {
    /// Follow the specification
    #[default]
    Specification,
    /// Follow NVIDIA's driver
    Driver,
}

impl Reading {
    /// Returns the macro options in command-line order.
    pub fn macros(&self) -> Vec<nvc::MacroOption> {
        self.macros.0.clone()
    }

    /// Returns the loader that reads included files.
    pub fn folders(&self) -> nvc::Folders {
        nvc::Folders::new(&*self.include).jailed(self.include_jail)
    }

    /// Returns which GLSL rules apply: those of OpenGL, those of Vulkan or, with `auto`, both.
    pub fn flavour(&self) -> nvc::Flavour {
        match self.flavour {
            FlavourName::Auto => nvc::Flavour::Auto,
            FlavourName::Opengl => nvc::Flavour::OpenGl,
            FlavourName::Vulkan => nvc::Flavour::Vulkan,
        }
    }

    /// Returns whether to follow the specification or NVIDIA's driver where they differ.
    pub fn quirks(&self) -> nvc::Quirks {
        match self.quirks {
            QuirksName::Specification => nvc::Quirks::Specification,
            QuirksName::Driver => nvc::Quirks::Driver,
        }
    }
}
