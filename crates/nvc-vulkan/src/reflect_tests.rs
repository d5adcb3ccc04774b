//! Tests of reflection, on hand-assembled modules.

use super::{Class, Count, Extent, Module, Resource, Shape};
use spirv::{
    BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, ImageFormat, MAGIC_NUMBER, Op,
    StorageClass,
};

type Instruction<'a> = (Op, &'a [u32]);

/// Assembles a module.
fn module(instructions: &[Instruction<'_>]) -> Vec<u32> {
    let mut words = vec![MAGIC_NUMBER, 0x0001_0500, 0, 100, 0];
    for (op, operands) in instructions {
        words.push(*op as u32 | (operands.len() as u32 + 1) << 16);
        words.extend(*operands);
    }
    words
}

const MAIN: u32 = u32::from_le_bytes(*b"main");
const SET: u32 = Decoration::DescriptorSet as u32;
const BINDING: u32 = Decoration::Binding as u32;
const UNIFORM_CONSTANT: u32 = StorageClass::UniformConstant as u32;
const UNIFORM: u32 = StorageClass::Uniform as u32;
const STORAGE: u32 = StorageClass::StorageBuffer as u32;
const PUSH: u32 = StorageClass::PushConstant as u32;
const R32UI: u32 = ImageFormat::R32ui as u32;

#[test]
fn aliased_runtime_arrays_of_images() {
    let words = module(&[
        (Op::Capability, &[Capability::RuntimeDescriptorArray as u32]),
        (Op::EntryPoint, &[ExecutionModel::GLCompute as u32, 1, MAIN, 0]),
        (Op::Decorate, &[10, SET, 4]),
        (Op::Decorate, &[10, BINDING, 1]),
        (Op::Decorate, &[11, SET, 4]),
        (Op::Decorate, &[11, BINDING, 1]),
        (Op::TypeImage, &[3, 2, Dim::Dim2D as u32, 0, 0, 0, 2, R32UI]),
        (Op::TypeImage, &[4, 2, Dim::Dim2D as u32, 0, 1, 1, 2, ImageFormat::Unknown as u32]),
        (Op::TypeRuntimeArray, &[5, 3]),
        (Op::TypeRuntimeArray, &[6, 4]),
        (Op::TypePointer, &[7, UNIFORM_CONSTANT, 5]),
        (Op::TypePointer, &[8, UNIFORM_CONSTANT, 6]),
        (Op::Variable, &[7, 10, UNIFORM_CONSTANT]),
        (Op::Variable, &[8, 11, UNIFORM_CONSTANT]),
        (Op::Function, &[2, 1, 0, 9]),
        (Op::Load, &[3, 20, 10]),
        (Op::Load, &[4, 21, 11]),
    ]);
    let resource = |arrayed, format| Resource {
        class: Class::Image,
        set: 4,
        binding: 1,
        count: Count::Unbounded,
        shape: Some(Shape { dim: Dim::Dim2D, arrayed, multisampled: arrayed, format }),
    };
    let module = Module::reflect(&words).unwrap();
    assert_eq!(module.entry, "main");
    assert_eq!(module.capabilities, [Capability::RuntimeDescriptorArray as u32]);
    assert_eq!(module.resources, [resource(false, ImageFormat::R32ui), resource(true, ImageFormat::Unknown)]);
    assert!(!module.push_constants);
}

#[test]
fn blocks_arrays_and_unused_variables() {
    let words = module(&[
        (Op::Decorate, &[10, SET, 1]),
        (Op::Decorate, &[10, BINDING, 2]),
        (Op::Decorate, &[11, SET, 0]),
        (Op::Decorate, &[11, BINDING, 0]),
        (Op::TypeStruct, &[3, 2]),
        (Op::Constant, &[2, 4, 3]),
        (Op::TypeArray, &[5, 3, 4]),
        (Op::TypePointer, &[6, STORAGE, 5]),
        (Op::TypePointer, &[7, UNIFORM, 3]),
        (Op::TypePointer, &[8, PUSH, 3]),
        (Op::Variable, &[6, 10, STORAGE]),
        (Op::Variable, &[7, 11, UNIFORM]),
        (Op::Variable, &[8, 12, PUSH]),
        (Op::Function, &[2, 1, 0, 9]),
        (Op::Load, &[3, 20, 10]),
        (Op::Load, &[3, 21, 12]),
    ]);
    let module = Module::reflect(&words).unwrap();
    let storage = Resource { class: Class::Storage, set: 1, binding: 2, count: Count::Fixed(3), shape: None };
    assert_eq!(module.resources, [storage], "variable 11 is not used");
    assert!(module.push_constants);
}

#[test]
fn workgroup_sizes() {
    let size = |instructions: &[Instruction<'_>]| Module::reflect(&module(instructions)).unwrap().group_size;
    let local_size_id = ExecutionMode::LocalSizeId as u32;
    let fixed: Instruction<'_> = (Op::ExecutionMode, &[1, ExecutionMode::LocalSize as u32, 8, 4, 1]);
    assert_eq!(size(&[]), None);
    assert_eq!(size(&[fixed]), Some([8, 4, 1].map(Extent::Fixed)));
    let spec = Extent::Spec { id: 7, default: 32 };
    let constants: [Instruction<'_>; 3] = [
        (Op::Decorate, &[20, Decoration::SpecId as u32, 7]),
        (Op::SpecConstant, &[2, 20, 32]),
        (Op::Constant, &[2, 21, 1]),
    ];
    let by_ids = [1, local_size_id, 20, 21, 21];
    let by_ids = [&[(Op::ExecutionModeId, &by_ids[..])], &constants[..]].concat();
    assert_eq!(size(&by_ids), Some([spec, Extent::Fixed(1), Extent::Fixed(1)]));
    let built_in = [22, Decoration::BuiltIn as u32, BuiltIn::WorkgroupSize as u32];
    let composite: Instruction<'_> = (Op::SpecConstantComposite, &[3, 22, 20, 20, 21]);
    let decorated = [&[fixed, (Op::Decorate, &built_in)], &constants[..], &[composite]].concat();
    assert_eq!(size(&decorated), Some([spec, spec, Extent::Fixed(1)]), "it overrides the execution mode");
    let unknown = [1, local_size_id, 30, 21, 21];
    let unknown = [&[(Op::ExecutionModeId, &unknown[..])], &constants[..]].concat();
    assert_eq!(size(&unknown), None, "operations on constants are not evaluated");
}

#[test]
fn float_widths_of_fused_operations() {
    let types: [Instruction<'_>; 4] = [
        (Op::TypeFloat, &[2, 32]),
        (Op::TypeFloat, &[3, 64]),
        (Op::TypeVector, &[4, 3, 2]),
        (Op::Function, &[2, 1, 0, 9]),
    ];
    let fused: [Instruction<'_>; 2] =
        [(Op::FmaKHR, &[2, 20, 21, 21, 21]), (Op::FmaKHR, &[4, 22, 23, 23, 23])];
    let capability: Instruction<'_> = (Op::Capability, &[Capability::FMAKHR as u32]);
    let widths =
        |instructions: &[Instruction<'_>]| Module::reflect(&module(instructions)).unwrap().fma_widths;
    assert_eq!(widths(&[&[capability], &types[..], &fused[..]].concat()), [32, 64].into());
    assert_eq!(widths(&[&[capability], &types[..], &fused[..1]].concat()), [32].into());
    assert_eq!(widths(&[&types[..], &fused[..]].concat()), [].into());
}

#[test]
fn malformed_modules_are_errors() {
    assert!(Module::reflect(&[]).is_err());
    assert!(Module::reflect(&[MAGIC_NUMBER, 0, 0]).is_err());
    assert!(Module::reflect(&[MAGIC_NUMBER, 0, 0, 0, 0, 0x0009_0013]).is_err());
    assert!(Module::reflect(&[MAGIC_NUMBER, 0, 0, 0, 0, 0]).is_err());
}

#[test]
fn acceleration_structures() {
    let words = module(&[
        (Op::EntryPoint, &[ExecutionModel::GLCompute as u32, 1, MAIN, 0]),
        (Op::Decorate, &[10, SET, 2]),
        (Op::Decorate, &[10, BINDING, 3]),
        (Op::TypeAccelerationStructureKHR, &[4]),
        (Op::TypePointer, &[5, UNIFORM_CONSTANT, 4]),
        (Op::Variable, &[5, 10, UNIFORM_CONSTANT]),
        (Op::Function, &[2, 1, 0, 3]),
        (Op::Load, &[4, 20, 10]),
        (Op::FunctionEnd, &[]),
    ]);
    let class = Class::AccelerationStructure;
    let resource = Resource { class, set: 2, binding: 3, count: Count::Fixed(1), shape: None };
    assert_eq!(Module::reflect(&words).unwrap().resources, [resource]);
}
