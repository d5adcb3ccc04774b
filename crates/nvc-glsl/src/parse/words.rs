//! What words mean to the grammar (GLSL 3.6). Most types are names like any other.

use crate::name::{Name, Names};
use crate::version::{Profile, Version};
use rustc_hash::FxHashMap;

/// What a word means to the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Begins a statement.
    Statement(Keyword),
    /// `true`, `false`.
    Bool(bool),
    /// A qualifier.
    Qualifier,
    /// A qualifier of an extension or later version: an ordinary name unless a name stands behind it.
    SoftQualifier,
    /// A qualifier with arguments: `layout(...)` has a syntax of its own.
    Layout,
    /// A qualifier that takes arguments like a function, or none.
    Call,
    /// `struct`
    Struct,
    /// `precision`
    Precision,
    /// A type with parameters in `<...>` where these stand behind it.
    Template,
    /// A type that every version has: nothing else can have its name.
    Type,
    /// Reserved for the future.
    Reserved,
}

/// Words that begin statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(super) enum Keyword {
    If,
    Else,
    For,
    While,
    Do,
    Switch,
    Case,
    Default,
    Break,
    Continue,
    Return,
    Discard,
}

/// The words of each meaning.
const WORDS: &[(Word, &str)] = &[
    (Word::Statement(Keyword::If), "if"),
    (Word::Statement(Keyword::Else), "else"),
    (Word::Statement(Keyword::For), "for"),
    (Word::Statement(Keyword::While), "while"),
    (Word::Statement(Keyword::Do), "do"),
    (Word::Statement(Keyword::Switch), "switch"),
    (Word::Statement(Keyword::Case), "case"),
    (Word::Statement(Keyword::Default), "default"),
    (Word::Statement(Keyword::Break), "break"),
    (Word::Statement(Keyword::Continue), "continue"),
    (Word::Statement(Keyword::Return), "return"),
    (Word::Statement(Keyword::Discard), "discard"),
    (Word::Bool(true), "true"),
    (Word::Bool(false), "false"),
    (Word::Struct, "struct"),
    (Word::Precision, "precision"),
    (Word::Layout, "layout"),
    (
        Word::Call,
        "subroutine spirv_decorate spirv_decorate_id spirv_decorate_string spirv_execution_mode \
      spirv_execution_mode_id spirv_storage_class spirv_by_reference spirv_literal spirv_instruction",
    ),
    (
        Word::Qualifier,
        "const uniform buffer shared attribute varying coherent volatile restrict readonly \
      writeonly centroid flat smooth noperspective invariant in out inout highp mediump lowp",
    ),
    (
        Word::SoftQualifier,
        "nonprivate devicecoherent queuefamilycoherent \
      workgroupcoherent subgroupcoherent shadercallcoherent nonuniformEXT subgroupuniformEXT \
      taskPayloadSharedEXT tileImageEXT",
    ),
    (
        Word::Template,
        "fcoopmatNV icoopmatNV ucoopmatNV coopmat coopvecNV tensorARM tensorLayoutNV \
      tensorViewNV",
    ),
    (
        Word::Type,
        "void bool int uint float double vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 \
         dvec2 dvec3 dvec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4",
    ),
    (
        Word::Reserved,
        "common partition active asm class union enum typedef template this resource goto \
      inline noinline public static extern external interface long short half fixed unsigned superp input \
      output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using sampler3DRect",
    ),
];

/// The words that a program uses.
#[derive(Debug, Default)]
pub(super) struct Words {
    known: FxHashMap<Name, Word>,
}

/// Words that GLSL 4.00 and GLSL ES 3.20 made qualifiers: soft before.
const LATER: &str = "patch sample precise";

impl Words {
    pub fn new(names: &Names, version: Version) -> Self {
        let mut known = FxHashMap::default();
        let later = version.number >= if version.profile == Profile::Es { 320 } else { 400 };
        for name in LATER.split_ascii_whitespace().filter_map(|text| names.find(text)) {
            known.insert(name, if later { Word::Qualifier } else { Word::SoftQualifier });
        }
        for (word, texts) in WORDS {
            for text in texts.split_ascii_whitespace() {
                if let Some(name) = names.find(text) {
                    known.insert(name, *word);
                }
            }
        }
        Words { known }
    }

    /// What a name means; `None` for those that are the program's or a type's.
    pub fn get(&self, name: Name) -> Option<Word> {
        self.known.get(&name).copied()
    }
}

/// All words of the grammar.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(_, texts)| *texts).chain([LATER]).flat_map(str::split_ascii_whitespace)
}

/// The words that a misspelt one may have been: those that begin statements with a block, or
/// declarations.
pub(super) fn candidates(statements: bool) -> impl Iterator<Item = &'static str> {
    const MORE: &[&str] = &["return", "struct", "precision", "layout", "case"];
    let fits = move |word: &Word| match word {
        Word::Statement(_) => statements,
        Word::Qualifier => !statements,
        _ => false,
    };
    let more = if statements { &[][..] } else { MORE };
    WORDS
        .iter()
        .filter(move |(word, _)| fits(word))
        .flat_map(|(_, texts)| texts.split_ascii_whitespace())
        .chain(more.iter().copied())
}
