//! Tests which variants are recompiled.

use super::*;
use std::fs;

/// A folder with a manifest and sources.
struct Project {
    folder: tempfile::TempDir,
}

const HEAD: &str = "#version 460\n#extension GL_GOOGLE_include_directive : require\n";
const BODY: &str = "layout(local_size_x = N * SIZE) in;\nvoid main() {}\n";

impl Project {
    fn new(manifest: &str) -> Self {
        let project = Project { folder: tempfile::tempdir().expect("a folder") };
        project.write("m.toml", manifest);
        project.write("a.comp", &format!("{HEAD}#include \"n.h\"\n{BODY}"));
        project.write("b.comp", &format!("{HEAD}#define SIZE 4\n#include <n.h>\n{BODY}"));
        project.write("late/n.h", "#define N 8\n");
        fs::create_dir(project.folder.path().join("early")).expect("made");
        project
    }

    fn write(&self, name: &str, text: &str) {
        crate::replace::write(&self.folder.path().join(name), text.as_bytes()).expect("written");
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.folder.path().join(name)).expect("removed");
    }

    /// Runs the manifest. Returns the names of the variants that were not up to date, with the status of
    /// those that failed.
    fn run_with(&self, change: impl FnOnce(&mut Batch<'_>)) -> Vec<String> {
        let root = self.folder.path();
        let variants = crate::read(&root.join("m.toml")).expect("read").expect("a manifest");
        let mut batch = Batch {
            variants: &variants,
            folder: &root.join("out"),
            state: &root.join("out/.m.nvc-state"),
            threads: 2,
            style: render::Style::default(),
            force: false,
            partial: false,
        };
        change(&mut batch);
        let outcomes = run(&batch, &Library).expect("a run");
        let done = batch.variants.iter().zip(&outcomes);
        let named = done.filter_map(|(variant, outcome)| match outcome.status {
            Status::Unchanged => None,
            Status::Compiled => Some(variant.name.clone()),
            status => Some(format!("{} {status:?}", variant.name)),
        });
        named.collect()
    }

    fn run(&self) -> Vec<String> {
        self.run_with(|_| {})
    }
}

const MANIFEST: &str = "\
include = ['early', 'late']\n\
[[shader]]\n\
source = 'a.comp'\n\
axes.size = [1, 2]\n\
define.SIZE = '{size}'\n\
[[shader]]\n\
source = 'b.comp'\n\
emit = 'rust'\n";

#[test]
fn unchanged_variants_are_skipped() {
    let project = Project::new(MANIFEST);
    assert_eq!(project.run(), ["a_1", "a_2", "b"]);
    assert!(project.run().is_empty());
    // The generated module is named after the variant.
    let code = fs::read_to_string(project.folder.path().join("out/b.rs")).expect("read");
    assert!(code.contains("pub mod b {"), "{code}");
    assert_eq!(project.run_with(|batch| batch.force = true), ["a_1", "a_2", "b"]);
    assert!(project.run().is_empty());
}

#[test]
fn changed_options_sources_and_outputs_cause_recompilation() {
    let project = Project::new(MANIFEST);
    project.run();
    project.write("m.toml", &MANIFEST.replace("2]", "4]"));
    assert_eq!(project.run(), ["a_4"]);
    project.write("m.toml", &MANIFEST.replace("emit", "opt-level = 0\nemit"));
    assert_eq!(project.run(), ["a_2", "b"]);
    project.write("b.comp", &format!("{HEAD}#define SIZE 2\n#include <n.h>\n{BODY}"));
    assert_eq!(project.run(), ["b"]);
    project.write("out/a_1.spv", "something else");
    project.remove("out/a_2.spv");
    assert_eq!(project.run(), ["a_1", "a_2"]);
    project.write("out/.m.nvc-state", "nonsense");
    assert_eq!(project.run(), ["a_1", "a_2", "b"]);
}

#[test]
fn includes_that_change_disappear_or_shadow_others_cause_recompilation() {
    let project = Project::new(MANIFEST);
    project.run();
    project.write("late/n.h", "#define N 16\n");
    assert_eq!(project.run(), ["a_1", "a_2", "b"]);
    // A file with the same name and content in another folder counts as a different file.
    project.write("early/n.h", "#define N 16\n");
    assert_eq!(project.run(), ["a_1", "a_2", "b"]);
    // Only `#include "n.h"` searches the folder of the including file.
    project.write("n.h", "#define N 4\n");
    assert_eq!(project.run(), ["a_1", "a_2"]);
    project.remove("n.h");
    assert_eq!(project.run(), ["a_1", "a_2"]);
    project.remove("early/n.h");
    assert_eq!(project.run(), ["a_1", "a_2", "b"]);
    project.remove("late/n.h");
    assert_eq!(project.run(), ["a_1 Failed", "a_2 Failed", "b Failed"]);
    // If the inputs become again those that the outputs were compiled from, nothing is recompiled.
    project.write("late/n.h", "#define N 16\n");
    assert!(project.run().is_empty());
}

#[test]
fn failures_do_not_change_the_outputs() {
    let project = Project::new(MANIFEST);
    project.run();
    let output = |name: &str| fs::read(project.folder.path().join("out").join(name)).expect("read");
    let before = output("a_1.spv");
    project.write("a.comp", "#version 460\n#error SIZE\n");
    project.remove("b.comp");
    assert_eq!(project.run(), ["a_1 Failed", "a_2 Failed", "b Unreadable"]);
    assert_eq!(output("a_1.spv"), before);
    let names = fs::read_dir(project.folder.path().join("out")).expect("a folder").count();
    assert_eq!(names, 4, "three outputs and the state");
}

#[test]
fn a_partial_run_keeps_the_state_of_other_variants() {
    let project = Project::new(MANIFEST);
    project.run();
    project.write("late/n.h", "#define N 16\n");
    let one = |batch: &mut Batch<'_>| (batch.variants, batch.partial) = (&batch.variants[..1], true);
    assert_eq!(project.run_with(one), ["a_1"]);
    assert_eq!(project.run(), ["a_2", "b"]);
}

#[test]
fn warnings_are_shown_again() {
    let project = Project::new("shader.source = 'w.nvcp'");
    project.write("w.nvcp", "!!NVcp5.0\nOPTION NV_none;\nGROUP_SIZE 1;\nEND\n");
    let root = project.folder.path().to_owned();
    let variants = crate::read(&root.join("m.toml")).expect("read").expect("a manifest");
    let outcomes = |style| {
        let batch = Batch {
            variants: &variants,
            folder: &root,
            state: &root.join("state"),
            threads: 1,
            style,
            force: false,
            partial: false,
        };
        let outcome = run(&batch, &Library).expect("a run").remove(0);
        (outcome.status, outcome.warnings, outcome.messages)
    };
    let human = render::Style::default();
    let first = outcomes(human);
    assert_eq!((first.0, first.1), (Status::Compiled, 1));
    assert_eq!(outcomes(human), (Status::Unchanged, 1, first.2));
    let short = render::Style { format: render::Format::Short, ..human };
    assert_eq!(outcomes(short).0, Status::Compiled);
}
