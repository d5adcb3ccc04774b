//! The manifest as data: a tree of groups. Strings are still templates (`template.rs`).

mod parse;
mod toml;

use crate::options::Setting;
use crate::pattern::Patterns;
use crate::template::{Map, Text};
use nvc_diag::Span;
pub(crate) use parse::manifest;

/// A manifest.
pub(crate) struct Manifest {
    /// Maps, which templates apply to values.
    pub maps: Vec<Map>,
    /// The top-level settings, which all shaders inherit.
    pub root: Group,
}

/// Settings, and the shaders in it, which inherit them. A group without shaders is one itself.
#[derive(Default)]
pub(crate) struct Group {
    pub span: Span,
    pub name: Option<Text>,
    pub axes: Vec<Axis>,
    pub settings: Settings,
    pub rules: Vec<Rule>,
    pub exclude: Vec<Condition>,
    pub shaders: Vec<Group>,
}

/// What groups, rules and values of axes can set.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    pub source: Option<Text>,
    pub output: Option<Text>,
    pub include: Option<Vec<Text>>,
    /// Macros by name; `None` removes one.
    pub define: Vec<(Text, Option<Text>)>,
    pub options: Vec<Setting>,
}

/// A dimension of the combinations.
#[derive(Clone)]
pub(crate) struct Axis {
    pub name: Text,
    pub values: Vec<AxisValue>,
}

/// A value of an axis, and the macros that it brings.
#[derive(Clone)]
pub(crate) struct AxisValue {
    pub text: String,
    pub define: Vec<(Text, Option<Text>)>,
}

/// Settings for the variants that meet one of the conditions.
pub(crate) struct Rule {
    pub when: Vec<Condition>,
    pub settings: Settings,
}

/// Holds if all axes have matching values. The key `name` is the variant's name.
pub(crate) struct Condition {
    pub tests: Vec<(Text, Patterns)>,
}

/// The key of a condition for the variant's name.
pub(crate) const NAME: &str = "name";
