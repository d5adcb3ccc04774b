//! Lowers texture and image queries: sizes, level counts, sample counts, levels of detail.

use crate::builtins::operation::TextureQuery;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::types::TypeKind;
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::ImageType;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    pub(super) fn texture_query(&mut self, query: TextureQuery, args: &[ExprHandle]) -> Rvalue {
        let Some((&e, rest)) = args.split_first() else { return Rvalue::void() };
        let TypeKind::Texture(texture) = *self.opaque(e) else {
            self.internal_error("a texture query on a type that is not a texture");
            return Rvalue::void();
        };
        let image = self.texture_type(texture);
        let resource = self.resource(e);
        let texture = self.load_texture(&resource, e, image);
        match query {
            TextureQuery::Size => {
                let level = self.level(image, rest.first());
                self.size(texture, image, level).into()
            }
            TextureQuery::Levels => self.b.op(Op::TexLevels, &[texture]).into(),
            TextureQuery::Samples => self.b.op(Op::TexSamples, &[texture]).into(),
            TextureQuery::Lod => {
                let [coordinate] = self.values(rest);
                self.queried_level(texture, coordinate).into()
            }
        }
    }

    /// Returns the size of a level, or of an image without levels. The layer count is the last component.
    pub(super) fn size(&mut self, texture: Value, image: ImageType, level: Option<Value>) -> Value {
        let imm = TextureImm { lod: level.is_some(), ..TextureImm::default() };
        let mut args = vec![texture];
        args.extend(level);
        let ty = self.b.types.vector(nvc_ir::Types::I32, image.size_components().into());
        self.b.inst_with_type(Op::TexSize, Imm::Texture(imm), &args, ty)
    }
}
