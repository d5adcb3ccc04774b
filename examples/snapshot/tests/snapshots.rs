//! Snapshot tests of every shader. After a change, review the differences with `cargo insta review`, or
//! accept all of them with `INSTA_UPDATE=always`.

use example_snapshot::{SHADERS, compile};
use nvc::{Artifact, Emit};

#[test]
fn assembly_is_unchanged() {
    for shader in &SHADERS {
        let compiled = compile(shader, Emit::SpvAsm).unwrap_or_else(|error| panic!("{error}"));
        let Artifact::Text(text) = &compiled.artifact else { panic!("not text") };
        insta::assert_snapshot!(format!("{}.spvasm", shader.name), text);
    }
}

#[test]
fn reflections_are_unchanged() {
    for shader in &SHADERS {
        let compiled = compile(shader, Emit::Spirv).unwrap_or_else(|error| panic!("{error}"));
        let reflection = compiled.reflection.expect("it is asked for");
        let json = serde_json::to_string_pretty(&reflection).expect("JSON");
        insta::assert_snapshot!(format!("{}.json", shader.name), json);
    }
}
