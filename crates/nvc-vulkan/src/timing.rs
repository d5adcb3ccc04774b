//! Measures the device time of dispatches with timestamp queries.

use crate::error::{Context, Error};
use crate::session::Prepared;
use crate::{Result, Session};
use ash::vk;
use nvc_exec::{Dispatch, Resources, Times, Timing};
use nvc_ir::BindingMap;
use std::time::Duration;

/// Number of timestamps per measurement: before the first dispatch and after the last.
const TIMESTAMPS: u32 = 2;

impl Session<'_> {
    /// Measures the device time of a dispatch of the module. Memory barriers separate repeated dispatches. The
    /// resources are uploaded once, so each dispatch reads the results of the previous one; nothing is downloaded.
    ///
    /// # Errors
    /// [`Error::Unsuitable`] if the queue has no timestamps; otherwise as for [`Session::run`].
    pub fn time(
        mut self,
        spirv: &[u32],
        dispatch: &Dispatch,
        bindings: &BindingMap,
        resources: &Resources,
        timing: Timing,
    ) -> Result<Times> {
        let clock = Clock::of(&self)?;
        let prepared = self.prepare(spirv, dispatch, bindings, resources)?;
        let info =
            vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(TIMESTAMPS);
        // SAFETY: the pool lives until the session ends.
        let pool = unsafe { self.scope.raw().create_query_pool(&info, None) }.context("a query pool")?;
        self.scope.defer(move |device| unsafe { device.destroy_query_pool(pool, None) });
        let dispatches = timing.measure(|dispatches| {
            Ok::<_, Error>(clock.between(self.measure(&prepared, pool, dispatches)?))
        })?;
        Ok(Times { compile: Some(prepared.compile_time()), dispatches })
    }

    /// Runs a number of dispatches. Returns the timestamps before and after them.
    fn measure(&mut self, prepared: &Prepared<'_>, pool: vk::QueryPool, dispatches: u32) -> Result<[u64; 2]> {
        self.scope.submit(|device, commands| {
            prepared.bind(device, commands);
            // SAFETY: the pool has these queries, and no other submission uses them.
            unsafe {
                device.cmd_reset_query_pool(commands, pool, 0, TIMESTAMPS);
                device.cmd_write_timestamp(commands, vk::PipelineStageFlags::TOP_OF_PIPE, pool, 0);
            }
            for number in 0..dispatches {
                if number > 0 {
                    barrier(device, commands);
                }
                prepared.dispatch(device, commands);
            }
            // SAFETY: as above.
            unsafe { device.cmd_write_timestamp(commands, vk::PipelineStageFlags::BOTTOM_OF_PIPE, pool, 1) };
        })?;
        let mut timestamps = [0u64; TIMESTAMPS as usize];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        // SAFETY: both queries were written by a completed submission.
        unsafe { self.scope.raw().get_query_pool_results(pool, 0, &mut timestamps, flags) }
            .context("timestamps")?;
        Ok(timestamps)
    }
}

/// Makes the writes of a dispatch visible to the next dispatch.
fn barrier(device: &ash::Device, commands: vk::CommandBuffer) {
    let memory = vk::MemoryBarrier::default()
        .src_access_mask(vk::AccessFlags::SHADER_WRITE)
        .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE);
    let compute = vk::PipelineStageFlags::COMPUTE_SHADER;
    let flags = vk::DependencyFlags::empty();
    // SAFETY: `commands` is being recorded.
    unsafe { device.cmd_pipeline_barrier(commands, compute, compute, flags, &[memory], &[], &[]) };
}

/// Converts timestamps to time.
struct Clock {
    /// A mask of the valid bits. Other bits are undefined (Vulkan, "Timestamp Queries").
    mask: u64,
    /// Nanoseconds per tick.
    period: f64,
}

impl Clock {
    fn of(session: &Session<'_>) -> Result<Self> {
        let device = session.scope.device;
        let (bits, period) = device.timestamp_format();
        if bits == 0 {
            let device = device.info().name.clone();
            return Err(Error::Unsuitable { device, lacks: "timestamps on its compute queue" });
        }
        Ok(Self { mask: u64::MAX >> (u64::BITS - bits.min(u64::BITS)), period })
    }

    /// The time between two timestamps. The counter may have wrapped once in between.
    fn between(&self, [start, end]: [u64; 2]) -> Duration {
        let ticks = end.wrapping_sub(start) & self.mask;
        Duration::from_nanos((ticks as f64 * self.period) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_bits_are_compared() {
        let clock = Clock { mask: 0xff, period: 2.0 };
        assert_eq!(clock.between([0x1_10, 0x3_20]), Duration::from_nanos(32));
        assert_eq!(clock.between([0xf0, 0x10]), Duration::from_nanos(64));
    }
}
