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
    ("LOAD", "a case cannot pass the address of a buffer"),
    ("STORE", "a case cannot pass the address of a buffer"),
    ("ATOM", "a case cannot pass the address of a buffer"),
    ("ATOMCTR", "results depend on the order of invocations"),
    ("ATOMCTROP", "results depend on the order of invocations"),
    ("TEX", "a case has no textures"),
    ("TXB", "a case has no textures"),
    ("TXL", "a case has no textures"),
    ("TXP", "a case has no textures"),
    ("TXD", "a case has no textures"),
    ("TXF", "a case has no textures"),
    ("TXFMS", "a case has no textures"),
    ("TXG", "a case has no textures"),
    ("TXGO", "a case has no textures"),
    ("TXQ", "a case has no textures"),
    ("TXQS", "a case has no textures"),
    ("LOADIM", "a case has no images"),
    ("STOREIM", "a case has no images"),
    ("ATOMIM", "a case has no images"),
    ("IMQ", "a case has no images"),
    ("IMQS", "a case has no images"),
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
