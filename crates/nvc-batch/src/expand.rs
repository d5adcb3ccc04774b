//! Expands a manifest into variants: for every shader, every combination of the values of its axes, except the
//! excluded ones. An axis is a named list of values.

use crate::errors::{Errors, ManifestError, span};
use crate::manifest::{self, Axis, AxisValue, Condition, Group, Manifest, NAME, Settings};
use crate::options;
use crate::template::{Scope, Text};
use crate::variant::Variant;
use nvc::{MacroOption, Source};
use nvc_diag::{Code, Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Maximum number of combinations in a manifest, including excluded ones.
const MAX_COMBINATIONS: usize = 1 << 18;
/// Maximum length of a variant's name in bytes.
const MAX_NAME: usize = 200;

/// Reads a manifest file and expands it.
///
/// # Errors
/// The outer error if the file cannot be read, the inner one if the manifest has errors.
pub fn read(path: &Path) -> std::io::Result<Result<Vec<Variant>, ManifestError>> {
    let bytes = nvc::read_file(path)?;
    let name = path.to_string_lossy();
    Ok(match String::from_utf8(bytes) {
        Ok(text) if text.len() <= nvc::MAX_INPUT_BYTES => expand(&Source::new(&*name, text)),
        Ok(_) => rejected(&name, "the manifest is too large"),
        Err(_) => rejected(&name, "the manifest is not UTF-8 text"),
    })
}

/// Returns the error for a manifest that cannot be parsed at all.
fn rejected(name: &str, message: &str) -> Result<Vec<Variant>, ManifestError> {
    let mut errors = Errors::default();
    errors.add(span(0, 0), message);
    errors.check(&Source::new(name, "")).map(|()| Vec::new())
}

/// Expands a manifest into variants in source order; the last axis of a shader changes fastest. Paths are
/// relative to the folder of the manifest.
///
/// # Errors
/// If the manifest has errors; all of them are reported.
pub fn expand(source: &Source) -> Result<Vec<Variant>, ManifestError> {
    let mut errors = Errors::default();
    let variants = match manifest::manifest(source, &mut errors) {
        // If parsing failed, expansion would only report errors that follow from the first ones.
        Some(manifest) if errors.is_empty() => expanded(&manifest, source, &mut errors),
        _ => Vec::new(),
    };
    errors.check(source)?;
    Ok(variants)
}

fn expanded(manifest: &Manifest, source: &Source, errors: &mut Errors) -> Vec<Variant> {
    let folder = Path::new(&*source.name).parent().unwrap_or(Path::new("")).to_owned();
    let root = &manifest.root;
    if root.shaders.is_empty() {
        errors.add_with_help(root.span, "the manifest has no shaders", "add a table `[[shader]]`");
        return Vec::new();
    }
    let mut expander = Expander {
        manifest,
        folder,
        errors,
        variants: Vec::new(),
        used: BTreeSet::new(),
        left: MAX_COMBINATIONS,
    };
    expander.group(&[], root);
    let (variants, used) = (std::mem::take(&mut expander.variants), std::mem::take(&mut expander.used));
    check_conditions(root, &used, errors);
    check_unique(&variants, errors);
    variants.into_iter().map(|(variant, _)| variant).collect()
}

/// The state of an expansion. A method that returns `None` has reported an error, unless its documentation says otherwise.
struct Expander<'a> {
    manifest: &'a Manifest,
    /// Folder that contains the manifest.
    folder: PathBuf,
    errors: &'a mut Errors,
    /// Variants found so far, each with the position that determines its name.
    variants: Vec<(Variant, Span)>,
    /// Names of all axes used by some shader.
    used: BTreeSet<String>,
    /// Number of further combinations that are allowed.
    left: usize,
}

impl Expander<'_> {
    /// Expands a group. `outer` contains the enclosing groups, outermost first.
    fn group(&mut self, outer: &[&Group], group: &Group) {
        let chain: Vec<&Group> = outer.iter().copied().chain([group]).collect();
        for shader in &group.shaders {
            self.group(&chain, shader);
        }
        if group.shaders.is_empty() {
            self.shader(&chain);
        }
    }

    /// Expands a shader, which is the last group of `chain`.
    fn shader(&mut self, chain: &[&Group]) {
        // An inner axis replaces an outer axis of the same name, at the position of the outer one.
        let mut axes: Vec<&Axis> = Vec::new();
        for axis in chain.iter().flat_map(|group| &group.axes) {
            match axes.iter_mut().find(|known| known.name.text == axis.name.text) {
                Some(known) => *known = axis,
                None => axes.push(axis),
            }
        }
        self.used.extend(axes.iter().map(|axis| axis.name.text.clone()));
        let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
        let count = count.filter(|&count| count <= self.left);
        let Some(count) = count else {
            let span = chain.last().map_or(span(0, 0), |group| group.span);
            self.errors.report(Diagnostic::new(
                Code::N0606,
                span,
                format!("more than {MAX_COMBINATIONS} combinations"),
            ));
            return;
        };
        self.left -= count;
        for number in 0..count {
            let mut rest = number;
            let mut values: Vec<&AxisValue> = Vec::with_capacity(axes.len());
            for axis in axes.iter().rev() {
                values.push(&axis.values[rest % axis.values.len()]);
                rest /= axis.values.len();
            }
            values.reverse();
            if let Some(variant) = self.combination(chain, &axes, &values) {
                self.variants.push(variant);
            }
        }
    }

    /// Returns the variant of one combination, or `None` if it is excluded or has errors.
    fn combination(
        &mut self,
        chain: &[&Group],
        axes: &[&Axis],
        values: &[&AxisValue],
    ) -> Option<(Variant, Span)> {
        let position = chain.last()?.span;
        let variables = axes.iter().zip(values).map(|(axis, value)| (&*axis.name.text, value.text.clone()));
        let mut scope = Scope { maps: &self.manifest.maps, variables: variables.collect() };
        let (name, name_span) = self.name(chain, axes, &mut scope, position)?;
        scope.variables.push((NAME, name.clone()));
        let holds = |conditions: &[Condition]| conditions.iter().any(|condition| condition.holds(&scope));
        if chain.iter().any(|group| holds(&group.exclude)) {
            return None;
        }
        let rules = chain.iter().flat_map(|group| &group.rules).filter(|rule| holds(&rule.when));
        // From lowest to highest precedence.
        let layers: Vec<&Settings> =
            chain.iter().map(|group| &group.settings).chain(rules.map(|rule| &rule.settings)).collect();
        let macros = self.macros(chain.len(), &layers, values, &scope)?;
        let errors = &mut *self.errors;
        let settings: Vec<_> = layers.iter().flat_map(|layer| &layer.options).collect();
        let (options, arguments) = options::apply(&settings, &scope, errors);
        let last = |get: fn(&Settings) -> Option<&Text>| layers.iter().rev().find_map(|layer| get(layer));
        let Some(source) = last(|layer| layer.source.as_ref()) else {
            self.no_source(position);
            return None;
        };
        let source = self.folder.join(scope.expand(source, errors)?);
        let include = layers.iter().rev().find_map(|layer| layer.include.as_ref());
        let include = include.into_iter().flatten().filter_map(|text| scope.expand(text, errors));
        let include = include.map(|folder| self.folder.join(folder)).collect();
        scope.variables.push(("extension", options.emit().extension().to_owned()));
        let (output, output_span) = match last(|layer| layer.output.as_ref()) {
            Some(text) => (scope.expand(text, errors)?, text.span),
            None => (format!("{name}.{}", options.emit().extension()), name_span),
        };
        let output = below(&output).or_else(|| {
            errors.add(output_span, format!("the output `{output}` is not below the output folder"));
            None
        })?;
        let options = options.with_macros(macros);
        Some((Variant { name, source, output, include, options, arguments }, name_span))
    }

    fn no_source(&mut self, position: Span) {
        self.errors.add_with_help(position, "the shader has no source", "add `source = \"FILE\"`");
    }

    /// Returns the name of a combination. Without a template, the name consists of the source's file stem
    /// and the values of the axes.
    fn name<'s>(
        &mut self,
        chain: &[&Group],
        axes: &[&Axis],
        scope: &mut Scope<'s>,
        position: Span,
    ) -> Option<(String, Span)> {
        let source = chain.iter().rev().find_map(|group| group.settings.source.as_ref());
        if let Some(source) = source {
            let source = scope.expand(source, self.errors)?;
            let stem = Path::new(&source).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            scope.variables.push(("stem", stem));
        }
        let (name, span) = match chain.iter().rev().find_map(|group| group.name.as_ref()) {
            Some(template) => (scope.expand(template, self.errors)?, template.span),
            None if scope.get("stem").is_none() => {
                self.no_source(position);
                return None;
            }
            None => {
                let parts = std::iter::once("stem").chain(axes.iter().map(|axis| &*axis.name.text));
                let parts: Vec<&str> = parts.filter_map(|part| scope.get(part)).collect();
                (parts.join("_"), position)
            }
        };
        if name.is_empty() || name.len() > MAX_NAME || name.contains(char::is_control) {
            self.errors.add_with_help(span, format!("`{}` is not a name", name.escape_debug()), "set `name`");
            return None;
        }
        Some((name, span))
    }

    /// Returns the macros of a combination: those of its groups, then of its axis values, then of its rules.
    /// A later definition replaces or removes an earlier one of the same name.
    fn macros(
        &mut self,
        groups: usize,
        layers: &[&Settings],
        values: &[&AxisValue],
        scope: &Scope<'_>,
    ) -> Option<Vec<MacroOption>> {
        let mut macros: Vec<(String, String)> = Vec::new();
        let (groups, rules) = layers.split_at_checked(groups)?;
        let all = groups.iter().flat_map(|layer| &layer.define);
        let all = all.chain(values.iter().flat_map(|value| &value.define));
        for (name, value) in all.chain(rules.iter().flat_map(|layer| &layer.define)) {
            let (position, name) = (name.span, scope.expand(name, self.errors)?);
            if !is_macro(&name) {
                self.errors.add(position, format!("`{}` is not the name of a macro", name.escape_debug()));
                return None;
            }
            let value = match value {
                Some(value) => Some(scope.expand(value, self.errors)?),
                None => None,
            };
            match (macros.iter().position(|(known, _)| *known == name), value) {
                (Some(at), Some(value)) => macros[at].1 = value,
                (Some(at), None) => {
                    macros.remove(at);
                }
                (None, Some(value)) => macros.push((name, value)),
                (None, None) => {}
            }
        }
        Some(macros.into_iter().map(|(name, value)| MacroOption::Define(name, value)).collect())
    }
}

/// Returns whether the text is the name of a macro, or starts with one and `(`, as in `NAME(parameters)`.
fn is_macro(text: &str) -> bool {
    let name = text.split_once('(').map_or(text, |(name, _)| name);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the path without `.` components, or `None` if it is absolute, contains `..` or has no file name.
fn below(path: &str) -> Option<PathBuf> {
    let path = Path::new(path);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (stays && path.file_name().is_some())
        .then(|| path.components().filter(|part| *part != Component::CurDir).collect())
}

impl Condition {
    fn holds(&self, scope: &Scope<'_>) -> bool {
        self.tests
            .iter()
            .all(|(key, patterns)| scope.get(&key.text).is_some_and(|value| patterns.matches(value)))
    }
}

/// Reports the keys of conditions that are neither `name` nor an axis of any shader.
fn check_conditions(group: &Group, axes: &BTreeSet<String>, errors: &mut Errors) {
    let conditions = group.rules.iter().flat_map(|rule| &rule.when).chain(&group.exclude);
    for (key, _) in conditions.flat_map(|condition| &condition.tests) {
        if key.text != NAME && !axes.contains(&key.text) {
            errors.add(key.span, format!("`{}` is not an axis of any shader", key.text));
        }
    }
    for shader in &group.shaders {
        check_conditions(shader, axes, errors);
    }
}

/// Reports variants with equal names, and files that several variants write.
fn check_unique(variants: &[(Variant, Span)], errors: &mut Errors) {
    let mut names: BTreeMap<&str, Span> = BTreeMap::new();
    let mut files: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for (variant, span) in variants {
        if let Some(first) = names.insert(&variant.name, *span) {
            let message = format!("two variants are named `{}`", variant.name);
            errors.report(
                Diagnostic::new(Code::N0606, *span, message)
                    .secondary(first, "the other is named here")
                    .help("put all axes into `name`, or exclude one of the variants"),
            );
        }
        for file in [Some(variant.output.clone()), variant.reflection()].into_iter().flatten() {
            let message = format!("{} is written twice", file.display());
            if let Some(other) = files.insert(file, &variant.name) {
                errors.add(*span, format!("{message}, by `{other}` and by `{}`", variant.name));
            }
        }
    }
}

#[cfg(test)]
mod tests;
