//! A generated GLSL shader with its inputs, in the format of `testdata/corpus`.

use crate::fuzz::Rng;

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Seed of the program; 0 if [`from_choices`](super::from_choices) generated it.
    pub seed: u64,
    /// Source text.
    pub text: String,
    /// Seed of the input data.
    pub(super) inputs: u64,
}

/// Number of work groups, each of 64 invocations.
const GROUPS: usize = 2;
/// Size of the result buffer in bytes: four 32-bit words per invocation.
const RESULTS: usize = GROUPS * 64 * 16;

/// Boundary values of the input data.
const WORDS: &[u32] = &[0, 1, 2, 31, 32, 255, 65535, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

impl Case {
    /// Returns the text of `case.toml`: the number of work groups and the initial contents of the buffers.
    pub fn case_toml(&self) -> String {
        let mut rng = Rng::new(self.inputs);
        let word = |rng: &mut Rng| if rng.chance(40) { *rng.pick(WORDS) } else { rng.next_u64() as u32 };
        let words: Vec<String> = (0..64).map(|_| word(&mut rng).to_string()).collect();
        format!(
            "about = \"generated GLSL, seed {}\"\nfeatures = [\"generated\"]\ndispatch = [{GROUPS}, 1, 1]\n\n\
             [[storage]]\nbinding = 0\nbytes = 256\ninit = \"u32:{}\"\n\n\
             [[storage]]\nbinding = 1\nbytes = {RESULTS}\ninit = \"zeros\"\n\n\
             [[storage]]\nbinding = 2\nbytes = 24\ninit = \"u32:0,4294967295,0,4294967295,0,0\"\n\n\
             [[uniform]]\nbinding = 0\nbytes = 128\ninit = \"rand_u32:{}\"\n",
            self.seed,
            words.join(","),
            rng.below(1 << 30),
        )
    }

    /// Returns the text of `map.toml`: the bindings that the shader declares.
    pub fn map_toml(&self) -> String {
        "uniform = [0]\nstorage = [0, 1, 2]\n".to_owned()
    }
}
