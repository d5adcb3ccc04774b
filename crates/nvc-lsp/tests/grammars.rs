//! Generates the TextMate grammars of the VS Code extension from the compiler's tables, so that new
//! instructions and built-in functions are highlighted. `cargo xtask bless` updates the files.

use nvc_asm::modifier::modifier_names;
use nvc_asm::reference::{self, Keyword};
use nvc_asm::table::Opcode;
use nvc_glsl::builtins::{functions, variables};
use nvc_glsl::type_names;
use serde_json::{Value, json};

/// Combines words into a regular expression. Longer words come first, because the first alternative that matches
/// wins.
fn any<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = words.into_iter().collect();
    words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    words.join("|")
}

fn names(tables: &[&'static [Keyword]]) -> String {
    any(tables.iter().flat_map(|table| table.iter()).map(|keyword| keyword.name))
}

/// Suffixes of mnemonics in old programs (NV_gpu_program4 §2.X.4.1).
const SUFFIX: &str = "[RH]?(?:C[01]?)?(?:_S?SAT)?";

const FLOW: [&str; 10] = ["IF", "ELSE", "ENDIF", "REP", "ENDREP", "BRK", "CONT", "CAL", "CALI", "RET"];

fn assembly() -> Value {
    let mnemonics = any(Opcode::all().map(|row| row.mnemonic).filter(|name| !FLOW.contains(name)));
    let start = r"(?:^|(?<=[;:]))\s*";
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Written by crates/nvc-lsp/tests/grammars.rs from the tables of nvc.",
        "name": "NVcp5.0",
        "scopeName": "source.nvcp5",
        "patterns": [
            {"name": "comment.line.number-sign.nvcp5", "match": "#.*$"},
            {"name": "keyword.control.directive.nvcp5", "match": r"!!NVcp5\.0"},
            {
                "match": format!(r"{start}(OPTION)\s+([A-Za-z_]\w*)"),
                "captures": {
                    "1": {"name": "keyword.control.directive.nvcp5"},
                    "2": {"name": "constant.other.option.nvcp5"}
                }
            },
            {
                "match": format!(r"{start}(GROUP_SIZE|SHARED_MEMORY|END)\b"),
                "captures": {"1": {"name": "keyword.control.directive.nvcp5"}}
            },
            {
                "match": format!(r"{start}([A-Za-z_$][\w$]*)\s*(?:(SUBROUTINENUM)\s*\(\s*(\d+)\s*\)\s*)?(?=:)"),
                "captures": {
                    "1": {"name": "entity.name.function.label.nvcp5"},
                    "2": {"name": "keyword.other.nvcp5"},
                    "3": {"name": "constant.numeric.nvcp5"}
                }
            },
            {
                "match": format!(
                    r"{start}((?:(?:{})\s+)*)({})\s+(?=[A-Za-z_$])",
                    names(&[reference::VARIABLE_MODIFIERS]),
                    names(&[reference::CLASSES])
                ),
                "captures": {
                    "1": {"name": "storage.modifier.nvcp5"},
                    "2": {"name": "storage.type.nvcp5"}
                }
            },
            {
                "match": format!(r"{start}({})({SUFFIX})(?=[\s.;(])", any(FLOW)),
                "captures": {
                    "1": {"name": "keyword.control.flow.nvcp5"},
                    "2": {"name": "storage.modifier.nvcp5"}
                }
            },
            {
                "match": format!(r"{start}({mnemonics})({SUFFIX})(?=[\s.;])"),
                "captures": {
                    "1": {"name": "support.function.instruction.nvcp5"},
                    "2": {"name": "storage.modifier.nvcp5"}
                }
            },
            {
                "match": format!(
                    r"\.\s*({})(?=[\s.;])",
                    any(modifier_names().iter().copied())
                ),
                "captures": {"1": {"name": "storage.modifier.nvcp5"}}
            },
            {
                "match": format!(
                    r"\b(invocation)\s*\.\s*({})\b",
                    names(&[reference::ATTRIBUTES])
                ),
                "captures": {
                    "1": {"name": "variable.language.nvcp5"},
                    "2": {"name": "support.variable.nvcp5"}
                }
            },
            {
                "match": format!(
                    r"\b(program)\s*\.\s*({})\b",
                    names(&[reference::PROGRAM_ARRAYS])
                ),
                "captures": {
                    "1": {"name": "variable.language.nvcp5"},
                    "2": {"name": "support.variable.nvcp5"}
                }
            },
            {"name": "variable.language.nvcp5", "match": r"\b(?:state|texture|image)\b(?=\s*[.\[,])"},
            {"name": "support.function.nvcp5", "match": r"\b(?:handle|offset)\b(?=\s*\()"},
            {
                "match": format!(r"\(\s*((?:{}|RESIDENT|NONRESIDENT)[01]?)(?=[\s.)])", names(&[reference::CONDITIONS])),
                "captures": {"1": {"name": "constant.language.condition.nvcp5"}}
            },
            {
                "match": format!(r"(?<=,)\s*({})(?=\s*[,;])", names(&[reference::TARGETS])),
                "captures": {"1": {"name": "constant.language.target.nvcp5"}}
            },
            {"name": "variable.other.member.nvcp5", "match": r"(?<=\.)\s*(?:[xyzw]{1,4}|[rgba]{1,4})\b"},
            {
                "name": "constant.numeric.nvcp5",
                "match": r"(?<![\w$])(?:0x[0-9A-Fa-f]+|\d+\.(?!\.)\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?)(?![\w$])"
            },
            {"name": "variable.other.nvcp5", "match": r"[A-Za-z_$][\w$]*"},
            {"name": "keyword.operator.nvcp5", "match": r"\.\.|[-+=|]"}
        ]
    })
}

/// Returns the grammar for what extensions add to GLSL. Editors already have grammars for the core language.
fn injection() -> Value {
    let of_extension = |needs: &nvc_glsl::builtins::signature::Needs| needs.desktop == 0 && needs.es == 0;
    let rows = functions::names().filter(|name| functions::named(name).all(|row| of_extension(&row.needs)));
    let inputs = variables::rows().iter().filter(|row| of_extension(&row.needs)).map(|row| row.name);
    let types: Vec<String> = type_names::names()
        .filter(|name| type_names::find(name).is_some_and(|(_, needs)| of_extension(needs)))
        .collect();
    let templates =
        ["fcoopmatNV", "icoopmatNV", "ucoopmatNV", "coopmat", "coopvecNV", "tensorLayoutNV", "tensorViewNV"];
    json!({
        "comment": "Written by crates/nvc-lsp/tests/grammars.rs from the tables of nvc.",
        "scopeName": "nvc.glsl.injection",
        "injectionSelector": "L:source.glsl -comment -string",
        "patterns": [
            {"name": "support.function.glsl", "match": format!(r"\b(?:{})\b(?=\s*\()", any(rows))},
            {"name": "support.variable.glsl", "match": format!(r"\b(?:{})\b", any(inputs))},
            {
                "name": "storage.type.glsl",
                "match": format!(r"\b(?:{})\b", any(types.iter().map(String::as_str).chain(templates)))
            }
        ]
    })
}

/// Compares a grammar with its file, or rewrites the file if `NVC_BLESS` is set.
fn matches(name: &str, grammar: &Value) {
    let text = serde_json::to_string_pretty(grammar).expect("JSON") + "\n";
    nvc_goldens::page(&nvc_goldens::root("editors/vscode/syntaxes").join(name), &text);
}

#[test]
fn the_grammars_match_the_tables() {
    matches("nvcp5.tmLanguage.json", &assembly());
    matches("glsl.injection.json", &injection());
}
