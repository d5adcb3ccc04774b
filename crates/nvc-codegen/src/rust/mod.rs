//! A shader as a Rust module, for any crate from `no_std` up.

mod records;

use crate::names::{self, Scope};
use crate::text::{self, file_name, quoted};
use crate::{Shader, layout};
use nvc_reflect::{DescriptorType, Extent, Reflection, Resource, Scalar, SpecConstant, SpecValue};
use std::fmt::Write;

/// Constants that every module has.
const TAKEN: &[&str] = &[
    "SPIRV",
    "ENTRY_POINT",
    "ENTRY_POINT_C",
    "WORKGROUP_SIZE",
    "WORKGROUP_SIZE_IDS",
    "SHARED_BYTES",
    "PUSH_CONSTANT_BYTES",
    "VULKAN_VERSION",
    "INSTANCE_EXTENSIONS",
    "DEVICE_EXTENSIONS",
    "DEVICE_FEATURES",
    "DEVICE_PROPERTIES",
    "SUBGROUP_SIZE",
    "FULL_SUBGROUPS",
    "RESOURCES",
    "ZERO",
];

/// The module of a shader, to be included where it is to stand, in a crate of edition 2021 or later. It
/// is called what [`module_name`](crate::module_name) makes of the shader's name.
pub fn module(shader: &Shader<'_>) -> String {
    let mut body = String::new();
    let mut scope = Scope::with(TAKEN);
    let layout = layout::of(shader.reflection);
    code(&mut body, shader, layout.push_bytes);
    requirements(&mut body, shader.reflection);
    resources(&mut body, &shader.reflection.resources, &mut scope);
    for constant in &shader.reflection.specialization_constants {
        specialization(&mut body, constant, &mut scope);
    }
    records::write(&mut body, &layout, &mut scope);
    let (file, name) = (file_name(shader), names::module_name(shader.name));
    let mut module =
        format!("// Made by nvc from {file}. What is changed here is lost in the next build.\n\n");
    module += &format!("/// The shader of `{}`.\n", file.replace('`', ""));
    // Nobody uses all of it; and a default of 3.14 is what the shader says.
    module += "#[allow(dead_code, clippy::approx_constant)]\n";
    module += &format!("pub mod {name} {{\n");
    for line in body.trim_end().lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        module += &format!("{indent}{line}\n");
    }
    module + "}\n"
}

/// Writing to a string does not fail.
macro_rules! line {
    ($out:expr, $($words:tt)*) => {{ let _ = writeln!($out, $($words)*); }};
}
use line;

/// The words and what starts them.
fn code(out: &mut String, shader: &Shader<'_>, push_bytes: u64) {
    let reflection = shader.reflection;
    line!(out, "/// The SPIR-V module (`VkShaderModuleCreateInfo::pCode`).");
    let word = |word: u32| format!("0x{:04x}_{:04x}", word >> 16, word & 0xffff);
    line!(out, "pub const SPIRV: &[u32] = &[\n{}];\n", text::words(shader.words, "    ", word));
    let entry = quoted(&reflection.entry_point);
    line!(out, "/// Name of the entry point.");
    line!(out, "pub const ENTRY_POINT: &str = \"{entry}\";\n");
    line!(out, "/// Name of the entry point (`VkPipelineShaderStageCreateInfo::pName`).");
    line!(out, "pub const ENTRY_POINT_C: &core::ffi::CStr = c\"{entry}\";\n");
    let size = reflection.workgroup_size;
    let defaults = size.map(|size| size.default_value().to_string()).join(", ");
    if size.iter().all(|size| matches!(size, Extent::Fixed(_))) {
        line!(out, "/// Invocations of a work group in x, y and z.");
    } else {
        let id = |size: Extent| match size {
            Extent::Specialized { spec_id: Some(id), .. } => format!("Some({id})"),
            _ => "None".to_owned(),
        };
        line!(out, "/// Specialization constants that set the invocations of a work group in x, y and z.");
        line!(out, "pub const WORKGROUP_SIZE_IDS: [Option<u32>; 3] = [{}];\n", size.map(id).join(", "));
        line!(out, "/// Invocations of a work group in x, y and z, where the pipeline does not set them.");
    }
    line!(out, "pub const WORKGROUP_SIZE: [u32; 3] = [{defaults}];\n");
    line!(out, "/// Bytes of shared memory that a work group takes.");
    line!(out, "pub const SHARED_BYTES: u64 = {};\n", reflection.shared_bytes);
    line!(out, "/// Bytes of the push-constant range, from 0.");
    line!(out, "pub const PUSH_CONSTANT_BYTES: u32 = {push_bytes};\n");
}

/// What the device has to have.
fn requirements(out: &mut String, reflection: &Reflection) {
    let vulkan = &reflection.vulkan;
    let (major, minor) = vulkan.version.split_once('.').unwrap_or(("1", "0"));
    let number = |text: &str| text.parse::<u32>().unwrap_or_default();
    line!(out, "/// Vulkan version that the device has to have: major, minor.");
    line!(out, "pub const VULKAN_VERSION: (u32, u32) = ({}, {});\n", number(major), number(minor));
    let c_str = |name: &String| format!("c\"{}\"", quoted(name));
    line!(out, "/// Instance extensions to enable.");
    list(out, "INSTANCE_EXTENSIONS", "&core::ffi::CStr", vulkan.instance_extensions.iter().map(c_str));
    line!(out, "/// Device extensions to enable.");
    list(out, "DEVICE_EXTENSIONS", "&core::ffi::CStr", vulkan.extensions.iter().map(c_str));
    line!(out, "/// Device features to enable: structure and member.");
    let features = vulkan.features.iter();
    let features = features.map(|f| format!("(\"{}\", \"{}\")", quoted(&f.structure), quoted(&f.member)));
    list(out, "DEVICE_FEATURES", "(&str, &str)", features);
    line!(out, "/// Properties and limits that the device has to have.");
    let properties = vulkan.properties.iter().map(|p| format!("{:?}", text::property(p)));
    list(out, "DEVICE_PROPERTIES", "&str", properties);
    line!(out, "/// Subgroup size that the shader's meaning needs; `None` if any will do.");
    line!(out, "pub const SUBGROUP_SIZE: Option<u32> = {:?};\n", reflection.subgroup_size);
    line!(out, "/// Whether the pipeline has to ask for full subgroups.");
    line!(out, "pub const FULL_SUBGROUPS: bool = {};\n", vulkan.full_subgroups);
}

fn list(out: &mut String, name: &str, ty: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [] => line!(out, "pub const {name}: &[{ty}] = &[];\n"),
        items => line!(out, "pub const {name}: &[{ty}] = &[\n    {},\n];\n", items.join(",\n    ")),
    }
}

/// Where everything is bound, by name and as a list.
fn resources(out: &mut String, resources: &[Resource], scope: &mut Scope) {
    line!(out, "/// A descriptor binding.");
    line!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
    line!(out, "pub struct Resource {{");
    line!(out, "    /// Descriptor set.\n    pub set: u32,");
    line!(out, "    /// Binding in the set.\n    pub binding: u32,");
    line!(out, "    /// The kind of descriptor (`VkDescriptorType`).\n    pub descriptor_type: i32,");
    line!(out, "    /// Number of descriptors; `None` for an unbounded array.\n    pub count: Option<u32>,");
    line!(out, "}}\n");
    for resource in resources {
        let name = scope.family(&names::screaming(&resource.name), &["_SET", "_BINDING"]);
        let what = format!("{} `{}`", resource.class, quoted(&resource.name));
        line!(out, "/// Descriptor set of the {what}.");
        line!(out, "pub const {name}_SET: u32 = {};\n", resource.set);
        line!(out, "/// Binding of the {what}.");
        line!(out, "pub const {name}_BINDING: u32 = {};\n", resource.binding);
    }
    line!(out, "/// All descriptor bindings, by set and binding.");
    let entry = |resource: &Resource| {
        let Resource { set, binding, count, .. } = resource;
        let kind = descriptor_type(resource.descriptor);
        format!("Resource {{ set: {set}, binding: {binding}, descriptor_type: {kind}, count: {count:?} }}")
    };
    list(out, "RESOURCES", "Resource", resources.iter().map(entry));
}

/// Vulkan's number of a kind of descriptor.
pub(crate) fn descriptor_type(descriptor: DescriptorType) -> u32 {
    match descriptor {
        DescriptorType::Sampler => 0,
        DescriptorType::CombinedImageSampler => 1,
        DescriptorType::SampledImage => 2,
        DescriptorType::StorageImage => 3,
        DescriptorType::UniformTexelBuffer => 4,
        DescriptorType::StorageTexelBuffer => 5,
        DescriptorType::UniformBuffer => 6,
        // The one that is left.
        _ => 7,
    }
}

/// Id and default of a specialization constant.
fn specialization(out: &mut String, constant: &SpecConstant, scope: &mut Scope) {
    let name = scope.family(&names::screaming(&constant.name), &["_ID", "_DEFAULT"]);
    let what = quoted(&constant.name);
    line!(out, "/// Specialization constant of `{what}`, {} bytes.", constant.bytes);
    line!(out, "pub const {name}_ID: u32 = {};\n", constant.id);
    if let Some((ty, value)) = default(constant) {
        line!(out, "/// What `{what}` is if the pipeline does not set it.");
        line!(out, "pub const {name}_DEFAULT: {ty} = {value};\n");
    }
}

/// Type and value of a default. Halves have no type everywhere, so their bits have to do.
fn default(constant: &SpecConstant) -> Option<(&'static str, String)> {
    let bits = || constant.default_bits.trim_start_matches("0x").to_owned();
    let ty = records::number(constant.ty);
    let value = match (constant.ty, constant.default?) {
        (Scalar::Bool, SpecValue::Bool(value)) => return Some(("bool", value.to_string())),
        (Scalar::F16, _) => format!("0x{}", bits()),
        (Scalar::F32, SpecValue::Float(value)) => format!("{:?}", value as f32),
        (Scalar::F64, SpecValue::Float(value)) => format!("{value:?}"),
        (_, SpecValue::Unsigned(value)) => value.to_string(),
        (_, SpecValue::Signed(value)) => value.to_string(),
        _ => return None,
    };
    Some((ty, value))
}
