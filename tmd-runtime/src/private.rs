//! Folders and files that nobody but this user (and root) can change: code is loaded from no others.
//!
//! Whoever may write to a folder decides what is found in it, and whoever may write to a folder above it can put
//! another in its place. So all folders on the way from the root are looked at, the upper ones first. In a folder
//! that only trusted users can change, a name keeps its meaning while what is behind it is looked at, and for good:
//! that is why there is nothing to gain between the look and the use. Symbolic links are resolved first, and the
//! way without them is the one that is looked at and used.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::error::Error;

/// The role of a folder or a file for the code that is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A folder above the one that is meant.
    Above,
    /// The folder, or a file in it.
    Meant,
    /// Something in a folder that nobody else can enter.
    Inside,
}

/// Makes a folder, if need be, that only this user can change, and makes sure of it: of the folder and of those
/// above it. Returns its path without symbolic links, the one to go on with.
///
/// # Errors
/// If the folder cannot be made, or if another user can write to it, put another in its place or owns it.
pub fn private_directory(path: &Path) -> Result<PathBuf, Error> {
    let path = std::path::absolute(path).map_err(|error| Error::io("find", path, error))?;
    // Before anything is made where others could have led us.
    if let Some(existing) = path.ancestors().skip(1).find(|folder| folder.is_dir()) {
        check_way(&resolved(existing)?, Role::Above)?;
    }
    create(DirBuilder::new().recursive(true), &path)
        .map_err(|error| Error::io("create", &path, error))?;
    let path = resolved(&path)?;
    check_way(&path, Role::Meant)?;
    Ok(path)
}

/// Like [`private_directory`]; others cannot even enter the folder from now on. If they could until now, nothing in it
/// may be such that they could have changed it.
///
/// # Errors
/// As there; if others could change something in the folder.
pub fn closed_directory(path: &Path) -> Result<PathBuf, Error> {
    let path = private_directory(path)?;
    if !is_closed(&look(&path)?) {
        check_contents(&path, Role::Meant)?;
        close_folder(&path).map_err(|error| Error::io("close", &path, error))?;
    }
    Ok(path)
}

/// Makes sure that everything below a folder was put there by this user or by root: it may have been open once. Nobody
/// else can enter it now ([`closed_directory`]).
///
/// # Errors
/// If something there is another user's, or a symbolic link.
pub fn check_owners(folder: &Path) -> Result<(), Error> {
    check_contents(folder, Role::Inside)
}

fn check_contents(folder: &Path, role: Role) -> Result<(), Error> {
    let entries = fs::read_dir(folder).map_err(|error| Error::io("read", folder, error))?;
    for entry in entries {
        let path = entry.map_err(|error| Error::io("read", folder, error))?.path();
        let metadata = match look(&path) {
            Ok(metadata) => metadata,
            // Another process of this user's has removed it.
            Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        if metadata.is_symlink() {
            return Err(untrusted(&path, "is a symbolic link".to_string()));
        }
        check(&path, &metadata, role)?;
        if metadata.is_dir() {
            check_contents(&path, role)?;
        }
    }
    Ok(())
}

/// Makes sure that nobody else can change a file, or put another in its place; its path has no symbolic links.
#[cfg(feature = "cuda")]
pub(crate) fn check_file(path: &Path) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        check_way(folder, Role::Above)?;
    }
    check(path, &look(path)?, Role::Meant)
}

/// Reads a file of at most `limit` bytes that nobody else can change; `None` if it is longer. The file is opened
/// once, and what was opened is what is checked and read.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, Error> {
    let failed = |error| Error::io("read", path, error);
    let file = open(path).map_err(failed)?;
    check(path, &file.metadata().map_err(failed)?, Role::Meant)?;
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Opens an ordinary file to be read: no symbolic link, and nothing that would wait for a writer.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let unusual = || io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file");
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(unusual());
    }
    let file = without_detours(OpenOptions::new().read(true)).open(path)?;
    // Another thing may be there by now.
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(unusual()),
    }
}

fn resolved(path: &Path) -> Result<PathBuf, Error> {
    fs::canonicalize(path).map_err(|error| Error::io("find", path, error))
}

fn look(path: &Path) -> Result<Metadata, Error> {
    fs::symlink_metadata(path).map_err(|error| Error::io("read", path, error))
}

/// Checks a folder, whose path has no symbolic links, and all above it.
fn check_way(path: &Path, last: Role) -> Result<(), Error> {
    let mut folders: Vec<&Path> = path.ancestors().collect();
    folders.reverse();
    for folder in folders {
        let metadata = look(folder)?;
        if !metadata.is_dir() {
            return Err(untrusted(folder, "was a folder and is none any more".to_string()));
        }
        check(folder, &metadata, if folder == path { last } else { Role::Above })?;
    }
    Ok(())
}

fn untrusted(path: &Path, reason: String) -> Error {
    Error::Untrusted { path: path.to_path_buf(), reason }
}

#[cfg(unix)]
use unix::{check, close_folder, create, is_closed, without_detours};
#[cfg(unix)]
pub(crate) use unix::{close_file, with_mode};

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};

    use super::*;

    /// In a folder with this bit, names can be changed by their owners only, and by the folder's.
    const STICKY: u32 = 0o1000;
    const GROUP_WRITES: u32 = 0o020;
    const ALL_WRITE: u32 = 0o002;

    /// Whom code is taken from.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Trusted {
        /// Who runs this program.
        pub(super) user: u32,
        /// Who owns the root of the file system: root, but where the numbers of users are mapped (containers without
        /// privileges), in which root has a number that says nothing. The program itself is in that one's hands.
        pub(super) machine: u32,
    }

    impl Trusted {
        fn here() -> Trusted {
            // SAFETY: the call has no preconditions and always succeeds.
            let user = unsafe { libc::geteuid() };
            let machine = fs::metadata("/").map_or(0, |root| root.uid());
            Trusted { user, machine }
        }

        /// Why a file or folder of this owner and mode is not to be trusted.
        pub(super) fn objection(self, owner: u32, mode: u32, role: Role) -> Option<String> {
            let is_own = owner == self.user || owner == 0;
            let mode = mode & 0o7777;
            let is_machine = role == Role::Above && owner == self.machine;
            if !is_own && !is_machine {
                return Some(format!(
                    "belongs to user {owner} (mode {mode:04o}), not to user {}, who runs this, or to root",
                    self.user
                ));
            }
            if role == Role::Inside || role == Role::Above && mode & STICKY != 0 {
                return None;
            }
            let who = match mode & (ALL_WRITE | GROUP_WRITES) {
                0 => return None,
                GROUP_WRITES => "the members of its group",
                _ => "all users",
            };
            Some(format!("can be changed by {who} (user {owner}, mode {mode:04o})"))
        }
    }

    pub(super) fn check(path: &Path, metadata: &Metadata, role: Role) -> Result<(), Error> {
        match Trusted::here().objection(metadata.uid(), metadata.mode(), role) {
            None => Ok(()),
            Some(reason) => Err(untrusted(path, reason)),
        }
    }

    /// Creates a folder to which others get no rights, whatever the umask is.
    pub(super) fn create(builder: &mut DirBuilder, path: &Path) -> io::Result<()> {
        builder.mode(0o700).create(path)
    }

    /// Whether nobody else can enter a folder.
    pub(super) fn is_closed(folder: &Metadata) -> bool {
        folder.mode() & 0o077 == 0
    }

    pub(super) fn close_folder(path: &Path) -> io::Result<()> {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))
    }

    /// Gives what will be made these rights, less those that the umask takes away.
    pub(crate) fn with_mode<'a, 'b, 'c>(
        builder: &'a mut Builder<'b, 'c>,
        mode: u32,
    ) -> &'a mut Builder<'b, 'c> {
        builder.permissions(fs::Permissions::from_mode(mode))
    }

    /// Removes all rights of others to a file, whatever the umask is.
    pub(crate) fn close_file(file: &File) -> io::Result<()> {
        file.set_permissions(fs::Permissions::from_mode(0o600))
    }

    pub(super) fn without_detours(options: &mut OpenOptions) -> &mut OpenOptions {
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
    }
}

#[cfg(not(unix))]
mod others {
    use super::*;

    /// Rights are those of the folder above, which is the user's own.
    pub(super) fn check(_: &Path, _: &Metadata, _: Role) -> Result<(), Error> {
        Ok(())
    }

    pub(super) fn create(builder: &mut DirBuilder, path: &Path) -> io::Result<()> {
        builder.create(path)
    }

    pub(super) fn is_closed(_: &Metadata) -> bool {
        true
    }

    pub(super) fn close_folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn with_mode<'a, 'b, 'c>(
        builder: &'a mut Builder<'b, 'c>,
        _: u32,
    ) -> &'a mut Builder<'b, 'c> {
        builder
    }

    pub(crate) fn close_file(_: &File) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn without_detours(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }
}
#[cfg(not(unix))]
use others::{check, close_folder, create, is_closed, without_detours};
#[cfg(not(unix))]
pub(crate) use others::{close_file, with_mode};

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::unix::Trusted;
    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("chmod");
    }

    /// A folder with this mode, whatever the umask.
    fn make(path: &Path, mode: u32) {
        fs::create_dir(path).expect("a folder");
        set_mode(path, mode);
    }

    #[test]
    fn owners_and_modes_decide() {
        let trusted = Trusted { user: 1000, machine: 65534 };
        let both = [Role::Above, Role::Meant];
        for (owner, mode, roles) in [
            (1000, 0o40700, &both[..]),
            (1000, 0o40755, &both),
            (0, 0o40755, &both),
            (0, 0o41777, &both[..1]),
            (1000, 0o41770, &both[..1]),
            (65534, 0o40755, &both[..1]),
            (65534, 0o40775, &[]),
            (1001, 0o40700, &[]),
            (1001, 0o41777, &[]),
            (1000, 0o40775, &[]),
            (0, 0o40757, &[]),
            (0, 0o100664, &[]),
        ] {
            assert_eq!(trusted.objection(owner, mode, Role::Inside).is_none(), owner <= 1000);
            for role in both {
                let objection = trusted.objection(owner, mode, role);
                let wanted = roles.contains(&role);
                assert_eq!(objection.is_none(), wanted, "{owner} {mode:o} {role:?}: {objection:?}");
            }
        }
        let says = trusted.objection(1001, 0o40755, Role::Meant).expect("refused");
        assert!(says.contains("user 1001 (mode 0755)") && says.contains("user 1000"), "{says}");
    }

    #[test]
    fn folders_are_made_for_their_user_alone() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let made = private_directory(&directory.path().join("a/b")).expect("private");
        for folder in [made.as_path(), made.parent().expect("a")] {
            let mode = fs::metadata(folder).expect("metadata").permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
        }
        assert_eq!(private_directory(&made).expect("again"), made);
    }

    #[test]
    fn what_others_can_change_is_refused_and_nothing_is_made_there() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let (open, inner) = (directory.path().join("open"), directory.path().join("open/inner"));
        make(&open, 0o755);
        for mode in [0o775, 0o757, 0o777] {
            set_mode(&open, mode);
            for path in [&open, &inner, &inner.join("deeper")] {
                let error = private_directory(path).expect_err("refused");
                let text = error.to_string();
                assert!(matches!(error, Error::Untrusted { .. }), "{text}");
                let named = format!("{}", open.display());
                assert!(
                    text.contains(&named) && text.contains(&format!("mode 0{mode:o}")),
                    "{text}"
                );
            }
            assert!(!inner.exists());
        }
        // In a folder as /tmp is, owners keep what is theirs; but such a folder is no cache.
        set_mode(&open, 0o1777);
        assert!(private_directory(&open).is_err());
        private_directory(&inner).expect("as below /tmp");
    }

    #[test]
    fn symbolic_links_are_resolved_before_the_check() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let (open, safe) = (directory.path().join("open"), directory.path().join("safe"));
        make(&open, 0o777);
        make(&open.join("inner"), 0o755);
        make(&safe, 0o755);
        let link = directory.path().join("link");
        symlink(open.join("inner"), &link).expect("a link");
        assert!(private_directory(&link).is_err(), "it leads below a folder that all can write to");
        // The other way round the link itself is in their hands, but it is not used any more.
        symlink(&safe, open.join("link")).expect("a link");
        let found = private_directory(&open.join("link"));
        assert!(found.is_err(), "the way to it leads through what all can write to: {found:?}");
        fs::remove_file(&link).expect("removed");
        symlink(&safe, &link).expect("a link");
        let found = private_directory(&link).expect("private");
        assert_eq!(found, fs::canonicalize(&safe).expect("resolved"));
    }

    #[test]
    fn contents_are_looked_through() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let (folder, file) = (directory.path().join("units"), directory.path().join("units/one"));
        make(&folder, 0o755);
        fs::write(&file, "1").expect("a file");
        set_mode(&file, 0o644);
        let top = directory.path();
        let is_closed = || fs::metadata(top).expect("metadata").permissions().mode() & 0o77 == 0;
        for (path, mode) in [(&folder, 0o775), (&file, 0o666)] {
            let before = fs::metadata(path).expect("metadata").permissions();
            set_mode(path, mode);
            set_mode(top, 0o755);
            let text = closed_directory(top).expect_err("refused").to_string();
            assert!(text.contains(&path.display().to_string()), "{text}");
            assert!(!is_closed(), "it would pass the next time");
            // Behind a closed door, modes do not matter.
            set_mode(top, 0o700);
            closed_directory(top).expect("closed");
            check_owners(top).expect("own");
            fs::set_permissions(path, before).expect("chmod");
        }
        set_mode(top, 0o755);
        closed_directory(top).expect("nothing to object to");
        assert!(is_closed());
        symlink("/etc", folder.join("etc")).expect("a link");
        let text = check_owners(top).expect_err("refused").to_string();
        assert!(text.contains("is a symbolic link"), "{text}");
    }
}
