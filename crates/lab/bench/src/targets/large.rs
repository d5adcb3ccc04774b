//! Generates large assembly programs with the mix of instructions that NVIDIA's compiler emits: the bodies of the corpus's
//! listings, one after the other, in one `main`.

use crate::corpus::Program;
use anyhow::{Result, ensure};
use nvc::{Compiler, Source};

/// Declarations that many listings of the corpus have in common.
const HEADER: &str = "\
!!NVcp5.0
OPTION NV_internal;
OPTION NV_shader_storage_buffer;
OPTION NV_bindless_texture;
OPTION NV_gpu_program_fp64;
GROUP_SIZE 64;
SHARED_MEMORY 4096;
STORAGE sbo_buf0[] = { program.storage[0] };
STORAGE sbo_buf1[] = { program.storage[1] };
STORAGE sbo_buf2[] = { program.storage[2] };
STORAGE sbo_buf3[] = { program.storage[3] };
CBUFFER buf0[] = { program.buffer[0] };
SHARED shared_mem[] = { program.sharedmem };
TEMP R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15;
TEMP T;
TEMP RC;
SHORT TEMP HC, H0, H1, H2;
LONG TEMP D0, D1, D2, D3, D4, D5, D6, D7;
";

/// First words of declarations.
const DECLARATIONS: [&str; 11] = [
    "OPTION",
    "GROUP_SIZE",
    "STORAGE",
    "CBUFFER",
    "COUNTER",
    "PARAM",
    "SHARED",
    "SHARED_MEMORY",
    "TEMP",
    "SHORT",
    "LONG",
];

/// Longer bodies are left out, so that small programs have a similar mix as large ones.
const MAX_BODY: usize = 8000;

/// Returns the bodies of the listings that compile with the declarations of [`HEADER`].
pub fn bodies(compiler: &Compiler, programs: &[Program]) -> Result<Vec<String>> {
    let bodies = programs.iter().map(|program| body(&program.text)).filter(|body| body.len() <= MAX_BODY);
    let compiles =
        |body: &String| compiler.compile(&Source::new("body.nvcp", format!("{HEADER}{body}END\n"))).is_ok();
    let bodies: Vec<String> = bodies.filter(compiles).collect();
    ensure!(!bodies.is_empty(), "no listing compiles with the common declarations");
    Ok(bodies)
}

/// Returns the statements of a listing between its declarations and `END`.
fn body(listing: &str) -> String {
    let is_declaration = |line: &str| {
        line.starts_with("!!") || line.split(' ').next().is_some_and(|word| DECLARATIONS.contains(&word))
    };
    let statements = listing.lines().filter(|line| !is_declaration(line));
    statements.take_while(|line| *line != "END").flat_map(|line| [line, "\n"]).collect()
}

/// Generates programs of at least `bytes` each, which together contain every body at least once.
pub fn programs(bodies: &[String], bytes: usize) -> Vec<String> {
    let mut programs = Vec::new();
    let mut used = 0;
    while used < bodies.len() {
        let mut program = HEADER.to_owned();
        for body in bodies.iter().cycle().skip(used % bodies.len()) {
            if program.len() >= bytes {
                break;
            }
            program.push_str(body);
            used += 1;
        }
        program.push_str("END\n");
        programs.push(program);
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_contain_every_body() {
        let bodies = ["A;\n", "B;\n", "C;\n"].map(str::to_owned);
        let small = programs(&bodies, HEADER.len() + 5);
        assert_eq!(small, [format!("{HEADER}A;\nB;\nEND\n"), format!("{HEADER}C;\nA;\nEND\n")]);
        let large = programs(&bodies, HEADER.len() + 20);
        assert_eq!(large, [format!("{HEADER}{}A;\nEND\n", "A;\nB;\nC;\n".repeat(2))]);
    }

    #[test]
    fn much_of_the_corpus_is_used() -> Result<()> {
        let corpus = crate::corpus::read("../../../testdata/corpus".as_ref(), None)?;
        let compiler = Compiler::new(nvc::Options::new().with_validate(false));
        let bodies = bodies(&compiler, &corpus)?;
        assert!(bodies.len() * 3 > corpus.len(), "{} of {}", bodies.len(), corpus.len());
        for program in programs(&bodies, 100_000) {
            compiler.compile(&Source::new("large.nvcp", program))?;
        }
        Ok(())
    }
}
