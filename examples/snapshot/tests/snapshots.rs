//! Snapshots of every shader. After a change, `cargo insta review` shows and accepts what differs, as
//! does `INSTA_UPDATE=always` without showing.

use example_snapshot::{SHADERS, compile};
use nvc::{Artifact, Emit, render};

#[test]
fn assembly_is_as_it_was() {
    for shader in &SHADERS {
        let output = compile(shader, Emit::SpvAsm);
        let Some(Artifact::Text(text)) = &output.artifact else {
            panic!("{}", output.messages(render::Style::default()));
        };
        insta::assert_snapshot!(format!("{}.spvasm", shader.name), text);
    }
}

#[test]
fn interfaces_are_as_they_were() {
    for shader in &SHADERS {
        let output = compile(shader, Emit::Spirv);
        let reflection = output.reflection.as_ref();
        let json = reflection.map(|reflection| serde_json::to_string_pretty(reflection).expect("JSON"));
        let messages = || panic!("{}", output.messages(render::Style::default()));
        insta::assert_snapshot!(format!("{}.json", shader.name), json.unwrap_or_else(messages));
    }
}
