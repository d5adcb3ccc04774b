//! [`Results`]: the memory after a run, with messages and findings.

use crate::Program;
use crate::interface::{self, Place};
use nvc::Diagnostics;
use nvc_exec::{Image, Resources};

/// The memory after a run, with the program's messages and the findings of the checks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Results<'p> {
    program: &'p Program,
    /// The memory, by class and index.
    pub memory: Resources,
    /// The messages that the program printed, one string each.
    pub messages: Vec<String>,
    /// The findings of [`Run::check`](crate::Run::check). Those that are errors report undefined behaviour.
    pub findings: Diagnostics,
    /// The number of steps. An addition in a whole warp is one step, slower instructions are several.
    pub steps: u64,
}

impl<'p> Results<'p> {
    pub(crate) fn new(program: &'p Program, memory: Resources, report: nvc_interp::Report) -> Self {
        let nvc_interp::Report { findings, messages, steps, .. } = report;
        Results { program, memory, messages, findings, steps }
    }

    /// The contents of a buffer, by name.
    pub fn buffer(&self, name: &str) -> Option<&[u8]> {
        match self.place(name)? {
            Place::Buffer(class, index) => self.memory.buffers.get(&(class, index)).map(Vec::as_slice),
            _ => None,
        }
    }

    /// A storage image, by name.
    pub fn image(&self, name: &str) -> Option<&Image> {
        match self.place(name)? {
            Place::Image(unit) => self.memory.images.get(&unit),
            _ => None,
        }
    }

    /// The names and contents of the buffers that the program uses.
    pub fn buffers(&self) -> impl Iterator<Item = (String, &[u8])> {
        let resources = self.program.reflection().into_iter().flat_map(interface::resources);
        let elements = resources.flat_map(|(resource, count)| interface::elements(resource, count));
        elements.filter_map(|(name, slot)| match slot.place {
            Place::Buffer(class, index) => Some((name, self.memory.buffers.get(&(class, index))?.as_slice())),
            _ => None,
        })
    }

    fn place(&self, name: &str) -> Option<Place> {
        interface::find(self.program.reflection(), name).ok().map(|slot| slot.place)
    }
}
