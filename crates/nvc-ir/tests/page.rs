//! Checks that the examples of `docs/ir.md` are valid modules in the printer's format, and that the operation names with a
//! dot on the page exist.

use nvc_ir::{Op, text, verify};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ir.md");
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}")).replace("\r\n", "\n")
}

#[test]
fn examples_are_valid() {
    let page = page();
    let examples: Vec<&str> =
        page.split("```nvcir\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 3);
    for example in examples {
        let module = text::parse(example).unwrap_or_else(|e| panic!("{e}\n{example}"));
        if let Err(errors) = verify::verify(&module) {
            panic!("{}", verify::render(&module, &errors));
        }
        assert_eq!(text::print(&module), example);
    }
}

#[test]
fn operation_names_with_a_dot_exist() {
    let page = page();
    let words =
        page.split('`').skip(1).step_by(2).filter(|word| word.contains('.') && !word.contains([' ', '*']));
    let names = words.filter_map(|word| word.split('[').next()).filter(|name| {
        name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.')
            && !name.contains("..")
    });
    let names: Vec<&str> = names.filter(|name| !name.ends_with(".rs")).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(Op::from_name(name).is_some(), "docs/ir.md names `{name}`");
    }
}
