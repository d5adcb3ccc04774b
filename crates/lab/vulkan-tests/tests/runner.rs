//! Tests the runner with modules of another compiler, whose resources follow nvc's binding contract.
use nvc_exec::case::{Case, Map, Mapping, Outputs};
use nvc_vulkan::Device;

fn device() -> Device {
    nvc_vulkan_tests::open().unwrap_or_else(|error| panic!("{error:#}"))
}

fn words(module: &[u8]) -> Vec<u32> {
    module.chunks_exact(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
}

fn run(module: &[u8], case: &str, map: &str) -> anyhow::Result<Outputs> {
    let case: Case = toml::from_str(case)?;
    let map: Map = toml::from_str(map)?;
    Ok(nvc_vulkan::case::run(&device(), &case, &words(module), &Mapping::assembly(&case, &map)?)?)
}

fn u32s(block: &[u8]) -> Vec<u32> {
    words(block)
}

fn f32s(block: &[u8]) -> Vec<f32> {
    words(block).into_iter().map(f32::from_bits).collect()
}

const BUFFERS: &str = r#"
about = "buffers"
dispatch = [1, 1, 1]
group = [3, 2, 1]
storage = [
    { binding = 0, bytes = 56 },
    { binding = 2, bytes = 16, init = "u32:200" },
    { binding = 3, bytes = 16, init = "u32:300" },
]
uniform = [{ binding = 4, bytes = 16, init = "u32:40" }, { binding = 6, bytes = 16, init = "u32:60" }]
counter = [{ binding = 1, bytes = 8, init = "u32:0,1000" }]
param = [{ location = 7, type = "int", values = [-5] }, { location = 2, type = "uvec2", values = [11, 12] }]
"#;

const BUFFERS_MAP: &str = r#"
uniform = [6, 4]
param = [
    { index = 0, kind = "value", unit = -1, location = 7, name = "a" },
    { index = 1, kind = "value", unit = -1, location = 2, name = "b" },
    { index = 2, kind = "value", unit = -1, location = -1, name = "gl_WarpSizeNV" },
]
"#;

#[test]
fn buffers_parameters_counters_and_group_size() {
    let outputs = run(include_bytes!("modules/buffers.spv"), BUFFERS, BUFFERS_MAP).unwrap();
    let expected = [60, 40, 200, 300, -5i32 as u32, 11, 12, 32, 3, 2, 1, 14, 1006, 0];
    assert_eq!(u32s(&outputs.blocks[0]), expected);
    assert_eq!(u32s(&outputs.blocks[1])[0], 200);
    assert_eq!(u32s(&outputs.blocks[2])[0], 300);
}

#[test]
fn parameters_beyond_push_constants() {
    let case = r#"
        about = "parameters"
        dispatch = [1, 1, 1]
        storage = [{ binding = 0, bytes = 4 }]
        param = [{ location = 3, type = "vec3", values = [1.0, 2.0, 4.0] }]
    "#;
    let map = r#"param = [{ index = 9, kind = "value", unit = -1, location = 3, name = "v" }]"#;
    let outputs = run(include_bytes!("modules/parameters.spv"), case, map).unwrap();
    assert_eq!(f32s(&outputs.blocks[0]), [4.0]);
}

const BINDLESS: &str = r#"
about = "bindless"
dispatch = [1, 1, 1]
storage = [{ binding = 0, bytes = 256 }]
texture = [
    { binding = 1, dim = "2d", format = "rgba8", size = [4, 4, 1], init = "u32:4278190335" },
    { binding = 5, dim = "3d", format = "rgba32f", size = [4, 4, 2], init = "f32:0,0.5" },
    { binding = 9, dim = "buffer", format = "r32ui", size = [16, 1, 1], init = "iota_u32" },
]
image = [
    { binding = 2, dim = "2d", format = "rgba8", size = [4, 4, 1], init = "iota_u32" },
    { binding = 3, dim = "3d", format = "rgba32f", size = [4, 4, 2] },
    { binding = 4, dim = "buffer", format = "r32ui", size = [16, 1, 1] },
]
"#;

const BINDLESS_MAP: &str = r#"
param = [
    { index = 0, kind = "sampler", unit = 1, location = 0, name = "a" },
    { index = 1, kind = "sampler", unit = 5, location = 1, name = "b" },
    { index = 2, kind = "image", unit = 2, location = 2, name = "c" },
    { index = 3, kind = "image", unit = 3, location = 3, name = "d" },
    { index = 4, kind = "sampler", unit = 9, location = 4, name = "e" },
    { index = 5, kind = "image", unit = 4, location = 5, name = "f" },
]
"#;

#[test]
fn handles_are_unit_numbers_and_raw_images_keep_their_bits() {
    let result = run(include_bytes!("modules/bindless.spv"), BINDLESS, BINDLESS_MAP);
    if !device().info().has("runtimeDescriptorArray") {
        let message = result.unwrap_err().to_string();
        assert!(
            message.contains("does not support") && message.contains("runtimeDescriptorArray"),
            "{message}"
        );
        return;
    }
    let outputs = result.unwrap();
    let sampled = f32s(&outputs.blocks[0]);
    assert_eq!(sampled[..8], [1.0, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    let raw: Vec<u32> = (0..16).map(|k| k ^ 0xff00_ffff).collect();
    assert_eq!(u32s(&outputs.blocks[1]), raw);
    let volume = f32s(&outputs.blocks[2]);
    assert_eq!(volume[..64], [0.0; 64]);
    assert_eq!(volume[64 + 4 * 7..][..4], [3.0, 1.0, 7.0, 1.0]);
    assert_eq!(u32s(&outputs.blocks[3]), (1..17).collect::<Vec<u32>>());
}

#[test]
fn missing_resources_are_named() {
    let case = "about = 'nothing'\ndispatch = [1, 1, 1]\n";
    let error = run(include_bytes!("modules/parameters.spv"), case, "").unwrap_err();
    let message = format!("{error:#}");
    assert!(
        message.contains("set 1 binding 0") && message.contains("the run provides no storage[0]"),
        "{message}"
    );
}

#[test]
fn invalid_modules_are_rejected() {
    let error = run(&[1, 2, 3, 4], "about = ''\ndispatch = [1, 1, 1]", "").unwrap_err();
    assert!(error.to_string().contains("it does not start with SPIR-V's magic number"), "{error}");
}

#[test]
fn bounds_are_checked_unless_that_is_disabled() {
    use nvc_vulkan::{BufferBounds, Selector};
    let open = |bounds| Device::open_with(&Selector::FirstCpu, bounds).unwrap();
    assert!(device().info().has("robustBufferAccess"));
    assert!(open(BufferBounds::Checked).info().has("robustBufferAccess"));
    assert!(!open(BufferBounds::Unchecked).info().has("robustBufferAccess"));
}
