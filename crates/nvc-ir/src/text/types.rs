//! Prints and parses types in the text form. Types are written by structure, not by id.

use super::cursor::{Cursor, MAX_DEPTH, Parse};
use super::flags;
use crate::entity::{Entity, SpecConst, Type};
use crate::fp_encoding::FpEncoding;
use crate::globals::VariableAccess;
use crate::tensor::{TensorLayoutType, TensorViewType};
use crate::types::{
    CoopMatrixType, Dim, IdVectorType, ImageFormat, ImageType, Length, Member, Space, TypeKind, Types,
};
use std::fmt::{self, Write};

/// The names of the predefined types, except the floats of non-IEEE encodings.
const SCALARS: [(&str, Type); 9] = [
    ("void", Types::VOID),
    ("bool", Types::BOOL),
    ("i8", Types::I8),
    ("i16", Types::I16),
    ("i32", Types::I32),
    ("i64", Types::I64),
    ("f16", Types::F16),
    ("f32", Types::F32),
    ("f64", Types::F64),
];

/// The name of the sampler type.
const SAMPLER: &str = "sampler";

/// Writes a type.
pub(super) fn write_type(out: &mut String, types: &Types, ty: Type) -> fmt::Result {
    write_nested(out, types, ty, 0)
}

fn write_nested(out: &mut String, types: &Types, ty: Type, depth: u32) -> fmt::Result {
    if !types.contains(ty) || depth > MAX_DEPTH {
        // Cannot be parsed back, but the module is invalid anyway.
        return write!(out, "?{ty}");
    }
    let part = |out: &mut String, ty| write_nested(out, types, ty, depth + 1);
    let stride_text = |stride: u32| if stride == 0 { String::new() } else { format!(", stride {stride}") };
    match types.kind(ty) {
        TypeKind::Void => out.write_str("void"),
        TypeKind::Bool => out.write_str("bool"),
        TypeKind::Int(bits) => write!(out, "i{bits}"),
        TypeKind::Float(bits) => write!(out, "f{bits}"),
        TypeKind::EncodedFloat(encoding) => out.write_str(encoding.name()),
        TypeKind::Vector(scalar, count) => {
            write!(out, "vec{count}<")?;
            part(out, *scalar)?;
            out.write_char('>')
        }
        TypeKind::Array { element, length, stride } => {
            out.write_str("array<")?;
            part(out, *element)?;
            write_length(out, *length)?;
            write!(out, "{}>", stride_text(*stride))
        }
        TypeKind::RuntimeArray { element, stride } => {
            out.write_str("runtime_array<")?;
            part(out, *element)?;
            write!(out, "{}>", stride_text(*stride))
        }
        TypeKind::Struct { members, block } => {
            out.write_str(if *block { "block<" } else { "struct<" })?;
            // All members of a block have offsets. In a struct, one written offset, even 0, means that all members have one.
            let is_clear =
                *block || members.iter().any(|member| member.offset.is_some_and(|offset| offset != 0));
            for (i, member) in members.iter().enumerate() {
                out.write_str(if i == 0 { "" } else { ", " })?;
                part(out, member.ty)?;
                if let Some(offset) = member.offset.filter(|&offset| offset != 0 || !is_clear) {
                    write!(out, " @{offset}")?;
                }
                for word in flags::words(flags::VARIABLE, member.access) {
                    write!(out, " {word}")?;
                }
            }
            out.write_char('>')
        }
        TypeKind::Pointer(space, to) => {
            write!(out, "pointer<{}, ", space.name())?;
            part(out, *to)?;
            out.write_char('>')
        }
        TypeKind::Image(image) => write_image(out, "image", types, *image),
        TypeKind::SampledImage(image) => write_image(out, "sampled_image", types, *image),
        TypeKind::Sampler => out.write_str(SAMPLER),
        TypeKind::CoopMatrix(matrix) => {
            out.write_str("coop_matrix<")?;
            part(out, matrix.component)?;
            for length in [matrix.scope, matrix.rows, matrix.columns] {
                write_length(out, length)?;
            }
            if matrix.signed {
                out.write_str(", signed")?;
            }
            if let Some(usage) = matrix.usage {
                write!(out, ", usage {usage}")?;
            }
            out.write_char('>')
        }
        TypeKind::IdVector(vector) => {
            out.write_str(if vector.cooperative { "coop_vector<" } else { "vec<" })?;
            part(out, vector.component)?;
            write_length(out, vector.length)?;
            out.write_char('>')
        }
        TypeKind::TensorLayout(layout) => {
            out.write_str("tensor_layout<")?;
            write_lengths(out, &[layout.dimensions, layout.clamp])
        }
        TypeKind::TensorView(view) => {
            out.write_str("tensor_view<")?;
            let numbers: Vec<Length> = [view.dimensions, view.has_dimensions]
                .into_iter()
                .chain(view.permutation.iter().copied())
                .collect();
            write_lengths(out, &numbers)
        }
        TypeKind::Spirv(spirv) => {
            out.write_str("spirv<")?;
            super::spirv::write_spirv(out, types, spirv)?;
            out.write_char('>')
        }
    }
}

/// Writes a comma and a number that may be a specialization constant.
fn write_length(out: &mut String, length: Length) -> fmt::Result {
    out.write_str(", ")?;
    write_number(out, length)
}

fn write_number(out: &mut String, length: Length) -> fmt::Result {
    match length {
        Length::Fixed(n) => write!(out, "{n}"),
        Length::Spec(spec) => write!(out, "{spec}"),
    }
}

/// Writes numbers that may be specialization constants, and the closing bracket.
fn write_lengths(out: &mut String, lengths: &[Length]) -> fmt::Result {
    for (i, &length) in lengths.iter().enumerate() {
        out.write_str(if i == 0 { "" } else { ", " })?;
        write_number(out, length)?;
    }
    out.write_char('>')
}

fn write_image(out: &mut String, name: &str, types: &Types, image: ImageType) -> fmt::Result {
    write!(out, "{name}<")?;
    // No deeper nesting is allowed: in every valid module, texels are scalars.
    write_nested(out, types, image.texel, MAX_DEPTH)?;
    write!(out, ", {}", image.dim.name())?;
    for word in flags::words(flags::IMAGE, image) {
        write!(out, ", {word}")?;
    }
    if let Some(format) = image.format {
        write!(out, ", {}", format.name())?;
    }
    out.write_char('>')
}

/// Parses a type.
pub(super) fn parse_type(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<Type> {
    cursor.enter()?;
    let ty = parse_here(cursor, types)?;
    cursor.leave();
    Ok(ty)
}

/// Parses the contents of a type between its angle brackets.
type Content = fn(&mut Cursor<'_>, &mut Types) -> Parse<TypeKind>;

/// The composite types except vectors, with their parsers. The parser of structs and blocks also consumes the closing
/// bracket; for the other types, [`parse_here`] consumes it.
const WITH_PARTS: [(&str, Content); 13] = [
    ("array", parse_array),
    ("runtime_array", |cursor, types| {
        let element = parse_type(cursor, types)?;
        Ok(TypeKind::RuntimeArray { element, stride: parse_stride(cursor)? })
    }),
    ("struct", |cursor, types| parse_struct(cursor, types, false)),
    ("block", |cursor, types| parse_struct(cursor, types, true)),
    ("pointer", |cursor, types| {
        let space = cursor.named("a storage class", &Space::ALL, Space::name)?;
        cursor.expect(",")?;
        Ok(TypeKind::Pointer(space, parse_type(cursor, types)?))
    }),
    ("image", |cursor, types| Ok(TypeKind::Image(parse_image(cursor, types)?))),
    ("sampled_image", |cursor, types| Ok(TypeKind::SampledImage(parse_image(cursor, types)?))),
    ("coop_matrix", parse_coop_matrix),
    ("vec", |cursor, types| parse_id_vector(cursor, types, false)),
    ("coop_vector", |cursor, types| parse_id_vector(cursor, types, true)),
    ("tensor_layout", |cursor, _| {
        let dimensions = parse_number(cursor)?;
        Ok(TypeKind::TensorLayout(TensorLayoutType { dimensions, clamp: parse_length(cursor)? }))
    }),
    ("tensor_view", |cursor, _| {
        let (dimensions, has_dimensions) = (parse_number(cursor)?, parse_length(cursor)?);
        let mut permutation = Vec::new();
        while cursor.eat(",") {
            permutation.push(parse_number(cursor)?);
        }
        Ok(TypeKind::TensorView(TensorViewType { dimensions, has_dimensions, permutation }))
    }),
    ("spirv", |cursor, types| Ok(TypeKind::Spirv(super::spirv::parse_spirv(cursor, types)?))),
];

fn parse_id_vector(cursor: &mut Cursor<'_>, types: &mut Types, cooperative: bool) -> Parse<TypeKind> {
    let component = parse_type(cursor, types)?;
    Ok(TypeKind::IdVector(IdVectorType { component, length: parse_length(cursor)?, cooperative }))
}

fn parse_here(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<Type> {
    let start = cursor.offset();
    let word = cursor.word("a type")?;
    if let Some(&(_, ty)) = SCALARS.iter().find(|(name, _)| *name == word) {
        return Ok(ty);
    }
    if let Some(encoding) = FpEncoding::from_name(word) {
        return Ok(Types::encoded_float(encoding));
    }
    if word == SAMPLER {
        return Ok(types.intern(TypeKind::Sampler));
    }
    if let Some(count) = vector_count(word) {
        cursor.expect("<")?;
        let scalar = parse_type(cursor, types)?;
        cursor.expect(">")?;
        return Ok(types.intern(TypeKind::Vector(scalar, count)));
    }
    let Some((_, parse)) = WITH_PARTS.iter().find(|(name, _)| *name == word) else {
        let encodings = FpEncoding::ALL.into_iter().map(FpEncoding::name);
        let names = SCALARS.iter().map(|(name, _)| *name).chain(encodings);
        let names = names.chain(["vecN"]).chain(WITH_PARTS.iter().map(|(name, _)| *name));
        let names: Vec<&str> = names.collect();
        return Err(cursor.error_at(start, format!("`{word}` is not a type ({})", names.join(", "))));
    };
    cursor.expect("<")?;
    let kind = parse(cursor, types)?;
    if !matches!(kind, TypeKind::Struct { .. }) {
        cursor.expect(">")?;
    }
    Ok(types.intern(kind))
}

/// Returns the number of components of a vector type named `vecN`.
fn vector_count(word: &str) -> Option<u16> {
    let digits = word.strip_prefix("vec").filter(|digits| !digits.starts_with(['0', '+']))?;
    digits.parse().ok()
}

fn parse_array(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<TypeKind> {
    let element = parse_type(cursor, types)?;
    let length = parse_length(cursor)?;
    Ok(TypeKind::Array { element, length, stride: parse_stride(cursor)? })
}

/// Parses a comma and a number that may be a specialization constant.
fn parse_length(cursor: &mut Cursor<'_>) -> Parse<Length> {
    cursor.expect(",")?;
    parse_number(cursor)
}

fn parse_number(cursor: &mut Cursor<'_>) -> Parse<Length> {
    Ok(match cursor.peek_id("spec") {
        Some(spec) => {
            cursor.advance();
            Length::Spec(SpecConst::from_index(spec))
        }
        None => Length::Fixed(cursor.integer()?),
    })
}

fn parse_coop_matrix(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<TypeKind> {
    let component = parse_type(cursor, types)?;
    let scope = parse_length(cursor)?;
    let rows = parse_length(cursor)?;
    let columns = parse_length(cursor)?;
    let mut matrix = CoopMatrixType { component, signed: false, scope, rows, columns, usage: None };
    while cursor.eat(",") {
        if cursor.eat_word("signed") {
            matrix.signed = true;
        } else {
            cursor.expect_word("usage")?;
            matrix.usage = Some(cursor.integer()?);
        }
    }
    Ok(TypeKind::CoopMatrix(matrix))
}

fn parse_stride(cursor: &mut Cursor<'_>) -> Parse<u32> {
    if !cursor.eat(",") {
        return Ok(0);
    }
    cursor.expect_word("stride")?;
    cursor.integer()
}

fn parse_struct(cursor: &mut Cursor<'_>, types: &mut Types, block: bool) -> Parse<TypeKind> {
    let mut members = cursor.list(">", |cursor| {
        let ty = parse_type(cursor, types)?;
        let offset = if cursor.eat("@") { Some(cursor.integer()?) } else { None };
        let mut access = VariableAccess::default();
        while let Some(word) = cursor.peek_word() {
            if !flags::set(flags::VARIABLE, word, &mut access) {
                return Err(cursor.error(format!("`{word}` is not a memory qualifier")));
            }
            cursor.advance();
        }
        Ok(Member { ty, offset, access })
    })?;
    if block || members.iter().any(|member| member.offset.is_some()) {
        members.iter_mut().for_each(|member| member.offset = member.offset.or(Some(0)));
    }
    Ok(TypeKind::Struct { members, block })
}

fn parse_image(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<ImageType> {
    let texel = parse_type(cursor, types)?;
    cursor.expect(",")?;
    let dim = cursor.named("a dimensionality", &Dim::ALL, Dim::name)?;
    let mut image = ImageType {
        texel,
        signed: false,
        dim,
        arrayed: false,
        multisampled: false,
        depth: false,
        storage: false,
        format: None,
    };
    while cursor.eat(",") {
        let start = cursor.offset();
        let word = cursor.word("a property of the image")?;
        if flags::set(flags::IMAGE, word, &mut image) {
            continue;
        }
        let format = ImageFormat::from_name(word);
        if format.is_none() {
            return Err(
                cursor.error_at(start, format!("`{word}` is neither an image property nor a texel format"))
            );
        }
        image.format = format;
    }
    Ok(image)
}
