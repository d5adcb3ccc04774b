//! What blocks of memory look like on the host: structs without a gap that is not a member, in types
//! whose size and alignment no compiler chooses.

use crate::names::{self, Scope};
use nvc_reflect::{Extent, Field, Reflection, Scalar, Struct, Type};
use std::collections::BTreeMap;

/// How deep structs and arrays nest before they are seen as bytes.
const DEPTH: usize = 64;

/// Types that the Rust module has or uses.
const TAKEN: &[&str] = &["None", "Option", "Resource", "Self", "Some"];

/// The type of a member on the host.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A number.
    Number(Scalar),
    /// A 64-bit address or handle.
    Word64,
    /// Elements without gaps.
    Array(Box<Shape>, u64),
    /// A struct, by its place in [`Layout::records`].
    Record(usize),
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    /// Its name in the source; `None` for padding.
    pub name: Option<String>,
    /// Where it stands.
    pub offset: u64,
    /// What it is.
    pub shape: Shape,
}

/// A struct on the host.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Its name, unique among the records, in the words of the source.
    pub name: String,
    /// What it is.
    pub what: String,
    /// All members, padding among them, without gaps.
    pub members: Vec<Member>,
    /// Bytes, the last padding among them.
    pub bytes: u64,
    /// The greatest alignment of a member.
    pub align: u64,
}

/// An array at the end of a block that is as long as the buffer allows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tail {
    /// The name of the block and of the member.
    pub block: String,
    pub member: String,
    /// Where its first element stands.
    pub offset: u64,
    /// Bytes from one element to the next, which are those of an element.
    pub stride: u64,
    /// An element.
    pub element: Shape,
}

/// All structs of a shader, each behind those that it is made of.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Structs.
    pub records: Vec<Record>,
    /// Arrays at the ends of blocks.
    pub tails: Vec<Tail>,
    /// Bytes of the push-constant range: what the shader needs, in whole structs.
    pub push_bytes: u64,
}

/// The structs of a shader's blocks.
pub(crate) fn of(reflection: &Reflection) -> Layout {
    let mut builder = Builder {
        structs: &reflection.structs,
        known: BTreeMap::new(),
        names: Scope::with(TAKEN),
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
        // Descriptors that share a declaration share its struct.
        if seen.contains(&(&block.name, &block.members)) {
            continue;
        }
        seen.push((&block.name, &block.members));
        let what = format!("The block `{}`.", crate::text::quoted(&block.name));
        builder.block(&block.name, &what, &block.members, resource.bytes.unwrap_or(0));
    }
    builder.layout
}

struct Builder<'a> {
    structs: &'a [Struct],
    /// The record of each struct that was met; none yet for those that are being made.
    known: BTreeMap<&'a str, Option<usize>>,
    /// Names of records, compared as the types that they become.
    names: Scope,
    layout: Layout,
}

impl<'a> Builder<'a> {
    /// The struct of a block, if anything of it has a fixed place, and the array at its end.
    fn block(&mut self, name: &str, what: &str, members: &'a [Field], bytes: u64) {
        let is_tail = |field: &&Field| matches!(field.ty, Type::Array { length: None, .. });
        let tails: Vec<&Field> = members.iter().filter(is_tail).collect();
        if tails.len() < members.len() {
            self.record(name, what.to_owned(), members, bytes, DEPTH);
        }
        for field in tails {
            if let Type::Array { element, stride, .. } = &field.ty {
                let element = self.shape(element, &format!("{name} {}", field.name), DEPTH);
                let element = self.padded(element, u64::from(*stride), &format!("{name} {}", field.name));
                self.layout.tails.push(Tail {
                    block: name.to_owned(),
                    member: field.name.clone(),
                    offset: u64::from(field.offset),
                    stride: u64::from(*stride),
                    element,
                });
            }
        }
    }

    /// Adds a struct of members that stand where their offsets say.
    fn record(&mut self, name: &str, what: String, fields: &'a [Field], bytes: u64, depth: usize) -> usize {
        let mut fields: Vec<&Field> = fields.iter().collect();
        fields.sort_by_key(|field| field.offset);
        let (mut members, mut end) = (Vec::new(), 0);
        for field in fields {
            let offset = u64::from(field.offset);
            let shape = self.shape(&field.ty, &format!("{name} {}", field.name), depth);
            let size = self.size(&shape);
            // Nothing to see of an array without end, nor of what lies within its predecessor.
            if offset < end || size == 0 {
                continue;
            }
            pad(&mut members, &mut end, offset);
            // Where the source packs tighter than the host, only bytes stand everywhere.
            let shape = if offset.is_multiple_of(self.align(&shape)) { shape } else { bytes_of(size) };
            members.push(Member { name: Some(field.name.clone()), offset, shape });
            end = offset.saturating_add(size);
        }
        self.finish(name, what, members, end, bytes)
    }

    /// Adds a struct, padded to its length.
    fn finish(&mut self, name: &str, what: String, mut members: Vec<Member>, end: u64, bytes: u64) -> usize {
        let align = members.iter().map(|member| self.align(&member.shape)).max().unwrap_or(1);
        let bytes = bytes.max(end);
        let (mut end, bytes) = (end, bytes.checked_next_multiple_of(align).unwrap_or(bytes));
        pad(&mut members, &mut end, bytes);
        let name = self.names.unique_type(names::camel(name));
        self.layout.records.push(Record { name, what, members, bytes, align });
        self.layout.records.len() - 1
    }

    /// The type of a member; `owner` names what is made for it alone.
    fn shape(&mut self, ty: &'a Type, owner: &str, depth: usize) -> Shape {
        let Some(depth) = depth.checked_sub(1) else { return bytes_of(0) };
        match ty {
            Type::Scalar { scalar } => Shape::Number(*scalar),
            Type::Vector { scalar, components } => array(Shape::Number(*scalar), u64::from(*components)),
            Type::Matrix { scalar, columns, rows, row_major, stride } => {
                let (vectors, components) = if *row_major { (rows, columns) } else { (columns, rows) };
                let vector = array(Shape::Number(*scalar), u64::from(*components));
                array(self.padded(vector, u64::from(*stride), owner), u64::from(*vectors))
            }
            Type::Array { element, length, stride } => {
                let element = self.shape(element, owner, depth);
                let element = self.padded(element, u64::from(*stride), owner);
                array(element, u64::from(length.map_or(0, Extent::default_value)))
            }
            Type::Struct { name } => self.named(name, depth),
            // Kinds that may come are addresses or handles of some sort.
            _ => Shape::Word64,
        }
    }

    /// A struct of the document. One that would hold itself is no bytes there.
    fn named(&mut self, name: &'a str, depth: usize) -> Shape {
        if let Some(known) = self.known.get(name) {
            return known.map_or(bytes_of(0), Shape::Record);
        }
        let Some(found) = self.structs.iter().find(|found| found.name == name) else { return bytes_of(0) };
        self.known.insert(name, None);
        let what = format!("The struct `{}`.", crate::text::quoted(name));
        let record = self.record(name, what, &found.members, found.bytes, depth);
        self.known.insert(name, Some(record));
        Shape::Record(record)
    }

    /// A type that fills a stride: longer vectors of numbers, and structs with padding of others.
    fn padded(&mut self, shape: Shape, stride: u64, owner: &str) -> Shape {
        let size = self.size(&shape);
        if size >= stride {
            return shape;
        }
        let (scalar, bytes) = match &shape {
            Shape::Number(scalar) => (Some(*scalar), u64::from(scalar.bytes())),
            Shape::Array(element, _) => match **element {
                Shape::Number(scalar) => (Some(scalar), u64::from(scalar.bytes())),
                _ => (None, 1),
            },
            _ => (None, 1),
        };
        match scalar {
            Some(scalar) if stride.is_multiple_of(bytes) => array(Shape::Number(scalar), stride / bytes),
            _ => {
                let what = "An element, padded to where the next one stands.".to_owned();
                let value = Member { name: Some("value".to_owned()), offset: 0, shape };
                let record = self.finish(&format!("{owner} Element"), what, vec![value], size, stride);
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
    /// Bytes of a type.
    pub fn size(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Number(scalar) => u64::from(scalar.bytes()),
            Shape::Word64 => 8,
            Shape::Array(element, length) => self.size(element).saturating_mul(*length),
            Shape::Record(record) => self.records.get(*record).map_or(0, |record| record.bytes),
        }
    }

    /// Alignment of a type, on hosts that align numbers to their sizes.
    fn align(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Number(scalar) => u64::from(scalar.bytes()),
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
    array(Shape::Number(Scalar::U8), count)
}

/// Fills the gap to an offset.
fn pad(members: &mut Vec<Member>, end: &mut u64, offset: u64) {
    if offset > *end {
        members.push(Member { name: None, offset: *end, shape: bytes_of(offset - *end) });
        *end = offset;
    }
}
