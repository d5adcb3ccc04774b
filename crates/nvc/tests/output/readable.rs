//! Normalises SPIR-V assembly for golden files, so that a change of the declarations changes few lines in the functions.
//! Only capabilities and functions are kept. Types, constants and variables get names; other ids are numbered consecutively,
//! starting at the first function.

use std::collections::HashMap;

/// An instruction of the assembly: result, opcode and operands.
struct Line<'t> {
    result: Option<&'t str>,
    words: Vec<&'t str>,
}

impl<'t> Line<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            return None;
        }
        let (result, rest) = match line.split_once(" = ") {
            Some((result, rest)) => (Some(result), rest),
            None => (None, line),
        };
        Some(Line { result, words: rest.split_whitespace().collect() })
    }
}

/// Returns the name that replaces the id of a declaration.
fn name(line: &Line<'_>, names: &HashMap<&str, String>) -> Option<String> {
    let word = |k: usize| line.words.get(k).copied().unwrap_or_default();
    let named = |k: usize| names.get(word(k)).map_or(word(k), String::as_str);
    Some(match word(0) {
        "OpTypeVoid" => "void".into(),
        "OpTypeBool" => "bool".into(),
        "OpTypeInt" => format!("i{}", word(1)),
        "OpTypeFloat" => format!("f{}", word(1)),
        "OpTypeVector" => format!("{}x{}", named(1), word(2)),
        "OpTypePointer" => format!("*{}", named(2)),
        "OpTypeRuntimeArray" | "OpTypeArray" => format!("{}[]", named(1)),
        "OpTypeStruct" => "struct".into(),
        "OpTypeImage" => "image".into(),
        "OpTypeSampledImage" => "sampled".into(),
        "OpTypeFunction" => "function".into(),
        "OpConstant" => word(2).into(),
        "OpConstantTrue" => "true".into(),
        "OpConstantFalse" => "false".into(),
        "OpConstantNull" => "null".into(),
        "OpUndef" => "undef".into(),
        "OpConstantComposite" => {
            let parts: Vec<&str> = (2..line.words.len()).map(named).collect();
            format!("{{{}}}", parts.join(" "))
        }
        "OpExtInstImport" => "std450".into(),
        _ => return None,
    })
}

/// Returns the names of variables, by id.
fn variables(text: &str) -> HashMap<&str, String> {
    let mut names = HashMap::new();
    for line in text.lines().filter_map(Line::parse) {
        match line.words[..] {
            ["OpName", id, name] => names.insert(id, format!("%{}", name.trim_matches('"'))),
            ["OpDecorate", id, "BuiltIn", name] => names.insert(id, format!("%{name}")),
            _ => continue,
        };
    }
    names
}

/// Normalises SPIR-V assembly.
pub(crate) fn readable(text: &str) -> String {
    let mut names = variables(text);
    let (mut out, mut count, mut inside) = (String::new(), 0, false);
    // All ids are numbered in a first pass, because an id may be used before its definition.
    for line in text.lines().filter_map(Line::parse) {
        inside |= line.words.first() == Some(&"OpFunction");
        let Some(result) = line.result else { continue };
        if let Some(name) = name(&line, &names) {
            names.insert(result, name);
        } else if inside && !names.contains_key(result) {
            count += 1;
            names.insert(result, format!("%{count}"));
        }
    }
    inside = false;
    for line in text.lines().filter_map(Line::parse) {
        let opcode = line.words.first().copied().unwrap_or_default();
        inside |= opcode == "OpFunction";
        if !inside && opcode != "OpCapability" {
            continue;
        }
        let named = |word: &&str| names.get(word).cloned().unwrap_or_else(|| (*word).to_owned());
        let words: Vec<String> = line.words.iter().map(named).collect();
        let result = line.result.map(|id| format!("{} = ", named(&id))).unwrap_or_default();
        out += &format!("{result:>10}{}\n", words.join(" "));
    }
    out
}
