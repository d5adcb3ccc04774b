//! `map.toml`: maps the indices in an assembly listing, and the bindings of a compiled module, to the resources of a test
//! case.

use super::{Case, Param, toml_text};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// The contents of `map.toml`: what the indices in an assembly listing refer to.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The GL uniform binding of each `program.buffer[i]`.
    #[serde(default)]
    pub uniform: Vec<u32>,
    /// The GL bindings of the storage blocks, which are also their indices in assembly.
    #[serde(default)]
    pub storage: Vec<u32>,
    /// The parameters in `program.local`.
    #[serde(default)]
    pub param: Vec<MapParam>,
}

/// One element of `program.local`.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct MapParam {
    /// The index in `program.local`.
    pub index: u32,
    /// `value` for a value; `sampler` or `image` for a handle of that type.
    pub kind: String,
    /// The texture or image unit of a handle; -1 for a value.
    pub unit: i32,
    /// The GL location; -1 for a built-in value.
    pub location: i32,
    /// The name of the uniform in the shader.
    pub name: String,
}

/// Uniforms that are built-in values, constant on the device on which the cases were recorded.
const WARP_SIZE_NAMES: [&str; 2] = ["gl_WarpSizeNV", "gl_SubGroupSizeARB"];
const WARP_SIZE: u32 = 32;
/// Maximum number of elements of `program.local`.
pub const MAX_PARAMETERS: u32 = 4096;
/// The size of an element of `program.local` in bytes.
const PARAM_BYTES: usize = 16;
const ADDRESS_BYTES: usize = 8;

/// Maps a module's bindings to the resources of a test case, and contains its parameters.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    /// The GL uniform binding of each binding of set 0; `None` if each binding has the number of its GL binding.
    pub uniform: Option<Vec<u32>>,
    parameters: Vec<u8>,
    /// The offset in `parameters` of each address, and the index of its `[[memory]]` buffer.
    addresses: Vec<(usize, u32)>,
}

impl Map {
    /// The name of the file.
    pub const FILE: &str = "map.toml";

    /// Reads `dir/map.toml`.
    pub fn load(dir: &Path) -> Result<Self> {
        let path = dir.join(Self::FILE);
        let map: Self = toml_text::load(&path)?;
        map.check().with_context(|| path.display().to_string())?;
        Ok(map)
    }

    /// Checks the indices of the parameters.
    fn check(&self) -> Result<()> {
        for MapParam { index, name, .. } in &self.param {
            let fits = *index < MAX_PARAMETERS;
            ensure!(fits, "{name}: index {index} is out of range: program.local has {MAX_PARAMETERS}");
        }
        Ok(())
    }

    /// Writes the map in the format of the file.
    pub fn text(&self) -> String {
        let mut text = format!("uniform = {:?}\nstorage = {:?}\n", self.uniform, self.storage);
        for MapParam { index, kind, unit, location, name } in &self.param {
            text.push_str(&format!(
                "\n[[param]]\nindex = {index}\nkind = {kind:?}\nunit = {unit}\nlocation = {location}\n\
                 name = {name:?}\n"
            ));
        }
        text
    }

    /// Builds the mapping. The parameters are the values of the case, the unit indices of handles, and the warp
    /// size; they are zero where addresses belong.
    fn mapping(&self, case: &Case) -> Result<Mapping> {
        let (mut bytes, mut addresses) = (Vec::new(), Vec::new());
        for param in &self.param {
            let at = param.index as usize * PARAM_BYTES;
            if WARP_SIZE_NAMES.contains(&param.name.as_str()) {
                put(&mut bytes, at, &WARP_SIZE.to_le_bytes());
            } else if param.kind != "value" {
                let unit = u64::try_from(param.unit).context("a handle has no unit")?;
                put(&mut bytes, at, &unit.to_le_bytes());
            } else if let Some(value) = case.param.iter().find(|p| p.location == param.location) {
                if value.ty == Param::ADDRESS {
                    for (at, number) in (at..).step_by(ADDRESS_BYTES).zip(value.memories()) {
                        put(&mut bytes, at, &[0; ADDRESS_BYTES]);
                        addresses.push((at, number));
                    }
                    continue;
                }
                for (row, words) in value.rows()?.iter().enumerate() {
                    let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    put(&mut bytes, at + row * PARAM_BYTES, &words);
                }
            }
        }
        bytes.resize(bytes.len().next_multiple_of(PARAM_BYTES), 0);
        Ok(Mapping { uniform: Some(self.uniform.clone()), parameters: bytes, addresses })
    }
}

impl Mapping {
    /// Creates the mapping for a module compiled from the assembly listing of the case.
    pub fn assembly(case: &Case, map: &Map) -> Result<Self> {
        map.mapping(case)
    }

    /// Creates the mapping for a module compiled from the GLSL of the case, whose bindings are the GL bindings. Loose uniforms
    /// are in the order of their locations, each at a multiple of 16 bytes.
    pub fn glsl(case: &Case) -> Result<Self> {
        let mut params: Vec<_> = case.param.iter().collect();
        params.sort_by_key(|param| param.location);
        let mut parameters = Vec::new();
        for param in params {
            for row in param.rows()? {
                let at = parameters.len();
                let words: Vec<u8> = row.iter().flat_map(|word| word.to_le_bytes()).collect();
                put(&mut parameters, at, &words);
                parameters.resize(at + PARAM_BYTES, 0);
            }
        }
        Ok(Self { uniform: None, parameters, addresses: Vec::new() })
    }

    /// Returns the contents of the push constants, or of the parameter buffer if they exceed 128 bytes, given the
    /// addresses of the `[[memory]]` buffers.
    pub fn parameters(&self, addresses: &[u64]) -> Vec<u8> {
        let mut bytes = self.parameters.clone();
        for &(at, number) in &self.addresses {
            let address = addresses.get(number as usize).copied().unwrap_or(0);
            put(&mut bytes, at, &address.to_le_bytes());
        }
        bytes
    }

    /// Returns the bindings of set 0 that map to a GL uniform binding.
    pub fn uniform_points(&self, binding: u32) -> Vec<u32> {
        match &self.uniform {
            Some(table) => (0..).zip(table).filter(|(_, b)| **b == binding).map(|(index, _)| index).collect(),
            None => vec![binding],
        }
    }

    /// Returns the GL uniform binding that binding `index` of set 0 maps to.
    pub fn uniform(&self, index: u32) -> Option<u32> {
        match &self.uniform {
            Some(table) => table.get(index as usize).copied(),
            None => Some(index),
        }
    }
}

/// Writes `data` at offset `at`. Extends `bytes` with zeros if needed.
fn put(bytes: &mut Vec<u8>, at: usize, data: &[u8]) {
    let end = at + data.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[at..end].copy_from_slice(data);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_have_a_limit() {
        let param =
            |index| MapParam { index, kind: "sampler".into(), unit: 0, location: -1, name: "x".into() };
        let verdict = |index| Map { param: vec![param(index)], ..Map::default() }.check();
        assert!(verdict(4095).is_ok());
        for index in [4096, u32::MAX] {
            let error = verdict(index).unwrap_err().to_string();
            assert!(error.contains("program.local has 4096"), "{error}");
        }
    }

    #[test]
    fn maps_are_read_back() {
        let param = MapParam { index: 2, kind: "value".into(), unit: -1, location: 7, name: "a[0]".into() };
        let map = Map { uniform: vec![3, 1], storage: vec![0], param: vec![param] };
        let back: Map = toml::from_str(&map.text()).unwrap();
        assert_eq!(format!("{map:?}"), format!("{back:?}"));
    }
}
