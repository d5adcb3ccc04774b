//! Golden tests of code quality: each `testdata/asm/spirv/*.nvcp` has a property of good code, shown by its
//! `*.spvasm`.

use crate::readable::readable;
use crate::{blessing, compare, compile, entries};
use nvc::{Artifact, Emit};

const FOLDER: &str = "testdata/asm/spirv";

#[test]
fn programs() {
    let mut wrong = Vec::new();
    let paths = entries(FOLDER);
    for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "nvcp")) {
        match compile(path, Emit::SpvAsm) {
            Ok(Artifact::Text(text)) => {
                wrong.extend(compare(&path.with_extension("spvasm"), &readable(&text)).err());
            }
            Ok(_) => wrong.push(format!("{}: not a text", path.display())),
            Err(messages) => wrong.push(messages),
        }
    }
    for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "spvasm")) {
        if !path.with_extension("nvcp").exists() {
            wrong.push(format!("{}: no program", path.display()));
            if blessing() {
                std::fs::remove_file(path).expect("a golden without a program can be removed");
            }
        }
    }
    assert!(wrong.is_empty(), "(NVC_BLESS=1 accepts)\n{}", wrong.join("\n"));
}
