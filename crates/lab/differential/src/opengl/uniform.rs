//! Sets the uniforms outside blocks of GLSL programs.

use crate::opengl::{Context, Error, Program, Result};
use nvc_exec::case::Param;

impl Context {
    /// Sets the uniform at a parameter's location: a scalar, a vector, a matrix, or an array of these.
    pub(crate) fn set_uniform(&self, program: &Program<'_>, param: &Param) -> Result<()> {
        let rows = param.rows().map_err(|error| Error::Case(error.to_string()))?;
        let words: Vec<u32> = rows.concat();
        let floats: Vec<f32> = words.iter().map(|word| f32::from_bits(*word)).collect();
        let integers: Vec<i32> = words.iter().map(|word| *word as i32).collect();
        let (f, i, u) = (floats.as_ptr(), integers.as_ptr(), words.as_ptr());
        let (gl, id, at) = (&self.gl, program.id, param.location);
        let count = |components: usize| (words.len() / components) as i32;
        // SAFETY: the context is current, and each array contains `count` values of the type.
        unsafe {
            match param.ty.as_str() {
                "float" => (gl.uniform_1f)(id, at, count(1), f),
                "vec2" => (gl.uniform_2f)(id, at, count(2), f),
                "vec3" => (gl.uniform_3f)(id, at, count(3), f),
                "vec4" => (gl.uniform_4f)(id, at, count(4), f),
                "int" => (gl.uniform_1i)(id, at, count(1), i),
                "ivec2" => (gl.uniform_2i)(id, at, count(2), i),
                "ivec3" => (gl.uniform_3i)(id, at, count(3), i),
                "ivec4" => (gl.uniform_4i)(id, at, count(4), i),
                "uint" => (gl.uniform_1u)(id, at, count(1), u),
                "uvec2" => (gl.uniform_2u)(id, at, count(2), u),
                "uvec3" => (gl.uniform_3u)(id, at, count(3), u),
                "uvec4" => (gl.uniform_4u)(id, at, count(4), u),
                "mat3" => (gl.uniform_matrix_3)(id, at, count(9), 0, f),
                "mat4" => (gl.uniform_matrix_4)(id, at, count(16), 0, f),
                other => return Err(Error::Case(format!("uniforms of type {other} are not supported"))),
            }
        }
        self.check("while setting a uniform")
    }
}
