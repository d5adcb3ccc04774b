//! Runs a program on the inputs of a case.

use crate::opengl::buffer::Buffer;
use crate::opengl::gl::number::*;
use crate::opengl::texture::Texture;
use crate::opengl::{Context, Error, Program, Result};
use nvc_exec::case::{Case, Map, Mapping, Outputs};

/// The driver objects that contain a case's memory. They are kept alive until the run ends.
pub(crate) struct Memory<'c> {
    storage: Vec<Buffer<'c>>,
    /// Buffers that the program accesses through their GPU addresses.
    memory: Vec<Buffer<'c>>,
    textures: Vec<Texture<'c>>,
    images: Vec<Texture<'c>>,
    /// Uniform and atomic counter buffers.
    _others: Vec<Buffer<'c>>,
    /// GPU addresses of the buffers in `memory`.
    addresses: Vec<u64>,
}

/// Size in bytes of one program parameter, `program.local[i]`.
const ROW: usize = 16;

impl Context {
    /// Dispatches a program on the inputs of a case and reads the resulting memory. For an assembly program,
    /// `map` assigns the case's resources to the program's indices.
    pub fn run(&self, program: &Program<'_>, case: &Case, map: &Map) -> Result<Outputs> {
        let memory = self.prepare(program, case, map)?;
        self.dispatch(case)?;
        self.end_run(program);
        self.check("during the dispatch")?;
        memory.download(case)
    }

    /// Creates and binds the memory of a case, and makes the program current.
    pub(crate) fn prepare(&self, program: &Program<'_>, case: &Case, map: &Map) -> Result<Memory<'_>> {
        if !case.spec.is_empty() {
            return Err(Error::Case("specialization constants are not supported on OpenGL".into()));
        }
        let mapping = if program.assembly { Mapping::assembly(case, map) } else { Mapping::glsl(case) };
        let mapping = mapping.map_err(|error| Error::Case(format!("{error:#}")))?;
        let memory = self.upload(program, case, &mapping)?;
        if program.assembly {
            self.use_assembly(program, &mapping, case, map, &memory)?;
        } else {
            // SAFETY: the context is current.
            unsafe { (self.gl.use_program)(program.id) };
            case.param.iter().try_for_each(|param| self.set_uniform(program, param))?;
        }
        self.check("before the dispatch")?;
        Ok(memory)
    }

    /// Dispatches the current program. Does not wait for it.
    pub(crate) fn dispatch(&self, case: &Case) -> Result<()> {
        let [x, y, z] = case.dispatch;
        // SAFETY: the context is current, and the caller keeps everything alive that the program accesses.
        unsafe {
            match (case.group, &self.group_size) {
                (None, _) => (self.gl.dispatch)(x, y, z),
                (Some([w, h, d]), Some(group_size)) => (group_size.dispatch)(x, y, z, w, h, d),
                (Some(_), None) => return Err(Error::Missing("GL_ARB_compute_variable_group_size")),
            }
        }
        Ok(())
    }

    /// Waits for all dispatches, and unbinds the program.
    pub(crate) fn end_run(&self, program: &Program<'_>) {
        // SAFETY: the context is current.
        unsafe {
            (self.gl.memory_barrier)(ALL_BARRIER_BITS);
            (self.gl.finish)();
            if program.assembly {
                (self.gl.disable)(COMPUTE_PROGRAM_NV);
            } else {
                (self.gl.use_program)(0);
            }
        }
    }

    /// Creates the case's buffers, textures and images, and binds them.
    fn upload(&self, program: &Program<'_>, case: &Case, mapping: &Mapping) -> Result<Memory<'_>> {
        // All buffers of `case.memory` are created before any buffer is filled, because a buffer may contain the
        // address of any of them.
        let blank = case.memory.iter().map(|memory| Buffer::new(self, &vec![0; memory.bytes]));
        let memory = blank.collect::<Result<Vec<_>>>()?;
        let addresses = memory.iter().map(Buffer::address).collect::<Result<Vec<_>>>()?;
        for (buffer, input) in memory.iter().zip(&case.memory) {
            buffer.write(&input.init.bytes(input.bytes, &addresses))?;
        }
        let make =
            |input: &nvc_exec::case::Buffer| Buffer::new(self, &input.init.bytes(input.bytes, &addresses));
        let (mut storage, mut others) = (Vec::new(), Vec::new());
        for input in &case.storage {
            let buffer = make(input)?;
            buffer.bind(SHADER_STORAGE_BUFFER, input.binding);
            storage.push(buffer);
        }
        for input in &case.counter {
            let buffer = make(input)?;
            buffer.bind(ATOMIC_COUNTER_BUFFER, input.binding);
            others.push(buffer);
        }
        for input in &case.uniform {
            let buffer = make(input)?;
            for index in mapping.uniform_points(input.binding) {
                match &self.assembler {
                    Some(assembler) if program.assembly => {
                        // SAFETY: the context is current.
                        unsafe {
                            let target = COMPUTE_PROGRAM_PARAMETER_BUFFER_NV;
                            (assembler.bind_buffer_base)(target, index, buffer.id);
                        }
                    }
                    _ => buffer.bind(UNIFORM_BUFFER, index),
                }
            }
            others.push(buffer);
        }
        let textures = case.texture.iter().map(|input| Texture::new(self, input));
        let textures = textures.collect::<Result<Vec<_>>>()?;
        for (texture, input) in textures.iter().zip(&case.texture) {
            texture.bind(input.binding);
        }
        let images = case.image.iter().map(|input| Texture::new(self, input));
        let images = images.collect::<Result<Vec<_>>>()?;
        for (image, input) in images.iter().zip(&case.image) {
            image.bind_image(input.binding);
        }
        self.check("while binding memory")?;
        Ok(Memory { storage, memory, textures, images, _others: others, addresses })
    }

    /// Makes an assembly program current, and sets its parameters.
    fn use_assembly(
        &self,
        program: &Program<'_>,
        mapping: &Mapping,
        case: &Case,
        map: &Map,
        memory: &Memory<'_>,
    ) -> Result<()> {
        let assembler = self.assembler.as_ref().ok_or(Error::Missing("GL_NV_compute_program5"))?;
        let mut parameters = mapping.parameters(&memory.addresses);
        for param in &map.param {
            let is_unit = |unit: u32| i64::from(unit) == i64::from(param.unit);
            let handle = match param.kind.as_str() {
                "sampler" => {
                    let index = case.texture.iter().position(|texture| is_unit(texture.binding));
                    index.and_then(|n| memory.textures.get(n)).map(|texture| texture.handle(false))
                }
                "image" => {
                    let index = case.image.iter().position(|image| is_unit(image.binding));
                    index.and_then(|n| memory.images.get(n)).map(|image| image.handle(true))
                }
                _ => None,
            };
            let at = param.index as usize * ROW;
            if let (Some(handle), Some(to)) = (handle.transpose()?, parameters.get_mut(at..at + 8)) {
                to.copy_from_slice(&handle.to_le_bytes());
            }
        }
        // SAFETY: the context is current.
        unsafe {
            (self.gl.use_program)(0);
            (self.gl.enable)(COMPUTE_PROGRAM_NV);
            (assembler.bind_program)(COMPUTE_PROGRAM_NV, program.id);
        }
        for (index, row) in (0..).zip(parameters.chunks_exact(ROW)) {
            let words: Vec<u32> =
                row.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect();
            let [x, y, z, w] = words[..] else { continue };
            // SAFETY: the context is current.
            unsafe { (assembler.local_parameter)(COMPUTE_PROGRAM_NV, index, x, y, z, w) };
        }
        self.check("while setting parameters")
    }
}

impl Memory<'_> {
    /// Reads the memory back, in the order of `truth.bin`.
    fn download(&self, case: &Case) -> Result<Outputs> {
        let storage = self.storage.iter().zip(&case.storage).map(|(buffer, input)| buffer.read(input.bytes));
        let memory = self.memory.iter().zip(&case.memory).map(|(buffer, input)| buffer.read(input.bytes));
        let images = self.images.iter().zip(&case.image).map(|(image, input)| image.read(input));
        Ok(Outputs { blocks: storage.chain(memory).chain(images).collect::<Result<_>>()? })
    }
}
