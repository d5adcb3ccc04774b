//! Builds the name index of a program from the syntax tree: definitions and uses of variables, labels and
//! subroutine types.
//!
//! The index does not depend on the resolver, so that programs with errors can be indexed as well, which
//! editors require. It applies the resolver's rules: variables, labels and subroutine types are separate name
//! spaces, and the first declaration of a name counts.

use nvc_diag::Span;
use nvc_diag::index::{Definition, DefinitionId, Index, NameKind};
use rustc_hash::FxHashMap;

use crate::ast::{
    Access, Base, Class, Declaration, Ident, Instruction, ObjectRef, Offset, Operand, Program, StatementKind,
    VarRef,
};

/// The name spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Space {
    Variables,
    Labels,
    Types,
}

struct Indexer<'t> {
    text: &'t str,
    index: Index,
    known: FxHashMap<(Space, &'t str), DefinitionId>,
}

/// Length in bytes after which a statement in [`Definition::detail`] is cut.
const MAX_DETAIL: usize = 200;

/// Indexes a program that [`crate::parse`] read from `text`.
pub fn index<'t>(program: &Program<'t>, text: &'t str) -> Index {
    let mut indexer = Indexer { text, index: Index::default(), known: FxHashMap::default() };
    // Definitions come first, because labels may be used before they are defined.
    for statement in &program.statements {
        indexer.definitions(&statement.kind, statement.span);
    }
    for statement in &program.statements {
        match &statement.kind {
            StatementKind::Declaration(declaration) => indexer.declaration(declaration),
            StatementKind::Instruction(instruction) => indexer.instruction(instruction),
            StatementKind::Label { .. } | StatementKind::Broken(_) => {}
        }
    }
    indexer.index
}

impl<'t> Indexer<'t> {
    fn definitions(&mut self, kind: &StatementKind<'t>, extent: Span) {
        match kind {
            StatementKind::Label { name, number } => {
                let kind = if number.is_some() { NameKind::Function } else { NameKind::Label };
                self.define(Space::Labels, *name, kind, extent);
            }
            StatementKind::Declaration(declaration) => {
                let (space, kind) = kind_of(declaration.class.node);
                for item in &declaration.items {
                    self.define(space, item.name, kind, extent);
                }
            }
            StatementKind::Broken(broken) => {
                if let Some(label) = broken.label {
                    self.define(Space::Labels, label, NameKind::Label, extent);
                }
                // Every name in a declaration that did not parse may be declared by it. A name that was declared
                // before counts as a use.
                for &name in &broken.names {
                    self.define(Space::Variables, name, NameKind::Variable, extent);
                }
            }
            StatementKind::Instruction(_) => {}
        }
    }

    /// Adds a definition by the statement `extent`, or a use if the name is already defined.
    fn define(&mut self, space: Space, name: Ident<'t>, kind: NameKind, extent: Span) {
        if let Some(&known) = self.known.get(&(space, name.text)) {
            return self.index.add_use(name.span, known);
        }
        let id = self.index.define(Definition {
            name: name.text.to_owned(),
            kind,
            span: name.span,
            extent,
            detail: one_line(self.text.get(extent.range()).unwrap_or_default()),
            scope: None,
        });
        self.known.insert((space, name.text), id);
    }

    fn use_of(&mut self, space: Space, name: Ident<'t>) {
        if let Some(&id) = self.known.get(&(space, name.text)) {
            self.index.add_use(name.span, id);
        }
    }

    fn declaration(&mut self, declaration: &Declaration<'t>) {
        let space = match declaration.class.node {
            Class::SubroutineType => Space::Labels,
            Class::Subroutine => Space::Types,
            _ => Space::Variables,
        };
        for &name in &declaration.names {
            self.use_of(space, name);
        }
    }

    fn instruction(&mut self, instruction: &Instruction<'t>) {
        if let Some(result) = &instruction.result {
            self.variable(&result.var);
        }
        for operand in &instruction.values {
            self.operand(operand);
        }
        match instruction.access.as_deref() {
            Some(Access::Memory(var)) => self.variable(var),
            Some(Access::Texture(texture)) => {
                self.object(&texture.texture);
                if let Some(Offset::Vector(operand)) = &texture.offset {
                    self.operand(operand);
                }
            }
            Some(Access::Image(image)) => self.object(&image.image),
            Some(Access::Label(name)) => self.use_of(Space::Labels, *name),
            Some(Access::Swizzle(_)) | None => {}
        }
    }

    fn operand(&mut self, operand: &Operand<'t>) {
        if let Base::Var(var) = &operand.base {
            self.variable(var);
        }
    }

    fn variable(&mut self, var: &VarRef<'t>) {
        self.use_of(Space::Variables, var.name);
        for register in var.index.iter().filter_map(|index| index.register) {
            self.use_of(Space::Variables, register.name);
        }
    }

    fn object(&mut self, object: &ObjectRef<'t>) {
        match object {
            ObjectRef::Var(var) => self.variable(var),
            ObjectRef::Handle { name, .. } => self.use_of(Space::Variables, *name),
            ObjectRef::Unit(_) => {}
        }
    }
}

fn kind_of(class: Class) -> (Space, NameKind) {
    let kind = match class {
        Class::Temp | Class::Attrib | Class::Alias => NameKind::Variable,
        Class::Param => NameKind::Constant,
        Class::Subroutine => NameKind::Function,
        Class::SubroutineType => return (Space::Types, NameKind::Type),
        Class::Buffer
        | Class::Buffer4
        | Class::Cbuffer
        | Class::Storage
        | Class::Shared
        | Class::Counter
        | Class::Texture
        | Class::Image => NameKind::Resource,
    };
    (Space::Variables, kind)
}

/// Returns a statement on one line, without comments, cut after [`MAX_DETAIL`] bytes.
fn one_line(statement: &str) -> String {
    let lines = statement.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let mut line = words.join(" ");
    if line.len() > MAX_DETAIL {
        let end = (0..=MAX_DETAIL).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
        line.truncate(end);
        line.push_str(" ...");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use nvc_diag::{Diagnostics, FileId};

    const PROGRAM: &str = "!!NVcp5.0\nOPTION NV_bindless_texture;\nGROUP_SIZE 32;\nTEMP R0, R1;\n\
        LONG TEMP D0;\nSTORAGE words[] = { program.storage[0] };\nALIAS first = R0;\nmain:\n\
        ADD.U R0.x, R1, words2;\nLDB.U32 R1, words[R0.x + 4];\nTEX R0, R1, handle(D0.x), 2D;\nCAL next;\n\
        RET;\nnext:\nADD R0.x first;\nRET;\nEND\n";

    #[test]
    fn uses_lead_to_definitions() {
        let parsed = crate::parse(FileId::new(0), PROGRAM, &mut Diagnostics::new());
        let index = index(&parsed.program, PROGRAM);
        let found = |needle: &str, part: &str| {
            let at = PROGRAM.find(needle).expect("in the program") + needle.find(part).expect("a part");
            let (span, id) = index.at(FileId::new(0), u32::try_from(at).expect("small")).expect("a name");
            assert_eq!(&PROGRAM[span.range()], part);
            index.get(id).map(|definition| definition.detail.clone()).expect("a definition")
        };
        assert_eq!(found("ADD.U R0.x", "R0"), "TEMP R0, R1");
        assert_eq!(found("words[R0.x + 4]", "R0"), "TEMP R0, R1");
        assert_eq!(found("LDB.U32 R1, words[", "words"), "STORAGE words[] = { program.storage[0] }");
        assert_eq!(found("handle(D0", "D0"), "LONG TEMP D0");
        assert_eq!(found("CAL next", "next"), "next");
        assert_eq!(found("= R0;", "R0"), "TEMP R0, R1");
        let (_, r1) =
            index.at(FileId::new(0), PROGRAM.find("R1;").expect("declared") as u32).expect("a name");
        assert_eq!(index.references(r1).len(), 3);
        assert_eq!(index.at(FileId::new(0), PROGRAM.find("words2").expect("used") as u32), None);
    }
}
