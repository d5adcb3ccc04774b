//! Checks that the TypeScript types of the npm package declare every option of the compiler except `validate`. The package
//! itself is tested by `cargo xtask playground --check`, which needs Node.

/// The TypeScript types of the npm package.
const TYPES: &str = include_str!("../npm/index.d.ts");

/// Returns an option's name in camel case.
fn camel_case(option: &str) -> String {
    let mut parts = option.split('-');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(1);
        name.push_str(&first.to_uppercase());
        name.push_str(rest);
    }
    name
}

#[test]
fn the_types_have_every_option() {
    // The module contains no validator.
    let options = nvc::option_names().filter(|option| *option != "validate");
    let line = |option: &str| format!("\n  {}?: ", camel_case(option));
    let missing: Vec<_> = options.filter(|option| !TYPES.contains(&line(option))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
