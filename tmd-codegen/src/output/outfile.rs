//! Files for results: checked before a long search, replaced whole at its end.

use crate::diag::{Diag, DiagKind};
use same_file::Handle;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The destination of a text.
#[derive(Debug)]
pub enum Sink {
    /// To standard output.
    Standard,
    /// To a file.
    File(OutFile),
}

impl Sink {
    /// Standard output for `-`, otherwise a file that can be written.
    ///
    /// # Errors
    /// As [`OutFile::prepare`].
    pub fn prepare(option: &str, path: &Path) -> Result<Self, Diag> {
        Sink::open(option, path).map(|(sink, _)| sink)
    }

    fn open(option: &str, path: &Path) -> Result<(Self, Option<Trial>), Diag> {
        if path == Path::new("-") {
            return Ok((Sink::Standard, None));
        }
        let (file, trial) = OutFile::open(option, path)?;
        Ok((Sink::File(file), trial))
    }
}

/// The destinations of several texts, with what each is: files that are given are checked, and must differ, whatever
/// they are called.
///
/// # Errors
/// As [`Sink::prepare`]; if two of them are one file, or one is where standard output goes.
pub fn sinks<'a, T>(
    outputs: impl IntoIterator<Item = (&'a str, Option<&'a Path>, T)>,
) -> Result<Vec<(Sink, T)>, Diag> {
    let mut sinks = vec![];
    // All files are there at once while they are compared.
    let mut seen: Vec<(&str, &Path, Option<Trial>)> = vec![];
    let standard = Handle::stdout().ok();
    for (option, path, what) in outputs {
        let Some(path) = path else { continue };
        let (sink, trial) = Sink::open(option, path)?;
        let handle = trial.as_ref().map(|trial| &trial.handle);
        let is_same = |(_, known, trial): &&(&str, &Path, Option<Trial>)| {
            *known == path
                || handle
                    .is_some_and(|own| trial.as_ref().is_some_and(|trial| trial.handle == *own))
        };
        if let Some((other, known, _)) = seen.iter().find(is_same) {
            return Err(twice(other, known, option, path));
        }
        if handle.is_some() && handle == standard.as_ref() {
            let message = format!("{option} and standard output both write to {}", path.display());
            return Err(Diag::new(DiagKind::Option, message)
                .help("`-` means standard output; give it no file's name"));
        }
        seen.push((option, path, trial));
        sinks.push((sink, what));
    }
    Ok(sinks)
}

/// Makes sure that files which are written into a folder are none of those that other options name.
///
/// # Errors
/// If one is.
pub fn check_apart<'a, T>(
    sinks: &[(Sink, T)],
    folder: &Path,
    names: impl IntoIterator<Item = &'a String>,
) -> Result<(), Diag> {
    // A file cannot have been prepared in a folder that is not there.
    let Ok(folder) = fs::canonicalize(folder) else { return Ok(()) };
    let names: Vec<PathBuf> = names.into_iter().map(|name| folder.join(name)).collect();
    for (sink, _) in sinks {
        if let Sink::File(file) = sink
            && names.contains(&file.place)
        {
            return Err(twice("-o", &file.place, &file.option, &file.path));
        }
    }
    Ok(())
}

/// Makes sure that no file is written in the place of one that the command reads, whatever they are called.
///
/// # Errors
/// If one is; `inputs` are what each is for, as in an error, and where it is.
pub fn check_inputs<'a, T>(
    sinks: &[(Sink, T)],
    inputs: impl IntoIterator<Item = (&'a str, Option<&'a Path>)>,
) -> Result<(), Diag> {
    for (what, path) in inputs {
        let Some(Ok(read)) = path.map(Handle::from_path) else { continue };
        for (sink, _) in sinks {
            if let Sink::File(file) = sink
                && Handle::from_path(&file.place).is_ok_and(|written| written == read)
            {
                let (option, path) = (&file.option, file.path.display());
                let message = format!("{option} would overwrite {path}, {what}");
                return Err(Diag::new(DiagKind::Option, message).help("give it a file of its own"));
            }
        }
    }
    Ok(())
}

fn twice(one: &str, known: &Path, other: &str, path: &Path) -> Diag {
    let mut message = format!("{one} and {other} both write to {}", path.display());
    // Paths are equal that differ in spelling.
    if known.as_os_str() != path.as_os_str() {
        message += &format!(", which {one} calls {}", known.display());
    }
    Diag::new(DiagKind::Option, message).help("give each its own file")
}

/// A file that results will be written to.
#[derive(Debug)]
pub struct OutFile {
    /// The option that names it, such as `--json`.
    option: String,
    path: PathBuf,
    /// The path, with symbolic links resolved.
    place: PathBuf,
}

/// A file that was opened to see whether it can be written. One that was not there goes again.
#[derive(Debug)]
struct Trial {
    handle: Handle,
    made: Option<PathBuf>,
}

impl Drop for Trial {
    fn drop(&mut self) {
        if let Some(path) = &self.made {
            let _ = fs::remove_file(path); // what stays is an empty file
        }
    }
}

impl OutFile {
    /// Makes sure that the file can be written. What it holds stays until [`OutFile::write`]; a file that
    /// is not there yet is not left behind. A symbolic link stays one: what it leads to is the file, also if that is
    /// not there yet.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn prepare(option: &str, path: &Path) -> Result<Self, Diag> {
        OutFile::open(option, path).map(|(file, _)| file)
    }

    fn open(option: &str, path: &Path) -> Result<(Self, Option<Trial>), Diag> {
        let fail = |error: io::Error| failed(option, path, &error);
        let is_special = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(fail(io::ErrorKind::IsADirectory.into()));
            }
            Ok(metadata) => !metadata.is_file(),
            Err(_) => false,
        };
        let file =
            |place: PathBuf| OutFile { option: option.to_owned(), path: path.to_owned(), place };
        // Opening a pipe would wait for its reader.
        if is_special {
            return Ok((file(path.to_owned()), None));
        }
        let is_new = !path.exists();
        let opened = OpenOptions::new().append(true).create(true).open(path).map_err(fail)?;
        let place = fs::canonicalize(path).map_err(fail)?;
        let made = is_new.then(|| place.clone());
        let trial = Trial { handle: Handle::from_file(opened).map_err(fail)?, made };
        Ok((file(place), Some(trial)))
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file: whole or not at all where the directory allows it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, contents: impl AsRef<[u8]>) -> Result<(), Diag> {
        let written = self.write_with(&mut |out| {
            // The file tells its own error.
            let fail = |error: io::Error| Diag::new(DiagKind::Io, error.to_string());
            out.write_all(contents.as_ref()).map_err(fail)
        });
        written.map_err(|unwritten| match unwritten {
            Unwritten::File(diag) | Unwritten::Contents(diag) => diag,
        })
    }

    /// Writes the file as [`OutFile::write`] does, without having it in memory. `make` is called again where it cannot be
    /// replaced as a whole.
    ///
    /// # Errors
    /// If it cannot be written; or what `make` returns, and then it stays as it was if it can be replaced.
    pub fn write_with(&self, make: &mut Make<'_>) -> Result<(), Unwritten> {
        let mut unmade = None;
        // What is no ordinary file cannot be replaced.
        let place = &self.place;
        let is_replaceable = place.is_file() || !place.exists();
        let mut write = |out: &mut dyn Write| write_watched(out, make, &mut unmade);
        if is_replaceable && tmd_runtime::write_atomically_with(place, &mut write).is_ok() {
            return Ok(());
        }
        if let Some(diag) = unmade.take() {
            return Err(Unwritten::Contents(diag));
        }
        let mut write = |out: &mut dyn Write| write_watched(out, make, &mut unmade);
        let written = fs::File::create(place).and_then(|mut file| write(&mut file));
        match (written, unmade) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(diag)) => Err(Unwritten::Contents(diag)),
            (Err(error), None) => Err(Unwritten::File(failed(&self.option, &self.path, &error))),
        }
    }
}

/// Writes what `make` makes; an error of its own goes to `unmade`.
fn write_watched(
    out: &mut dyn Write,
    make: &mut Make<'_>,
    unmade: &mut Option<Diag>,
) -> io::Result<()> {
    let mut watched = Watched { out: BufWriter::new(out), error: None };
    let made = make(&mut watched);
    match (watched.error.take(), made) {
        (Some(error), _) => Err(error),
        (None, Ok(())) => watched.out.flush(),
        (None, Err(diag)) => {
            *unmade = Some(diag);
            Err(io::ErrorKind::Other.into())
        }
    }
}

/// Remembers the first error of what it writes to.
struct Watched<'a> {
    out: BufWriter<&'a mut dyn Write>,
    error: Option<io::Error>,
}

impl Watched<'_> {
    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            // To be tried again, and no failure.
            if kind != io::ErrorKind::Interrupted {
                self.error.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.watch(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.watch(flushed)
    }
}

/// Writes contents; what it returns for an error of the writer does not count.
pub type Make<'a> = dyn FnMut(&mut dyn Write) -> Result<(), Diag> + 'a;

/// Why a file was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// It cannot be.
    File(Diag),
    /// Its contents cannot be made.
    Contents(Diag),
}

fn failed(option: &str, path: &Path, error: &io::Error) -> Diag {
    Diag::new(DiagKind::Io, format!("{option}: cannot write {}: {error}", path.display()))
        .help("check that the directory exists, that you may write there and that there is space")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_written_leaves_no_trace() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new.json");
        drop(OutFile::prepare("--json", &path).unwrap());
        assert!(!path.exists());
        OutFile::prepare("--json", &path).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        drop(OutFile::prepare("--json", &path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        OutFile::prepare("--json", &path).unwrap().write("newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_made_while_it_is_written_replaces_as_a_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list");
        fs::write(&path, "old").unwrap();
        let file = OutFile::prepare("--cases", &path).unwrap();
        let unmade = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 100_000]).unwrap();
            Err(Diag::new(DiagKind::Internal, "a mistake"))
        };
        let diag = match file.write_with(&mut { unmade }) {
            Err(Unwritten::Contents(diag)) => diag,
            other => panic!("{other:?}"),
        };
        assert_eq!(diag.message, "a mistake");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut made = |out: &mut dyn Write| {
            (0..50_000).try_for_each(|_| out.write_all(b"new")).unwrap();
            Ok(())
        };
        file.write_with(&mut made).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new".repeat(50_000));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_with_the_file() {
        let file = OutFile::prepare("--json", Path::new("/dev/full")).unwrap();
        let mut made = |out: &mut dyn Write| {
            let fail = |error: io::Error| Diag::new(DiagKind::Io, error.to_string());
            (0..100_000).try_for_each(|_| out.write_all(b"more")).map_err(fail)
        };
        match file.write_with(&mut made) {
            Err(Unwritten::File(diag)) => assert!(diag.message.contains("--json"), "{diag}"),
            other => panic!("{other:?}"),
        }
        // Also if nobody asked before the end.
        assert!(matches!(
            file.write_with(&mut |out| out.write_all(b"x").map_err(|_| unreachable!())),
            Err(Unwritten::File(_))
        ));
    }

    #[test]
    fn unwritable_places_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("no/such/file");
        for path in [missing.as_path(), directory.path()] {
            let diag = OutFile::prepare("--cases", path).unwrap_err();
            assert_eq!(diag.kind, DiagKind::Io);
            assert!(diag.message.contains("--cases") && diag.message.contains("cannot write"));
        }
        OutFile::prepare("--cases", Path::new("/dev/null")).unwrap().write("gone").unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let directory = tempfile::tempdir().unwrap();
        let (real, link) = (directory.path().join("real"), directory.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        OutFile::prepare("--json", &link).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_what_is_not_there_are_written_through() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        std::os::unix::fs::symlink("inner/real", at("link")).unwrap();
        std::os::unix::fs::symlink("link", at("further")).unwrap();
        drop(OutFile::prepare("--json", &at("further")).unwrap());
        assert_eq!(fs::read_dir(at("inner")).unwrap().count(), 0, "a file is left behind");
        OutFile::prepare("--json", &at("further")).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(at("inner/real")).unwrap(), "new");
        for link in ["link", "further"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
        std::os::unix::fs::symlink("no/such/folder", at("lost")).unwrap();
        assert!(OutFile::prepare("--json", &at("lost")).is_err());
    }

    #[test]
    fn one_file_is_not_written_twice_whatever_it_is_called() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("old"), "old").unwrap();
        fs::hard_link(at("old"), at("hard")).unwrap();
        let mut pairs = vec![
            ("new", "new"),
            ("new", "./new"),
            ("new", "inner/../new"),
            ("old", "inner/../old"),
            ("old", "hard"),
        ];
        #[cfg(unix)]
        {
            for (to, link) in [("old", "soft"), ("new", "dangling"), ("inner", "folder")] {
                std::os::unix::fs::symlink(to, at(link)).unwrap();
            }
            pairs.extend([("old", "soft"), ("hard", "soft"), ("new", "dangling")]);
            pairs.extend([("dangling", "inner/../dangling"), ("inner/x", "folder/x")]);
        }
        for (one, other) in pairs {
            for (one, other) in [(one, other), (other, one)] {
                let (one, other) = (at(one), at(other));
                let outputs = [("--json", Some(&*one), ()), ("--cases", Some(&*other), ())];
                let diag = sinks(outputs).expect_err("refused");
                assert_eq!(diag.kind, DiagKind::Option);
                for part in ["--json", "--cases", &one.display().to_string()] {
                    assert!(diag.message.contains(part), "no {part} in {}", diag.message);
                }
            }
        }
        let (new, old, other) = (at("new"), at("old"), at("other"));
        let outputs = [&new, &old, &other].map(|path| ("--cases", Some(&**path), ()));
        let files = sinks(outputs).expect("three files");
        assert!(!new.exists() && !other.exists() && old.exists());
        let input = |path: &Path| check_inputs(&files, [("the list", Some(path))]);
        for read in [&old, &at("hard"), &at("inner/../old")] {
            let diag = input(read).expect_err("refused");
            let parts = ["--cases would overwrite", "the list"];
            assert!(parts.iter().all(|part| diag.message.contains(part)), "{diag}");
        }
        fs::write(at("unrelated"), "").unwrap();
        assert!(input(&at("unrelated")).is_ok() && input(&at("missing")).is_ok());
        let made = ["a.rs".to_owned(), "new".to_owned()];
        let diag = check_apart(&files, directory.path(), &made).expect_err("refused");
        assert!(diag.message.contains("-o and --cases both write to"), "{}", diag.message);
        check_apart(&files, &at("inner"), &made).expect("another folder");
        check_apart(&files, directory.path(), &made[..1]).expect("another file");
    }
}
