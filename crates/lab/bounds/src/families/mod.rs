//! Families of adversarial inputs. A family is a generator of programs that stress one part of the compiler or of the
//! interpreter. Its parameter is the approximate size of the program.

mod asm;
mod control;
mod data;
mod expressions;
mod functions;
mod mistakes;
mod preprocessor;
mod run;

use std::fmt::Write as _;

/// A generated program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The source text.
    pub text: Vec<u8>,
    /// Names and texts of the files that the program includes.
    pub files: Vec<(String, String)>,
    /// Additional arguments for the command.
    pub options: &'static [&'static str],
}

/// A family of inputs.
pub struct Family {
    pub name: &'static str,
    /// Subcommand of `nvc` that is measured: `compile` or `run`.
    pub command: &'static str,
    /// File name extension of the inputs.
    pub extension: &'static str,
    /// Generates an input of about this many bytes. Some families have a fixed size.
    pub make: fn(usize) -> Input,
}

/// An empty program: its time and memory are the part that every run of `nvc` takes.
pub const EMPTY: Family = glsl("empty", |_| text("#version 460\nvoid main() {}\n"));

/// All families.
pub fn all() -> Vec<&'static Family> {
    let lists = [
        expressions::FAMILIES,
        control::FAMILIES,
        functions::FAMILIES,
        data::FAMILIES,
        preprocessor::FAMILIES,
        mistakes::FAMILIES,
        asm::FAMILIES,
        run::FAMILIES,
    ];
    lists.into_iter().flatten().collect()
}

const fn glsl(name: &'static str, make: fn(usize) -> Input) -> Family {
    Family { name, command: "compile", extension: "comp", make }
}

const fn listing(name: &'static str, make: fn(usize) -> Input) -> Family {
    Family { name, command: "compile", extension: "nvcp", make }
}

/// The start of most GLSL programs, which declares a buffer `b`.
const HEAD: &str = "#version 460\nlayout(local_size_x = 32) in;\n\
                    layout(std430, binding = 0) buffer B { uint b[]; };\n";

/// A GLSL program with `declarations`, whose `main` loads `x` and `y`, executes `statements`, and stores `x + y`.
fn program(declarations: &str, statements: &str) -> Input {
    text(format!(
        "{HEAD}{declarations}\nvoid main() {{\nuint x = b[0], y = b[1];\n{statements}\nb[0] = x + y;\n}}\n"
    ))
}

/// Inserts `lines`, such as `#extension` directives, after the first line of a GLSL program.
fn extended(lines: &str, program: Input) -> Input {
    let text = String::from_utf8_lossy(&program.text).replacen('\n', &format!("\n{lines}"), 1);
    Input { text: text.into_bytes(), ..program }
}

/// An input without included files and options.
fn text(text: impl Into<Vec<u8>>) -> Input {
    Input { text: text.into(), ..Input::default() }
}

/// Concatenates `piece(0)`, `piece(1)` and so on, until the text has at least `size` bytes.
fn fill(size: usize, mut piece: impl FnMut(usize) -> String) -> String {
    let mut out = String::with_capacity(size + 4096);
    let mut number = 0;
    while out.len() < size {
        out.push_str(&piece(number));
        number += 1;
    }
    out
}

/// Concatenates `piece(0)` to `piece(count - 1)`.
fn list(count: usize, mut piece: impl FnMut(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut out, number| {
        let _ = write!(out, "{}", piece(number));
        out
    })
}
