//! [`Run`]: a dispatch with the memory bound to it.

use crate::interface::{self, Place, Slot};
use crate::parameters::{self, Number};
use crate::{Error, Program, Results, compatibility};
use nvc::reflect::{Field, Type};
use nvc::{Limit, Limits};
use nvc_exec::{Dispatch, Image, Resources, Sampler, Texture};
use nvc_interp::{Config, Invocation, Tracer};
use std::collections::{BTreeMap, BTreeSet};

/// A dispatch with the memory bound to it. The [crate](crate) documentation explains resource names; [`Program::names`] lists
/// them.
#[derive(Clone, Debug)]
pub struct Run<'p> {
    program: &'p Program,
    memory: Resources,
    dispatch: Dispatch,
    config: Config,
    bytes: u64,
    allow_unbound: bool,
    /// The members of the parameter block that were given.
    given: BTreeSet<String>,
    /// The name by which each other resource was given.
    names: BTreeMap<Place, String>,
}

impl<'p> Run<'p> {
    /// Creates a dispatch of one work group, with no memory bound.
    pub fn new(program: &'p Program) -> Self {
        Run {
            program,
            memory: Resources::default(),
            dispatch: Dispatch { groups: [1; 3], ..Dispatch::default() },
            config: Config { bindings: program.bindings.clone(), ..Config::default() },
            bytes: u64::MAX,
            allow_unbound: false,
            given: BTreeSet::new(),
            names: BTreeMap::new(),
        }
    }

    /// Sets the number of work groups in x, y and z.
    #[must_use]
    pub fn groups(mut self, groups: [u32; 3]) -> Self {
        self.dispatch.groups = groups;
        self
    }

    /// Sets the contents of a uniform, storage or counter buffer.
    ///
    /// # Errors
    /// If the program has no such buffer, if the contents are shorter than the buffer's block, or if it is given twice.
    pub fn buffer(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        let (slot, bytes) = (self.slot(name)?, bytes.into());
        let Place::Buffer(class, index) = slot.place else { return Err(wrong_kind(name, "a buffer", &slot)) };
        let given = bytes.len() as u64;
        if given < slot.bytes {
            return Err(Error::Size { name: name.to_owned(), given, needed: slot.bytes });
        }
        self.memory.buffers.insert((class, index), bytes);
        Ok(self)
    }

    /// Sets the image and sampler of a texture.
    ///
    /// # Errors
    /// If the program has no such texture, or if it is given twice.
    pub fn texture(mut self, name: &str, texture: Texture) -> Result<Self, Error> {
        let slot = self.slot(name)?;
        let Place::Texture(unit) = slot.place else { return Err(wrong_kind(name, "a texture", &slot)) };
        self.memory.textures.insert(unit, texture);
        Ok(self)
    }

    /// Sets the state of a separate sampler.
    ///
    /// # Errors
    /// If the program has no such sampler, or if it is given twice.
    pub fn sampler(mut self, name: &str, sampler: Sampler) -> Result<Self, Error> {
        let slot = self.slot(name)?;
        let Place::Sampler(unit) = slot.place else { return Err(wrong_kind(name, "a sampler", &slot)) };
        self.memory.samplers.insert(unit, sampler);
        Ok(self)
    }

    /// Sets a storage image.
    ///
    /// # Errors
    /// If the program has no such image, or if it is given twice.
    pub fn image(mut self, name: &str, image: Image) -> Result<Self, Error> {
        let slot = self.slot(name)?;
        let Place::Image(unit) = slot.place else { return Err(wrong_kind(name, "an image", &slot)) };
        self.memory.images.insert(unit, image);
        Ok(self)
    }

    /// Sets a parameter, or an element of an array parameter, to bytes in the layout of its type.
    ///
    /// # Errors
    /// If the program has no such parameter, or if its type has another size.
    pub fn parameter(mut self, name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let (offset, ty) = self.field(name)?;
        let structs = self.program.reflection().map_or(&[][..], |reflection| &reflection.structs);
        let given = bytes.len() as u64;
        let (needed, padded) = parameters::size(ty, structs);
        if given != needed && given != padded {
            return Err(Error::Size { name: name.to_owned(), given, needed });
        }
        self.write(name, offset, bytes.get(..needed as usize).unwrap_or(bytes));
        Ok(self)
    }

    /// Sets a parameter, or an element of an array parameter, to numbers: one per scalar of its type, matrices
    /// column by column. Elements that are not given are 0.
    ///
    /// # Errors
    /// If the program has no such parameter, if its type has another number of scalars, or if a number does not fit its scalar.
    pub fn values(mut self, name: &str, values: &[Number]) -> Result<Self, Error> {
        let (offset, ty) = self.field(name)?;
        let structs = self.program.reflection().map_or(&[][..], |reflection| &reflection.structs);
        let wrong = |message| Error::Value { name: name.to_owned(), message };
        let scalars = parameters::scalars(ty, structs);
        let scalars = scalars.ok_or_else(|| wrong("values of this type must be given as bytes".into()))?;
        if scalars.len() != values.len() {
            return Err(wrong(format!("the type has {} scalars, {} given", scalars.len(), values.len())));
        }
        let encoded = scalars.iter().zip(values).map(|((at, scalar), number)| {
            Ok((offset + at, parameters::encode(*number, *scalar).map_err(wrong)?))
        });
        for (at, bytes) in encoded.collect::<Result<Vec<_>, Error>>()? {
            self.write(name, at, &bytes);
        }
        Ok(self)
    }

    /// Replaces all memory by memory that is identified by class and index instead of names, such as that of a recorded test
    /// case.
    #[must_use]
    pub fn memory(mut self, memory: Resources) -> Self {
        self.memory = memory;
        self
    }

    /// Replaces the dispatch.
    #[must_use]
    pub fn dispatch(mut self, dispatch: Dispatch) -> Self {
        self.dispatch = dispatch;
        self
    }

    /// Sets the number of lanes of a warp, 1 to 32; 32 by default.
    #[must_use]
    pub fn lanes(mut self, lanes: u32) -> Self {
        self.config.lanes = lanes;
        self
    }

    /// Sets the limits of the run, such as [`Limit::RunPrintedBytes`]. They include the one that [`Run::steps`] sets.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.config.limits = limits;
        self
    }

    /// Sets the maximum number of steps, [`DEFAULT_STEPS`](crate::DEFAULT_STEPS) by default. An addition in a whole warp is one
    /// step, slower instructions are several.
    #[must_use]
    pub fn steps(mut self, steps: u64) -> Self {
        self.config.limits = std::mem::take(&mut self.config.limits).with(Limit::RunSteps, steps);
        self
    }

    /// Sets the maximum total size in bytes of all buffers, textures, images and parameters; unlimited by
    /// default.
    #[must_use]
    pub fn bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes;
        self
    }

    /// Sets whether to check for undefined behaviour and likely mistakes, reported in [`Results::findings`]. The checks find
    /// more in programs of [`Phase::Built`](crate::Phase::Built).
    #[must_use]
    pub fn check(mut self, check: bool) -> Self {
        self.config.check = check;
        self
    }

    /// Sets whether resources and parameters may be missing. They then read as zero, and writes to them are dropped.
    #[must_use]
    pub fn allow_unbound(mut self, allow: bool) -> Self {
        self.allow_unbound = allow;
        self
    }

    /// Runs the program.
    ///
    /// # Errors
    /// If a resource or parameter that the program uses is missing or does not match, if more bytes are bound than allowed, or
    /// if the program fails.
    pub fn execute(self) -> Result<Results<'p>, Error> {
        self.run(None)
    }

    /// Runs the program, and passes the instructions of one invocation and of its warp to a tracer.
    ///
    /// # Errors
    /// As for [`Run::execute`]; also if the dispatch has no such invocation.
    pub fn execute_traced(
        mut self,
        invocation: Invocation,
        tracer: &mut dyn Tracer,
    ) -> Result<Results<'p>, Error> {
        self.config.trace = Some(invocation);
        self.run(Some(tracer))
    }

    fn run(mut self, tracer: Option<&mut dyn Tracer>) -> Result<Results<'p>, Error> {
        let module = &self.program.module;
        if let Some(traced) = self.config.trace {
            compatibility::invocation(module, &self.dispatch, traced)?;
        }
        if let Some(reflection) = self.program.reflection() {
            compatibility::check_resources(reflection, &self.memory)?;
        }
        if !self.allow_unbound {
            self.check_complete()?;
        }
        let given = bytes(&self.memory);
        if given > self.bytes {
            return Err(Error::TooLarge { given, limit: self.bytes });
        }
        let report = nvc_interp::run(module, &self.dispatch, &mut self.memory, &self.config, tracer);
        Ok(Results::new(self.program, self.memory, report.map_err(Error::Fault)?))
    }

    /// Fails if a resource or parameter that the program uses is not given, or if two resources would share memory.
    fn check_complete(&self) -> Result<(), Error> {
        let Some(reflection) = self.program.reflection() else { return Ok(()) };
        compatibility::distinct_elements(reflection, &self.program.bindings)?;
        for (resource, count) in interface::resources(reflection) {
            for (name, slot) in interface::elements(resource, count) {
                if !slot.place.is_bound(&self.memory) {
                    return Err(Error::Missing { name, kind: slot.place.kind() });
                }
            }
        }
        // Parameters given as a whole by `memory` have no names to check.
        if self.given.is_empty() && !self.memory.parameters.is_empty() {
            return Ok(());
        }
        let missing =
            interface::parameters(reflection).iter().find(|field| !self.given.contains(&field.name));
        missing.map_or(Ok(()), |field| Err(Error::Missing { name: field.name.clone(), kind: "a parameter" }))
    }

    /// Finds a resource by name and records that it is given. Fails if it was given before.
    fn slot(&mut self, name: &str) -> Result<Slot, Error> {
        let reflection = self.program.reflection();
        let slot = interface::find(reflection, name)?;
        let Some(other) = self.names.get(&slot.place) else {
            self.names.insert(slot.place, name.to_owned());
            return Ok(slot);
        };
        // Report a conflict between two resources of the program first: the names may be of different resources.
        if let Some(reflection) = reflection {
            compatibility::check_resources(reflection, &self.memory)?;
            compatibility::distinct_elements(reflection, &self.program.bindings)?;
        }
        Err(Error::Twice { name: name.to_owned(), other: other.clone() })
    }

    /// The offset and type of a parameter, or of an element of an array parameter.
    fn field(&self, name: &str) -> Result<(u64, &'p Type), Error> {
        let reflection = self.program.reflection();
        let fields = reflection.map_or(&[][..], interface::parameters);
        let find = |name: &str| fields.iter().find(|field| field.name == name);
        if let Some(Field { offset, ty, .. }) = find(name) {
            return Ok((u64::from(*offset), ty));
        }
        let (base, index) = interface::split(name);
        let (Some(index), Some(Field { offset, ty: Type::Array { element, length, stride }, .. })) =
            (index, find(base))
        else {
            return Err(interface::unknown(reflection, name));
        };
        let count = length.map_or(0, |length| length.default_value());
        if index >= count {
            return Err(Error::Element { name: base.to_owned(), count });
        }
        Ok((u64::from(*offset) + u64::from(index) * u64::from(*stride), element))
    }

    /// Writes bytes to the parameter block and records that the parameter is given.
    fn write(&mut self, name: &str, offset: u64, bytes: &[u8]) {
        const ROW: usize = 16;
        let (base, _) = interface::split(name);
        self.given.extend([name.to_owned(), base.to_owned()]);
        let block = &mut self.memory.parameters;
        let Ok(start) = usize::try_from(offset) else { return };
        let end = start + bytes.len();
        block.resize(block.len().max(end).next_multiple_of(ROW), 0);
        block[start..end].copy_from_slice(bytes);
    }
}

fn wrong_kind(name: &str, given: &'static str, slot: &Slot) -> Error {
    Error::WrongKind { name: name.to_owned(), given, declared: slot.place.kind() }
}

/// The total size of all memory in bytes.
fn bytes(memory: &Resources) -> u64 {
    let buffers = memory.buffers.values().map(Vec::len);
    let textures = memory.textures.values().map(|texture| texture.image.texels.len());
    let images = memory.images.values().map(|image| image.texels.len());
    let all = buffers.chain(textures).chain(images).chain([memory.parameters.len()]);
    all.fold(0, |sum, bytes| sum + bytes as u64)
}
