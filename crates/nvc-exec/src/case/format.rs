//! Texel formats in `case.toml`. Their names are those of GLSL, and `d32f` for depth.

use crate::Format as Texels;
use serde::Deserialize;

/// A texel format.
#[derive(Deserialize, Debug, Clone, PartialEq, Eq)]
#[serde(try_from = "String")]
pub struct Format {
    name: String,
    texels: Texels,
}

impl Format {
    /// Returns the size of a texel in bytes.
    pub fn bytes(&self) -> usize {
        self.texels.bytes()
    }

    /// Returns the name of the format in `case.toml`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the texel encoding.
    pub fn texels(&self) -> Texels {
        self.texels
    }
}

impl TryFrom<String> for Format {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match Texels::from_name(&name) {
            Some(texels) => Ok(Self { name, texels }),
            None => Err(format!("unknown texel format {name}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn names_are_those_of_glsl() {
        assert_eq!(Format::try_from("rgba16f".to_owned()).unwrap().bytes(), 8);
        assert!(Format::try_from("rgba7".to_owned()).is_err());
    }
}
