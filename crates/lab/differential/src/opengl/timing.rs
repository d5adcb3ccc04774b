//! Measures the GPU time of dispatches with `GL_TIME_ELAPSED` queries.

use crate::opengl::gl::number::*;
use crate::opengl::{Context, Program, Result};
use nvc_exec::case::{Case, Map};
use nvc_exec::{Times, Timing};
use std::time::Duration;

impl Context {
    /// Measures the time of one dispatch of the program. Repeated dispatches are separated by memory
    /// barriers. The memory of the case is created once: each dispatch starts from the memory that the
    /// previous one left, and nothing is read back.
    pub fn time(&self, program: &Program<'_>, case: &Case, map: &Map, timing: Timing) -> Result<Times> {
        let _memory = self.prepare(program, case, map)?;
        let query = Query::new(self);
        let dispatches = timing.measure(|dispatches| query.time(case, dispatches));
        self.end_run(program);
        self.check("while timing dispatches")?;
        Ok(Times { compile: None, dispatches: dispatches? })
    }
}

/// A query object, deleted on drop.
struct Query<'c> {
    context: &'c Context,
    id: u32,
}

impl<'c> Query<'c> {
    fn new(context: &'c Context) -> Self {
        let mut id = 0;
        // SAFETY: the context is current, and `id` has room for one name.
        unsafe { (context.gl.gen_queries)(1, &mut id) };
        Query { context, id }
    }

    /// Returns the total time of consecutive dispatches of the current program, after waiting for them.
    fn time(&self, case: &Case, dispatches: u32) -> Result<Duration> {
        let gl = &self.context.gl;
        // SAFETY: the context is current, and no other query is active.
        unsafe { (gl.begin_query)(TIME_ELAPSED, self.id) };
        let done = (0..dispatches).try_for_each(|number| {
            if number > 0 {
                // SAFETY: the context is current.
                unsafe { (gl.memory_barrier)(SHADER_STORAGE_BARRIER_BIT | SHADER_IMAGE_ACCESS_BARRIER_BIT) };
            }
            self.context.dispatch(case)
        });
        let mut nanoseconds = 0;
        // SAFETY: the context is current, the query has begun, and its result is one integer.
        unsafe {
            (gl.end_query)(TIME_ELAPSED);
            (gl.query_result)(self.id, QUERY_RESULT, &mut nanoseconds);
            (gl.memory_barrier)(ALL_BARRIER_BITS);
        }
        done.map(|()| Duration::from_nanos(nanoseconds))
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        // SAFETY: the context is current.
        unsafe { (self.context.gl.delete_queries)(1, &self.id) };
    }
}
