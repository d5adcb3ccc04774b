//! Tests of the option table, and of command lines that need no files.

use super::parse::{self, Parsed};
use super::table::{self, Form};
use std::ffi::OsString;

fn parsed(line: &str) -> Result<Parsed, String> {
    let arguments: Vec<OsString> = line.split_whitespace().map(Into::into).collect();
    parse::parse(&arguments)
}

#[test]
fn every_option_is_found_by_its_spelling() {
    for row in table::rows() {
        let found = table::find(row.spelling).expect("it is in the table");
        assert_eq!(found.spelling, row.spelling);
    }
}

#[test]
fn every_option_has_a_row_in_the_book() {
    let page = include_str!("../../../../docs/glslc.md");
    for row in table::rows() {
        let spelling = row.spelling.trim_end_matches('=');
        assert!(page.contains(&format!("`{spelling}")), "docs/glslc.md has no row of {spelling}");
        if matches!(row.form, Form::Refused(_)) {
            assert!(row.help.starts_with("Rejected"), "{spelling}");
        }
    }
}

#[test]
fn stages_and_languages_apply_to_the_inputs_that_follow() {
    let Ok(Parsed::Line(line)) = parsed("a -fshader-stage=comp b -x glsl c -fshader-stage=vert d") else {
        panic!("it is a command line")
    };
    let shown = line.inputs.iter().map(|input| {
        let stage = input.stage.map_or("", crate::stage::Stage::name);
        format!("{} {stage} {}", input.path.display(), input.language.is_some())
    });
    assert_eq!(shown.collect::<Vec<_>>(), ["a  false", "b compute false", "c compute true", "d vertex true"]);
}

#[test]
fn workarounds() {
    let Ok(Parsed::Line(line)) = parsed("--workarounds=none,+bool-phi a.comp") else {
        panic!("it is a command line")
    };
    assert_eq!(line.workarounds.to_string(), "none,+bool-phi");
    let Err(wrong) = parsed("--workarounds all,bool-hpi a.comp") else { panic!("it names no workaround") };
    assert!(wrong.starts_with("`bool-hpi` is not a workaround; did you mean `bool-phi`?"), "{wrong}");
}

#[test]
fn binding_bases() {
    let bases = |line: &str| match parsed(line) {
        Ok(Parsed::Line(line)) => Ok(line.binding_bases.iter().map(|&(_, base)| base).collect::<Vec<_>>()),
        Ok(Parsed::Text(text)) => panic!("{text}"),
        Err(wrong) => Err(wrong),
    };
    assert_eq!(
        bases("-fubo-binding-base 4 -fssbo-binding-base comp 0x10 -fimage-binding-base 010"),
        Ok(vec![4, 16, 8])
    );
    assert_eq!(bases("-fubo-binding-base vert 4 -fsampler-binding-base 0"), Ok(vec![]));
    for wrong in [
        "-fubo-binding-base",
        "-fubo-binding-base comp",
        "-fubo-binding-base -1",
        "-fubo-binding-base +1",
        "-fubo-binding-base 0x",
        "-fubo-binding-base 4294967296",
        "-fsampler-binding-base 1",
        "-fresource-set-binding comp t4 0",
        "-fresource-set-binding t4 0 x",
    ] {
        assert!(bases(wrong).is_err(), "{wrong}");
    }
    assert_eq!(bases("-fresource-set-binding comp t4 0 5 t5 0 6 x.comp"), Ok(vec![]));
}
