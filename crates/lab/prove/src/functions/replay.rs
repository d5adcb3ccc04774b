//! Runs both functions of a counterexample in the interpreter.

use super::compare::Inputs;
use super::memory::Region;
use nvc_exec::{Dispatch, Resources};
use nvc_interp::{Config, run};
use nvc_ir::{BindingMap, Module, ResourceClass};

/// Maximum size of a buffer in bytes.
const BYTES: u64 = 1 << 16;

/// Runs the program before and after the pass on the memory of a counterexample. Returns a sentence: the first buffer contents
/// that differ, that there are none, or why the programs cannot be run.
pub fn replay(before: &Module, after: &Module, inputs: &Inputs) -> String {
    let resources = match resources(inputs) {
        Ok(resources) => resources,
        Err(why) => return why,
    };
    let ends = [before, after].map(|module| {
        let mut memory = resources.clone();
        let dispatch = Dispatch { groups: [1, 1, 1], ..Dispatch::default() };
        run(module, &dispatch, &mut memory, &Config::default(), None)
            .map(|_| memory.buffers)
            .map_err(|fault| format!("{}: {}", fault.code.as_str(), fault.message))
    });
    match ends {
        [Ok(before), Ok(after)] => {
            for (place, bytes) in &before {
                let other = after.get(place).map_or(&[][..], |bytes| bytes);
                if let Some(at) = bytes.iter().zip(other).position(|(x, y)| x != y) {
                    let at = at & !3;
                    return format!(
                        "the interpreter leaves {:02x?} before and {:02x?} after the pass at byte {at} of {} {}",
                        bytes.get(at..at + 4).unwrap_or_default(),
                        other.get(at..at + 4).unwrap_or_default(),
                        place.0.name(),
                        place.1
                    );
                }
            }
            "the interpreter leaves the same memory before and after the pass".to_owned()
        }
        [Err(why), _] => format!("the interpreter cannot run the program before the pass: {why}"),
        [_, Err(why)] => format!("the interpreter cannot run the program after the pass: {why}"),
    }
}

/// Buffers and parameters with the words of the counterexample, and zeros elsewhere. Words in other memory are left out.
fn resources(inputs: &Inputs) -> Result<Resources, String> {
    let mut resources = Resources::default();
    let bindings = BindingMap::classes();
    for class in [ResourceClass::Storage, ResourceClass::Uniform, ResourceClass::Counter] {
        for index in 0..4 {
            resources.buffers.insert((class, index), vec![0; 256]);
        }
    }
    resources.parameters = vec![0; 256];
    for &(region, address, word) in inputs {
        let (binding, offset) = ((address >> 48) as u32, address & 0xffff_ffff_ffff);
        let place = match region {
            Region::Resource(ResourceClass::Shared) => continue,
            Region::Resource(class) => (class, binding),
            Region::Bound(set, number) => {
                let found = [ResourceClass::Storage, ResourceClass::Uniform].into_iter().find(|&class| {
                    bindings
                        .get(class, number)
                        .is_some_and(|binding| (binding.set, binding.binding) == (set, number))
                });
                match found {
                    Some(class) => (class, number),
                    None => {
                        return Err(format!(
                            "the counterexample reads set {set}, binding {number}, which belongs to no class of buffers"
                        ));
                    }
                }
            }
            _ => continue,
        };
        if offset + 4 > BYTES {
            return Err(format!(
                "the counterexample reads byte {offset} of a buffer, but only {BYTES} bytes are replayed"
            ));
        }
        let bytes = match place.0 {
            ResourceClass::Parameter => &mut resources.parameters,
            _ => resources.buffers.entry(place).or_default(),
        };
        let at = offset as usize;
        if bytes.len() < at + 4 {
            bytes.resize(at + 4, 0);
        }
        bytes[at..at + 4].copy_from_slice(&(word as u32).to_le_bytes());
    }
    Ok(resources)
}
