//! Generates shuffles, which require uniform control flow.

use super::classes::{Class, Types};
use super::generator::Generator;
use super::operands::Restrictions;
use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::table::Row;

/// Segment and clamp masks: some that NVIDIA's compiler emits, and some that it does not.
const MASKS: &[u32] = &[31, 0, 6144, 6175, 7196, 7711, 4127, 1, 7967];

impl Generator<'_> {
    /// Generates a shuffle. Its operands are the value, the lane index, and the segment and clamp mask.
    pub(super) fn shuffle(&mut self, row: &Row) {
        let (ty, suffix) = self.data_type(row);
        let types = Types::new(ty);
        let value = self.value(row, 0, types);
        let u32s = DataType::new(BaseType::Unsigned, 32);
        let index = if self.rng.chance(50) {
            format!("{{{}, 0, 0, 0}}", self.rng.below(32))
        } else {
            let source = self.operand(u32s, Restrictions { register: true, ..Restrictions::default() });
            self.line(&format!("AND.U z, {source}, {{31, 31, 31, 31}};"));
            "z".to_owned()
        };
        let mask = *self.rng.pick(MASKS);
        // A shuffle writes its predicate to the second component. A true predicate has all bits set, which is a
        // NaN in a float register, so exact programs write to the integer scratch register.
        let result = if self.profile.exact { "z" } else { self.rng.name(Class::of(ty).names()) };
        self.line(&format!("{}{suffix} {result}.xy, {value}, {index}, {{{mask}, 0, 0, 0}};", row.mnemonic));
        if self.profile.exact && !ty.is_float() {
            let register = self.register(Class::Int32);
            self.line(&format!("XOR.U {register}.xy, {register}, z;"));
        }
    }
}
