//! Textures and storage images.
use crate::case::{Filter, Wrap};
use crate::dim::Geometry;
use crate::memory::DeviceBuffer;
use crate::scope::Scope;
use crate::{Format, Image};
use anyhow::{Context, Result};
use ash::vk;

/// An image of the case on the device.
pub(crate) enum Texels {
    /// Texels in a buffer, reached through buffer views.
    Buffer(DeviceBuffer),
    /// Texels in an image.
    Image {
        /// The image.
        raw: vk::Image,
        /// Its extent, layers and type.
        geometry: Geometry,
        /// Length of all texels in bytes.
        bytes: usize,
    },
}

const COLOR: vk::ImageAspectFlags = vk::ImageAspectFlags::COLOR;

impl Scope<'_> {
    /// An image of the case with its first contents.
    pub(crate) fn image(&mut self, image: &Image, usage: vk::ImageUsageFlags) -> Result<Texels> {
        let data = image.init.bytes(image.bytes());
        let staging = self.upload(&data)?;
        let Some(geometry) = image.dim.geometry(image.size) else {
            return Ok(Texels::Buffer(staging));
        };
        let raw = self.create_image(image.format, &geometry, usage)?;
        let region = region(&geometry);
        let to_general = vk::ImageMemoryBarrier::default()
            .image(raw)
            .subresource_range(range(&geometry))
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(vk::ImageLayout::GENERAL)
            .dst_access_mask(vk::AccessFlags::MEMORY_WRITE);
        self.submit(|device, commands| {
            let all = vk::PipelineStageFlags::ALL_COMMANDS;
            // SAFETY: the staging buffer holds all texels of the region.
            unsafe {
                let none = vk::DependencyFlags::empty();
                device.cmd_pipeline_barrier(commands, all, all, none, &[], &[], &[to_general]);
                device.cmd_copy_buffer_to_image(
                    commands,
                    staging.raw,
                    raw,
                    vk::ImageLayout::GENERAL,
                    &[region],
                );
            }
        })?;
        Ok(Texels::Image { raw, geometry, bytes: data.len() })
    }

    fn create_image(
        &mut self,
        format: Format,
        geometry: &Geometry,
        usage: vk::ImageUsageFlags,
    ) -> Result<vk::Image> {
        // Raw accesses view the texels in another format of the same size.
        let info = vk::ImageCreateInfo::default()
            .flags(geometry.flags | vk::ImageCreateFlags::MUTABLE_FORMAT)
            .image_type(geometry.image)
            .format(format.vk())
            .extent(geometry.extent)
            .mip_levels(1)
            .array_layers(geometry.layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
        let device = self.raw();
        // SAFETY: the image and its memory live until the scope ends.
        unsafe {
            let raw = device
                .create_image(&info, None)
                .with_context(|| format!("the device has no {} images of this kind", format.name()))?;
            self.defer(move |device| device.destroy_image(raw, None));
            let requirements = device.get_image_memory_requirements(raw);
            let memory = self.allocate(requirements, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
            device.bind_image_memory(raw, memory, 0)?;
            Ok(raw)
        }
    }

    /// The texels after the dispatch.
    pub(crate) fn download_texels(&mut self, texels: &Texels) -> Result<Vec<u8>> {
        let (raw, geometry, bytes) = match texels {
            Texels::Buffer(buffer) => return self.download(*buffer),
            Texels::Image { raw, geometry, bytes } => (*raw, geometry, *bytes),
        };
        let buffer = self.device_buffer(bytes)?;
        let region = region(geometry);
        self.submit(|device, commands| {
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: the buffer has room for all texels of the region.
            unsafe { device.cmd_copy_image_to_buffer(commands, raw, layout, buffer.raw, &[region]) };
        })?;
        self.download(buffer)
    }

    /// A view of all of an image.
    pub(crate) fn view(
        &mut self,
        raw: vk::Image,
        geometry: &Geometry,
        format: Format,
    ) -> Result<vk::ImageView> {
        let info = vk::ImageViewCreateInfo::default()
            .image(raw)
            .view_type(geometry.view)
            .format(format.vk())
            .subresource_range(range(geometry));
        // SAFETY: the view lives until the scope ends.
        let view = unsafe { self.raw().create_image_view(&info, None)? };
        self.defer(move |device| unsafe { device.destroy_image_view(view, None) });
        Ok(view)
    }

    /// A view of all of a texel buffer.
    pub(crate) fn buffer_view(&mut self, buffer: DeviceBuffer, format: Format) -> Result<vk::BufferView> {
        let info = vk::BufferViewCreateInfo::default()
            .buffer(buffer.raw)
            .format(format.vk())
            .range(buffer.bytes as u64);
        // SAFETY: the view lives until the scope ends.
        let view = unsafe { self.raw().create_buffer_view(&info, None)? };
        self.defer(move |device| unsafe { device.destroy_buffer_view(view, None) });
        Ok(view)
    }

    /// The sampler of a texture.
    pub(crate) fn sampler(&mut self, image: &Image) -> Result<vk::Sampler> {
        let filter = match image.filter {
            Filter::Nearest => vk::Filter::NEAREST,
            Filter::Linear => vk::Filter::LINEAR,
        };
        let wrap = match image.wrap {
            Wrap::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
            Wrap::Repeat => vk::SamplerAddressMode::REPEAT,
        };
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .address_mode_u(wrap)
            .address_mode_v(wrap)
            .address_mode_w(wrap);
        // SAFETY: the sampler lives until the scope ends.
        let sampler = unsafe { self.raw().create_sampler(&info, None)? };
        self.defer(move |device| unsafe { device.destroy_sampler(sampler, None) });
        Ok(sampler)
    }
}

fn range(geometry: &Geometry) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default().aspect_mask(COLOR).level_count(1).layer_count(geometry.layers)
}

fn region(geometry: &Geometry) -> vk::BufferImageCopy {
    let layers = vk::ImageSubresourceLayers::default().aspect_mask(COLOR).layer_count(geometry.layers);
    vk::BufferImageCopy::default().image_subresource(layers).image_extent(geometry.extent)
}
