//! Creates buffers, allocates memory, transfers data and submits commands.

use crate::Result;
use crate::error::{Context, Error};
use crate::scope::Scope;
use ash::vk;

/// A buffer and its length in bytes.
#[derive(Clone, Copy)]
pub(crate) struct DeviceBuffer {
    pub(crate) raw: vk::Buffer,
    pub(crate) bytes: usize,
    memory: vk::DeviceMemory,
}

const DEVICE: vk::MemoryPropertyFlags = vk::MemoryPropertyFlags::DEVICE_LOCAL;
const HOST: vk::MemoryPropertyFlags = vk::MemoryPropertyFlags::from_raw(
    vk::MemoryPropertyFlags::HOST_VISIBLE.as_raw() | vk::MemoryPropertyFlags::HOST_COHERENT.as_raw(),
);

/// The feature that buffer device addresses require.
const ADDRESSES: &str = "bufferDeviceAddress";
/// Minimum size of a buffer in bytes: Vulkan does not allow empty buffers.
const MIN_BYTES: u64 = 16;

impl Scope<'_> {
    /// Creates a device-local buffer with the given contents.
    pub(crate) fn upload(&mut self, data: &[u8]) -> Result<DeviceBuffer> {
        let buffer = self.buffer(data.len(), DEVICE)?;
        self.fill(buffer, data)?;
        Ok(buffer)
    }

    /// Writes the contents of a buffer.
    pub(crate) fn fill(&mut self, buffer: DeviceBuffer, data: &[u8]) -> Result<()> {
        let staging = self.buffer(data.len(), HOST)?;
        let device = self.raw();
        // SAFETY: the memory is host visible, unmapped, and as long as the buffer bound to it.
        unsafe {
            let to = device.map_memory(staging.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
            let to = to.context("mapped memory")?;
            std::ptr::copy_nonoverlapping(data.as_ptr(), to.cast(), data.len());
            device.unmap_memory(staging.memory);
        }
        self.copy(staging, buffer)
    }

    /// The device address of a buffer.
    pub(crate) fn address(&self, buffer: DeviceBuffer) -> Result<u64> {
        let info = self.device.info();
        if !info.has(ADDRESSES) {
            return Err(Error::MissingFeatures { device: info.name.clone(), features: vec![ADDRESSES] });
        }
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer.raw);
        // SAFETY: the buffer was created with the usage flag for addresses, which the device supports.
        Ok(unsafe { self.raw().get_buffer_device_address(&info) })
    }

    /// Creates a device-local buffer of the given length.
    pub(crate) fn device_buffer(&mut self, bytes: usize) -> Result<DeviceBuffer> {
        self.buffer(bytes, DEVICE)
    }

    /// Downloads the contents of a buffer.
    pub(crate) fn download(&mut self, buffer: DeviceBuffer) -> Result<Vec<u8>> {
        let staging = self.buffer(buffer.bytes, HOST)?;
        self.copy(buffer, staging)?;
        let device = self.raw();
        // SAFETY: as in `fill`; the copy has finished.
        unsafe {
            let from = device.map_memory(staging.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
            let from = from.context("mapped memory")?;
            let data = std::slice::from_raw_parts(from.cast::<u8>(), buffer.bytes).to_vec();
            device.unmap_memory(staging.memory);
            Ok(data)
        }
    }

    fn copy(&mut self, from: DeviceBuffer, to: DeviceBuffer) -> Result<()> {
        let bytes = from.bytes.min(to.bytes) as u64;
        if bytes == 0 {
            return Ok(());
        }
        self.submit(|device, commands| {
            let region = vk::BufferCopy::default().size(bytes);
            // SAFETY: both buffers are at least `bytes` long.
            unsafe { device.cmd_copy_buffer(commands, from.raw, to.raw, &[region]) };
        })
    }

    fn buffer(&mut self, bytes: usize, properties: vk::MemoryPropertyFlags) -> Result<DeviceBuffer> {
        use vk::BufferUsageFlags as Usage;
        let mut usage = Usage::STORAGE_BUFFER
            | Usage::UNIFORM_BUFFER
            | Usage::UNIFORM_TEXEL_BUFFER
            | Usage::STORAGE_TEXEL_BUFFER
            | Usage::TRANSFER_SRC
            | Usage::TRANSFER_DST;
        if self.device.info().has(ADDRESSES) {
            usage |= Usage::SHADER_DEVICE_ADDRESS;
        }
        if self.device.info().has("accelerationStructure") {
            usage |= Usage::ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR
                | Usage::ACCELERATION_STRUCTURE_STORAGE_KHR;
        }
        let info = vk::BufferCreateInfo::default().size((bytes as u64).max(MIN_BYTES)).usage(usage);
        let device = self.raw();
        // SAFETY: the buffer and its memory live until the session ends.
        unsafe {
            let raw = device.create_buffer(&info, None).context("a buffer")?;
            self.defer(move |device| device.destroy_buffer(raw, None));
            let memory = self.allocate(device.get_buffer_memory_requirements(raw), properties)?;
            device.bind_buffer_memory(raw, memory, 0).context("memory for a buffer")?;
            Ok(DeviceBuffer { raw, bytes, memory })
        }
    }

    /// Allocates memory of the first allowed type with the given properties.
    pub(crate) fn allocate(
        &mut self,
        requirements: vk::MemoryRequirements,
        properties: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory> {
        let types = self.device.memory.memory_types_as_slice().iter().zip(0u32..);
        let (_, index) = types
            .filter(|(_, index)| requirements.memory_type_bits >> index & 1 == 1)
            .find(|(ty, _)| ty.property_flags.contains(properties))
            .ok_or_else(|| Error::Memory(format!("the device has no memory type with {properties:?}")))?;
        let mut flags = vk::MemoryAllocateFlagsInfo::default();
        if self.device.info().has(ADDRESSES) {
            flags = flags.flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        }
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(index)
            .push_next(&mut flags);
        // SAFETY: the memory lives until the session ends.
        let memory = unsafe { self.raw().allocate_memory(&info, None) }
            .context(&format!("{} bytes of memory", requirements.size))?;
        self.defer(move |device| unsafe { device.free_memory(memory, None) });
        Ok(memory)
    }

    /// Records commands, submits them and waits. Barriers before and after make all memory visible.
    pub(crate) fn submit(&mut self, record: impl FnOnce(&ash::Device, vk::CommandBuffer)) -> Result<()> {
        let device = self.raw();
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.device.queue_family);
        // SAFETY: pool, command buffer and fence are used only here, and live until the session ends.
        let (commands, fence) = unsafe {
            let pool = device.create_command_pool(&info, None).context("a command pool")?;
            self.defer(move |device| device.destroy_command_pool(pool, None));
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let buffers = device.allocate_command_buffers(&info).context("a command buffer")?;
            let commands = buffers.first().copied().ok_or(Error::Lost)?;
            let fence = device.create_fence(&vk::FenceCreateInfo::default(), None).context("a fence")?;
            self.defer(move |device| device.destroy_fence(fence, None));
            (commands, fence)
        };
        let once = vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT;
        let begin = vk::CommandBufferBeginInfo::default().flags(once);
        // SAFETY: the command buffer is in the initial state, and everything that it uses lives until the session ends.
        unsafe {
            device.begin_command_buffer(commands, &begin).context("recorded commands")?;
            barrier(device, commands);
            record(device, commands);
            barrier(device, commands);
            device.end_command_buffer(commands).context("recorded commands")?;
            let buffers = [commands];
            let submit = vk::SubmitInfo::default().command_buffers(&buffers);
            device.queue_submit(self.device.queue, &[submit], fence).context("submitted commands")?;
        }
        self.device.wait(fence)
    }
}

/// Makes every earlier write visible to every later access.
fn barrier(device: &ash::Device, commands: vk::CommandBuffer) {
    let memory = vk::MemoryBarrier::default()
        .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
        .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE);
    let all = vk::PipelineStageFlags::ALL_COMMANDS | vk::PipelineStageFlags::HOST;
    // SAFETY: `commands` is being recorded.
    unsafe {
        device.cmd_pipeline_barrier(commands, all, all, vk::DependencyFlags::empty(), &[memory], &[], &[]);
    }
}
