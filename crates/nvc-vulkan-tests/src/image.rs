//! Textures and storage images.
use crate::Format;
use crate::dim::{self, Geometry};
use crate::memory::DeviceBuffer;
use crate::scope::Scope;
use anyhow::{Context, Result, ensure};
use ash::vk;
use nvc_case::{Filter, Image, Wrap};

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
        /// Where each level stands in a buffer of all texels.
        regions: Vec<vk::BufferImageCopy>,
    },
}

impl Scope<'_> {
    /// An image of the case with its first contents.
    pub(crate) fn image(&mut self, image: &Image, usage: vk::ImageUsageFlags) -> Result<Texels> {
        let data = image.init.bytes(image.bytes(), &[]);
        let Some(geometry) = dim::geometry(image) else {
            return Ok(Texels::Buffer(self.upload(&data)?));
        };
        let format = Format::of(&image.format)?;
        let raw = self.create_image(format, &geometry, usage)?;
        let to_general = vk::ImageMemoryBarrier::default()
            .image(raw)
            .subresource_range(range(format, &geometry))
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(vk::ImageLayout::GENERAL)
            .dst_access_mask(vk::AccessFlags::MEMORY_WRITE);
        self.submit(|device, commands| {
            let all = vk::PipelineStageFlags::ALL_COMMANDS;
            let none = vk::DependencyFlags::empty();
            // SAFETY: `commands` is being recorded.
            unsafe { device.cmd_pipeline_barrier(commands, all, all, none, &[], &[], &[to_general]) };
        })?;
        if image.dim.is_multisample() {
            self.clear(raw, image, format, &data)?;
            return Ok(Texels::Image { raw, geometry, bytes: 0, regions: Vec::new() });
        }
        let regions = regions(image, format, &geometry);
        let staging = self.upload(&data)?;
        self.submit(|device, commands| {
            // SAFETY: the staging buffer holds all texels of the regions.
            unsafe {
                device.cmd_copy_buffer_to_image(
                    commands,
                    staging.raw,
                    raw,
                    vk::ImageLayout::GENERAL,
                    &regions,
                );
            }
        })?;
        Ok(Texels::Image { raw, geometry, bytes: data.len(), regions })
    }

    /// Gives all samples of each layer its texel.
    fn clear(&mut self, raw: vk::Image, image: &Image, format: Format, texels: &[u8]) -> Result<()> {
        ensure!(format.aspect() == vk::ImageAspectFlags::COLOR, "multisample images hold colors");
        let layers: Vec<_> = (0..).zip(texels.chunks_exact(image.format.bytes())).collect();
        self.submit(|device, commands| {
            for (layer, texel) in layers {
                // The words are integers or the bits of floats, as the format has them.
                let color = vk::ClearColorValue { uint32: image.format.texels().decode(texel) };
                let range = vk::ImageSubresourceRange::default()
                    .aspect_mask(format.aspect())
                    .base_array_layer(layer)
                    .layer_count(1)
                    .level_count(1);
                let layout = vk::ImageLayout::GENERAL;
                // SAFETY: the image has the layer.
                unsafe { device.cmd_clear_color_image(commands, raw, layout, &color, &[range]) };
            }
        })
    }

    fn create_image(
        &mut self,
        format: Format,
        geometry: &Geometry,
        usage: vk::ImageUsageFlags,
    ) -> Result<vk::Image> {
        // Raw accesses view the texels in another format of the same size.
        let raw_views = match format.aspect() {
            vk::ImageAspectFlags::COLOR => vk::ImageCreateFlags::MUTABLE_FORMAT,
            _ => vk::ImageCreateFlags::empty(),
        };
        let info = vk::ImageCreateInfo::default()
            .flags(geometry.flags | raw_views)
            .image_type(geometry.image)
            .format(format.vk())
            .extent(geometry.extent)
            .mip_levels(geometry.levels)
            .array_layers(geometry.layers)
            .samples(geometry.samples)
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
        let (raw, bytes, regions) = match texels {
            Texels::Buffer(buffer) => return self.download(*buffer),
            // Samples are not read back.
            Texels::Image { regions, .. } if regions.is_empty() => return Ok(Vec::new()),
            Texels::Image { raw, bytes, regions, .. } => (*raw, *bytes, regions),
        };
        let buffer = self.device_buffer(bytes)?;
        self.submit(|device, commands| {
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: the buffer has room for all texels of the regions.
            unsafe { device.cmd_copy_image_to_buffer(commands, raw, layout, buffer.raw, regions) };
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
            .subresource_range(range(format, geometry));
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
            .max_lod(vk::LOD_CLAMP_NONE)
            .compare_enable(image.shadow)
            .compare_op(vk::CompareOp::LESS_OR_EQUAL)
            .address_mode_u(wrap)
            .address_mode_v(wrap)
            .address_mode_w(wrap);
        // SAFETY: the sampler lives until the scope ends.
        let sampler = unsafe { self.raw().create_sampler(&info, None)? };
        self.defer(move |device| unsafe { device.destroy_sampler(sampler, None) });
        Ok(sampler)
    }
}

fn range(format: Format, geometry: &Geometry) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default()
        .aspect_mask(format.aspect())
        .level_count(geometry.levels)
        .layer_count(geometry.layers)
}

/// The levels, one after the other.
fn regions(image: &Image, format: Format, geometry: &Geometry) -> Vec<vk::BufferImageCopy> {
    let mut offset = 0;
    let levels = 0..geometry.levels;
    levels
        .map(|level| {
            let layers = vk::ImageSubresourceLayers::default()
                .aspect_mask(format.aspect())
                .mip_level(level)
                .layer_count(geometry.layers);
            let half = |n: u32| (n >> level).max(1);
            let vk::Extent3D { width, height, depth } = geometry.extent;
            let extent = vk::Extent3D { width: half(width), height: half(height), depth: half(depth) };
            let region = vk::BufferImageCopy::default()
                .buffer_offset(offset)
                .image_subresource(layers)
                .image_extent(extent);
            let texels = image.dim.texels(image.dim.level_size(image.size, level));
            offset += (texels * image.format.bytes()) as u64;
            region
        })
        .collect()
}
