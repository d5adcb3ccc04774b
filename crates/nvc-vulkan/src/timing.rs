//! How long dispatches take on the device, by the time stamps of its queue.
use crate::error::{Asked, Error};
use crate::session::Prepared;
use crate::{Result, Session};
use ash::vk;
use nvc_exec::{Dispatch, Resources};
use nvc_ir::BindingMap;
use std::time::Duration;

/// The time stamps of one measurement: before the first dispatch and behind the last.
const STAMPS: u32 = 2;

impl Session<'_> {
    /// The times of as many measurements as `queries` says, each of this many dispatches of the module
    /// with a memory barrier between two, in order. The memory is put on the device once: each dispatch
    /// finds what the one before has left, and nothing is read back.
    pub fn time(
        mut self,
        spirv: &[u32],
        dispatch: &Dispatch,
        bindings: &BindingMap,
        resources: &Resources,
        dispatches: u32,
        queries: u32,
    ) -> Result<Vec<Duration>> {
        let clock = Clock::of(&self)?;
        let prepared = self.prepare(spirv, dispatch, bindings, resources)?;
        let info =
            vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(STAMPS);
        // SAFETY: the pool lives until the session ends.
        let pool = unsafe { self.scope.raw().create_query_pool(&info, None) }.asked_for("a query pool")?;
        self.scope.defer(move |device| unsafe { device.destroy_query_pool(pool, None) });
        // The first finds cold caches, and drivers finish their compilation there: it does not count.
        self.once(&prepared, pool, 1)?;
        let times = (0..queries).map(|_| Ok(clock.between(self.once(&prepared, pool, dispatches)?)));
        times.collect()
    }

    /// The time stamps around some dispatches.
    fn once(&mut self, prepared: &Prepared<'_>, pool: vk::QueryPool, dispatches: u32) -> Result<[u64; 2]> {
        self.scope.submit(|device, commands| {
            prepared.bind(device, commands);
            // SAFETY: the pool has these queries, and no other submission uses them.
            unsafe {
                device.cmd_reset_query_pool(commands, pool, 0, STAMPS);
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
        let mut stamps = [0u64; STAMPS as usize];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        // SAFETY: both queries are written by a submission that is over.
        unsafe { self.scope.raw().get_query_pool_results(pool, 0, &mut stamps, flags) }
            .asked_for("time stamps")?;
        Ok(stamps)
    }
}

/// What a dispatch writes is visible to the next.
fn barrier(device: &ash::Device, commands: vk::CommandBuffer) {
    let memory = vk::MemoryBarrier::default()
        .src_access_mask(vk::AccessFlags::SHADER_WRITE)
        .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE);
    let compute = vk::PipelineStageFlags::COMPUTE_SHADER;
    let flags = vk::DependencyFlags::empty();
    // SAFETY: `commands` is being recorded.
    unsafe { device.cmd_pipeline_barrier(commands, compute, compute, flags, &[memory], &[], &[]) };
}

/// What the counts of time stamps mean.
struct Clock {
    /// The bits that count; the others are not defined (Vulkan, "Timestamp Queries").
    mask: u64,
    /// Nanoseconds of a count.
    period: f64,
}

impl Clock {
    fn of(session: &Session<'_>) -> Result<Self> {
        let device = session.scope.device;
        let (bits, period) = device.clock();
        if bits == 0 {
            let device = device.facts().name.clone();
            return Err(Error::Unfit { device, lacks: "time stamps on its compute queue" });
        }
        Ok(Self { mask: u64::MAX >> (u64::BITS - bits.min(u64::BITS)), period })
    }

    /// The time from one stamp to the next; the count may have started anew once in between.
    fn between(&self, [start, end]: [u64; 2]) -> Duration {
        let counts = end.wrapping_sub(start) & self.mask;
        Duration::from_nanos((counts as f64 * self.period) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bits_that_count_are_looked_at() {
        let clock = Clock { mask: 0xff, period: 2.0 };
        assert_eq!(clock.between([0x1_10, 0x3_20]), Duration::from_nanos(32));
        assert_eq!(clock.between([0xf0, 0x10]), Duration::from_nanos(64));
    }
}
