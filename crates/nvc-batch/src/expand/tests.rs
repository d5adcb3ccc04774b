//! Tests of manifest expansion: the resulting variants, and the reported errors.

use super::*;

fn expanded(text: &str) -> Vec<Variant> {
    expand(&Source::new("dir/m.toml", text)).map_err(|error| error.to_string()).expect("a manifest")
}

fn commands(text: &str) -> Vec<String> {
    expanded(text)
        .iter()
        .map(|variant| variant.command(Path::new("out")).join(" ").replace('\\', "/"))
        .collect()
}

fn messages(text: &str) -> Vec<String> {
    let error = expand(&Source::new("m.toml", text)).expect_err("errors").to_string();
    error.lines().map(str::to_owned).collect()
}

#[test]
fn combinations_of_axes_in_order() {
    let text = "\
        target-env = 'vulkan1.3'\n\
        include = 'inc'\n\
        [[shader]]\n\
        source = 'fill.comp'\n\
        name = '{stem}_{type}_{size}'\n\
        axes = { type = ['float', 'uint'], size = [16, 32] }\n\
        define = { TYPE = '{type}', SIZE = '{size}', FAST = true }\n";
    let expected = |ty: &str, size: u32| {
        format!(
            "compile dir/fill.comp -o out/fill_{ty}_{size}.spv --target-env=vulkan1.3 -Idir/inc -DTYPE={ty} \
             -DSIZE={size} -DFAST=1"
        )
    };
    let all = [("float", 16), ("float", 32), ("uint", 16), ("uint", 32)];
    assert_eq!(commands(text), all.map(|(ty, size)| expected(ty, size)));
}

#[test]
fn later_layers_replace_earlier_ones() {
    let text = "\
        opt-level = 0\n\
        define = { A = 'root', B = 'root', C = 'root' }\n\
        rule = { when.name = 'x_*', define.C = 'root rule' }\n\
        [[shader]]\n\
        source = 'x.comp'\n\
        define = { A = 'group', D = 'group' }\n\
        axes.t = { a = {}, b = { B = 'value', D = false } }\n\
        rule = [{ when.t = 'b', define.B = 'rule', opt-level = 's', source = 'y.comp' }]\n";
    assert_eq!(
        commands(text),
        [
            "compile dir/x.comp -o out/x_a.spv -O0 -DA=group -DB=root -DC=root rule -DD=group",
            "compile dir/y.comp -o out/x_b.spv -Os -DA=group -DB=rule -DC=root rule",
        ]
    );
}

#[test]
fn conditions_exclude_combinations() {
    let text = "\
        values.t = ['f16', 'f32', 'q4_0', 'q4_k']\n\
        [[shader]]\n\
        source = 'x.comp'\n\
        axes = { a = 't', b = 't' }\n\
        exclude = [{ a = 'q*', b = '!f16' }, { name = 'x_f??_q4_?' }, { a = ['f*'], b = ['f*', '!f32'] }]\n";
    let names: Vec<String> = expanded(text).into_iter().map(|variant| variant.name).collect();
    assert_eq!(names, ["x_f16_f32", "x_f32_f32", "x_q4_0_f16", "x_q4_k_f16"]);
}

#[test]
fn groups_nest() {
    let text = "\
        [map]\n\
        glsl = { f16 = 'float16_t', '*' = '{t}' }\n\
        [[shader]]\n\
        axes.t = ['f16', 'int']\n\
        define.T = '{t|glsl}'\n\
        shader = [\n\
            { source = 'a.comp' },\n\
            { source = 'b.comp', name = 'b/{t|upper}', output = 'x/{name}.{extension}', emit = 'spvasm' },\n\
            { source = 'c.comp', axes.t = ['uint'], reflect = true },\n\
        ]\n";
    assert_eq!(
        commands(text),
        [
            "compile dir/a.comp -o out/a_f16.spv -DT=float16_t",
            "compile dir/a.comp -o out/a_int.spv -DT=int",
            "compile dir/b.comp -o out/x/b/F16.spvasm --emit=spvasm -DT=float16_t",
            "compile dir/b.comp -o out/x/b/INT.spvasm --emit=spvasm -DT=int",
            "compile dir/c.comp -o out/c_uint.spv --reflect=out/c_uint.json -DT=uint",
        ]
    );
}

#[test]
fn every_option_reaches_the_compiler() {
    let text = "\
        [[shader]]\n\
        source = 'x.comp'\n\
        target-env = 'vulkan{v}'\n\
        axes.v = '1.3'\n";
    assert_eq!(messages(text), ["m.toml:4:11: error[N0606]: no values named `1.3`"]);
    let text = text.replace("'1.3'", "['1.3']");
    assert_eq!(expanded(&text)[0].options.target_env(), nvc::TargetEnv::Vulkan1_3.into());
    let text = "\
        lang = 'glsl'\nopt-level = 'full'\ndebug = true\nemit = 'ir'\nvalidate = false\ncoopmat = 'khr'\n\
        warp = 'emulate'\nworkarounds = ['all', '-abs-sign']\nbindings = 'flat'\nallow-extension = ['SPV_KHR_fma']\ndeny-extension = ['SPV_KHR_integer_dot_product']\n\
        bind = ['storage=0:10', 'image=2']\nflavour = 'vulkan'\nquirks = 'driver'\nstd = 460\n\
        warnings = ['no-portability', 'error']\nspec = ['3=7', 'n=8']\nfreeze-spec = true\nlocal-size = [8, 4]\n\
        shader.source = 'x.comp'\n";
    assert_eq!(
        commands(text),
        [
            "compile dir/x.comp -o out/x.ir --lang=glsl -O -g --emit=ir --no-validate --coopmat=khr --warp=emulate \
          --workarounds=all,-abs-sign --allow-extension=SPV_KHR_fma --deny-extension=SPV_KHR_integer_dot_product --bindings=flat --bind=storage=0:10 --bind=image=2 --flavour=vulkan \
          --quirks=driver -std=460 -Wno-portability -Werror --spec=3=7 --spec=n=8 --freeze-spec --local-size=8,4"
        ]
    );
    assert_eq!(expanded(text)[0].options.specialization().local_size, Some([8, 4, 1]));
}

#[test]
fn errors_have_positions() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("", "1:1: error[N0606]: the manifest has no shaders"),
        ("a b", "1:3: error[N0606]: not TOML: expected an equals, found an identifier"),
        ("[[shader]]\nsorce = 'x'", "2:1: error[N0606]: unknown key `sorce`"),
        ("[[shader]]\nname = 'x'", "1:1: error[N0606]: the shader has no source"),
        ("[[shader]]\nsource = '{x}.comp'", "2:11: error[N0606]: `x` is not an axis"),
        ("shader = 1", "1:10: error[N0606]: expected a table, found an integer"),
        (
            "shader.source = 1.5",
            "1:17: error[N0606]: a float cannot be used as text, because it has several spellings; write a string",
        ),
        ("debug = 1\nshader.source = 'x'", "1:1: error[N0606]: `debug`: expected one of true, false"),
        (
            "shader.source = 'x'\nshader.output = '../x'",
            "2:18: error[N0606]: the output `../x` is not below the output folder",
        ),
        ("shader.source = 'x'\nshader.axes.a = []", "2:17: error[N0606]: the axis `a` has no values"),
        (
            "shader.source = 'x'\nshader.axes.name = ['a']",
            "2:13: error[N0606]: `name` is reserved; choose another name for the axis",
        ),
        (
            "shader.source = 'x'\nshader.define.'A B' = 1",
            "2:16: error[N0606]: `A B` is not the name of a macro",
        ),
        (
            "shader.source = 'x'\nshader.exclude.y = 'z'",
            "2:16: error[N0606]: `y` is not an axis of any shader",
        ),
        ("shader.source = 'x'\nshader.rule = { debug = true }", "2:15: error[N0606]: a rule without `when`"),
        (
            "[map]\nupper = {}\n[shader]\nsource = 'x'",
            "2:1: error[N0606]: `upper` is a built-in filter; choose another name for the map",
        ),
        (
            "[[shader]]\nsource = 'x'\n[[shader]]\nsource = 'x'",
            "3:1: error[N0606]: two variants are named `x`",
        ),
        (
            "[[shader]]\nsource = 'x'\n[[shader]]\nsource = 'y'\noutput = 'x.spv'",
            "3:1: error[N0606]: x.spv is written twice, by `x` and by `y`",
        ),
    ] {
        let found = messages(text);
        wrong.extend(
            (!found[0].starts_with(&format!("m.toml:{expected}"))).then_some((text, expected, found)),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_error_of_many_variants_is_reported_once() {
    let text = "[[shader]]\nsource = 'x'\naxes.n = [1, 2, 3]\ndefine.A = '{m}'\ntarget-env = 'dos'\n";
    assert_eq!(messages(text).len(), 1);
    let text = text.replace("{m}", "{n}");
    let message = "m.toml:5:1: error[N0606]: `target-env`: expected one of vulkan1.0, vulkan1.1, vulkan1.2, vulkan1.3, vulkan1.4";
    assert_eq!(messages(&text), [message]);
}

#[test]
fn the_number_of_combinations_is_limited() {
    let axes: String = (0..64).map(|n| format!("axes.a{n} = [1, 2]\n")).collect();
    let found = messages(&format!("[[shader]]\nsource = 'x'\n{axes}"));
    assert_eq!(found, ["m.toml:1:1: error[N0606]: more than 262144 combinations"]);
}
