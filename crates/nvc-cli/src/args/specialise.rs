//! Options that decide on specialization constants and on the size of the work group.

use clap::Args;
use nvc::{SpecValue, Specialization};

#[derive(Args, Debug)]
#[command(next_help_heading = "Specialization")]
pub(crate) struct Specialise {
    /// Default of a specialization constant, by id or by its name in the source
    #[arg(long, value_name = "ID=VALUE")]
    spec: Vec<SpecValue>,

    /// Make ordinary constants of specialization constants
    #[arg(long)]
    freeze_spec: bool,

    /// Size of a work group that the program leaves open
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = size)]
    local_size: Option<[u32; 3]>,

    /// Ids of the specialization constants that hold the size of a work group, if the program leaves
    /// it open [default: 65533,65534,65535]
    #[arg(long, value_name = "X,Y,Z", value_parser = ids, conflicts_with = "local_size")]
    local_size_ids: Option<[u32; 3]>,
}

impl Specialise {
    /// What is decided.
    pub fn decided(&self) -> Specialization {
        Specialization {
            values: self.spec.clone(),
            freeze: self.freeze_spec,
            local_size: self.local_size,
            local_size_ids: self.local_size_ids,
        }
    }
}

/// `X[,Y[,Z]]`; what is not given is 1.
pub(crate) fn size(text: &str) -> Result<[u32; 3], String> {
    let mut size = [1; 3];
    let parts = numbers(text)?;
    if parts.len() > size.len() {
        return Err("a work group has three dimensions".to_owned());
    }
    if parts.contains(&0) {
        return Err("a work group is not empty".to_owned());
    }
    size.iter_mut().zip(parts).for_each(|(to, from)| *to = from);
    Ok(size)
}

/// Three numbers, all different. Some tools take the id 0 for none.
fn ids(text: &str) -> Result<[u32; 3], String> {
    let ids: [u32; 3] = numbers(text)?.try_into().map_err(|_| "three ids are needed")?;
    match ids {
        [a, b, c] if a == b || b == c || a == c => Err("the ids are not different".to_owned()),
        _ if ids.contains(&0) => Err("an id is at least 1".to_owned()),
        _ => Ok(ids),
    }
}

fn numbers(text: &str) -> Result<Vec<u32>, String> {
    text.split(',').map(|part| part.trim().parse().map_err(|_| format!("`{part}` is no number"))).collect()
}
