//! Tests `nvc-conformance time` with one case on a CPU Vulkan device.

/// `cargo xtask test --quick` skips tests with this name.
mod needs_vulkan {
    use nvc_vulkan::list;
    use std::path::Path;
    use std::process::Command;

    /// Runs `nvc-conformance time` on the first CPU Vulkan device.
    fn time(args: &[&str]) -> (Option<i32>, String) {
        let cpu = list().unwrap().iter().position(|device| device.cpu).expect("a Vulkan driver for the CPU");
        let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata");
        let mut command = Command::new(env!("CARGO_BIN_EXE_nvc-conformance"));
        command.arg("time").arg("--testdata").arg(testdata).args(["--device", &cpu.to_string()]);
        command.args(args).args(["--min-ms", "0", "--runs", "3"]);
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code(), text)
    }

    #[test]
    fn cases_are_timed() {
        let (status, text) = time(&["sha256-"]);
        assert_eq!(status, Some(0), "{text}");
        let row = text.lines().find(|line| line.starts_with("| `sha256-block` |")).expect(&text);
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        // If NVIDIA's OpenGL driver is present, its time precedes nvc's and the ratio follows.
        let nvc = cells[if cells.len() == 4 { 2 } else { 1 }];
        let us: f64 = nvc.split_once(" (").unwrap().0.parse().unwrap();
        assert!(us > 0.0 && us < 60e6, "{text}");
        assert!(text.contains("1 of 1 cases timed with nvc\n"), "{text}");
        assert!(text.contains(", robustBufferAccess enabled\n"), "{text}");
    }

    #[test]
    fn bounds_can_be_left_unchecked() {
        let (status, text) = time(&["sha256-", "--unchecked"]);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains(", robustBufferAccess disabled\n"), "{text}");
    }

    #[test]
    fn unknown_cases_are_an_error() {
        let (status, text) = time(&["no-such-case"]);
        assert_eq!(status, Some(2));
        assert!(text.contains("no assembly case has a name that contains `no-such-case`"), "{text}");
    }
}
