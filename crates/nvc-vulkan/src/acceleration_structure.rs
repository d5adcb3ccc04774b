//! Builds acceleration structures: a bottom-level structure for each instance, and the top-level structure.

use crate::Result;
use crate::error::{Context, Error};
use crate::memory::DeviceBuffer;
use crate::scope::Scope;
use ash::vk;
use nvc_exec::{AccelerationStructure, Geometry, Instance};

/// The feature that acceleration structures require.
const FEATURE: &str = "accelerationStructure";
/// The largest alignment of scratch memory that Vulkan allows a device to require.
const SCRATCH_ALIGNMENT: u64 = 256;
/// The size of a `VkAccelerationStructureInstanceKHR`.
const INSTANCE_BYTES: usize = 64;

/// An acceleration structure and its device address.
struct Built {
    raw: vk::AccelerationStructureKHR,
    address: u64,
}

impl Scope<'_> {
    /// Builds an acceleration structure. It lives until the session ends.
    pub(crate) fn acceleration_structure(
        &mut self,
        structure: &AccelerationStructure,
    ) -> Result<vk::AccelerationStructureKHR> {
        structure.check().map_err(Error::Memory)?;
        let mut bytes = Vec::new();
        for instance in &structure.instances {
            let bottom = self.bottom_level(instance)?;
            bytes.extend(encoded(instance, bottom.address));
        }
        let count = structure.instances.len() as u32;
        let data = self.input(&bytes)?;
        let instances = vk::AccelerationStructureGeometryInstancesDataKHR::default().data(data);
        let geometry = vk::AccelerationStructureGeometryKHR::default()
            .geometry_type(vk::GeometryTypeKHR::INSTANCES)
            .geometry(vk::AccelerationStructureGeometryDataKHR { instances });
        Ok(self.build(vk::AccelerationStructureTypeKHR::TOP_LEVEL, &[geometry], &[count])?.raw)
    }

    fn bottom_level(&mut self, instance: &Instance) -> Result<Built> {
        let mut geometries = Vec::new();
        let mut counts = Vec::new();
        for geometry in &instance.geometries {
            let (described, count) = self.geometry(geometry)?;
            geometries.push(described);
            counts.push(count);
        }
        self.build(vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL, &geometries, &counts)
    }

    /// Uploads a geometry. Returns its description and its number of primitives.
    fn geometry(
        &mut self,
        geometry: &Geometry,
    ) -> Result<(vk::AccelerationStructureGeometryKHR<'static>, u32)> {
        let triangles = geometry.triangles.as_flattened().as_flattened();
        let boxes = geometry.boxes.as_flattened().as_flattened();
        let numbers = if boxes.is_empty() { triangles } else { boxes };
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let data = self.input(&bytes)?;
        let opaque = if geometry.opaque { vk::GeometryFlagsKHR::OPAQUE } else { Default::default() };
        let described = vk::AccelerationStructureGeometryKHR::default().flags(opaque);
        if boxes.is_empty() {
            let triangles = vk::AccelerationStructureGeometryTrianglesDataKHR::default()
                .vertex_format(vk::Format::R32G32B32_SFLOAT)
                .vertex_data(data)
                .vertex_stride(12)
                .max_vertex((geometry.triangles.len() * 3 - 1) as u32)
                .index_type(vk::IndexType::NONE_KHR);
            let described = described
                .geometry_type(vk::GeometryTypeKHR::TRIANGLES)
                .geometry(vk::AccelerationStructureGeometryDataKHR { triangles });
            return Ok((described, geometry.triangles.len() as u32));
        }
        let aabbs = vk::AccelerationStructureGeometryAabbsDataKHR::default().data(data).stride(24);
        let described = described
            .geometry_type(vk::GeometryTypeKHR::AABBS)
            .geometry(vk::AccelerationStructureGeometryDataKHR { aabbs });
        Ok((described, geometry.boxes.len() as u32))
    }

    fn input(&mut self, bytes: &[u8]) -> Result<vk::DeviceOrHostAddressConstKHR> {
        let buffer = self.upload(bytes)?;
        Ok(vk::DeviceOrHostAddressConstKHR { device_address: self.address(buffer)? })
    }

    /// Builds a structure of one level, with the number of primitives or instances of each geometry.
    fn build(
        &mut self,
        ty: vk::AccelerationStructureTypeKHR,
        geometries: &[vk::AccelerationStructureGeometryKHR<'_>],
        counts: &[u32],
    ) -> Result<Built> {
        let info = self.device.info();
        let Some(functions) = self.device.acceleration_structures() else {
            return Err(Error::MissingFeatures { device: info.name.clone(), features: vec![FEATURE] });
        };
        let mut flags = vk::BuildAccelerationStructureFlagsKHR::PREFER_FAST_TRACE;
        // Vulkan requires the flag of the bottom level only, where the vertices are.
        if info.has("rayTracingPositionFetch") && ty == vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL {
            flags |= vk::BuildAccelerationStructureFlagsKHR::ALLOW_DATA_ACCESS;
        }
        let mut build = vk::AccelerationStructureBuildGeometryInfoKHR::default()
            .ty(ty)
            .flags(flags)
            .mode(vk::BuildAccelerationStructureModeKHR::BUILD)
            .geometries(geometries);
        let mut sizes = vk::AccelerationStructureBuildSizesInfoKHR::default();
        let on_device = vk::AccelerationStructureBuildTypeKHR::DEVICE;
        // SAFETY: there is a count for each geometry, and everything outlives the call.
        unsafe {
            functions.get_acceleration_structure_build_sizes(on_device, &build, counts, &mut sizes);
        }
        let storage = self.device_bytes(sizes.acceleration_structure_size)?;
        let scratch = self.device_bytes(sizes.build_scratch_size + SCRATCH_ALIGNMENT)?;
        let scratch = self.address(scratch)?.next_multiple_of(SCRATCH_ALIGNMENT);
        let info = vk::AccelerationStructureCreateInfoKHR::default()
            .buffer(storage.raw)
            .size(sizes.acceleration_structure_size)
            .ty(ty);
        // SAFETY: the buffer is as large as the driver asked, and lives until the session ends.
        let raw = unsafe { functions.create_acceleration_structure(&info, None) };
        let raw = raw.context("an acceleration structure")?;
        let destroy = functions.clone();
        self.defer(move |_| unsafe { destroy.destroy_acceleration_structure(raw, None) });
        build = build
            .dst_acceleration_structure(raw)
            .scratch_data(vk::DeviceOrHostAddressKHR { device_address: scratch });
        let ranges: Vec<_> = counts
            .iter()
            .map(|&count| vk::AccelerationStructureBuildRangeInfoKHR::default().primitive_count(count))
            .collect();
        self.submit(|_, commands| {
            // SAFETY: inputs, storage and scratch memory live until the session ends, and no other build uses them.
            unsafe { functions.cmd_build_acceleration_structures(commands, &[build], &[&ranges]) };
        })?;
        let info = vk::AccelerationStructureDeviceAddressInfoKHR::default().acceleration_structure(raw);
        // SAFETY: the structure is alive.
        let address = unsafe { functions.get_acceleration_structure_device_address(&info) };
        Ok(Built { raw, address })
    }

    fn device_bytes(&mut self, bytes: u64) -> Result<DeviceBuffer> {
        let length = usize::try_from(bytes);
        self.device_buffer(
            length.map_err(|_| Error::Memory("an acceleration structure is too large".into()))?,
        )
    }
}

/// The bytes of a `VkAccelerationStructureInstanceKHR`.
fn encoded(instance: &Instance, address: u64) -> Vec<u8> {
    use vk::GeometryInstanceFlagsKHR as Flags;
    let chosen = [
        (instance.disable_culling, Flags::TRIANGLE_FACING_CULL_DISABLE),
        (instance.flip_facing, Flags::TRIANGLE_FLIP_FACING),
        (instance.force_opaque == Some(true), Flags::FORCE_OPAQUE),
        (instance.force_opaque == Some(false), Flags::FORCE_NO_OPAQUE),
    ];
    let flags = chosen.iter().filter(|(set, _)| *set).fold(Flags::empty(), |all, (_, flag)| all | *flag);
    let mut bytes = Vec::with_capacity(INSTANCE_BYTES);
    bytes.extend(instance.transform.as_flattened().iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend((instance.custom_index | u32::from(instance.mask) << 24).to_le_bytes());
    bytes.extend((instance.record_offset | flags.as_raw() << 24).to_le_bytes());
    bytes.extend(address.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_have_vulkans_layout() {
        let instance = Instance {
            custom_index: 0x12_3456,
            mask: 0x78,
            record_offset: 0x0a_0b0c,
            flip_facing: true,
            force_opaque: Some(false),
            ..Instance::default()
        };
        let bytes = encoded(&instance, 0x1122);
        assert_eq!(bytes.len(), INSTANCE_BYTES);
        assert_eq!(bytes[..4], 1f32.to_le_bytes());
        assert_eq!(bytes[48..56], [0x56, 0x34, 0x12, 0x78, 0x0c, 0x0b, 0x0a, 0b1010]);
        assert_eq!(bytes[56..], 0x1122u64.to_le_bytes());
    }
}
