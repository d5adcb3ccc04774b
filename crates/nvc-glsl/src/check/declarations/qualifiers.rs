//! Classifies the qualifiers of a declaration (keywords and layout qualifiers) and checks that they are compatible
//! (GLSL §4.3 to §4.10).

use super::layout_qualifiers;
use super::layout_qualifiers::{LayoutKey, LayoutTarget};
use super::spirv::SpirvQualifiers;
use crate::ast::{self, QualifierKind};
use crate::builtins::signature::Needs;
use crate::check::{Checker, ExprId};
use crate::options::Flavour;
use crate::types::Memory;
use crate::types::spirv::SpirvParam;
use nvc_diag::{Code, Diagnostic, Span};

/// The meaning of a qualifier keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A storage qualifier or a parameter direction.
    Storage(Storage),
    Const,
    /// A memory qualifier.
    Coherent,
    Volatile,
    Restrict,
    ReadOnly,
    WriteOnly,
    NonPrivate,
    Precise,
    NonUniform,
    /// How a parameter becomes an operand of a SPIR-V instruction (GL_EXT_spirv_intrinsics).
    SpirvParam(SpirvParam),
    /// `highp`, `mediump`, `lowp`; only GLSL ES requires them.
    Precision,
    /// Accepted without effect.
    Ignored,
    /// Valid only in other shader stages.
    OtherStage,
}

/// Storage qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::check) enum Storage {
    In,
    Out,
    InOut,
    Uniform,
    Buffer,
    Shared,
    ResourceHeap,
    SamplerHeap,
}

static QUALIFIERS: &[(&str, Meaning)] = &[
    ("const", Meaning::Const),
    ("in", Meaning::Storage(Storage::In)),
    ("out", Meaning::Storage(Storage::Out)),
    ("inout", Meaning::Storage(Storage::InOut)),
    ("uniform", Meaning::Storage(Storage::Uniform)),
    ("buffer", Meaning::Storage(Storage::Buffer)),
    ("shared", Meaning::Storage(Storage::Shared)),
    ("resourceheap", Meaning::Storage(Storage::ResourceHeap)),
    ("samplerheap", Meaning::Storage(Storage::SamplerHeap)),
    ("coherent", Meaning::Coherent),
    ("devicecoherent", Meaning::Coherent),
    ("queuefamilycoherent", Meaning::Coherent),
    ("workgroupcoherent", Meaning::Coherent),
    ("subgroupcoherent", Meaning::Coherent),
    ("shadercallcoherent", Meaning::Coherent),
    ("volatile", Meaning::Volatile),
    ("restrict", Meaning::Restrict),
    ("readonly", Meaning::ReadOnly),
    ("writeonly", Meaning::WriteOnly),
    ("nonprivate", Meaning::NonPrivate),
    ("precise", Meaning::Precise),
    ("nonuniformEXT", Meaning::NonUniform),
    ("subgroupuniformEXT", Meaning::Ignored),
    ("nontemporal", Meaning::Ignored),
    ("invariant", Meaning::OtherStage),
    ("highp", Meaning::Precision),
    ("mediump", Meaning::Precision),
    ("lowp", Meaning::Precision),
    ("flat", Meaning::OtherStage),
    ("smooth", Meaning::OtherStage),
    ("noperspective", Meaning::OtherStage),
    ("centroid", Meaning::OtherStage),
    ("sample", Meaning::OtherStage),
    ("patch", Meaning::OtherStage),
    ("attribute", Meaning::OtherStage),
    ("varying", Meaning::OtherStage),
    ("subroutine", Meaning::OtherStage),
    ("spirv_by_reference", Meaning::SpirvParam(SpirvParam::Reference)),
    ("spirv_literal", Meaning::SpirvParam(SpirvParam::Literal)),
];

const SCOPED: Needs = Needs::extensions(&["GL_KHR_memory_scope_semantics"]);
const SHADER_CALL: Needs = Needs::extensions(&["GL_EXT_ray_tracing"]);
const PRECISE: Needs = Needs::version(400, 320, &["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5"]);
/// Requirement of `precise` in GLSL ES.
const PRECISE_ES: Needs =
    Needs::version(400, 320, &["GL_EXT_gpu_shader5", "GL_OES_gpu_shader5", "GL_NV_gpu_shader5"]);
const NONUNIFORM: Needs = Needs::extensions(&["GL_EXT_nonuniform_qualifier"]);
const NONTEMPORAL: Needs = Needs::extensions(&["GL_EXT_nontemporal_keyword"]);
const SPIRV: Needs = Needs::extensions(&["GL_EXT_spirv_intrinsics"]);
/// Requirement of blocks in descriptor heaps.
pub(super) const STRUCTURED_HEAP: Needs = Needs::extensions(&["GL_EXT_structured_descriptor_heap"]);
const BUFFER: Needs = Needs::version(430, 310, &["GL_ARB_shader_storage_buffer_object"]);

/// Returns the version or extensions that a keyword requires.
fn requirements(word: &str, is_es: bool) -> Option<Needs> {
    match word {
        "devicecoherent"
        | "queuefamilycoherent"
        | "workgroupcoherent"
        | "subgroupcoherent"
        | "nonprivate" => Some(SCOPED),
        "shadercallcoherent" => Some(SHADER_CALL),
        "precise" if is_es => Some(PRECISE_ES),
        "precise" => Some(PRECISE),
        "nonuniformEXT" => Some(NONUNIFORM),
        "nontemporal" => Some(NONTEMPORAL),
        "spirv_by_reference" | "spirv_literal" => Some(SPIRV),
        "buffer" => Some(BUFFER),
        "resourceheap" | "samplerheap" => Some(STRUCTURED_HEAP),
        _ => None,
    }
}

/// A layout qualifier with its value.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct LayoutValue {
    pub(in crate::check) key: LayoutKey,
    pub(in crate::check) name: crate::name::Name,
    pub(in crate::check) value: i128,
    pub(in crate::check) span: Span,
}

/// The qualifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct QualifierSet {
    pub(in crate::check) storage: Option<(Storage, Span)>,
    pub(in crate::check) constant: Option<Span>,
    pub(in crate::check) memory: Memory,
    pub(super) memory_span: Option<Span>,
    /// Whether there is a memory qualifier other than those of GL_KHR_memory_scope_semantics.
    pub(in crate::check) unscoped_memory: bool,
    pub(in crate::check) precise: bool,
    /// The precision qualifier: whether it is `highp`, and its location.
    pub(in crate::check) precision: Option<(bool, Span)>,
    pub(in crate::check) layout: Vec<LayoutValue>,
    /// Whether an invalid layout qualifier was reported. A missing one is then not reported.
    pub(in crate::check) invalid: bool,
    /// The value of `heap_offset`, which need not be constant.
    pub(in crate::check) heap_offset: Option<ExprId>,
    /// The qualifiers of GL_EXT_spirv_intrinsics.
    pub(in crate::check) spirv: SpirvQualifiers,
    /// The span of all qualifiers.
    pub(in crate::check) span: Option<Span>,
}

impl QualifierSet {
    /// Returns the last layout qualifier with this key.
    pub(in crate::check) fn get(&self, key: LayoutKey) -> Option<LayoutValue> {
        self.layout.iter().rev().find(|item| item.key == key).copied()
    }

    /// Returns the value of the last layout qualifier with this key.
    pub(in crate::check) fn number(&self, key: LayoutKey) -> Option<u32> {
        self.get(key).and_then(|item| u32::try_from(item.value).ok())
    }

    pub(in crate::check) fn storage(&self) -> Option<Storage> {
        self.storage.map(|(storage, _)| storage)
    }
}

impl Checker<'_> {
    /// Classifies the qualifiers of a declaration and reports conflicts among them.
    pub(in crate::check) fn qualifiers(&mut self, qualifiers: &ast::Qualifiers) -> QualifierSet {
        let mut quals = QualifierSet::default();
        let mut words: Vec<crate::name::Name> = Vec::new();
        for qualifier in &qualifiers.list {
            let span = qualifier.span;
            if let QualifierKind::Word(name) = qualifier.kind {
                if words.contains(&name) {
                    let message = format!("duplicate qualifier `{}`", self.text(name));
                    self.error(Code::N1401, span, message);
                }
                words.push(name);
            }
            quals.span = Some(quals.span.map_or(span, |all| all.to(span)));
            match &qualifier.kind {
                QualifierKind::Word(name) => self.keyword(&mut quals, *name, span),
                QualifierKind::Layout(items) => {
                    for item in items {
                        let before = quals.layout.len();
                        self.layout_item(&mut quals, item);
                        quals.invalid |= quals.layout.len() == before;
                    }
                }
                QualifierKind::Spirv(ident, args) => self.spirv_qualifier(&mut quals, *ident, args, span),
                QualifierKind::Call(ident, _) => {
                    let message = format!("the qualifier `{}` is not supported", self.text(ident.name));
                    self.error(Code::N0701, span, message);
                }
            }
        }
        quals
    }

    fn keyword(&mut self, quals: &mut QualifierSet, name: crate::name::Name, span: Span) {
        let text = self.text(name);
        let Some(&(_, meaning)) = QUALIFIERS.iter().find(|(word, _)| *word == text) else {
            let message = format!("`{text}` is not a qualifier");
            self.error(Code::N1401, span, message);
            return;
        };
        let needs = requirements(&text, self.features.is_es());
        if let Some(needs) = &needs {
            self.require_named(needs, "the qualifier", name, span);
        }
        let memory = &mut quals.memory;
        let flag = match meaning {
            Meaning::Storage(storage) => {
                // `const in` is valid, but two different storage qualifiers are not. The caller reports repeated
                // qualifiers.
                if let Some((previous, at)) = quals.storage
                    && previous != storage
                {
                    let message = format!("`{text}` conflicts with another storage qualifier");
                    self.report(
                        Diagnostic::new(Code::N1401, span, message).secondary(at, "previous qualifier"),
                    );
                    return;
                }
                quals.storage = Some((storage, span));
                return;
            }
            Meaning::Const => {
                quals.constant = Some(span);
                return;
            }
            Meaning::Precision => {
                if let Some((_, first)) = quals.precision {
                    let message = format!("`{text}` conflicts with another precision qualifier");
                    self.report(
                        Diagnostic::new(Code::N1401, span, message).secondary(first, "previous qualifier"),
                    );
                }
                quals.precision = Some((text == "highp", span));
                return;
            }
            Meaning::SpirvParam(param) => {
                quals.spirv.param = Some((param, span));
                return;
            }
            Meaning::Coherent => &mut memory.coherent,
            Meaning::Volatile => &mut memory.volatile,
            Meaning::Restrict => &mut memory.restrict,
            Meaning::ReadOnly => &mut memory.readonly,
            Meaning::WriteOnly => &mut memory.writeonly,
            Meaning::NonPrivate => &mut memory.nonprivate,
            Meaning::Precise => &mut quals.precise,
            Meaning::NonUniform | Meaning::Ignored => return,
            Meaning::OtherStage => {
                self.error(Code::N1401, span, format!("`{text}` is not allowed in a compute shader"));
                return;
            }
        };
        *flag = true;
        if meaning != Meaning::Precise {
            quals.memory_span = Some(span);
            quals.unscoped_memory |= needs.is_none();
        }
    }

    fn layout_item(&mut self, quals: &mut QualifierSet, item: &ast::LayoutItem) {
        let text = self.text(item.name.name);
        let Some(row) = layout_qualifiers::find(&text) else {
            let mut diagnostic =
                Diagnostic::new(Code::N1402, item.name.span, format!("unknown layout qualifier `{text}`"));
            if let Some(near) = nvc_diag::suggest::nearest(&text, layout_qualifiers::names()) {
                diagnostic = diagnostic.did_you_mean(near);
            }
            self.report(diagnostic);
            return;
        };
        if self.options.flavour == Flavour::OpenGl
            && matches!(row.key, LayoutKey::Set | LayoutKey::PushConstant)
        {
            let message = format!("the layout qualifier `{text}` is available only for Vulkan");
            self.error(Code::N1402, item.name.span, message);
        }
        if let Some(needs) = &row.needs {
            self.require_named(needs, "the layout qualifier", item.name.name, item.name.span);
        }
        let mut span = item.name.span;
        let value = match (item.value, row.valued) {
            (None, false) => i128::from(row.code),
            (Some(value), true) => {
                let e = self.value(value);
                span = self.span(e);
                if row.key == LayoutKey::HeapOffset {
                    quals.heap_offset = Some(e);
                    quals.layout.push(LayoutValue { key: row.key, name: item.name.name, value: 0, span });
                    return;
                }
                match self.constant_integer(e, &format!("the value of `{text}`")) {
                    Some(value) if value < 0 || value > i128::from(i32::MAX) => {
                        self.error(Code::N1402, span, format!("`{text}` cannot be {value}"));
                        return;
                    }
                    Some(value) => value,
                    None => return,
                }
            }
            (None, true) => {
                let help = format!("write `{text} = ...`");
                self.report(
                    Diagnostic::new(
                        Code::N1402,
                        span,
                        format!("the layout qualifier `{text}` needs a value"),
                    )
                    .help(help),
                );
                return;
            }
            (Some(_), false) => {
                self.error(Code::N1402, span, format!("the layout qualifier `{text}` takes no value"));
                return;
            }
        };
        quals.layout.push(LayoutValue { key: row.key, name: item.name.name, value, span });
    }

    /// Checks that every layout qualifier is allowed on this kind of declaration.
    pub(in crate::check) fn check_layout(&mut self, quals: &QualifierSet, target: LayoutTarget) {
        for item in &quals.layout {
            let name = self.text(item.name);
            let Some(row) = layout_qualifiers::find(&name) else { continue };
            if row.targets & target.bit() == 0 {
                let message = format!("`{name}` is not allowed on {}", target.describe());
                self.error(Code::N1402, item.span, message);
            }
        }
    }

    /// Reports memory qualifiers that are not allowed on shared variables (GLSL §4.10).
    pub(super) fn check_shared_memory(&mut self, quals: &QualifierSet) {
        if let Some(span) = quals.memory_span
            && (quals.memory.readonly || quals.memory.writeonly)
        {
            let message = "`readonly` and `writeonly` are not allowed on shared variables";
            self.error(Code::N1401, span, message);
        }
    }

    /// Reports memory qualifiers on declarations that do not allow any.
    pub(in crate::check) fn check_no_memory(&mut self, quals: &QualifierSet, what: &str) {
        if let Some(span) = quals.memory_span {
            let message = format!("memory qualifiers are not allowed on {what}");
            self.error(Code::N1401, span, message);
        }
    }

    /// Warns about memory qualifiers that have no effect but that other compilers accept.
    pub(super) fn warn_of_memory(&mut self, quals: &QualifierSet, what: &str) {
        if let Some(span) = quals.memory_span {
            let message = format!("memory qualifiers have no effect on {what}");
            self.diags.add(Diagnostic::new(Code::W1103, span, message));
        }
    }

    /// Rejects all qualifiers of struct members except precision (GLSL §4.1.8).
    pub(in crate::check) fn member_qualifier(&mut self, qualifier: &ast::Qualifier) {
        let fits = match &qualifier.kind {
            QualifierKind::Word(name) => matches!(self.names.text(*name), "highp" | "mediump" | "lowp"),
            _ => false,
        };
        if !fits {
            self.error(Code::N1401, qualifier.span, "a struct member cannot have this qualifier");
        }
    }
}
