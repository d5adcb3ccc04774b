//! Compares a reflection with the interface that the SPIR-V module declares.

use nvc::reflect::{Access, DescriptorType, Extent, Reflection};
use nvc_spirv::reader::{Instruction, Module};
use spirv::{BuiltIn, Decoration, Dim, ExecutionMode, Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the differences between a module and its reflection.
pub fn disagreements(words: &[u32], reflection: &Reflection) -> Vec<String> {
    let module = match Module::read(words) {
        Ok(module) => module,
        Err(error) => return vec![format!("the module cannot be read: {error}")],
    };
    let read = Reader { module: &module };
    let mut found = Vec::new();
    let mut compare = |what: &str, declared: String, reflected: String| {
        if declared != reflected {
            found.push(format!("{what}: the module has {declared}, the reflection {reflected}"));
        }
    };
    compare("entry point", module.entry_point().unwrap_or_default(), reflection.entry_point.clone());
    let (major, minor) = module.version;
    compare("version", format!("{major}.{minor}"), reflection.spirv_version.clone());
    let capabilities = module.all(Op::Capability).count();
    compare("capabilities", capabilities.to_string(), reflection.capabilities.len().to_string());
    let extensions: Vec<_> = module.extensions().collect();
    compare("extensions", format!("{extensions:?}"), format!("{:?}", reflection.extensions));
    compare("group size", format!("{:?}", read.group_size()), format!("{:?}", reflection.workgroup_size));
    let reflected = reflection.specialization_constants.iter();
    let reflected: BTreeMap<_, _> = reflected.map(|spec| (spec.id, spec.default_bits.clone())).collect();
    compare("specialization constants", format!("{:?}", read.spec_constants()), format!("{reflected:?}"));
    let push = read.push_constants().unwrap_or_default();
    compare(
        "push constants",
        push.next_multiple_of(4).to_string(),
        reflection.push_constants.bytes.to_string(),
    );
    let last = reflection.push_constants.members.iter().map(|member| member.offset).max();
    if last.is_some_and(|offset| offset >= reflection.push_constants.bytes) {
        compare("push constants", "fewer bytes".into(), format!("a member at {last:?}"));
    }
    compare(
        "descriptors",
        format!("{:#?}", read.descriptors()),
        format!("{:#?}", reflected_descriptors(reflection)),
    );
    let matrices =
        module.all(Op::TypeCooperativeMatrixNV).chain(module.all(Op::TypeCooperativeMatrixKHR)).count();
    let reflected = reflection.cooperative_matrices.types.len();
    compare("cooperative matrices", matrices.to_string(), reflected.to_string());
    let shared = module.variables().any(|variable| variable.class == StorageClass::Workgroup);
    compare("shared memory", shared.to_string(), (reflection.shared_bytes > 0).to_string());
    found.extend(read.misplaced_members(reflection));
    found
}

/// The compared properties of a descriptor: its type, its count, and whether it may be written.
type Descriptor = (DescriptorType, Option<u32>, bool);

fn reflected_descriptors(reflection: &Reflection) -> BTreeMap<(u32, u32), BTreeSet<Descriptor>> {
    let mut found: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for resource in &reflection.resources {
        let descriptor = (resource.descriptor, resource.count, resource.access != Access::Read);
        found.entry((resource.set, resource.binding)).or_default().insert(descriptor);
    }
    found
}

/// Evaluates the declarations of a module.
struct Reader<'m> {
    module: &'m Module<'m>,
}

impl<'m> Reader<'m> {
    fn global(&self, id: u32) -> &'m Instruction<'m> {
        self.module.declaration(id).unwrap_or_else(|| panic!("%{id} is not declared"))
    }

    fn decorated_number(&self, id: u32, decoration: Decoration) -> Option<u32> {
        self.module.decoration_operand(id, decoration)
    }

    /// Returns the value of an integer constant, or the default of a specialization constant.
    fn constant(&self, id: u32) -> u32 {
        let inst = self.global(id);
        match inst.op {
            Op::Constant | Op::SpecConstant => inst.operands[0],
            _ => 0,
        }
    }

    fn group_size(&self) -> [Extent; 3] {
        let is_size =
            |id| self.decorated_number(id, Decoration::BuiltIn) == Some(BuiltIn::WorkgroupSize as u32);
        if let Some((_, size)) = self.module.declarations().find(|(id, _)| is_size(*id)) {
            return [0, 1, 2].map(|axis| {
                let part = size.operands[axis];
                match self.decorated_number(part, Decoration::SpecId) {
                    None => Extent::Fixed(self.constant(part)),
                    Some(id) => specialized(id, self.constant(part)),
                }
            });
        }
        let size = self.module.execution_mode(ExecutionMode::LocalSize).expect("there is a size");
        [0, 1, 2].map(|axis| Extent::Fixed(size[axis]))
    }

    /// Returns the bits of the default values, by `SpecId`.
    fn spec_constants(&self) -> BTreeMap<u32, String> {
        let mut found = BTreeMap::new();
        for (id, inst) in self.module.declarations() {
            let Some(spec) = self.decorated_number(id, Decoration::SpecId) else { continue };
            let bits = match (inst.op, inst.operands) {
                (Op::SpecConstantTrue, _) => "0x00000001".to_owned(),
                (Op::SpecConstantFalse, _) => "0x00000000".to_owned(),
                (_, [low, high]) => format!("{:#018x}", u64::from(*high) << 32 | u64::from(*low)),
                (_, [bits]) => {
                    let width = self.global(inst.result_type.expect("it has a type")).operands[0];
                    let digits = 2 + width as usize / 4;
                    format!("{bits:#0digits$x}")
                }
                _ => String::new(),
            };
            found.insert(spec, bits);
        }
        found
    }

    fn push_constants(&self) -> Option<u32> {
        let mut variables = self.module.variables();
        let block = variables.find(|variable| variable.class == StorageClass::PushConstant)?;
        Some(self.bytes(block.pointee))
    }

    /// Returns the size in bytes of a type with explicit layout.
    fn bytes(&self, ty: u32) -> u32 {
        let Instruction { op, operands, .. } = self.global(ty);
        match op {
            Op::TypeInt | Op::TypeFloat => operands[0] / 8,
            Op::TypePointer => 8,
            Op::TypeVector => self.bytes(operands[0]) * operands[1],
            Op::TypeArray => {
                let stride = self.decorated_number(ty, Decoration::ArrayStride).unwrap_or(0);
                stride * self.constant(operands[1])
            }
            Op::TypeStruct => {
                let offsets = self.module.member_decorations(ty, Decoration::Offset);
                let ends = operands
                    .iter()
                    .zip(0..)
                    .map(|(member, index)| offsets.get(&index).copied().unwrap_or(0) + self.bytes(*member));
                ends.max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn descriptors(&self) -> BTreeMap<(u32, u32), BTreeSet<Descriptor>> {
        // Several variables may share a descriptor. It may be written if any of them may be.
        let mut seen: BTreeMap<(u32, u32), Descriptor> = BTreeMap::new();
        for variable in self.module.variables() {
            let Some(set) = self.decorated_number(variable.id, Decoration::DescriptorSet) else { continue };
            let binding = self.decorated_number(variable.id, Decoration::Binding).expect("it has a binding");
            let (element, count) = self.element(variable.pointee);
            let kind = self.kind(variable.class, element);
            let storage = matches!(
                kind,
                DescriptorType::StorageBuffer
                    | DescriptorType::StorageImage
                    | DescriptorType::StorageTexelBuffer
            );
            let read_only = self.module.decoration(variable.id, Decoration::NonWritable).is_some();
            let entry = seen.entry((set, binding)).or_insert((kind, count, false));
            entry.2 |= storage && !read_only;
        }
        seen.into_iter().map(|(place, descriptor)| (place, BTreeSet::from([descriptor]))).collect()
    }

    fn kind(&self, class: StorageClass, element: u32) -> DescriptorType {
        let inst = self.global(element);
        match (class, inst.op) {
            (StorageClass::StorageBuffer, _) => DescriptorType::StorageBuffer,
            (StorageClass::Uniform, _) => DescriptorType::UniformBuffer,
            (_, Op::TypeSampler) => DescriptorType::Sampler,
            (_, Op::TypeAccelerationStructureKHR) => DescriptorType::AccelerationStructure,
            (_, Op::TypeSampledImage) => DescriptorType::CombinedImageSampler,
            _ => match (inst.operands[1] == Dim::DimBuffer as u32, inst.operands[5]) {
                (true, 2) => DescriptorType::StorageTexelBuffer,
                (true, _) => DescriptorType::UniformTexelBuffer,
                (false, 2) => DescriptorType::StorageImage,
                (false, _) => DescriptorType::SampledImage,
            },
        }
    }

    /// Returns the element type and the count of an array of descriptors.
    fn element(&self, mut ty: u32) -> (u32, Option<u32>) {
        let mut count = Some(1);
        loop {
            let Instruction { op, operands, .. } = self.global(ty);
            match op {
                Op::TypeArray => {
                    let length = self.constant(operands[1]);
                    count = count.map(|count: u32| count * length);
                }
                Op::TypeRuntimeArray => count = None,
                _ => return (ty, count),
            }
            ty = operands[0];
        }
    }

    /// Reports blocks whose member offsets differ from the reflection's. In reflection, only GLSL blocks
    /// have members.
    fn misplaced_members(&self, reflection: &Reflection) -> Vec<String> {
        let mut found = Vec::new();
        for variable in self.module.variables() {
            let place = (
                self.decorated_number(variable.id, Decoration::DescriptorSet),
                self.decorated_number(variable.id, Decoration::Binding),
            );
            let (block, _) = self.element(variable.pointee);
            let offsets: Vec<u32> =
                self.module.member_decorations(block, Decoration::Offset).into_values().collect();
            let reflected = reflection.resources.iter().filter(|resource| {
                place == (Some(resource.set), Some(resource.binding)) && resource.class != "parameter"
            });
            let reflected: Vec<Vec<u32>> = reflected
                .filter_map(|resource| resource.block.as_ref())
                .map(|block| block.members.iter().map(|member| member.offset).collect())
                .collect();
            if !reflected.is_empty() && !reflected.contains(&offsets) {
                found.push(format!(
                    "{place:?}: the module has members at {offsets:?}, the reflection {reflected:?}"
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
