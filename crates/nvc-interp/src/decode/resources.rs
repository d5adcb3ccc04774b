//! Maps the globals of a module to memory regions and descriptors.

use super::error::{Result, fault, no_heaps};
use crate::code::{IMAGES, NO_REGION, Region, TEXTURES};
use crate::config::Config;
use crate::layout::{Layouts, round_up};
use nvc_ir::entity::Entity;
use nvc_ir::globals::{RAW_UNIT_STRIDE, ResourceRef};
use nvc_ir::types::Dim;
use nvc_ir::{Binding, BindlessHeap, Global, GlobalKind, ResourceClass, Space, Type, TypeKind};

/// Where a global is located.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Buffers at consecutive binding points, by the index of the table of their regions.
    Buffers(u32),
    /// A shared variable, by index.
    Shared(u32),
    /// A private variable: offset and size in private memory.
    Lane(u32, u32),
    /// Consecutive descriptors, by the first one.
    Descriptors(u64),
}

/// The locations of all globals of a module.
#[derive(Default)]
pub(super) struct Globals {
    places: Vec<Place>,
    /// The buffers that the globals refer to, indexed by region number.
    pub regions: Vec<Region>,
    /// For each array of buffers, the region numbers of its elements.
    pub tables: Vec<Vec<u64>>,
    /// Size of each shared variable in bytes.
    pub shared: Vec<u32>,
    /// Index in `shared` of the memory that all blocks in shared memory are views of
    /// (SPV_KHR_workgroup_memory_explicit_layout).
    shared_blocks: Option<u32>,
    /// Size of a lane's private global variables in bytes.
    pub private_bytes: u32,
}

impl Globals {
    pub fn new(layouts: &Layouts<'_>, config: &Config) -> Result<Self> {
        let mut globals = Globals::default();
        for (_, data) in layouts.module.globals.iter() {
            let place = globals.place(layouts, config, &data.kind)?;
            globals.places.push(place);
        }
        Ok(globals)
    }

    /// Returns the location of a global.
    pub fn get(&self, global: Global) -> Option<Place> {
        self.places.get(global.index()).copied()
    }

    /// Returns the region of the first buffer of a table.
    pub fn first(&self, table: u32) -> u64 {
        self.tables.get(table as usize).and_then(|t| t.first()).copied().unwrap_or(NO_REGION)
    }

    /// Returns the location of a global. Allocates its memory or region numbers if it is not a view of an earlier
    /// global.
    fn place(&mut self, layouts: &Layouts<'_>, config: &Config, kind: &GlobalKind) -> Result<Place> {
        Ok(match *kind {
            GlobalKind::Bytes { resource: ResourceRef { class: ResourceClass::Shared, .. }, bytes } => {
                self.shared_variable(bytes)
            }
            GlobalKind::Bytes { resource, .. } => self.buffers(resource),
            GlobalKind::Heap(heap) => Place::Descriptors(match heap {
                BindlessHeap::Textures | BindlessHeap::UniformTexels => TEXTURES,
                BindlessHeap::Images | BindlessHeap::StorageTexels => IMAGES,
            }),
            GlobalKind::Units { resource, .. } => descriptors(resource.class, resource.index),
            GlobalKind::HeapDescriptors { .. } | GlobalKind::HeapData { .. } => {
                return Err(no_heaps());
            }
            GlobalKind::Variable { of: Some(of), .. } if self.get(of).is_some() => {
                self.get(of).ok_or_else(|| fault("a view of a global that does not exist"))?
            }
            GlobalKind::Variable { space, ty, binding, .. } => {
                self.variable(layouts, config, space, ty, binding)?
            }
        })
    }

    fn variable(
        &mut self,
        layouts: &Layouts<'_>,
        config: &Config,
        space: Space,
        ty: Type,
        binding: Option<Binding>,
    ) -> Result<Place> {
        let size = layouts.size(ty);
        match space {
            Space::Workgroup => {
                let is_block = matches!(layouts.kind(ty), TypeKind::Struct { block: true, .. });
                return Ok(if is_block { self.shared_block(size) } else { self.shared_variable(size) });
            }
            Space::Private | Space::Function => {
                let start = round_up(self.private_bytes, 16);
                self.private_bytes = start.saturating_add(size);
                return Ok(Place::Lane(start, size));
            }
            Space::PushConstant => {
                return Ok(self.buffers(ResourceRef { class: ResourceClass::Parameter, index: 0, count: 1 }));
            }
            _ => {}
        }
        let binding = binding.ok_or_else(|| fault("a variable has no binding"))?;
        if config.bindings.parameter_buffer == binding {
            return Ok(self.buffers(ResourceRef { class: ResourceClass::Parameter, index: 0, count: 1 }));
        }
        let (element, count) = match layouts.kind(ty) {
            TypeKind::Array { element, length, .. } => (*element, layouts.length(*length)),
            TypeKind::RuntimeArray { element, .. } => (*element, 1),
            _ => (ty, 1),
        };
        let own_class = match layouts.kind(element) {
            TypeKind::Image(image) if image.storage => ResourceClass::Image,
            TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler => ResourceClass::Texture,
            _ if space == Space::Uniform => ResourceClass::Uniform,
            _ => ResourceClass::Storage,
        };
        let (class, index) = config.bindings.source_of(binding, own_class);
        Ok(match layouts.kind(element) {
            TypeKind::Image(image) if class == ResourceClass::Bindless => {
                Place::Descriptors(if image.storage { IMAGES } else { TEXTURES })
            }
            TypeKind::SampledImage(_) if class == ResourceClass::Bindless => Place::Descriptors(TEXTURES),
            TypeKind::Image(image) if image.dim == Dim::Buffer && !image.storage => {
                descriptors(ResourceClass::Texture, index)
            }
            // Raw views of an image have separate bindings. The unit is the index modulo the distance between
            // them.
            TypeKind::Image(image) if image.storage => descriptors(class, index % RAW_UNIT_STRIDE),
            TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler => descriptors(class, index),
            _ => self.buffers(ResourceRef { class, index, count }),
        })
    }

    fn shared_variable(&mut self, bytes: u32) -> Place {
        self.shared.push(bytes);
        Place::Shared((self.shared.len() - 1) as u32)
    }

    fn shared_block(&mut self, bytes: u32) -> Place {
        let known = self.shared_blocks.and_then(|index| Some((index, self.shared.get_mut(index as usize)?)));
        if let Some((index, size)) = known {
            *size = bytes.max(*size);
            return Place::Shared(index);
        }
        let place = self.shared_variable(bytes);
        if let Place::Shared(index) = place {
            self.shared_blocks = Some(index);
        }
        place
    }

    fn buffers(&mut self, resource: ResourceRef) -> Place {
        // Device addresses encode the binding point in 16 bits, so arrays are truncated to 65,536 buffers.
        let count = resource.count.clamp(1, 1 << 16);
        let table = (0..count)
            .map(|i| self.region(Region { class: resource.class, index: resource.index.saturating_add(i) }))
            .collect();
        self.tables.push(table);
        Place::Buffers((self.tables.len() - 1) as u32)
    }

    fn region(&mut self, region: Region) -> u64 {
        if let Some(known) = self.regions.iter().position(|r| *r == region) {
            return known as u64;
        }
        self.regions.push(region);
        (self.regions.len() - 1) as u64
    }
}

fn descriptors(class: ResourceClass, unit: u32) -> Place {
    let class = if class == ResourceClass::Image { IMAGES } else { TEXTURES };
    Place::Descriptors(class | u64::from(unit))
}
