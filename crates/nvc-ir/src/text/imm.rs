//! Prints and parses immediates in the text form: `[...]` after the name of the operation.

use super::cursor::{Cursor, Parse};
use super::flags;
use super::types::{parse_type, write_type};
use crate::coop_vector::ProductSigns;
use crate::entity::{Entity, FuncId, Global, Local};
use crate::imm::{
    Access, AtomicOp, Barrier, Builtin, BytesAccess, GroupForm, GroupOp, Imm, ImmKind, MemoryKinds, Rounding,
    Scope, ShuffleMode, Test, TextureImm,
};
use crate::tensor::{Decode, Reduction};
use crate::types::Types;

/// Writes an immediate; writes nothing if it is empty.
pub(super) fn write_imm(out: &mut String, types: &Types, imm: Imm) {
    if let Imm::Type(ty) = imm {
        out.push('[');
        // Writing to a string does not fail.
        let _ = write_type(out, types, ty);
        out.push(']');
        return;
    }
    let words = words(imm);
    if !words.is_empty() {
        out.push('[');
        out.push_str(&words.join(" "));
        out.push(']');
    }
}

fn words(imm: Imm) -> Vec<String> {
    match imm {
        Imm::None => Vec::new(),
        Imm::Index(n) => vec![n.to_string()],
        Imm::Global(global) => vec![global.to_string()],
        Imm::Local(local) => vec![local.to_string()],
        Imm::Function(func) => vec![func.to_string()],
        Imm::Builtin(builtin) => vec![builtin.name().to_owned()],
        Imm::Bytes(BytesAccess { global, access }) => {
            let mut list = vec![global.to_string()];
            list.extend(access_words(access));
            list
        }
        Imm::BytesAtomic(global, op) => vec![global.to_string(), op.name().to_owned()],
        Imm::Access(access) => access_words(access),
        Imm::Atomic(op, scope) => vec![op.name().to_owned(), scope.name().to_owned()],
        Imm::Barrier(barrier) => {
            let mut list = Vec::new();
            list.extend(barrier.execution.map(|scope| format!("execution({})", scope.name())));
            list.push(format!("memory({})", barrier.memory.name()));
            list.extend(flags::words(flags::MEMORY_KINDS, barrier.kinds));
            list
        }
        Imm::Texture(texture) => {
            let mut list = flags::words(flags::TEXTURE, texture);
            list.extend(texture.const_offset.map(|[x, y, z]| format!("const_offset({x}, {y}, {z})")));
            if texture.component != 0 {
                list.push(format!("component({})", texture.component));
            }
            list
        }
        Imm::Shuffle(mode) => vec![mode.name().to_owned()],
        Imm::Test(test) => vec![test.name().to_owned()],
        Imm::Rounding(rounding) => vec![rounding.name().to_owned()],
        // Written by `write_imm`, because printing a type needs the type table.
        Imm::Type(_) => Vec::new(),
        Imm::Group(op, form) => vec![op.name().to_owned(), form.name().to_owned()],
        Imm::Scope(scope) => vec![scope.name().to_owned()],
        Imm::Reduce(reduction, function) => vec![reduction.name().to_owned(), function.to_string()],
        Imm::Product(signs) => flags::words(flags::PRODUCT, signs),
        Imm::Decode(decode) => {
            let functions = std::iter::once(decode.function).chain(decode.vector);
            functions.map(|function| function.to_string()).chain(access_words(decode.access)).collect()
        }
    }
}

fn access_words(access: Access) -> Vec<String> {
    let mut list = Vec::new();
    if access.align != 0 {
        list.push(format!("align({})", access.align));
    }
    list.extend(flags::words(flags::ACCESS, access));
    list
}

/// Parses an immediate of the given kind.
pub(super) fn parse_imm(cursor: &mut Cursor<'_>, types: &mut Types, kind: ImmKind) -> Parse<Imm> {
    let optional = match kind {
        ImmKind::None => return Ok(Imm::None),
        ImmKind::Access => Some(Imm::Access(Access::default())),
        ImmKind::Texture => Some(Imm::Texture(TextureImm::default())),
        ImmKind::Product => Some(Imm::Product(ProductSigns::default())),
        _ => None,
    };
    if !cursor.eat("[") {
        return optional.ok_or_else(|| cursor.expected(&format!("`[` and an immediate ({kind:?})")));
    }
    let imm = parse_content(cursor, types, kind)?;
    cursor.expect("]")?;
    Ok(imm)
}

fn parse_content(cursor: &mut Cursor<'_>, types: &mut Types, kind: ImmKind) -> Parse<Imm> {
    Ok(match kind {
        ImmKind::None => Imm::None,
        ImmKind::Index => Imm::Index(cursor.integer()?),
        ImmKind::Global => Imm::Global(global(cursor)?),
        ImmKind::Local => Imm::Local(Local::from_index(cursor.id("l")?)),
        ImmKind::Function => Imm::Function(function(cursor)?),
        ImmKind::Builtin => Imm::Builtin(cursor.named("a built-in input", Builtin::ALL, Builtin::name)?),
        ImmKind::Bytes => Imm::Bytes(BytesAccess { global: global(cursor)?, access: parse_access(cursor)? }),
        ImmKind::BytesAtomic => Imm::BytesAtomic(global(cursor)?, atomic_op(cursor)?),
        ImmKind::Access => Imm::Access(parse_access(cursor)?),
        ImmKind::Atomic => Imm::Atomic(atomic_op(cursor)?, scope(cursor)?),
        ImmKind::Barrier => Imm::Barrier(parse_barrier(cursor)?),
        ImmKind::Texture => Imm::Texture(parse_texture(cursor)?),
        ImmKind::Shuffle => {
            Imm::Shuffle(cursor.named("a shuffle mode", ShuffleMode::ALL, ShuffleMode::name)?)
        }
        ImmKind::Test => Imm::Test(cursor.named("a condition-code test", Test::ALL, Test::name)?),
        ImmKind::Rounding => Imm::Rounding(cursor.named("a rounding mode", Rounding::ALL, Rounding::name)?),
        ImmKind::Type => Imm::Type(parse_type(cursor, types)?),
        ImmKind::Group => Imm::Group(
            cursor.named("a group operation", GroupOp::ALL, GroupOp::name)?,
            cursor.named("a form", GroupForm::ALL, GroupForm::name)?,
        ),
        ImmKind::Scope => Imm::Scope(scope(cursor)?),
        ImmKind::Reduce => {
            let reduction = cursor.named("a reduction", &Reduction::ALL, Reduction::name)?;
            Imm::Reduce(reduction, function(cursor)?)
        }
        ImmKind::Product => Imm::Product(parse_signs(cursor)?),
        ImmKind::Decode => {
            let decoder = function(cursor)?;
            let vector = cursor.peek_id("f").is_some().then(|| function(cursor)).transpose()?;
            Imm::Decode(Decode { access: parse_access(cursor)?, function: decoder, vector })
        }
    })
}

fn function(cursor: &mut Cursor<'_>) -> Parse<FuncId> {
    Ok(FuncId::from_index(cursor.id("f")?))
}

/// Parses the id of a global.
pub(super) fn global(cursor: &mut Cursor<'_>) -> Parse<Global> {
    Ok(Global::from_index(cursor.id("g")?))
}

fn atomic_op(cursor: &mut Cursor<'_>) -> Parse<AtomicOp> {
    cursor.named("an atomic operation", AtomicOp::ALL, AtomicOp::name)
}

fn scope(cursor: &mut Cursor<'_>) -> Parse<Scope> {
    cursor.named("a scope", Scope::ALL, Scope::name)
}

fn unknown(cursor: &Cursor<'_>, start: usize, word: &str) -> super::ParseError {
    cursor.error_at(start, format!("`{word}` is not allowed in this immediate"))
}

fn parse_access(cursor: &mut Cursor<'_>) -> Parse<Access> {
    let mut access = Access::default();
    while let Some(word) = cursor.peek_word() {
        let start = cursor.offset();
        cursor.advance();
        if word == "align" {
            cursor.expect("(")?;
            access.align = cursor.integer()?;
            cursor.expect(")")?;
        } else if !flags::set(flags::ACCESS, word, &mut access) {
            return Err(unknown(cursor, start, word));
        }
    }
    Ok(access)
}

fn parse_signs(cursor: &mut Cursor<'_>) -> Parse<ProductSigns> {
    let mut signs = ProductSigns::default();
    while let Some(word) = cursor.peek_word() {
        let start = cursor.offset();
        cursor.advance();
        if !flags::set(flags::PRODUCT, word, &mut signs) {
            return Err(unknown(cursor, start, word));
        }
    }
    Ok(signs)
}

fn parse_barrier(cursor: &mut Cursor<'_>) -> Parse<Barrier> {
    let parenthesised = |cursor: &mut Cursor<'_>| {
        cursor.expect("(")?;
        let scope = scope(cursor)?;
        cursor.expect(")")?;
        Ok(scope)
    };
    let execution = if cursor.eat_word("execution") { Some(parenthesised(cursor)?) } else { None };
    cursor.expect_word("memory")?;
    let memory = parenthesised(cursor)?;
    let mut kinds = MemoryKinds::default();
    while let Some(word) = cursor.peek_word() {
        if !flags::set(flags::MEMORY_KINDS, word, &mut kinds) {
            return Err(unknown(cursor, cursor.offset(), word));
        }
        cursor.advance();
    }
    Ok(Barrier { execution, memory, kinds })
}

fn parse_texture(cursor: &mut Cursor<'_>) -> Parse<TextureImm> {
    let mut texture = TextureImm::default();
    while let Some(word) = cursor.peek_word() {
        let start = cursor.offset();
        cursor.advance();
        match word {
            "const_offset" => {
                cursor.expect("(")?;
                let parts = cursor.list(")", |cursor| cursor.integer::<i8>())?;
                let [x, y, z] = parts[..] else {
                    return Err(cursor.error_at(start, "`const_offset` takes three numbers"));
                };
                texture.const_offset = Some([x, y, z]);
            }
            "component" => {
                cursor.expect("(")?;
                texture.component = cursor.integer()?;
                cursor.expect(")")?;
            }
            _ if flags::set(flags::TEXTURE, word, &mut texture) => {}
            _ => return Err(unknown(cursor, start, word)),
        }
    }
    Ok(texture)
}
