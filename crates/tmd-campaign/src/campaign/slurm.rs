//! A campaign as a job array of the Slurm workload manager: a batch script whose tasks are workers.
//!
//! Slurm is asked for few tasks that do many units each, for its controller starts about one task a
//! second. The script says nothing of which task does what: workers find out, so that tasks may die, wait
//! in the queue or be submitted twice.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use tmd_base::diag::{Diag, DiagKind};
use tmd_runtime::write_atomically;

/// The script's name in the campaign's directory.
pub(crate) const SCRIPT: &str = "slurm.sh";

/// The folder of what the tasks print.
pub(crate) const LOGS: &str = "slurm";

/// Tasks that are asked for at most if nobody says how many.
pub(crate) const MOST_TASKS: usize = 64;

/// The resources to ask Slurm for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The program that workers are.
    pub program: PathBuf,
    /// How many tasks.
    pub tasks: usize,
    /// CPUs of each, and threads of its worker.
    pub cpus: usize,
    /// The partition to run in; Slurm's default if absent.
    pub partition: Option<String>,
    /// How long a task may take, as Slurm writes it.
    pub time: Option<String>,
    /// Other resources that a task needs, such as `gpu:1`.
    pub gres: Option<String>,
    /// Target of the workers' kernels; the campaign's if absent.
    pub target: Option<String>,
}

/// How many tasks to ask for when so many units are not done: one each, but never too many.
pub fn tasks(left: usize) -> usize {
    left.min(MOST_TASKS)
}

impl Array {
    /// The batch script. It names absolute paths only, which must mean the same on every machine.
    ///
    /// # Errors
    /// If an option cannot stand in a script.
    pub fn script(&self, dir: &Path) -> Result<String, Diag> {
        let Some(last) = self.tasks.checked_sub(1) else {
            return Err(no_number("--tasks"));
        };
        if self.cpus == 0 {
            return Err(no_number("--cpus"));
        }
        let mut asked = vec![
            "--job-name=tmd-codegen".to_owned(),
            format!("--array=0-{last}"),
            "--nodes=1".to_owned(),
            "--ntasks=1".to_owned(),
            format!("--cpus-per-task={}", self.cpus),
        ];
        for (option, value) in
            [("--partition", &self.partition), ("--time", &self.time), ("--gres", &self.gres)]
        {
            if let Some(value) = value {
                asked.push(format!("{option}={}", plain(option, value)?));
            }
        }
        // A worker that is told in time gives its unit up at once; one whose node dies begins anew.
        asked.push("--signal=B:TERM@60".to_owned());
        asked.push("--requeue".to_owned());
        asked.push("--open-mode=append".to_owned());
        let asked: String = asked.iter().map(|option| format!("#SBATCH {option}\n")).collect();
        let mut command = format!(
            "exec {} campaign run {} \\\n    --share \"$SLURM_ARRAY_TASK_ID/{}\" --threads \"$SLURM_CPUS_PER_TASK\"",
            quoted(&self.program)?,
            quoted(dir)?,
            self.tasks
        );
        if let Some(target) = &self.target {
            command += &format!(" --target {}", quoted(Path::new(target))?);
        }
        Ok(format!(
            "#!/bin/bash\n\
             # Workers of a campaign. Made by `tmd-codegen campaign submit`, which writes it anew each time.\n\
             {asked}\n\
             # In the place of this shell, so that signals reach the worker.\n\
             {command}\n"
        ))
    }
}

/// Refuses a number of nothing.
fn no_number(option: &str) -> Diag {
    Diag::new(DiagKind::Option, format!("{option} 0 is not a number of workers"))
        .help("give at least 1")
}

/// A value as Slurm's own options have them, so that no quoting is needed and no other option can hide in it.
fn plain<'a>(option: &str, value: &'a str) -> Result<&'a str, Diag> {
    let known = |c: char| c.is_ascii_alphanumeric() || "_-.,:/+=*()".contains(c);
    match !value.is_empty() && value.chars().all(known) {
        true => Ok(value),
        false => Err(Diag::new(DiagKind::Option, format!("{option} {value:?} is nothing that Slurm knows"))
            .help("use only letters, digits and _-.,:/+=*(), without spaces; or edit the script that --dry-run writes")),
    }
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> Result<String, Diag> {
    let refuse = |why: &str| {
        let message = format!("{} cannot stand in a script: {why}", path.display());
        Diag::new(DiagKind::Option, message).help("rename it")
    };
    let text = path.to_str().ok_or_else(|| refuse("it is not UTF-8"))?;
    let word = shlex::try_quote(text).map_err(|error| refuse(&error.to_string()))?;
    Ok(word.into_owned())
}

/// Writes the script into the campaign's directory, with a folder for what its tasks print.
///
/// # Errors
/// If an option cannot stand in a script, or a file cannot be written.
pub fn write(dir: &Path, array: &Array) -> Result<PathBuf, Diag> {
    let path = dir.join(SCRIPT);
    let text = array.script(dir)?;
    let logs = dir.join(LOGS);
    fs::create_dir_all(&logs).map_err(|error| super::io("create", &logs, &error))?;
    write_atomically(&path, text.as_bytes())?;
    Ok(path)
}

/// Gives the script to Slurm and returns what `sbatch` answers: the job's number.
///
/// # Errors
/// If there is no `sbatch`, or it refuses.
pub fn submit(dir: &Path, script: &Path) -> Result<String, Diag> {
    let by_hand = format!("{} is written; `sbatch` it where Slurm is", script.display());
    let output = Command::new("sbatch")
        .arg("--parsable")
        .arg("--chdir")
        .arg(dir.join(LOGS))
        .arg(script)
        .output()
        .map_err(|error| {
            let message = match error.kind() {
                ErrorKind::NotFound => {
                    "there is no `sbatch` here: this machine submits nothing to Slurm".to_owned()
                }
                _ => format!("cannot run sbatch: {error}"),
            };
            Diag::new(DiagKind::Environment, message).help(by_hand.clone())
        })?;
    if !output.status.success() {
        let says = String::from_utf8_lossy(&output.stderr);
        return Err(Diag::new(
            DiagKind::Environment,
            format!("sbatch refuses {}: {}", script.display(), says.trim()),
        )
        .help("change --partition, --time, --cpus, --gres or --tasks to what this Slurm has"));
    }
    // "number" or "number;cluster".
    let answer = String::from_utf8_lossy(&output.stdout);
    Ok(answer.trim().split(';').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array() -> Array {
        Array {
            program: "/opt/tmd/tmd-codegen".into(),
            tasks: 8,
            cpus: 4,
            partition: None,
            time: None,
            gres: None,
            target: None,
        }
    }

    #[test]
    fn the_script_is_as_it_was() {
        let text = Array {
            partition: Some("long".to_owned()),
            time: Some("1-12:00:00".to_owned()),
            gres: Some("gpu:a100:1".to_owned()),
            target: Some("cuda".to_owned()),
            ..array()
        }
        .script(Path::new("/shared/exp"));
        let expected = r#"#!/bin/bash
# Workers of a campaign. Made by `tmd-codegen campaign submit`, which writes it anew each time.
#SBATCH --job-name=tmd-codegen
#SBATCH --array=0-7
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --partition=long
#SBATCH --time=1-12:00:00
#SBATCH --gres=gpu:a100:1
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append

# In the place of this shell, so that signals reach the worker.
exec /opt/tmd/tmd-codegen campaign run /shared/exp \
    --share "$SLURM_ARRAY_TASK_ID/8" --threads "$SLURM_CPUS_PER_TASK" --target cuda
"#;
        assert_eq!(text.as_deref(), Ok(expected));
    }

    #[test]
    fn a_shell_reads_the_paths_as_they_are() {
        let folder = tempfile::tempdir().expect("folder");
        let program = folder.path().join("it's a $(touch gone) \"program\"");
        fs::write(&program, "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done\n")
            .expect("write");
        let mut rights = fs::metadata(&program).expect("program").permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o755);
        fs::set_permissions(&program, rights).expect("executable");
        let dir = folder.path().join("a b`c` \\ $HOME 'd'");
        fs::create_dir(&dir).expect("create");
        let script = write(&dir, &Array { program, ..array() }).expect("script");
        let output = Command::new("bash")
            .arg(script)
            .env("SLURM_ARRAY_TASK_ID", "3")
            .env("SLURM_CPUS_PER_TASK", "4")
            .output()
            .expect("bash");
        let words = String::from_utf8_lossy(&output.stdout);
        let expected = format!("campaign\nrun\n{}\n--share\n3/8\n--threads\n4\n", dir.display());
        assert_eq!(words, expected, "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn what_cannot_stand_in_a_script_is_refused() {
        let dir = Path::new("/shared/exp");
        for (change, part) in [
            (Array { tasks: 0, ..array() }, "--tasks 0"),
            (Array { cpus: 0, ..array() }, "--cpus 0"),
            (Array { partition: Some("a b".to_owned()), ..array() }, "--partition \"a b\""),
            (Array { time: Some("1\n#SBATCH --wrap=x".to_owned()), ..array() }, "--time"),
            (Array { gres: Some(String::new()), ..array() }, "--gres"),
            (Array { program: "/a\0b".into(), ..array() }, "cannot stand in a script"),
        ] {
            let diag = change.script(dir).expect_err("refused");
            assert!(diag.message.contains(part) && diag.help.is_some(), "{diag:?}");
        }
    }

    #[test]
    fn few_tasks_do_many_units() {
        assert_eq!([0, 1, 64, 10_000].map(tasks), [0, 1, 64, 64]);
    }
}
