//! The human-readable output format: message, location, source lines, labels, notes and help.

use super::{excerpt::Excerpt, known, only_file, option, severity_word, text};
use crate::{Diagnostic, Label, Severity, SourceMap, Span};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// Maximum number of secondary labels shown.
pub(super) const MAX_LABELS: usize = 8;
/// A label that is more than this many lines away from every shown line becomes a note. The renderer folds the lines
/// in between, but requires all of them as input.
const MAX_GAP: u32 = 500;
/// Excerpts already limit the line length, so the renderer must not clip lines.
const TERM_WIDTH: usize = 1000;

/// Formats one diagnostic, without the last line break.
pub(super) fn render(diagnostic: &Diagnostic, sources: &SourceMap, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error | Severity::Bug => Level::ERROR,
    };
    let title = level
        .with_name(severity_word(diagnostic.severity))
        .primary_title(text::one_line(&diagnostic.message))
        .id(diagnostic.code.as_str());
    let mut group = Group::with_title(title);
    let mut header = None;
    let mut far = Vec::new();
    match known(diagnostic.span, sources) {
        Some(span) => {
            let marked = snippet(diagnostic, span, sources);
            header = Some(marked.header);
            far = marked.far;
            group = group.element(marked.snippet);
        }
        None => {
            if let Some(file) = only_file(sources) {
                group = group.element(Origin::path(text::one_line(file)));
            }
            far.extend(diagnostic.secondary.iter().take(MAX_LABELS).map(|l| elsewhere(l, sources)));
        }
    }
    for note in
        far.into_iter().chain(diagnostic.notes.iter().map(|n| text::lines(n))).chain(option(diagnostic))
    {
        group = group.element(Level::NOTE.message(note));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(text::lines(help)));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let rendered = renderer.term_width(TERM_WIDTH).render(&[group]);
    match header {
        Some((computed, wanted)) if computed != wanted => correct_header(&rendered, &computed, &wanted),
        _ => rendered,
    }
}

/// Corrects the column in the header, which is the second line. The renderer counts columns in the text that
/// it was given, which may be a window of the line or contain escapes.
fn correct_header(rendered: &str, computed: &str, wanted: &str) -> String {
    let (title, rest) = rendered.split_once('\n').unwrap_or((rendered, ""));
    format!("{title}\n{}", rest.replacen(computed, wanted, 1))
}

/// A shown line with its annotations.
struct Shown<'a> {
    number: u32,
    excerpt: Excerpt,
    marks: Vec<(AnnotationKind, std::ops::Range<usize>, Option<&'a str>)>,
}

/// The source lines of a diagnostic, with annotations.
struct Marked<'a> {
    snippet: Snippet<'a, Annotation<'a>>,
    /// The location that the renderer computes from the snippet, and the one to show. Only their columns can
    /// differ.
    header: (String, String),
    /// The labels outside the snippet, as notes.
    far: Vec<String>,
}

fn snippet<'a>(diagnostic: &'a Diagnostic, primary: Span, sources: &SourceMap) -> Marked<'a> {
    let source = &sources.source(primary.file).text;
    let home = sources.presumed(primary.file, primary.start);
    let name = text::one_line(home.name);
    let excerpt = Excerpt::around(source, primary.range().start);
    let range = excerpt.locate(&primary.range()).unwrap_or_default();
    let column = excerpt.text[..range.start].chars().count() + 1;
    let header = (format!("{name}:{}:{column}", home.line), format!("{name}:{}:{}", home.line, home.column));
    let mark_here = (AnnotationKind::Primary, range, diagnostic.label.as_deref());
    let mut lines = vec![Shown { number: home.line, excerpt, marks: vec![mark_here] }];

    let mut far = Vec::new();
    for label in diagnostic.secondary.iter().take(MAX_LABELS) {
        let near = label.span.file == primary.file && {
            let at = sources.presumed(primary.file, label.span.start);
            // If a `#line` directive is between the two locations, they may have the same line number by accident.
            same_line_directive(sources, primary, label.span) && mark(&mut lines, source, label, at.line)
        };
        if !near {
            far.push(elsewhere(label, sources));
        }
    }
    lines.sort_by_key(|l| l.number);
    Marked { snippet: assemble(lines, source).path(name), header, far }
}

/// Returns whether the same `#line` directive applies at both locations of a file.
fn same_line_directive(sources: &SourceMap, a: Span, b: Span) -> bool {
    let shift = |span: Span| {
        let physical = sources.position(span.file, span.start).line;
        let presumed = sources.presumed(span.file, span.start);
        (i64::from(presumed.line) - i64::from(physical), presumed.name)
    };
    shift(a) == shift(b)
}

/// Adds a label to its line, if the line is near enough and its window contains the location. Returns whether
/// it was added.
fn mark<'a>(lines: &mut Vec<Shown<'a>>, source: &str, label: &'a Label, at: u32) -> bool {
    let range = label.span.range();
    if !lines.iter().any(|l| l.number.abs_diff(at) <= MAX_GAP) {
        return false;
    }
    let index = lines.iter().position(|l| l.number == at).unwrap_or_else(|| {
        let excerpt = Excerpt::around(source, range.start);
        lines.push(Shown { number: at, excerpt, marks: Vec::new() });
        lines.len() - 1
    });
    let line = &mut lines[index];
    let Some(position) = line.excerpt.locate(&range) else {
        return false;
    };
    line.marks.push((AnnotationKind::Context, position, Some(&label.text)));
    true
}

/// Combines the shown lines. Omitted lines between them become empty lines, which the renderer folds.
fn assemble<'a>(lines: Vec<Shown<'a>>, source: &str) -> Snippet<'a, Annotation<'a>> {
    let first = lines.first().map_or(1, |l| l.number);
    let mut shown = String::new();
    let mut annotations = Vec::new();
    let mut previous: Option<Shown<'a>> = None;
    for mut line in lines {
        if let Some(before) = &previous {
            shown.push('\n');
            // The renderer shows a single line between two annotated ones, but folds two or more.
            if line.number == before.number + 2 {
                let start = before.excerpt.next_line(source);
                shown.push_str(&Excerpt::around(source, start).text);
            }
            shown.extend((before.number + 1..line.number).map(|_| '\n'));
        }
        let base = shown.len();
        shown.push_str(&line.excerpt.text);
        for (kind, range, label) in std::mem::take(&mut line.marks) {
            let range = base + range.start..base + range.end;
            annotations.push(kind.span(range).label(label.map(text::one_line)));
        }
        previous = Some(line);
    }
    Snippet::source(shown).line_start(first as usize).annotations(annotations)
}

/// Formats a label outside the snippet as a note.
fn elsewhere(label: &Label, sources: &SourceMap) -> String {
    let what = text::one_line(&label.text);
    match known(Some(label.span), sources) {
        Some(span) => {
            let at = sources.presumed(span.file, span.start);
            format!("{what} ({}:{}:{})", text::one_line(at.name), at.line, at.column)
        }
        None => what,
    }
}
