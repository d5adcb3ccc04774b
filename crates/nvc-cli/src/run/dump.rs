//! `--dump`: prints memory after a run.

use anyhow::{Result, bail};
use nvc::ResourceClass;
use nvc_exec::Resources;
use nvc_run::{Element, UnknownElement};
use std::str::FromStr;

/// A buffer or image to print, and its element type.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    class: ResourceClass,
    index: u32,
    element: Element,
}

impl Dump {
    /// Appends the memory to `out`.
    pub fn print(&self, resources: &Resources, out: &mut String) -> Result<()> {
        let Dump { class, index, element } = self;
        let bytes = match class {
            ResourceClass::Image => resources.images.get(index).map(|image| &image.texels),
            class => resources.buffers.get(&(*class, *index)),
        };
        let Some(bytes) = bytes else { bail!("cannot dump {}[{index}]: it is not bound", class.name()) };
        out.push_str(&format!("{}[{index}] {}\n{}", class.name(), element.name(), element.text(bytes)));
        Ok(())
    }
}

impl FromStr for Dump {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (buffer, name) = text.split_once('=').ok_or("expected [CLASS:]N=TYPE")?;
        let (class, index) = buffer.split_once(':').unwrap_or((ResourceClass::Storage.name(), buffer));
        let classes =
            [ResourceClass::Storage, ResourceClass::Uniform, ResourceClass::Counter, ResourceClass::Image];
        let class = classes
            .into_iter()
            .find(|c| c.name() == class)
            .ok_or("the class must be storage, uniform, counter or image")?;
        let index = index.parse().map_err(|_| "the index before `=` is not a number")?;
        let element = name.parse().map_err(|error: UnknownElement| error.to_string())?;
        Ok(Dump { class, index, element })
    }
}
