//! Checks accesses: the operands that are not values, that is, memory, textures, images and labels.

use nvc_diag::{Code, Diagnostic, Reported, Span};

use crate::ast::{self, Instruction, ObjectRef, VarRef};
use crate::modifier::{BaseType, DataType};
use crate::options::Feature;
use crate::resolve::instructions::modifiers::Checked;
use crate::resolve::instructions::operand::class_name;
use crate::resolve::{Access, ImageAccess, Index, Object, Offset, Resolver, Src, TextureAccess, VarKind};
use crate::table::{AccessKind, Memory, OperandType, Value};

impl<'t> Resolver<'t, '_> {
    pub(in crate::resolve) fn access(
        &mut self,
        inst: &Instruction<'t>,
        access: &ast::Access<'t>,
        checked: &Checked,
    ) -> Result<Access, Reported> {
        match access {
            ast::Access::Memory(var) => self.memory(inst, var, checked),
            ast::Access::Texture(texture) => self.texture(inst, texture, checked),
            ast::Access::Image(image) => self.image(inst, image),
            ast::Access::Swizzle(selectors) => Ok(Access::Swizzle(*selectors)),
            ast::Access::Label(name) => {
                let depth = self.open_blocks();
                Ok(Access::Call(self.calls.direct(*name, depth)))
            }
        }
    }

    fn memory(
        &mut self,
        inst: &Instruction<'t>,
        var: &VarRef<'t>,
        checked: &Checked,
    ) -> Result<Access, Reported> {
        let row = inst.opcode.row();
        let (AccessKind::Memory(memory) | AccessKind::MemoryFirst(memory)) = row.access else {
            return self.fail(Code::N0901, var.span, "an unexpected memory operand", "please report this");
        };
        let id = self.lookup(var.name, memory.keyword())?;
        let kind = self.vars.get(id.0 as usize).map_or(VarKind::Error, |var| var.kind.clone());
        let right = matches!(
            (&kind, memory),
            (VarKind::Storage(_), Memory::Storage)
                | (VarKind::Shared(_), Memory::Shared)
                | (VarKind::Counter(_), Memory::Counter)
                | (VarKind::Subroutine { .. }, Memory::Subroutine)
        );
        if matches!(kind, VarKind::Error) {
            return self.already_reported(var.span);
        }
        if !right {
            let message = format!("`{}` requires a {} variable", row.mnemonic, memory.keyword());
            let note = format!("`{}` is {}", var.name.text, class_name(&kind));
            let finding = Diagnostic::new(Code::N0306, var.span, message).note(note);
            let help = format!("use a variable declared with {}", memory.keyword());
            return Err(self.report(finding.help(help)));
        }
        let place = self.place(id, var)?;
        match kind {
            VarKind::Shared(window) => {
                let bytes = checked.storage.map_or(4, |storage| storage.bytes());
                let element = self.body.indices(&place).element;
                self.check_shared(inst.opcode_span, var.span, element, window.first, bytes)?;
            }
            VarKind::Subroutine { ty, units } => {
                if let Some(ty) = ty {
                    let depth = self.open_blocks();
                    self.calls.indirect(ty, var.span, depth);
                }
                // A relative index is lowered to a comparison with every element.
                if self.body.indices(&place).element.is_some_and(|index| index.register.is_some()) {
                    self.calls.count(u64::from(units.count));
                }
                return Ok(Access::CallIndirect(place));
            }
            _ => {}
        }
        Ok(Access::Memory(place))
    }

    /// Checks an access to shared memory. Shared memory must be declared. An access with a constant index
    /// must be within it; with a relative index, the constant offset must be (NV_compute_program5 §2.X.7.Y,
    /// NV_gpu_program4 §2.X.4.2). If only the end of an access with a constant index is outside, shared memory is enlarged,
    /// with a warning.
    fn check_shared(
        &mut self,
        opcode: Span,
        span: Span,
        element: Option<Index>,
        first: u32,
        bytes: u32,
    ) -> Result<(), Reported> {
        let Some(size) = self.shared_bytes else {
            self.undeclared_shared.get_or_insert(opcode);
            return Ok(());
        };
        let (offset, relative) = element.map_or((0, false), |index| (index.offset, index.register.is_some()));
        let start = u64::from(first) + u64::from(offset);
        if relative && start >= u64::from(size) {
            let message =
                format!("the index starts at byte {start}, but there are {size} bytes of shared memory");
            return self.fail(Code::N0305, span, message, "use a smaller offset");
        }
        let end = start + u64::from(bytes);
        if relative || end <= u64::from(size) {
            return Ok(());
        }
        let message = format!("the access ends at byte {end}, but there are {size} bytes of shared memory");
        if let (true, Ok(larger)) = (start < u64::from(size), u32::try_from(end)) {
            self.shared_bytes = Some(larger);
            let help = format!("declare `SHARED_MEMORY {end};`");
            self.accept_with_warning(span, message, "shared memory is made large enough", &help);
            return Ok(());
        }
        self.fail(Code::N0305, span, message, "use a smaller offset, or declare more with SHARED_MEMORY")
    }

    fn object(&mut self, object: &ObjectRef<'t>, image: bool) -> Result<Object, Reported> {
        match object {
            ObjectRef::Unit(unit) => Ok(Object::Unit(self.unit_number(unit.node, unit.span)?)),
            ObjectRef::Handle { name, component, span } => {
                self.require_feature(Feature::BindlessTexture, *span, "`handle`");
                let id = self.lookup(*name, "TEMP")?;
                match self.vars.get(id.0 as usize).map(|var| &var.kind) {
                    Some(VarKind::Temp(temp)) if temp.array.is_none() => Ok(Object::Handle(id, *component)),
                    Some(VarKind::Error) | None => self.already_reported(name.span),
                    Some(_) => {
                        let message = format!("`{}` cannot be used as a handle", name.text);
                        self.fail(
                            Code::N0306,
                            name.span,
                            message,
                            "copy the handle into a LONG temporary first",
                        )
                    }
                }
            }
            ObjectRef::Var(var) => {
                if image && var.name.text == "image" && !self.names.contains_key("image") {
                    let help = "write the number, such as `image[0]`";
                    return self.fail(Code::N0302, var.span, "`image` requires a unit number", help);
                }
                let id = self.lookup(var.name, if image { "IMAGE" } else { "TEXTURE" })?;
                let (right, class) = match self.vars.get(id.0 as usize).map(|var| &var.kind) {
                    None | Some(VarKind::Error) => return self.already_reported(var.span),
                    Some(kind @ VarKind::Texture(_)) => (!image, class_name(kind)),
                    Some(kind @ VarKind::Image(_)) => (image, class_name(kind)),
                    Some(kind) => (false, class_name(kind)),
                };
                if right {
                    return self.place(id, var).map(Object::Var);
                }
                let (what, keyword) = if image { ("an image", "IMAGE") } else { ("a texture", "TEXTURE") };
                let finding =
                    Diagnostic::new(Code::N0306, var.span, format!("`{}` is not {what}", var.name.text));
                let help = format!("use a variable declared with {keyword}, a unit or a handle");
                Err(self.report(finding.note(format!("it is {class}")).help(help)))
            }
        }
    }

    fn texture(
        &mut self,
        inst: &Instruction<'t>,
        access: &ast::TextureAccess<'t>,
        checked: &Checked,
    ) -> Result<Access, Reported> {
        self.check_texture_target(inst, access)?;
        let texture = self.object(&access.texture, false)?;
        self.check_unit_target(inst.opcode, &texture, access.target)?;
        let offset = match &access.offset {
            None => None,
            Some(offset) => Some(self.offset(inst, offset, access, checked)?),
        };
        // A depth texture has a single component, so the component of a gather is ignored (NV_gpu_program5
        // §2.X.8, TXG).
        let target = access.target.node;
        let component =
            access.component.filter(|_| !target.is_shadow()).map_or(0, |component| component.node);
        Ok(Access::Texture(TextureAccess { texture, component, target, offset }))
    }

    fn offset(
        &mut self,
        inst: &Instruction<'t>,
        offset: &ast::Offset<'t>,
        access: &ast::TextureAccess<'t>,
        checked: &Checked,
    ) -> Result<Offset, Reported> {
        match offset {
            ast::Offset::Immediate(literals, _) => {
                let numbers = self.constant_offset(inst.opcode, literals, access.target.node)?;
                Ok(Offset::Immediate(numbers))
            }
            ast::Offset::Vector(operand) => {
                self.check_variable_offset(inst.opcode, access.target.node, operand.span)?;
                let ty = DataType::new(BaseType::Signed, 32);
                let value = Value { scalar: false, ty: OperandType::Signed32 };
                let source: Src = self.source(inst, operand, value, ty, checked)?;
                Ok(Offset::Vector(source))
            }
        }
    }

    fn image(&mut self, inst: &Instruction<'t>, access: &ast::ImageAccess<'t>) -> Result<Access, Reported> {
        self.check_image_target(inst.opcode, access.target)?;
        let image = self.object(&access.image, true)?;
        Ok(Access::Image(ImageAccess { image, target: access.target.node }))
    }
}
