//! Prints a syntax tree as indented s-expressions.

use naga::Handle;
use nvc_glsl::ast::*;
use nvc_glsl::name::{Name, Names};

/// Prints the tree, with one line for each item, member, declarator and statement. Expressions are printed within
/// a line.
pub fn print(unit: &Unit, names: &Names) -> String {
    let mut printer = Printer { unit, names, out: String::new(), depth: 0 };
    for item in &unit.items {
        printer.item(item);
    }
    printer.out
}

struct Printer<'a> {
    unit: &'a Unit,
    names: &'a Names,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.out += &format!("{}{text}\n", "  ".repeat(self.depth));
    }

    /// Prints a node and, indented below it, its parts. The closing parenthesis follows the last part.
    fn under(&mut self, head: &str, parts: impl FnOnce(&mut Self)) {
        self.line(&format!("({head}"));
        self.depth += 1;
        parts(self);
        self.depth -= 1;
        self.out.pop();
        self.out += ")\n";
    }

    fn name(&self, name: Name) -> &str {
        self.names.text(name)
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Declaration(declaration) => self.declaration(declaration),
            ItemKind::Function(function) => {
                let head = format!(
                    "function {} {}{}{}",
                    self.name(function.name.name),
                    self.qualifiers(&function.qualifiers),
                    self.ty(&function.result),
                    self.attributes(&function.attributes),
                );
                self.under(&head, |p| {
                    for param in &function.params {
                        let name = param.name.as_ref().map(|name| p.declarator(name)).unwrap_or_default();
                        p.line(&format!(
                            "(param {}{} {name})",
                            p.qualifiers(&param.qualifiers),
                            p.ty(&param.ty)
                        ));
                    }
                    if let Some(body) = function.body {
                        p.stmt(body);
                    }
                });
            }
            ItemKind::Block(block) => {
                let head =
                    format!("block {} {}", self.name(block.name.name), self.qualifiers(&block.qualifiers));
                self.under(head.trim_end(), |p| {
                    match &block.members {
                        Some(members) => members.iter().for_each(|member| p.member(member)),
                        None => p.line("forward"),
                    }
                    if let Some(instance) = &block.instance {
                        p.line(&format!("(instance {})", p.declarator(instance)));
                    }
                });
            }
            ItemKind::Qualify(qualifiers, names) => self.qualify(qualifiers, names),
            ItemKind::Precision(..) => self.line("(precision)"),
            ItemKind::Directive(number) => self.line(&format!("(directive {number})")),
            ItemKind::Empty => self.line("(empty)"),
            ItemKind::Error => self.line("(error)"),
        }
    }

    fn qualify(&mut self, qualifiers: &Qualifiers, names: &[Ident]) {
        let names: Vec<&str> = names.iter().map(|ident| self.name(ident.name)).collect();
        self.line(
            format!("(qualify {}{}", self.qualifiers(qualifiers), names.join(" "))
                .trim_end()
                .to_owned()
                .as_str(),
        );
        self.out.pop();
        self.out += ")\n";
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let head =
            format!("declare {}{}", self.qualifiers(&declaration.qualifiers), self.ty(&declaration.ty));
        self.under(&head, |p| {
            p.struct_members(&declaration.ty);
            for name in &declaration.names {
                p.line(&p.declarator(name));
            }
        });
    }

    fn struct_members(&mut self, ty: &TypeSpec) {
        if let TypeBase::Struct(def) = &ty.base {
            def.members.iter().for_each(|member| self.member(member));
        }
    }

    fn member(&mut self, member: &MemberDecl) {
        let names: Vec<String> = member.names.iter().map(|name| self.declarator(name)).collect();
        let head = format!(
            "member {}{} {}",
            self.qualifiers(&member.qualifiers),
            self.ty(&member.ty),
            names.join(" ")
        );
        self.under(&head, |p| p.struct_members(&member.ty));
    }

    fn declarator(&self, declarator: &Declarator) -> String {
        let mut text = self.name(declarator.name.name).to_owned();
        text += &self.dimensions(&declarator.dimensions);
        if let Some(value) = declarator.initializer {
            text += &format!(" = {}", self.expr(value));
        }
        text
    }

    fn dimensions(&self, dimensions: &[Dimension]) -> String {
        let length =
            |dimension: &Dimension| dimension.length.map(|length| self.expr(length)).unwrap_or_default();
        dimensions.iter().map(|dimension| format!("[{}]", length(dimension))).collect()
    }

    fn ty(&self, ty: &TypeSpec) -> String {
        let mut text = match &ty.base {
            TypeBase::Name(ident) => self.name(ident.name).to_owned(),
            TypeBase::Spirv(ident, args) => self.spirv(ident, args),
            TypeBase::Struct(def) => match def.name {
                Some(name) => format!("struct {}", self.name(name.name)),
                None => "struct".to_owned(),
            },
        };
        if !ty.parameters.is_empty() {
            text += &format!("<{}>", self.exprs(&ty.parameters, ", "));
        }
        text + &self.dimensions(&ty.dimensions) + &"*".repeat(ty.pointers as usize)
    }

    /// Formats qualifiers, each followed by a space.
    fn qualifiers(&self, qualifiers: &Qualifiers) -> String {
        qualifiers.list.iter().map(|qualifier| self.qualifier(qualifier) + " ").collect()
    }

    fn qualifier(&self, qualifier: &Qualifier) -> String {
        match &qualifier.kind {
            QualifierKind::Word(name) => self.name(*name).to_owned(),
            QualifierKind::Layout(items) => {
                let item = |item: &LayoutItem| match item.value {
                    Some(value) => format!("{}={}", self.name(item.name.name), self.expr(value)),
                    None => self.name(item.name.name).to_owned(),
                };
                format!("layout({})", items.iter().map(item).collect::<Vec<_>>().join(" "))
            }
            QualifierKind::Spirv(ident, args) => self.spirv(ident, args),
            QualifierKind::Call(ident, args) => {
                format!("{}({})", self.name(ident.name), self.exprs(args, " "))
            }
        }
    }

    fn spirv(&self, ident: &Ident, args: &[SpirvArgument]) -> String {
        let one = |arg: &SpirvArgument| {
            let value = match &arg.value {
                SpirvValue::Expr(e) => self.expr(*e),
                SpirvValue::List(list) => format!("[{}]", self.exprs(list, " ")),
                SpirvValue::Type(ty) => self.ty(ty),
            };
            match arg.name {
                Some(name) => format!("{}={value}", self.name(name.name)),
                None => value,
            }
        };
        format!("{}({})", self.name(ident.name), args.iter().map(one).collect::<Vec<_>>().join(" "))
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        let one = |attribute: &Attribute| {
            let name = self.name(attribute.name.name);
            if attribute.args.is_empty() {
                return format!(" [[{name}]]");
            }
            format!(" [[{name}({})]]", self.exprs(&attribute.args, " "))
        };
        attributes.iter().map(one).collect()
    }

    fn stmt(&mut self, stmt: Handle<Stmt>) {
        let stmt = &self.unit.stmts[stmt];
        let attributes = self.attributes(&stmt.attributes);
        let head = |text: &str| format!("{text}{attributes}");
        match &stmt.kind {
            StmtKind::Block(list) => self.under(&head("block"), |p| list.iter().for_each(|s| p.stmt(*s))),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::Qualify(qualifiers, names) => self.qualify(qualifiers, names),
            StmtKind::Expr(value) => self.line(&head(&self.expr(*value))),
            StmtKind::DeclarationOrExpr(declaration, value) => {
                self.declaration(declaration);
                self.line(&head(&format!("(or {})", self.expr(*value))));
            }
            StmtKind::If { arms, reject } => {
                for (number, arm) in arms.iter().enumerate() {
                    let word = if number == 0 { "if" } else { "else_if" };
                    let own = self.attributes(&arm.attributes);
                    let condition = self.expr(arm.condition);
                    self.under(&head(&format!("{word} {condition}{own}")), |p| p.stmt(arm.body));
                }
                if let Some(reject) = reject {
                    self.under("else", |p| p.stmt(*reject));
                }
            }
            StmtKind::Switch { selector, body } => {
                let head = head(&format!("switch {}", self.expr(*selector)));
                self.under(&head, |p| body.iter().for_each(|s| p.stmt(*s)));
            }
            StmtKind::Case(value) => self.line(&format!("(case {})", self.expr(*value))),
            StmtKind::Default => self.line("(default)"),
            StmtKind::While { condition, body } => {
                let head = head(&format!("while {}", self.condition(condition)));
                self.under(&head, |p| p.stmt(*body));
            }
            StmtKind::DoWhile { body, condition } => {
                let head = head(&format!("do {}", self.expr(*condition)));
                self.under(&head, |p| p.stmt(*body));
            }
            StmtKind::For { init, condition, step, body } => self.under(&head("for"), |p| {
                match init {
                    Some(init) => p.stmt(*init),
                    None => p.line("-"),
                }
                p.line(&condition.as_ref().map_or("-".to_owned(), |condition| p.condition(condition)));
                p.line(&step.map_or("-".to_owned(), |step| p.expr(step)));
                p.stmt(*body);
            }),
            StmtKind::Break => self.line("(break)"),
            StmtKind::Continue => self.line("(continue)"),
            StmtKind::Return(None) => self.line("(return)"),
            StmtKind::Return(Some(value)) => self.line(&format!("(return {})", self.expr(*value))),
            StmtKind::Discard => self.line("(discard)"),
            StmtKind::Empty => self.line("(empty)"),
            StmtKind::Precision(..) => self.line("(precision)"),
            StmtKind::Error => self.line("(error)"),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Expr(value) => self.expr(*value),
            Condition::Declaration(declaration) => {
                let names: Vec<String> = declaration.names.iter().map(|name| self.declarator(name)).collect();
                let (qualifiers, ty) = (self.qualifiers(&declaration.qualifiers), self.ty(&declaration.ty));
                format!("(declare {qualifiers}{ty} {})", names.join(" "))
            }
        }
    }

    fn exprs(&self, list: &[Handle<Expr>], separator: &str) -> String {
        list.iter().map(|value| self.expr(*value)).collect::<Vec<_>>().join(separator)
    }

    fn expr(&self, expr: Handle<Expr>) -> String {
        let e = |expr: &Handle<Expr>| self.expr(*expr);
        match &self.unit.exprs[expr].kind {
            ExprKind::Literal(literal) => self.literal(*literal),
            ExprKind::String(content) => format!("\"{}\"", self.name(*content)),
            ExprKind::Ident(name) => self.name(*name).to_owned(),
            ExprKind::Call { callee, args } => {
                let callee = match callee {
                    Callee::Name(ident) => self.name(ident.name).to_owned(),
                    Callee::Type(ty) => format!("type {}", self.ty(ty)),
                };
                format!("(call {callee} {}", self.exprs(args, " ")).trim_end().to_owned() + ")"
            }
            ExprKind::Member { base, member } => format!("(. {} {})", e(base), self.name(member.name)),
            ExprKind::Method { base, method, args } => {
                let text =
                    format!("(method {} {} {}", e(base), self.name(method.name), self.exprs(args, " "));
                text.trim_end().to_owned() + ")"
            }
            ExprKind::Index { base, index } => format!("([] {} {})", e(base), e(index)),
            ExprKind::Plus(operand) => format!("(plus {})", e(operand)),
            ExprKind::Unary(op, operand) => format!("({op:?} {})", e(operand)),
            ExprKind::Deref(operand) => format!("(deref {})", e(operand)),
            ExprKind::AddressOf(operand) => format!("(address {})", e(operand)),
            ExprKind::Cast(ty, operand) => format!("(cast {} {})", self.ty(ty), e(operand)),
            ExprKind::Step { increment, prefix, operand } => {
                let op = if *increment { "++" } else { "--" };
                if *prefix { format!("({op}_ {})", e(operand)) } else { format!("(_{op} {})", e(operand)) }
            }
            ExprKind::Binary { op, left, right, .. } => format!("({op:?} {} {})", e(left), e(right)),
            ExprKind::LogicalXor(left, right) => format!("(LogicalXor {} {})", e(left), e(right)),
            ExprKind::Conditional { condition, accept, reject } => {
                format!("(? {} {} {})", e(condition), e(accept), e(reject))
            }
            ExprKind::Assign { op, target, value, .. } => {
                let op = op.map_or(String::new(), |op| format!("{op:?}"));
                format!("({op}= {} {})", e(target), e(value))
            }
            ExprKind::Comma(left, right) => format!("(, {} {})", e(left), e(right)),
            ExprKind::List(list) => format!("{{{}}}", self.exprs(list, " ")),
            ExprKind::Error => "(error)".to_owned(),
        }
    }

    fn literal(&self, literal: Literal) -> String {
        match literal {
            Literal::Bool(value) => value.to_string(),
            Literal::Int { value, unsigned, bits } => {
                format!("{value}{}{bits}", if unsigned { "u" } else { "i" })
            }
            Literal::Float { value, bits } => format!("{value:?}f{bits}"),
            Literal::Encoded { value, encoding } => format!("{value:?}{}", encoding.name()),
        }
    }
}
