//! Loads the OpenGL functions at run time, and defines the OpenGL constants used here.

use crate::opengl::egl::Egl;
use crate::opengl::{Error, Result};
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_void};

type Data = *const c_void;
type Out = *mut c_void;
type Enum = c_uint;
type Id = c_uint;
type Size = isize;

/// Declares a table of driver functions. Loading the table fails if the driver lacks one of them.
macro_rules! functions {
    ($(#[$doc:meta])* $table:ident: $($field:ident = $name:literal ($($arg:ty),*) $(-> $ret:ty)?;)+) => {
        $(#[$doc])*
        pub(crate) struct $table {
            $(pub(crate) $field: unsafe extern "system" fn($($arg),*) $(-> $ret)?,)+
        }

        impl $table {
            pub(crate) fn load(egl: &Egl) -> Result<Self> {
                Ok(Self {
                    $($field: {
                        let found = egl.find($name);
                        if found.is_null() {
                            return Err(Error::Missing($name));
                        }
                        // SAFETY: this is the function's type in the OpenGL registry.
                        unsafe {
                            std::mem::transmute::<
                                *mut c_void,
                                unsafe extern "system" fn($($arg),*) $(-> $ret)?,
                            >(found)
                        }
                    },)+
                })
            }
        }
    };
}

functions! {
    /// Functions of OpenGL 4.5.
    Gl:
    get_error = "glGetError"() -> Enum;
    get_string = "glGetString"(Enum) -> *const c_uchar;
    get_integer = "glGetIntegerv"(Enum, *mut c_int);
    enable = "glEnable"(Enum);
    disable = "glDisable"(Enum);
    finish = "glFinish"();
    pixel_store = "glPixelStorei"(Enum, c_int);
    create_buffers = "glCreateBuffers"(c_int, *mut Id);
    delete_buffers = "glDeleteBuffers"(c_int, *const Id);
    buffer_storage = "glNamedBufferStorage"(Id, Size, Data, c_uint);
    buffer_write = "glNamedBufferSubData"(Id, Size, Size, Data);
    buffer_read = "glGetNamedBufferSubData"(Id, Size, Size, Out);
    bind_buffer_base = "glBindBufferBase"(Enum, c_uint, Id);
    create_textures = "glCreateTextures"(Enum, c_int, *mut Id);
    delete_textures = "glDeleteTextures"(c_int, *const Id);
    storage_1d = "glTextureStorage1D"(Id, c_int, Enum, c_int);
    storage_2d = "glTextureStorage2D"(Id, c_int, Enum, c_int, c_int);
    storage_3d = "glTextureStorage3D"(Id, c_int, Enum, c_int, c_int, c_int);
    storage_2d_samples = "glTextureStorage2DMultisample"(Id, c_int, Enum, c_int, c_int, c_uchar);
    storage_3d_samples = "glTextureStorage3DMultisample"(Id, c_int, Enum, c_int, c_int, c_int, c_uchar);
    write_1d = "glTextureSubImage1D"(Id, c_int, c_int, c_int, Enum, Enum, Data);
    write_2d = "glTextureSubImage2D"(Id, c_int, c_int, c_int, c_int, c_int, Enum, Enum, Data);
    write_3d = "glTextureSubImage3D"(Id, c_int, c_int, c_int, c_int, c_int, c_int, c_int, Enum, Enum, Data);
    clear_texels =
        "glClearTexSubImage"(Id, c_int, c_int, c_int, c_int, c_int, c_int, c_int, Enum, Enum, Data);
    texture_buffer = "glTextureBuffer"(Id, Enum, Id);
    texture_parameter = "glTextureParameteri"(Id, Enum, c_int);
    texture_read = "glGetTextureImage"(Id, c_int, Enum, Enum, c_int, Out);
    bind_texture_unit = "glBindTextureUnit"(c_uint, Id);
    bind_image = "glBindImageTexture"(c_uint, Id, c_int, c_uchar, c_int, Enum, Enum);
    create_shader = "glCreateShader"(Enum) -> Id;
    shader_source = "glShaderSource"(Id, c_int, *const *const c_char, *const c_int);
    compile_shader = "glCompileShader"(Id);
    get_shader = "glGetShaderiv"(Id, Enum, *mut c_int);
    shader_log = "glGetShaderInfoLog"(Id, c_int, *mut c_int, *mut c_char);
    delete_shader = "glDeleteShader"(Id);
    create_program = "glCreateProgram"() -> Id;
    program_parameter = "glProgramParameteri"(Id, Enum, c_int);
    attach_shader = "glAttachShader"(Id, Id);
    link_program = "glLinkProgram"(Id);
    get_program = "glGetProgramiv"(Id, Enum, *mut c_int);
    program_log = "glGetProgramInfoLog"(Id, c_int, *mut c_int, *mut c_char);
    program_binary = "glGetProgramBinary"(Id, c_int, *mut c_int, *mut Enum, Out);
    delete_program = "glDeleteProgram"(Id);
    use_program = "glUseProgram"(Id);
    interface = "glGetProgramInterfaceiv"(Id, Enum, Enum, *mut c_int);
    resource =
        "glGetProgramResourceiv"(Id, Enum, c_uint, c_int, *const Enum, c_int, *mut c_int, *mut c_int);
    resource_name = "glGetProgramResourceName"(Id, Enum, c_uint, c_int, *mut c_int, *mut c_char);
    get_uniform = "glGetUniformiv"(Id, c_int, *mut c_int);
    uniform_1f = "glProgramUniform1fv"(Id, c_int, c_int, *const f32);
    uniform_2f = "glProgramUniform2fv"(Id, c_int, c_int, *const f32);
    uniform_3f = "glProgramUniform3fv"(Id, c_int, c_int, *const f32);
    uniform_4f = "glProgramUniform4fv"(Id, c_int, c_int, *const f32);
    uniform_1i = "glProgramUniform1iv"(Id, c_int, c_int, *const i32);
    uniform_2i = "glProgramUniform2iv"(Id, c_int, c_int, *const i32);
    uniform_3i = "glProgramUniform3iv"(Id, c_int, c_int, *const i32);
    uniform_4i = "glProgramUniform4iv"(Id, c_int, c_int, *const i32);
    uniform_1u = "glProgramUniform1uiv"(Id, c_int, c_int, *const u32);
    uniform_2u = "glProgramUniform2uiv"(Id, c_int, c_int, *const u32);
    uniform_3u = "glProgramUniform3uiv"(Id, c_int, c_int, *const u32);
    uniform_4u = "glProgramUniform4uiv"(Id, c_int, c_int, *const u32);
    uniform_matrix_3 = "glProgramUniformMatrix3fv"(Id, c_int, c_int, c_uchar, *const f32);
    uniform_matrix_4 = "glProgramUniformMatrix4fv"(Id, c_int, c_int, c_uchar, *const f32);
    dispatch = "glDispatchCompute"(c_uint, c_uint, c_uint);
    memory_barrier = "glMemoryBarrier"(c_uint);
    gen_queries = "glGenQueries"(c_int, *mut Id);
    delete_queries = "glDeleteQueries"(c_int, *const Id);
    begin_query = "glBeginQuery"(Enum, Id);
    end_query = "glEndQuery"(Enum);
    query_result = "glGetQueryObjectui64v"(Id, Enum, *mut u64);
}

functions! {
    /// Functions for assembly programs (ARB_vertex_program, NV_gpu_program4, NV_parameter_buffer_object).
    Assembler:
    gen_programs = "glGenProgramsARB"(c_int, *mut Id);
    delete_programs = "glDeleteProgramsARB"(c_int, *const Id);
    bind_program = "glBindProgramARB"(Enum, Id);
    program_string = "glProgramStringARB"(Enum, Enum, c_int, Data);
    local_parameter = "glProgramLocalParameterI4uiNV"(Enum, c_uint, c_uint, c_uint, c_uint, c_uint);
    bind_buffer_base = "glBindBufferBaseNV"(Enum, c_uint, Id);
}

functions! {
    /// Functions for bindless handles of textures and images (ARB_bindless_texture).
    Handles:
    texture = "glGetTextureHandleARB"(Id) -> u64;
    texture_resident = "glMakeTextureHandleResidentARB"(u64);
    image = "glGetImageHandleARB"(Id, c_int, c_uchar, c_int, Enum) -> u64;
    image_resident = "glMakeImageHandleResidentARB"(u64, Enum);
}

functions! {
    /// Functions for GPU addresses of buffers (NV_shader_buffer_load).
    Addresses:
    make_resident = "glMakeNamedBufferResidentNV"(Id, Enum);
    get = "glGetNamedBufferParameterui64vNV"(Id, Enum, *mut u64);
}

functions! {
    /// Dispatch with a variable work group size (ARB_compute_variable_group_size).
    GroupSize:
    dispatch = "glDispatchComputeGroupSizeARB"(c_uint, c_uint, c_uint, c_uint, c_uint, c_uint);
}

/// Constants of the OpenGL registry.
#[rustfmt::skip]
pub(crate) mod number {
    pub(crate) const TEXTURE_1D: u32 = 0x0de0;
    pub(crate) const TEXTURE_2D: u32 = 0x0de1;
    pub(crate) const TEXTURE_RECTANGLE: u32 = 0x84f5;
    pub(crate) const TEXTURE_3D: u32 = 0x806f;
    pub(crate) const TEXTURE_CUBE_MAP: u32 = 0x8513;
    pub(crate) const TEXTURE_1D_ARRAY: u32 = 0x8c18;
    pub(crate) const TEXTURE_2D_ARRAY: u32 = 0x8c1a;
    pub(crate) const TEXTURE_BUFFER: u32 = 0x8c2a;
    pub(crate) const TEXTURE_CUBE_MAP_ARRAY: u32 = 0x9009;
    pub(crate) const TEXTURE_2D_MULTISAMPLE: u32 = 0x9100;
    pub(crate) const TEXTURE_2D_MULTISAMPLE_ARRAY: u32 = 0x9102;
    pub(crate) const TEXTURE_MAG_FILTER: u32 = 0x2800;
    pub(crate) const TEXTURE_MIN_FILTER: u32 = 0x2801;
    pub(crate) const TEXTURE_WRAP_S: u32 = 0x2802;
    pub(crate) const TEXTURE_WRAP_T: u32 = 0x2803;
    pub(crate) const TEXTURE_WRAP_R: u32 = 0x8072;
    pub(crate) const TEXTURE_COMPARE_MODE: u32 = 0x884c;
    pub(crate) const COMPARE_REF_TO_TEXTURE: i32 = 0x884e;
    pub(crate) const NEAREST: i32 = 0x2600;
    pub(crate) const LINEAR: i32 = 0x2601;
    pub(crate) const NEAREST_MIPMAP_NEAREST: i32 = 0x2700;
    pub(crate) const LINEAR_MIPMAP_NEAREST: i32 = 0x2701;
    pub(crate) const REPEAT: i32 = 0x2901;
    pub(crate) const CLAMP_TO_EDGE: i32 = 0x812f;
    pub(crate) const UNPACK_ALIGNMENT: u32 = 0x0cf5;
    pub(crate) const PACK_ALIGNMENT: u32 = 0x0d05;
    pub(crate) const READ_WRITE: u32 = 0x88ba;
    pub(crate) const UNIFORM_BUFFER: u32 = 0x8a11;
    pub(crate) const SHADER_STORAGE_BUFFER: u32 = 0x90d2;
    pub(crate) const ATOMIC_COUNTER_BUFFER: u32 = 0x92c0;
    pub(crate) const DYNAMIC_STORAGE_BIT: u32 = 0x0100;
    pub(crate) const SHADER_IMAGE_ACCESS_BARRIER_BIT: u32 = 0x0020;
    pub(crate) const SHADER_STORAGE_BARRIER_BIT: u32 = 0x2000;
    pub(crate) const ALL_BARRIER_BITS: u32 = 0xffff_ffff;
    pub(crate) const TIME_ELAPSED: u32 = 0x88bf;
    pub(crate) const QUERY_RESULT: u32 = 0x8866;
    pub(crate) const RENDERER: u32 = 0x1f01;
    pub(crate) const VERSION: u32 = 0x1f02;
    pub(crate) const COMPUTE_SHADER: u32 = 0x91b9;
    pub(crate) const COMPILE_STATUS: u32 = 0x8b81;
    pub(crate) const LINK_STATUS: u32 = 0x8b82;
    pub(crate) const PROGRAM_BINARY_RETRIEVABLE_HINT: u32 = 0x8257;
    pub(crate) const PROGRAM_BINARY_LENGTH: u32 = 0x8741;
    pub(crate) const COMPUTE_PROGRAM_NV: u32 = 0x90fb;
    pub(crate) const COMPUTE_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x90fc;
    pub(crate) const PROGRAM_FORMAT_ASCII_ARB: u32 = 0x8875;
    pub(crate) const PROGRAM_ERROR_POSITION_ARB: u32 = 0x864b;
    pub(crate) const PROGRAM_ERROR_STRING_ARB: u32 = 0x8874;
    pub(crate) const BUFFER_GPU_ADDRESS_NV: u32 = 0x8f1d;
    pub(crate) const UNIFORM: u32 = 0x92e1;
    pub(crate) const UNIFORM_BLOCK: u32 = 0x92e2;
    pub(crate) const SHADER_STORAGE_BLOCK: u32 = 0x92e6;
    pub(crate) const ACTIVE_RESOURCES: u32 = 0x92f5;
    pub(crate) const TYPE: u32 = 0x92fa;
    pub(crate) const ARRAY_SIZE: u32 = 0x92fb;
    pub(crate) const BLOCK_INDEX: u32 = 0x92fd;
    pub(crate) const ATOMIC_COUNTER_BUFFER_INDEX: u32 = 0x9301;
    pub(crate) const BUFFER_BINDING: u32 = 0x9302;
    pub(crate) const LOCATION: u32 = 0x930e;
}
