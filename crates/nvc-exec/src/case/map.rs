//! `map.toml`: the meaning of the indices in an assembly listing, and the mapping of a module's bindings to
//! the case's resources.

use super::{Case, Param, toml_text};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// The indices of an assembly listing.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The GL uniform binding of `program.buffer[i]`.
    #[serde(default)]
    pub uniform: Vec<u32>,
    /// The bindings of the storage blocks, which are the same in assembly.
    #[serde(default)]
    pub storage: Vec<u32>,
    /// The contents of `program.local`.
    #[serde(default)]
    pub param: Vec<MapParam>,
}

/// One `program.local[index]`.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct MapParam {
    /// Index into `program.local`.
    pub index: u32,
    /// `value`, or the type of a handle: `sampler` or `image`.
    pub kind: String,
    /// Texture or image unit of a handle, -1 for a value.
    pub unit: i32,
    /// GL location, -1 for a built-in value.
    pub location: i32,
    /// Name in the shader.
    pub name: String,
}

/// Built-in values whose value is a constant of the device that recorded the cases.
const WARP_SIZE_NAMES: [&str; 2] = ["gl_WarpSizeNV", "gl_SubGroupSizeARB"];
const WARP_SIZE: u32 = 32;
/// Maximum number of `program.local` parameters.
pub const MAX_PARAMETERS: u32 = 4096;
/// Size of a `program.local` parameter in bytes.
const PARAM_BYTES: usize = 16;
const ADDRESS_BYTES: usize = 8;

/// The mapping of a module's bindings to the case's resources.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    /// The GL uniform binding of each binding of set 0; `None` if they are the same.
    pub uniform: Option<Vec<u32>>,
    parameters: Vec<u8>,
    /// Offsets of addresses in the parameters, and the number of their `[[memory]]`.
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

    /// Checks the contents of the file.
    fn check(&self) -> Result<()> {
        for MapParam { index, name, .. } in &self.param {
            let fits = *index < MAX_PARAMETERS;
            ensure!(fits, "{name}: index {index} is out of range: program.local has {MAX_PARAMETERS}");
        }
        Ok(())
    }

    /// The contents of the file.
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

    /// Builds the contents of `program.local`: values from the case, and unit numbers of handles.
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
    /// The mapping of a module compiled from the case's assembly listing.
    pub fn assembly(case: &Case, map: &Map) -> Result<Self> {
        map.mapping(case)
    }

    /// The mapping of a module compiled from the case's GLSL, whose bindings are those of GL. Loose uniforms are
    /// in the order of their locations, each at a multiple of 16 bytes.
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

    /// The contents of the push constants, or of the parameter buffer if they exceed 128 bytes, for given
    /// addresses of `[[memory]]`.
    pub fn parameters(&self, addresses: &[u64]) -> Vec<u8> {
        let mut bytes = self.parameters.clone();
        for &(at, number) in &self.addresses {
            let address = addresses.get(number as usize).copied().unwrap_or(0);
            put(&mut bytes, at, &address.to_le_bytes());
        }
        bytes
    }

    /// The bindings of set 0 that are mapped to a GL uniform binding.
    pub fn uniform_points(&self, binding: u32) -> Vec<u32> {
        match &self.uniform {
            Some(table) => (0..).zip(table).filter(|(_, b)| **b == binding).map(|(index, _)| index).collect(),
            None => vec![binding],
        }
    }

    /// The GL uniform binding of binding `index` of set 0.
    pub fn uniform(&self, index: u32) -> Option<u32> {
        match &self.uniform {
            Some(table) => table.get(index as usize).copied(),
            None => Some(index),
        }
    }
}

/// Writes `data` at offset `at`, extending `bytes` if needed.
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
