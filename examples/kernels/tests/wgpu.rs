//! Runs the wgpu example on the machine's Vulkan device.

use std::process::Command;

#[test]
fn both_kernels_agree_with_the_cpu() {
    let output = Command::new(env!("CARGO_BIN_EXE_example-wgpu")).output().expect("it starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    for kernel in ["saxpy", "segment_sums"] {
        assert!(stdout.contains(&format!("{kernel}: as expected")), "{stdout}");
    }
}
