//! `--dump`: prints memory after a run.

use anyhow::{Result, bail};
use nvc::ResourceClass;
use nvc_exec::Resources;
use std::fmt::Write;
use std::str::FromStr;

/// A buffer or image to print, and its element type.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    class: ResourceClass,
    index: u32,
    element: &'static Element,
}

/// How to print elements of one type.
#[derive(Debug)]
struct Element {
    name: &'static str,
    bytes: usize,
    format: fn([u8; 8]) -> String,
}

macro_rules! number {
    ($ty:ident) => {
        Element {
            name: stringify!($ty),
            bytes: size_of::<$ty>(),
            format: |bytes| {
                let mut own = [0; size_of::<$ty>()];
                own.copy_from_slice(&bytes[..size_of::<$ty>()]);
                $ty::from_le_bytes(own).to_string()
            },
        }
    };
}

const ELEMENTS: &[Element] = &[
    number!(f32),
    number!(f64),
    number!(i32),
    number!(i64),
    number!(u8),
    number!(u16),
    number!(u32),
    number!(u64),
    Element {
        name: "f16",
        bytes: 2,
        format: |b| nvc_ir::half::to_f64(u16::from_le_bytes([b[0], b[1]])).to_string(),
    },
    Element {
        name: "x32",
        bytes: 4,
        format: |b| format!("{:#010x}", u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
    },
];

/// Elements per line.
const PER_LINE: usize = 8;

impl Dump {
    /// Appends the memory to `out`; each line starts with the index of its first element.
    pub fn print(&self, resources: &Resources, out: &mut String) -> Result<()> {
        let Dump { class, index, element } = self;
        let bytes = match class {
            ResourceClass::Image => resources.images.get(index).map(|image| &image.texels),
            class => resources.buffers.get(&(*class, *index)),
        };
        let Some(bytes) = bytes else { bail!("cannot dump {}[{index}]: it is not bound", class.name()) };
        writeln!(out, "{}[{index}] {}", class.name(), element.name)?;
        let (whole, rest) = bytes.split_at(bytes.len() - bytes.len() % element.bytes);
        for (line, row) in whole.chunks(PER_LINE * element.bytes).enumerate() {
            write!(out, "{}:", line * PER_LINE)?;
            for part in row.chunks_exact(element.bytes) {
                let mut raw = [0; 8];
                raw[..element.bytes].copy_from_slice(part);
                write!(out, " {}", (element.format)(raw))?;
            }
            out.push('\n');
        }
        if !rest.is_empty() {
            let bytes: String = rest.iter().map(|byte| format!(" {byte:#04x}")).collect();
            writeln!(out, "rest:{bytes}")?;
        }
        Ok(())
    }
}

impl FromStr for Dump {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (place, name) = text.split_once('=').ok_or("expected [CLASS:]N=TYPE")?;
        let (class, index) = place.split_once(':').unwrap_or((ResourceClass::Storage.name(), place));
        let classes =
            [ResourceClass::Storage, ResourceClass::Uniform, ResourceClass::Counter, ResourceClass::Image];
        let class = classes
            .into_iter()
            .find(|c| c.name() == class)
            .ok_or("the class must be storage, uniform, counter or image")?;
        let index = index.parse().map_err(|_| "the index before `=` is not a number")?;
        let names = || ELEMENTS.iter().map(|e| e.name).collect::<Vec<_>>().join(", ");
        let element = ELEMENTS.iter().find(|e| e.name == name);
        let element = element.ok_or_else(|| format!("expected one of the types {}", names()))?;
        Ok(Dump { class, index, element })
    }
}
