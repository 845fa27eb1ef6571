//! Samples of a function that an external command computes.

use super::plan;
use super::request::Request;
use super::source::{MOST_SAMPLES, Samples};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Command, Stdio};
use tmd_base::diag::{Diag, DiagKind};

impl Samples {
    /// The values that a command prints, a line each, for `count` arguments that it is given, a line each: numbers of
    /// the request's type from end to end of its range, equally spaced, in as many digits as tell them apart.
    ///
    /// # Errors
    /// If the range is none, the command does not run, or it does not print a number for each argument.
    pub fn of_command(command: &str, request: &Request, count: u32) -> Result<Samples, Diag> {
        let (a, b) = plan::range(request)?;
        if count as usize > MOST_SAMPLES {
            let message =
                format!("--samples-count {count}: there are at most {MOST_SAMPLES} samples");
            return Err(Diag::new(DiagKind::Range, message)
                .help("give fewer, or approximate parts of the range"));
        }
        let last = f64::from(count.max(2) - 1);
        let mut arguments: Vec<f64> = (0..count.max(2))
            .map(|k| {
                let share = f64::from(k) / last;
                request.width.rounded(a * (1.0 - share) + b * share).clamp(a, b)
            })
            .collect();
        arguments.dedup();
        let values = answers(command, &arguments)?;
        let lines = arguments.iter().zip(&values).fold(String::new(), |mut text, (x, y)| {
            let _ = writeln!(text, "{x:e} {y}");
            text
        });
        let quoted = shlex::try_quote(command).unwrap_or_default();
        let options = format!("--samples-of {quoted} --samples-count {count}");
        Ok(Samples { options, ..Samples::parse(&format!("`{command}`"), &lines)? })
    }
}

/// The output of the command for some arguments, a line each.
fn answers(command: &str, arguments: &[f64]) -> Result<Vec<String>, Diag> {
    let failed = |kind: DiagKind, why: String| {
        Diag::new(kind, format!("--samples-of: `{command}` {why}"))
            .help("it must read one argument per line and print one value per line, as `awk '{ print $1 * $1 }'` does")
    };
    let io = |error: std::io::Error| failed(DiagKind::Io, format!("cannot be run: {error}"));
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(io)?;
    let text: String = arguments.iter().map(|x| format!("{x:e}\n")).collect();
    let mut input = child.stdin.take();
    // In a thread of its own: the command may wait until what it prints is read. One that does not read all of its
    // input has printed too little, which is told below.
    let writer = std::thread::spawn(move || {
        if let Some(input) = &mut input {
            let _ = input.write_all(text.as_bytes());
        }
    });
    let printed = match child.stdout.take() {
        Some(output) => lines(output, arguments.len()).map_err(io)?,
        None => Printed::Lines(vec![]),
    };
    let values = match printed {
        Printed::Lines(values) => values,
        Printed::TooMuch(what) => {
            // It may go on for ever, or have ended already.
            let _ = child.kill();
            let _ = child.wait();
            return Err(failed(DiagKind::Syntax, what));
        }
    };
    let status = child.wait().map_err(io)?;
    let _ = writer.join();
    if !status.success() {
        return Err(failed(DiagKind::Io, format!("ended with {status}")));
    }
    let is_number = |text: &String| text.parse::<f64>().is_ok_and(f64::is_finite);
    if values.len() != arguments.len() {
        let why = format!("printed {} lines for {} arguments", values.len(), arguments.len());
        return Err(failed(DiagKind::Syntax, why));
    }
    match values.iter().position(|text| !is_number(text)) {
        None => Ok(values),
        Some(at) => Err(failed(
            DiagKind::Syntax,
            format!(
                "printed `{}` for the argument {:e}, which is not a finite number",
                values[at], arguments[at]
            ),
        )),
    }
}

/// Longest line that a command may print, in bytes.
const LONGEST_LINE: u64 = 1024;

/// The output of a command.
enum Printed {
    /// The lines of an output that has ended.
    Lines(Vec<String>),
    /// More output than was asked for, in words: the rest is not read.
    TooMuch(String),
}

/// The lines of a stream that should have `count`.
fn lines(stream: impl Read, count: usize) -> std::io::Result<Printed> {
    let mut stream = BufReader::new(stream);
    let mut lines = vec![];
    loop {
        let mut line = vec![];
        stream.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Printed::Lines(lines));
        }
        if lines.len() == count {
            return Ok(Printed::TooMuch(format!(
                "printed more than a line for each of {count} arguments"
            )));
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            return Ok(Printed::TooMuch(format!(
                "printed a line of more than {LONGEST_LINE} bytes"
            )));
        }
        lines.push(String::from_utf8_lossy(&line).trim().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approx::Tolerance;
    use tmd_kernel::ir::Width;

    fn request(range: &str, width: Width) -> Request {
        let tolerance: Tolerance = "abs:1e-3".parse().expect("a tolerance");
        Request::new("", range, tolerance, width)
    }

    #[test]
    fn a_command_is_asked_for_values_from_end_to_end() {
        let request = request("0.1,3", Width::W32);
        let samples = Samples::of_command("awk '{ printf \"%.17g\\n\", 2 * $1 }'", &request, 5)
            .expect("samples");
        assert_eq!(samples.points.len(), 5);
        assert_eq!(samples.points[4], (3.0, 6.0));
        for (x, y) in &samples.points {
            assert_eq!(*x, f64::from(*x as f32), "a number of the type");
            assert!((y - 2.0 * x).abs() < 1e-12);
        }
    }

    #[test]
    fn more_samples_than_can_be_used_are_not_asked_for() {
        let diag = Samples::of_command("cat", &request("0,1", Width::W64), u32::MAX);
        assert!(diag.expect_err("refused").message.contains("at most 65536"));
    }

    #[test]
    fn what_a_command_does_wrong_is_told() {
        for (command, part) in [
            ("echo 1", "printed 1 lines for 9"),
            ("exit 3", "exit status: 3"),
            // Both would go on for ever.
            ("yes", "more than a line for each of 9"),
            ("cat /dev/zero", "a line of more than 1024 bytes"),
            ("sed 's/.*/none/'", "printed `none`"),
            ("sed 's/.*/nan/'", "not a finite number"),
        ] {
            let diag =
                Samples::of_command(command, &request("0,1", Width::W64), 9).expect_err("refused");
            assert!(diag.message.contains(part), "{}", diag.message);
        }
    }
}
