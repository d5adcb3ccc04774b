//! Tests the comparison rules on small buffers.
use super::Rule;

fn rule(text: &str) -> Rule {
    Rule::try_from(text.to_owned()).unwrap()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn exact_counts_words() {
    let difference =
        rule("exact").difference("storage 0".into(), &[1, 0, 0, 0, 2, 0, 0, 0], &[1, 0, 0, 0, 3, 0, 0, 0]);
    let text = difference.unwrap().to_string();
    assert_eq!(text, "storage 0: 1 of 2 elements differ\n  u32[1]: expected 0x00000002, got 0x00000003");
}

#[test]
fn exact_distinguishes_equal_floats_with_different_bits() {
    let (plus, minus) = (floats(&[0.0]), floats(&[-0.0]));
    assert!(rule("exact").difference(String::new(), &plus, &minus).is_some());
}

#[test]
fn a_tolerance_of_zero_compares_bits_except_of_nans() {
    let (plus, minus) = (floats(&[0.0]), floats(&[-0.0]));
    let difference = rule("f32:0:1e-6").difference("storage 0".into(), &plus, &minus).unwrap().to_string();
    assert_eq!(difference, "storage 0: 1 of 1 elements differ\n  f32[0]: expected 0.0, got -0.0");
    assert!(rule("f32:1e-9:0").difference(String::new(), &plus, &minus).is_none());
    let (quiet, signed) = (floats(&[f32::NAN]), floats(&[f32::from_bits(0xffff_ffff)]));
    assert!(rule("f32:0:0").difference(String::new(), &quiet, &signed).is_none());
    assert!(rule("exact").difference(String::new(), &quiet, &signed).is_some());
}

#[test]
fn tolerances_add() {
    let expected = floats(&[100.0, 0.0, f32::NAN, f32::INFINITY]);
    let near = floats(&[101.4, 0.5, f32::NAN, f32::INFINITY]);
    assert!(rule("f32:0.5:0.01").difference(String::new(), &expected, &near).is_none());
    let far = floats(&[101.6, 0.4, 1.0, f32::NEG_INFINITY]);
    let difference = rule("f32:0.5:0.01").difference(String::new(), &expected, &far).unwrap();
    let indices: Vec<usize> = difference.first.iter().map(|s| s.index).collect();
    assert_eq!(indices, [0, 2, 3]);
}

#[test]
fn other_widths() {
    let (one, two) = (1.0f64.to_le_bytes(), 1.5f64.to_le_bytes());
    assert!(rule("f64:0.5:0").difference(String::new(), &one, &two).is_none());
    assert!(rule("f64:0.4:0").difference(String::new(), &one, &two).is_some());
    assert!(rule("f16:0.5:0").difference(String::new(), &[0x00, 0x3c], &[0x00, 0x3e]).is_none());
}

#[test]
fn missing_elements_are_differences() {
    let difference = rule("exact").difference(String::new(), &[0; 8], &[0; 4]).unwrap();
    assert_eq!((difference.count, difference.total), (1, 2));
    assert_eq!(difference.first[0].got, "nothing");
}

#[test]
fn none_ignores_everything() {
    assert!(rule("none").difference(String::new(), &[1], &[]).is_none());
}

#[test]
fn bad_rules_are_refused() {
    for text in
        ["", "exakt", "f32", "f32:1", "f32:a:b", "exact:1", "f32:1:1:1", "f32:-1:0", "f32:0:NaN", "f32:inf:0"]
    {
        assert!(Rule::try_from(text.to_owned()).is_err(), "{text}");
    }
}
