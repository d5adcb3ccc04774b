//! `crates/lab/logs/divergence.md` is up to date: its table is made from nvc's verdict on the test programs
//! and that of NVIDIA's loader.

use crate::programs::{check, entries, list};
use std::fmt::Write as _;

/// The verdict of NVIDIA's loader on each program.
const LOADER: &str = "testdata/asm/loader.txt";

/// The programs in `errors` that no specification forbids.
const ALLOWED: &str = "testdata/asm/errors/allowed.txt";

/// Why nvc differs.
const REASONS: &str = "testdata/asm/divergence.txt";

/// The page; what is above the mark is written by hand.
const PAGE: &str = "crates/lab/logs/divergence.md";
const MARK: &str = "<!-- What follows is made by `cargo xtask bless` from testdata/asm. -->\n";

/// The three verdicts on a program.
struct Case {
    name: String,
    forbidden: bool,
    loader: String,
    accepted: bool,
    codes: Vec<String>,
}

impl Case {
    /// Whether nvc agrees with the specification and the loader.
    fn agrees(&self) -> bool {
        self.accepted != self.forbidden && self.accepted == (self.loader == "accepted")
    }
}

fn cases() -> Vec<Case> {
    let loader = crate::read(LOADER);
    let loader = list(&loader);
    let allowed = crate::read(ALLOWED);
    let mut allowed = list(&allowed);
    let mut cases = Vec::new();
    for folder in ["errors", "examples"] {
        for path in entries(&format!("testdata/asm/{folder}")) {
            let Some(name) = path.strip_prefix("testdata/asm/").and_then(|p| p.strip_suffix(".nvcp")) else {
                continue;
            };
            // Later programs were not run through the loader.
            let Some(verdict) = loader.get(name) else { continue };
            let (codes, accepted) = check(&crate::read(&path));
            let (name, loader) = (name.to_owned(), (*verdict).to_owned());
            let stem = name.rsplit('/').next().unwrap_or_default();
            let forbidden = folder == "errors" && allowed.remove(stem).is_none();
            cases.push(Case { name, forbidden, loader, accepted, codes });
        }
    }
    assert!(allowed.is_empty(), "{ALLOWED} names programs that do not exist: {allowed:?}");
    assert_eq!(cases.len(), loader.len(), "{LOADER} names programs that do not exist");
    cases
}

fn row(case: &Case, reason: &str) -> String {
    let nvc = match (case.accepted, case.codes.first()) {
        (true, None) => "accepts".to_owned(),
        (true, Some(code)) => format!("warns ([{code}](../../../docs/errors/{code}.md))"),
        (false, Some(code)) => format!("rejects ([{code}](../../../docs/errors/{code}.md))"),
        (false, None) => "rejects".to_owned(),
    };
    let text = if case.forbidden { "forbids" } else { "allows" };
    let loader = case.loader.replace("accepted", "accepts").replace("rejected", "rejects");
    let name = case.name.rsplit('/').next().unwrap_or_default();
    format!("| [{name}](../../../testdata/asm/{}.nvcp) | {text} | {loader} | {nvc} | {reason} |\n", case.name)
}

#[test]
fn page_is_up_to_date() {
    let reasons = crate::read(REASONS);
    let reasons = list(&reasons);
    let (mut table, mut wrong) = (String::new(), Vec::new());
    let cases = cases();
    for case in &cases {
        match (case.agrees(), reasons.get(case.name.as_str())) {
            (true, None) => {}
            (false, Some(reason)) => table += &row(case, reason),
            (true, Some(_)) => wrong.push(format!("{} no longer differs", case.name)),
            (false, None) => wrong.push(format!("{} differs, and {REASONS} has no reason", case.name)),
        }
    }
    let unknown = reasons.keys().filter(|name| !cases.iter().any(|case| case.name == **name));
    wrong.extend(unknown.map(|name| format!("{name} in {REASONS} is not a program")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let page = crate::read(PAGE);
    let (head, _) = page.split_once(MARK).unwrap_or_else(|| panic!("{PAGE} has no mark"));
    let mut expected = format!("{head}{MARK}\n## Program by program\n\n");
    let agreeing = cases.iter().filter(|case| case.agrees()).count();
    writeln!(
        expected,
        "Of {} programs that NVIDIA's loader was shown, nvc, the specifications and the loader agree on {agreeing}. \
         The others:\n",
        cases.len()
    )
    .expect("writing to a string");
    expected += "| program | specification | NVIDIA's loader | nvc | why |\n|---|---|---|---|---|\n";
    expected += &table;
    crate::compare(PAGE, &expected);
}
