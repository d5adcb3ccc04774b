//! Parses buffer arguments such as `0=f32:1,2,3`.

use crate::files;
use anyhow::{Result, ensure};
use nvc_exec::case::{Init, MAX_BYTES};
use std::path::PathBuf;
use std::str::FromStr;

/// A buffer with its index.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub index: u32,
    pub data: Data,
}

/// The initial content of a buffer.
#[derive(Clone, Debug)]
pub(crate) enum Data {
    /// Values or a generator, with the length in bytes.
    Generated(Init, usize),
    /// The content of a file.
    File(PathBuf),
}

impl Data {
    /// Returns the content as bytes.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        match self {
            Data::Generated(init, length) => Ok(init.bytes(*length, &[])),
            Data::File(path) => {
                let bytes = files::read(path)?;
                ensure!(bytes.len() <= nvc::MAX_INPUT_BYTES, "{} is too long", path.display());
                Ok(bytes)
            }
        }
    }
}

impl FromStr for Bound {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (index, data) = text.split_once('=').ok_or("expected N=DATA")?;
        let index = index.parse().map_err(|_| "the index before `=` is not a number")?;
        Ok(Bound { index, data: data.parse()? })
    }
}

impl FromStr for Data {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("file:") {
            return Ok(Data::File(path.into()));
        }
        let (generator, length) = match (text.strip_prefix("zeros:"), text.rsplit_once('@')) {
            (Some(length), _) => ("zeros", Some(length)),
            (None, Some((generator, length))) => (generator, Some(length)),
            (None, None) => (text, None),
        };
        let init = Init::try_from(generator.to_owned())?;
        if matches!(init, Init::Addresses(_)) {
            return Err("`addr` data needs a case with `[[memory]]`".to_owned());
        }
        let length = match (length, &init) {
            (Some(length), _) => {
                length.parse().map_err(|_| format!("the length `{length}` is not a number of bytes"))?
            }
            (None, Init::Bytes(bytes)) => bytes.len(),
            (None, _) => {
                return Err(format!("`{generator}` needs a length in bytes, such as {generator}@4096"));
            }
        };
        if length > MAX_BYTES {
            return Err(format!("{length} bytes exceed the maximum buffer size of {MAX_BYTES}"));
        }
        Ok(Data::Generated(init, length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        let bound: Bound = text.parse().expect("it parses");
        bound.data.bytes().expect("it has bytes")
    }

    #[test]
    fn values_and_generators_parse() {
        assert_eq!(bytes("0=u32:1,2"), [1, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(bytes("3=zeros:5"), [0; 5]);
        assert_eq!(bytes("3=u32:1@8"), [1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes("3=rand_u32:1:5:6@4"), [5, 0, 0, 0]);
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        for wrong in [
            "",
            "0",
            "x=zeros:4",
            "0=zeros:x",
            "0=rand_u32:1",
            "0=u32:x",
            "0=addr:0@8",
            "0=zeros:99999999999",
        ] {
            assert!(wrong.parse::<Bound>().is_err(), "{wrong}");
        }
    }
}
