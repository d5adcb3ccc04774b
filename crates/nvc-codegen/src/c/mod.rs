//! A shader as a header for C11 and C++17.

mod records;

use crate::names::{self, C, Scope};
use crate::rust::descriptor_type;
use crate::text::{self, file_name, quoted};
use crate::{Shader, layout};
use nvc_reflect::{Extent, Reflection, Resource, Scalar, SpecConstant, SpecValue};
use std::fmt::Write;

/// Writing to a string does not fail.
macro_rules! line {
    ($out:expr, $($words:tt)*) => {{ let _ = writeln!($out, $($words)*); }};
}
use line;

/// What names of a header begin with.
struct Prefix {
    /// Of structs and objects.
    small: String,
    /// Of macros.
    capital: String,
}

/// Ends of macros that every header has.
const TAKEN: &[&str] = &[
    "SPIRV_BYTES",
    "ENTRY_POINT",
    "WORKGROUP_SIZE_X",
    "WORKGROUP_SIZE_Y",
    "WORKGROUP_SIZE_Z",
    "WORKGROUP_SIZE_X_ID",
    "WORKGROUP_SIZE_Y_ID",
    "WORKGROUP_SIZE_Z_ID",
    "SHARED_BYTES",
    "PUSH_CONSTANT_BYTES",
    "VULKAN_VERSION_MAJOR",
    "VULKAN_VERSION_MINOR",
    "INSTANCE_EXTENSION_COUNT",
    "DEVICE_EXTENSION_COUNT",
    "DEVICE_FEATURE_COUNT",
    "DEVICE_PROPERTY_COUNT",
    "SUBGROUP_SIZE",
    "FULL_SUBGROUPS",
    "RESOURCE_COUNT",
];

/// The header of a shader. All of its names begin with what [`module_name`](crate::module_name) makes of
/// the shader's name.
pub fn header(shader: &Shader<'_>) -> String {
    let small = names::snake(shader.name);
    let prefix = Prefix { capital: small.to_ascii_uppercase(), small };
    let mut out = String::new();
    let guard = format!("NVC_{}_H", prefix.capital);
    line!(
        out,
        "/* Made by nvc from {}. What is changed here is lost in the next build. */",
        file_name(shader)
    );
    line!(out, "#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n#include <stdint.h>\n");
    line!(out, "{ASSERTIONS}");
    let mut scope = Scope::with(TAKEN);
    let layout = layout::of(shader.reflection);
    code(&mut out, shader, &prefix, layout.push_bytes);
    requirements(&mut out, shader.reflection, &prefix);
    for resource in &shader.reflection.resources {
        binding(&mut out, resource, &prefix, &mut scope);
    }
    list_of_resources(&mut out, &shader.reflection.resources, &prefix);
    for constant in &shader.reflection.specialization_constants {
        specialization(&mut out, constant, &prefix, &mut scope);
    }
    records::write(&mut out, &layout, &prefix, &mut scope);
    line!(out, "#endif");
    out
}

/// C has the one word, C++ the other.
const ASSERTIONS: &str = "\
#ifndef NVC_STATIC_ASSERT
#ifdef __cplusplus
#define NVC_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define NVC_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif
#endif
";

fn code(out: &mut String, shader: &Shader<'_>, prefix: &Prefix, push_bytes: u64) {
    let Prefix { small, capital } = prefix;
    let reflection = shader.reflection;
    let count = shader.words.len();
    line!(out, "/* The SPIR-V module (VkShaderModuleCreateInfo). */");
    let words = text::words(shader.words, "    ", |word| format!("0x{word:08x}u"));
    line!(out, "static const uint32_t {small}_spirv[{count}] = {{\n{words}}};");
    line!(out, "#define {capital}_SPIRV_BYTES {}u\n", count * 4);
    line!(out, "/* VkPipelineShaderStageCreateInfo::pName */");
    line!(out, "#define {capital}_ENTRY_POINT \"{}\"\n", quoted(&reflection.entry_point));
    line!(out, "/* Invocations of a work group; what has an _ID is the default of that specialization");
    line!(out, "   constant. */");
    for (axis, size) in std::iter::zip(["X", "Y", "Z"], reflection.workgroup_size) {
        line!(out, "#define {capital}_WORKGROUP_SIZE_{axis} {}u", size.default_value());
        if let Extent::Specialized { spec_id: Some(id), .. } = size {
            line!(out, "#define {capital}_WORKGROUP_SIZE_{axis}_ID {id}u");
        }
    }
    line!(out, "#define {capital}_SHARED_BYTES {}u", reflection.shared_bytes);
    line!(out, "#define {capital}_PUSH_CONSTANT_BYTES {push_bytes}u\n");
}

/// What the device has to have. An array of nothing is no array in C.
fn requirements(out: &mut String, reflection: &Reflection, prefix: &Prefix) {
    let Prefix { small, capital } = prefix;
    let vulkan = &reflection.vulkan;
    let (major, minor) = vulkan.version.split_once('.').unwrap_or(("1", "0"));
    line!(out, "/* What the device has to have. */");
    line!(out, "#define {capital}_VULKAN_VERSION_MAJOR {}u", quoted(major));
    line!(out, "#define {capital}_VULKAN_VERSION_MINOR {}u", quoted(minor));
    let feature = |f: &nvc_reflect::Feature| format!("{}::{}", f.structure, f.member);
    let lists: [(&str, &str, Vec<String>); 4] = [
        ("INSTANCE_EXTENSION", "instance_extensions", vulkan.instance_extensions.clone()),
        ("DEVICE_EXTENSION", "device_extensions", vulkan.extensions.clone()),
        ("DEVICE_FEATURE", "device_features", vulkan.features.iter().map(feature).collect()),
        ("DEVICE_PROPERTY", "device_properties", vulkan.properties.iter().map(text::property).collect()),
    ];
    for (count, name, items) in lists {
        line!(out, "#define {capital}_{count}_COUNT {}u", items.len());
        if !items.is_empty() {
            let items: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
            let items = items.join(",\n    ");
            line!(out, "static const char *const {small}_{name}[] = {{\n    {items},\n}};");
        }
    }
    line!(out, "/* Subgroup size that the shader's meaning needs; 0 if any will do. */");
    line!(out, "#define {capital}_SUBGROUP_SIZE {}u", reflection.subgroup_size.unwrap_or(0));
    line!(out, "#define {capital}_FULL_SUBGROUPS {}\n", u32::from(vulkan.full_subgroups));
}

fn binding(out: &mut String, resource: &Resource, prefix: &Prefix, scope: &mut Scope) {
    let capital = &prefix.capital;
    let name = scope.family(&names::screaming(&resource.name), &["_SET", "_BINDING"]);
    line!(out, "/* {} {} */", quoted(&resource.class), quoted(&resource.name));
    line!(out, "#define {capital}_{name}_SET {}u", resource.set);
    line!(out, "#define {capital}_{name}_BINDING {}u\n", resource.binding);
}

/// All bindings at once, for code that makes set layouts of any shader.
fn list_of_resources(out: &mut String, resources: &[Resource], prefix: &Prefix) {
    let Prefix { small, capital } = prefix;
    line!(out, "#define {capital}_RESOURCE_COUNT {}u", resources.len());
    if resources.is_empty() {
        return line!(out, "");
    }
    line!(out, "/* Set, binding, VkDescriptorType, number of descriptors (0 for an unbounded array). */");
    line!(out, "static const uint32_t {small}_resources[{}][4] = {{", resources.len());
    for resource in resources {
        let Resource { set, binding, .. } = resource;
        let (kind, count) = (descriptor_type(resource.descriptor), resource.count.unwrap_or(0));
        line!(out, "    {{{set}u, {binding}u, {kind}u, {count}u}},");
    }
    line!(out, "}};\n");
}

fn specialization(out: &mut String, constant: &SpecConstant, prefix: &Prefix, scope: &mut Scope) {
    let capital = &prefix.capital;
    let name = scope.family(&names::screaming(&constant.name), &["_ID", "_DEFAULT"]);
    line!(out, "/* Specialization constant {}, {} bytes. */", quoted(&constant.name), constant.bytes);
    line!(out, "#define {capital}_{name}_ID {}u", constant.id);
    if let Some(value) = default(constant) {
        line!(out, "#define {capital}_{name}_DEFAULT {value}");
    }
    line!(out, "");
}

fn default(constant: &SpecConstant) -> Option<String> {
    let bits = constant.default_bits.trim_start_matches("0x");
    Some(match (constant.ty, constant.default?) {
        (_, SpecValue::Bool(value)) => u32::from(value).to_string(),
        (Scalar::F16, _) => format!("0x{bits}u"),
        (Scalar::F32, SpecValue::Float(value)) => format!("{:?}f", value as f32),
        (_, SpecValue::Float(value)) => format!("{value:?}"),
        (Scalar::U64, SpecValue::Unsigned(value)) => format!("UINT64_C({value})"),
        (Scalar::I64, SpecValue::Unsigned(value)) => format!("INT64_C({value})"),
        (Scalar::U8 | Scalar::U16 | Scalar::U32, SpecValue::Unsigned(value)) => format!("{value}u"),
        (_, SpecValue::Unsigned(value)) => value.to_string(),
        // The least numbers have no literal: what the sign stands before is no number of the type.
        (Scalar::I64, SpecValue::Signed(value)) => format!("(-INT64_C({}) - 1)", -(value + 1)),
        (_, SpecValue::Signed(value)) => format!("({} - 1)", value + 1),
        _ => return None,
    })
}

/// The prefix and a name in small letters.
fn prefixed(prefix: &Prefix, name: &str) -> String {
    format!("{}_{name}", prefix.small)
}

/// A member's name.
fn member_name(scope: &mut Scope, name: &str) -> String {
    scope.unique(names::snake(name), C)
}
