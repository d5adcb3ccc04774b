//! Handles redeclarations of `gl_EnableOpacityMicromapEXT` as a constant or specialization constant, which determines
//! whether ray queries use opacity micromaps (GL_EXT_opacity_micromap_ray_query_mode).

use super::layout_qualifiers::LayoutKey;
use super::qualifiers::QualifierSet;
use crate::ast::{Declarator, Ident};
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::check::scope::{Entry, Symbol};
use crate::types::constant::{Const, SpecConstant};
use crate::types::spirv::{SpirvCode, SpirvOperand};
use crate::types::{Type, scalar};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};

const NAME: &str = "gl_EnableOpacityMicromapEXT";
const NEEDS: Needs = Needs::extensions(&["GL_EXT_opacity_micromap_ray_query_mode"]);
/// SPIR-V number of the execution mode `OpacityMicromapIdKHR`.
const MODE: u32 = 6031;
/// SPIR-V numbers of the capabilities for opacity micromaps and for this execution mode.
const CAPABILITIES: [u32; 2] = [5381, 6032];

impl Checker<'_> {
    /// Returns whether an identifier is `gl_EnableOpacityMicromapEXT`.
    fn is_micromap_mode(&self, ident: Ident) -> bool {
        self.names.text(ident.name) == NAME
    }

    /// Handles `const bool gl_EnableOpacityMicromapEXT = true;`. Returns false for any other declaration.
    pub(super) fn micromap_constant(
        &mut self,
        quals: &QualifierSet,
        ty: Type,
        declarator: &Declarator,
    ) -> bool {
        let bool_type = self.program.types.scalar(scalar::BOOL);
        if !self.is_micromap_mode(declarator.name) || quals.constant.is_none() || ty != bool_type {
            return false;
        }
        if let Some((value, _)) = self.constant_value(ty, declarator) {
            match self.const_of(value) {
                Some(constant) => self.set_micromap_mode(declarator.name, constant),
                None => {
                    let span = declarator.name.span;
                    self.error(Code::N1303, span, "the value must be a constant expression");
                }
            }
        }
        true
    }

    /// Handles `layout(constant_id = n) gl_EnableOpacityMicromapEXT;`. Returns false for any other declaration.
    pub(in crate::check) fn micromap_spec_constant(&mut self, quals: &QualifierSet, ident: Ident) -> bool {
        let Some(id) = quals.number(LayoutKey::ConstantId).filter(|_| self.is_micromap_mode(ident)) else {
            return false;
        };
        if let Some(previous) = self.spec_constant_with(id) {
            let at = self.program.spec_constants[previous].span;
            let message = format!("`constant_id = {id}` is already used");
            self.report(Diagnostic::new(Code::N0202, ident.span, message).secondary(at, "first used here"));
        }
        let default = self.default_of_spec_constant(id, ident.name, scalar::BOOL).unwrap_or(0);
        let spec = SpecConstant { name: ident.name, id, scalar: scalar::BOOL, default, span: ident.span };
        let handle = self.add_spec_constant(spec);
        let constant = self.spec_constant_value(handle);
        self.set_micromap_mode(ident, constant);
        true
    }

    fn set_micromap_mode(&mut self, ident: Ident, constant: Handle<Const>) {
        self.require_named(&NEEDS, "the constant", ident.name, ident.span);
        if let Some(previous) = self.scopes.find_in_current_scope(ident.name) {
            return self.redeclared(ident.name, ident.span, previous.span);
        }
        let ty = self.program.types.scalar(scalar::BOOL);
        self.scopes.insert(ident.name, Entry { symbol: Symbol::Const(constant, ty), span: ident.span });
        self.program.execution_modes.push(SpirvCode {
            number: MODE,
            operands: vec![SpirvOperand::Constant(constant)],
            capabilities: CAPABILITIES.to_vec(),
            extensions: ["SPV_EXT_opacity_micromap", "SPV_KHR_opacity_micromap"].map(str::to_owned).to_vec(),
        });
    }
}
