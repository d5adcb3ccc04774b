//! Acceleration structures: the scenes of ray queries (`VK_KHR_acceleration_structure`).

/// A top-level acceleration structure: instances, each with a bottom-level structure of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccelerationStructure {
    /// The instances, in the order of their instance ids.
    pub instances: Vec<Instance>,
}

/// An instance of a bottom-level acceleration structure.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "case", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Instance {
    /// The object-to-world transform: three rows of four numbers.
    pub transform: [[f32; 4]; 3],
    /// The custom index, of 24 bits.
    pub custom_index: u32,
    /// The visibility mask. A ray with a disjoint cull mask misses the instance.
    pub mask: u8,
    /// The offset of the shader binding table record, of 24 bits.
    pub record_offset: u32,
    /// Whether both faces of triangles are kept by rays that cull one of them.
    pub disable_culling: bool,
    /// Whether the front faces of triangles are exchanged with the back faces.
    pub flip_facing: bool,
    /// Overrides the opacity of all geometries, unless the ray overrides it.
    pub force_opaque: Option<bool>,
    /// The geometries of the bottom-level structure: either all of triangles, or all of boxes.
    #[cfg_attr(feature = "case", serde(rename = "geometry"))]
    pub geometries: Vec<Geometry>,
}

impl Default for Instance {
    fn default() -> Self {
        Instance {
            transform: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
            custom_index: 0,
            mask: 0xff,
            record_offset: 0,
            disable_culling: false,
            flip_facing: false,
            force_opaque: None,
            geometries: Vec::new(),
        }
    }
}

/// A geometry: triangles or axis-aligned bounding boxes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "case", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Geometry {
    /// Triangles, each three vertices.
    pub triangles: Vec<[[f32; 3]; 3]>,
    /// Boxes, each the minimum and the maximum corner.
    pub boxes: Vec<[[f32; 3]; 2]>,
    /// Whether intersections with the geometry are opaque.
    pub opaque: bool,
}

/// The number of bits of a custom index and of a record offset.
const INDEX_BITS: u32 = 24;

impl AccelerationStructure {
    /// Checks what Vulkan requires of the numbers. The error describes what is wrong.
    ///
    /// # Errors
    /// If an index exceeds 24 bits, a geometry is empty or has primitives of both types, or the geometries of an
    /// instance differ in type.
    pub fn check(&self) -> Result<(), String> {
        for (number, instance) in self.instances.iter().enumerate() {
            instance.check().map_err(|problem| format!("instance {number}: {problem}"))?;
        }
        Ok(())
    }
}

impl Instance {
    fn check(&self) -> Result<(), String> {
        if (self.custom_index | self.record_offset) >> INDEX_BITS != 0 {
            return Err(format!("an index has more than {INDEX_BITS} bits"));
        }
        if self.geometries.iter().any(|g| g.triangles.is_empty() == g.boxes.is_empty()) {
            return Err("a geometry needs either triangles or boxes".to_owned());
        }
        let kinds = self.geometries.iter().map(|g| g.boxes.is_empty());
        if self.geometries.is_empty() || kinds.clone().any(|kind| Some(kind) != kinds.clone().next()) {
            return Err("its geometries must be all of triangles, or all of boxes".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_checked() {
        let triangles = Geometry { triangles: vec![[[0.0; 3]; 3]], ..Geometry::default() };
        let boxes = Geometry { boxes: vec![[[0.0; 3]; 2]], ..Geometry::default() };
        let verdict = |custom_index: u32, geometries: &[&Geometry]| {
            let geometries = geometries.iter().map(|&geometry| geometry.clone()).collect();
            let instances = vec![Instance { custom_index, geometries, ..Instance::default() }];
            AccelerationStructure { instances }.check()
        };
        assert_eq!(verdict(0xff_ffff, &[&triangles, &triangles]), Ok(()));
        assert_eq!(verdict(0, &[&boxes]), Ok(()));
        assert!(verdict(1 << 24, &[&boxes]).unwrap_err().starts_with("instance 0: an index"));
        assert!(verdict(0, &[&boxes, &triangles]).unwrap_err().contains("all of triangles"));
        assert!(verdict(0, &[]).is_err());
        assert!(verdict(0, &[&Geometry::default()]).unwrap_err().contains("either"));
    }
}
