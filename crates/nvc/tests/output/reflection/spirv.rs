//! The same interface, read from the words of the module: whether a reflection says what they say.

use nvc::reflect::{Access, DescriptorType, Extent, Reflection};
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Dim, ExecutionMode, Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};

/// Where a reflection says something else than the module.
pub fn disagreements(words: &[u32], reflection: &Reflection) -> Vec<String> {
    let module = match rspirv::dr::load_words(words) {
        Ok(module) => module,
        Err(error) => return vec![format!("the module cannot be read: {error}")],
    };
    let read = Reader::new(&module);
    let mut found = Vec::new();
    let mut compare = |what: &str, module: String, told: String| {
        if module != told {
            found.push(format!("{what}: the module has {module}, the reflection {told}"));
        }
    };
    let text = |operand: Option<&Operand>| match operand {
        Some(Operand::LiteralString(text)) => text.clone(),
        _ => String::new(),
    };
    let entry = &module.entry_points[0];
    compare("entry point", text(entry.operands.get(2)), reflection.entry_point.clone());
    let version = module.header.as_ref().map(|header| header.version()).unwrap_or_default();
    compare("version", format!("{}.{}", version.0, version.1), reflection.spirv_version.clone());
    compare("capabilities", module.capabilities.len().to_string(), reflection.capabilities.len().to_string());
    let extensions: Vec<_> = module.extensions.iter().map(|inst| text(inst.operands.first())).collect();
    compare("extensions", format!("{extensions:?}"), format!("{:?}", reflection.extensions));
    compare("group size", format!("{:?}", read.group_size()), format!("{:?}", reflection.workgroup_size));
    let told = reflection.specialization_constants.iter();
    let told: BTreeMap<_, _> = told.map(|spec| (spec.id, spec.default_bits.clone())).collect();
    compare("specialization constants", format!("{:?}", read.spec_constants()), format!("{told:?}"));
    let push = read.push_constants().unwrap_or_default();
    compare(
        "push constants",
        push.next_multiple_of(4).to_string(),
        reflection.push_constants.bytes.to_string(),
    );
    let ends = reflection.push_constants.members.iter().map(|member| member.offset).max();
    if ends.is_some_and(|offset| offset >= reflection.push_constants.bytes) {
        compare("push constants", "fewer".into(), format!("a member at {ends:?}"));
    }
    compare(
        "descriptors",
        format!("{:#?}", read.descriptors()),
        format!("{:#?}", told_descriptors(reflection)),
    );
    let matrices = module.types_global_values.iter().filter(|inst| {
        matches!(inst.class.opcode, Op::TypeCooperativeMatrixNV | Op::TypeCooperativeMatrixKHR)
    });
    let told = reflection.cooperative_matrices.types.len();
    compare("cooperative matrices", matrices.count().to_string(), told.to_string());
    let shared = read.variables().any(|(_, class, _)| class == StorageClass::Workgroup);
    compare("shared memory", shared.to_string(), (reflection.shared_bytes > 0).to_string());
    found.extend(read.misplaced_members(reflection));
    found
}

/// What is compared of a descriptor: kind, count, whether it is written.
type Descriptor = (DescriptorType, Option<u32>, bool);

fn told_descriptors(reflection: &Reflection) -> BTreeMap<(u32, u32), BTreeSet<Descriptor>> {
    let mut told: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for resource in &reflection.resources {
        let descriptor = (resource.descriptor, resource.count, resource.access != Access::Read);
        told.entry((resource.set, resource.binding)).or_default().insert(descriptor);
    }
    told
}

/// A module with its declarations by id.
struct Reader<'m> {
    module: &'m Module,
    globals: BTreeMap<u32, &'m Instruction>,
}

impl<'m> Reader<'m> {
    fn new(module: &'m Module) -> Self {
        let globals = module.types_global_values.iter().filter_map(|inst| Some((inst.result_id?, inst)));
        Reader { module, globals: globals.collect() }
    }

    fn global(&self, id: u32) -> &'m Instruction {
        self.globals[&id]
    }

    /// The operands of a decoration of an id.
    fn decoration(&self, id: u32, wanted: Decoration) -> Option<&'m [Operand]> {
        self.module.annotations.iter().find_map(|inst| match &inst.operands[..] {
            [Operand::IdRef(target), Operand::Decoration(decoration), rest @ ..]
                if (*target, *decoration) == (id, wanted) && inst.class.opcode == Op::Decorate =>
            {
                Some(rest)
            }
            _ => None,
        })
    }

    fn decorated_number(&self, id: u32, wanted: Decoration) -> Option<u32> {
        self.decoration(id, wanted).map(|operands| number(&operands[0]))
    }

    /// The offsets of a struct's members.
    fn offsets(&self, id: u32) -> BTreeMap<u32, u32> {
        let found = self.module.annotations.iter().filter_map(|inst| match &inst.operands[..] {
            [
                Operand::IdRef(target),
                Operand::LiteralBit32(member),
                Operand::Decoration(Decoration::Offset),
                offset,
            ] if *target == id => Some((*member, number(offset))),
            _ => None,
        });
        found.collect()
    }

    /// The value of an integer constant, with the defaults of specialization constants.
    fn constant(&self, id: u32) -> u32 {
        let inst = self.global(id);
        match inst.class.opcode {
            Op::Constant | Op::SpecConstant => number(&inst.operands[0]),
            _ => 0,
        }
    }

    fn group_size(&self) -> [Extent; 3] {
        let built_in = |id| match self.decoration(id, Decoration::BuiltIn) {
            Some([Operand::BuiltIn(built_in)]) => *built_in == BuiltIn::WorkgroupSize,
            _ => false,
        };
        if let Some(&id) = self.globals.keys().find(|&&id| built_in(id)) {
            let parts = &self.global(id).operands;
            return [0, 1, 2].map(|axis| {
                let part = id_of(&parts[axis]);
                match self.decorated_number(part, Decoration::SpecId) {
                    None => Extent::Fixed(self.constant(part)),
                    Some(id) => specialized(id, self.constant(part)),
                }
            });
        }
        let mode = self
            .module
            .execution_modes
            .iter()
            .find(|inst| inst.operands.get(1) == Some(&Operand::ExecutionMode(ExecutionMode::LocalSize)));
        let operands = &mode.expect("there is a size").operands;
        [2, 3, 4].map(|axis| Extent::Fixed(number(&operands[axis])))
    }

    /// Bits of the defaults, by id.
    fn spec_constants(&self) -> BTreeMap<u32, String> {
        let mut found = BTreeMap::new();
        for (&id, inst) in &self.globals {
            let Some(spec) = self.decorated_number(id, Decoration::SpecId) else { continue };
            let bits = match (inst.class.opcode, inst.operands.first()) {
                (Op::SpecConstantTrue, _) => "0x00000001".to_owned(),
                (Op::SpecConstantFalse, _) => "0x00000000".to_owned(),
                (_, Some(Operand::LiteralBit64(bits))) => format!("{bits:#018x}"),
                (_, Some(operand)) => {
                    let width = number(&self.global(inst.result_type.expect("it has a type")).operands[0]);
                    let digits = 2 + width as usize / 4;
                    format!("{:#0digits$x}", number(operand))
                }
                (_, None) => String::new(),
            };
            found.insert(spec, bits);
        }
        found
    }

    /// Id, storage class and type of every variable.
    fn variables(&self) -> impl Iterator<Item = (u32, StorageClass, u32)> {
        let variables = self.globals.iter().filter(|(_, inst)| inst.class.opcode == Op::Variable);
        variables.map(|(&id, inst)| {
            let Operand::StorageClass(class) = inst.operands[0] else { panic!("no storage class") };
            let pointer = self.global(inst.result_type.expect("it has a type"));
            (id, class, id_of(&pointer.operands[1]))
        })
    }

    fn push_constants(&self) -> Option<u32> {
        let block = self.variables().find(|&(_, class, _)| class == StorageClass::PushConstant)?.2;
        Some(self.bytes(block))
    }

    /// Bytes of a type with explicit layout.
    fn bytes(&self, ty: u32) -> u32 {
        let inst = self.global(ty);
        match inst.class.opcode {
            Op::TypeInt | Op::TypeFloat => number(&inst.operands[0]) / 8,
            Op::TypePointer => 8,
            Op::TypeVector => self.bytes(id_of(&inst.operands[0])) * number(&inst.operands[1]),
            Op::TypeArray => {
                let stride = self.decorated_number(ty, Decoration::ArrayStride).unwrap_or(0);
                stride * self.constant(id_of(&inst.operands[1]))
            }
            Op::TypeStruct => {
                let offsets = self.offsets(ty);
                let ends = inst.operands.iter().zip(0..).map(|(member, index)| {
                    offsets.get(&index).copied().unwrap_or(0) + self.bytes(id_of(member))
                });
                ends.max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn descriptors(&self) -> BTreeMap<(u32, u32), BTreeSet<Descriptor>> {
        // Several variables may show one descriptor; it is written if one of them may be.
        let mut seen: BTreeMap<(u32, u32), (DescriptorType, Option<u32>, bool)> = BTreeMap::new();
        for (id, class, ty) in self.variables() {
            let Some(set) = self.decorated_number(id, Decoration::DescriptorSet) else { continue };
            let binding = self.decorated_number(id, Decoration::Binding).expect("it has a binding");
            let (element, count) = self.element(ty);
            let kind = self.kind(class, element);
            let storage = matches!(
                kind,
                DescriptorType::StorageBuffer
                    | DescriptorType::StorageImage
                    | DescriptorType::StorageTexelBuffer
            );
            let written = storage && self.decoration(id, Decoration::NonWritable).is_none();
            let entry = seen.entry((set, binding)).or_insert((kind, count, false));
            entry.2 |= written;
        }
        seen.into_iter().map(|(place, descriptor)| (place, BTreeSet::from([descriptor]))).collect()
    }

    fn kind(&self, class: StorageClass, element: u32) -> DescriptorType {
        let inst = self.global(element);
        match (class, inst.class.opcode) {
            (StorageClass::StorageBuffer, _) => DescriptorType::StorageBuffer,
            (StorageClass::Uniform, _) => DescriptorType::UniformBuffer,
            (_, Op::TypeSampler) => DescriptorType::Sampler,
            (_, Op::TypeSampledImage) => DescriptorType::CombinedImageSampler,
            _ => {
                let buffer = inst.operands[1] == Operand::Dim(Dim::DimBuffer);
                match (buffer, number(&inst.operands[5])) {
                    (true, 2) => DescriptorType::StorageTexelBuffer,
                    (true, _) => DescriptorType::UniformTexelBuffer,
                    (false, 2) => DescriptorType::StorageImage,
                    (false, _) => DescriptorType::SampledImage,
                }
            }
        }
    }

    /// Element and count of an array of descriptors.
    fn element(&self, mut ty: u32) -> (u32, Option<u32>) {
        let mut count = Some(1);
        loop {
            let inst = self.global(ty);
            match inst.class.opcode {
                Op::TypeArray => {
                    let length = self.constant(id_of(&inst.operands[1]));
                    count = count.map(|count: u32| count * length);
                }
                Op::TypeRuntimeArray => count = None,
                _ => return (ty, count),
            }
            ty = id_of(&inst.operands[0]);
        }
    }

    /// Blocks whose members lie elsewhere in the module. Only blocks of GLSL have members there.
    fn misplaced_members(&self, reflection: &Reflection) -> Vec<String> {
        let mut found = Vec::new();
        for (id, _, ty) in self.variables() {
            let place = (
                self.decorated_number(id, Decoration::DescriptorSet),
                self.decorated_number(id, Decoration::Binding),
            );
            let (block, _) = self.element(ty);
            let offsets: Vec<u32> = self.offsets(block).into_values().collect();
            let told = reflection.resources.iter().filter(|resource| {
                place == (Some(resource.set), Some(resource.binding)) && resource.class != "parameter"
            });
            let told: Vec<Vec<u32>> = told
                .filter_map(|resource| resource.block.as_ref())
                .map(|block| block.members.iter().map(|member| member.offset).collect())
                .collect();
            if !told.is_empty() && !told.contains(&offsets) {
                found.push(format!(
                    "{place:?}: the module has members at {offsets:?}, the reflection {told:?}"
                ));
            }
        }
        found
    }
}

fn specialized(id: u32, default: u32) -> Extent {
    let text = format!(r#"{{"spec_id": {id}, "default": {default}}}"#);
    serde_json::from_str(&text).expect("it is an extent")
}

fn number(operand: &Operand) -> u32 {
    match *operand {
        Operand::LiteralBit32(number) => number,
        ref other => panic!("{other:?} is no number"),
    }
}

fn id_of(operand: &Operand) -> u32 {
    match *operand {
        Operand::IdRef(id) => id,
        ref other => panic!("{other:?} is no id"),
    }
}
