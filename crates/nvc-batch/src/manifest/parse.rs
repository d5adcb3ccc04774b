//! Parses a manifest from TOML. Unknown keys are errors, so that a misspelled key is not silently ignored.

use super::toml::{self, Node, Value};
use super::{Axis, AxisValue, Condition, Group, Manifest, NAME, Rule, Settings};
use crate::errors::Errors;
use crate::options::{self, Setting};
use crate::pattern::Patterns;
use crate::template::{self, Map, Text};
use nvc::Source;

/// Keys of a group in addition to [`SETTINGS`] and the compiler options.
const GROUP: [&str; 5] = ["name", "axes", "rule", "exclude", "shader"];
/// Keys of the top level in addition to those of a group.
const TOP: [&str; 2] = ["map", "values"];
/// Setting keys that are not compiler options.
const SETTINGS: [&str; 4] = ["source", "output", "include", "define"];
/// Maximum nesting depth of groups.
const MAX_DEPTH: usize = 8;

/// Parses a manifest. Returns `None` if it is not TOML or is too deeply nested.
pub(crate) fn manifest(source: &Source, errors: &mut Errors) -> Option<Manifest> {
    let entries = toml::parse(&source.text, errors)?;
    let (mut maps, mut lists, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (key, node) in entries {
        match key.text.as_str() {
            "map" => {
                maps =
                    node.entries(errors).into_iter().map(|(name, map)| read_map(name, map, errors)).collect()
            }
            "values" => {
                lists = node
                    .entries(errors)
                    .into_iter()
                    .map(|(name, values)| axis(name, values, None, errors))
                    .collect();
            }
            _ => rest.push((key, node)),
        }
    }
    let whole = crate::errors::span(0, 0);
    let root = Reader { lists: &lists, errors }.group(whole, rest, 0);
    Some(Manifest { maps, root })
}

fn read_map(name: Text, node: Node, errors: &mut Errors) -> Map {
    if template::FILTERS.contains(&name.text.as_str()) {
        errors
            .add(name.span, format!("`{}` is a built-in filter; choose another name for the map", name.text));
    }
    let entries = node.entries(errors).into_iter();
    let entries = entries.filter_map(|(key, value)| Some((key, value.scalar(errors)?))).collect();
    Map { name, entries }
}

/// Parses a table of macros. Strings and integers are values, `true` means 1, and `false` removes the macro.
fn define(node: Node, errors: &mut Errors) -> Vec<(Text, Option<Text>)> {
    let mut macros = Vec::new();
    for (name, value) in node.entries(errors) {
        match value.value {
            Value::Bool(false) => macros.push((name, None)),
            Value::Bool(true) => macros.push((name, Some(Text { text: "1".into(), span: value.span }))),
            _ => macros.extend(value.scalar(errors).map(|text| (name, Some(text)))),
        }
    }
    macros
}

/// Parses an axis: an array of values, a table of values with their macros, or the name of one of `lists`. With `None`,
/// parses a list of the table `values`, which cannot be the name of another list.
fn axis(name: Text, node: Node, lists: Option<&[Axis]>, errors: &mut Errors) -> Axis {
    let what = if lists.is_some() { "axis" } else { "list" };
    if [NAME, "stem", "extension"].contains(&name.text.as_str()) {
        errors.add(name.span, format!("`{}` is reserved; choose another name for the {what}", name.text));
    }
    let span = node.span;
    let values: Vec<AxisValue> = match node.value {
        Value::Table(entries) => entries
            .into_iter()
            .map(|(value, macros)| AxisValue { text: value.text, define: define(macros, errors) })
            .collect(),
        Value::Text(wanted) => match lists
            .and_then(|lists| lists.iter().find(|list| list.name.text == wanted))
        {
            Some(list) => list.values.clone(),
            None => {
                let (message, help) = match lists {
                    Some(_) => (
                        format!("no values named `{wanted}`"),
                        "write an array, or define the values in the table `values`",
                    ),
                    None => {
                        ("a list of values cannot be the name of another list".to_owned(), "write an array")
                    }
                };
                errors.add_with_help(span, message, help);
                return Axis { name, values: Vec::new() };
            }
        },
        _ => {
            let texts = node.texts(errors).into_iter();
            texts.map(|text| AxisValue { text: text.text, define: Vec::new() }).collect()
        }
    };
    if values.is_empty() {
        errors.add(span, format!("the {what} `{}` has no values", name.text));
    }
    Axis { name, values }
}

/// Parses groups and rules.
struct Reader<'a> {
    /// The named lists of values in the table `values`.
    lists: &'a [Axis],
    errors: &'a mut Errors,
}

impl Reader<'_> {
    fn group(&mut self, span: nvc_diag::Span, entries: Vec<(Text, Node)>, depth: usize) -> Group {
        let mut group = Group { span, ..Group::default() };
        for (key, node) in entries {
            match key.text.as_str() {
                "name" => group.name = node.scalar(self.errors),
                "axes" => {
                    let entries = node.entries(self.errors).into_iter();
                    group.axes = entries
                        .map(|(name, values)| axis(name, values, Some(self.lists), self.errors))
                        .collect();
                }
                "rule" => group.rules = node.elements().into_iter().map(|rule| self.rule(rule)).collect(),
                "exclude" => group.exclude = self.conditions(node),
                "shader" if depth == MAX_DEPTH => {
                    self.errors.add(key.span, format!("shaders are nested more than {MAX_DEPTH} deep"));
                }
                "shader" => {
                    for node in node.elements() {
                        let span = node.span;
                        let entries = node.entries(self.errors);
                        group.shaders.push(self.group(span, entries, depth + 1));
                    }
                }
                _ => self.setting(&mut group.settings, key, node, if depth == 0 { &TOP } else { &[] }),
            }
        }
        group
    }

    /// Parses one setting. `also` lists the other keys allowed at this level, for suggestions.
    fn setting(&mut self, settings: &mut Settings, key: Text, node: Node, also: &[&'static str]) {
        match key.text.as_str() {
            "source" => settings.source = node.scalar(self.errors),
            "output" => settings.output = node.scalar(self.errors),
            "include" => settings.include = Some(node.texts(self.errors)),
            "define" => settings.define = define(node, self.errors),
            name => match options::find(name) {
                Some(option) => {
                    let values = node.texts(self.errors);
                    settings.options.push(Setting { option, key: key.span, values });
                }
                None => self.unknown(&key, also),
            },
        }
    }

    fn unknown(&mut self, key: &Text, also: &[&'static str]) {
        let mut known: Vec<&str> = also.to_vec();
        known.extend(GROUP.iter().chain(&SETTINGS).copied().chain(options::names()));
        let message = format!("unknown key `{}`", key.text);
        match nvc_diag::suggest::nearest(&key.text, known) {
            Some(near) => self.errors.add_with_help(key.span, message, format!("did you mean `{near}`?")),
            None => self.errors.add(key.span, message),
        }
    }

    fn rule(&mut self, node: Node) -> Rule {
        let span = node.span;
        let (mut when, mut settings) = (None, Settings::default());
        for (key, node) in node.entries(self.errors) {
            match key.text.as_str() {
                "when" => when = Some(self.conditions(node)),
                name if GROUP.contains(&name) => {
                    self.errors.add(key.span, format!("a rule cannot set `{name}`"));
                }
                _ => self.setting(&mut settings, key, node, &["when"]),
            }
        }
        let when = when.unwrap_or_else(|| {
            self.errors.add_with_help(
                span,
                "a rule without `when`",
                "settings for all variants need no rule",
            );
            Vec::new()
        });
        Rule { when, settings }
    }

    /// Parses one condition, or an array of alternative conditions.
    fn conditions(&mut self, node: Node) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for node in node.elements() {
            let tests = node.entries(self.errors).into_iter();
            let tests = tests.map(|(key, patterns)| {
                let patterns = patterns.texts(self.errors).into_iter().map(|pattern| pattern.text);
                (key, Patterns::new(patterns))
            });
            conditions.push(Condition { tests: tests.collect() });
        }
        conditions
    }
}
