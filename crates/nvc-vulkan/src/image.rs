//! Creates images, texel buffers, their views, and samplers.

use crate::Result;
use crate::dim::{self, Geometry};
use crate::error::{Context, Error};
use crate::format::Format;
use crate::memory::DeviceBuffer;
use crate::scope::Scope;
use ash::vk;
use nvc_exec::{Compare, Filter, Image, Mip, Sampler, Wrap};

/// The texels of an image on the device.
pub(crate) enum Texels {
    /// A texel buffer.
    Buffer(DeviceBuffer, Format),
    /// An image.
    Image {
        /// The image.
        raw: vk::Image,
        /// The format of the image.
        format: Format,
        /// The creation parameters of the image.
        geometry: Geometry,
        /// Size of all texels in bytes; 0 for multisample images.
        bytes: usize,
        /// The copy region of each mip level in a buffer with all texels; empty for multisample images.
        regions: Vec<vk::BufferImageCopy>,
    },
}

impl Scope<'_> {
    /// Creates an image with its initial texels. `depth` selects a depth format, which comparing samplers require.
    pub(crate) fn image(&mut self, image: &Image, usage: vk::ImageUsageFlags, depth: bool) -> Result<Texels> {
        let format = if depth { Format::depth(image.format) } else { Format::of(image.format) };
        let format = format.ok_or_else(|| {
            Error::Memory(
                "comparing samplers require the format d32f; all other uses require another format".into(),
            )
        })?;
        // Excess bytes are ignored, as in the interpreter.
        let texels = usize::try_from(image.bytes()).ok().and_then(|bytes| image.texels.get(..bytes));
        let Some(texels) = texels else {
            let problem =
                format!("an image needs {} bytes of texels, and has {}", image.bytes(), image.texels.len());
            return Err(Error::Memory(problem));
        };
        let Some(geometry) = dim::geometry(image) else {
            return Ok(Texels::Buffer(self.upload(texels)?, format));
        };
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
        if image.samples > 1 {
            self.clear(raw, image, format, &geometry)?;
            return Ok(Texels::Image { raw, format, geometry, bytes: 0, regions: Vec::new() });
        }
        let regions = regions(image, format, &geometry);
        let staging = self.upload(texels)?;
        self.submit(|device, commands| {
            // SAFETY: the staging buffer contains all texels of the regions.
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
        Ok(Texels::Image { raw, format, geometry, bytes: texels.len(), regions })
    }

    /// Initializes a multisample image, which can be cleared but not copied to: all samples of a layer get
    /// the same texel.
    fn clear(&mut self, raw: vk::Image, image: &Image, format: Format, geometry: &Geometry) -> Result<()> {
        let bytes = image.format.bytes();
        let layer_bytes = (image.texels.len() / geometry.layers.max(1) as usize).max(bytes);
        let layers: Vec<_> = (0..geometry.layers).zip(image.texels.chunks_exact(layer_bytes)).collect();
        let equal = |layer: &[u8]| layer.chunks_exact(bytes).all(|texel| layer.starts_with(texel));
        if format.aspect() != vk::ImageAspectFlags::COLOR || !layers.iter().all(|(_, layer)| equal(layer)) {
            let problem = "the initial texels of each layer of a multisample image must be equal";
            return Err(Error::Memory(problem.into()));
        }
        self.submit(|device, commands| {
            for (layer, texel) in layers {
                // The union's components are integers or the bits of floats, depending on the format.
                let color = vk::ClearColorValue { uint32: image.format.decode(&texel[..bytes]) };
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
        // Raw accesses use views in another format with the same texel size.
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
        let what = format!("an image of format {}", format.name());
        self.device.supports(&info).context(&what)?;
        let device = self.raw();
        // SAFETY: the image and its memory live until the session ends.
        unsafe {
            let raw = device.create_image(&info, None).context(&what)?;
            self.defer(move |device| device.destroy_image(raw, None));
            let requirements = device.get_image_memory_requirements(raw);
            let memory = self.allocate(requirements, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
            device.bind_image_memory(raw, memory, 0).context("memory for an image")?;
            Ok(raw)
        }
    }

    /// Downloads the texels; `None` for multisample images, which cannot be copied.
    pub(crate) fn download_texels(&mut self, texels: &Texels) -> Result<Option<Vec<u8>>> {
        let (raw, bytes, regions) = match texels {
            Texels::Buffer(buffer, _) => return self.download(*buffer).map(Some),
            Texels::Image { regions, .. } if regions.is_empty() => return Ok(None),
            Texels::Image { raw, bytes, regions, .. } => (*raw, *bytes, regions),
        };
        let buffer = self.device_buffer(bytes)?;
        self.submit(|device, commands| {
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: the buffer is large enough for all texels of the regions.
            unsafe { device.cmd_copy_image_to_buffer(commands, raw, layout, buffer.raw, regions) };
        })?;
        self.download(buffer).map(Some)
    }

    /// Creates a view of a whole image.
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
        // SAFETY: the view lives until the session ends.
        let view = unsafe { self.raw().create_image_view(&info, None) }.context("an image view")?;
        self.defer(move |device| unsafe { device.destroy_image_view(view, None) });
        Ok(view)
    }

    /// Creates a view of a whole texel buffer.
    pub(crate) fn buffer_view(&mut self, buffer: DeviceBuffer, format: Format) -> Result<vk::BufferView> {
        let info = vk::BufferViewCreateInfo::default()
            .buffer(buffer.raw)
            .format(format.vk())
            .range(buffer.bytes as u64);
        // SAFETY: the view lives until the session ends.
        let view = unsafe { self.raw().create_buffer_view(&info, None) };
        let view = view.context("a buffer view")?;
        self.defer(move |device| unsafe { device.destroy_buffer_view(view, None) });
        Ok(view)
    }

    /// Creates a sampler.
    pub(crate) fn sampler(&mut self, sampler: &Sampler) -> Result<vk::Sampler> {
        let filter = match sampler.filter {
            Filter::Nearest => vk::Filter::NEAREST,
            Filter::Linear => vk::Filter::LINEAR,
        };
        let mip = match sampler.mip {
            Mip::Nearest => vk::SamplerMipmapMode::NEAREST,
            Mip::Linear => vk::SamplerMipmapMode::LINEAR,
        };
        let [u, v, w] = sampler.wrap.map(|wrap| match wrap {
            Wrap::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
            Wrap::Repeat => vk::SamplerAddressMode::REPEAT,
            Wrap::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
            Wrap::Border => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        });
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .mipmap_mode(mip)
            .max_lod(vk::LOD_CLAMP_NONE)
            .compare_enable(sampler.compare.is_some())
            .compare_op(sampler.compare.map_or(vk::CompareOp::LESS_OR_EQUAL, compare_op))
            .address_mode_u(u)
            .address_mode_v(v)
            .address_mode_w(w);
        // SAFETY: the sampler lives until the session ends.
        let sampler = unsafe { self.raw().create_sampler(&info, None) }.context("a sampler")?;
        self.defer(move |device| unsafe { device.destroy_sampler(sampler, None) });
        Ok(sampler)
    }
}

fn compare_op(compare: Compare) -> vk::CompareOp {
    match compare {
        Compare::Never => vk::CompareOp::NEVER,
        Compare::Less => vk::CompareOp::LESS,
        Compare::Equal => vk::CompareOp::EQUAL,
        Compare::LessEqual => vk::CompareOp::LESS_OR_EQUAL,
        Compare::Greater => vk::CompareOp::GREATER,
        Compare::NotEqual => vk::CompareOp::NOT_EQUAL,
        Compare::GreaterEqual => vk::CompareOp::GREATER_OR_EQUAL,
        Compare::Always => vk::CompareOp::ALWAYS,
    }
}

fn range(format: Format, geometry: &Geometry) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default()
        .aspect_mask(format.aspect())
        .level_count(geometry.levels)
        .layer_count(geometry.layers)
}

/// The copy regions of the mip levels, which are stored one after another.
fn regions(image: &Image, format: Format, geometry: &Geometry) -> Vec<vk::BufferImageCopy> {
    let mut offset = 0;
    let levels = 0..geometry.levels;
    levels
        .map(|level| {
            let layers = vk::ImageSubresourceLayers::default()
                .aspect_mask(format.aspect())
                .mip_level(level)
                .layer_count(geometry.layers);
            let scaled = |n: u32| (n >> level).max(1);
            let vk::Extent3D { width, height, depth } = geometry.extent;
            let extent = vk::Extent3D { width: scaled(width), height: scaled(height), depth: scaled(depth) };
            let region = vk::BufferImageCopy::default()
                .buffer_offset(offset)
                .image_subresource(layers)
                .image_extent(extent);
            let texels = [width, height, depth].map(|n| u64::from(scaled(n))).iter().product::<u64>();
            offset += texels * u64::from(geometry.layers) * image.format.bytes() as u64;
            region
        })
        .collect()
}
