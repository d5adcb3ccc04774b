//! Checks that the table in `docs/limits.md` matches the table of limits in the code, from which it is generated. With
//! `NVC_BLESS=1`, writes the table instead.

use nvc_diag::Limit;
use std::fmt::Write as _;
use std::path::Path;

const START: &str = "<!-- generated: limits -->\n";
const END: &str = "<!-- end -->\n";

#[test]
fn page_has_the_table_of_limits() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md"));
    let text = std::fs::read_to_string(path).expect("the page").replace("\r\n", "\n");
    let (before, rest) = text.split_once(START).expect("the start of the table");
    let (_, after) = rest.split_once(END).expect("the end of the table");
    let mut table = String::from("\n| limit | default | what it bounds |\n|---|---|---|\n");
    for &limit in Limit::ALL {
        let default = match (limit.default_value(), limit.unit().name()) {
            (u64::MAX, _) => "none".to_owned(),
            (value, unit) => format!("{value} {unit}").trim_end().to_owned(),
        };
        writeln!(table, "| `{limit}` | {default} | {} |", limit.what()).expect("a string");
    }
    nvc_goldens::page(path, &format!("{before}{START}{table}\n{END}{after}"));
}
