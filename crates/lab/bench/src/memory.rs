//! Reads the peak memory use of this process.

/// Returns the peak resident set size in bytes, if the system reports it (Linux: `VmHWM`).
pub fn peak_bytes() -> Option<u64> {
    parse(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn parse(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn status_is_read() {
        assert_eq!(parse("Name:\tx\nVmHWM:\t    5120 kB\nVmRSS:\t 1 kB\n"), Some(5120 * 1024));
        assert_eq!(parse("Name:\tx\n"), None);
    }
}
