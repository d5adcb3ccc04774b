//! Tests that every case of the corpus loads and that its files are consistent. A *record* is the memory that was
//! recorded on NVIDIA's driver (`truth.bin`).
use nvc_exec::case::{Case, Map, Mapping, Outputs, Truth, compare};
use std::path::PathBuf;

fn cases() -> Vec<PathBuf> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/corpus");
    let entries = std::fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_dir()).collect()
}

#[test]
fn all_cases_load() {
    let cases = cases();
    assert_eq!(cases.len(), 70);
    for dir in cases {
        let case = Case::load(&dir).unwrap();
        let map = Map::load(&dir).unwrap();
        Mapping::assembly(&case, &map).unwrap();
        for binding in map.uniform {
            assert!(
                case.uniform.iter().any(|u| u.binding == binding),
                "{}: uniform {binding}",
                dir.display()
            );
        }
        for name in ["driver.nvcp", "main.comp"] {
            assert!(dir.join(name).exists(), "{}: no {name}", dir.display());
        }
    }
}

#[test]
fn records_have_a_block_of_the_right_length_for_each_output() {
    for dir in cases() {
        let (case, truth) = (Case::load(&dir).unwrap(), Truth::load(&dir).unwrap());
        let storage = case.storage.iter().map(|b| b.bytes);
        let lengths: Vec<usize> = storage.chain(case.image.iter().map(|i| i.bytes())).collect();
        let recorded: Vec<usize> = truth.blocks.iter().map(Vec::len).collect();
        assert_eq!(recorded, lengths, "{}", dir.display());
    }
}

/// The records include the storage buffers that a program only reads. Their contents are the bytes that the
/// initialisers must produce.
#[test]
fn initialisers_produce_the_recorded_inputs() {
    let mut unchanged = 0;
    for dir in cases() {
        let (case, truth) = (Case::load(&dir).unwrap(), Truth::load(&dir).unwrap());
        let first = case.storage.iter().zip(&truth.blocks);
        unchanged += first.filter(|(b, block)| b.init.bytes(b.bytes, &[]) == **block).count();
    }
    assert!(unchanged >= 70, "only {unchanged} storage buffers keep their initial contents");
}

#[test]
fn a_record_matches_itself_but_not_empty_outputs() {
    for dir in cases() {
        let (case, truth) = (Case::load(&dir).unwrap(), Truth::load(&dir).unwrap());
        let same = Outputs { blocks: truth.blocks.clone() };
        assert_eq!(compare(&case, &same, &truth), [], "{}", dir.display());
        let empty = Outputs { blocks: Vec::new() };
        assert!(!compare(&case, &empty, &truth).is_empty(), "{}", dir.display());
    }
}
