//! Completion in editors: determines which words can be written at an offset of a program.
//!
//! The statement up to the offset is found by the parser's splitter and examined token by token. No grammar
//! rule can match it, because it is incomplete. The words come from [`crate::reference`], the instruction table and the lists
//! below.

use crate::ast::Class;
use crate::parse::HEADER;
use crate::parse::keywords;
use crate::parse::slices::{StatementSlices, word_at};
use crate::reference::{self, Keyword};
use crate::table::{AccessKind, Allows, Opcode, Row};
use crate::tokens::{Token, TokenKind, tokens};

/// The words that can be written at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// No list of words, for example in a comment, a number, a new name or a swizzle, or after `END`.
    Nothing,
    /// The start of a statement: an instruction, a declaration, `OPTION`, `END`.
    Statement,
    /// One of these words.
    Keywords(&'static [Keyword]),
    /// A modifier of an instruction, one of these names.
    Modifiers(Vec<&'static str>),
    /// A label.
    Label,
    /// A subroutine type.
    SubroutineType,
    /// A binding: `program`, `invocation`, `state`, `texture`, `image`.
    Binding,
    /// An operand of this instruction: a variable, a binding, or a target.
    Operand(Opcode),
}

/// The keywords that start statements other than instructions and declarations.
pub const STATEMENTS: &[Keyword] = &[
    Keyword { name: "OPTION", meaning: "enables an extension" },
    Keyword { name: "GROUP_SIZE", meaning: "the size of the work group: one to three numbers" },
    Keyword { name: "SHARED_MEMORY", meaning: "bytes of shared memory" },
    Keyword { name: "END", meaning: "the end of the program" },
];

/// The words that a binding can begin with.
pub const BINDINGS: &[Keyword] = &[
    Keyword { name: "invocation", meaning: "attributes of the invocation" },
    Keyword { name: "program", meaning: "parameters and buffers" },
    Keyword { name: "state", meaning: "state of the device and of fixed functions" },
    Keyword { name: "texture", meaning: "`[unit]`: texture units" },
    Keyword { name: "image", meaning: "`[unit]`: image units" },
];

const THREAD: &[Keyword] = &[Keyword { name: "thread", meaning: "state of the device" }];

/// Returns what can be written at an offset. A word that ends at the offset is considered incomplete.
pub fn expected(text: &str, offset: usize) -> Expected {
    let Some(before) = text.get(..offset) else { return Expected::Nothing };
    if offset < HEADER.len() {
        return Expected::Nothing;
    }
    let Some(start) = statement_start(before) else { return Expected::Nothing };
    let statement = before.get(start..).unwrap_or_default();
    let mut list: Vec<Token<'_>> = tokens(statement, 0).collect();
    let open_comment =
        list.last().is_some_and(|last| last.kind == TokenKind::Comment) && !statement.ends_with(['\n', '\r']);
    if open_comment {
        return Expected::Nothing;
    }
    list.retain(|token| token.kind != TokenKind::Comment);
    // The incomplete word is dropped, because it does not restrict what can be written in its place.
    if list.last().is_some_and(|last| last.kind == TokenKind::Word && statement.ends_with(last.text)) {
        let word = list.pop();
        if word.is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit())) && list.is_empty() {
            return Expected::Nothing;
        }
    }
    let words: Vec<&str> = list.iter().map(|token| token.text).collect();
    of_statement(&words)
}

/// Returns the start of the statement at the end of `before`; `None` after `END`.
fn statement_start(before: &str) -> Option<usize> {
    let mut start = HEADER.len();
    for slice in StatementSlices::new(before, HEADER.len()) {
        if slice.terminator.is_none() {
            let has_ended = word_at(before, slice.start) == "END" && slice.end > slice.start + "END".len();
            return (!has_ended).then_some(slice.start);
        }
        start = slice.end;
    }
    Some(start)
}

fn of_statement(words: &[&str]) -> Expected {
    let Some((&first, rest)) = words.split_first() else { return Expected::Statement };
    match first {
        "OPTION" if rest.is_empty() => return Expected::Keywords(reference::OPTIONS),
        "OPTION" | "GROUP_SIZE" | "SHARED_MEMORY" | "END" => return Expected::Nothing,
        _ => {}
    }
    let last = rest.last().copied().unwrap_or(first);
    if keywords::var_modifier(first).is_some() || keywords::class(first).is_some() {
        return of_declaration(words, last);
    }
    let Some((opcode, _)) = Opcode::find_with_suffix(first) else { return Expected::Nothing };
    of_instruction(opcode, words, last)
}

fn of_declaration(words: &[&str], last: &str) -> Expected {
    let Some(at) = words.iter().position(|word| keywords::class(word).is_some()) else {
        return Expected::Keywords(reference::CLASSES);
    };
    let class = words.get(at).and_then(|word| keywords::class(word));
    let after = words.get(at + 1..).unwrap_or_default();
    match (class, after) {
        (Some(Class::Subroutine), []) => return Expected::SubroutineType,
        (Some(Class::SubroutineType), [_, "{", ..]) if last == "{" || last == "," => return Expected::Label,
        (_, []) => return Expected::Nothing,
        _ => {}
    }
    if let Some(expected) = of_binding(words, last) {
        return expected;
    }
    match last {
        "=" if class == Some(Class::Alias) => Expected::Operand(Opcode::Mov),
        "=" | "{" | "," if after.iter().any(|word| matches!(*word, "=" | "{")) => Expected::Binding,
        _ => Expected::Nothing,
    }
}

/// Handles the part of a binding after a dot. Returns `None` if the statement does not end in a binding and a dot.
fn of_binding(words: &[&str], last: &str) -> Option<Expected> {
    if last != "." {
        return None;
    }
    let keywords = match words.get(..words.len() - 1)? {
        [.., "state", ".", "thread"] => reference::THREAD_STATES,
        [.., "invocation"] => reference::ATTRIBUTES,
        [.., "program"] => reference::PROGRAM_ARRAYS,
        [.., "state"] => THREAD,
        _ => return None,
    };
    Some(Expected::Keywords(keywords))
}

fn of_instruction(opcode: Opcode, words: &[&str], last: &str) -> Expected {
    let row = opcode.row();
    // So far, the statement has only names and dots, as in `ADD.F32.`.
    let in_head = words.iter().enumerate().all(|(at, word)| (at % 2 == 1) == (*word == "."));
    if in_head && last == "." {
        return Expected::Modifiers(modifiers(row));
    }
    if let Some(expected) = of_binding(words, last) {
        return expected;
    }
    match last {
        "." | ")" | "]" | "}" => Expected::Nothing,
        "(" => match words.get(words.len().saturating_sub(2)) {
            Some(&("handle" | "offset")) => Expected::Operand(opcode),
            _ => Expected::Keywords(reference::CONDITIONS),
        },
        "," | "[" | "+" | "-" | "|" => Expected::Operand(opcode),
        "{" => Expected::Nothing,
        // The mnemonic and its modifiers are complete.
        _ if in_head => match row.access {
            AccessKind::Test => Expected::Keywords(reference::CONDITIONS),
            AccessKind::Label => Expected::Label,
            _ => Expected::Operand(opcode),
        },
        _ => Expected::Nothing,
    }
}

/// Returns the modifiers that an instruction allows; of the storage modifiers, only the most common ones.
pub fn modifiers(row: &Row) -> Vec<&'static str> {
    let mut names = row.types.names();
    let sets: [(Allows, &[&'static str]); 13] = [
        (Allows::STORAGE, STORAGE),
        (Allows::ATOMIC, &["ADD", "MIN", "MAX", "IWRAP", "DWRAP", "AND", "OR", "XOR", "EXCH", "CSWAP"]),
        (Allows::COUNTER, &["INCR", "DECR", "GET"]),
        (Allows::CONVERT, &["ROUND", "CEIL", "FLR", "TRUNC"]),
        (Allows::MULTIPLY, &["HI", "S24", "U24"]),
        (Allows::MATCH, &["ALL", "ANY"]),
        (Allows::CC, &["CC", "CC0", "CC1"]),
        (Allows::SAT, &["SAT", "SSAT"]),
        (Allows::COHERENT, &["COH", "VOL"]),
        (Allows::CTA, &["CTA"]),
        (Allows::SPARSE, &["SPARSE"]),
        (Allows::LODCLAMP, &["LODCLAMP"]),
        (Allows::HALF, &[]),
    ];
    for (allowed, set) in sets {
        if row.allows.has(allowed) {
            names.extend(set);
        }
    }
    if !row.allows.has(Allows::BARE) {
        names.extend(["PREC", "NTC"]);
    }
    names
}

/// The most common storage modifiers.
const STORAGE: &[&str] = &[
    "U32", "S32", "F32", "U32X2", "S32X2", "F32X2", "U32X4", "S32X4", "F32X4", "U8", "S8", "U16", "S16",
    "F16", "F16X2", "F16X4", "U64", "S64", "F64", "U64X2", "F64X2",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modifier::modifier;

    fn at(statement: &str) -> Expected {
        let text = format!("!!NVcp5.0\nGROUP_SIZE 1; # ; comment\n{statement}");
        expected(&text, text.len())
    }

    #[test]
    fn expected_words_depend_on_the_prefix() {
        assert_eq!(at(""), Expected::Statement);
        assert_eq!(at("AD"), Expected::Statement);
        assert_eq!(at("main: AD"), Expected::Statement);
        assert_eq!(at("OPTION NV_"), Expected::Keywords(reference::OPTIONS));
        assert_eq!(at("LONG TE"), Expected::Keywords(reference::CLASSES));
        assert_eq!(at("TEMP R"), Expected::Nothing);
        assert_eq!(at("STORAGE s[] = { pro"), Expected::Binding);
        assert_eq!(at("STORAGE s[] = { program.st"), Expected::Keywords(reference::PROGRAM_ARRAYS));
        assert_eq!(at("SUBROUTINETYPE t { a, "), Expected::Label);
        assert_eq!(at("SUBROUTINE "), Expected::SubroutineType);
        assert!(matches!(at("ADD.U.C"), Expected::Modifiers(names) if names.contains(&"CC1")));
        assert_eq!(at("ADD.U R"), Expected::Operand(Opcode::Add));
        assert_eq!(at("ADD.U R0.x, "), Expected::Operand(Opcode::Add));
        assert_eq!(at("ADD.U R0."), Expected::Nothing);
        assert_eq!(at("ADD.U R0, invocation.l"), Expected::Keywords(reference::ATTRIBUTES));
        assert_eq!(at("IF N"), Expected::Keywords(reference::CONDITIONS));
        assert_eq!(at("BRK (N"), Expected::Keywords(reference::CONDITIONS));
        assert_eq!(at("CAL "), Expected::Label);
        assert_eq!(at("TEX R0, handle(D"), Expected::Operand(Opcode::Tex));
        assert_eq!(at("# ADD"), Expected::Nothing);
        assert_eq!(at("END\nAD"), Expected::Nothing);
    }

    #[test]
    fn every_listed_modifier_exists() {
        for row in Opcode::all() {
            for name in modifiers(row) {
                assert!(modifier(name).is_some(), "{}: {name}", row.mnemonic);
            }
        }
    }
}
