//! Parses the arguments of glslc from left to right.

use super::line::{Input, Line};
use super::table::{self, Based, Form, Page, Row, UsageError};
use super::{help, limits};
use crate::stage::Stage;
use std::ffi::{OsStr, OsString};

/// The result of parsing a command line.
#[derive(Debug)]
pub(super) enum Parsed {
    /// Options and inputs to compile.
    Line(Box<Line>),
    /// Text to print on standard output instead.
    Text(String),
}

/// The remaining arguments.
type Rest<'a> = std::iter::Peekable<std::slice::Iter<'a, OsString>>;

/// Parses the arguments.
pub(super) fn parse(arguments: &[OsString]) -> Result<Parsed, UsageError> {
    let mut line = Line::default();
    let mut rest = arguments.iter().peekable();
    while let Some(argument) = rest.next() {
        // File names need not be UTF-8, but options are.
        let Some(word) = argument.to_str().filter(|word| word.starts_with('-') && *word != "-") else {
            input(&mut line, argument)?;
            continue;
        };
        let Some(row) = table::find(word) else {
            let kind = if word.starts_with("--") { "unsupported option" } else { "unknown argument" };
            return Err(format!("{kind}: '{word}'"));
        };
        if let Form::Text(page) = row.form {
            return Ok(Parsed::Text(match page {
                Page::Help => help::help(),
                Page::Limits => limits::show(),
                Page::Version => help::version(),
            }));
        }
        option(&mut line, row, word, &mut rest)?;
    }
    Ok(Parsed::Line(Box::new(line)))
}

fn input(line: &mut Line, path: &OsStr) -> Result<(), UsageError> {
    if path == "-" && line.inputs.iter().any(|input| input.path == path) {
        return Err("standard input '-' can be an input only once".to_owned());
    }
    line.inputs.push(Input { path: path.into(), stage: line.stage, language: line.language });
    Ok(())
}

/// Applies an option to `line`.
fn option(line: &mut Line, row: &Row, word: &str, rest: &mut Rest<'_>) -> Result<(), UsageError> {
    let attached = word.get(row.spelling.len()..).unwrap_or_default();
    let missing = || format!("argument to '{}' is missing (expected 1 value)", row.spelling);
    match row.form {
        Form::Flag(apply) => apply(line),
        Form::NoEffect | Form::JoinedNoEffect | Form::Text(_) => Ok(()),
        Form::Refused(reason) => Err(format!("'{word}' is not supported: {reason}")),
        Form::Joined(apply) => apply(line, attached),
        Form::Value(apply) if attached.is_empty() => apply(line, rest.next().ok_or_else(missing)?),
        Form::Value(apply) => apply(line, OsStr::new(attached)),
        Form::Next(apply) => apply(line, rest.next().ok_or_else(missing)?),
        Form::Long(apply) => match attached.strip_prefix('=') {
            Some(value) => apply(line, value),
            None => apply(line, rest.next().ok_or_else(missing)?.to_str().unwrap_or_default()),
        },
        Form::BindingBase(based) => binding_base(line, word, based, rest),
        Form::Registers => registers(word, rest),
    }
}

/// Consumes the next argument if it names a shader stage, and returns the stage.
fn stage(rest: &mut Rest<'_>) -> Option<Stage> {
    let stage = rest.peek()?.to_str().and_then(Stage::named)?;
    rest.next();
    Some(stage)
}

/// Parses `[STAGE] NUMBER`.
fn binding_base(line: &mut Line, word: &str, based: Based, rest: &mut Rest<'_>) -> Result<(), UsageError> {
    let stage = stage(rest);
    let value = rest.next().ok_or_else(|| format!("option '{word}' requires a binding number"))?;
    let value = value.to_string_lossy();
    let base = number(&value).ok_or_else(|| format!("invalid offset value {value} for {word}"))?;
    if stage.is_some_and(|stage| !stage.is_compute()) {
        return Ok(());
    }
    match based {
        Based::Class(class) => line.binding_bases.push((class, base)),
        Based::Separate if base != 0 => {
            return Err(format!("'{word} {value}' is not supported: textures and samplers have one base, 0"));
        }
        Based::Separate | Based::Hlsl => {}
    }
    Ok(())
}

/// Parses `[STAGE] (REGISTER SET BINDING)...`, which has no effect on GLSL.
fn registers(word: &str, rest: &mut Rest<'_>) -> Result<(), UsageError> {
    stage(rest);
    let mut has_triple = false;
    let mut ahead = rest.clone();
    let is_value = |next: &&OsString| next.to_str().is_some_and(|next| !next.starts_with('-'));
    while let [Some(register), Some(set), Some(binding)] = [ahead.next(), ahead.next(), ahead.next()]
        && [register, set, binding].iter().all(is_value)
    {
        for (value, what) in [(set, "set"), (binding, "binding")] {
            let value = value.to_string_lossy();
            number(&value).ok_or_else(|| format!("invalid {what} number: {value}"))?;
        }
        has_triple = true;
        *rest = ahead.clone();
    }
    if !has_triple {
        return Err(format!("option '{word}' requires at least 3 arguments"));
    }
    Ok(())
}

/// Parses a number in decimal, hexadecimal (`0x1f`) or octal (`017`).
fn number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    // Checked separately because `from_str_radix` accepts a sign.
    let is_digit = digits.starts_with(|c: char| c.is_digit(radix));
    if is_digit { u32::from_str_radix(digits, radix).ok() } else { None }
}
