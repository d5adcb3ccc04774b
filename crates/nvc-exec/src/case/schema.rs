//! The schema of `case.toml`: the dispatch of a test case and its resources, with initial contents and comparison rules.

use super::{Dim, Format, Init, Rule, toml_text};
use crate::Instance;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// A test case: a dispatch and its memory.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A description of the program.
    pub about: String,
    /// Tags for the features that the program uses.
    #[serde(default)]
    pub features: Vec<String>,
    /// The number of workgroups in x, y and z.
    pub dispatch: [u32; 3],
    /// The workgroup size, for programs that leave it open.
    pub group: Option<[u32; 3]>,
    /// The values of specialization constants.
    #[serde(default)]
    pub spec: Vec<Spec>,
    /// Storage buffers, by GL binding.
    #[serde(default)]
    pub storage: Vec<Buffer>,
    /// Uniform buffers, by GL binding.
    #[serde(default)]
    pub uniform: Vec<Buffer>,
    /// Atomic counter buffers, by GL binding.
    #[serde(default)]
    pub counter: Vec<Buffer>,
    /// Buffers that have no binding and are accessed by address.
    #[serde(default)]
    pub memory: Vec<Memory>,
    /// Sampled textures, by texture unit.
    #[serde(default)]
    pub texture: Vec<Image>,
    /// Storage images, by image unit.
    #[serde(default)]
    pub image: Vec<Image>,
    /// Acceleration structures of ray queries, by texture unit.
    #[serde(default)]
    pub acceleration_structure: Vec<Scene>,
    /// Loose uniforms, by location.
    #[serde(default)]
    pub param: Vec<Param>,
}

/// A specialization constant.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The id of the constant.
    pub id: u32,
    /// The value of the constant.
    pub value: u32,
}

/// A buffer and its contents.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// The GL binding.
    pub binding: u32,
    /// The length in bytes.
    pub bytes: usize,
    /// The contents before the dispatch.
    #[serde(default)]
    pub init: Init,
    /// The rule by which the contents after the dispatch are compared.
    #[serde(default)]
    pub compare: Rule,
    /// The reason for a tolerance, from the arithmetic of the program.
    #[serde(default)]
    pub why: String,
}

/// A buffer that is accessed by address. The address of the buffer with index `N` is written to other buffers by `addr:N`,
/// and to parameters by the type `address`.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// The length in bytes.
    pub bytes: usize,
    /// The contents before the dispatch.
    #[serde(default)]
    pub init: Init,
    /// The rule by which the contents after the dispatch are compared.
    #[serde(default)]
    pub compare: Rule,
    /// The reason for a tolerance, from the arithmetic of the program.
    #[serde(default)]
    pub why: String,
}

/// A texture with its sampler, or a storage image.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// The texture or image unit.
    pub binding: u32,
    /// The dimensionality.
    pub dim: Dim,
    /// The texel format.
    pub format: Format,
    /// The width, height and depth. The number of layers is the height of a 1D array, or the depth of another array.
    pub size: [u32; 3],
    /// The number of mip levels. Each level has half the size of the previous one, at least 1.
    #[serde(default = "one")]
    pub levels: u32,
    /// The number of samples per texel.
    #[serde(default = "one")]
    pub samples: u32,
    /// The texels before the dispatch, in memory order, level after level. For a multisample image, one texel per
    /// layer, the value of all samples of the layer: such images can be cleared, but not copied to.
    #[serde(default)]
    pub init: Init,
    /// The sampling filter.
    #[serde(default)]
    pub filter: Filter,
    /// The address mode.
    #[serde(default)]
    pub wrap: Wrap,
    /// Whether the sampler compares: a sample is 1 if the reference value is at most the texel, otherwise 0.
    #[serde(default)]
    pub shadow: bool,
    /// Whether the program declares a rectangle texture, with coordinates in texels. OpenGL has a texture
    /// target of its own for these.
    #[serde(default)]
    pub rectangle: bool,
    /// The rule by which the texels after the dispatch are compared.
    #[serde(default)]
    pub compare: Rule,
    /// The reason for a tolerance, from the arithmetic of the program.
    #[serde(default)]
    pub why: String,
}

/// Sampling filter of a texture.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Filter {
    /// The nearest texel.
    #[default]
    Nearest,
    /// The weighted mean of the neighbours.
    Linear,
}

/// Address mode: the texel that a coordinate outside the texture selects.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Wrap {
    /// The nearest edge texel.
    #[default]
    Clamp,
    /// The texel of the periodically repeated texture.
    Repeat,
}

/// An acceleration structure and its binding.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The texture unit.
    pub binding: u32,
    /// The instances, in the order of their instance ids.
    pub instance: Vec<Instance>,
}

/// A loose uniform: its GL location, GLSL type and components.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Param {
    /// The GL location.
    pub location: i32,
    /// The GLSL type, such as `vec4`, or [`address`](Self::ADDRESS).
    #[serde(rename = "type")]
    pub ty: String,
    /// The components, of a matrix in column-major order; for `address`, the indices of `[[memory]]` buffers.
    pub values: Vec<f64>,
}

impl Case {
    /// Reads `dir/case.toml`.
    pub fn load(dir: &Path) -> Result<Self> {
        let path = dir.join("case.toml");
        let case: Self = toml_text::load(&path)?;
        case.check().with_context(|| path.display().to_string())?;
        Ok(case)
    }

    /// Returns the names of the recorded resources, with their comparison rules, in the order of `truth.bin`.
    pub fn recorded(&self) -> impl Iterator<Item = (String, &Rule)> {
        let storage = self.storage.iter().map(|b| (format!("storage {}", b.binding), &b.compare));
        let memory = self.memory.iter().enumerate().map(|(n, m)| (format!("memory {n}"), &m.compare));
        let image = self.image.iter().map(|i| (format!("image {}", i.binding), &i.compare));
        storage.chain(memory).chain(image)
    }
}

fn one() -> u32 {
    1
}

impl Image {
    /// Returns the size in bytes of the texels in `init`.
    pub fn bytes(&self) -> usize {
        if self.dim.is_multisample() {
            return self.dim.layers(self.size) as usize * self.format.bytes();
        }
        let texels = (0..self.levels).map(|level| self.dim.texels(self.dim.level_size(self.size, level)));
        texels.sum::<usize>() * self.format.bytes()
    }
}

impl Param {
    /// The type of a parameter that contains addresses of `[[memory]]` buffers, two per 16-byte parameter.
    pub const ADDRESS: &str = "address";

    /// Returns the indices of the `[[memory]]` buffers whose addresses the parameter contains.
    pub(crate) fn memories(&self) -> impl Iterator<Item = u32> {
        self.values.iter().map(|value| *value as u32)
    }

    /// Returns the components as 32-bit words, grouped by 16-byte parameter. Fails for the type `address`.
    pub fn rows(&self) -> Result<Vec<Vec<u32>>> {
        let (kind, width) =
            component(&self.ty).with_context(|| format!("unknown parameter type {}", self.ty))?;
        let words: Vec<u32> = self.values.iter().map(|v| kind.word(*v)).collect();
        Ok(words.chunks(width).map(<[u32]>::to_vec).collect())
    }
}

/// The type of a component.
#[derive(Clone, Copy)]
enum Component {
    Float,
    Int,
    Uint,
}

impl Component {
    fn word(self, value: f64) -> u32 {
        match self {
            Self::Float => (value as f32).to_bits(),
            Self::Int => value as i32 as u32,
            Self::Uint => value as u32,
        }
    }
}

/// Returns the component type of a GLSL type, and the number of components per 16-byte parameter.
fn component(ty: &str) -> Option<(Component, usize)> {
    use Component::{Float, Int, Uint};
    const TYPES: &[(&str, Component, usize)] = &[
        ("float", Float, 1),
        ("vec2", Float, 2),
        ("vec3", Float, 3),
        ("vec4", Float, 4),
        ("mat3", Float, 3),
        ("mat4", Float, 4),
        ("int", Int, 1),
        ("ivec2", Int, 2),
        ("ivec3", Int, 3),
        ("ivec4", Int, 4),
        ("uint", Uint, 1),
        ("uvec2", Uint, 2),
        ("uvec3", Uint, 3),
        ("uvec4", Uint, 4),
    ];
    TYPES.iter().find(|row| row.0 == ty).map(|row| (row.1, row.2))
}
