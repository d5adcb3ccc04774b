//! `nvc-fuzz-targets`: runs the fuzz targets under libFuzzer and accepts libFuzzer's command line.
//!
//! One binary contains all targets; the environment variable `NVC_FUZZ_TARGET` selects one. The installed
//! `spirv-val` validates generated modules.
#![forbid(unsafe_code)]
#![no_main]

use nvc_lab::fuzz::targets::{self, TARGETS, Target};
use nvc_lab::validator;
use std::collections::BTreeSet;
use std::io::{Seek, Write};
use std::sync::Mutex;

/// State kept between inputs. It is global because libFuzzer's callback receives only the input bytes.
struct State {
    target: &'static Target,
    /// Hashes ([`shape`]) of the modules already validated.
    seen: BTreeSet<u64>,
    /// File in the folder `NVC_FUZZ_CURRENT` that each input is written to before it runs. After a stack overflow,
    /// this is the only copy of the input.
    current: Option<std::fs::File>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

libfuzzer_sys::fuzz_target!(init: open(), |data: &[u8]| {
    if let Ok(mut state) = STATE.lock()
        && let Some(state) = state.as_mut()
        && let Err(message) = examine(state, data)
    {
        panic!("{}: {message}", state.target.name);
    }
});

fn open() {
    let name = std::env::var("NVC_FUZZ_TARGET").unwrap_or_default();
    let Some(target) = targets::find(&name) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("error: NVC_FUZZ_TARGET must be one of {}", names.join(", "));
        std::process::exit(2);
    };
    let current = std::env::var_os("NVC_FUZZ_CURRENT").and_then(|folder| {
        let name = format!("{}-{}", target.name, std::process::id());
        std::fs::File::create(std::path::Path::new(&folder).join(name)).ok()
    });
    if let Ok(mut state) = STATE.lock() {
        *state = Some(State { target, seen: BTreeSet::new(), current });
    }
}

fn examine(state: &mut State, data: &[u8]) -> Result<(), String> {
    if let Some(file) = &mut state.current {
        // Errors are ignored: a full disk is not a finding.
        let _ =
            file.rewind().and_then(|()| file.write_all(data)).and_then(|()| file.set_len(data.len() as u64));
    }
    let seen = &mut state.seen;
    (state.target.run)(data, &mut |module| {
        if seen.len() > MAX_SHAPES {
            seen.clear();
        }
        if !seen.insert(shape(module)) {
            return Ok(());
        }
        match validator::validate(module) {
            Ok(None) => Ok(()),
            Ok(Some(message)) => Err(message),
            Err(error) => {
                eprintln!("error: {error:#}");
                std::process::exit(2);
            }
        }
    })
}

/// Maximum number of shapes to remember.
const MAX_SHAPES: usize = 1 << 20;

/// Hashes the instructions of a module without their operands (FNV-1a). Validation takes longer than
/// compilation, so a module whose shape was seen before is not validated again: it exercises the same
/// compiler code.
fn shape(module: &[u8]) -> u64 {
    let words = module.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]));
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut operands = 0;
    for word in words.skip(5) {
        if operands == 0 {
            hash = (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
            operands = word >> 16;
        }
        operands = operands.saturating_sub(1);
    }
    hash
}
