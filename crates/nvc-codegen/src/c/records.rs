//! Blocks of memory as C structs.

use super::{Prefix, line, member_name, prefixed};
use crate::layout::{Layout, Record, Shape, Tail};
use crate::names::{self, C, Scope};
use crate::text::quoted;
use nvc_reflect::Scalar;
use std::fmt::Write;

/// Objects of a header, which share one space of names with its types.
const OBJECTS: &[&str] = &[
    "spirv",
    "resources",
    "instance_extensions",
    "device_extensions",
    "device_features",
    "device_properties",
];

/// Writes all structs, and what is known of arrays at the ends of blocks.
pub(super) fn write(out: &mut String, layout: &Layout, prefix: &Prefix, macros: &mut Scope) {
    let mut scope = Scope::with(OBJECTS);
    let mut names: Vec<String> = Vec::new();
    for record in &layout.records {
        let name = scope.unique(names::snake(&record.name), C);
        names.push(prefixed(prefix, &name));
        write_record(out, record, &names);
    }
    for tail in &layout.tails {
        write_tail(out, tail, prefix, macros, &mut scope, &names);
    }
}

/// `names` has those of all records so far, which are those that this one can be made of, and its own.
fn write_record(out: &mut String, record: &Record, names: &[String]) {
    let Some(name) = names.last() else { return };
    let mut scope = Scope::default();
    line!(out, "/* {} */", record.what.replace('`', ""));
    line!(out, "typedef struct {name} {{");
    let mut places = Vec::new();
    for member in &record.members {
        let member_name = match &member.name {
            Some(name) => member_name(&mut scope, name),
            None => member_name(&mut scope, &format!("pad_{}", member.offset)),
        };
        line!(out, "    {};", declaration(names, &member.shape, &member_name));
        places.push((member_name, member.offset));
    }
    line!(out, "}} {name};");
    for (member, offset) in places {
        line!(out, "NVC_STATIC_ASSERT(offsetof({name}, {member}) == {offset}, \"{member}\");");
    }
    line!(out, "NVC_STATIC_ASSERT(sizeof({name}) == {}, \"{name}\");\n", record.bytes);
}

fn write_tail(
    out: &mut String,
    tail: &Tail,
    prefix: &Prefix,
    macros: &mut Scope,
    types: &mut Scope,
    names: &[String],
) {
    let path = format!("{} {}", tail.block, tail.member);
    let capital = &prefix.capital;
    let name = macros.family(&names::screaming(&path), &["_OFFSET", "_STRIDE"]);
    line!(
        out,
        "/* {} of the block {}: where it begins, and an element. */",
        quoted(&tail.member),
        quoted(&tail.block)
    );
    line!(out, "#define {capital}_{name}_OFFSET {}u", tail.offset);
    line!(out, "#define {capital}_{name}_STRIDE {}u", tail.stride);
    let alias = prefixed(prefix, &types.unique(names::snake(&path), C));
    line!(out, "typedef {};\n", declaration(names, &tail.element, &alias));
}

/// A declaration of a name: C has the lengths behind it.
fn declaration(names: &[String], shape: &Shape, name: &str) -> String {
    match shape {
        Shape::Number(scalar) => format!("{} {name}", number(*scalar)),
        Shape::Word64 => format!("uint64_t {name}"),
        Shape::Array(element, length) => declaration(names, element, &format!("{name}[{length}]")),
        Shape::Record(record) => format!("{} {name}", names.get(*record).map_or("void", String::as_str)),
    }
}

/// The type of a number. A truth value is a word, a half its bits.
fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I8 => "int8_t",
        Scalar::I16 => "int16_t",
        Scalar::I32 => "int32_t",
        Scalar::I64 => "int64_t",
        Scalar::U8 => "uint8_t",
        Scalar::U16 | Scalar::F16 => "uint16_t",
        Scalar::U64 => "uint64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        // `U32`, and truth values.
        _ => "uint32_t",
    }
}
