//! Options for specialization constants and the work-group size.

use clap::Args;
use nvc::{SpecValue, Specialization};

#[derive(Args, Debug)]
#[command(next_help_heading = "Specialization")]
pub(crate) struct Specialise {
    /// Set the default of a specialization constant, by id or source name
    #[arg(long, value_name = "ID=VALUE")]
    spec: Vec<SpecValue>,

    /// Turn specialization constants into ordinary constants
    #[arg(long)]
    freeze_spec: bool,

    /// Set the work-group size, if the program declares none or a variable one
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = size)]
    local_size: Option<[u32; 3]>,

    /// Set the specialization ids of an undeclared work-group size [default: 65533,65534,65535]
    #[arg(long, value_name = "X,Y,Z", value_parser = ids, conflicts_with = "local_size")]
    local_size_ids: Option<[u32; 3]>,
}

impl Specialise {
    /// Returns the specialization that the options describe.
    pub fn specialization(&self) -> Specialization {
        let mut specialization = Specialization::default();
        specialization.values.clone_from(&self.spec);
        specialization.freeze = self.freeze_spec;
        specialization.local_size = self.local_size;
        specialization.local_size_ids = self.local_size_ids;
        specialization
    }
}

/// Parses a work-group size `X[,Y[,Z]]`; missing dimensions are 1.
pub(crate) fn size(text: &str) -> Result<[u32; 3], String> {
    let mut size = [1; 3];
    let parts = numbers(text)?;
    if parts.len() > size.len() {
        return Err("a work group has at most three dimensions".to_owned());
    }
    if parts.contains(&0) {
        return Err("work-group sizes must be at least 1".to_owned());
    }
    size.iter_mut().zip(parts).for_each(|(to, from)| *to = from);
    Ok(size)
}

/// Parses three distinct ids. 0 is rejected because some tools treat it as a missing id.
fn ids(text: &str) -> Result<[u32; 3], String> {
    let ids: [u32; 3] = numbers(text)?.try_into().map_err(|_| "expected three ids")?;
    match ids {
        [a, b, c] if a == b || b == c || a == c => Err("the ids must be distinct".to_owned()),
        _ if ids.contains(&0) => Err("ids must be at least 1".to_owned()),
        _ => Ok(ids),
    }
}

fn numbers(text: &str) -> Result<Vec<u32>, String> {
    text.split(',').map(|part| part.trim().parse().map_err(|_| format!("`{part}` is not a number"))).collect()
}
