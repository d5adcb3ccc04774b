//! `case.toml`: the dispatch of a case and its resources, with initial contents and comparison rules.

use super::{Dim, Format, Init, Rule, toml_text};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// A test case: the dispatch and its memory.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Description of the program.
    pub about: String,
    /// Tags.
    #[serde(default)]
    pub features: Vec<String>,
    /// Number of workgroups in x, y and z.
    pub dispatch: [u32; 3],
    /// Workgroup size, only for programs with a variable one.
    pub group: Option<[u32; 3]>,
    /// Values of specialization constants.
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
    /// Buffers without a binding, which are accessed by address.
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
    /// Comparison rule of the contents after the dispatch.
    #[serde(default)]
    pub compare: Rule,
    /// Why the rule has a tolerance: what explains it in the arithmetic of the program.
    #[serde(default)]
    pub why: String,
}

/// A buffer that is accessed by address. `addr:N` in the contents of another buffer, or a parameter of type
/// `address`, is the address of the `N`th.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Length in bytes.
    pub bytes: usize,
    /// Contents before the dispatch.
    #[serde(default)]
    pub init: Init,
    /// Comparison rule of the contents after the dispatch.
    #[serde(default)]
    pub compare: Rule,
    /// Why the rule has a tolerance: what explains it in the arithmetic of the program.
    #[serde(default)]
    pub why: String,
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
    /// Width, height and depth. The number of layers is the height of a 1D array, or the depth of others.
    pub size: [u32; 3],
    /// Number of levels of a texture. Each has half the size of the previous one.
    #[serde(default = "one")]
    pub levels: u32,
    /// Samples per texel of a multisample image.
    #[serde(default = "one")]
    pub samples: u32,
    /// Texels before the dispatch, in memory order, level after level. A multisample image has one texel per
    /// layer, the value of all its samples: such images can be cleared, but not copied to.
    #[serde(default)]
    pub init: Init,
    /// Sampling filter.
    #[serde(default)]
    pub filter: Filter,
    /// Address mode.
    #[serde(default)]
    pub wrap: Wrap,
    /// Whether the sampler compares: a sample is 1 if the reference is at most the texel.
    #[serde(default)]
    pub shadow: bool,
    /// Whether it is a rectangle texture in the program, whose coordinates are in texels. OpenGL has a texture
    /// target for it.
    #[serde(default)]
    pub rectangle: bool,
    /// Comparison rule of the texels after the dispatch.
    #[serde(default)]
    pub compare: Rule,
    /// Why the rule has a tolerance: what explains it in the arithmetic of the program.
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

/// Address mode: what coordinates outside the texture access.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Wrap {
    /// The edge texel.
    #[default]
    Clamp,
    /// The repeated texture.
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
    /// Components; those of a matrix in column-major order.
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

    /// The recorded resources and their comparison rules, in the order of `truth.bin`.
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
    /// Size in bytes of the texels in `init`.
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

    /// The numbers of the `[[memory]]` buffers whose addresses it contains.
    pub(crate) fn memories(&self) -> impl Iterator<Item = u32> {
        self.values.iter().map(|value| *value as u32)
    }

    /// The components as 32-bit words, one row per 16-byte parameter.
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

/// The component type of a GLSL type, and its components per 16-byte parameter.
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
