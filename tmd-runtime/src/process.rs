//! External programs that are run with a time limit.

use std::fmt;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The variable that says how many seconds a compiler may take.
const LIMIT_VARIABLE: &str = "TMD_COMPILE_SECONDS";

/// Seconds that a compiler may take if nothing else is said: kernels take one or two.
const SECONDS: u64 = 600;

/// Bytes that are kept of each stream of a program. The rest is read and forgotten.
const MOST_BYTES: u64 = 1 << 26;

/// How long what a program has written before its end may take to arrive.
const GRACE: Duration = Duration::from_secs(5);

/// Why a program has no result.
#[derive(Debug)]
pub enum Failure {
    /// It could not be started, or not be waited for.
    Io(io::Error),
    /// It took longer than this, and was ended.
    Late(Duration),
    /// `TMD_COMPILE_SECONDS` is this, which is no number of seconds.
    BadLimit(String),
}

impl fmt::Display for Failure {
    /// The text after the program's name in a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io(error) => write!(f, "cannot be run: {error}"),
            Failure::Late(limit) => write!(
                f,
                "has not ended after {} s and was stopped ({LIMIT_VARIABLE} sets the limit)",
                limit.as_secs_f64()
            ),
            Failure::BadLimit(text) => write!(
                f,
                "is not run: {LIMIT_VARIABLE} is `{text}`, which is not a whole number of seconds from 1 on"
            ),
        }
    }
}

/// Runs a compiler, or what is as long at work, as [`output`] does. It may take as many seconds as
/// `TMD_COMPILE_SECONDS` says, else ten minutes.
///
/// # Errors
/// As [`output`]; if the variable is no number of seconds.
pub fn compiled(command: &mut Command) -> Result<Output, Failure> {
    output(command, limit_of(std::env::var(LIMIT_VARIABLE).ok().as_deref())?)
}

fn limit_of(text: Option<&str>) -> Result<Duration, Failure> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(Duration::from_secs(SECONDS));
    };
    match text.trim().parse::<u64>() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err(Failure::BadLimit(text.to_string())),
    }
}

/// Runs a program and returns what it has written. One that takes longer than `limit` is ended.
///
/// # Errors
/// If it cannot be started, or takes too long.
pub fn output(command: &mut Command, limit: Duration) -> Result<Output, Failure> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Failure::Io)?;
    let stdout = child.stdout.take().map(collected);
    let stderr = child.stderr.take().map(collected);
    let status = wait(&mut child, limit)?;
    // What the program has left behind may hold the streams open: that is not waited for.
    let received = |stream: Option<Receiver<Vec<u8>>>| {
        stream.and_then(|stream| stream.recv_timeout(GRACE).ok()).unwrap_or_default()
    };
    Ok(Output { status, stdout: received(stdout), stderr: received(stderr) })
}

/// The bytes of a stream, read by a thread of its own.
fn collected(mut stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = vec![];
        // What is read up to an error counts; whether anybody still wants it does not matter here.
        let _ = stream.by_ref().take(MOST_BYTES).read_to_end(&mut bytes);
        let _ = io::copy(&mut stream, &mut io::sink());
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for a program's end, or brings it about.
fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, Failure> {
    const SHORTEST: Duration = Duration::from_millis(1);
    const LONGEST: Duration = Duration::from_millis(10);
    let start = Instant::now();
    let mut pause = SHORTEST;
    loop {
        if let Some(status) = child.try_wait().map_err(Failure::Io)? {
            return Ok(status);
        }
        if start.elapsed() >= limit {
            // It may have ended just now.
            let _ = child.kill();
            let _ = child.wait();
            return Err(Failure::Late(limit));
        }
        thread::sleep(pause);
        pause = (2 * pause).min(LONGEST);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", text]);
        command
    }

    #[test]
    fn both_streams_and_the_status_are_told() {
        let output = output(&mut sh("echo out; echo err >&2; exit 3"), Duration::from_secs(60))
            .expect("it runs");
        assert_eq!(
            (output.stdout.as_slice(), output.stderr.as_slice()),
            (&b"out\n"[..], &b"err\n"[..])
        );
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let limit = Duration::from_millis(200);
        // The second holds the streams open after its parent is gone.
        for text in ["exec sleep 600", "sleep 20; echo late"] {
            let start = Instant::now();
            let failure = output(&mut sh(text), limit).expect_err("too late");
            assert!(matches!(failure, Failure::Late(after) if after == limit), "{failure:?}");
            assert!(start.elapsed() < Duration::from_secs(10), "{text}");
        }
    }

    #[test]
    fn more_than_a_pipe_holds_is_read() {
        let output = output(&mut sh("yes | head -c 3000000"), Duration::from_secs(60));
        assert_eq!(output.expect("it runs").stdout.len(), 3_000_000);
    }

    #[test]
    fn limits_are_whole_seconds() {
        assert_eq!(limit_of(None).expect("a default"), Duration::from_secs(SECONDS));
        assert_eq!(limit_of(Some("")).expect("a default"), Duration::from_secs(SECONDS));
        assert_eq!(limit_of(Some("30")).expect("a number"), Duration::from_secs(30));
        for text in ["0", "soon", "-1", "1.5"] {
            let error = limit_of(Some(text)).expect_err("refused").to_string();
            assert!(error.contains(text) && error.contains(LIMIT_VARIABLE), "{error}");
        }
    }
}
