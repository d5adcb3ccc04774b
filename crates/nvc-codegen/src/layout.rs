//! Computes the host structs for memory blocks. They have explicit padding members, and member types whose
//! size and alignment do not depend on the compiler, on hosts that align scalars to their size.

use crate::names::{self, Scope};
use nvc_reflect::{Extent, Field, Reflection, Scalar, Struct, Type};
use std::collections::BTreeMap;

/// Maximum nesting depth of structs and arrays. Members of more deeply nested types are omitted, and padding
/// takes their place.
const MAX_DEPTH: usize = 64;

/// Type names that the generated Rust module defines or uses.
const RESERVED: &[&str] = &["None", "Option", "Resource", "Self", "Some"];

/// The host type of a member.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A scalar.
    Scalar(Scalar),
    /// A 64-bit address or handle.
    Word64,
    /// An array without gaps: element type and length.
    Array(Box<Shape>, u64),
    /// A struct, by its index in [`Layout::records`].
    Record(usize),
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    /// Name in the source; `None` for padding.
    pub name: Option<String>,
    /// Offset in bytes.
    pub offset: u64,
    /// Host type.
    pub shape: Shape,
}

/// A host struct.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Name from the source, made unique among the records.
    pub name: String,
    /// First line of the generated documentation.
    pub doc: String,
    /// All members without gaps, including padding.
    pub members: Vec<Member>,
    /// Size in bytes, including padding.
    pub bytes: u64,
    /// Largest alignment of any member in bytes.
    pub align: u64,
}

/// A runtime array at the end of a block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RuntimeArray {
    /// Name of the block.
    pub block: String,
    /// Name of the member.
    pub member: String,
    /// Offset of the first element in bytes.
    pub offset: u64,
    /// Distance between consecutive elements in bytes, which is also the size of `element`.
    pub stride: u64,
    /// Host type of an element.
    pub element: Shape,
}

/// All host structs of a shader. A struct follows the structs that it contains.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// The structs.
    pub records: Vec<Record>,
    /// The runtime arrays.
    pub runtime_arrays: Vec<RuntimeArray>,
    /// Size of the push constant range in bytes, at least that of its struct.
    pub push_bytes: u64,
}

/// Computes the host structs for a shader's blocks.
pub(crate) fn layout(reflection: &Reflection) -> Layout {
    let mut builder = Builder {
        structs: &reflection.structs,
        known: BTreeMap::new(),
        names: Scope::with(RESERVED),
        layout: Layout::default(),
    };
    let push = &reflection.push_constants;
    let push_bytes = u64::from(push.bytes);
    if push_bytes > 0 {
        builder.block("PushConstants", "The push constants.", &push.members, push_bytes);
    }
    let padded = builder.layout.records.last().map_or(0, |record| record.bytes);
    builder.layout.push_bytes = push_bytes.max(padded);
    let mut seen: Vec<(&str, &[Field])> = Vec::new();
    for resource in &reflection.resources {
        let Some(block) = &resource.block else { continue };
        // Descriptors with identical block declarations share a struct.
        if seen.contains(&(&block.name, &block.members)) {
            continue;
        }
        seen.push((&block.name, &block.members));
        let doc = format!("The block `{}`.", crate::text::quoted(&block.name));
        builder.block(&block.name, &doc, &block.members, resource.bytes.unwrap_or(0));
    }
    builder.layout
}

struct Builder<'a> {
    structs: &'a [Struct],
    /// The record of each visited struct; `None` while the struct is being laid out.
    known: BTreeMap<&'a str, Option<usize>>,
    /// Type names of the records.
    names: Scope,
    layout: Layout,
}

impl<'a> Builder<'a> {
    /// Adds the struct of a block, if it has members of fixed size, and the runtime array of the block, if it
    /// has one.
    fn block(&mut self, name: &str, doc: &str, members: &'a [Field], bytes: u64) {
        let is_runtime_array = |field: &&Field| matches!(field.ty, Type::Array { length: None, .. });
        let arrays: Vec<&Field> = members.iter().filter(is_runtime_array).collect();
        if arrays.len() < members.len() {
            self.record(name, doc.to_owned(), members, bytes, MAX_DEPTH);
        }
        for field in arrays {
            if let Type::Array { element, stride, .. } = &field.ty {
                let element = self.shape(element, &format!("{name} {}", field.name), MAX_DEPTH);
                let element = self.padded(element, u64::from(*stride), &format!("{name} {}", field.name));
                self.layout.runtime_arrays.push(RuntimeArray {
                    block: name.to_owned(),
                    member: field.name.clone(),
                    offset: u64::from(field.offset),
                    stride: u64::from(*stride),
                    element,
                });
            }
        }
    }

    /// Adds a struct with members at given offsets, and returns its index.
    fn record(&mut self, name: &str, doc: String, fields: &'a [Field], bytes: u64, depth: usize) -> usize {
        let mut fields: Vec<&Field> = fields.iter().collect();
        fields.sort_by_key(|field| field.offset);
        let (mut members, mut end) = (Vec::new(), 0);
        for field in fields {
            let offset = u64::from(field.offset);
            let shape = self.shape(&field.ty, &format!("{name} {}", field.name), depth);
            let size = self.size(&shape);
            // Skip members without a size, such as runtime arrays, and members that overlap the previous member.
            if offset < end || size == 0 {
                continue;
            }
            pad(&mut members, &mut end, offset);
            // A member that is not aligned for the host becomes a byte array.
            let shape = if offset.is_multiple_of(self.align(&shape)) { shape } else { bytes_of(size) };
            members.push(Member { name: Some(field.name.clone()), offset, shape });
            end = offset.saturating_add(size);
        }
        self.finish(name, doc, members, end, bytes)
    }

    /// Adds a struct, padded to at least `bytes` bytes and to a multiple of its alignment, and returns its index.
    fn finish(&mut self, name: &str, doc: String, mut members: Vec<Member>, end: u64, bytes: u64) -> usize {
        let align = members.iter().map(|member| self.align(&member.shape)).max().unwrap_or(1);
        let bytes = bytes.max(end);
        let (mut end, bytes) = (end, bytes.checked_next_multiple_of(align).unwrap_or(bytes));
        pad(&mut members, &mut end, bytes);
        let name = self.names.unique_type(names::camel(name));
        self.layout.records.push(Record { name, doc, members, bytes, align });
        self.layout.records.len() - 1
    }

    /// Returns the host type of a member. `owner` prefixes the names of structs that are created for it.
    fn shape(&mut self, ty: &'a Type, owner: &str, depth: usize) -> Shape {
        let Some(depth) = depth.checked_sub(1) else { return bytes_of(0) };
        match ty {
            Type::Scalar { scalar } => Shape::Scalar(*scalar),
            Type::Vector { scalar, components } => array(Shape::Scalar(*scalar), u64::from(*components)),
            Type::Matrix { scalar, columns, rows, row_major, stride } => {
                let (vectors, components) = if *row_major { (rows, columns) } else { (columns, rows) };
                let vector = array(Shape::Scalar(*scalar), u64::from(*components));
                array(self.padded(vector, u64::from(*stride), owner), u64::from(*vectors))
            }
            Type::Array { element, length, stride } => {
                let element = self.shape(element, owner, depth);
                let element = self.padded(element, u64::from(*stride), owner);
                array(element, u64::from(length.map_or(0, Extent::default_value)))
            }
            Type::Struct { name } => self.named(name, depth),
            // Addresses and handles, and kinds of types that later versions may add.
            _ => Shape::Word64,
        }
    }

    /// Returns the host type of a struct of the reflection. A struct that contains itself, or that the reflection lacks,
    /// becomes an empty byte array.
    fn named(&mut self, name: &'a str, depth: usize) -> Shape {
        if let Some(known) = self.known.get(name) {
            return known.map_or(bytes_of(0), Shape::Record);
        }
        let Some(found) = self.structs.iter().find(|found| found.name == name) else { return bytes_of(0) };
        self.known.insert(name, None);
        let doc = format!("The struct `{}`.", crate::text::quoted(name));
        let record = self.record(name, doc, &found.members, found.bytes, depth);
        self.known.insert(name, Some(record));
        Shape::Record(record)
    }

    /// Pads a type to a stride. Scalars, and arrays of scalars such as vectors, become longer arrays if the stride
    /// is a multiple of the scalar's size. Otherwise the type is wrapped in a struct with padding.
    fn padded(&mut self, shape: Shape, stride: u64, owner: &str) -> Shape {
        let size = self.size(&shape);
        if size >= stride {
            return shape;
        }
        let (scalar, bytes) = match &shape {
            Shape::Scalar(scalar) => (Some(*scalar), u64::from(scalar.bytes())),
            Shape::Array(element, _) => match **element {
                Shape::Scalar(scalar) => (Some(scalar), u64::from(scalar.bytes())),
                _ => (None, 1),
            },
            _ => (None, 1),
        };
        match scalar {
            Some(scalar) if stride.is_multiple_of(bytes) => array(Shape::Scalar(scalar), stride / bytes),
            _ => {
                let doc = "An element, padded to the stride.".to_owned();
                let value = Member { name: Some("value".to_owned()), offset: 0, shape };
                let record = self.finish(&format!("{owner} Element"), doc, vec![value], size, stride);
                Shape::Record(record)
            }
        }
    }

    fn size(&self, shape: &Shape) -> u64 {
        self.layout.size(shape)
    }

    fn align(&self, shape: &Shape) -> u64 {
        self.layout.align(shape)
    }
}

impl Layout {
    /// Returns the size of a type in bytes.
    pub fn size(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Scalar(scalar) => u64::from(scalar.bytes()),
            Shape::Word64 => 8,
            Shape::Array(element, length) => self.size(element).saturating_mul(*length),
            Shape::Record(record) => self.records.get(*record).map_or(0, |record| record.bytes),
        }
    }

    /// Returns the alignment of a type on hosts that align scalars to their size.
    fn align(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Scalar(scalar) => u64::from(scalar.bytes()),
            Shape::Word64 => 8,
            Shape::Array(element, _) => self.align(element),
            Shape::Record(record) => self.records.get(*record).map_or(1, |record| record.align),
        }
    }
}

fn array(element: Shape, length: u64) -> Shape {
    Shape::Array(Box::new(element), length)
}

fn bytes_of(count: u64) -> Shape {
    array(Shape::Scalar(Scalar::U8), count)
}

/// Adds padding up to an offset.
fn pad(members: &mut Vec<Member>, end: &mut u64, offset: u64) {
    if offset > *end {
        members.push(Member { name: None, offset: *end, shape: bytes_of(offset - *end) });
        *end = offset;
    }
}
