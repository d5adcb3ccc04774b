//! Runs a child process that may crash or hang.
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(5);

/// Runs the command, and kills it after `limit`. The error contains the command's output and exit status, or reports that
/// the time limit was exceeded.
pub(crate) fn succeed(command: &mut Command, limit: Duration) -> Result<(), String> {
    // Both streams share one pipe. It is drained while the child runs, so that the child never blocks on it.
    let (mut reader, writer) = std::io::pipe().map_err(|error| error.to_string())?;
    let other = writer.try_clone().map_err(|error| error.to_string())?;
    command.stdin(Stdio::null()).stdout(writer).stderr(other);
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    // The command still has the write ends of the pipe. They must be closed for the reader to see the end of
    // file.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let output = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let status = wait(&mut child, limit)?;
    let output = output.join().unwrap_or_default();
    if status.success() { Ok(()) } else { Err(format!("{output}{status}")) }
}

fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, String> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("time limit of {} s exceeded", limit.as_secs()));
        }
        std::thread::sleep(POLL);
    }
}
