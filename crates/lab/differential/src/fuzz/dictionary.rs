//! Builds dictionaries for the coverage-guided fuzzer: the keywords of each language, most of them taken from the
//! compiler's own tables.

use crate::fuzz::targets::Input;
use nvc_asm::reference as asm;
use nvc_asm::table::Opcode;
use nvc_ir::imm::Builtin;
use nvc_ir::{Op, Phase, ResourceClass};
use std::collections::BTreeSet;

/// Returns the keywords of an input language in libFuzzer's format: one quoted entry per line. The
/// dictionary of [`Input::Choices`] is empty.
pub fn dictionary(input: Input) -> String {
    let words: BTreeSet<String> = match input {
        Input::Assembly => assembly(),
        Input::Glsl => glsl(),
        Input::Ir => ir(),
        Input::Choices => BTreeSet::new(),
    };
    words.iter().map(|word| format!("\"{}\"\n", escaped(word))).collect()
}

/// Escapes backslashes, quotes and line breaks as libFuzzer's format requires.
fn escaped(word: &str) -> String {
    word.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\x0A")
}

fn assembly() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = Opcode::all().map(|row| format!("{} ", row.mnemonic)).collect();
    words.extend(nvc_asm::modifier::modifier_names().iter().map(|name| format!(".{name}")));
    words.extend(nvc_asm::options::option_names().map(|name| format!("OPTION {name};\n")));
    let tables = [
        asm::CONDITIONS,
        asm::TARGETS,
        asm::ATTRIBUTES,
        asm::THREAD_STATES,
        asm::PROGRAM_ARRAYS,
        asm::CLASSES,
        asm::VARIABLE_MODIFIERS,
    ];
    words.extend(tables.iter().flat_map(|table| table.iter()).map(|word| word.name.to_owned()));
    let more =
        ["!!NVcp5.0\n", "GROUP_SIZE 32;\n", "SHARED_MEMORY 64;\n", "END\n", ".xyzw", ".CC", ".x", "handle("];
    words.extend(more.map(str::to_owned));
    words
}

fn glsl() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = nvc_glsl::extensions::Extension::all()
        .map(|row| format!("#extension {} : require\n", row.name()))
        .collect();
    words.extend(nvc_glsl::builtins::functions::names().map(|name| format!("{name}(")));
    words.extend(nvc_glsl::builtins::variables::names().map(str::to_owned));
    words.extend(nvc_glsl::parse::keywords().map(str::to_owned));
    words.extend(nvc_glsl::type_names::names());
    let more = [
        "#version 460\n",
        "#define ",
        "#if ",
        "#ifdef ",
        "#elif ",
        "#endif\n",
        "#undef ",
        "##",
        "defined",
        "std430",
        "std140",
        "scalar",
        "binding = ",
        "local_size_x = ",
        "constant_id = ",
        "buffer_reference",
        "void main() {",
        "__LINE__",
        "__VERSION__",
    ];
    words.extend(more.map(str::to_owned));
    // libFuzzer ignores longer entries.
    words.retain(|word| word.len() <= 64);
    words
}

fn ir() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = Op::ALL.iter().map(|op| format!("{} ", op.info().name)).collect();
    words.extend(Builtin::ALL.iter().map(|builtin| format!("builtin[{}]", builtin.name())));
    words.extend(Phase::ALL.iter().map(|phase| format!("module {}\n", phase.name())));
    words.extend(ResourceClass::ALL.iter().map(|class| format!("{}(0)", class.name())));
    let more = [
        "entry \"main\" f0 size(1, 1, 1)\n",
        "func f0 \"main\"() {\n",
        "return\n",
        "branch",
        "b0:\n",
        ":i32",
        "i64",
        "f16",
        "f32",
        "f64",
        "bool",
        "undef",
        "ptr",
        "vec",
    ];
    words.extend(more.map(str::to_owned));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_their_keywords() {
        let has = |input, word: &str| dictionary(input).lines().any(|line| line == word);
        assert!(has(Input::Assembly, "\"ADD \"") && has(Input::Assembly, "\".F64\""));
        assert!(has(Input::Glsl, "\"shuffleNV(\"") && has(Input::Glsl, "\"u64vec3\""));
        assert!(has(Input::Glsl, "\"#extension GL_NV_shader_atomic_float : require\\x0A\""));
        assert!(has(Input::Ir, "\"bytes.store \""));
        assert_eq!(dictionary(Input::Choices), "");
    }
}
