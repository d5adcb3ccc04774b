//! Checks which texture and image targets, and which texel offsets, an instruction can have.

use nvc_diag::{Code, Diagnostic, Reported, Span};
use rustc_hash::FxHashMap;

use crate::ast::{Instruction, Literal, Spanned, Target, TextureAccess};
use crate::modifier::Modifier;
use crate::options::Feature;
use crate::parse::keywords::TARGETS;
use crate::resolve::declarations::header::integer;
use crate::resolve::limits::MAX_UNITS;
use crate::resolve::{Object, Resolver, VarKind};
use crate::table::{Family, Opcode};

/// The target that each texture unit is used with, and whether the unit was accessed as an element of an
/// array. A unit may have only one target per program (NV_gpu_program4 §2.X.4.4).
#[derive(Default)]
pub(in crate::resolve) struct UnitTargets(FxHashMap<u32, (Spanned<Target>, bool)>);

/// The range of constant texel offsets (MIN and MAX_PROGRAM_TEXEL_OFFSET_EXT), including those of gathers.
/// The wider limits MIN and MAX_PROGRAM_TEXTURE_GATHER_OFFSET_NV apply only to offsets in operands
/// (NV_gpu_program5 §2.X.4.4; crates/lab/logs/hardware.md, A43).
const OFFSETS: std::ops::RangeInclusive<i64> = -8..=7;

impl Target {
    /// Returns the keyword of the target.
    fn name(self) -> &'static str {
        TARGETS.iter().find(|(_, target)| *target == self).map_or("", |(name, _)| name)
    }

    /// Returns whether the target does a depth comparison.
    pub(in crate::resolve) fn is_shadow(self) -> bool {
        use Target::{
            Shadow1D, Shadow2D, ShadowArray1D, ShadowArray2D, ShadowArrayCube, ShadowCube, ShadowRect,
        };
        matches!(
            self,
            Shadow1D | Shadow2D | ShadowRect | ShadowCube | ShadowArray1D | ShadowArray2D | ShadowArrayCube
        )
    }

    fn is_cube(self) -> bool {
        matches!(self, Target::Cube | Target::ArrayCube | Target::ShadowCube | Target::ShadowArrayCube)
    }

    fn is_multisample(self) -> bool {
        matches!(self, Target::D2Ms | Target::Array2DMs | Target::Renderbuffer)
    }

    /// Returns the number of components of a texel offset.
    fn offset_components(self) -> usize {
        match self {
            Target::D1 | Target::Array1D | Target::Shadow1D | Target::ShadowArray1D => 1,
            Target::D3 => 3,
            Target::Buffer => 0,
            target if target.is_cube() => 0,
            _ => 2,
        }
    }
}

/// Returns whether a texture instruction with `vectors` value operands (coordinates, derivatives, offsets) can have a
/// target (NV_gpu_program4 tables X.17 and X.18, NV_gpu_program4 and NV_gpu_program5 §2.X.8; ARB_sparse_texture_clamp for two
/// coordinate vectors).
fn takes(opcode: Opcode, target: Target, vectors: usize) -> bool {
    use Target::{
        Array2D, ArrayCube, D2, Rect, Shadow2D, ShadowArray2D, ShadowArrayCube, ShadowCube, ShadowRect,
    };
    let filtered = !target.is_multisample() && target != Target::Buffer;
    match opcode {
        Opcode::Txb | Opcode::Txl if vectors > 1 => {
            filtered && !matches!(target, ShadowArray2D | ShadowArrayCube)
        }
        Opcode::Txb | Opcode::Txl => {
            filtered && !matches!(target, ShadowCube | ShadowArray2D | ArrayCube | ShadowArrayCube)
        }
        Opcode::Txp => filtered && !matches!(target, ShadowCube | ShadowArray2D | ShadowArrayCube),
        Opcode::Txd => filtered && target != ShadowArrayCube,
        // For this target, the depth reference is in the second vector.
        Opcode::Tex | Opcode::Txg if vectors < 2 && target == ShadowArrayCube => false,
        Opcode::Txf => !target.is_shadow() && !target.is_cube() && !target.is_multisample(),
        Opcode::Txfms => target.is_multisample(),
        Opcode::Txg => {
            matches!(target, D2 | Array2D | Rect | Shadow2D | ShadowArray2D | ShadowRect) || target.is_cube()
        }
        Opcode::Txgo => matches!(target, D2 | Array2D | Rect | Shadow2D | ShadowArray2D | ShadowRect),
        Opcode::Txqs => matches!(target, Target::D2Ms | Target::Array2DMs),
        Opcode::Txq => true,
        _ => filtered,
    }
}

impl<'t> Resolver<'t, '_> {
    pub(in crate::resolve) fn check_texture_target(
        &mut self,
        inst: &Instruction<'t>,
        access: &TextureAccess<'t>,
    ) -> Result<(), Reported> {
        let (opcode, target) = (inst.opcode, access.target);
        if let Some(component) = access.component
            && !matches!(opcode, Opcode::Txg | Opcode::Txgo)
        {
            let finding =
                Diagnostic::new(Code::N0303, component.span, "only TXG and TXGO select a component");
            return Err(self.report(finding.help("remove the suffix of the texture")));
        }
        if opcode == Opcode::Txfms {
            let feature = match target.node {
                Target::Renderbuffer => Feature::ExplicitMultisample,
                _ => Feature::TextureMultisample,
            };
            self.require_feature(feature, inst.opcode_span, "`TXFMS`");
        }
        let vectors = inst.values.len();
        if takes(opcode, target.node, vectors) {
            return self.check_lod_clamp(inst, target);
        }
        let message = format!("`{}` does not take the target {}", opcode.mnemonic(), target.node.name());
        let finding = Diagnostic::new(Code::N0310, target.span, message);
        let finding = finding.note(format!("see {}", opcode.row().section));
        let reads = opcode.row().family != Family::TextureQuery;
        let help = if takes(opcode, target.node, 2) && opcode.row().optional > 0 {
            "add the second coordinate vector".to_owned()
        } else if reads && target.node.is_multisample() {
            "read multisample textures with TXFMS".to_owned()
        } else if reads && target.node == Target::Buffer {
            "read buffer textures with TXF".to_owned()
        } else {
            let taken = TARGETS.iter().filter(|(_, target)| takes(opcode, *target, vectors));
            let names: Vec<&str> = taken.map(|(name, _)| *name).collect();
            format!("it takes {}", names.join(", "))
        };
        Err(self.report(finding.help(help)))
    }

    /// Checks LODCLAMP. It requires an operand for the clamp, and a target with several levels
    /// (ARB_sparse_texture_clamp).
    fn check_lod_clamp(&mut self, inst: &Instruction<'t>, target: Spanned<Target>) -> Result<(), Reported> {
        let Some(modifier) = inst.modifiers.iter().find(|m| m.node == Modifier::LodClamp) else {
            return Ok(());
        };
        if matches!(target.node, Target::Rect | Target::ShadowRect) {
            let message = "LODCLAMP requires a texture with several levels";
            return self.fail(Code::N0310, target.span, message, "remove LODCLAMP");
        }
        if inst.opcode == Opcode::Txd || inst.values.len() > 1 {
            return Ok(());
        }
        let message = "LODCLAMP requires a second coordinate vector for the clamp";
        let help = "add one: its x is the clamp, or its y for cube arrays and shadow cubes";
        self.fail(Code::N0302, modifier.span, message, help)
    }

    /// Checks that a unit is sampled with only one target; queries of the size or sample count do not count. Different targets
    /// for elements of an array cause only a warning, because NVIDIA's loader does not check them and Vulkan does not forbid
    /// them.
    pub(in crate::resolve) fn check_unit_target(
        &mut self,
        opcode: Opcode,
        texture: &Object,
        target: Spanned<Target>,
    ) -> Result<(), Reported> {
        if opcode.row().family == Family::TextureQuery && opcode != Opcode::Lod {
            return Ok(());
        }
        let (first, count) = match texture {
            Object::Unit(unit) => (*unit, 1),
            Object::Var(place) => match self.vars.get(place.var.0 as usize).map(|var| &var.kind) {
                // An access to an array counts for all units of the array (NV_gpu_program5 §2.X.4.4).
                Some(VarKind::Texture(units)) => (units.first, units.count),
                _ => return Ok(()),
            },
            Object::Handle(..) => return Ok(()),
        };
        for unit in first..first.saturating_add(count) {
            let (known, in_array) = *self.units.0.entry(unit).or_insert((target, count > 1));
            if known.node == target.node {
                continue;
            }
            let message = format!("texture[{unit}] is used with two targets");
            if in_array || count > 1 {
                let meaning = "each element must be bound to a texture of the target that it is read with";
                self.accept_with_warning(
                    target.span,
                    message,
                    meaning,
                    "use a separate array for each target",
                );
                return Ok(());
            }
            let finding = Diagnostic::new(Code::N0310, target.span, message);
            let finding = finding.secondary(known.span, "the other target");
            return Err(self.report(finding.help("bind the texture to another unit as well")));
        }
        Ok(())
    }

    /// Resolves constant offsets in parentheses (NV_gpu_program5 §2.X.4.4). Queries may have them, without
    /// effect.
    pub(in crate::resolve) fn constant_offset(
        &mut self,
        opcode: Opcode,
        literals: &[Literal],
        target: Target,
    ) -> Result<[i32; 3], Reported> {
        let mut numbers = [0; 3];
        for (i, (slot, literal)) in numbers.iter_mut().zip(literals).enumerate() {
            let magnitude = i64::try_from(integer(literal)).unwrap_or(i64::MAX);
            let value = if literal.negative { -magnitude } else { magnitude };
            if value != 0 && (i >= target.offset_components() || opcode == Opcode::Txgo) {
                let message = match (opcode, target.offset_components()) {
                    (Opcode::Txgo, _) => "TXGO takes its offsets as operands".to_owned(),
                    (_, 0) => format!("the target {} takes no texel offset", target.name()),
                    (_, 1) => format!("the target {} takes an offset in x only", target.name()),
                    _ => format!("the target {} takes offsets in x and y only", target.name()),
                };
                return self.fail(Code::N0311, literal.span, message, "use 0, or remove it");
            }
            if !OFFSETS.contains(&value) {
                let message = format!(
                    "the offset {value} is not in the range {} to {}",
                    OFFSETS.start(),
                    OFFSETS.end()
                );
                let help = match opcode {
                    Opcode::Txg => "pass it in a vector, `offset(v)`, which takes -32 to 31",
                    _ => "add it to the coordinate instead",
                };
                return self.fail(Code::N0311, literal.span, message, help);
            }
            *slot = i32::try_from(value).unwrap_or_default();
        }
        Ok(numbers)
    }

    /// Checks that `offset(v)` is allowed (NV_gpu_program5 §2.X.4.4).
    pub(in crate::resolve) fn check_variable_offset(
        &mut self,
        opcode: Opcode,
        target: Target,
        span: Span,
    ) -> Result<(), Reported> {
        let message = if matches!(opcode, Opcode::Txd | Opcode::Txgo) {
            format!("`{}` takes no offset from an operand", opcode.mnemonic())
        } else if target.offset_components() == 0 {
            format!("the target {} takes no texel offset", target.name())
        } else {
            return Ok(());
        };
        self.fail(Code::N0311, span, message, "remove it")
    }

    /// Checks the target of an image. Images have neither SHADOW targets nor renderbuffers
    /// (EXT_shader_image_load_store §2.X.2).
    pub(in crate::resolve) fn check_image_target(
        &mut self,
        opcode: Opcode,
        target: Spanned<Target>,
    ) -> Result<(), Reported> {
        let right = match opcode {
            Opcode::Imqs => matches!(target.node, Target::D2Ms | Target::Array2DMs),
            _ => !target.node.is_shadow() && target.node != Target::Renderbuffer,
        };
        if right {
            return Ok(());
        }
        let message = format!("`{}` does not take the target {}", opcode.mnemonic(), target.node.name());
        let help = match opcode {
            Opcode::Imqs => "only 2DMS and ARRAY2DMS have samples",
            _ => "use an image target, such as `2D`",
        };
        self.fail(Code::N0310, target.span, message, help)
    }

    /// Checks the number of a texture or image unit.
    pub(in crate::resolve) fn unit_number(&mut self, unit: u64, span: Span) -> Result<u32, Reported> {
        match u32::try_from(unit) {
            Ok(number) if unit < MAX_UNITS => Ok(number),
            _ => {
                let message = format!("the unit {unit} is out of range");
                self.fail(Code::N0501, span, message, format!("use a unit from 0 to {}", MAX_UNITS - 1))
            }
        }
    }
}
