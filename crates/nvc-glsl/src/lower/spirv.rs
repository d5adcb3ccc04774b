//! Lowers GL_EXT_spirv_intrinsics (instructions, types, execution modes and decorations given by their SPIR-V
//! numbers), and the built-in functions that are lowered to an opaque SPIR-V instruction.

use crate::builtins::operation::Opaque;
use crate::lower::context::{ExprHandle, Lowerer, ModuleLowerer, of_global};
use crate::lower::memory::Base;
use crate::lower::types::scalar_type;
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{ExprKind, GlobalKind};
use crate::types::constant::Const;
use crate::types::spirv::{SpirvCode, SpirvOperand, SpirvParam, literal_words};
use crate::types::{Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::imm::Imm;
use nvc_ir::ops::Effect;
use nvc_ir::{Global, Module, Op, Spirv, SpirvInst, Types, Value};

/// `OpImage`.
const IMAGE: u32 = 100;

impl ModuleLowerer<'_> {
    /// Lowers a SPIR-V construct: an instruction, type, execution mode or decoration.
    pub(in crate::lower) fn spirv_code(&mut self, types: &mut Types, code: &SpirvCode) -> Spirv {
        let operands = code.operands.iter().map(|operand| match operand {
            SpirvOperand::Literal(word) => nvc_ir::SpirvOperand::Literal(*word),
            SpirvOperand::String(text) => nvc_ir::SpirvOperand::String(text.clone()),
            SpirvOperand::Constant(constant) => self.spirv_constant(*constant),
            SpirvOperand::Type(ty) => nvc_ir::SpirvOperand::Type(self.value_type(types, *ty)),
        });
        let operands = operands.collect();
        Spirv {
            number: code.number,
            operands,
            capabilities: code.capabilities.clone(),
            extensions: code.extensions.clone(),
        }
    }

    /// Returns a scalar constant as an operand.
    fn spirv_constant(&self, constant: Handle<Const>) -> nvc_ir::SpirvOperand {
        if let Some(&spec) = self.specs.get(&constant) {
            return nvc_ir::SpirvOperand::Spec(spec);
        }
        match self.program.constants[constant] {
            Const::Scalar(scalar, bits) => nvc_ir::SpirvOperand::Constant(scalar_type(scalar), bits),
            _ => nvc_ir::SpirvOperand::Constant(Types::I32, 0),
        }
    }

    /// Returns the index of an opaque instruction in the module, adding the instruction if it is new.
    pub(in crate::lower) fn spirv_inst(&mut self, inst: SpirvInst) -> u32 {
        let next = self.spirv.len() as u32;
        *self.spirv_numbers.entry(inst).or_insert_with_key(|inst| {
            self.spirv.push(inst.clone());
            next
        })
    }

    /// Adds the execution modes to the module, and the decorations of the globals that it declares. A decoration
    /// of a global that is not an IR variable is an error.
    pub(in crate::lower) fn spirv_requests(&mut self, module: &mut Module) {
        let program = self.program;
        for mode in &program.execution_modes {
            let mode = self.spirv_code(&mut module.types, mode);
            module.execution_modes.push(mode);
        }
        for (handle, code, span) in &program.decorations {
            let code = self.spirv_code(&mut module.types, code);
            let plain = self.declared.variables.get(handle).map(|variable| variable.global);
            let descriptors = of_global(&self.declared.resources, *handle);
            let mut globals: Vec<Global> = plain.into_iter().chain(descriptors).collect();
            globals.sort_unstable();
            let variable =
                |global: &Global| matches!(self.globals[*global].kind, nvc_ir::GlobalKind::Variable { .. });
            let loose = matches!(
                program.globals[*handle].kind,
                GlobalKind::Loose { .. } | GlobalKind::Counter { .. }
            );
            if loose || !globals.iter().all(variable) {
                let message = format!("the decoration {} of this variable is not supported", code.number);
                let help = "give the variable a descriptor set: `layout(set = ..., binding = ...)`";
                self.diags.report(Diagnostic::new(Code::N0701, *span, message).help(help));
                continue;
            }
            module.decorations.extend(globals.into_iter().map(|global| (global, code.clone())));
        }
    }
}

impl Lowerer<'_, '_> {
    /// Lowers a call of a function that is declared as a SPIR-V instruction.
    pub(in crate::lower) fn spirv_call(&mut self, number: usize, args: &[ExprHandle], ty: Type) -> Rvalue {
        let program = self.module.program;
        let Some(function) = program.spirv.get(number) else {
            self.internal_error("a call of an instruction that is not declared");
            return Rvalue::void();
        };
        let mut code = self.module.spirv_code(self.b.types, &function.code);
        let (mut values, mut pointers) = (Vec::new(), false);
        for (param, &arg) in function.params.iter().zip(args) {
            match param {
                SpirvParam::Literal => {
                    code.operands.extend(self.literal(arg).into_iter().map(nvc_ir::SpirvOperand::Literal));
                    continue;
                }
                SpirvParam::Value => values.push(self.operand(arg)),
                SpirvParam::Reference => {
                    pointers = true;
                    values.extend(self.reference(arg));
                }
            }
            code.operands.push(nvc_ir::SpirvOperand::Value);
        }
        let name = self.module.names.text(function.name).to_owned();
        let inst = SpirvInst { name, set: function.set.clone(), code };
        self.opaque_inst(inst, pointers, &values, ty)
    }

    /// Lowers a built-in function that is a SPIR-V instruction. Instructions on textures take the image
    /// without its sampler.
    pub(in crate::lower) fn opaque_builtin(
        &mut self,
        function: Opaque,
        args: &[ExprHandle],
        ty: Type,
    ) -> Rvalue {
        let values: Vec<Value> = args
            .iter()
            .map(|&arg| {
                let value = self.operand(arg);
                self.without_sampler(value)
            })
            .collect();
        let code = Spirv {
            number: function.number,
            operands: vec![nvc_ir::SpirvOperand::Value; values.len()],
            capabilities: function.capability.into_iter().collect(),
            extensions: function.extension.map(str::to_owned).into_iter().collect(),
        };
        let name = crate::builtins::name_of(crate::builtins::Operation::Opaque(function));
        let inst = SpirvInst { name: name.to_owned(), set: function.set.map(str::to_owned), code };
        self.opaque_inst(inst, false, &values, ty)
    }

    /// Extracts the image from a sampled image; other values are unchanged.
    fn without_sampler(&mut self, value: Value) -> Value {
        let nvc_ir::TypeKind::SampledImage(image) = *self.b.types.kind(self.b.func.ty(value)) else {
            return value;
        };
        let code = Spirv {
            number: IMAGE,
            operands: vec![nvc_ir::SpirvOperand::Value],
            capabilities: Vec::new(),
            extensions: Vec::new(),
        };
        let inst = SpirvInst { name: "OpImage".to_owned(), set: None, code };
        let imm = Imm::Index(self.module.spirv_inst(inst));
        let ty = self.b.types.intern(nvc_ir::TypeKind::Image(image));
        self.b.inst_with_type(Op::Spirv, imm, &[value], ty)
    }

    /// Emits an opaque instruction whose result has type `ty`. `pointers` is set if an operand is a pointer, because the
    /// instruction then counts as one with side effects.
    pub(in crate::lower) fn opaque_inst(
        &mut self,
        inst: SpirvInst,
        pointers: bool,
        values: &[Value],
        ty: Type,
    ) -> Rvalue {
        let void = *self.kind(ty) == TypeKind::Void;
        let pure = inst.effect() == Effect::Pure && !pointers && !void;
        let imm = Imm::Index(self.module.spirv_inst(inst));
        if void {
            self.b.effect(Op::Spirv, imm, values);
            return Rvalue::void();
        }
        let ty = self.value_type(ty);
        let op = if pure { Op::SpirvPure } else { Op::Spirv };
        self.b.inst_with_type(op, imm, values, ty).into()
    }

    /// Evaluates an argument. For a texture, image, sampler or acceleration structure, the result is the loaded
    /// descriptor.
    fn operand(&mut self, arg: ExprHandle) -> Value {
        let ty = self.body.exprs[arg].ty;
        let kind = match *self.kind(ty) {
            TypeKind::Texture(texture) => {
                let image = self.texture_type(texture);
                if texture.combined {
                    nvc_ir::TypeKind::SampledImage(image)
                } else {
                    nvc_ir::TypeKind::Image(image)
                }
            }
            TypeKind::Image(image) => {
                let resource = self.resource(arg);
                let (format, _) = self.image_of(&resource);
                let image = self.image_type(image, format);
                let ty = self.b.types.intern(nvc_ir::TypeKind::Image(image));
                return self.load_descriptor(&resource, ty);
            }
            TypeKind::Sampler(_) => nvc_ir::TypeKind::Sampler,
            TypeKind::AccelerationStructure => return self.acceleration_structure(arg),
            _ => {
                let value = self.expr(arg);
                let ty = self.value_type(ty);
                return self.compose(&value, ty);
            }
        };
        let resource = self.resource(arg);
        let ty = self.b.types.intern(kind);
        self.load_descriptor(&resource, ty)
    }

    /// Returns a pointer to an argument that is passed by reference.
    pub(in crate::lower) fn reference(&mut self, arg: ExprHandle) -> Option<Value> {
        match self.memory_of(arg)?.base {
            Base::Pointer(pointer) => Some(pointer),
            Base::Bytes(..) => {
                self.unsupported("a loose uniform that is passed by reference", "put it into a block");
                None
            }
            Base::Heap(..) => {
                self.unsupported("data of a descriptor heap that is passed by reference", "pass its value");
                None
            }
        }
    }

    /// Returns a constant argument as SPIR-V words.
    fn literal(&mut self, arg: ExprHandle) -> Vec<u32> {
        if let ExprKind::Const(constant) = self.body.exprs[arg].kind {
            match self.module.program.constants[constant] {
                Const::Scalar(scalar, bits) => return literal_words(scalar, bits),
                Const::Null(ty) if let TypeKind::Scalar(scalar) = *self.kind(ty) => {
                    return literal_words(scalar, 0);
                }
                _ => {}
            }
        }
        self.unsupported(
            "a literal operand that is not a scalar, or depends on a specialization constant",
            "pass a constant scalar",
        );
        Vec::new()
    }
}
