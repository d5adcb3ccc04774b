//! Writes the memory blocks of a shader as C structs.

use super::{Prefix, line, member_name, prefixed};
use crate::layout::{Layout, Record, RuntimeArray, Shape};
use crate::names::{self, C, Scope};
use crate::text::quoted;
use nvc_reflect::Scalar;
use std::fmt::Write;

/// Objects that a header may define. Their names share a namespace with its types.
const OBJECTS: &[&str] = &[
    "spirv",
    "resources",
    "instance_extensions",
    "device_extensions",
    "device_features",
    "device_properties",
];

/// Writes all structs, and the macros for runtime arrays.
pub(super) fn write(out: &mut String, layout: &Layout, prefix: &Prefix, macros: &mut Scope) {
    let mut scope = Scope::with(OBJECTS);
    let mut names: Vec<String> = Vec::new();
    for record in &layout.records {
        let name = scope.unique(names::snake(&record.name), C);
        names.push(prefixed(prefix, &name));
        write_record(out, record, &names);
    }
    for array in &layout.runtime_arrays {
        write_runtime_array(out, array, prefix, macros, &mut scope, &names);
    }
}

/// Writes a struct. `names` contains the names of all structs up to and including this one.
fn write_record(out: &mut String, record: &Record, names: &[String]) {
    let Some(name) = names.last() else { return };
    let mut scope = Scope::default();
    line!(out, "/* {} */", record.doc.replace('`', ""));
    line!(out, "typedef struct {name} {{");
    let mut offsets = Vec::new();
    for member in &record.members {
        let member_name = match &member.name {
            Some(name) => member_name(&mut scope, name),
            None => member_name(&mut scope, &format!("pad_{}", member.offset)),
        };
        line!(out, "    {};", declaration(names, &member.shape, &member_name));
        offsets.push((member_name, member.offset));
    }
    line!(out, "}} {name};");
    for (member, offset) in offsets {
        line!(out, "NVC_STATIC_ASSERT(offsetof({name}, {member}) == {offset}, \"{member}\");");
    }
    line!(out, "NVC_STATIC_ASSERT(sizeof({name}) == {}, \"{name}\");\n", record.bytes);
}

fn write_runtime_array(
    out: &mut String,
    array: &RuntimeArray,
    prefix: &Prefix,
    macros: &mut Scope,
    types: &mut Scope,
    names: &[String],
) {
    let path = format!("{} {}", array.block, array.member);
    let upper = &prefix.upper;
    let name = macros.unique_prefix(&names::screaming(&path), &["_OFFSET", "_STRIDE"]);
    line!(out, "/* Runtime array {} of the block {}. */", quoted(&array.member), quoted(&array.block));
    line!(out, "#define {upper}_{name}_OFFSET {}u", array.offset);
    line!(out, "#define {upper}_{name}_STRIDE {}u", array.stride);
    let alias = prefixed(prefix, &types.unique(names::snake(&path), C));
    line!(out, "typedef {};\n", declaration(names, &array.element, &alias));
}

/// Returns the declaration of a name with a type, including array lengths after the name.
fn declaration(names: &[String], shape: &Shape, name: &str) -> String {
    match shape {
        Shape::Scalar(scalar) => format!("{} {name}", scalar_type(*scalar)),
        Shape::Word64 => format!("uint64_t {name}"),
        Shape::Array(element, length) => declaration(names, element, &format!("{name}[{length}]")),
        Shape::Record(record) => format!("{} {name}", names.get(*record).map_or("void", String::as_str)),
    }
}

/// Returns the C type of a scalar. A bool is a 32-bit integer. A float that C has no type for is an integer
/// with its bits.
fn scalar_type(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I8 => "int8_t",
        Scalar::I16 => "int16_t",
        Scalar::I32 => "int32_t",
        Scalar::I64 => "int64_t",
        Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 | Scalar::UE8M0 | Scalar::MXInt8 => "uint8_t",
        Scalar::U16 | Scalar::F16 | Scalar::BF16 => "uint16_t",
        Scalar::U64 => "uint64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        // `U32` and bools.
        _ => "uint32_t",
    }
}
