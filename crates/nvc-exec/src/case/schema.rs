//! `case.toml`: the dispatch of a case, its resources and how each is filled and compared.
use super::{Dim, Format, Init, Rule, toml_text};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// One case: what to dispatch over which memory.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What the program does, in words.
    pub about: String,
    /// Tags.
    #[serde(default)]
    pub features: Vec<String>,
    /// Work groups in x, y and z.
    pub dispatch: [u32; 3],
    /// Work-group size, only for programs that leave it open.
    pub group: Option<[u32; 3]>,
    /// Specialization constants that the pipeline sets.
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
    /// Buffers that are bound nowhere: only their addresses lead to them.
    #[serde(default)]
    pub memory: Vec<Memory>,
    /// Sampled textures, by texture unit.
    #[serde(default)]
    pub texture: Vec<Image>,
    /// Storage images, by image unit.
    #[serde(default)]
    pub image: Vec<Image>,
    /// Loose uniforms, by location.
    #[serde(default)]
    pub param: Vec<Param>,
}

/// A specialization constant.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Its id.
    pub id: u32,
    /// Its value.
    pub value: u32,
}

/// A buffer and its contents.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// GL binding.
    pub binding: u32,
    /// Length in bytes.
    pub bytes: usize,
    /// Contents before the dispatch.
    #[serde(default)]
    pub init: Init,
    /// How the contents after the dispatch are compared.
    #[serde(default)]
    pub compare: Rule,
}

/// A buffer that its address leads to: `addr:N` in the contents of another block or a parameter of type
/// `address` is the address of the `N`th.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Length in bytes.
    pub bytes: usize,
    /// Contents before the dispatch.
    #[serde(default)]
    pub init: Init,
    /// How the contents after the dispatch are compared.
    #[serde(default)]
    pub compare: Rule,
}

/// A texture with its sampler, or a storage image.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// Texture or image unit.
    pub binding: u32,
    /// Dimensionality.
    pub dim: Dim,
    /// Texel format.
    pub format: Format,
    /// Width, height and depth; height counts the layers of a 1D array, depth those of the others.
    pub size: [u32; 3],
    /// Number of levels of a texture, each half as large as the one before.
    #[serde(default = "one")]
    pub levels: u32,
    /// Samples of a texel of a multisample image.
    #[serde(default = "one")]
    pub samples: u32,
    /// Texels before the dispatch, in memory order, level after level. Of a multisample image one for each
    /// layer, which all of its samples hold: devices can clear such images, not copy to them.
    #[serde(default)]
    pub init: Init,
    /// Sampling filter.
    #[serde(default)]
    pub filter: Filter,
    /// Behaviour of coordinates outside the texture.
    #[serde(default)]
    pub wrap: Wrap,
    /// The sampler compares: a sample is 1 where the reference is not above the texel.
    #[serde(default)]
    pub shadow: bool,
    /// The program takes it for a rectangle, whose coordinates count texels: OpenGL has textures of their
    /// own for that.
    #[serde(default)]
    pub rectangle: bool,
    /// How the texels after the dispatch are compared.
    #[serde(default)]
    pub compare: Rule,
}

/// Sampling filter of a texture.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Filter {
    /// The nearest texel.
    #[default]
    Nearest,
    /// A weighted mean of the neighbours.
    Linear,
}

/// Behaviour of coordinates outside the texture.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Wrap {
    /// The edge continues.
    #[default]
    Clamp,
    /// The texture repeats.
    Repeat,
}

/// A loose uniform: its GL location, GLSL type and components.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Param {
    /// GL location.
    pub location: i32,
    /// GLSL type, such as `vec4`.
    #[serde(rename = "type")]
    pub ty: String,
    /// Components, columns of a matrix one after the other.
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

    /// What a dispatch leaves behind and how it is compared, in the order of `truth.bin`.
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
    /// Length in bytes of the texels that `init` gives.
    pub fn bytes(&self) -> usize {
        if self.dim.is_multisample() {
            return self.dim.layers(self.size) as usize * self.format.bytes();
        }
        let texels = (0..self.levels).map(|level| self.dim.texels(self.dim.level_size(self.size, level)));
        texels.sum::<usize>() * self.format.bytes()
    }
}

impl Param {
    /// The type of a parameter that holds addresses of `[[memory]]`, two to a 16-byte parameter.
    pub const ADDRESS: &str = "address";

    /// The numbers of the memory whose addresses it holds.
    pub(crate) fn memories(&self) -> impl Iterator<Item = u32> {
        self.values.iter().map(|value| *value as u32)
    }

    /// The components as 32-bit words, one row for each 16-byte parameter that they take.
    pub fn rows(&self) -> Result<Vec<Vec<u32>>> {
        let (kind, width) =
            component(&self.ty).with_context(|| format!("unknown parameter type {}", self.ty))?;
        let words: Vec<u32> = self.values.iter().map(|v| kind.word(*v)).collect();
        Ok(words.chunks(width).map(<[u32]>::to_vec).collect())
    }
}

/// What a component is made of.
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

/// Component kind and components per 16-byte parameter of a GLSL type.
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
