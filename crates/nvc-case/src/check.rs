//! What a case must keep to beyond its syntax.
use crate::{Case, Image, Init, Param, Rule};
use anyhow::{Context, Result, bail, ensure};

/// Texels of an image, so that a case cannot ask for all memory.
const MAX_TEXELS: u64 = 1 << 24;
const MAX_LEVELS: u32 = 24;
const MAX_SAMPLES: u32 = 16;

impl Case {
    /// Checks what `case.toml` says.
    pub(crate) fn check(&self) -> Result<()> {
        for image in &self.texture {
            image.check().with_context(|| format!("texture {}", image.binding))?;
        }
        for image in &self.image {
            image.check().with_context(|| format!("image {}", image.binding))?;
            let kept = !image.dim.is_multisample() || image.compare == Rule::None;
            ensure!(kept, "image {}: samples are not recorded, compare = \"none\"", image.binding);
        }
        // Addresses differ from run to run, so that no record can hold them.
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

    fn recorded_buffers(&self) -> impl Iterator<Item = (&Init, &Rule)> {
        let storage = self.storage.iter().map(|b| (&b.init, &b.compare));
        storage.chain(self.memory.iter().map(|m| (&m.init, &m.compare)))
    }

    fn has_memory(&self, number: u32) -> Result<()> {
        let count = self.memory.len();
        ensure!((number as usize) < count, "the address of memory {number}, of {count}");
        Ok(())
    }
}

impl Image {
    /// Checks what the fields say together.
    pub fn check(&self) -> Result<()> {
        let texels = self.size.map(u64::from).iter().product::<u64>();
        ensure!((1..=MAX_TEXELS).contains(&texels), "{texels} texels");
        ensure!((1..=MAX_LEVELS).contains(&self.levels), "{} levels", self.levels);
        ensure!(!matches!(self.init, Init::Addresses(_)), "texels are no addresses");
        let several = self.samples.is_power_of_two() && (2..=MAX_SAMPLES).contains(&self.samples);
        match (self.dim.is_multisample(), several, self.samples, self.levels) {
            (true, true, _, 1) | (false, _, 1, _) => Ok(()),
            (true, ..) => bail!("{} samples and {} levels", self.samples, self.levels),
            (false, ..) => bail!("samples need a multisample image"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Case;

    fn verdict(rest: &str) -> Result<(), String> {
        let text = format!("about = ''\ndispatch = [1, 1, 1]\nmemory = [{{ bytes = 16 }}]\n{rest}");
        let case: Case = toml::from_str(&text).map_err(|error| error.to_string())?;
        case.check().map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn addresses_are_of_what_is_there() {
        assert_eq!(verdict("uniform = [{ binding = 0, bytes = 8, init = 'addr:0' }]"), Ok(()));
        let error = verdict("uniform = [{ binding = 0, bytes = 8, init = 'addr:0,1' }]").unwrap_err();
        assert_eq!(error, "the address of memory 1, of 1");
        assert_eq!(verdict("param = [{ location = 0, type = 'address', values = [0, 0] }]"), Ok(()));
        assert!(verdict("param = [{ location = 0, type = 'address', values = [2] }]").is_err());
    }

    #[test]
    fn addresses_are_not_recorded() {
        let block = "storage = [{ binding = 0, bytes = 8, init = 'addr:0' ";
        assert!(verdict(&format!("{block} }}]")).is_err());
        assert_eq!(verdict(&format!("{block}, compare = 'none' }}]")), Ok(()));
    }

    #[test]
    fn samples_belong_to_multisample_images() {
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
