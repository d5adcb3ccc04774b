//! Tests a large real-world manifest: the shaders of llama.cpp's Vulkan backend (`examples/permutations`).

use nvc_batch::Variant;
use std::path::Path;

const MANIFEST: &str = include_str!("../../../examples/permutations/llama.cpp.toml");

fn command(variants: &[Variant], name: &str) -> String {
    let variant = variants.iter().find(|variant| variant.name == name).expect("a variant");
    variant.command(Path::new("out")).join(" ").replace('\\', "/")
}

#[test]
fn the_manifest_has_every_variant() {
    let source = nvc::Source::new("llama.cpp.toml", MANIFEST);
    let variants = nvc_batch::expand(&source).map_err(|error| error.to_string()).expect("a manifest");
    assert_eq!(variants.len(), 1566);
    assert_eq!(
        command(&variants, "matmul_id_subgroup_iq4_xs_f16_f16acc_cm1"),
        "compile mul_mm.comp -o out/matmul_id_subgroup_iq4_xs_f16_f16acc_cm1.spv --target-env=vulkan1.2 -O0 \
         -DB_TYPE=f16mat2x4 -DD_TYPE=float -DFLOAT_TYPE=float16_t -DFLOAT_TYPEV2=f16vec2 \
         -DFLOAT_TYPEV4=f16vec4 -DADD_RMS=0 -DACC_TYPE=float16_t -DACC_TYPEV2=f16vec2 -DACC_TYPEV4=f16vec4 \
         -DACC_TYPE_VEC4=f16vec4 -DFLOAT_TYPEV8=f16mat2x4 -DD_TYPE_VEC4=vec4 \
         -DGGML_VULKAN_COOPMAT2_DECODE_VECTOR=1 -DDATA_A_IQ4_XS=1 -DLOAD_VEC_A=8 -DLOAD_VEC_B=8 \
         -DB_TYPE_SCALAR=float16_t -DB_TYPEV4=f16vec4 -DMUL_MAT_ID=1 -DMUL_MAT_ID_USE_SUBGROUPS=1 \
         -DFLOAT_TYPE_MAX=float16_t(65504.0) -DFLOAT16=1 -DACC_TYPE_MAX=float16_t(65504.0) -DCOOPMAT=1"
    );
    assert_eq!(
        command(&variants, "flash_attn_f32_f16_bf16_cm2"),
        "compile flash_attn_cm2.comp -o out/flash_attn_f32_f16_bf16_cm2.spv --target-env=vulkan1.3 -O0 \
         -DB_TYPE=float -DD_TYPE=float -DFLOAT_TYPE=bfloat16_t -DFLOAT_TYPEV2=bf16vec2 \
         -DFLOAT_TYPEV4=bf16vec4 -DADD_RMS=0 -DACC_TYPE=float -DACC_TYPEV2=vec2 -DACC_TYPEV4=vec4 \
         -DACC_TYPE_VEC4=vec4 -DFLOAT_TYPEV8=f16mat2x4 -DD_TYPE_VEC4=vec4 \
         -DGGML_VULKAN_COOPMAT2_DECODE_VECTOR=1 -DQ_TYPE=float -DD_TYPEV4=vec4 -DBFLOAT16=1"
    );
    assert_eq!(
        command(&variants, "conv2d_f16_f32"),
        "compile conv2d_mm.comp -o out/conv2d_f16_f32.spv --target-env=vulkan1.2 -DA_TYPE=float16_t \
         -DB_TYPE=float -DD_TYPE=float -DFLOAT_TYPE=float -DFLOAT_TYPEV2=vec2 -DFLOAT_TYPEV4=vec4 -DADD_RMS=0 \
         -DUSE_COLLECTIVES=1 -DUNROLL="
    );
}
