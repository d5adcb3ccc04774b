//! Generates branches, loops, jumps and barriers.

use super::generator::Generator;
use super::operands::{Restrictions, Tested};
use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::table::Row;

/// Maximum nesting of blocks. NVIDIA's assembler accepts at most four levels of REP.
const DEEPEST: usize = 4;
/// Maximum number of iterations of a loop.
const ROUNDS: usize = 4;

impl Generator<'_> {
    /// Generates the block or jump of a flow instruction. If it is not allowed here, generates an allowed
    /// one or nothing.
    pub(super) fn flow(&mut self, row: &Row) {
        match row.mnemonic {
            "IF" | "ELSE" | "ENDIF" => self.choice(),
            "REP" | "ENDREP" => self.repetition(),
            "BRK" | "CONT" if self.may_jump => self.jump(row.mnemonic),
            "BRK" | "CONT" => self.repetition(),
            "RET" if self.may_return => {
                let test = self.test(Tested::Block);
                self.line(&format!("RET ({test});"));
            }
            "RET" => {}
            _ => {}
        }
    }

    fn choice(&mut self) {
        if self.depth >= DEEPEST {
            return;
        }
        let test = self.test(Tested::Block);
        self.line(&format!("IF {test};"));
        self.block(false);
        if self.rng.chance(45) {
            self.line("ELSE;");
            self.block(false);
        }
        self.line("ENDIF;");
    }

    /// Generates a few statements. They count as uniform control flow if `uniform` is set and the enclosing
    /// block is uniform.
    fn block(&mut self, uniform: bool) {
        let outside = self.uniform;
        self.uniform &= uniform;
        self.depth += 1;
        for _ in 0..1 + self.rng.below(4) {
            self.statement();
        }
        self.depth -= 1;
        self.uniform = outside;
    }

    /// Generates a loop: counted by a constant, counted by a register, or endless with its own counter and a
    /// BRK.
    fn repetition(&mut self) {
        if self.depth >= DEEPEST {
            return;
        }
        let jumps = self.rng.chance(60);
        let outside = std::mem::replace(&mut self.may_jump, jumps);
        let letter = self.rng.name(&["S", "U"]);
        match self.rng.below(3) {
            0 => {
                let rounds = self.rng.below(ROUNDS + 1);
                self.line(&format!("REP.{letter} {{{rounds}, 0, 0, 0}};"));
                self.block(!jumps);
            }
            1 => {
                let word = DataType::new(BaseType::Unsigned, 32);
                let count = self.operand(word, Restrictions { scalar: true, ..Restrictions::default() });
                self.line(&format!("AND.U x.x, {count}, {{3, 0, 0, 0}}.x;"));
                self.line(&format!("REP.{letter} x.x;"));
                self.block(false);
            }
            _ => {
                // The counter is incremented before the body, so that CONT cannot skip it.
                let counter = format!("l{}", self.depth.min(DEEPEST - 1));
                let rounds = 1 + self.rng.below(ROUNDS);
                self.line(&format!("MOV.U {counter}.x, {{0, 0, 0, 0}}.x;"));
                self.line("REP;");
                self.line(&format!("ADD.U {counter}.x, {counter}.x, {{1, 0, 0, 0}}.x;"));
                self.line(&format!("SGT.U.CC z.x, {counter}.x, {{{rounds}, 0, 0, 0}}.x;"));
                self.line("BRK (NE.x);");
                self.block(false);
            }
        }
        self.drop_last_cont();
        self.line("ENDREP;");
        self.may_jump = outside;
    }

    /// Generates a conditional jump, or an unconditional jump inside an IF.
    fn jump(&mut self, mnemonic: &str) {
        let test = self.test(Tested::Jump);
        if self.rng.chance(75) || self.depth >= DEEPEST {
            return self.line(&format!("{mnemonic} ({test});"));
        }
        self.line(&format!("IF {test};"));
        self.block(false);
        self.line(&format!("{mnemonic};"));
        self.line("ENDIF;");
    }

    /// Generates BAR, if control flow is uniform, or MEMBAR.
    pub(super) fn sync(&mut self, row: &Row) {
        if row.mnemonic == "BAR" {
            if self.uniform {
                self.exchange();
            }
            return;
        }
        let text = self.rng.name(&["MEMBAR;", "MEMBAR.CTA;"]);
        self.line(text);
    }
}
