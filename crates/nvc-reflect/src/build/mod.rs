//! Builds the reflection document of an IR module and its SPIR-V.

mod device;
mod layout;
mod limits;
mod matrices;
mod memory;
mod resources;
mod sizes;
mod usage;
mod vulkan;

use crate::{
    PushConstants, Reflection, SCHEMA_VERSION, Scalar, SpecConstant, SpecValue, Stage, Struct, Vulkan,
};
use memory::Memory;
use nvc_ir::{Environment, Extent, FpEncoding, GlobalKind, Module, Space, SpecConstKind, TypeKind, half};
use nvc_spirv::Binary;
use sizes::Sizes;
use std::collections::{BTreeMap, BTreeSet};

/// Reflects a module in phase `legal`, from which `binary` was emitted. `language` is the name of the source
/// language. Returns `None` if the module has no entry point.
pub fn reflect(module: &Module, binary: &Binary, env: Environment, language: &str) -> Option<Reflection> {
    let entry = module.entry.as_ref()?;
    let sizes = Sizes::new(module);
    let memory = Memory::new(module);
    let (major, minor) = env.spirv_version();
    let mut reflection = Reflection {
        schema_version: SCHEMA_VERSION,
        language: language.to_owned(),
        entry_point: entry.name.clone(),
        stage: Stage::Compute,
        workgroup_size: entry.workgroup_size.map(|extent| memory::extent(module, length(extent))),
        shared_bytes: sizes.shared(module, &binary.declared),
        push_constants: push_constants(module, binary, &memory, &sizes),
        resources: resources::collect(module, binary, &memory, &sizes),
        heap_descriptors: resources::heaps(module, binary, &memory, &sizes),
        specialization_constants: spec_constants(module, binary),
        structs: memory.structs(),
        cooperative_matrices: matrices::collect(module, binary),
        target_env: env.name().to_owned(),
        spirv_version: format!("{major}.{minor}"),
        capabilities: binary.capabilities.clone(),
        extensions: binary.extensions.clone(),
        vulkan: Vulkan::default(),
        subgroup_size: module.interface.subgroup_size,
    };
    keep_used_structs(&mut reflection);
    reflection.vulkan = device::collect(module, binary, env, &reflection);
    Some(reflection)
}

fn length(extent: Extent) -> nvc_ir::types::Length {
    match extent {
        Extent::Fixed(n) => nvc_ir::types::Length::Fixed(n),
        Extent::Spec(spec) => nvc_ir::types::Length::Spec(spec),
    }
}

/// Returns the declared push constant blocks. An entry point has at most one block per bank
/// (SPV_NV_push_constant_bank). The size is that of the largest block; the members are those of all blocks.
fn push_constants(module: &Module, binary: &Binary, memory: &Memory<'_>, sizes: &Sizes) -> PushConstants {
    let mut found = PushConstants::default();
    for &global in &binary.declared.globals {
        if let GlobalKind::Variable { space: Space::PushConstant, ty, of, .. } = module.globals[global].kind {
            let bytes = u32::try_from(sizes.explicit(ty)).unwrap_or(u32::MAX);
            // The size of a push constant range must be a multiple of 4 (`VkPushConstantRange::size`).
            found.bytes = found.bytes.max(bytes.checked_next_multiple_of(4).unwrap_or(bytes));
            found
                .members
                .extend(memory.block(of.unwrap_or(global)).into_iter().flat_map(|block| block.members));
        }
    }
    found
}

/// Returns the declared specialization constants that have an id, ordered by id.
fn spec_constants(module: &Module, binary: &Binary) -> Vec<SpecConstant> {
    let declared = binary.declared.spec_constants.iter().filter_map(|&spec| {
        let data = module.spec_constants.get(spec)?;
        let SpecConstKind::Id(id) = data.kind else { return None };
        let ty = match module.interface.spec_types.get(&spec) {
            Some(&scalar) => memory::scalar(scalar),
            None => ir_scalar(module.types.kind(data.ty)),
        };
        Some(SpecConstant {
            id,
            name: data.name.clone(),
            ty,
            bytes: ty.bytes(),
            default: value(ty, data.default),
            default_bits: format!("{:#0width$x}", data.default, width = 2 + 2 * ty.bytes() as usize),
        })
    });
    let mut list: Vec<_> = declared.collect();
    list.sort_by_key(|constant| constant.id);
    list
}

/// Returns the scalar for an IR type. IR integers have no sign and are reported as unsigned.
fn ir_scalar(kind: &TypeKind) -> Scalar {
    match kind {
        TypeKind::Bool => Scalar::Bool,
        TypeKind::Int(8) => Scalar::U8,
        TypeKind::Int(16) => Scalar::U16,
        TypeKind::Int(64) => Scalar::U64,
        TypeKind::Float(16) => Scalar::F16,
        TypeKind::Float(64) => Scalar::F64,
        TypeKind::Float(_) => Scalar::F32,
        TypeKind::EncodedFloat(encoding) => encoded(*encoding),
        _ => Scalar::U32,
    }
}

/// Returns the scalar for a non-IEEE encoding. Encodings of 4 and 6 bits never occur in memory that the host
/// accesses.
fn encoded(encoding: FpEncoding) -> Scalar {
    match encoding {
        FpEncoding::BFloat16 => Scalar::BF16,
        FpEncoding::Float8E4M3 => Scalar::E4M3,
        FpEncoding::Float8E5M2 => Scalar::E5M2,
        FpEncoding::Float8UnsignedE8M0 => Scalar::UE8M0,
        FpEncoding::MxInt8 => Scalar::MXInt8,
        FpEncoding::Float6E2M3 | FpEncoding::Float6E3M2 | FpEncoding::Float4E2M1 => Scalar::U8,
    }
}

/// Returns the value that the bits of a constant represent; `None` for infinities and NaNs.
fn value(ty: Scalar, bits: u64) -> Option<SpecValue> {
    let float = |value: f64| value.is_finite().then_some(SpecValue::Float(value));
    let signed =
        |value: i64| Some(u64::try_from(value).map_or(SpecValue::Signed(value), SpecValue::Unsigned));
    match ty {
        Scalar::Bool => Some(SpecValue::Bool(bits != 0)),
        Scalar::I8 => signed(i64::from(bits as i8)),
        Scalar::I16 => signed(i64::from(bits as i16)),
        Scalar::I32 => signed(i64::from(bits as i32)),
        Scalar::I64 => signed(bits as i64),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => Some(SpecValue::Unsigned(bits)),
        Scalar::F16 => float(half::to_f64(bits as u16)),
        Scalar::F32 => float(f64::from(f32::from_bits(bits as u32))),
        Scalar::F64 => float(f64::from_bits(bits)),
        Scalar::BF16 => float(FpEncoding::BFloat16.to_f64(bits)),
        Scalar::E4M3 => float(FpEncoding::Float8E4M3.to_f64(bits)),
        Scalar::E5M2 => float(FpEncoding::Float8E5M2.to_f64(bits)),
        Scalar::UE8M0 => float(FpEncoding::Float8UnsignedE8M0.to_f64(bits)),
        Scalar::MXInt8 => float(FpEncoding::MxInt8.to_f64(bits)),
    }
}

/// Removes structs that no block refers to, directly or through other structs.
fn keep_used_structs(reflection: &mut Reflection) {
    let blocks = reflection.resources.iter().filter_map(|resource| resource.block.as_ref());
    let blocks = blocks.chain(reflection.heap_descriptors.iter().filter_map(|heap| heap.block.as_ref()));
    let fields = blocks.flat_map(|block| &block.members).chain(&reflection.push_constants.members);
    let mut work: Vec<&str> = fields.filter_map(|field| field.ty.struct_name()).collect();
    let structs: BTreeMap<&str, &Struct> =
        reflection.structs.iter().map(|known| (known.name.as_str(), known)).collect();
    let mut used = BTreeSet::new();
    while let Some(name) = work.pop() {
        if used.insert(name.to_owned()) {
            let members = structs.get(name).map_or(&[][..], |found| &found.members);
            work.extend(members.iter().filter_map(|field| field.ty.struct_name()));
        }
    }
    reflection.structs.retain(|other| used.contains(&other.name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_bits() {
        assert_eq!(value(Scalar::I32, 0xffff_ffff), Some(SpecValue::Signed(-1)));
        assert_eq!(value(Scalar::I8, 5), Some(SpecValue::Unsigned(5)));
        assert_eq!(value(Scalar::F32, 0x3fc0_0000), Some(SpecValue::Float(1.5)));
        assert_eq!(value(Scalar::F32, 0x7f80_0000), None);
        assert_eq!(value(Scalar::F16, 0xc200), Some(SpecValue::Float(-3.0)));
        assert_eq!(value(Scalar::F16, 1), Some(SpecValue::Float(2f64.powi(-24))));
        assert_eq!(value(Scalar::F16, 0x7e00), None);
        assert_eq!(value(Scalar::Bool, 1), Some(SpecValue::Bool(true)));
    }
}
