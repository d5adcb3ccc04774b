//! Tests texture and image accesses that the corpus does not cover. The tests run modules with one
//! invocation, which writes its result to storage buffer 0.

use nvc_exec::{Compare, Dispatch, Filter, Format, Image, Mip, Resources, Sampler, Shape, Texture, Wrap};
use nvc_interp::{Config, run};
use nvc_ir::{ResourceClass, text, verify};

/// Runs IR that accesses the texture or image at the pointer `v0`. Returns the words of the value `stored`.
fn words(global: &str, ty: &str, access: &str, stored: &str, resources: &mut Resources) -> Vec<u32> {
    let source = format!(
        "module built\n\
         g0 = units {global} {ty}\n\
         g1 = bytes storage(0)\n\
         entry \"main\" f0 size(1, 1, 1)\n\
         func f0 \"main\"() {{\n\
         b0:\n\
           v0: pointer<uniform_constant, {ty}> = unit.addr[g0] 0:i32\n\
           {access}\n\
           bytes.store[g1] 0:i32, 0:i32, {stored}\n\
           return\n\
         }}\n"
    );
    execute(&source, resources)
}

/// Runs a module and returns the words of storage buffer 0.
fn execute(source: &str, resources: &mut Resources) -> Vec<u32> {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    if let Err(errors) = verify::verify(&module) {
        panic!("{}\n{source}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
    resources.buffers.insert((ResourceClass::Storage, 0), vec![0; 16]);
    let dispatch = Dispatch { groups: [1; 3], ..Dispatch::default() };
    run(&module, &dispatch, resources, &Config::default(), None).expect("it runs");
    let bytes = &resources.buffers[&(ResourceClass::Storage, 0)];
    bytes.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect()
}

fn image(shape: Shape, format: &str, size: [u32; 3], levels: u32, texels: Vec<u8>) -> Image {
    let format = Format::from_name(format).expect("a format");
    let image = Image { shape, format, size, levels, samples: 1, texels };
    assert_eq!(image.bytes(), image.texels.len() as u64);
    image
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Samples a texture of single-precision floats and returns the first component.
fn sample(ty: &str, image: Image, sampler: Sampler, flags: &str, operands: &str) -> f32 {
    let mut resources = Resources::default();
    resources.textures.insert(0, Texture { image, sampler });
    let result = if flags.contains("dref") { "f32" } else { "vec4<f32>" };
    let ty = format!("sampled_image<{ty}>");
    let access = format!(
        "v1: {ty} = load v0\n\
         v2: {result} = tex.sample[{flags}] v1, {operands}"
    );
    f32::from_bits(words("texture(0, 1)", &ty, &access, "v2", &mut resources)[0])
}

fn linear() -> Sampler {
    Sampler { filter: Filter::Linear, ..Sampler::default() }
}

#[test]
fn wraps() {
    let row = || image(Shape::D1, "r32f", [4, 1, 1], 1, floats(&[1.0, 2.0, 3.0, 4.0]));
    let at = |wrap, x: f32| {
        let sampler = Sampler { wrap: [wrap; 3], ..Sampler::default() };
        sample("f32, d1", row(), sampler, "lod", &format!("{x:?}:f32, 0.0:f32"))
    };
    assert_eq!([-0.1, 0.3, 1.3].map(|x| at(Wrap::Clamp, x)), [1.0, 2.0, 4.0]);
    assert_eq!([-0.1, 0.3, 1.3].map(|x| at(Wrap::Repeat, x)), [4.0, 2.0, 2.0]);
    assert_eq!([-0.1, 0.3, 1.3].map(|x| at(Wrap::Mirror, x)), [1.0, 2.0, 3.0]);
    assert_eq!([-0.1, 0.3, 1.3].map(|x| at(Wrap::Border, x)), [0.0, 2.0, 0.0]);
}

#[test]
fn levels_are_selected_and_mixed() {
    let chain = || image(Shape::D2, "r32f", [2, 2, 1], 2, floats(&[0.0, 4.0, 8.0, 12.0, 100.0]));
    let lod = |sampler, lod: f32| {
        sample("f32, d2", chain(), sampler, "lod", &format!("{{0.5:f32, 0.5:f32}}:vec2<f32>, {lod:?}:f32"))
    };
    assert_eq!(lod(linear(), 0.0), 6.0);
    assert_eq!(lod(linear(), 0.5), 6.0);
    assert_eq!(lod(linear(), 0.6), 100.0);
    assert_eq!(lod(linear(), 9.0), 100.0);
    let trilinear = Sampler { mip: Mip::Linear, ..linear() };
    assert_eq!(lod(trilinear, 0.5), 53.0);
    // Derivatives that span two texels select level 1.
    let grad = "{0.5:f32, 0.5:f32}:vec2<f32>, {1.0:f32, 0.0:f32}:vec2<f32>, {0.0:f32, 0.0:f32}:vec2<f32>";
    assert_eq!(sample("f32, d2", chain(), linear(), "grad", grad), 100.0);
}

#[test]
fn comparison_precedes_filtering() {
    let depth = || image(Shape::D2, "r32f", [2, 1, 1], 1, floats(&[0.25, 0.75]));
    let shadow = |compare, reference: f32| {
        let sampler = Sampler { compare, ..linear() };
        let operands = format!("{{0.5:f32, 0.5:f32}}:vec2<f32>, {reference:?}:f32, 0.0:f32");
        sample("f32, d2, depth", depth(), sampler, "dref lod", &operands)
    };
    assert_eq!([0.1, 0.5, 0.9].map(|r| shadow(None, r)), [1.0, 0.5, 0.0]);
    assert_eq!([0.1, 0.5, 0.9].map(|r| shadow(Some(Compare::Greater), r)), [0.0, 0.5, 1.0]);
}

#[test]
fn cubes_and_layers() {
    let cube = || {
        image(Shape::CubeArray, "r32f", [1, 1, 2], 1, floats(&(0..12).map(|n| n as f32).collect::<Vec<_>>()))
    };
    let at = |direction: &str, layer: &str| {
        let operands = format!("{{{direction}, {layer}:f32}}:vec4<f32>, 0.0:f32");
        sample("f32, cube, arrayed", cube(), Sampler::default(), "lod", &operands)
    };
    assert_eq!(at("1.0:f32, 0.1:f32, 0.0:f32", "0.0"), 0.0);
    assert_eq!(at("0.0:f32, -3.0:f32, 0.0:f32", "0.0"), 3.0);
    assert_eq!(at("0.1:f32, 0.2:f32, -1.0:f32", "1.4"), 11.0);
    assert_eq!(at("0.1:f32, 0.2:f32, 1.0:f32", "7.0"), 10.0);
}

/// Writes a texel of a storage image and reads it back.
fn round_trip(format: &str, texel: &str, value: &str) -> Vec<u32> {
    let mut resources = Resources::default();
    let bytes = Format::from_name(format).expect("a format").bytes();
    resources.images.insert(0, image(Shape::D2, format, [2, 2, 1], 1, vec![0; 4 * bytes]));
    let (scalar, sign) = texel.split_at(3);
    let ty = format!("image<{scalar}, d2{sign}, storage>");
    let access = format!(
        "v1: {ty} = load v0\n\
         image.write[] v1, {{1:i32, 1:i32}}:vec2<i32>, {value}:vec4<{scalar}>\n\
         image.write[] v1, {{2:i32, 1:i32}}:vec2<i32>, {value}:vec4<{scalar}>\n\
         v2: vec4<{scalar}> = image.read[] v1, {{1:i32, 1:i32}}:vec2<i32>"
    );
    words("image(0, 1)", &ty, &access, "v2", &mut resources)
}

#[test]
fn formats_round_and_clamp() {
    let bits = |v: [f32; 4]| v.map(f32::to_bits).to_vec();
    let value = "{0.5:f32, -2.0:f32, 2.0:f32, 0.25:f32}";
    assert_eq!(round_trip("rgba8", "f32", value), bits([128.0 / 255.0, 0.0, 1.0, 64.0 / 255.0]));
    assert_eq!(round_trip("rgba8_snorm", "f32", value), bits([64.0 / 127.0, -1.0, 1.0, 32.0 / 127.0]));
    assert_eq!(round_trip("rg16f", "f32", value), bits([0.5, -2.0, 0.0, 1.0]));
    let value = "{300:i32, -1:i32, 7:i32, -200:i32}";
    assert_eq!(round_trip("rgba8i", "i32, signed", value), [127, u32::MAX, 7, -128i32 as u32]);
    assert_eq!(round_trip("r32ui", "i32", value), [300, 0, 0, 1]);
}

#[test]
fn separate_samplers() {
    let source = "module built\n\
        g0 = variable uniform_constant image<f32, d1> binding(2, 0)\n\
        g1 = variable uniform_constant sampler binding(2, 3)\n\
        g2 = bytes storage(0)\n\
        entry \"main\" f0 size(1, 1, 1)\n\
        func f0 \"main\"() {\n\
        b0:\n\
          v0: pointer<uniform_constant, image<f32, d1>> = global.addr[g0]\n\
          v1: image<f32, d1> = load v0\n\
          v2: pointer<uniform_constant, sampler> = global.addr[g1]\n\
          v3: sampler = load v2\n\
          v4: sampled_image<f32, d1> = tex.combine v1, v3\n\
          v5: vec4<f32> = tex.sample[lod] v4, 0.5:f32, 0.0:f32\n\
          bytes.store[g2] 0:i32, 0:i32, v5\n\
          return\n\
        }\n";
    let two = image(Shape::D1, "r32f", [2, 1, 1], 1, floats(&[1.0, 3.0]));
    let mut resources = Resources::default();
    resources.textures.insert(0, Texture { image: two, sampler: Sampler::default() });
    let seen = |resources: &mut Resources| f32::from_bits(execute(source, resources)[0]);
    assert_eq!(seen(&mut resources), 3.0, "the default filter is nearest");
    resources.samplers.insert(3, linear());
    assert_eq!(seen(&mut resources), 2.0, "the separate sampler is used");
}
