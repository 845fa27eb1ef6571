//! A second user attacks the kernel cache: files are planted by a process of that user's, and the program runs as its
//! victim. Only root can start processes of others; without root the tests say that they are skipped.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tmd_codegen::campaign::{kept, record};
use tmd_codegen::plan;
use tmd_codegen::request::Request;

/// Users whom nobody else is, and a group that both are in.
const VICTIM: u32 = 61_001;
const ATTACKER: u32 = 61_002;
const GROUP: u32 = 61_000;

/// A search with one kernel.
const REQUEST: [&str; 11] = [
    "search",
    "exp",
    "--range",
    "1,0x1.0004p0",
    "--input-precision",
    "40",
    "--precision",
    "40",
    "--bits",
    "20",
    "--simd=portable",
];

/// What the victim loads in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// Nothing: the program refuses the folder and names it.
    Refusal,
    /// Its own kernel.
    OwnKernel,
}

/// Where it happens: the program, a compiler that the victim can run, and what the attacker plants.
struct Scene {
    folder: TempDir,
    /// The name of the kernel's entry.
    key: String,
    /// The file of the attacker's library in a cache.
    planted: String,
}

fn is_root() -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let owner = fs::metadata(folder.path()).expect("metadata").uid();
    if owner != 0 {
        println!("skipped: user {owner} is not root and cannot start processes of others");
    }
    owner == 0
}

fn make(path: &Path, owner: u32, mode: u32) {
    fs::create_dir(path).expect("a folder");
    give(path, owner, mode);
}

fn give(path: &Path, owner: u32, mode: u32) {
    chown(path, Some(owner), Some(GROUP)).expect("chown");
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("chmod");
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("chmod");
}

/// A command of a user's.
fn command(user: u32, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).uid(user).gid(GROUP).current_dir("/");
    command
}

/// Whether the attacker's command succeeds.
fn attack(program: &str, arguments: &[&Path]) -> bool {
    let arguments: Vec<&str> = arguments.iter().map(|path| path.to_str().expect("text")).collect();
    let output = command(ATTACKER, program, &arguments).output().expect("it runs");
    output.status.success()
}

impl Scene {
    fn new() -> Scene {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("chmod");
        // By a process of its own: what this one has open for writing, a child that another test forks in the meantime has, too,
        // and a program that somebody may write to does not run.
        let mut copy = Command::new("cp");
        copy.arg(env!("CARGO_BIN_EXE_tmd-codegen")).arg(at("program"));
        assert!(copy.status().expect("cp").success(), "the program");

        // The kernel, compiled once by root: the compiler may lie where nobody else can start it.
        let rustc = std::env::var("TMD_RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let compiled = at("compiled");
        let output = Command::new(at("program"))
            .args(REQUEST)
            .env("TMD_CACHE_DIR", &compiled)
            .env("TMD_RUSTC", &rustc)
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut names: Vec<String> = fs::read_dir(&compiled)
            .expect("the cache")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect();
        names.sort();
        let [library, sum] = &names[..] else { panic!("one entry: {names:?}") };
        let key = sum.strip_suffix(".sum").expect("a sum").to_owned();
        fs::copy(compiled.join(library), at("own.so")).expect("a copy");
        let version = Command::new(&rustc).arg("-vV").current_dir("/").output().expect("rustc");
        fs::write(at("version"), version.stdout).expect("written");

        // The attacker's library says that it was loaded.
        make(&at("marks"), VICTIM, 0o755);
        let source = format!(
            "#[used]\n#[unsafe(link_section = \".init_array\")]\nstatic LOADED: extern \"C\" fn() = loaded;\n\
             extern \"C\" fn loaded() {{\n    let _ = std::fs::write({:?}, \"\");\n}}\n",
            at("marks/loaded")
        );
        write(&at("foreign.rs"), &source);
        let built = Command::new(&rustc)
            .args(["--edition=2024", "--crate-type=cdylib", "-o"])
            .args([at("foreign.so"), at("foreign.rs")])
            .output()
            .expect("rustc");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let sum = tmd_runtime::sha256_hex(&fs::read(at("foreign.so")).expect("the library"));
        write(&at("foreign.sum"), &sum);
        for name in ["program", "own.so", "version", "foreign.so"] {
            fs::set_permissions(at(name), fs::Permissions::from_mode(0o755)).expect("chmod");
        }
        let planted = format!("{key}-{}.so", &sum[..16]);
        let scene = Scene { folder, key, planted };
        scene.write_compilers();
        scene
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compilers that give out the kernel that was compiled before: one that does it at once, one that is slow and
    /// waits for the attacker, one that is chosen as rustup does it, and one that is killed together with the program.
    fn write_compilers(&self) {
        let folder = self.folder.path().display();
        let answer = format!(
            "[ \"$1\" = -vV ] && exec cat {folder}/version\n\
             while [ \"$1\" != -o ]; do shift; done\ncp {folder}/own.so \"$2\"\n"
        );
        write(&self.at("compiler"), &format!("#!/bin/sh\n{answer}"));
        let wait = format!(
            ": > {folder}/marks/started\nwhile [ ! -e {folder}/swapped ]; do sleep 0.02; done\n"
        );
        write(&self.at("slow"), &format!("#!/bin/sh\n{wait}{answer}"));
        let choose = format!(
            "here=$(pwd)\nwhile :; do\n  [ -e \"$here/rust-toolchain.toml\" ] && : > {folder}/marks/loaded\n  \
             [ \"$here\" = / ] && break\n  here=$(dirname \"$here\")\ndone\n"
        );
        write(&self.at("chosen"), &format!("#!/bin/sh\n{choose}{answer}"));
        let version = format!("[ \"$1\" = -vV ] && exec cat {folder}/version\n");
        write(&self.at("killed"), &format!("#!/bin/sh\n{version}kill -KILL $PPID\n"));
    }

    /// The victim's search, with a umask, a compiler and a cache.
    fn search(&self, umask: &str, compiler: &str, cache: &Path) -> Child {
        let line = format!("umask {umask}; exec \"$@\"");
        let program = self.at("program");
        let mut arguments = vec!["-c", &line, "sh", program.to_str().expect("text")];
        arguments.extend(REQUEST);
        command(VICTIM, "/bin/sh", &arguments)
            .env("TMD_CACHE_DIR", cache)
            .env("TMD_RUSTC", self.at(compiler))
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// The attacker puts the library into a cache; whether the system let that happen.
    fn plant(&self, cache: &Path) -> bool {
        attack("cp", &[&self.at("foreign.so"), &cache.join(&self.planted)])
            && attack("cp", &[&self.at("foreign.sum"), &cache.join(format!("{}.sum", self.key))])
    }

    /// What came of the victim's search.
    fn check(&self, what: &str, child: Child, named: &Path, expected: Expected) {
        let Output { status, stderr, .. } = child.wait_with_output().expect("the program ends");
        let says = String::from_utf8_lossy(&stderr);
        assert!(!self.at("marks/loaded").exists(), "{what}: foreign code ran\n{says}");
        match expected {
            Expected::OwnKernel => assert_eq!(status.code(), Some(0), "{what}\n{says}"),
            Expected::Refusal => {
                assert_eq!(status.code(), Some(2), "{what}\n{says}");
                let joined: String = says.split(['\n', ' ', '│']).collect();
                let named: String = named.display().to_string();
                for part in [named.as_str(), "mode0", "TMD_CACHE_DIR", "chmodgo-w"] {
                    assert!(joined.contains(part), "{what}: no {part:?} in\n{says}");
                }
            }
        }
        println!("{what}: {expected:?}");
    }

    /// Runs the search with the slow compiler; the attacker acts after the folder was looked at and before it is used.
    fn check_with_a_swap(&self, what: &str, cache: &Path, named: &Path, swap: impl FnOnce()) {
        let mut child = self.search("022", "slow", cache);
        let start = Instant::now();
        while !self.at("marks/started").exists() && child.try_wait().expect("a child").is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "{what}: it hangs");
            thread::sleep(Duration::from_millis(10));
        }
        swap();
        fs::write(self.at("swapped"), "").expect("written");
        self.check(what, child, named, Expected::Refusal);
        for name in ["marks/started", "swapped"] {
            let _ = fs::remove_file(self.at(name)); // not there if it was refused before
        }
    }
}

#[test]
fn a_second_user_runs_no_code() {
    if !is_root() {
        return;
    }
    let scene = Scene::new();
    let at = |name: &str| scene.at(name);

    // The library does what it is made for.
    make(&at("control"), VICTIM, 0o777);
    assert!(scene.plant(&at("control")));
    let load = format!("import ctypes; ctypes.CDLL({:?})", at("control").join(&scene.planted));
    match command(VICTIM, "python3", &["-c", &load]).status() {
        Ok(status) => assert!(status.success() && at("marks/loaded").exists(), "the control"),
        Err(error) => println!("the foreign library was not tried out by itself: {error}"),
    }
    let _ = fs::remove_file(at("marks/loaded")); // not there without the control

    // A umask that leaves everything to the group.
    make(&at("home"), VICTIM, 0o755);
    let cache = at("home/.cache/tmd-codegen");
    let search = scene.search("002", "compiler", &cache);
    scene.check("umask 002, a new cache", search, &cache, Expected::OwnKernel);
    for entry in fs::read_dir(&cache).expect("the cache").flatten() {
        let mode = entry.metadata().expect("metadata").mode();
        assert_eq!(mode & 0o777, 0o600, "{}", entry.path().display());
    }
    assert_eq!(fs::metadata(&cache).expect("metadata").mode() & 0o777, 0o700);
    assert!(!scene.plant(&cache), "umask 002: the attacker can write to the cache");
    let search = scene.search("002", "compiler", &cache);
    scene.check("umask 002, the cache again", search, &cache, Expected::OwnKernel);

    // A cache that was made under such a umask, and one of the attacker's own.
    for (name, owner, mode) in
        [("group", VICTIM, 0o775), ("all", VICTIM, 0o777), ("foreign", ATTACKER, 0o755)]
    {
        make(&at(name), owner, mode);
        assert!(scene.plant(&at(name)), "{name}");
        let search = scene.search("022", "compiler", &at(name));
        scene.check(&format!("cache {name}"), search, &at(name), Expected::Refusal);
    }

    // Folders above in which the attacker can rename.
    for (name, owner, mode) in [("parent", ATTACKER, 0o755), ("shared", VICTIM, 0o775)] {
        let (parent, cache) = (at(name), at(name).join("cache"));
        make(&parent, owner, mode);
        make(&cache, VICTIM, 0o700);
        scene.check_with_a_swap(&format!("folder {name} above the cache"), &cache, &parent, || {
            assert!(attack("mv", &[&cache, &parent.join("away")]));
            assert!(attack("mkdir", &[&cache]) && scene.plant(&cache), "{name}");
        });
        // Further above.
        let (middle, cache) = (parent.join("middle"), parent.join("middle/cache"));
        make(&middle, VICTIM, 0o755);
        make(&cache, VICTIM, 0o700);
        scene.check_with_a_swap(&format!("folder {name} far above"), &cache, &parent, || {
            assert!(attack("mv", &[&middle, &parent.join("gone")]));
            assert!(attack("mkdir", &[&middle]) && attack("mkdir", &[&cache]));
            assert!(scene.plant(&cache), "{name}");
        });
    }

    // A symbolic link that leads elsewhere when it was looked at.
    make(&at("links"), ATTACKER, 0o755);
    make(&at("good"), VICTIM, 0o700);
    make(&at("bad"), ATTACKER, 0o755);
    assert!(scene.plant(&at("bad")));
    let link = at("links/cache");
    symlink(at("good"), &link).expect("a link");
    scene.check_with_a_swap("a swapped symbolic link", &link, &at("links"), || {
        assert!(attack("ln", &[Path::new("-sfn"), &at("bad"), &link]));
    });

    // The cache is closed now, but was not when the entry was planted, or changed in its place.
    for (name, owner, mode) in [("planted", ATTACKER, 0o644), ("changed", VICTIM, 0o664)] {
        let cache = at(name);
        make(&cache, VICTIM, 0o777);
        assert!(scene.plant(&cache));
        give(&cache, VICTIM, 0o755);
        let sum = cache.join(format!("{}.sum", scene.key));
        for file in [&sum, &cache.join(&scene.planted)] {
            give(file, owner, mode);
        }
        let search = scene.search("022", "compiler", &cache);
        scene.check(&format!("an entry that was {name}"), search, &cache, Expected::OwnKernel);
        let metadata = fs::metadata(&sum).expect("metadata");
        assert_eq!((metadata.uid(), metadata.mode() & 0o777), (VICTIM, 0o600), "{name}");
    }

    // A cache below a folder like /tmp, in which rustup finds a toolchain of the attacker's.
    make(&at("tmp"), 0, 0o1777);
    assert!(attack("cp", &[&at("version"), &at("tmp/rust-toolchain.toml")]));
    let cache = at("tmp/cache");
    let search = scene.search("022", "chosen", &cache);
    scene.check("a toolchain beside the cache", search, &cache, Expected::OwnKernel);
}

/// What a killed build leaves goes with the next one.
#[test]
fn what_a_killed_build_leaves_is_removed() {
    if !is_root() {
        return;
    }
    let scene = Scene::new();
    let cache = scene.at("cache");
    make(&cache, VICTIM, 0o700);
    let builds = || -> Vec<PathBuf> {
        let entries =
            fs::read_dir(&cache).expect("the cache").map(|entry| entry.expect("one").path());
        entries.filter(|path| path.is_dir()).collect()
    };
    let killed = scene.search("022", "killed", &cache).wait_with_output().expect("it ends");
    assert_eq!(killed.status.code(), None, "{}", String::from_utf8_lossy(&killed.stderr));
    let [left] = &builds()[..] else { panic!("one folder: {:?}", builds()) };
    let hour_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    fs::File::open(left).and_then(|folder| folder.set_modified(hour_ago)).expect("its time");
    let search = scene.search("022", "compiler", &cache);
    scene.check("after a killed build", search, &cache, Expected::OwnKernel);
    assert_eq!(builds(), Vec::<PathBuf>::new());
}

/// Units that another user has put into the campaign of a long search are not believed.
#[test]
fn a_second_user_adds_no_results() {
    if !is_root() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let request = Request { precision: 24.into(), ..Request::in_range("exp", "1,0x1.1p0") };
    let plan = plan::make(&request).expect("a plan");
    let open = || kept::open_own(&cache, &request, &plan).map(|campaign| campaign.dir);
    let dir = open().expect("begun");
    assert_eq!(open(), Ok(dir.clone()), "found again");
    let unit = record::path(&dir, 0);
    let units = unit.parent().expect("a folder").to_owned();
    fs::create_dir_all(&units).expect("a folder");
    fs::write(&unit, "{}\n").expect("a unit");
    open().expect("own");
    let refused = |path: &Path| {
        let diag = open().expect_err("refused");
        assert!(diag.message.contains(&path.display().to_string()), "{diag}");
        println!("{diag}");
    };
    chown(&unit, Some(ATTACKER), None).expect("chown");
    refused(&unit);
    chown(&unit, Some(0), None).expect("chown");
    chown(&units, Some(ATTACKER), None).expect("chown");
    refused(&units);
    chown(&units, Some(0), None).expect("chown");
    symlink("/etc/passwd", units.join("0000001.json")).expect("a link");
    refused(&units.join("0000001.json"));
    fs::remove_file(units.join("0000001.json")).expect("removed");
    open().expect("own again");
    // Open to others until now: what they could have changed is refused, and stays so.
    let campaigns = dir.parent().expect("a folder");
    give(campaigns, 0, 0o755);
    fs::set_permissions(&unit, fs::Permissions::from_mode(0o666)).expect("chmod");
    for _ in 0..2 {
        refused(&unit);
    }
    give(campaigns, 0, 0o775);
    refused(campaigns);
}
