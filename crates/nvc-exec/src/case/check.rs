//! Validates a test case beyond its syntax.

use super::{Case, Dim, Image, Init, Param, Rule};
use crate::AccelerationStructure;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;

/// Maximum size in bytes of a buffer, or of the base level of an image, to bound memory use.
pub const MAX_BYTES: usize = 1 << 30;
/// Maximum product of the three numbers of an image's `size`.
const MAX_TEXELS: u64 = 1 << 24;
/// Maximum number of mip levels of an image.
const MAX_LEVELS: u32 = 24;
/// Maximum number of samples per texel.
const MAX_SAMPLES: u32 = 16;

impl Case {
    /// Validates the contents of `case.toml`.
    pub(crate) fn check(&self) -> Result<()> {
        self.check_duplicates()?;
        for (name, bytes) in self.lengths() {
            ensure!(bytes <= MAX_BYTES, "{name}: {bytes} bytes exceed the limit of a buffer ({MAX_BYTES})");
        }
        for image in &self.texture {
            image.check().with_context(|| format!("texture {}", image.binding))?;
        }
        for image in &self.image {
            image.check().with_context(|| format!("image {}", image.binding))?;
            let allowed = !image.dim.is_multisample() || image.compare == Rule::None;
            ensure!(
                allowed,
                "image {}: multisample images are not recorded and need compare = \"none\"",
                image.binding
            );
        }
        for scene in &self.acceleration_structure {
            let structure = AccelerationStructure { instances: scene.instance.clone() };
            let checked = structure.check().map_err(anyhow::Error::msg);
            checked.with_context(|| format!("acceleration_structure {}", scene.binding))?;
        }
        self.check_tolerances()?;
        // Addresses differ between runs, so a buffer that contains them cannot be compared.
        for (init, compare) in self.recorded_buffers() {
            let fits = !matches!(init, Init::Addresses(_)) || *compare == Rule::None;
            ensure!(fits, "a buffer of addresses needs compare = \"none\"");
        }
        let unrecorded = self.uniform.iter().chain(&self.counter).map(|b| &b.init);
        for init in self.recorded_buffers().map(|(init, _)| init).chain(unrecorded) {
            if let Init::Addresses(numbers) = init {
                numbers.iter().try_for_each(|n| self.has_memory(*n))?;
            }
        }
        for param in self.param.iter().filter(|param| param.ty == Param::ADDRESS) {
            param.memories().try_for_each(|n| self.has_memory(n))?;
        }
        Ok(())
    }

    /// Rejects a tolerance without a reason, and a reason without a tolerance.
    fn check_tolerances(&self) -> Result<()> {
        let buffers =
            self.storage.iter().chain(&self.uniform).chain(&self.counter).map(|b| (b.compare, &b.why));
        let memory = self.memory.iter().map(|m| (m.compare, &m.why));
        let images = self.image.iter().chain(&self.texture).map(|i| (i.compare, &i.why));
        for (rule, why) in buffers.chain(memory).chain(images) {
            let explained = !why.trim().is_empty();
            ensure!(explained || !rule.has_tolerance(), "a tolerance needs a reason: why = \"...\"");
            ensure!(!explained || rule.has_tolerance(), "there is no tolerance for `why` to explain: {why}");
        }
        Ok(())
    }

    /// Rejects two resources with the same binding, location or id.
    fn check_duplicates(&self) -> Result<()> {
        let buffers = [("storage", &self.storage), ("uniform", &self.uniform), ("counter", &self.counter)];
        let buffers =
            buffers.into_iter().flat_map(|(class, list)| list.iter().map(move |b| (class, b.binding)));
        let images = [("texture", &self.texture), ("image", &self.image)];
        let images =
            images.into_iter().flat_map(|(class, list)| list.iter().map(move |i| (class, i.binding)));
        let mut seen = BTreeSet::new();
        // Acceleration structures share the units of textures.
        let scenes = self.acceleration_structure.iter().map(|scene| ("texture", scene.binding));
        for (class, binding) in buffers.chain(images).chain(scenes) {
            ensure!(seen.insert((class, binding)), "{class} {binding} is defined twice");
        }
        let mut seen = BTreeSet::new();
        for param in &self.param {
            ensure!(
                seen.insert(param.location),
                "the parameter at location {} is defined twice",
                param.location
            );
        }
        let mut seen = BTreeSet::new();
        for spec in &self.spec {
            ensure!(seen.insert(spec.id), "the specialization constant {} is defined twice", spec.id);
        }
        Ok(())
    }

    /// Returns the name (for messages) and the length in bytes of each buffer.
    fn lengths(&self) -> impl Iterator<Item = (String, usize)> {
        let buffers = [("storage", &self.storage), ("uniform", &self.uniform), ("counter", &self.counter)];
        let buffers = buffers
            .into_iter()
            .flat_map(|(class, list)| list.iter().map(move |b| (format!("{class} {}", b.binding), b.bytes)));
        let memory = self.memory.iter().enumerate().map(|(n, memory)| (format!("memory {n}"), memory.bytes));
        buffers.chain(memory)
    }

    fn recorded_buffers(&self) -> impl Iterator<Item = (&Init, &Rule)> {
        let storage = self.storage.iter().map(|b| (&b.init, &b.compare));
        storage.chain(self.memory.iter().map(|m| (&m.init, &m.compare)))
    }

    fn has_memory(&self, number: u32) -> Result<()> {
        let count = self.memory.len();
        ensure!(
            (number as usize) < count,
            "memory {number} does not exist: the case has {count}, numbered from 0"
        );
        Ok(())
    }
}

impl Image {
    /// Validates the combination of fields.
    pub fn check(&self) -> Result<()> {
        let [width, height, depth] = self.size;
        let shown = format!("{width}x{height}x{depth}");
        let product = self.size.into_iter().try_fold(1, |n: u64, side| n.checked_mul(side.into()));
        let texels = product.filter(|texels| *texels <= MAX_TEXELS);
        let Some(texels) = texels else { bail!("{shown} exceeds the limit of {MAX_TEXELS} texels") };
        ensure!(texels > 0, "an image of {shown} has no texels");
        self.check_sides().with_context(|| shown.clone())?;
        ensure!(
            (1..=MAX_LEVELS).contains(&self.levels),
            "the number of levels must be 1 to {MAX_LEVELS}, not {}",
            self.levels
        );
        ensure!(!matches!(self.init, Init::Addresses(_)), "texels cannot be addresses");
        let several = self.samples.is_power_of_two() && (2..=MAX_SAMPLES).contains(&self.samples);
        match (self.dim.is_multisample(), several, self.samples, self.levels) {
            (true, true, _, 1) | (false, _, 1, _) => {}
            (true, ..) => {
                bail!("a multisample image cannot have {} samples and {} levels", self.samples, self.levels)
            }
            (false, ..) => bail!("only multisample images have samples"),
        }
        let faces = if matches!(self.dim, Dim::Cube | Dim::CubeArray) { 6 } else { 1 };
        // The product cannot overflow: at most 2^24 texels, 6 faces, 16 samples and 16 bytes.
        let bytes = texels * faces * u64::from(self.samples) * self.format.bytes() as u64;
        let fits = usize::try_from(bytes).is_ok_and(|bytes| bytes <= MAX_BYTES);
        ensure!(fits, "{shown} has {bytes} bytes, which exceeds the limit of an image ({MAX_BYTES})");
        Ok(())
    }

    /// Validates the size for the image's dimensionality.
    fn check_sides(&self) -> Result<()> {
        let [width, height, depth] = self.size;
        let (sides, fits) = match self.dim {
            Dim::D1 | Dim::Buffer => ("only a width", height == 1 && depth == 1),
            Dim::D2 | Dim::D2Ms => ("only a width and a height", depth == 1),
            Dim::D1Array => ("only a width and a number of layers", depth == 1),
            Dim::D3 | Dim::D2Array | Dim::D2MsArray => return Ok(()),
            // The third component of a cube's size is 1 or the number of faces.
            Dim::Cube => ("six square faces", width == height && matches!(depth, 1 | 6)),
            Dim::CubeArray => {
                ("square faces (the third number of `size` is the number of cubes)", width == height)
            }
        };
        ensure!(fits, "an image of this dimensionality has {sides}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::case::Case;

    fn verdict(rest: &str) -> Result<(), String> {
        let text = format!("about = ''\ndispatch = [1, 1, 1]\nmemory = [{{ bytes = 16 }}]\n{rest}");
        let case: Case = toml::from_str(&text).map_err(|error| error.to_string())?;
        case.check().map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn addresses_must_refer_to_existing_memory() {
        assert_eq!(verdict("uniform = [{ binding = 0, bytes = 8, init = 'addr:0' }]"), Ok(()));
        let error = verdict("uniform = [{ binding = 0, bytes = 8, init = 'addr:0,1' }]").unwrap_err();
        assert_eq!(error, "memory 1 does not exist: the case has 1, numbered from 0");
        assert_eq!(verdict("param = [{ location = 0, type = 'address', values = [0, 0] }]"), Ok(()));
        assert!(verdict("param = [{ location = 0, type = 'address', values = [2] }]").is_err());
    }

    #[test]
    fn buffers_of_addresses_must_not_be_compared() {
        let block = "storage = [{ binding = 0, bytes = 8, init = 'addr:0' ";
        assert!(verdict(&format!("{block} }}]")).is_err());
        assert_eq!(verdict(&format!("{block}, compare = 'none' }}]")), Ok(()));
    }

    #[test]
    fn sizes_have_limits() {
        let error = |rest: &str| verdict(rest).unwrap_err();
        let block = |class: &str, bytes: u64| format!("{class} = [{{ binding = 0, bytes = {bytes} }}]");
        assert_eq!(verdict(&block("storage", 1 << 30)), Ok(()));
        for class in ["storage", "uniform", "counter"] {
            assert!(error(&block(class, 4_000_000_000)).contains("(1073741824)"));
            assert!(error(&block(class, 99_999_999_999_999)).starts_with(&format!("{class} 0: ")));
        }
        let texture = |size: &str, rest: &str| {
            verdict(&format!("texture = [{{ binding = 0, format = 'rgba32f', size = [{size}], {rest} }}]"))
        };
        let huge = texture("4294967295, 4294967295, 4294967295", "dim = '3d'").unwrap_err();
        assert!(huge.contains("16777216 texels"), "{huge}");
        assert!(texture("4, 0, 1", "dim = '2d'").unwrap_err().contains("no texels"));
        assert!(texture("4096, 4096, 1", "dim = '2dms', samples = 16").unwrap_err().contains("bytes"));
    }

    #[test]
    fn sizes_match_dimensionalities() {
        let image = |dim: &str, size: &str| {
            verdict(&format!(
                "texture = [{{ binding = 0, format = 'r32f', dim = '{dim}', size = [{size}] }}]"
            ))
        };
        let fine = [("1d", "8, 1, 1"), ("2d", "8, 5, 1"), ("3d", "8, 5, 3"), ("1darray", "8, 3, 1")];
        let cubes =
            [("cube", "8, 8, 1"), ("cube", "8, 8, 6"), ("cubearray", "8, 8, 7"), ("2darray", "8, 5, 3")];
        for (dim, size) in fine.into_iter().chain(cubes) {
            assert_eq!(image(dim, size), Ok(()), "{dim} {size}");
        }
        let wrong = [("1d", "8, 2, 1"), ("2d", "8, 8, 5"), ("1darray", "8, 3, 2"), ("buffer", "8, 2, 1")];
        for (dim, size) in wrong.into_iter().chain([("cube", "8, 5, 1"), ("cubearray", "8, 5, 2")]) {
            let error = image(dim, size).unwrap_err();
            assert!(error.contains("an image of this dimensionality has"), "{error}");
        }
    }

    #[test]
    fn tolerances_have_reasons() {
        let buffer = |keys: &str| verdict(&format!("storage = [{{ binding = 0, bytes = 4, {keys} }}]"));
        assert_eq!(buffer("compare = 'f32:0:3e-7', why = 'RCP: 2.5 ULP'"), Ok(()));
        assert_eq!(buffer("compare = 'f32:0:0'"), Ok(()));
        assert!(buffer("compare = 'f32:0:3e-7'").unwrap_err().contains("needs a reason"));
        assert!(buffer("compare = 'f32:0:0', why = 'RCP'").unwrap_err().contains("there is no tolerance"));
    }

    #[test]
    fn duplicates_are_errors() {
        let pair = |class: &str, more: &str| {
            let one = format!("{{ binding = 1, {more} }}");
            verdict(&format!("{class} = [{one}, {one}]")).unwrap_err()
        };
        assert_eq!(pair("storage", "bytes = 4"), "storage 1 is defined twice");
        assert_eq!(pair("uniform", "bytes = 4"), "uniform 1 is defined twice");
        let texture = "dim = '1d', format = 'r32f', size = [4, 1, 1]";
        assert_eq!(pair("texture", texture), "texture 1 is defined twice");
        assert!(verdict("spec = [{ id = 1, value = 1 }, { id = 1, value = 2 }]").is_err());
    }

    #[test]
    fn only_multisample_images_have_samples() {
        let image = |what: &str| verdict(&format!("{what}, format = 'r32f', size = [4, 4, 1] }}]"));
        assert_eq!(image("texture = [{ binding = 0, dim = '2dms', samples = 4"), Ok(()));
        assert!(image("texture = [{ binding = 0, dim = '2dms', samples = 3").is_err());
        assert!(image("texture = [{ binding = 0, dim = '2dms'").is_err());
        assert!(image("texture = [{ binding = 0, dim = '2d', samples = 4").is_err());
        let stored = "image = [{ binding = 0, dim = '2dms', samples = 4";
        assert!(image(stored).is_err());
        assert_eq!(image(&format!("{stored}, compare = 'none'")), Ok(()));
    }
}
