//! Lists the instructions that are not generated, each with the reason. A test fails if an instruction of
//! the table is neither listed here nor generated.

/// Instructions that are never generated.
pub const EXCLUDED: &[(&str, &str)] = &[
    ("LOD", "always 0 in compute programs, which have no derivatives"),
    ("CALI", "subroutines are not generated"),
    ("CAL", "subroutines are not generated"),
];

/// Instructions that [`Profile::EXACT`](super::Profile::EXACT) does not generate.
pub const NOT_IN_EXACT: &[(&str, &str)] = &[
    ("COS", "approximation"),
    ("SIN", "approximation"),
    ("SCS", "approximation"),
    ("EX2", "approximation"),
    ("LG2", "approximation"),
    ("POW", "approximation"),
    ("RCP", "2.5 ULP in Vulkan"),
    ("RCC", "2.5 ULP in Vulkan"),
    ("RSQ", "2 ULP in Vulkan"),
    ("LIT", "computes a power"),
    ("NRM", "computes a reciprocal square root"),
    ("RFL", "computes a quotient"),
    ("LOAD", "the generated cases have no buffer addresses"),
    ("STORE", "the generated cases have no buffer addresses"),
    ("ATOM", "the generated cases have no buffer addresses"),
    ("ATOMCTR", "results depend on the order of invocations"),
    ("ATOMCTROP", "results depend on the order of invocations"),
    ("TEX", "the generated cases have no textures"),
    ("TXB", "the generated cases have no textures"),
    ("TXL", "the generated cases have no textures"),
    ("TXP", "the generated cases have no textures"),
    ("TXD", "the generated cases have no textures"),
    ("TXF", "the generated cases have no textures"),
    ("TXFMS", "the generated cases have no textures"),
    ("TXG", "the generated cases have no textures"),
    ("TXGO", "the generated cases have no textures"),
    ("TXQ", "the generated cases have no textures"),
    ("TXQS", "the generated cases have no textures"),
    ("LOADIM", "the generated cases have no images"),
    ("STOREIM", "the generated cases have no images"),
    ("ATOMIM", "the generated cases have no images"),
    ("IMQ", "the generated cases have no images"),
    ("IMQS", "the generated cases have no images"),
    ("STR", "the result is constant, and NVIDIA's compiler miscompiles some constants"),
    ("SFL", "the result is constant, and NVIDIA's compiler miscompiles some constants"),
    ("TGALL", "only with `Profile::warps`"),
    ("TGANY", "only with `Profile::warps`"),
    ("TGEQ", "only with `Profile::warps`"),
    ("TGBALLOT", "only with `Profile::warps`"),
    ("MATCH", "only with `Profile::warps`"),
    ("SHFIDX", "only with `Profile::warps`"),
    ("SHFUP", "only with `Profile::warps`"),
    ("SHFDOWN", "only with `Profile::warps`"),
    ("SHFXOR", "only with `Profile::warps`"),
    ("RET", "an early return from main would skip barriers"),
];

/// Returns whether the list contains the mnemonic.
pub(super) fn lists(list: &[(&str, &str)], mnemonic: &str) -> bool {
    list.iter().any(|(name, _)| *name == mnemonic)
}
