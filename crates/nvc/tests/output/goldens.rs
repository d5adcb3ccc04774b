//! Golden tests of code quality: each `testdata/asm/spirv/*.nvcp` tests one property of the generated code,
//! which its `*.spvasm` shows.

use crate::compile;
use crate::readable::readable;
use nvc::{Artifact, Emit};
use nvc_goldens::{Goldens, Kind, inputs, testdata};

#[test]
fn programs() {
    let folder = testdata("asm/spirv");
    let mut goldens = Goldens::new(&folder, &[Kind::Spirv]);
    for path in inputs(&folder, &["nvcp"]) {
        match compile(&path, Emit::SpvAsm) {
            Ok(Artifact::Text(text)) => goldens.check(&path, Kind::Spirv, &readable(&text)),
            Ok(_) => goldens.fail(format!("{}: not a text", path.display())),
            Err(messages) => goldens.fail(messages),
        }
    }
    goldens.finish();
}
