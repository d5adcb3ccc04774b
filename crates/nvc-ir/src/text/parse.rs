//! Parses the listing of a module.

use super::cursor::{Cursor, Parse};
use super::globals::{parse_entry, parse_global, parse_spec_const};
use super::imm::global;
use super::parse_function;
use super::print::MATRIX_MAINTENANCE;
use super::spirv::{parse_inst, parse_spirv};
use crate::module::Module;
use crate::phase::Phase;

/// Parses a whole listing.
pub(super) fn module(text: &str) -> Parse<Module> {
    let mut cursor = Cursor::new(text)?;
    let cursor = &mut cursor;
    let mut module = Module::new();
    cursor.expect_word("module")?;
    module.phase = cursor.named("a phase", &Phase::ALL, Phase::name)?;
    cursor.end_line()?;
    while let Some(word) = cursor.peek_word() {
        let start = cursor.offset();
        match word {
            "entry" if module.entry.is_some() => return Err(cursor.error("a module has one entry point")),
            "entry" => {
                cursor.advance();
                module.entry = Some(parse_entry(cursor)?);
            }
            "func" => {
                cursor.advance();
                cursor.next_id("f", module.functions.len())?;
                let func = parse_function::function(cursor, &mut module.types)?;
                module.functions.push(func);
            }
            MATRIX_MAINTENANCE => {
                cursor.advance();
                module.matrix_maintenance = true;
            }
            _ if cursor.peek_id("string").is_some() => {
                cursor.next_id("string", module.strings.len())?;
                cursor.expect("=")?;
                let text = cursor.name();
                module.strings.push(text);
            }
            _ if cursor.peek_id("spirv").is_some() => {
                cursor.next_id("spirv", module.spirv.len())?;
                let inst = parse_inst(cursor, &mut module.types)?;
                module.spirv.push(inst);
            }
            _ if cursor.peek_id("decoration").is_some() => {
                cursor.next_id("decoration", module.decorations.len())?;
                cursor.expect("=")?;
                let global = global(cursor)?;
                let decoration = parse_spirv(cursor, &mut module.types)?;
                module.decorations.push((global, decoration));
            }
            _ if cursor.peek_id("mode").is_some() => {
                cursor.next_id("mode", module.execution_modes.len())?;
                cursor.expect("=")?;
                let mode = parse_spirv(cursor, &mut module.types)?;
                module.execution_modes.push(mode);
            }
            _ if cursor.peek_id("spec").is_some() => {
                cursor.next_id("spec", module.spec_constants.len())?;
                let data = parse_spec_const(cursor, &mut module.types)?;
                module.spec_constants.push(data);
            }
            _ if cursor.peek_id("g").is_some() => {
                cursor.next_id("g", module.globals.len())?;
                let data = parse_global(cursor, &mut module.types)?;
                module.globals.push(data);
            }
            _ => {
                let message = format!(
                    "`{word}` does not start a statement of a module (`spec0`, `g0`, `entry`, `func`, ...)"
                );
                return Err(cursor.error_at(start, message));
            }
        }
        cursor.end_line()?;
    }
    match cursor.peek() {
        super::lex::TokenKind::End => Ok(module),
        _ => Err(cursor.expected("a statement of the module")),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::parse;

    #[track_caller]
    fn fails(text: &str, place: (u32, u32), message: &str) {
        let error = parse(text).expect_err("the text is wrong");
        assert_eq!((error.line, error.column), place, "{error}");
        assert!(error.message.contains(message), "{error}");
    }

    #[test]
    fn errors_have_a_place_and_a_message() {
        let body = |line: &str| format!("module built\nfunc f0 \"f\"() {{\nb0:\n  {line}\n  return\n}}\n");
        fails("", (1, 1), "expected `module`");
        fails("module raw\n", (1, 8), "a phase (built, lowered, legal)");
        fails("module built\ng1 = heap textures\n", (2, 1), "expected the next id, `g0`");
        fails("module built\ng0 = heap cold\n", (2, 11), "textures, images");
        fails(&body("v0: i32 = iad 1:i32, 1:i32"), (4, 13), "`iadd`");
        fails(&body("v0: i32 = frobnicate"), (4, 13), "no operation");
        fails(&body("v0: i32 = iadd 1:i32, v7"), (4, 25), "`v7` is not defined");
        fails(&body("v0: i33 = iadd 1:i32, 2:i32"), (4, 7), "`i33` is not a type");
        fails(&body("v0: i8 = ineg 300:i8"), (4, 17), "does not fit 8 bits");
        fails(&body("jump b9"), (5, 3), "after the terminator");
        fails("module built\nfunc f0 \"f\"() {\nb0:\n  jump b9\n}\n", (4, 8), "`b9` is not defined");
        fails("module built\nfunc f0 \"f\"() {\nb0:\n  barrier[memory(device)]\n}\n", (5, 1), "a terminator");
        fails("module built\nfunc f0 \"f\"() {\nb0:\n  return\nb0:\n  return\n}\n", (5, 1), "defined twice");
        fails(&body("v0: i32 = ineg \"x"), (4, 18), "not closed");
        fails(&body("v0: i32 = ineg €"), (4, 18), "unexpected character");
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = |open: &str| format!("module built\ng0 = variable private {}", open.repeat(100_000));
        fails(&deep("vec2<"), (2, 343), "levels of nesting");
        fails(&deep("struct<"), (2, 471), "levels of nesting");
        let constant = format!("module built\nfunc f0 \"f\"() {{\nb0:\n  return {}", "{".repeat(100_000));
        assert!(parse(&constant).expect_err("too deep").message.contains("levels of nesting"));
    }
}
