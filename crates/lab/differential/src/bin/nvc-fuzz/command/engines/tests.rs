//! Tests the verdicts on recorded runs of NVIDIA's driver, and that a lost Vulkan device is reopened.

use super::*;
use nvc_exec::case::Folder;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/glsl/recorded").join(name)
}

/// Loads a recording: its job, the memory after the driver's run, and the driver's listing.
fn recording(name: &str) -> (Job, Outputs, String, Map) {
    let read = |file: &str| std::fs::read_to_string(folder(name).join(file)).expect(file);
    let program = Generated {
        seed: 0,
        language: Language::Glsl,
        text: read("main.comp"),
        case_toml: read("case.toml"),
        map_toml: read("map.toml"),
    };
    let Folder { truth, map, .. } = Folder::load(&folder(name)).expect("a recording");
    let driver = Outputs { blocks: truth.blocks };
    (Job::new(&program).expect("a job"), driver, read("driver.nvcp"), map)
}

fn interpreter() -> Engines {
    Engines::open(&[EngineName::Interpreter]).expect("the interpreter opens everywhere")
}

/// Returns the verdict on a recording, compiled without the driver's quirks.
fn without_quirks(job: &Job, driver: &Outputs) -> Verdict {
    verdict("interp", &interpreter::run(job), Some(&("opengl".to_owned(), driver.clone())))
}

/// Recordings in which shuffles read outside their segment.
const QUIRKS: &[&str] = &["shuffle-index-wraps", "shuffle-xor-fours"];
/// A recording in which the driver moved a load across a barrier.
const RACES: &str = "load-past-barrier";
/// A recording in which the driver miscompiles a shift.
const MISCOMPILED: &str = "shift-left-twice-64";

#[test]
fn quirks_are_distinguished_from_differences() {
    for name in QUIRKS {
        let (job, mut driver, listing, map) = recording(name);
        assert!(matches!(without_quirks(&job, &driver), Verdict::Differs(_)), "{name}");
        // The interpreter runs even if it is not one of the engines.
        for engines in [interpreter(), Engines::default()] {
            assert_eq!(engines.with_quirks(&job, &driver, "first".into()), Verdict::Quirks, "{name}");
        }
        assert_eq!(interpreter().listing(&job, &listing, map, &driver), Verdict::Same, "{name}");
        driver.blocks[1][0] ^= 1;
        let Verdict::Differs(text) = interpreter().with_quirks(&job, &driver, "first".into()) else {
            panic!("{name}: a changed word is a difference");
        };
        assert!(text.starts_with("first\nwith the driver's quirks: interp, as built, "), "{text}");
    }
}

#[test]
fn a_miscompilation_differs() {
    let (job, driver, listing, map) = recording(MISCOMPILED);
    let verdict = interpreter().with_quirks(&job, &driver, String::new());
    assert!(matches!(verdict, Verdict::Differs(_)), "{verdict:?}");
    let verdict = interpreter().listing(&job, &listing, map, &driver);
    assert!(matches!(verdict, Verdict::Differs(_)), "{verdict:?}");
}

#[test]
fn racing_listings_are_distinguished_from_differences() {
    let (job, driver, listing, map) = recording(RACES);
    assert_eq!(without_quirks(&job, &driver), Verdict::Same);
    let verdict = interpreter().listing(&job, &listing, map.clone(), &driver);
    assert!(matches!(verdict, Verdict::Races(_)), "{verdict:?}");
    let empty = "!!NVcp5.0\nGROUP_SIZE 64;\nmain: RET;\nEND\n";
    let verdict = interpreter().listing(&job, empty, map, &driver);
    assert!(matches!(verdict, Verdict::Differs(_)), "{verdict:?}");
}

#[test]
fn a_listing_that_nvc_rejects_fails() {
    let (job, driver, listing, map) = recording(RACES);
    let cut = &listing[..listing.len() / 2];
    let verdict = interpreter().listing(&job, cut, map, &driver);
    assert!(matches!(verdict, Verdict::Fails(_)), "{verdict:?}");
}

#[test]
fn without_engines_a_listing_is_not_run() {
    let (job, driver, listing, map) = recording(RACES);
    let verdict = Engines::default().listing(&job, &listing, map, &driver);
    assert!(matches!(verdict, Verdict::MissingFeature(_)), "{verdict:?}");
}

/// Returns whether the only engine is a lost Vulkan device.
fn is_lost(engines: &Engines) -> bool {
    matches!(&engines.opened[..], [(_, Engine::Vulkan(device))] if device.is_lost())
}

#[test]
fn a_lost_device_is_reopened() {
    let mut engines = Engines::open(&[EngineName::Vulkan]).expect("a Vulkan device");
    let record_error = |engines: &Engines, error: anyhow::Error| {
        let [(_, Engine::Vulkan(device))] = &engines.opened[..] else { panic!("one device") };
        assert!(device.record_loss(Err(error)).is_err(), "the program still fails");
    };
    record_error(&engines, anyhow::anyhow!("the program could not be compiled"));
    assert!(!is_lost(&engines), "other failures leave the device as it is");
    record_error(&engines, anyhow::Error::from(nvc_vulkan::Error::Lost).context("a run"));
    assert!(is_lost(&engines));

    let program = Generated::new(Language::Glsl, 1, &crate::command::Kind::Exact.profile());
    let compared = engines.compare(&program, &mut |_| {}).expect("the device opens again");
    assert!(!is_lost(&engines));
    let [(_, verdict)] = &compared.verdicts[..] else { panic!("one verdict: {:?}", compared.verdicts) };
    assert!(matches!(verdict, Verdict::Same | Verdict::MissingFeature(_)), "{verdict:?}");
}
