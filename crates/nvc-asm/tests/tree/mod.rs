//! Prints a syntax tree, one statement per line. The format differs from the source, so that it shows how the
//! parser interpreted the program.

use std::fmt::Write as _;

use nvc_asm::ast::{
    Access, Base, Binding, BindingKind, CcTest, Declaration, ExtComponent, ExtSource, Initialiser,
    Instruction, Literal, Number, ObjectRef, Offset, Operand, Program, Range, StatementKind, VarRef,
};

/// Prints a program.
pub fn print(program: &Program<'_>) -> String {
    let mut out = String::new();
    for option in &program.options {
        line(&mut out, format!("option {}", option.text));
    }
    for size in &program.group_sizes {
        line(&mut out, format!("group_size{}", join(&size.size, |l| format!(" {}", literal(l)), "")));
    }
    for size in &program.shared_memory {
        line(&mut out, format!("shared_memory {}", literal(size)));
    }
    for statement in &program.statements {
        let text = match &statement.kind {
            StatementKind::Label { name, number } => {
                let number = number.as_ref().map_or_else(String::new, |n| format!(" number {}", literal(n)));
                format!("label {}{number}", name.text)
            }
            StatementKind::Declaration(d) => declaration(d),
            StatementKind::Instruction(i) => format!("  {}", instruction(i)),
            StatementKind::Broken(b) => {
                let names = join(&b.names, |n| format!(" {}", n.text), "");
                let opcode = b.opcode.map_or_else(String::new, |o| format!(" {o:?}"));
                let label = b.label.map_or_else(String::new, |l| format!(" label {}", l.text));
                format!("broken{opcode}{label}{names}")
            }
        };
        line(&mut out, format!("{:?} {text}", statement.span));
    }
    out
}

fn line(out: &mut String, text: String) {
    writeln!(out, "{text}").expect("writing to a string");
}

fn join<T>(items: &[T], f: impl Fn(&T) -> String, between: &str) -> String {
    items.iter().map(f).collect::<Vec<_>>().join(between)
}

fn literal(l: &Literal) -> String {
    let sign = if l.negative { "-" } else { "" };
    match l.value {
        Number::Int(n) => format!("{sign}{n}"),
        Number::Float(x) => format!("{sign}{x:?}f"),
    }
}

fn range(r: &Range) -> String {
    if r.range { format!("[{}..{}]", r.first, r.last) } else { format!("[{}]", r.first) }
}

fn binding(b: &Binding) -> String {
    match &b.kind {
        BindingKind::Attrib(a) => format!("attrib {a:?}"),
        BindingKind::Array { array, first, second } => {
            let ranges: String = [first, second].into_iter().flatten().map(range).collect();
            format!("{array:?}{ranges}")
        }
        BindingKind::Thread(t) => format!("thread {t:?}"),
        BindingKind::Fixed(f) => {
            format!("fixed {}{}", f.path, f.rows.as_ref().map_or_else(String::new, range))
        }
    }
}

fn declaration(d: &Declaration<'_>) -> String {
    let modifiers = join(&d.modifiers, |m| format!("{:?} ", m.node), "");
    let items = join(
        &d.items,
        |item| {
            let sizes =
                join(&item.array, |a| format!("[{}]", a.size.as_ref().map_or_else(String::new, literal)), "");
            format!("{}{sizes}", item.name.text)
        },
        ", ",
    );
    let bindings = join(
        &d.bindings,
        |i| match i {
            Initialiser::Binding(b) => binding(b),
            Initialiser::Vector(v) => format!("{{{}}}", join(&v.items, literal, ", ")),
            Initialiser::Scalar(l) => literal(l),
        },
        "; ",
    );
    let names = join(&d.names, |n| format!(" <{}>", n.text), "");
    format!("{modifiers}{:?} {items}{names} = {bindings}", d.class.node)
}

fn var(v: &VarRef<'_>) -> String {
    let index = join(
        &v.index,
        |i| match i.register {
            None => format!("[{}]", i.offset),
            Some(r) => format!("[{}.{} + {}]", r.name.text, r.component, i.offset),
        },
        "",
    );
    format!("{}{index}", v.name.text)
}

fn test(t: &CcTest) -> String {
    format!("{:?}{}{:?}", t.rule, t.register, t.swizzle.lanes)
}

fn operand(o: &Operand<'_>) -> String {
    let base = match &o.base {
        Base::Var(v) => var(v),
        Base::Binding(b) => binding(b),
        Base::Vector(v) => format!("{{{}}}", join(&v.items, literal, ", ")),
        Base::Scalar(l) => literal(l),
    };
    let swizzle = o.swizzle.map_or_else(String::new, |s| {
        let lanes = if s.node.single { &s.node.lanes[..1] } else { &s.node.lanes[..] };
        format!(".{}", join(lanes, |l| l.to_string(), ""))
    });
    let inner = format!("{}{base}{swizzle}", if o.negate_inner { "-" } else { "" });
    let inner = if o.absolute { format!("|{inner}|") } else { inner };
    format!("{}{inner}", if o.negate { "-" } else { "" })
}

fn object(o: &ObjectRef<'_>) -> String {
    match o {
        ObjectRef::Unit(u) => format!("unit {}", u.node),
        ObjectRef::Var(v) => var(v),
        ObjectRef::Handle { name, component, .. } => format!("handle {}.{component}", name.text),
    }
}

fn selector(c: &ExtComponent) -> String {
    let sign = if c.negate { "-" } else { "" };
    match c.source {
        ExtSource::Component(c) => format!("{sign}.{c}"),
        ExtSource::Zero => format!("{sign}0"),
        ExtSource::One => format!("{sign}1"),
    }
}

fn instruction(i: &Instruction<'_>) -> String {
    let mut text = i.opcode.mnemonic().to_owned();
    for modifier in &i.modifiers {
        text += &format!(" {:?}", modifier.node);
    }
    if let Some(r) = &i.result {
        let condition = r.condition.as_ref().map_or_else(String::new, |t| format!(" if {}", test(t)));
        text += &format!(" | {}/{:04b}{condition} <-", var(&r.var), r.mask);
    }
    for value in &i.values {
        text += &format!(" | {}", operand(value));
    }
    if let Some(access) = &i.access {
        text += " | ";
        text += &match access.as_ref() {
            Access::Memory(v) => format!("memory {}", var(v)),
            Access::Texture(t) => {
                let component = t.component.map_or_else(String::new, |c| format!(" component {}", c.node));
                let offset = match &t.offset {
                    None => String::new(),
                    Some(Offset::Immediate(l, _)) => format!(" offset ({})", join(l, literal, ", ")),
                    Some(Offset::Vector(o)) => format!(" offset {}", operand(o)),
                };
                format!("texture {}{component} {:?}{offset}", object(&t.texture), t.target.node)
            }
            Access::Image(i) => format!("image {} {:?}", object(&i.image), i.target.node),
            Access::Label(l) => format!("label {}", l.text),
            Access::Swizzle(s) => format!("swizzle {}", join(s, selector, " ")),
        };
    }
    if let Some(t) = &i.test {
        text += &format!(" when {}", test(t));
    }
    text
}
