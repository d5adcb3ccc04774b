//! Tests of initial contents. Random contents are compared with the ChaCha8 key stream.
use super::Init;
use nvc_ir::half;

fn bytes(recipe: &str, len: usize) -> Vec<u8> {
    Init::try_from(recipe.to_owned()).unwrap().bytes(len, &[0x1_0000_0002, 3])
}

fn words(recipe: &str, count: usize) -> Vec<u32> {
    let bytes = bytes(recipe, count * 4);
    bytes.chunks_exact(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
}

#[test]
fn explicit_values_are_padded_and_cut() {
    assert_eq!(words("u32:7,4294967295", 3), [7, u32::MAX, 0]);
    assert_eq!(words("i32:-1,2,3", 2), [u32::MAX, 2]);
    assert_eq!(words("f32:1,-2.5", 2), [0x3f80_0000, 0xc020_0000]);
    assert_eq!(words("u64:4294967296", 2), [0, 1]);
    assert_eq!(words("f64:1.0", 2), [0, 0x3ff0_0000]);
}

#[test]
fn values_are_of_every_width() {
    assert_eq!(bytes("u8:1,0xff", 3), [1, 255, 0]);
    assert_eq!(bytes("u16:0x1234", 2), [0x34, 0x12]);
    assert_eq!(bytes("f16:1,-2", 4), [0, 0x3c, 0, 0xc0]);
    assert_eq!(words("u32:0x10,0XFFFFFFFF", 2), [16, u32::MAX]);
    assert_eq!(words("i32:-0x80000000", 1), [1 << 31]);
    assert_eq!(words("i64:-9223372036854775808", 2), [0, 1 << 31]);
}

#[test]
fn values_out_of_range_are_errors() {
    let error = |recipe: &str| Init::try_from(recipe.to_owned()).unwrap_err();
    assert_eq!(error("u32:-1"), "`-1` is not a valid u32");
    assert_eq!(error("u32:1,4294967296"), "`4294967296` is not a valid u32");
    assert_eq!(error("u8:0x100"), "`0x100` is not a valid u8");
    assert_eq!(error("i32:--1"), "`--1` is not a valid i32");
    assert_eq!(error("f32:x"), "`x` is not a valid f32");
    assert!(error("f8:1").contains("unknown init"));
}

#[test]
fn addresses_are_64_bits_wide() {
    assert_eq!(words("addr:1,0", 6), [3, 0, 2, 1, 0, 0]);
}

#[test]
fn counting_words() {
    assert_eq!(words("iota_u32", 4), [0, 1, 2, 3]);
    assert_eq!(bytes("iota_u32", 6), [0, 0, 0, 0, 0, 0], "half an element stays zero");
}

#[test]
fn random_words_are_the_key_stream() {
    let stream = words("rand_u32:11", 4);
    assert_eq!(stream, RAND_11);
    assert_eq!(words("rand_u64:11", 4), stream, "64 bits are two words, low word first");
    let ranged: Vec<u32> = stream.iter().map(|w| 100 + w % 50).collect();
    assert_eq!(words("rand_u32:11:100:150", 4), ranged);
}

#[test]
fn random_floats_take_the_high_bits() {
    let stream = words("rand_u32:11", 4);
    let expected: Vec<u32> =
        stream.iter().map(|w| ((-1.0 + f64::from(w >> 8) / 16_777_216.0 * 3.0) as f32).to_bits()).collect();
    assert_eq!(words("rand_f32:11:-1:2", 4), expected);
    let halves = bytes("rand_f16:11:-1:2", 8);
    let halves = halves.chunks_exact(2).map(|c| half::to_f64(u16::from_le_bytes(c.try_into().unwrap())));
    for (half, word) in halves.zip(&stream) {
        let exact = -1.0 + f64::from(word >> 8) / 16_777_216.0 * 3.0;
        assert!((half - exact).abs() <= exact.abs() / 2048.0, "{half} is not {exact} rounded to 11 bits");
    }
    let double = bytes("rand_f64:11:0:1", 8);
    let value = f64::from_le_bytes(double.try_into().unwrap());
    let stream = u64::from(stream[0]) | u64::from(stream[1]) << 32;
    assert_eq!(value, (stream >> 11) as f64 / 9_007_199_254_740_992.0);
}

#[test]
fn invalid_recipes_are_errors() {
    for recipe in
        ["", "ones", "u32:x", "addr:", "addr:-1", "rand_u32", "rand_f32:1", "rand_f32:1:2:1", "rand_u32:1:5"]
    {
        assert!(Init::try_from(recipe.to_owned()).is_err(), "{recipe}");
    }
}

/// The first four words of `ChaCha8Rng::seed_from_u64(11)`.
const RAND_11: [u32; 4] = [1_385_550_104, 1_531_855_645, 4_077_173_339, 388_070_280];
