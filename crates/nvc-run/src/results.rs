//! [`Results`]: what a run leaves.

use crate::Program;
use crate::interface::{self, Place};
use nvc::Diagnostics;
use nvc_exec::{Image, Resources};

/// What a run leaves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Results<'p> {
    program: &'p Program,
    /// The memory, by class and index.
    pub memory: Resources,
    /// What the program printed, one string for each message.
    pub messages: Vec<String>,
    /// What [`Run::check`](crate::Run::check) found. Errors are undefined behaviour.
    pub findings: Diagnostics,
    /// Number of executed instructions, counted per warp.
    pub steps: u64,
}

impl<'p> Results<'p> {
    pub(crate) fn new(program: &'p Program, memory: Resources, report: nvc_interp::Report) -> Self {
        let nvc_interp::Report { findings, messages, steps, .. } = report;
        Results { program, memory, messages, findings, steps }
    }

    /// The content of a buffer.
    pub fn buffer(&self, name: &str) -> Option<&[u8]> {
        match self.place(name)? {
            Place::Buffer(class, index) => self.memory.buffers.get(&(class, index)).map(Vec::as_slice),
            _ => None,
        }
    }

    /// A storage image.
    pub fn image(&self, name: &str) -> Option<&Image> {
        match self.place(name)? {
            Place::Image(unit) => self.memory.images.get(&unit),
            _ => None,
        }
    }

    /// The buffers that the program uses, each with its name.
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
