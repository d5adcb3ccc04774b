//! Tests processes that are killed, and processes that write the same output concurrently.

use crate::world::{World, ends_with};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns an element of a Weyl sequence, whose elements are evenly spread between 0 and 1.
fn spread(number: u32) -> f64 {
    (f64::from(number) * 0.618_033_988_749_895).fract()
}

fn start(command: &mut Command) -> Child {
    command.stderr(Stdio::null()).spawn().expect("it starts")
}

/// Starts the command, kills it at some time within its usual duration, and waits for it.
fn kill(command: &mut Command, takes: Duration, number: u32) {
    let mut child = start(command);
    std::thread::sleep(takes.mul_f64(spread(number)));
    let _ = child.kill();
    child.wait().expect("it ends");
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    ends_with(command, 0);
    start.elapsed()
}

/// After each kill, the output must be a complete module, with the old or the new workgroup size, and the next
/// compilation must leave no temporary files.
pub fn compile(world: &World) {
    let modules = [world.module(8), world.module(16)];
    let takes = time(&mut world.nvc("compile a.comp -o a.spv --no-validate"));
    for number in 0..200 {
        world.write("size.glsl", if number % 2 == 0 { "#define SIZE 16\n" } else { "#define SIZE 8\n" });
        kill(&mut world.nvc("compile a.comp -o a.spv --no-validate"), takes, number);
        let left = fs::read(world.path("a.spv")).expect("there is always one");
        assert!(modules.contains(&left), "after {number} kills, {} bytes", left.len());
    }
    world.write("size.glsl", "#define SIZE 16\n");
    ends_with(&mut world.nvc("compile a.comp -o a.spv --no-validate"), 0);
    assert_eq!(fs::read(world.path("a.spv")).expect("read"), modules[1]);
}

/// After each kill, all outputs must be complete, and a later batch must compile the outdated ones.
pub fn batch(world: &World) {
    let manifest = "[[shader]]\nname = \"a{n}\"\nsource = \"a.comp\"\nvalidate = false\naxes.n = [1, 2, 3, 4, 5, 6, 7, 8]\ndefine.N = \"{n}\"\n";
    world.write("m.toml", manifest);
    let modules = [world.module(8), world.module(16)];
    let takes = time(&mut world.nvc("batch m.toml --out-dir out"));
    for number in 0..50 {
        world.write("size.glsl", if number % 2 == 0 { "#define SIZE 16\n" } else { "#define SIZE 8\n" });
        kill(&mut world.nvc("batch m.toml --out-dir out"), takes, number);
        for n in 1..=8 {
            let left = fs::read(world.path(format!("out/a{n}.spv"))).expect("there is always one");
            assert!(modules.contains(&left), "after {number} kills, {} bytes", left.len());
        }
    }
    world.write("size.glsl", "#define SIZE 16\n");
    ends_with(&mut world.nvc("batch m.toml --out-dir out"), 0);
    for n in 1..=8 {
        assert_eq!(fs::read(world.path(format!("out/a{n}.spv"))).expect("read"), modules[1]);
    }
    ends_with(&mut world.nvc("batch m.toml --out-dir out --force"), 0);
}

pub fn many_writers(world: &World) {
    let sizes = [1, 2, 4, 8, 16, 32, 64, 128];
    let modules = sizes.map(|size| world.module(size));
    let text = crate::world::SHADER.replace("#include \"size.glsl\"\n", "");
    world.write("d.comp", &text);
    for _ in 0..10 {
        let children = sizes.map(|size| {
            let line = format!("compile d.comp -D SIZE={size} -o a.spv --no-validate");
            start(&mut world.nvc(&line))
        });
        for mut child in children {
            assert!(child.wait().expect("it ends").success());
        }
        let left = fs::read(world.path("a.spv")).expect("read");
        assert!(modules.contains(&left), "{} bytes", left.len());
    }
}
