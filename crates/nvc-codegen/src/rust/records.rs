//! Writes the structs in a shader's memory blocks as Rust structs, and constants and types for its runtime arrays.

use super::line;
use crate::layout::{Layout, Member, Record, RuntimeArray, Shape};
use crate::names::{self, RUST, Scope};
use crate::text::quoted;
use nvc_reflect::Scalar;
use std::fmt::Write;

/// Maximum size in bytes of structs that get `ZERO` and `to_bytes`, because these pass the struct by value on
/// the stack.
const MAX_BY_VALUE: u64 = 16 << 10;

/// Writes all structs, and the constants for runtime arrays.
pub(super) fn write(out: &mut String, layout: &Layout, scope: &mut Scope) {
    for record in &layout.records {
        // Reserve the name of the struct.
        scope.unique_type(record.name.clone());
        write_record(out, layout, record);
    }
    for array in &layout.runtime_arrays {
        write_runtime_array(out, layout, array, scope);
    }
}

/// Members, each with its Rust name.
type NamedMembers<'a> = Vec<(String, &'a Member)>;

fn write_record(out: &mut String, layout: &Layout, record: &Record) {
    let mut scope = Scope::default();
    let name_of = |member: &Member| match &member.name {
        Some(name) => names::snake(name),
        None => format!("_pad_{}", member.offset),
    };
    let members: NamedMembers<'_> =
        record.members.iter().map(|member| (scope.unique(name_of(member), RUST), member)).collect();
    let name = &record.name;
    line!(out, "/// {}", record.doc);
    line!(out, "#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq)]\npub struct {name} {{");
    for (member_name, member) in &members {
        match &member.name {
            Some(name) => line!(out, "    /// `{}`, at offset {}.", quoted(name), member.offset),
            None => line!(out, "    /// Padding."),
        }
        line!(out, "    pub {member_name}: {},", type_of(layout, &member.shape));
    }
    line!(out, "}}\n");
    for (member_name, member) in &members {
        let offset = member.offset;
        line!(out, "const _: () = assert!(core::mem::offset_of!({name}, {member_name}) == {offset});");
    }
    line!(out, "const _: () = assert!(core::mem::size_of::<{name}>() == {});\n", record.bytes);
    if record.bytes <= MAX_BY_VALUE {
        write_values(out, layout, record, &members);
    }
}

/// Writes the constant `ZERO`, which initializes padding, and the method `to_bytes`.
fn write_values(out: &mut String, layout: &Layout, record: &Record, members: &NamedMembers<'_>) {
    let Record { name, bytes, .. } = record;
    line!(out, "impl {name} {{");
    line!(out, "    /// All zeros, including padding. Usage: `{name} {{ .., ..{name}::ZERO }}`.");
    line!(out, "    pub const ZERO: Self = {name} {{");
    for (member_name, member) in members {
        line!(out, "        {member_name}: {},", zero(layout, &member.shape));
    }
    line!(out, "    }};\n");
    line!(out, "    /// The bytes that the shader reads, on any host.");
    line!(out, "    #[must_use]");
    line!(out, "    pub fn to_bytes(self) -> [u8; {bytes}] {{");
    line!(out, "        let mut bytes = [0; {bytes}];");
    for (member_name, member) in members.iter().filter(|(_, member)| member.name.is_some()) {
        let source = format!("self.{member_name}");
        copy(out, layout, &member.shape, &source, &member.offset.to_string(), 2);
    }
    line!(out, "        bytes\n    }}\n}}\n");
}

/// Writes statements that copy a value to an offset of the array `bytes`.
fn copy(out: &mut String, layout: &Layout, shape: &Shape, source: &str, offset: &str, depth: usize) {
    let indent = "    ".repeat(depth);
    let size = layout.size(shape);
    let to = format!("bytes[{offset}..][..{size}]");
    match shape {
        Shape::Scalar(Scalar::U8) => line!(out, "{indent}bytes[{offset}] = {source};"),
        Shape::Scalar(_) | Shape::Word64 => {
            line!(out, "{indent}{to}.copy_from_slice(&{source}.to_le_bytes());");
        }
        Shape::Record(_) => line!(out, "{indent}{to}.copy_from_slice(&{source}.to_bytes());"),
        Shape::Array(element, _) if **element == Shape::Scalar(Scalar::U8) => {
            line!(out, "{indent}{to}.copy_from_slice(&{source}[..]);");
        }
        Shape::Array(element, _) => {
            let (at, value, stride) = (format!("at_{depth}"), format!("value_{depth}"), layout.size(element));
            line!(out, "{indent}for ({at}, {value}) in {source}.iter().enumerate() {{");
            let base = if offset == "0" { String::new() } else { format!("{offset} + ") };
            let index = if stride == 1 { at } else { format!("{at} * {stride}") };
            copy(out, layout, element, &value, &format!("{base}{index}"), depth + 1);
            line!(out, "{indent}}}");
        }
    }
}

/// Writes the offset, stride and element type of a runtime array. Its length depends on the buffer.
fn write_runtime_array(out: &mut String, layout: &Layout, array: &RuntimeArray, scope: &mut Scope) {
    let path = format!("{} {}", array.block, array.member);
    let name = scope.unique_prefix(&names::screaming(&path), &["_OFFSET", "_STRIDE"]);
    let what = format!("`{}` of the block `{}`", quoted(&array.member), quoted(&array.block));
    line!(out, "/// Offset of {what} in bytes.");
    line!(out, "pub const {name}_OFFSET: usize = {};\n", array.offset);
    line!(out, "/// Bytes between the starts of consecutive elements of {what}.");
    line!(out, "pub const {name}_STRIDE: usize = {};\n", array.stride);
    let alias = scope.unique_type(names::camel(&path));
    line!(out, "/// An element of {what}.");
    line!(out, "pub type {alias} = {};\n", type_of(layout, &array.element));
}

fn type_of(layout: &Layout, shape: &Shape) -> String {
    match shape {
        Shape::Scalar(scalar) => scalar_type(*scalar).to_owned(),
        Shape::Word64 => "u64".to_owned(),
        Shape::Array(element, length) => format!("[{}; {length}]", type_of(layout, element)),
        Shape::Record(record) => record_name(layout, *record).to_owned(),
    }
}

fn zero(layout: &Layout, shape: &Shape) -> String {
    match shape {
        Shape::Scalar(Scalar::F32 | Scalar::F64) => "0.0".to_owned(),
        Shape::Scalar(_) | Shape::Word64 => "0".to_owned(),
        Shape::Array(element, length) => format!("[{}; {length}]", zero(layout, element)),
        Shape::Record(record) => format!("{}::ZERO", record_name(layout, *record)),
    }
}

fn record_name(layout: &Layout, record: usize) -> &str {
    layout.records.get(record).map_or("()", |record| &record.name)
}

/// Returns the Rust type of a scalar. A bool is a 32-bit integer. A float that Rust has no type for is an
/// integer with its bits.
pub(super) fn scalar_type(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I8 => "i8",
        Scalar::I16 => "i16",
        Scalar::I32 => "i32",
        Scalar::I64 => "i64",
        Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 | Scalar::UE8M0 | Scalar::MXInt8 => "u8",
        Scalar::U16 | Scalar::F16 | Scalar::BF16 => "u16",
        Scalar::U64 => "u64",
        Scalar::F32 => "f32",
        Scalar::F64 => "f64",
        // `U32` and bools.
        _ => "u32",
    }
}
