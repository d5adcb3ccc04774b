//! The columns of the conformance tables. A column is an engine that runs the cases.

use anyhow::{Result, bail};
use nvc_lab::cases::Runner;
use std::fmt;
use std::str::FromStr;

/// An engine that runs cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The interpreter, on the unoptimised module from the front end.
    Built,
    /// The interpreter, on the module after all passes.
    Legal,
    /// The interpreter, on the module after each pass in turn.
    EachPass,
    /// The Vulkan device with this index.
    Vulkan(usize),
    /// An OpenGL driver with its own GLSL compiler and assembler.
    OpenGl,
}

impl Column {
    /// Returns the name of the engine in `expected.toml`.
    pub(crate) fn runner(self) -> Runner {
        match self {
            Column::Built | Column::Legal | Column::EachPass => Runner::Interp,
            Column::Vulkan(_) => Runner::Vulkan,
            Column::OpenGl => Runner::Opengl,
        }
    }

    /// Returns the title of an interpreter column, or an empty string: other columns are titled with the name of the
    /// device.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Column::Built => "the interpreter, as built",
            Column::Legal => "the interpreter, after all passes",
            Column::EachPass => "the interpreter, after each pass",
            Column::Vulkan(_) | Column::OpenGl => "",
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Built => f.write_str("built"),
            Column::Legal => f.write_str("legal"),
            Column::EachPass => f.write_str("each-pass"),
            Column::Vulkan(index) => write!(f, "vulkan:{index}"),
            Column::OpenGl => f.write_str("opengl"),
        }
    }
}

impl FromStr for Column {
    type Err = anyhow::Error;
    fn from_str(text: &str) -> Result<Self> {
        Ok(match text.split_once(':') {
            None if text == "built" => Column::Built,
            None if text == "legal" => Column::Legal,
            None if text == "each-pass" => Column::EachPass,
            None if text == "opengl" => Column::OpenGl,
            Some(("vulkan", index)) => Column::Vulkan(index.parse()?),
            _ => bail!("unknown column `{text}`; expected built, legal, each-pass, vulkan:N or opengl"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for column in [Column::Built, Column::Legal, Column::EachPass, Column::Vulkan(3), Column::OpenGl] {
            assert_eq!(column.to_string().parse::<Column>().ok(), Some(column));
        }
        assert!("vulkan".parse::<Column>().is_err());
    }
}
