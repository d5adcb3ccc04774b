//! Lowers flow control to structured control flow: IF, REP, BRK, CONT, RET, CAL and CALI (NV_gpu_program4
//! §2.X.5).
//!
//! [`constructs`] lowers IF, REP, BRK and CONT; [`call`] inlines subroutines, and lowers RET.

pub(super) mod call;
pub(super) mod constructs;

use crate::lower::Lowerer;
use crate::resolve::{Access, Inst};
use crate::table::Opcode;

impl Lowerer<'_> {
    /// Lowers a flow instruction. Returns the index of the next instruction.
    pub(super) fn flow(&mut self, at: usize, inst: &Inst) -> usize {
        match inst.opcode {
            // An unreachable construct is skipped up to its ENDIF or ENDREP.
            Opcode::If | Opcode::Rep if self.b.is_unreachable() => return self.end_of(at) + 1,
            Opcode::If => self.open_if(inst),
            Opcode::Else => self.open_else(),
            Opcode::Endif => self.close_if(),
            Opcode::Rep => self.open_rep(inst),
            Opcode::Endrep => {
                if self.close_rep() && !self.b.is_unreachable() {
                    self.propagate_return();
                }
            }
            _ if self.b.is_unreachable() => {}
            Opcode::Brk => self.break_loop(inst),
            Opcode::Cont => self.continue_loop(inst),
            Opcode::Ret => self.ret(inst),
            _ => {
                return match inst.access {
                    Some(Access::Call(call)) => {
                        let label = self.program.callee(*call);
                        label.map_or(at + 1, |label| self.call(at, inst, label))
                    }
                    Some(Access::CallIndirect(place)) => self.call_indirect(at, inst, place),
                    _ => {
                        self.internal(inst.span, "a call without a subroutine");
                        at + 1
                    }
                };
            }
        }
        at + 1
    }

    /// Returns the index of the ENDIF or ENDREP of the construct that opens at `at`.
    fn end_of(&self, at: usize) -> usize {
        let mut at = at;
        loop {
            match self.program.body.get(at).map(|inst| (inst.opcode, inst.link)) {
                // IF links to its ELSE or ENDIF, ELSE to its ENDIF, REP to its ENDREP.
                Some((Opcode::If | Opcode::Else | Opcode::Rep, Some(next))) if next > at => at = next,
                _ => return at,
            }
        }
    }
}
