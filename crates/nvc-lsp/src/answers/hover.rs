//! Hover: describes the instruction, modifier, built-in, name or extension at an offset.

use crate::analysis::{Analysis, TokenKind};
use crate::assembly::show_base;
use nvc::Language;
use nvc_asm::modifier::modifier;
use nvc_asm::reference::{self, Keyword};
use nvc_asm::table::{Opcode, Row, Types};
use nvc_diag::Span;
use nvc_glsl::builtins::functions::FAMILIES;
use nvc_glsl::builtins::signature::Needs;
use nvc_glsl::builtins::variables;
use nvc_glsl::extensions::{Extension, State};
use nvc_glsl::type_names;

/// The description of the word at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Range of the word.
    pub span: Span,
    /// Description in Markdown.
    pub markdown: String,
}

/// Describes the word at an offset; `None` if there is nothing to say about it.
pub fn hover(analysis: &Analysis, offset: usize) -> Option<Hover> {
    if let Some((span, _, definition)) = analysis.name_at(offset) {
        let language = code_language(analysis.language);
        let markdown = format!("```{language}\n{}\n```", definition.detail);
        return Some(Hover { span, markdown });
    }
    let token = analysis.token_at(offset);
    let word = token.map(|token| analysis.slice(token.span));
    let markdown = match analysis.language {
        Language::NvAsm => assembly(token?.kind, word?),
        _ => match token {
            Some(_) => builtin(word?),
            None => return directive(analysis, offset),
        },
    };
    Some(Hover { span: token?.span, markdown: markdown? })
}

/// Returns the name of a language for a Markdown code fence.
pub(crate) fn code_language(language: Language) -> &'static str {
    match language {
        Language::NvAsm => "nvcp5",
        _ => "glsl",
    }
}

fn assembly(kind: TokenKind, word: &str) -> Option<String> {
    let listed = |tables: &[&'static [Keyword]]| {
        let found = tables.iter().flat_map(|table| table.iter()).find(|keyword| keyword.name == word);
        found.map(|keyword| format!("`{word}`: {}", keyword.meaning))
    };
    match kind {
        TokenKind::Keyword => match Opcode::find_with_suffix(word) {
            Some((opcode, _)) => Some(instruction(opcode)),
            None => listed(&[reference::CLASSES, nvc_asm::expected::STATEMENTS]),
        },
        TokenKind::Modifier => {
            listed(&[reference::VARIABLE_MODIFIERS]).or_else(|| modifier(word).map(|_| meaning(word)))
        }
        TokenKind::Constant => {
            let condition = word.trim_end_matches(['0', '1']);
            listed(&[reference::OPTIONS, reference::TARGETS, reference::CONDITIONS]).or_else(|| {
                let found = reference::CONDITIONS.iter().find(|keyword| keyword.name == condition)?;
                Some(format!("`{word}`: {}", found.meaning))
            })
        }
        TokenKind::Predefined => listed(&[
            reference::ATTRIBUTES,
            reference::THREAD_STATES,
            reference::PROGRAM_ARRAYS,
            nvc_asm::expected::BINDINGS,
        ]),
        _ => None,
    }
}

/// Describes an instruction, from its row in the instruction table.
pub(crate) fn instruction(opcode: Opcode) -> String {
    let row = opcode.row();
    let mut text = format!("```nvcp5\n{}\n```\n\n{}\n", row.form(), opcode.meaning());
    if row.types != Types::NONE {
        let default = show_base(row.default);
        text.push_str(&format!("\nTypes: {}; without one {default}.\n", row.types.names().join(", ")));
    }
    let types = row.types.names();
    let others: Vec<&str> =
        nvc_asm::expected::modifiers(row).into_iter().filter(|name| !types.contains(name)).collect();
    if !others.is_empty() {
        text.push_str(&format!("\nModifiers: {}.\n", others.join(", ")));
    }
    if let Some(feature) = row.feature {
        text.push_str(&format!("\nRequires `OPTION {};`.\n", feature.option()));
    }
    text.push_str(&format!("\nSpecification: {}.", section(row)));
    text
}

/// Expands the abbreviated name of the specification in a row's section reference.
fn section(row: &Row) -> String {
    const NAMES: &[(&str, &str)] = &[
        ("GP4", "NV_gpu_program4"),
        ("GP5", "NV_gpu_program5"),
        ("CP5", "NV_compute_program5"),
        ("SSBO", "NV_shader_storage_buffer_object"),
        ("TG", "NV_shader_thread_group"),
        ("SHF", "NV_shader_thread_shuffle"),
        ("IMG", "EXT_shader_image_load_store"),
    ];
    if row.section == "driver" {
        return "none public; NVIDIA's compiler emits it".to_owned();
    }
    let (short, rest) = row.section.split_once(' ').unwrap_or((row.section, ""));
    let name = NAMES.iter().find(|(known, _)| *known == short).map_or(short, |(_, name)| name);
    if rest.is_empty() { name.to_owned() } else { format!("{name}, section {rest}") }
}

/// Describes a modifier.
pub(crate) fn meaning(name: &str) -> String {
    use nvc_asm::modifier::Modifier as M;
    let meaning = match modifier(name) {
        Some(M::Type(ty)) => {
            let base = match ty.base {
                nvc_asm::modifier::BaseType::Float => "floats",
                nvc_asm::modifier::BaseType::Signed => "signed integers",
                nvc_asm::modifier::BaseType::Unsigned => "unsigned integers",
            };
            let many = if ty.count > 1 { format!("{} components of ", ty.count) } else { String::new() };
            format!("{many}{}-bit {base}", ty.data_type().bits)
        }
        Some(M::Cc(register)) => format!("updates condition code register {register}"),
        Some(M::Clamp(nvc_asm::modifier::Clamp::Sat)) => "clamps the result to [0, 1]".to_owned(),
        Some(M::Clamp(nvc_asm::modifier::Clamp::Ssat)) => "clamps the result to [-1, 1]".to_owned(),
        Some(M::Atomic(_)) => "the operation of an atomic".to_owned(),
        Some(M::Counter(_)) => "the operation on a counter".to_owned(),
        Some(M::Rounding(_)) => "the rounding of a conversion".to_owned(),
        Some(M::Multiply(nvc_asm::modifier::Multiply::Hi)) => "the high half of the product".to_owned(),
        Some(M::Multiply(_)) => "the product of the low 24 bits".to_owned(),
        Some(M::Match(_)) => "selects the lanes that are compared".to_owned(),
        Some(M::Coherent) => "coherent: other work groups see the access".to_owned(),
        Some(M::Volatile) => "volatile: the access is neither removed nor repeated".to_owned(),
        Some(M::Cta) => "the barrier is for the work group only".to_owned(),
        Some(M::Sparse) => "also returns the residency code of a sparse texture".to_owned(),
        Some(M::LodClamp) => "limits the level of detail".to_owned(),
        Some(M::Ntc) => "no type checking of variables".to_owned(),
        Some(M::Prec) => "no contraction of products and sums".to_owned(),
        Some(M::Precision(_)) | None => "a modifier".to_owned(),
    };
    format!("`{name}`: {meaning}")
}

/// Describes a built-in function, variable or type.
pub(crate) fn builtin(word: &str) -> Option<String> {
    let mut text = String::new();
    for family in FAMILIES {
        let rows: Vec<_> = family.rows.iter().filter(|row| row.name == word).collect();
        let Some(first) = rows.first() else { continue };
        let mut prototypes: Vec<String> = rows.iter().map(|row| row.prototype()).collect();
        prototypes.dedup();
        text.push_str(&format!("```glsl\n{}\n```\n\n{}.\n", prototypes.join("\n"), family.title));
        let mut types: Vec<&str> = rows.iter().flat_map(|row| row.component_types()).collect();
        types.sort_unstable();
        types.dedup();
        if !types.is_empty() {
            text.push_str(&format!("\nComponents: {}.\n", types.join(", ")));
        }
        text.push_str(&needed(&first.needs));
        let section = match (family.section, first.needs.extensions.first()) {
            ("", Some(extension)) => format!("{extension}.\n\n"),
            ("", None) => "\n".to_owned(),
            (section, _) => format!("GLSL 4.60, section {section}.\n\n"),
        };
        text.push_str(&format!("\nSpecification: {section}"));
    }
    if !text.is_empty() {
        return Some(text.trim_end().to_owned());
    }
    if let Some(row) = variables::named(word) {
        let section = match row.needs.extensions.first() {
            Some(extension) if row.needs.desktop == 0 => (*extension).to_owned(),
            _ => "GLSL 4.60, section 7".to_owned(),
        };
        let needs = needed(&row.needs);
        return Some(format!("```glsl\n{}\n```\n{needs}\nSpecification: {section}.", row.prototype()));
    }
    let (_, needs) = type_names::find(word)?;
    Some(format!("`{word}`: a built-in type.\n{}", needed(needs)).trim_end().to_owned())
}

fn needed(needs: &Needs) -> String {
    match needs.ways() {
        ways if ways.is_empty() => String::new(),
        ways => format!("\nNeeds {}.\n", ways.join(" or ")),
    }
}

/// Describes the extension whose name is at an offset, as in an `#extension` directive. Directives are not in the
/// token list, so the word is taken from the text.
fn directive(analysis: &Analysis, offset: usize) -> Option<Hover> {
    let text = analysis.text();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = text.get(..offset)?;
    let start = before.trim_end_matches(is_word).len();
    let after = text.get(offset..)?;
    let end = offset + (after.len() - after.trim_start_matches(is_word).len());
    let row = Extension::find(text.get(start..end)?)?.row()?;
    let state = match row.state {
        State::Complete => "fully implemented for compute shaders".to_owned(),
        State::NameOnly(why) => format!("only the name is accepted: {why}"),
        State::Partial(missing) => format!("implemented, except {missing}"),
    };
    let mut markdown = format!("`{}`: {state}.\n", row.name);
    if !row.implies.is_empty() {
        markdown.push_str(&format!("\nEnables {}.\n", row.implies.join(", ")));
    }
    Some(Hover {
        span: Span::new(crate::analysis::MAIN, start, end),
        markdown: markdown.trim_end().to_owned(),
    })
}
