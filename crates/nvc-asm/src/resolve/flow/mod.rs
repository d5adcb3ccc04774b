//! Matches IF, ELSE and ENDIF, and REP and ENDREP, and checks that BRK and CONT are in a REP and that each REP can end
//! (NV_gpu_program4 §2.X.5).

pub(super) mod calls;
pub(super) mod labels;

use nvc_diag::{Code, Diagnostic, Limit, Reported, Span};

use crate::resolve::Resolver;
use crate::table::Opcode;

/// The open blocks.
#[derive(Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    /// Whether exceeding the nesting limit has been reported. Blocks are still matched.
    too_deep: bool,
}

struct Block {
    /// IF or REP.
    opcode: Opcode,
    span: Span,
    /// Index of the instruction in the body; `None` if the instruction had an error.
    at: Option<usize>,
    /// The ELSE: its span, and its index in the body.
    else_: Option<(Span, Option<usize>)>,
    /// For a REP: whether a count, a BRK out of it, or a RET can end it.
    exit: bool,
    /// Whether a reported error already covers that this block is not closed properly.
    reported: bool,
}

impl Resolver<'_, '_> {
    /// Returns the span of the innermost open block.
    pub(super) fn inside_block(&self) -> Option<Span> {
        self.blocks.open.last().map(|block| block.span)
    }

    /// Returns the number of open blocks.
    pub(super) fn open_blocks(&self) -> usize {
        self.blocks.open.len()
    }

    /// Handles a flow instruction whose index in the body will be `at`; `counted` is set for a REP with a count. Returns
    /// the instruction's link ([`crate::resolve::Inst::link`]) if that is already known.
    pub(super) fn block(
        &mut self,
        opcode: Opcode,
        span: Span,
        at: Option<usize>,
        counted: bool,
    ) -> Result<Option<usize>, Reported> {
        match opcode {
            Opcode::If | Opcode::Rep => self.open(opcode, span, at, counted).map(|()| None),
            Opcode::Else => self.else_(span, at).map(|()| None),
            Opcode::Endif => self.close(Opcode::If, span, at),
            Opcode::Endrep => self.close(Opcode::Rep, span, at),
            // Beyond the nesting limit, iterating over the open blocks would take quadratic time.
            Opcode::Brk | Opcode::Cont | Opcode::Ret if self.blocks.too_deep => Ok(None),
            Opcode::Brk | Opcode::Cont => self.jump(opcode, span),
            Opcode::Ret => {
                for block in &mut self.blocks.open {
                    block.exit = true;
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Opens or closes a block for a block instruction that did not parse.
    pub(super) fn broken_block(&mut self, opcode: Opcode, span: Span) -> Result<(), Reported> {
        // A jump that did not parse is not also reported for being outside a REP.
        if matches!(opcode, Opcode::Brk | Opcode::Cont)
            && !self.blocks.open.iter().any(|block| block.opcode == Opcode::Rep)
        {
            return Ok(());
        }
        self.block(opcode, span, None, true).map(|_| ())
    }

    fn open(&mut self, opcode: Opcode, span: Span, at: Option<usize>, counted: bool) -> Result<(), Reported> {
        self.blocks.open.push(Block { opcode, span, at, else_: None, exit: counted, reported: false });
        let max_depth = self.diags.limit(Limit::Blocks);
        if self.blocks.open.len() <= max_depth || self.blocks.too_deep {
            return Ok(());
        }
        self.blocks.too_deep = true;
        let message = format!("more than {max_depth} blocks are nested");
        let finding = self.diags.limits().exceeded(Limit::Blocks, span, message);
        Err(self.report(finding.help("move inner blocks into a subroutine")))
    }

    fn else_(&mut self, span: Span, at: Option<usize>) -> Result<(), Reported> {
        self.drop_reported(Opcode::If);
        let Some(block) = self.blocks.open.last_mut() else {
            return self.fail(Code::N0401, span, "ELSE without IF", "remove it, or add the IF");
        };
        if block.opcode != Opcode::If {
            let rep = block.span;
            let finding = Diagnostic::new(Code::N0401, span, "ELSE inside a REP that is not inside its IF");
            return Err(self
                .report(finding.secondary(rep, "this REP is open").help("close the REP with ENDREP first")));
        }
        if let Some((first, _)) = block.else_ {
            let finding = Diagnostic::new(Code::N0401, span, "a second ELSE for one IF");
            return Err(self
                .report(finding.secondary(first, "the first ELSE").help("remove one, or nest another IF")));
        }
        block.else_ = Some((span, at));
        if let (Some(open), Some(at)) = (block.at, at) {
            self.body.link(open, at);
        }
        Ok(())
    }

    /// Drops inner blocks whose missing end has been reported, up to a block that opens with `wanted`.
    fn drop_reported(&mut self, wanted: Opcode) {
        while self.blocks.open.last().is_some_and(|block| block.reported && block.opcode != wanted) {
            self.blocks.open.pop();
        }
    }

    fn close(&mut self, opener: Opcode, span: Span, at: Option<usize>) -> Result<Option<usize>, Reported> {
        let (own, name) = if opener == Opcode::If { ("ENDIF", "IF") } else { ("ENDREP", "REP") };
        self.drop_reported(opener);
        let Some(block) = self.blocks.open.last() else {
            return self.fail(
                Code::N0401,
                span,
                format!("{own} without {name}"),
                format!("remove it, or add the {name}"),
            );
        };
        if block.opcode != opener {
            let (inner, inner_span) = (block.opcode.mnemonic(), block.span);
            let message = format!("{own} while an inner {inner} is open");
            let finding = Diagnostic::new(Code::N0401, span, message)
                .secondary(inner_span, format!("this {inner} is open"));
            let error = self.report(finding.help(format!("close the {inner} with END{inner} first")));
            // Closes the matching outer block. This error also covers the inner blocks, whether or not they
            // are closed later.
            if let Some(depth) = self.blocks.open.iter().rposition(|block| block.opcode == opener) {
                self.blocks.open.remove(depth);
                for inner in self.blocks.open.iter_mut().skip(depth) {
                    inner.reported = true;
                }
            }
            return Err(error);
        }
        let Some(block) = self.blocks.open.pop() else { return Ok(None) };
        if opener == Opcode::Rep && !block.exit && !self.blocks.too_deep {
            let finding = Diagnostic::new(Code::N0403, block.span, "this REP never ends");
            let finding = finding.note("it has no count, no BRK that leaves it, and no RET inside");
            return Err(self.report(finding.help("give it a count, or leave it with `BRK (NE.x);`")));
        }
        // An IF without ELSE, an ELSE, or a REP links to this instruction, which links back to the block's
        // start.
        let links = match block.else_ {
            Some((_, at)) => at,
            None => block.at,
        };
        if let (Some(from), Some(at)) = (links, at) {
            self.body.link(from, at);
        }
        Ok(block.at)
    }

    fn jump(&mut self, opcode: Opcode, span: Span) -> Result<Option<usize>, Reported> {
        let Some(block) = self.blocks.open.iter_mut().rev().find(|block| block.opcode == Opcode::Rep) else {
            let message = format!("{} outside REP", opcode.mnemonic());
            return self.fail(Code::N0401, span, message, "remove it, or move it into a REP");
        };
        if opcode == Opcode::Brk {
            block.exit = true;
        }
        Ok(block.at)
    }

    /// Reports the innermost block that is still open at the end of the program.
    pub(super) fn close_blocks(&mut self, end: Span) {
        if self.diags.is_full() || self.blocks.too_deep {
            return;
        }
        if let Some(block) = self.blocks.open.iter().rfind(|block| !block.reported) {
            let name = block.opcode.mnemonic();
            let finding = Diagnostic::new(Code::N0401, block.span, format!("{name} is not closed"));
            let finding = finding.secondary(end, "the program ends here");
            self.report(finding.help(format!("add END{name}")));
        }
    }
}
