//! The resources of a SPIR-V module, read from its types and decorations.
use crate::{Error, Result};
use nvc_ir::ResourceClass;
use std::collections::{BTreeMap, BTreeSet};

/// What kind of descriptor a variable takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Uniform block.
    Uniform,
    /// Storage block.
    Storage,
    /// Combined image and sampler.
    Texture,
    /// Image that a sampler is combined with in the program.
    SampledImage,
    /// Sampler apart from its image.
    Sampler,
    /// Storage image.
    Image,
    /// Uniform texel buffer.
    TexelBuffer,
    /// Storage texel buffer.
    StorageTexelBuffer,
}

impl Class {
    /// The class of resources that such variables hold.
    pub(crate) fn holds(self) -> ResourceClass {
        match self {
            Class::Uniform => ResourceClass::Uniform,
            Class::Storage => ResourceClass::Storage,
            Class::Texture | Class::SampledImage | Class::Sampler | Class::TexelBuffer => {
                ResourceClass::Texture
            }
            Class::Image | Class::StorageTexelBuffer => ResourceClass::Image,
        }
    }
}

/// How many descriptors a variable takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(u32),
    /// A runtime array.
    Unbounded,
}

/// The declared type of an image variable, in SPIR-V's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// SPIR-V *Dim*.
    pub dim: u32,
    /// Has layers.
    pub arrayed: bool,
    /// Has several samples to a texel.
    pub multisampled: bool,
    /// SPIR-V *Image Format*.
    pub format: u32,
}

/// One variable with a binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Descriptor kind.
    pub class: Class,
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Number of descriptors.
    pub count: Count,
    /// The declared image type, of images and textures.
    pub shape: Option<Shape>,
}

/// A side of the work group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// So many invocations.
    Fixed(u32),
    /// As many as a specialization constant says.
    Spec {
        /// Its id.
        id: u32,
        /// What it is if nobody sets it.
        default: u32,
    },
}

impl Side {
    /// The length if no constant is set.
    pub(crate) fn default_value(self) -> u32 {
        match self {
            Side::Fixed(length) | Side::Spec { default: length, .. } => length,
        }
    }
}

/// What the host needs to know of a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Module {
    /// Name of the entry point.
    pub entry: String,
    /// Capabilities that the module declares.
    pub capabilities: Vec<u32>,
    /// Variables that the code uses; several may share a set and binding.
    pub resources: Vec<Resource>,
    /// Has push constants.
    pub push_constants: bool,
    /// Bytes of each specialization constant, by its id.
    pub spec_constants: BTreeMap<u32, usize>,
    /// The size of a work group, where it is made of constants that are no operations on others.
    pub group_size: Option<[Side; 3]>,
}

/// The numbers of SPIR-V 1.6 that a reader of resources meets.
mod op {
    pub(super) const ENTRY_POINT: u32 = 15;
    pub(super) const EXECUTION_MODE: u32 = 16;
    pub(super) const CAPABILITY: u32 = 17;
    pub(super) const TYPE_FIRST: u32 = 19;
    pub(super) const TYPE_INT: u32 = 21;
    pub(super) const TYPE_FLOAT: u32 = 22;
    pub(super) const TYPE_IMAGE: u32 = 25;
    pub(super) const TYPE_SAMPLER: u32 = 26;
    pub(super) const TYPE_SAMPLED_IMAGE: u32 = 27;
    pub(super) const TYPE_ARRAY: u32 = 28;
    pub(super) const TYPE_RUNTIME_ARRAY: u32 = 29;
    pub(super) const TYPE_POINTER: u32 = 32;
    pub(super) const TYPE_LAST: u32 = 33;
    pub(super) const CONSTANT: u32 = 43;
    pub(super) const CONSTANT_COMPOSITE: u32 = 44;
    pub(super) const SPEC_CONSTANT_TRUE: u32 = 48;
    pub(super) const SPEC_CONSTANT: u32 = 50;
    pub(super) const SPEC_CONSTANT_COMPOSITE: u32 = 51;
    pub(super) const FUNCTION: u32 = 54;
    pub(super) const VARIABLE: u32 = 59;
    pub(super) const DECORATE: u32 = 71;
    pub(super) const EXECUTION_MODE_ID: u32 = 331;
}

/// *Execution Mode* operands.
mod mode {
    pub(super) const LOCAL_SIZE: u32 = 17;
    pub(super) const LOCAL_SIZE_ID: u32 = 38;
}

/// *Decoration* operands.
mod decoration {
    pub(super) const SPEC_ID: u32 = 1;
    pub(super) const BUFFER_BLOCK: u32 = 3;
    pub(super) const BUILT_IN: u32 = 11;
    pub(super) const BINDING: u32 = 33;
    pub(super) const DESCRIPTOR_SET: u32 = 34;
}

/// *Storage Class* operands.
mod storage_class {
    pub(super) const UNIFORM_CONSTANT: u32 = 0;
    pub(super) const UNIFORM: u32 = 2;
    pub(super) const PUSH_CONSTANT: u32 = 9;
    pub(super) const STORAGE_BUFFER: u32 = 12;
}

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: usize = 5;
const DIM_BUFFER: u32 = 5;
/// *BuiltIn* of the constant that is the size of a work group, whatever the execution mode says.
const WORKGROUP_SIZE: u32 = 25;
/// *Sampled* operand of OpTypeImage: used without a sampler.
const STORAGE_IMAGE: u32 = 2;
/// Arrays of arrays nest no deeper than this.
const MAX_NESTING: usize = 16;

/// Declarations of a module, by result id.
#[derive(Default)]
struct Declarations {
    /// Opcode, then the operands after the result id.
    types: BTreeMap<u32, Vec<u32>>,
    constants: BTreeMap<u32, u32>,
    /// Type of each specialization constant, by result id.
    specs: BTreeMap<u32, u32>,
    /// First words of their defaults, by result id.
    defaults: BTreeMap<u32, u32>,
    /// Constants of three parts, by result id.
    triples: BTreeMap<u32, [u32; 3]>,
    /// Operands of LocalSize.
    local_size: Option<[u32; 3]>,
    /// Operands of LocalSizeId.
    local_size_ids: Option<[u32; 3]>,
    decorations: BTreeMap<(u32, u32), u32>,
    /// Result type, result id and storage class.
    variables: Vec<[u32; 3]>,
    /// Every word in function bodies; a variable that is none of them is not used.
    body: BTreeSet<u32>,
}

impl Module {
    /// Reads a module's words.
    pub fn reflect(words: &[u32]) -> Result<Self> {
        if words.first() != Some(&MAGIC) {
            return Err(module("it is not SPIR-V"));
        }
        let mut rest = words.get(HEADER_WORDS..).ok_or_else(|| module("it has no whole header"))?;
        let (mut found, mut declarations) = (Self::default(), Declarations::default());
        while let Some(&first) = rest.first() {
            let (opcode, length) = (first & 0xffff, (first >> 16) as usize);
            if !(1..=rest.len()).contains(&length) {
                return Err(module(format!("an instruction is cut, opcode {opcode}")));
            }
            let (instruction, next) = rest.split_at(length);
            let operands = &instruction[1..];
            match opcode {
                op::ENTRY_POINT => found.entry = literal(operands.get(2..).unwrap_or_default()),
                op::CAPABILITY => found.capabilities.extend(operands),
                op::FUNCTION => {
                    declarations.body.extend(rest);
                    break;
                }
                _ => declarations.read(opcode, operands),
            }
            rest = next;
        }
        for &[pointer, id, class] in &declarations.variables {
            if !declarations.body.contains(&id) {
                continue;
            }
            found.push_constants |= class == storage_class::PUSH_CONSTANT;
            found.resources.extend(declarations.resource(pointer, id, class)?);
        }
        found.spec_constants = declarations.spec_constants();
        found.group_size = declarations.group_size();
        Ok(found)
    }
}

/// Something is wrong with the module.
fn module(words: impl Into<String>) -> Error {
    Error::Module(words.into())
}

impl Declarations {
    fn read(&mut self, opcode: u32, operands: &[u32]) {
        match (opcode, operands) {
            (op::TYPE_FIRST..=op::TYPE_LAST, [id, rest @ ..]) => {
                let mut ty = vec![opcode];
                ty.extend(rest);
                self.types.insert(*id, ty);
            }
            (op::CONSTANT, [_, id, value, ..]) => {
                self.constants.insert(*id, *value);
            }
            (op::SPEC_CONSTANT_TRUE..=op::SPEC_CONSTANT, [ty, id, rest @ ..]) => {
                self.specs.insert(*id, *ty);
                self.defaults.extend(rest.first().map(|value| (*id, *value)));
            }
            (op::CONSTANT_COMPOSITE | op::SPEC_CONSTANT_COMPOSITE, [_, id, x, y, z]) => {
                self.triples.insert(*id, [*x, *y, *z]);
            }
            (op::EXECUTION_MODE, [_, mode::LOCAL_SIZE, x, y, z]) => self.local_size = Some([*x, *y, *z]),
            (op::EXECUTION_MODE_ID, [_, mode::LOCAL_SIZE_ID, x, y, z]) => {
                self.local_size_ids = Some([*x, *y, *z]);
            }
            (op::DECORATE, [id, decoration, rest @ ..]) => {
                self.decorations.insert((*id, *decoration), rest.first().copied().unwrap_or(0));
            }
            (op::VARIABLE, [ty, id, class, ..]) => self.variables.push([*ty, *id, *class]),
            _ => {}
        }
    }

    /// Bytes of the specialization constants that have an id. Booleans are 32-bit words (VkBool32).
    fn spec_constants(&self) -> BTreeMap<u32, usize> {
        let bytes = |ty: u32| match *self.ty(ty) {
            [op::TYPE_INT | op::TYPE_FLOAT, width, ..] => (width / 8).clamp(1, 8) as usize,
            _ => 4,
        };
        let id = |result: u32| self.decorations.get(&(result, decoration::SPEC_ID)).copied();
        self.specs.iter().filter_map(|(result, ty)| Some((id(*result)?, bytes(*ty)))).collect()
    }

    /// The size of a work group, if it is known.
    fn group_size(&self) -> Option<[Side; 3]> {
        let is_size =
            |id: &&u32| self.decorations.get(&(**id, decoration::BUILT_IN)) == Some(&WORKGROUP_SIZE);
        let built_in = self.triples.keys().find(is_size).and_then(|id| self.triples.get(id)).copied();
        let Some(parts) = built_in.or(self.local_size_ids) else {
            return self.local_size.map(|size| size.map(Side::Fixed));
        };
        let side = |part: u32| match self.constants.get(&part) {
            Some(length) => Some(Side::Fixed(*length)),
            None => {
                let id = self.decorations.get(&(part, decoration::SPEC_ID)).copied()?;
                Some(Side::Spec { id, default: self.defaults.get(&part).copied()? })
            }
        };
        let [x, y, z] = parts.map(side);
        Some([x?, y?, z?])
    }

    fn ty(&self, id: u32) -> &[u32] {
        self.types.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The resource behind a variable; none for variables without a descriptor.
    fn resource(&self, pointer: u32, id: u32, storage_class: u32) -> Result<Option<Resource>> {
        use storage_class::{STORAGE_BUFFER, UNIFORM, UNIFORM_CONSTANT};
        if !matches!(storage_class, UNIFORM_CONSTANT | UNIFORM | STORAGE_BUFFER) {
            return Ok(None);
        }
        let &[op::TYPE_POINTER, _, pointee] = self.ty(pointer) else {
            return Err(module(format!("variable %{id} is no pointer")));
        };
        let (element, count) = self.element(pointee)?;
        let (class, shape) = match storage_class {
            STORAGE_BUFFER => (Class::Storage, None),
            UNIFORM if self.decorations.contains_key(&(element, decoration::BUFFER_BLOCK)) => {
                (Class::Storage, None)
            }
            UNIFORM => (Class::Uniform, None),
            _ => self.image(element).ok_or_else(|| module(format!("variable %{id} is no descriptor")))?,
        };
        let decorated = |kind| self.decorations.get(&(id, kind)).copied();
        let place = decorated(decoration::DESCRIPTOR_SET).zip(decorated(decoration::BINDING));
        let (set, binding) = place.ok_or_else(|| module(format!("variable %{id} is bound nowhere")))?;
        Ok(Some(Resource { class, set, binding, count, shape }))
    }

    /// Element type and length of an array of descriptors.
    fn element(&self, mut ty: u32) -> Result<(u32, Count)> {
        let mut count = Count::Fixed(1);
        for _ in 0..MAX_NESTING {
            match *self.ty(ty) {
                [op::TYPE_ARRAY, element, length] => {
                    let length = self.constants.get(&length);
                    let length = length.ok_or_else(|| module("an array has no constant length"))?;
                    if let Count::Fixed(n) = count {
                        count = Count::Fixed(n.saturating_mul(*length));
                    }
                    ty = element;
                }
                [op::TYPE_RUNTIME_ARRAY, element] => (ty, count) = (element, Count::Unbounded),
                _ => return Ok((ty, count)),
            }
        }
        Err(module("arrays nest too deep"))
    }

    /// Class and shape of an image or sampler; nothing for other types.
    fn image(&self, ty: u32) -> Option<(Class, Option<Shape>)> {
        let (combined, image) = match *self.ty(ty) {
            [op::TYPE_SAMPLER] => return Some((Class::Sampler, None)),
            [op::TYPE_SAMPLED_IMAGE, image] => (true, self.ty(image)),
            _ => (false, self.ty(ty)),
        };
        let &[op::TYPE_IMAGE, _, dim, _, arrayed, samples, usage, format, ..] = image else { return None };
        let class = match (dim == DIM_BUFFER, combined, usage == STORAGE_IMAGE) {
            (true, _, true) => Class::StorageTexelBuffer,
            (true, _, false) => Class::TexelBuffer,
            (false, true, _) => Class::Texture,
            (false, false, true) => Class::Image,
            (false, false, false) => Class::SampledImage,
        };
        Some((class, Some(Shape { dim, arrayed: arrayed != 0, multisampled: samples != 0, format })))
    }
}

/// A null-terminated literal string (SPIR-V 2.2.1).
fn literal(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

#[cfg(test)]
#[path = "reflect_tests.rs"]
mod tests;
