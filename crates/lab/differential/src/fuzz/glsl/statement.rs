//! Generates statements and blocks.

use super::program::Generator;
use super::types::{ALL, COMPONENTS, Ty};

/// Maximum nesting of blocks inside a function body.
const DEEPEST: usize = 3;
/// Maximum depth of expressions.
const DEPTH: usize = 3;
/// The atomic operation of each word of the common buffer. All invocations change these words, so each word
/// has one commutative operation.
const COMMON: &[&str] = &["atomicAdd", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"];

impl Generator {
    /// Generates a few statements in their own scope.
    fn block(&mut self, statements: usize) {
        let outer = self.scope.len();
        self.nesting += 1;
        for _ in 0..statements {
            self.statement();
        }
        self.nesting -= 1;
        self.scope.truncate(outer);
    }

    pub(super) fn statement(&mut self) {
        let deep = self.nesting > DEEPEST;
        match self.rng.below(20) {
            0..=3 => self.declare(),
            4..=7 => self.assign(),
            8 => self.carry(),
            9 | 10 if !deep => self.conditional(),
            11 if !deep => self.counted(),
            12 if !deep => self.switch(),
            13 => self.jump(),
            14 | 15 if self.uniform => self.shuffle(),
            16 if self.uniform => self.exchange(),
            17 if !self.in_function => self.common(),
            18 => self.call_statement(),
            _ => self.assign(),
        }
    }

    /// Declares and initialises a new variable.
    pub(super) fn declare(&mut self) {
        let ty = *self.rng.pick(ALL);
        let value = self.expression(ty, DEPTH);
        let name = self.fresh("v");
        self.line(&format!("{} {name} = {value};", ty.name()));
        self.add_to_scope(&name, ty, true);
    }

    fn assign(&mut self) {
        let Some((name, ty)) = self.target(|_| true) else { return self.declare() };
        let vector = ty.components() > 1;
        match self.rng.below(6) {
            0 if vector => {
                let component = COMPONENTS[self.rng.below(ty.components())];
                let value = self.expression(ty.scalar(), DEPTH);
                self.line(&format!("{name}.{component} = {value};"));
            }
            1 if ty != Ty::Bool => {
                let operator = self.rng.name(&["+=", "-=", "*=", "&=", "|=", "^="]);
                let value = self.expression(ty, DEPTH);
                self.line(&format!("{name} {operator} {value};"));
            }
            2 if ty == Ty::Uint => {
                let value = self.expression(Ty::Uint, DEPTH);
                self.line(&format!("table[{name} & 7u] = {value};"));
            }
            3 if matches!(ty, Ty::Int | Ty::Uint) => {
                let step = self.rng.name(&["++", "--"]);
                self.line(&format!("{name}{step};"));
            }
            _ => {
                let value = self.expression(ty, DEPTH);
                self.line(&format!("{name} = {value};"));
            }
        }
    }

    /// Generates a call of a built-in function with two results, such as `uaddCarry`.
    fn carry(&mut self) {
        let signed = self.rng.chance(30);
        let ty = if signed { Ty::Int } else { Ty::Uint };
        let Some((first, _)) = self.target(|v| v.ty == ty) else { return self.declare() };
        let other = self.target(|v| v.ty == ty && v.name != first);
        let Some((second, _)) = other else { return self.declare() };
        let (a, b) = (self.expression(ty, 2), self.expression(ty, 2));
        match (signed, self.rng.below(3)) {
            (true, _) => self.line(&format!("imulExtended({a}, {b}, {first}, {second});")),
            (false, 0) => self.line(&format!("umulExtended({a}, {b}, {first}, {second});")),
            (false, 1) => self.line(&format!("{first} = uaddCarry({a}, {b}, {second});")),
            (false, _) => self.line(&format!("{first} = usubBorrow({a}, {b}, {second});")),
        }
    }

    /// Generates a block that may run in divergent control flow.
    fn divergent(&mut self) {
        let outside = std::mem::replace(&mut self.uniform, false);
        let statements = 1 + self.rng.below(3);
        self.block(statements);
        self.uniform = outside;
    }

    /// Generates an `if` statement, with or without `else`.
    fn conditional(&mut self) {
        let condition = self.expression(Ty::Bool, DEPTH);
        self.line(&format!("if ({condition}) {{"));
        self.divergent();
        if self.rng.chance(45) {
            self.line("} else {");
            self.divergent();
        }
        self.line("}");
    }

    /// Generates a counted loop: `for`, `while` or `do`. If the loop may contain jumps, the body counts as
    /// divergent.
    fn counted(&mut self) {
        let jumps = self.rng.chance(50);
        let (counter, rounds) = (self.fresh("i"), 1 + self.rng.below(4));
        let form = self.rng.below(3);
        match form {
            0 => self.line(&format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{")),
            1 => self.line(&format!("int {counter} = -1;\nwhile (++{counter} < {rounds}) {{")),
            _ => self.line(&format!("int {counter} = 0;\ndo {{")),
        }
        let outer = self.scope.len();
        self.add_to_scope(&counter, Ty::Int, false);
        let outside = (self.uniform, self.may_jump);
        self.uniform &= !jumps;
        self.may_jump = jumps;
        let statements = 1 + self.rng.below(4);
        self.block(statements);
        (self.uniform, self.may_jump) = outside;
        self.scope.truncate(outer);
        self.line(&if form == 2 { format!("}} while (++{counter} < {rounds});") } else { "}".to_owned() });
    }

    fn switch(&mut self) {
        let ty = if self.rng.chance(50) { Ty::Int } else { Ty::Uint };
        let selector = self.expression(ty, 2);
        self.line(&format!("switch ({selector} & {}) {{", ty.small(3)));
        let outside = std::mem::replace(&mut self.may_jump, false);
        for case in 0..2 + self.rng.below(2) {
            self.line(&format!("case {}: {{", ty.small(case as u32)));
            self.divergent();
            // Some cases fall through.
            let end = if self.rng.chance(60) { "} break;" } else { "}" };
            self.line(end);
        }
        self.line("default: {");
        self.divergent();
        self.line("} break;\n}");
        self.may_jump = outside;
    }

    fn jump(&mut self) {
        if !self.may_jump {
            return self.assign();
        }
        let condition = self.expression(Ty::Bool, 2);
        let jump = self.rng.name(&["break", "continue"]);
        self.line(&format!("if ({condition}) {jump};"));
    }

    /// Generates a shuffle: reads the value of another lane in the segment.
    fn shuffle(&mut self) {
        let Some((name, ty)) =
            self.target(|v| matches!(v.ty, Ty::Int | Ty::Uint | Ty::IVec(_) | Ty::UVec(_)))
        else {
            return self.declare();
        };
        let mode = self.rng.name(&["shuffleNV", "shuffleUpNV", "shuffleDownNV", "shuffleXorNV"]);
        // Segments of at most 8 lanes keep the result independent of the subgroup size.
        let width = self.rng.name(&["2u", "4u", "8u"]);
        let (value, index) = (self.expression(ty, 2), self.expression(Ty::Uint, 1));
        let flag = self.target(|v| v.ty == Ty::Bool);
        let last = flag.map_or_else(String::new, |(flag, _)| format!(", {flag}"));
        self.line(&format!("{name} = {mode}({value}, {index} & 7u, {width}{last});"));
    }

    /// Generates an exchange of values between invocations through shared memory.
    fn exchange(&mut self) {
        let Some((name, _)) = self.target(|v| v.ty == Ty::Uint) else { return self.declare() };
        let (value, index) = (self.expression(Ty::Uint, 2), self.expression(Ty::Uint, 2));
        self.line(&format!("shared_words[lane] = {value};\nbarrier();"));
        self.line(&format!("{name} = shared_words[{index} & 63u];\nbarrier();"));
    }

    /// Generates an atomic on a word that all invocations share.
    fn common(&mut self) {
        let word = self.rng.below(COMMON.len());
        let value = self.expression(Ty::Uint, 2);
        self.line(&format!("{}(common_words[{word}], {value});", COMMON[word]));
    }

    /// Generates a call whose result initialises a new variable. The `inout` arguments are distinct
    /// variables.
    fn call_statement(&mut self) {
        if self.functions.is_empty() {
            return self.declare();
        }
        let function = self.rng.pick(&self.functions).clone();
        let (mut arguments, mut changed) = (Vec::new(), Vec::new());
        for (ty, changes) in &function.parameters {
            if !changes {
                arguments.push(self.expression(*ty, 2));
                continue;
            }
            let target = self.target(|v| v.ty == *ty && !changed.contains(&v.name));
            let Some((name, _)) = target else { return self.declare() };
            changed.push(name.clone());
            arguments.push(name);
        }
        let (ty, call) = (function.result, format!("{}({})", function.name, arguments.join(", ")));
        let name = self.fresh("v");
        self.line(&format!("{} {name} = {call};", ty.name()));
        self.add_to_scope(&name, ty, true);
    }
}
