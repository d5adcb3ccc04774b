//! The parsed manifest: a tree of groups, whose strings are still templates (`template.rs`).

mod parse;
mod toml;

use crate::options::Setting;
use crate::pattern::Patterns;
use crate::template::{Map, Text};
use nvc_diag::Span;
pub(crate) use parse::manifest;

/// A manifest.
pub(crate) struct Manifest {
    /// Named maps that templates use as filters.
    pub maps: Vec<Map>,
    /// The top-level group, whose settings all shaders inherit.
    pub root: Group,
}

/// Settings, and the nested groups that inherit them. A group without nested groups is a shader.
#[derive(Default)]
pub(crate) struct Group {
    pub span: Span,
    /// Template of the variants' names.
    pub name: Option<Text>,
    pub axes: Vec<Axis>,
    pub settings: Settings,
    pub rules: Vec<Rule>,
    /// Combinations that satisfy one of these conditions are not compiled.
    pub exclude: Vec<Condition>,
    /// Nested groups.
    pub shaders: Vec<Group>,
}

/// Settings that groups and rules can contain.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    pub source: Option<Text>,
    pub output: Option<Text>,
    pub include: Option<Vec<Text>>,
    /// Macro definitions by name; `None` removes an inherited macro.
    pub define: Vec<(Text, Option<Text>)>,
    pub options: Vec<Setting>,
}

/// A named list of values. A shader is compiled for each combination of the values of its axes.
#[derive(Clone)]
pub(crate) struct Axis {
    pub name: Text,
    pub values: Vec<AxisValue>,
}

/// A value of an axis, with the macros that it defines.
#[derive(Clone)]
pub(crate) struct AxisValue {
    pub text: String,
    pub define: Vec<(Text, Option<Text>)>,
}

/// Settings for the variants that satisfy at least one of the conditions.
pub(crate) struct Rule {
    pub when: Vec<Condition>,
    pub settings: Settings,
}

/// A conjunction of tests: each axis must have a value that matches its patterns. The key [`NAME`] tests the
/// name of the variant.
pub(crate) struct Condition {
    pub tests: Vec<(Text, Patterns)>,
}

/// The condition key that tests the variant's name.
pub(crate) const NAME: &str = "name";
