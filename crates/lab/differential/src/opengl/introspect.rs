//! Maps the parameter and buffer indices of an assembly listing that NVIDIA's compiler generated from GLSL to
//! the uniforms and blocks of the GLSL source.
//!
//! The compiler numbers uniform blocks in declaration order. It numbers uniforms outside blocks in
//! declaration order too, but arrays and matrices first. The program interface query sorts by name instead,
//! so the order is derived from the source text. The index of a storage block is its binding.

use crate::opengl::gl::number::*;
use crate::opengl::program::log;
use crate::opengl::{Context, Program};
use nvc_exec::case::{Map, MapParam};

/// Maximum number of array elements of a uniform that are listed.
const MAX_ELEMENTS: i32 = 4096;
/// Size of the buffer that receives the value of a uniform. Only the first number, a unit index, is used.
const MAX_NUMBERS: usize = 64;

/// A uniform outside blocks. An array of uniforms has one entry for each element.
struct Loose {
    name: String,
    location: i32,
    /// `value`, `sampler` or `image`.
    kind: &'static str,
    /// Texture or image unit; -1 for values.
    unit: i32,
    /// Number of 16-byte parameters that one element occupies.
    rows: u32,
    /// Whether the uniform is an array or a matrix.
    many: bool,
}

impl Context {
    /// Returns the mapping of the indices in the listing of a program compiled from this source.
    pub fn map(&self, program: &Program<'_>, source: &str) -> Map {
        let mut blocks: Vec<_> = self
            .resources(program, UNIFORM_BLOCK)
            .map(|k| {
                let name = self.resource_name(program, UNIFORM_BLOCK, k);
                let binding = self.resource(program, UNIFORM_BLOCK, k, BUFFER_BINDING);
                (declared(source, &name), binding as u32)
            })
            .collect();
        blocks.sort_unstable();
        let storage = self.resources(program, SHADER_STORAGE_BLOCK);
        let storage = storage.map(|k| self.resource(program, SHADER_STORAGE_BLOCK, k, BUFFER_BINDING) as u32);
        let mut loose: Vec<Loose> =
            self.resources(program, UNIFORM).flat_map(|k| self.loose(program, k)).collect();
        loose.sort_by_key(|uniform| (!uniform.many, declared(source, &uniform.name), uniform.location));
        let mut index = 0;
        let param = loose.into_iter().map(|uniform| {
            let Loose { name, location, kind, unit, rows, .. } = uniform;
            let param = MapParam { index, kind: kind.to_owned(), unit, location, name };
            index += rows;
            param
        });
        Map {
            uniform: blocks.into_iter().map(|(_, binding)| binding).collect(),
            storage: storage.collect(),
            param: param.collect(),
        }
    }

    /// Returns the elements of a uniform; empty if it is in a block or is an atomic counter.
    fn loose(&self, program: &Program<'_>, k: u32) -> Vec<Loose> {
        let get = |property| self.resource(program, UNIFORM, k, property);
        if get(BLOCK_INDEX) != -1 || get(ATOMIC_COUNTER_BUFFER_INDEX) != -1 {
            return Vec::new();
        }
        let (kind, rows) = kind(get(TYPE) as u32);
        let (location, count) = (get(LOCATION), get(ARRAY_SIZE).clamp(1, MAX_ELEMENTS));
        let name = self.resource_name(program, UNIFORM, k);
        let element = |n: i32| {
            let location = location + n;
            let unit = if kind == "value" { -1 } else { self.uniform_number(program, location) };
            Loose { name: name.clone(), location, kind, unit, rows, many: rows > 1 || count > 1 }
        };
        (0..count).map(element).collect()
    }

    fn uniform_number(&self, program: &Program<'_>, location: i32) -> i32 {
        let mut numbers = [0; MAX_NUMBERS];
        // SAFETY: the context is current, and no sampler or image uniform has more than `MAX_NUMBERS`
        // values.
        unsafe { (self.gl.get_uniform)(program.id, location, numbers.as_mut_ptr()) };
        numbers[0]
    }

    fn resources(&self, program: &Program<'_>, interface: u32) -> std::ops::Range<u32> {
        let mut count = 0;
        // SAFETY: the context is current.
        unsafe { (self.gl.interface)(program.id, interface, ACTIVE_RESOURCES, &mut count) };
        0..u32::try_from(count).unwrap_or(0)
    }

    fn resource(&self, program: &Program<'_>, interface: u32, k: u32, property: u32) -> i32 {
        let mut value = 0;
        // SAFETY: the context is current, and there is room for one value.
        unsafe {
            let none = std::ptr::null_mut();
            (self.gl.resource)(program.id, interface, k, 1, &property, 1, none, &mut value);
        }
        value
    }

    fn resource_name(&self, program: &Program<'_>, interface: u32, k: u32) -> String {
        // SAFETY: the context is current, and the buffer has the given size.
        log(|room, length, to| unsafe {
            (self.gl.resource_name)(program.id, interface, k, room, length, to);
        })
    }
}

/// Returns the kind of a GLSL type, and the number of 16-byte parameters that it occupies. The values are
/// from the OpenGL registry: matrices, then samplers of all kinds, then images.
fn kind(ty: u32) -> (&'static str, u32) {
    match ty {
        0x8b5a | 0x8b65 | 0x8b66 => ("value", 2),
        0x8b5b | 0x8b67 | 0x8b68 => ("value", 3),
        0x8b5c | 0x8b69 | 0x8b6a => ("value", 4),
        0x8b5d..=0x8b64 | 0x8dc0..=0x8dc5 | 0x8dc9..=0x8dd8 | 0x900c..=0x900f | 0x9108..=0x910d => {
            ("sampler", 1)
        }
        0x904c..=0x906c => ("image", 1),
        _ => ("value", 1),
    }
}

/// Returns the position of the declaration of a uniform or uniform block in the source (the first occurrence of its name
/// that does not follow `//` on its line), and the array index in its name.
fn declared(source: &str, name: &str) -> (usize, usize) {
    let (base, element) = match name.split_once('[') {
        Some((base, rest)) => {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            (base, digits.parse().unwrap_or(0))
        }
        None => (name, 0),
    };
    let base = base.split('.').next().unwrap_or(base);
    (word(source, base).unwrap_or(usize::MAX), element)
}

/// Returns the position of the first occurrence of an identifier that does not follow `//` on its line.
fn word(source: &str, word: &str) -> Option<usize> {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|b| *b == b'_' || b.is_ascii_alphanumeric());
    let bytes = source.as_bytes();
    source.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let line = source[..at].rsplit('\n').next().unwrap_or_default();
        !is_part(before) && !is_part(bytes.get(at + word.len())) && !line.contains("//")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_by_their_declarations() {
        let source = "// b first\nuniform vec4 ab;\nuniform float b[3];\n";
        assert_eq!(declared(source, "b[2]"), (source.find("b[3]").expect("it is there"), 2));
        assert!(declared(source, "ab") < declared(source, "b[0]"));
        assert_eq!(declared(source, "c").0, usize::MAX);
    }

    #[test]
    fn kinds() {
        assert_eq!(kind(0x8b5c), ("value", 4));
        assert_eq!(kind(0x8b5e), ("sampler", 1));
        assert_eq!(kind(0x904d), ("image", 1));
        assert_eq!(kind(0x8dc6), ("value", 1), "unsigned vectors are between the samplers");
    }
}
