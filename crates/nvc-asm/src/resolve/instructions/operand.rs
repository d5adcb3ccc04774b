//! Checks destinations, value operands and indices.

use nvc_diag::{Code, Diagnostic, Reported, Span};

use crate::ast::{
    self, Base, BindingKind, BoundArray, Ident, Instruction, Operand, ResultRef, Swizzle, VarRef,
};
use crate::modifier::DataType;
use crate::options::Feature;
use crate::resolve::instructions::modifiers::Checked;
use crate::resolve::{
    BufferKind, CcTest, Constant, Dst, Index, Indices, Number, ParamItem, Place, Resolver, Src, SrcBase,
    TempSize, VarId, VarKind, Window,
};
use crate::table::{Family, Opcode, Value};

/// The indices that a variable requires.
#[derive(Clone, Copy)]
enum Shape {
    /// No index.
    Single,
    /// One index, which must be less than the bound if that is known.
    Array(Option<u64>),
    /// A binding point, then possibly an element: the number of points, whether there is an element index,
    /// and its bound if known.
    Points(u64, bool, Option<u64>),
}

impl<'t> Resolver<'t, '_> {
    fn kind(&self, id: VarId) -> &VarKind {
        self.vars.get(id.0 as usize).map_or(&VarKind::Error, |var| &var.kind)
    }

    /// Resolves a destination, which must be a temporary.
    pub(in crate::resolve) fn destination(
        &mut self,
        inst: &Instruction<'t>,
        result: &ResultRef<'t>,
        ty: DataType,
        checked: &Checked,
    ) -> Result<Dst, Reported> {
        let id = self.lookup(result.var.name, "TEMP")?;
        let temp = match self.kind(id) {
            VarKind::Temp(temp) => *temp,
            VarKind::Error => return self.already_reported(result.span),
            kind => {
                let class = class_name(kind);
                let message = format!("`{}` cannot be written", result.var.name.text);
                let finding =
                    Diagnostic::new(Code::N0309, result.var.span, message).note(format!("it is {class}"));
                return Err(self.report(finding.help("write to a temporary")));
            }
        };
        let place = self.place(id, &result.var)?;
        let row = inst.opcode.row();
        match (row.family, temp.size) {
            (Family::Pack, TempSize::Short | TempSize::Normal) if inst.opcode == Opcode::Pk64 => {
                return self.wrong_size(
                    result.var.span,
                    inst.opcode,
                    "`PK64` can write only LONG variables".to_owned(),
                );
            }
            (Family::Pack, TempSize::Short) => {
                return self.wrong_size(
                    result.var.span,
                    inst.opcode,
                    format!("`{}` cannot write a SHORT variable", row.mnemonic),
                );
            }
            _ => {}
        }
        self.check_var_type(id, ty, result.var.span, checked)?;
        Ok(Dst { place, mask: result.mask, condition: result.condition.map(CcTest::from), ty })
    }

    /// Reports a register whose size does not match packed data.
    fn wrong_size<T>(&mut self, span: Span, opcode: Opcode, message: String) -> Result<T, Reported> {
        let help = match opcode {
            Opcode::Pk64 => "declare it as LONG TEMP, or use another LONG variable",
            Opcode::Up64 => "use a LONG variable; a 32-bit word needs no unpacking",
            _ => "declare it without SHORT, or use another variable",
        };
        self.fail(Code::N0304, span, message, help)
    }

    /// Checks the size of a packed operand: UP64 reads only LONG variables, and the other unpacking instructions read no
    /// SHORT variables. Constants have the width that they are read with.
    fn check_packed(&mut self, opcode: Opcode, base: &SrcBase, span: Span) -> Result<(), Reported> {
        if opcode.row().family != Family::Unpack || matches!(base, SrcBase::Const(_)) {
            return Ok(());
        }
        let size = match base {
            SrcBase::Var(place) => match self.kind(place.var) {
                VarKind::Temp(temp) => temp.size,
                _ => TempSize::Normal,
            },
            _ => TempSize::Normal,
        };
        match (opcode, size) {
            (Opcode::Up64, TempSize::Long) => Ok(()),
            (Opcode::Up64, _) => {
                self.wrong_size(span, opcode, "`UP64` can read only LONG variables".to_owned())
            }
            (_, TempSize::Short) => {
                let message = format!("`{}` cannot read a SHORT variable", opcode.mnemonic());
                self.wrong_size(span, opcode, message)
            }
            _ => Ok(()),
        }
    }

    /// Checks the declared type of a variable against the type that an operand reads or writes it as
    /// (NV_gpu_program4 §2.X.3.1).
    fn check_var_type(
        &mut self,
        id: VarId,
        ty: DataType,
        span: Span,
        checked: &Checked,
    ) -> Result<(), Reported> {
        let declared = self.vars.get(id.0 as usize).and_then(|var| var.ty);
        match declared {
            Some(declared) if !checked.unchecked && declared != ty.base => {
                Err(self.wrong_type(id, declared, ty.base, span))
            }
            _ => Ok(()),
        }
    }

    /// Resolves a value operand.
    pub(in crate::resolve) fn source(
        &mut self,
        inst: &Instruction<'t>,
        operand: &Operand<'t>,
        value: Value,
        ty: DataType,
        checked: &Checked,
    ) -> Result<Src, Reported> {
        self.check_signs(inst.opcode, operand)?;
        let base = match &operand.base {
            Base::Scalar(literal) => SrcBase::Const(Constant::Scalar((*literal).into())),
            Base::Vector(vector) => SrcBase::Const(self.vector(vector)),
            Base::Binding(binding) => self.binding_source(binding)?,
            Base::Var(var) => match self.named_constant(var, operand, ty) {
                Some(constant) => SrcBase::Const(constant),
                None => SrcBase::Var(self.var_source(inst, var, ty, checked)?),
            },
        };
        self.check_packed(inst.opcode, &base, operand.span)?;
        if inst.opcode == Opcode::Ldc && !matches!(&base, SrcBase::Var(place) if self.is_cbuffer(place.var)) {
            let help = "declare `CBUFFER name[] = { program.buffer[0] };` and load from that";
            return self.fail(Code::N0306, operand.span, "LDC can load only from a CBUFFER variable", help);
        }
        let scalar_constant = matches!(operand.base, Base::Scalar(_));
        if value.scalar && !scalar_constant && !operand.swizzle.is_some_and(|swizzle| swizzle.node.single) {
            let message = "this operand must be a single component";
            return self.fail(Code::N0302, operand.span, message, "select one, such as `.x`");
        }
        match &operand.base {
            Base::Scalar(literal) => self.check_literals(std::slice::from_ref(literal), ty)?,
            Base::Vector(vector) => self.check_literals(&vector.items, ty)?,
            Base::Var(_) | Base::Binding(_) => {}
        }
        Ok(Src {
            base,
            swizzle: operand.swizzle.map_or(Swizzle::IDENTITY, |swizzle| swizzle.node),
            negate_inner: operand.negate_inner,
            absolute: operand.absolute,
            negate: operand.negate,
            ty,
        })
    }

    /// Resolves `INF` and `NaN`, unless a variable has that name. NVIDIA's loader accepts them as float
    /// constants.
    fn named_constant(&mut self, var: &VarRef<'t>, operand: &Operand<'t>, ty: DataType) -> Option<Constant> {
        let name = var.name.text;
        let value = match name {
            "INF" => f64::INFINITY,
            "NaN" => f64::NAN,
            _ => return None,
        };
        let plain = var.index.is_empty() && operand.swizzle.is_none();
        if !plain || !ty.is_float() || self.names.contains_key(name) {
            return None;
        }
        let message = format!("`{name}` is not a constant of the language");
        self.accept_with_warning(
            var.span,
            message,
            "a float constant",
            "pass the value in memory or as a parameter",
        );
        Some(Constant::Scalar(Number::Float(value)))
    }

    /// Checks the signs and the swizzle of an operand. According to the specification, the operand of SWZ has no sign,
    /// absolute value or swizzle, and the operand of CVT has no sign or absolute value. For SWZ, a violation is
    /// accepted with a warning.
    fn check_signs(&mut self, opcode: Opcode, operand: &Operand<'t>) -> Result<(), Reported> {
        let signed = operand.signed && !matches!(operand.base, Base::Scalar(_));
        let refused = match opcode {
            Opcode::Swz if operand.swizzle.is_some() => "swizzle",
            Opcode::Swz | Opcode::Cvt if operand.absolute => "absolute value",
            Opcode::Swz | Opcode::Cvt if signed => "sign",
            _ => return Ok(()),
        };
        let message = format!("the operand of `{}` takes no {refused}", opcode.mnemonic());
        let help = "apply it with a MOV first";
        if opcode == Opcode::Swz {
            self.accept_with_warning(operand.span, message, "it is applied before the selectors", help);
            return Ok(());
        }
        self.fail(Code::N0303, operand.span, message, help)
    }

    fn is_cbuffer(&self, id: VarId) -> bool {
        matches!(self.kind(id), VarKind::Buffer { kind: BufferKind::Constant, .. } | VarKind::Error)
    }

    /// Resolves a variable as a value operand.
    fn var_source(
        &mut self,
        inst: &Instruction<'t>,
        var: &VarRef<'t>,
        ty: DataType,
        checked: &Checked,
    ) -> Result<Place, Reported> {
        let id = self.lookup(var.name, "TEMP")?;
        let refused = match self.kind(id) {
            VarKind::Error => return self.already_reported(var.span),
            VarKind::Temp(_) => {
                let place = self.place(id, var)?;
                self.check_var_type(id, ty, var.span, checked)?;
                self.mark_read(id);
                return Ok(place);
            }
            VarKind::Buffer { kind: BufferKind::Constant, .. } if inst.opcode == Opcode::Ldc => None,
            kind => not_a_value(kind),
        };
        match refused {
            None => {
                let place = self.place(id, var)?;
                self.check_var_type(id, ty, var.span, checked)?;
                Ok(place)
            }
            Some((message, help)) => self.fail(Code::N0306, var.span, message, help),
        }
    }

    /// Resolves a binding as a value operand.
    fn binding_source(&mut self, binding: &ast::Binding) -> Result<SrcBase, Reported> {
        let first = match &binding.kind {
            BindingKind::Attrib(attrib) => {
                self.attrib_feature(*attrib, binding.span);
                return Ok(SrcBase::Attrib(*attrib));
            }
            BindingKind::Array {
                array: BoundArray::Local | BoundArray::Env | BoundArray::StorageLen,
                first,
                ..
            } if first.is_some_and(|range| range.range) => {
                return self.fail(
                    Code::N0305,
                    binding.span,
                    "a range is not an operand",
                    "select one register",
                );
            }
            BindingKind::Array { array: array @ (BoundArray::Texture | BoundArray::Image), .. } => {
                let what = if *array == BoundArray::Image { "an image" } else { "a texture" };
                let message = format!("{what} is not a value");
                return self.fail(Code::N0306, binding.span, message, "sample or load it first");
            }
            BindingKind::Fixed(state) if state.rows.is_some_and(|rows| rows.range) => {
                return self.fail(
                    Code::N0305,
                    binding.span,
                    "a range of rows is not an operand",
                    "select one row",
                );
            }
            _ => self.param_items(binding)?.into_iter().next(),
        };
        match first {
            Some(item) => Ok(SrcBase::Param(item)),
            None => {
                self.fail(Code::N0205, binding.span, "this is not an operand", "declare a variable for it")
            }
        }
    }

    /// Requires the option of an attribute (NV_shader_thread_group §2.X.6).
    pub(in crate::resolve) fn attrib_feature(&mut self, attrib: ast::Attrib, span: Span) {
        use ast::Attrib::{GlobalId, GroupCount, GroupId, GroupSize, LocalId, LocalIndex};
        if matches!(attrib, LocalId | GlobalId | GroupId | GroupCount | GroupSize | LocalIndex) {
            return;
        }
        self.require_feature(Feature::ThreadGroup, span, "this attribute");
    }

    /// Checks the indices of a variable.
    pub(in crate::resolve) fn place(&mut self, id: VarId, var: &VarRef<'t>) -> Result<Place, Reported> {
        let shape = match self.kind(id) {
            VarKind::Temp(temp) => temp.array.map_or(Shape::Single, |n| Shape::Array(Some(u64::from(n)))),
            VarKind::Param { items, array: true, .. } => Shape::Array(Some(items.len() as u64)),
            VarKind::Attrib(_) | VarKind::Param { .. } => Shape::Single,
            VarKind::Buffer { window, .. }
            | VarKind::Storage(window)
            | VarKind::Shared(window)
            | VarKind::Counter(window) => window_shape(window),
            VarKind::Texture(units) | VarKind::Image(units) | VarKind::Subroutine { units, .. } => {
                if units.array { Shape::Array(Some(u64::from(units.count))) } else { Shape::Single }
            }
            VarKind::Error => return self.already_reported(var.span),
        };
        let indices = self.indices(var, shape)?;
        if indices.element.is_some_and(|index| index.register.is_some()) {
            self.mark_relative(id);
        }
        Ok(Place { var: id, indices: self.body.add_indices(indices) })
    }

    fn indices(&mut self, var: &VarRef<'t>, shape: Shape) -> Result<Indices, Reported> {
        let wanted = match shape {
            Shape::Single => 0,
            Shape::Array(_) => 1,
            Shape::Points(_, array, _) => 1 + usize::from(array),
        };
        let name = var.name.text;
        if var.index.len() < wanted {
            let message = match var.index.len() {
                0 => format!("`{name}` is an array and needs an index"),
                _ => format!("`{name}` needs two indices, binding point and element"),
            };
            return self.fail(
                Code::N0305,
                var.span,
                message,
                format!("write `{name}{}`", "[0]".repeat(wanted)),
            );
        }
        if let Some(extra) = var.index.get(wanted) {
            let message = match wanted {
                0 => format!("`{name}` is not an array"),
                _ => format!("`{name}` takes one index"),
            };
            return self.fail(Code::N0305, extra.span, message, "remove the index");
        }
        let mut resolved = [None; 2];
        for (slot, (index, size)) in resolved.iter_mut().zip(var.index.iter().zip(match shape {
            Shape::Single => [None, None],
            Shape::Array(size) => [size, None],
            Shape::Points(points, _, size) => [Some(points), size],
        })) {
            *slot = Some(self.index(index, size, name)?);
        }
        let [first, second] = resolved;
        Ok(match shape {
            Shape::Points(..) => Indices { point: first, element: second },
            Shape::Single | Shape::Array(_) => Indices { point: None, element: first },
        })
    }

    /// Checks an index. A constant index must be within the array; a relative index must be an integer
    /// temporary (NV_gpu_program4 §2.X.4.2).
    fn index(&mut self, index: &ast::Index<'t>, size: Option<u64>, array: &str) -> Result<Index, Reported> {
        let register = match index.register {
            None => None,
            Some(register) => Some((self.index_register(register.name)?, register.component)),
        };
        let offset = u64::try_from(index.offset).ok().filter(|&n| size.is_none_or(|size| n < size));
        match offset.and_then(|n| u32::try_from(n).ok()) {
            Some(offset) => Ok(Index { register, offset }),
            None if index.offset < 0 => {
                let message = "the offset of a relative index cannot be negative";
                self.fail(Code::N0305, index.span, message, "subtract it from the register first")
            }
            None => {
                let message = match size {
                    Some(size) => {
                        format!(
                            "index {} is out of range for `{array}`, which has {}",
                            index.offset,
                            nvc_diag::counted(size, "element")
                        )
                    }
                    None => format!("index {} is out of range for `{array}`", index.offset),
                };
                self.fail(Code::N0305, index.span, message, "use a smaller index")
            }
        }
    }

    fn index_register(&mut self, name: Ident<'t>) -> Result<VarId, Reported> {
        let id = self.lookup(name, "TEMP")?;
        let float =
            self.vars.get(id.0 as usize).is_some_and(|var| var.ty == Some(crate::modifier::BaseType::Float));
        match self.kind(id) {
            VarKind::Temp(temp) if temp.array.is_none() && !float => Ok(id),
            VarKind::Error => self.already_reported(name.span),
            _ => {
                let message = format!("`{}` cannot be an index", name.text);
                self.fail(Code::N0305, name.span, message, "copy it into an integer temporary first")
            }
        }
    }

    fn mark_read(&mut self, id: VarId) {
        if let Some(VarKind::Temp(temp)) = self.vars.get_mut(id.0 as usize).map(|var| &mut var.kind) {
            temp.read = true;
        }
    }

    fn mark_relative(&mut self, id: VarId) {
        match self.vars.get_mut(id.0 as usize).map(|var| &mut var.kind) {
            Some(VarKind::Temp(temp)) => temp.relative = true,
            Some(VarKind::Param { relative, .. }) => *relative = true,
            _ => {}
        }
    }

    /// Reports a parameter that is bound to two elements of arrays with relative indices (NV_gpu_program4
    /// §2.X.3.3).
    pub(in crate::resolve) fn check_relative_params(&mut self) {
        let mut seen = rustc_hash::FxHashMap::default();
        let mut duplicates = Vec::new();
        for var in &self.vars {
            let VarKind::Param { items, relative: true, .. } = &var.kind else { continue };
            for item in items {
                let key = match item {
                    ParamItem::Local(i) => (BoundArray::Local, *i),
                    ParamItem::Env(i) => (BoundArray::Env, *i),
                    ParamItem::StorageLen(i) => (BoundArray::StorageLen, *i),
                    _ => continue,
                };
                if let Some(first) = seen.insert(key, var.span) {
                    duplicates.push((key, first, var.span));
                    break;
                }
            }
        }
        for ((array, i), first, span) in duplicates {
            let message = format!(
                "{}[{i}] is bound twice in arrays with relative indices",
                crate::resolve::array_name(array)
            );
            let finding = Diagnostic::new(Code::N0205, span, message);
            let finding = if first == span { finding } else { finding.secondary(first, "also bound here") };
            self.report(finding.help("bind it only once"));
        }
    }
}

fn window_shape(window: &Window) -> Shape {
    let count = window.count.map(u64::from);
    match (window.points, window.array) {
        (1, false) => Shape::Single,
        (1, true) => Shape::Array(count),
        (points, array) => Shape::Points(u64::from(points), array, count),
    }
}

/// Returns why a variable of a class is not a value, and how to get a value from it. Returns `None` for
/// classes that are values.
fn not_a_value(kind: &VarKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        VarKind::Buffer { kind: BufferKind::Constant, .. } => {
            ("a CBUFFER variable can be read only by LDC", "load it into a temporary first, with LDC")
        }
        VarKind::Storage(_) => (
            "a STORAGE variable can be used only by LDB, STB and ATOMB",
            "load it into a temporary first, with LDB",
        ),
        VarKind::Shared(_) => (
            "a SHARED variable can be used only by LDS, STS and ATOMS",
            "load it into a temporary first, with LDS",
        ),
        VarKind::Counter(_) => (
            "a COUNTER variable can be used only by ATOMCTR and ATOMCTROP",
            "read it into a temporary first, with ATOMCTR.GET",
        ),
        VarKind::Texture(_) => (
            "a TEXTURE variable can be used only by texture instructions",
            "read a texel into a temporary first, with TEX or TXF",
        ),
        VarKind::Image(_) => (
            "an IMAGE variable can be used only by image instructions",
            "read a texel into a temporary first, with LOADIM",
        ),
        VarKind::Subroutine { .. } => (
            "a SUBROUTINE variable can be used only by CALI",
            "call it with CALI, and have the subroutine write a temporary",
        ),
        _ => return None,
    })
}

/// Returns a keyword that declares variables of a class: `BUFFER` for all three kinds of parameter buffers.
pub(in crate::resolve) fn keyword(kind: &VarKind) -> &'static str {
    match kind {
        VarKind::Temp(_) | VarKind::Error => "TEMP",
        VarKind::Attrib(_) => "ATTRIB",
        VarKind::Param { .. } => "PARAM",
        VarKind::Buffer { .. } => "BUFFER",
        VarKind::Storage(_) => "STORAGE",
        VarKind::Shared(_) => "SHARED",
        VarKind::Counter(_) => "COUNTER",
        VarKind::Texture(_) => "TEXTURE",
        VarKind::Image(_) => "IMAGE",
        VarKind::Subroutine { .. } => "SUBROUTINE",
    }
}

/// Returns the class of a variable, with an article, for messages.
pub(in crate::resolve) fn class_name(kind: &VarKind) -> &'static str {
    match kind {
        VarKind::Temp(_) => "a temporary",
        VarKind::Attrib(_) => "an attribute",
        VarKind::Param { .. } => "a parameter",
        VarKind::Buffer { .. } => "a parameter buffer",
        VarKind::Storage(_) => "a STORAGE variable",
        VarKind::Shared(_) => "a SHARED variable",
        VarKind::Counter(_) => "a COUNTER variable",
        VarKind::Texture(_) => "a TEXTURE variable",
        VarKind::Image(_) => "an IMAGE variable",
        VarKind::Subroutine { .. } => "a SUBROUTINE variable",
        VarKind::Error => "a variable",
    }
}
