//! Code completion: proposes what can be written at an offset.

use super::hover;
use crate::analysis::Analysis;
use nvc::Language;
use nvc_asm::expected::{self, Expected};
use nvc_asm::reference::{self, Keyword};
use nvc_asm::table::{AccessKind, Opcode};
use nvc_diag::index::{Definition, NameKind};
use nvc_glsl::builtins::{functions, variables};
use nvc_glsl::extensions::{Extension, State};
use nvc_glsl::type_names;

/// The kind of a completion item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalKind {
    /// A keyword or mnemonic.
    Keyword,
    /// A modifier, condition, target or option; the name or behavior of an extension, or a version.
    Constant,
    /// A built-in function.
    Builtin,
    /// A predefined variable or binding.
    Predefined,
    /// A built-in type.
    Type,
    /// A name defined in the program.
    Name(NameKind),
}

/// A completion item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Text to insert.
    pub label: String,
    /// Kind of the item.
    pub kind: ProposalKind,
    /// Description in one line.
    pub detail: String,
}

/// Returns the completion items at an offset. Names of the program come first.
pub fn completion(analysis: &Analysis, offset: usize) -> Vec<Proposal> {
    let mut list = match analysis.language {
        Language::NvAsm => assembly(analysis, offset),
        _ => glsl(analysis, offset),
    };
    let mut seen = std::collections::HashSet::new();
    list.retain(|proposal| seen.insert(proposal.label.clone()));
    list
}

/// Returns the full description of an instruction or built-in, which a hover also shows; `None` for other items.
pub fn describe(language: Language, label: &str) -> Option<String> {
    match language {
        Language::NvAsm => Opcode::find(label).map(hover::instruction),
        _ => hover::builtin(label),
    }
}

fn proposal(label: impl Into<String>, kind: ProposalKind, detail: impl Into<String>) -> Proposal {
    Proposal { label: label.into(), kind, detail: detail.into() }
}

fn keywords(table: &'static [Keyword], kind: ProposalKind) -> impl Iterator<Item = Proposal> {
    table.iter().map(move |keyword| proposal(keyword.name, kind, keyword.meaning))
}

/// Proposes the names of the program that satisfy `wanted`.
fn names<'a>(
    analysis: &'a Analysis,
    wanted: impl Fn(&Definition) -> bool + 'a,
) -> impl Iterator<Item = Proposal> + 'a {
    let definitions = analysis.index.definitions().map(|(_, definition)| definition);
    definitions.filter(move |definition| wanted(definition)).map(|definition| {
        proposal(&*definition.name, ProposalKind::Name(definition.kind), &*definition.detail)
    })
}

fn assembly(analysis: &Analysis, offset: usize) -> Vec<Proposal> {
    use ProposalKind::{Constant, Predefined};
    let is_label = |definition: &Definition| {
        matches!(definition.kind, NameKind::Label | NameKind::Function)
            && !definition.detail.starts_with("SUBROUTINE ")
    };
    match expected::expected(analysis.text(), offset) {
        Expected::Nothing => Vec::new(),
        Expected::Statement => statements(),
        Expected::Keywords(table) => keywords(table, Constant).collect(),
        Expected::Modifiers(list) => {
            list.into_iter().map(|name| proposal(name, Constant, hover::meaning(name))).collect()
        }
        Expected::Label => names(analysis, is_label).collect(),
        Expected::SubroutineType => names(analysis, |definition| definition.kind == NameKind::Type).collect(),
        Expected::Binding => keywords(expected::BINDINGS, Predefined).collect(),
        Expected::Operand(opcode) => {
            let is_variable =
                |definition: &Definition| !is_label(definition) && definition.kind != NameKind::Type;
            let mut list: Vec<Proposal> = names(analysis, is_variable).collect();
            list.extend(keywords(expected::BINDINGS, Predefined));
            let access = opcode.row().access;
            if matches!(
                access,
                AccessKind::Texture | AccessKind::TextureOffsets | AccessKind::Image | AccessKind::ImageFirst
            ) {
                list.extend(keywords(reference::TARGETS, Constant));
                list.push(proposal("handle", Predefined, "`(register.c)`: a bindless handle"));
                list.push(proposal("offset", Predefined, "`(vector)`: a texel offset"));
            }
            list
        }
    }
}

fn statements() -> Vec<Proposal> {
    let instructions =
        Opcode::all().map(|row| proposal(row.mnemonic, ProposalKind::Keyword, row.opcode.meaning()));
    let tables = [expected::STATEMENTS, reference::CLASSES, reference::VARIABLE_MODIFIERS];
    let others = tables.into_iter().flat_map(|table| keywords(table, ProposalKind::Keyword));
    instructions.chain(others).collect()
}

/// Names of the preprocessor directives.
const DIRECTIVES: [&str; 14] = [
    "define",
    "undef",
    "if",
    "ifdef",
    "ifndef",
    "else",
    "elif",
    "endif",
    "error",
    "pragma",
    "extension",
    "version",
    "line",
    "include",
];

fn glsl(analysis: &Analysis, offset: usize) -> Vec<Proposal> {
    let text = analysis.text();
    let Some(before) = text.get(..offset) else { return Vec::new() };
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    if line.contains("//") {
        return Vec::new();
    }
    if let Some(directive) = line.trim_start().strip_prefix('#') {
        return in_directive(directive.trim_start());
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let stem = before.trim_end_matches(is_word);
    if before.get(stem.len()..).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        return Vec::new();
    }
    if let Some(base) = stem.trim_end().strip_suffix('.') {
        return members(analysis, base);
    }
    let at = u32::try_from(offset).unwrap_or(u32::MAX);
    let visible = |definition: &Definition| match definition.scope {
        Some(scope) => scope.file == crate::analysis::MAIN && scope.start < at && at <= scope.end,
        // Members are proposed only after a dot, except those of a block without an instance name.
        None => definition.kind != NameKind::Member || definition.extent != definition.span,
    };
    let mut list: Vec<Proposal> = names(analysis, visible).collect();
    list.extend(nvc_glsl::parse::keywords().map(|word| proposal(word, ProposalKind::Keyword, "")));
    list.extend(type_names::names().map(|name| proposal(name, ProposalKind::Type, "")));
    let needs = |ways: Vec<String>| {
        if ways.is_empty() { String::new() } else { format!(" (needs {})", ways.join(" or ")) }
    };
    for name in functions::names() {
        if let Some(row) = functions::named(name).next() {
            let detail = format!("{}{}", row.prototype(), needs(row.needs.ways()));
            list.push(proposal(name, ProposalKind::Builtin, detail));
        }
    }
    for row in variables::rows() {
        let detail = format!("{}{}", row.prototype(), needs(row.needs.ways()));
        list.push(proposal(row.name, ProposalKind::Predefined, detail));
    }
    list
}

/// Proposes directive names, or the arguments of `#extension NAME : behavior` and `#version`.
fn in_directive(line: &str) -> Vec<Proposal> {
    use ProposalKind::{Constant, Keyword};
    let Some((name, rest)) = line.split_once([' ', '\t']) else {
        return DIRECTIVES.iter().map(|name| proposal(*name, Keyword, "")).collect();
    };
    match name {
        "extension" if rest.contains(':') => ["require", "enable", "warn", "disable"]
            .into_iter()
            .map(|behavior| proposal(behavior, Constant, ""))
            .collect(),
        "extension" => Extension::all()
            .filter_map(Extension::row)
            .map(|row| {
                let detail = match row.state {
                    State::Complete => "complete".to_owned(),
                    State::NameOnly(why) => format!("only the name: {why}"),
                    State::Partial(missing) => format!("except {missing}"),
                };
                proposal(row.name, Constant, detail)
            })
            .collect(),
        "version" => ["460", "450", "430", "320 es", "310 es"]
            .into_iter()
            .map(|version| proposal(version, Constant, ""))
            .collect(),
        _ => Vec::new(),
    }
}

/// Proposes the members of the expression before a dot, which must be a name, optionally with subscripts.
/// The types of other expressions are not known here.
fn members(analysis: &Analysis, base: &str) -> Vec<Proposal> {
    let base = without_subscripts(base.trim_end());
    let word = base.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or_default();
    // The statement is incomplete, so its names are not resolved. The last visible definition of the name is
    // used.
    let at = u32::try_from(base.len()).unwrap_or(u32::MAX);
    let visible = |definition: &&Definition| {
        definition.name == word && definition.scope.is_none_or(|scope| scope.start < at && at <= scope.end)
    };
    let found = analysis.index.definitions().map(|(_, definition)| definition).filter(visible).last();
    let Some(found) = found else { return Vec::new() };
    // The type is the last word before the name in the declaration.
    let name = found.detail.rfind(&format!(" {}", found.name)).unwrap_or(0);
    let before = found.detail.get(..name).unwrap_or_default();
    let mut words = before.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let Some(ty) = words.rfind(|word| !word.is_empty()) else { return Vec::new() };
    let parent = analysis.index.definitions().map(|(_, definition)| definition).find(|definition| {
        matches!(definition.kind, NameKind::Type | NameKind::Block) && definition.name == ty
    });
    let Some(parent) = parent else {
        let count = ty.chars().last().and_then(|c| c.to_digit(10)).filter(|_| ty.contains("vec"));
        let components = ["x", "y", "z", "w"].into_iter().take(count.unwrap_or(0) as usize);
        return components.map(|name| proposal(name, ProposalKind::Name(NameKind::Member), "")).collect();
    };
    let extent = parent.extent;
    names(analysis, move |definition| {
        let span = definition.span;
        definition.kind == NameKind::Member
            && span.file == extent.file
            && extent.start <= span.start
            && span.end <= extent.end
    })
    .collect()
}

/// Removes the subscripts, such as `[i + 1]`, at the end of an expression.
fn without_subscripts(mut text: &str) -> &str {
    while text.ends_with(']') {
        let mut depth = 0usize;
        let opening = text.char_indices().rev().find(|&(_, c)| {
            match c {
                ']' => depth += 1,
                '[' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let Some((at, _)) = opening else { break };
        text = text.get(..at).unwrap_or_default().trim_end();
    }
    text
}
