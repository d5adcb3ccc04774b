//! Spellings of C compilers and of glslc that have more than one letter behind one dash. They become
//! the long options that `args` defines, before the command line is parsed.

use std::ffi::{OsStr, OsString};

/// What belongs to a spelling.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Nothing.
    Flag,
    /// A value, attached or in the next word.
    Value,
    /// A value behind `=`, which is part of the spelling.
    Joined,
}

/// Spelling, what belongs to it, and the option that it becomes. Spellings that start with others
/// come first.
const SPELLINGS: &[(&str, Shape, &str)] = &[
    ("-MMD", Shape::Flag, "--write-depfile"),
    ("-MD", Shape::Flag, "--write-depfile"),
    ("-MM", Shape::Flag, "--depfile-only"),
    ("-M", Shape::Flag, "--depfile-only"),
    ("-MP", Shape::Flag, "--depfile-phony"),
    ("-MF", Shape::Value, "--depfile"),
    ("-MT", Shape::Value, "--depfile-target"),
    ("-MQ", Shape::Value, "--depfile-target"),
    ("-fshader-stage=", Shape::Joined, "--shader-stage"),
    ("-std=", Shape::Joined, "--glsl-version"),
];

/// Behind `-S`, these are the stage of the shader, as glslangValidator has it; anything else means
/// that assembly is wanted, as glslc has it.
const STAGES: &[&str] = &["comp", "vert", "frag", "geom", "tesc", "tese", "rgen", "mesh", "task"];

/// Ends the options.
const END: &str = "--";

/// The command line with long options in place of the spellings.
pub(crate) fn rewrite(words: Vec<OsString>) -> Vec<OsString> {
    let mut out = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        if word == END {
            out.push(word);
            break;
        }
        if word == "-S" {
            match words.next_if(|next| STAGES.iter().any(|stage| next == stage)) {
                Some(stage) => out.push(joined("--shader-stage", &stage)),
                None => out.push("--emit=spvasm".into()),
            }
            continue;
        }
        // Names of files may be no text; options are.
        let Some(text) = word.to_str() else {
            out.push(word);
            continue;
        };
        let fits = |(spelling, shape, _): &&(&str, Shape, &str)| match shape {
            Shape::Flag => text == *spelling,
            Shape::Value | Shape::Joined => text.starts_with(spelling),
        };
        match SPELLINGS.iter().find(fits) {
            None => out.push(word),
            Some((_, Shape::Flag, option)) => out.push(option.into()),
            Some((spelling, shape, option)) => match &text[spelling.len()..] {
                "" if *shape == Shape::Value => match words.next() {
                    Some(value) => out.push(joined(option, &value)),
                    // The parser says what is missing.
                    None => out.push(option.into()),
                },
                value => out.push(joined(option, OsStr::new(value))),
            },
        }
    }
    out.extend(words);
    out
}

fn joined(option: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(option);
    word.push("=");
    word.push(value);
    word
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    fn line(text: &str) -> String {
        let words = text.split(' ').map(Into::into).collect();
        rewrite(words).iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn dependencies() {
        assert_eq!(
            line("-MD -MF x.d -MTy -MP"),
            "--write-depfile --depfile=x.d --depfile-target=y --depfile-phony"
        );
        assert_eq!(line("-MMD -MQ -x"), "--write-depfile --depfile-target=-x");
        assert_eq!(line("-M -MM"), "--depfile-only --depfile-only");
        assert_eq!(line("a -MF"), "a --depfile");
        assert_eq!(line("-MX"), "-MX");
    }

    #[test]
    fn glslc() {
        assert_eq!(line("-fshader-stage=comp -std=450core"), "--shader-stage=comp --glsl-version=450core");
        assert_eq!(line("-S comp x -S y.comp"), "--shader-stage=comp x --emit=spvasm y.comp");
        assert_eq!(line("-c -- -S -MD"), "-c -- -S -MD");
    }
}
