//! Resolves declarations to variables and subroutine types.

mod bind;
mod constant;
pub(super) mod header;
pub(super) mod state;

use nvc_diag::{Code, Diagnostic, Reported, Span};

use crate::ast::{
    BindingKind, BoundArray, Class, Declaration, DeclaredName, Ident, Initialiser, VarModifier,
};
use crate::modifier::{BaseType, DataType};
use crate::options::Feature;
use crate::resolve::FirstError;
use crate::resolve::declarations::header::integer;
use crate::resolve::limits::{MAX_PARAMETERS, MAX_TEMPORARIES};
use crate::resolve::{
    BufferKind, Constant, ParamItem, Resolver, SubroutineTypeId, Temp, TempSize, VarId, VarKind, Variable,
    error_var, push_var,
};

/// The size and base type that the modifiers of a declaration give.
#[derive(Clone, Copy)]
struct VarType {
    size: TempSize,
    base: Option<BaseType>,
}

impl<'t> Resolver<'t, '_> {
    /// Resolves a declaration. If it has an error, its names are declared anyway, as error variables.
    pub(super) fn declaration(&mut self, declaration: &Declaration<'t>) -> Result<(), Reported> {
        if declaration.class.node == Class::SubroutineType {
            return self.subroutine_type(declaration);
        }
        let result = self.declare(declaration);
        for item in &declaration.items {
            let name = item.name;
            self.names.entry(name.text).or_insert_with(|| error_var(&mut self.vars, name));
        }
        result
    }

    fn declare(&mut self, declaration: &Declaration<'t>) -> Result<(), Reported> {
        let ty = self.var_type(declaration)?;
        if declaration.class.node == Class::Alias {
            return self.alias(declaration);
        }
        let mut error = FirstError::default();
        for item in &declaration.items {
            error.note(self.declare_one(declaration, item, ty));
        }
        error.0
    }

    fn declare_one(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
        ty: VarType,
    ) -> Result<(), Reported> {
        self.check_name(item.name)?;
        let kind = self.var_kind(declaration, item, ty)?;
        let variable = Variable { name: item.name.text.into(), span: item.name.span, ty: ty.base, kind };
        let id = push_var(&mut self.vars, variable);
        self.names.insert(item.name.text, id);
        Ok(())
    }

    /// Rejects the reserved names (NV_gpu_program4 §2.X.2).
    pub(super) fn check_reserved(&mut self, name: Ident<'t>) -> Result<(), Reported> {
        if !matches!(name.text, "program" | "result" | "state" | "texture") {
            return Ok(());
        }
        let message = format!("`{}` is a reserved name", name.text);
        self.fail(Code::N0203, name.span, message, "choose another name")
    }

    fn check_name(&mut self, name: Ident<'t>) -> Result<(), Reported> {
        self.check_reserved(name)?;
        // A use before the declaration has already been reported.
        if self.undeclared.remove(name.text) {
            self.names.remove(name.text);
        }
        let Some(first) = self.names.get(name.text).and_then(|id| self.vars.get(id.0 as usize)) else {
            return Ok(());
        };
        let finding = Diagnostic::new(Code::N0202, name.span, format!("`{}` is declared twice", name.text));
        let first = first.span;
        Err(self.report(
            finding
                .secondary(first, "first declared here")
                .help("remove one of them, or choose another name"),
        ))
    }

    /// Resolves SHORT, LONG, INT, UINT and FLOAT. At most one size and one type are allowed, and sizes only
    /// for TEMP (NV_gpu_program4 §2.X.3.1).
    fn var_type(&mut self, declaration: &Declaration<'t>) -> Result<VarType, Reported> {
        let mut ty = VarType { size: TempSize::Normal, base: None };
        let (mut size_at, mut base_at): (Option<Span>, Option<Span>) = (None, None);
        for modifier in &declaration.modifiers {
            let (seen, what) = match modifier.node {
                VarModifier::Short | VarModifier::Long => (&mut size_at, "size"),
                _ => (&mut base_at, "type"),
            };
            if let Some(first) = seen.replace(modifier.span) {
                let finding = Diagnostic::new(
                    Code::N0204,
                    modifier.span,
                    format!("more than one {what} for a variable"),
                );
                return Err(self.report(finding.secondary(first, "the first one").help("keep one of them")));
            }
            match modifier.node {
                VarModifier::Short => ty.size = TempSize::Short,
                VarModifier::Long => ty.size = TempSize::Long,
                VarModifier::Int => ty.base = Some(BaseType::Signed),
                VarModifier::Uint => ty.base = Some(BaseType::Unsigned),
                VarModifier::Float => ty.base = Some(BaseType::Float),
            }
        }
        match (size_at, declaration.class.node) {
            (Some(span), class) if class != Class::Temp => {
                self.fail(Code::N0204, span, "only TEMP variables can be SHORT or LONG", "remove it")
            }
            _ => Ok(ty),
        }
    }

    /// Resolves `ALIAS new = old;` (NV_gpu_program4 §2.X.3.8).
    fn alias(&mut self, declaration: &Declaration<'t>) -> Result<(), Reported> {
        let (Some(item), Some(old)) = (declaration.items.first(), declaration.names.first()) else {
            return self.fail(
                Code::N0901,
                declaration.class.span,
                "an ALIAS without names",
                "please report this",
            );
        };
        self.check_name(item.name)?;
        let id: VarId = self.lookup(*old, "TEMP")?;
        self.names.insert(item.name.text, id);
        Ok(())
    }

    fn var_kind(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
        ty: VarType,
    ) -> Result<VarKind, Reported> {
        let keyword = declaration.class.span;
        match declaration.class.node {
            Class::Temp => self.temp(item, ty.size),
            Class::Attrib => self.attrib(declaration, item),
            Class::Param => self.param(declaration, item, ty.base),
            class @ (Class::Buffer | Class::Buffer4 | Class::Cbuffer) => {
                let kind = match class {
                    Class::Buffer => BufferKind::Word,
                    Class::Buffer4 => BufferKind::Vector,
                    _ => BufferKind::Constant,
                };
                let window = self.window(declaration, item, BoundArray::Buffer)?;
                self.buffer_kind(kind, window, item.name)?;
                Ok(VarKind::Buffer { kind, window })
            }
            Class::Storage => {
                self.require_feature(Feature::StorageBuffer, keyword, "`STORAGE`");
                Ok(VarKind::Storage(self.window(declaration, item, BoundArray::Storage)?))
            }
            Class::Shared => Ok(VarKind::Shared(self.window(declaration, item, BoundArray::SharedMem)?)),
            Class::Counter => {
                self.require_feature(Feature::AtomicCounters, keyword, "`COUNTER`");
                Ok(VarKind::Counter(self.window(declaration, item, BoundArray::Counter)?))
            }
            Class::Texture => Ok(VarKind::Texture(self.unit_list(declaration, item, BoundArray::Texture)?)),
            Class::Image => Ok(VarKind::Image(self.unit_list(declaration, item, BoundArray::Image)?)),
            Class::Subroutine => self.subroutine(declaration, item),
            Class::Alias | Class::SubroutineType => Ok(VarKind::Error),
        }
    }

    fn temp(&mut self, item: &DeclaredName<'t>, size: TempSize) -> Result<VarKind, Reported> {
        let array = match item.array.as_slice() {
            [] => None,
            [one] => match one.size.as_ref().map(integer) {
                None => {
                    return self.fail(
                        Code::N0204,
                        one.span,
                        "a TEMP array needs a size",
                        "write it in the brackets: `[16]`",
                    );
                }
                Some(n) => {
                    if n == 0 {
                        let meaning = "an array without elements, which nothing can access";
                        let message = "an array must have at least one element";
                        self.accept_with_warning(one.span, message, meaning, "remove it");
                    }
                    Some(n)
                }
            },
            [_, second, ..] => {
                return self.fail(
                    Code::N0204,
                    second.span,
                    "a TEMP array has only one dimension",
                    "remove the second size",
                );
            }
        };
        self.temporaries += array.unwrap_or(1);
        if self.temporaries > MAX_TEMPORARIES {
            let message = format!("more than {MAX_TEMPORARIES} temporaries are declared");
            return self.fail(Code::N0501, item.name.span, message, "use smaller arrays, or storage buffers");
        }
        let array = array.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        Ok(VarKind::Temp(Temp { size, array, relative: false, read: false }))
    }

    fn attrib(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
    ) -> Result<VarKind, Reported> {
        if let Some(array) = item.array.first() {
            return self.fail(
                Code::N0204,
                array.span,
                "compute programs have no attribute arrays",
                "remove the brackets",
            );
        }
        match declaration.bindings.as_slice() {
            [Initialiser::Binding(binding)] => match binding.kind {
                BindingKind::Attrib(attrib) => {
                    self.attrib_feature(attrib, binding.span);
                    Ok(VarKind::Attrib(attrib))
                }
                _ => self.wrong_binding(binding.span, "an ATTRIB", "invocation.localid"),
            },
            _ => self.wrong_binding(item.name.span, "an ATTRIB", "invocation.localid"),
        }
    }

    /// Reports a binding that does not match the class of the variable.
    pub(super) fn wrong_binding<T>(&mut self, span: Span, class: &str, example: &str) -> Result<T, Reported> {
        let message = format!("{class} cannot be bound to this");
        self.fail(Code::N0205, span, message, format!("bind it to {example}"))
    }

    fn param(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
        base: Option<BaseType>,
    ) -> Result<VarKind, Reported> {
        let array = !item.array.is_empty();
        if let Some(second) = item.array.get(1) {
            return self.fail(
                Code::N0204,
                second.span,
                "a PARAM array has only one dimension",
                "remove the second size",
            );
        }
        // A PARAM without a type contains floats, and any number is a valid float.
        let ty = DataType::new(base.unwrap_or(BaseType::Float), 32);
        let mut items = Vec::new();
        for initialiser in &declaration.bindings {
            match initialiser {
                Initialiser::Scalar(literal) => {
                    self.check_literals(std::slice::from_ref(literal), ty)?;
                    items.push(ParamItem::Const(Constant::Scalar((*literal).into())));
                }
                Initialiser::Vector(vector) => {
                    self.check_literals(&vector.items, ty)?;
                    items.push(ParamItem::Const(self.vector(vector)));
                }
                Initialiser::Binding(binding) => items.extend(self.param_items(binding)?),
            }
            if items.len() + self.parameters > MAX_PARAMETERS {
                let message = format!("more than {MAX_PARAMETERS} parameters are declared");
                return self.fail(Code::N0501, item.name.span, message, "declare fewer parameters");
            }
        }
        self.parameters += items.len();
        if !array && items.len() != 1 {
            let message = "only an array can have several parameters";
            return self.fail(Code::N0205, item.name.span, message, format!("write `{}[]`", item.name.text));
        }
        self.check_array_size(item, 0, items.len() as u64)?;
        Ok(VarKind::Param { items, array, relative: false })
    }

    /// Checks the declared size of a dimension of an array, if given, against the number of bound elements
    /// (NV_gpu_program4 §2.X.3.1).
    pub(super) fn check_array_size(
        &mut self,
        item: &DeclaredName<'t>,
        dimension: usize,
        count: u64,
    ) -> Result<(), Reported> {
        let Some(size) = item.array.get(dimension).and_then(|array| array.size) else { return Ok(()) };
        let declared = integer(&size);
        if declared == count {
            return Ok(());
        }
        let message = {
            let elements = nvc_diag::counted(declared, "element");
            let verb = if count == 1 { "is" } else { "are" };
            format!("the array has {elements}, but {count} {verb} bound")
        };
        self.fail(Code::N0204, size.span, message, format!("write `[{count}]` or `[]`"))
    }

    fn subroutine(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
    ) -> Result<VarKind, Reported> {
        let Some(name) = declaration.names.first() else {
            return self.fail(
                Code::N0901,
                declaration.class.span,
                "a SUBROUTINE without a type",
                "please report this",
            );
        };
        let ty = self.find_subroutine_type(*name)?;
        let units = self.unit_list(declaration, item, BoundArray::Subroutine)?;
        for param in units.first..units.first.saturating_add(units.count) {
            self.subroutine_param(param, ty, item.name)?;
        }
        Ok(VarKind::Subroutine { ty: Some(ty), units })
    }

    /// Checks that a subroutine parameter belongs to only one type (ARB_shader_subroutine §2.X.5).
    fn subroutine_param(
        &mut self,
        param: u32,
        ty: SubroutineTypeId,
        name: Ident<'t>,
    ) -> Result<(), Reported> {
        let (known, first) = *self.subroutine_params.entry(param).or_insert((ty, name.span));
        if known == ty {
            return Ok(());
        }
        let message = format!("program.subroutine[{param}] already belongs to another subroutine type");
        let finding = Diagnostic::new(Code::N0402, name.span, message).secondary(first, "the other variable");
        Err(self.report(finding.help("use a separate parameter for each type")))
    }
}
