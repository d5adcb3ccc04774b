//! Expression trees over symbolic operands, and their translation to IR functions.

use nvc_ir::function::Args;
use nvc_ir::{Builder, Const, Function, Imm, Op, Terminator, Type, Types, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// An expression. In the function that [`Expr::function`] builds, equal subexpressions are a single value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A symbolic operand: its type, and its index among the operands of that type.
    Operand(Type, u8),
    /// A constant with these bits in each component.
    Constant(Type, u64),
    /// An undefined constant.
    Undefined(Type),
    /// An instruction: its operation, immediate, result type and operands.
    Inst(Op, Imm, Type, Vec<Arc<Expr>>),
}

impl Expr {
    /// Type of the expression.
    pub fn ty(&self) -> Type {
        match *self {
            Expr::Operand(ty, _) | Expr::Constant(ty, _) | Expr::Undefined(ty) | Expr::Inst(_, _, ty, _) => {
                ty
            }
        }
    }

    /// Complexity: 4 for each instruction plus 1 for each leaf.
    pub fn size(&self) -> usize {
        match self {
            Expr::Inst(_, _, _, args) => 4 + args.iter().map(|arg| arg.size()).sum::<usize>(),
            _ => 1,
        }
    }

    /// The name of the root operation, followed by what each of its operands is: the name of an operation, `operand`,
    /// `constant` or `undef`.
    pub fn skeleton(&self) -> String {
        match self {
            Expr::Inst(op, _, _, args) => {
                let parts: Vec<&str> = args.iter().map(|arg| arg.kind()).collect();
                format!("{} {}", op.info().name, parts.join(" "))
            }
            _ => self.kind().to_owned(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Expr::Operand(..) => "operand",
            Expr::Constant(..) => "constant",
            Expr::Undefined(_) => "undef",
            Expr::Inst(op, ..) => op.info().name,
        }
    }

    /// Builds a function that returns the expression, with a parameter for each symbolic operand.
    pub fn function(&self, types: &mut Types) -> Function {
        let mut func = Function::new("before");
        let block = func.new_block();
        let mut operands = Vec::new();
        self.operands(&mut operands);
        let mut known: HashMap<&Expr, Value> = HashMap::new();
        for operand in operands {
            func.params.push(operand.ty());
            known.insert(operand, func.add_param(block, operand.ty()));
        }
        let mut builder = Builder::new(&mut func, types);
        builder.enter(block);
        let result = self.build(&mut builder, &mut known);
        builder.terminate(Terminator::Return(Some(result)));
        func.result = Some(self.ty());
        func
    }

    fn operands<'e>(&'e self, found: &mut Vec<&'e Expr>) {
        match self {
            Expr::Operand(..) if !found.contains(&self) => found.push(self),
            Expr::Inst(_, _, _, args) => args.iter().for_each(|arg| arg.operands(found)),
            _ => {}
        }
    }

    fn build<'e>(&'e self, builder: &mut Builder<'_>, known: &mut HashMap<&'e Expr, Value>) -> Value {
        if let Some(&value) = known.get(self) {
            return value;
        }
        let value = match self {
            // Operands are parameters, which `known` already contains.
            Expr::Operand(ty, _) | Expr::Undefined(ty) => builder.func.constant(*ty, Const::Undef),
            Expr::Constant(ty, bits) => {
                let count = builder.types.components(*ty);
                let scalar = builder.types.scalar(*ty);
                let part = builder.func.constant(scalar, Const::Bits(*bits));
                match count {
                    1 => part,
                    _ => builder.func.constant(*ty, Const::Composite(vec![part; count.into()])),
                }
            }
            Expr::Inst(op, imm, ty, args) => {
                let args: Vec<Value> = args.iter().map(|arg| arg.build(builder, known)).collect();
                builder.inst_with_type(*op, *imm, &Args::from_slice(&args), *ty)
            }
        };
        known.insert(self, value);
        value
    }
}
