//! Keywords of the grammar (GLSL §3.6). The parser treats most type names as ordinary names.

use crate::name::{Name, Names};
use crate::version::{Profile, Version};
use rustc_hash::FxHashMap;

/// The grammatical role of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Starts a statement.
    Statement(Keyword),
    /// `true`, `false`.
    Bool(bool),
    /// A qualifier.
    Qualifier,
    /// A qualifier of an extension or a later version. It is an ordinary name unless another name follows.
    SoftQualifier,
    /// `layout`, whose arguments have their own syntax.
    Layout,
    /// A qualifier that may have arguments in parentheses.
    Call,
    /// A qualifier of GL_EXT_spirv_intrinsics with arguments.
    Spirv,
    /// `spirv_type`
    SpirvType,
    /// `struct`
    Struct,
    /// `precision`
    Precision,
    /// A type name that may be followed by parameters in `<...>`.
    Template,
    /// A type name that is a keyword or reserved in all versions and thus cannot be redefined.
    Type,
    /// Reserved for future use.
    Reserved,
}

/// Keywords that start statements.
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

/// The keywords of each role.
const KEYWORDS: &[(Role, &str)] = &[
    (Role::Statement(Keyword::If), "if"),
    (Role::Statement(Keyword::Else), "else"),
    (Role::Statement(Keyword::For), "for"),
    (Role::Statement(Keyword::While), "while"),
    (Role::Statement(Keyword::Do), "do"),
    (Role::Statement(Keyword::Switch), "switch"),
    (Role::Statement(Keyword::Case), "case"),
    (Role::Statement(Keyword::Default), "default"),
    (Role::Statement(Keyword::Break), "break"),
    (Role::Statement(Keyword::Continue), "continue"),
    (Role::Statement(Keyword::Return), "return"),
    (Role::Statement(Keyword::Discard), "discard"),
    (Role::Bool(true), "true"),
    (Role::Bool(false), "false"),
    (Role::Struct, "struct"),
    (Role::Precision, "precision"),
    (Role::Layout, "layout"),
    (Role::Call, "subroutine"),
    (
        Role::Spirv,
        "spirv_decorate spirv_decorate_id spirv_decorate_string spirv_execution_mode spirv_execution_mode_id \
      spirv_storage_class spirv_instruction",
    ),
    (Role::SpirvType, "spirv_type"),
    (
        Role::Qualifier,
        "const uniform buffer shared attribute varying coherent volatile restrict readonly \
      writeonly centroid flat smooth noperspective invariant in out inout highp mediump lowp",
    ),
    (
        Role::SoftQualifier,
        "nonprivate devicecoherent queuefamilycoherent \
      workgroupcoherent subgroupcoherent shadercallcoherent nonuniformEXT subgroupuniformEXT nontemporal \
      taskPayloadSharedEXT tileImageEXT spirv_by_reference spirv_literal resourceheap samplerheap",
    ),
    (
        Role::Template,
        "fcoopmatNV icoopmatNV ucoopmatNV coopmat coopvecNV tensorARM tensorLayoutNV \
      tensorViewNV vector",
    ),
    (
        Role::Type,
        "void bool int uint float double vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 \
         dvec2 dvec3 dvec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4",
    ),
    (
        Role::Reserved,
        "common partition active asm class union enum typedef template this resource goto \
      inline noinline public static extern external interface long short half fixed unsigned superp input \
      output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using sampler3DRect",
    ),
];

/// The keywords of the program's GLSL version, by name.
#[derive(Debug, Default)]
pub(super) struct KeywordTable {
    known: FxHashMap<Name, Role>,
}

/// Qualifiers of GLSL 4.00 and GLSL ES 3.20 and later; ordinary names in earlier versions unless another name
/// follows.
const LATER: &str = "patch sample precise";

impl KeywordTable {
    pub fn new(names: &Names, version: Version) -> Self {
        let mut known = FxHashMap::default();
        let later = version.number >= if version.profile == Profile::Es { 320 } else { 400 };
        for name in LATER.split_ascii_whitespace().filter_map(|text| names.find(text)) {
            known.insert(name, if later { Role::Qualifier } else { Role::SoftQualifier });
        }
        for (role, texts) in KEYWORDS {
            for text in texts.split_ascii_whitespace() {
                if let Some(name) = names.find(text) {
                    known.insert(name, *role);
                }
            }
        }
        KeywordTable { known }
    }

    /// Returns the role of a name; `None` if it is not a keyword.
    pub fn get(&self, name: Name) -> Option<Role> {
        self.known.get(&name).copied()
    }
}

/// Iterates over all keywords.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(_, texts)| *texts).chain([LATER]).flat_map(str::split_ascii_whitespace)
}

/// Iterates over the candidates for a misspelt keyword: if `statements` is set, the keywords that start statements,
/// else those that start a declaration or that a name can follow.
pub(super) fn candidates(statements: bool) -> impl Iterator<Item = &'static str> {
    const MORE: &[&str] = &["return", "struct", "precision", "layout", "case"];
    let fits = move |role: &Role| match role {
        Role::Statement(_) => statements,
        Role::Qualifier => !statements,
        _ => false,
    };
    let more = if statements { &[][..] } else { MORE };
    KEYWORDS
        .iter()
        .filter(move |(role, _)| fits(role))
        .flat_map(|(_, texts)| texts.split_ascii_whitespace())
        .chain(more.iter().copied())
}
