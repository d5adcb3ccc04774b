//! Parses declarations and labels.

use nvc_diag::{Code, Diagnostic, Reported};
use smallvec::SmallVec;

use super::grammar::{Pair, Pairs, Rule};
use super::raw::Path;
use super::scan::ScannedDeclaration;
use super::{Cx, keywords};
use crate::ast::{
    ArraySize, Binding, Class, Declaration, DeclaredName, Ident, Initialiser, Spanned, StatementKind,
};

/// Parses `name:` or `name SUBROUTINENUM(n):`.
pub(super) fn label<'t>(cx: &mut Cx<'t, '_>, pairs: Pairs<'_>) -> Result<StatementKind<'t>, Reported> {
    let mut name = None;
    let mut number = None;
    for pair in pairs {
        match pair.as_rule() {
            Rule::name => name = Some(cx.ident(&pair)),
            Rule::integer => number = Some(cx.number(&pair)?),
            _ => {}
        }
    }
    match name {
        Some(name) => Ok(StatementKind::Label { name, number }),
        None => Err(cx.report(Diagnostic::new(Code::N0901, cx.span(0, 0), "a label without a name"))),
    }
}

/// Returns an example of a declaration, for help messages.
pub(super) fn example(class: Class) -> &'static str {
    match class {
        Class::Attrib => "ATTRIB name = invocation.localid;",
        Class::Param => "PARAM name[] = { program.local[0..3] };",
        Class::Temp => "TEMP R0, a[4];",
        Class::Buffer | Class::Buffer4 => "BUFFER name[] = { program.buffer[0] };",
        Class::Cbuffer => "CBUFFER name[] = { program.buffer[0] };",
        Class::Storage => "STORAGE name[] = { program.storage[0] };",
        Class::Shared => "SHARED name[] = { program.sharedmem };",
        Class::Counter => "COUNTER name[] = { program.counter[0] };",
        Class::Texture => "TEXTURE name = texture[0];",
        Class::Image => "IMAGE name = image[0];",
        Class::Alias => "ALIAS new = old;",
        Class::SubroutineType => "SUBROUTINETYPE name { label, label };",
        Class::Subroutine => "SUBROUTINE type name = program.subroutine[0];",
    }
}

/// Parses a declaration.
pub(super) fn declaration<'t>(
    cx: &mut Cx<'t, '_>,
    class: Class,
    pairs: Pairs<'_>,
) -> Result<Box<Declaration<'t>>, Reported> {
    let mut declaration = Declaration {
        modifiers: SmallVec::new(),
        class: Spanned { node: class, span: cx.span(0, 0) },
        items: SmallVec::new(),
        bindings: Vec::new(),
        names: Vec::new(),
    };
    let mut names: Vec<Ident<'t>> = Vec::new();
    let mut array = SmallVec::new();
    for pair in pairs {
        match pair.as_rule() {
            Rule::modifier => {
                if let Some(node) = keywords::var_modifier(pair.as_str()) {
                    declaration.modifiers.push(Spanned { node, span: cx.pair_span(&pair) });
                }
            }
            Rule::keyword => declaration.class.span = cx.pair_span(&pair),
            Rule::name => names.push(cx.ident(&pair)),
            Rule::array_size => array.push(array_size(cx, pair)?),
            Rule::declared => {
                let item = declared(cx, pair)?;
                declaration.items.push(item);
            }
            Rule::list => {
                for item in pair.into_inner() {
                    declaration.bindings.extend(initialiser(cx, item)?);
                }
            }
            _ => declaration.bindings.extend(initialiser(cx, pair)?),
        }
    }
    // The declared name comes second only in `SUBROUTINE type name`. It is first in `ALIAS new = old` and
    // `SUBROUTINETYPE name { labels }`, and alone in other declarations.
    let at = usize::from(class == Class::Subroutine && names.len() > 1);
    if at < names.len() {
        let name = names.remove(at);
        declaration.items.push(DeclaredName { name, array });
    }
    declaration.names = names;
    Ok(Box::new(declaration))
}

/// Interprets the bindings of a scanned declaration.
pub(super) fn scanned<'t>(
    cx: &mut Cx<'t, '_>,
    scanned: ScannedDeclaration<'t>,
) -> Result<Box<Declaration<'t>>, Reported> {
    let mut declaration = scanned.declaration;
    for path in &scanned.bindings {
        declaration.bindings.push(Initialiser::Binding(whole_binding(cx, path)?));
    }
    Ok(Box::new(declaration))
}

fn declared<'t>(cx: &mut Cx<'t, '_>, pair: Pair<'_>) -> Result<DeclaredName<'t>, Reported> {
    let mut item =
        DeclaredName { name: Ident { text: "", span: cx.pair_span(&pair) }, array: SmallVec::new() };
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::name => item.name = cx.ident(&inner),
            Rule::array_size => {
                let size = array_size(cx, inner)?;
                item.array.push(size);
            }
            _ => {}
        }
    }
    Ok(item)
}

fn array_size(cx: &mut Cx<'_, '_>, pair: Pair<'_>) -> Result<ArraySize, Reported> {
    let span = cx.pair_span(&pair);
    let mut size = None;
    for inner in pair.into_inner() {
        if inner.as_rule() == Rule::integer {
            size = Some(cx.number(&inner)?);
        }
    }
    Ok(ArraySize { size, span })
}

fn initialiser<'t>(cx: &mut Cx<'t, '_>, pair: Pair<'_>) -> Result<Option<Initialiser>, Reported> {
    Ok(match pair.as_rule() {
        Rule::vector => Some(Initialiser::Vector(cx.vector(pair)?)),
        Rule::number => Some(Initialiser::Scalar(cx.number(&pair)?)),
        Rule::path => {
            let path = cx.path(pair)?;
            Some(Initialiser::Binding(whole_binding(cx, &path)?))
        }
        _ => None,
    })
}

/// Parses a path that consists only of a binding.
fn whole_binding<'t>(cx: &mut Cx<'t, '_>, path: &Path<'t>) -> Result<Binding, Reported> {
    let (binding, used) = cx.binding(path, true)?;
    match path.parts.get(used) {
        None => Ok(binding),
        Some(extra) => {
            let finding = Diagnostic::new(Code::N0205, extra.span(), "this cannot follow the binding");
            Err(cx.report(finding.help("bindings of declarations take no swizzle")))
        }
    }
}
