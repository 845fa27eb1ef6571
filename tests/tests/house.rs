//! The house stands as its plan says: each crate knows only those above it in the table of `docs/code.md`, and the rooms of
//! a crate form no cycle. Both are read from the manifests and the sources. Users build no more than what they use.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use syn::visit::{self, Visit};
use tmd_codegen::target_names::INTERPRETER;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders of the crates in the order of the table, and which rooms it says that they have.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = read(&root().join("docs/code.md"));
    let (_, table) = text.split_once("| crate | rooms |").expect("the table of crates");
    let (table, _) = table.split_once("\n\n").expect("an end");
    let names = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let mut crates = vec![];
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').collect();
        let rooms: BTreeSet<String> = names(cells[2]).into_iter().collect();
        for folder in names(cells[1]) {
            match folder.strip_suffix("/*") {
                None => crates.push((folder, rooms.clone())),
                Some(parent) => {
                    let members = fs::read_dir(root().join(parent)).expect("a folder");
                    let members = members.map(|entry| entry.expect("an entry"));
                    // Programs of other languages are no crates.
                    let members = members.filter(|entry| entry.path().join("Cargo.toml").exists());
                    let members = members.map(|entry| entry.file_name());
                    crates.extend(members.map(|name| {
                        (format!("{parent}/{}", name.to_string_lossy()), BTreeSet::new())
                    }));
                }
            }
        }
    }
    crates
}

/// A crate's name, and the names of what its program or library is built from.
fn manifest(folder: &str) -> (String, Vec<String>) {
    let path = root().join(folder).join("Cargo.toml");
    let manifest: toml::Table = read(&path).parse().expect("a manifest");
    let name = manifest["package"]["name"].as_str().expect("a name").to_owned();
    let mut needs = vec![];
    for kind in ["dependencies", "build-dependencies"] {
        let table = manifest.get(kind).and_then(toml::Value::as_table);
        needs.extend(table.into_iter().flat_map(|table| table.keys().cloned()));
    }
    (name, needs)
}

#[test]
fn crates_know_only_those_above_them() {
    let mut above: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let all: BTreeSet<String> = table().iter().map(|(folder, _)| manifest(folder).0).collect();
    let mut arrows = 0;
    for (folder, _) in table() {
        let (name, needs) = manifest(&folder);
        // Everything that it stands on, however far down.
        let mut under: BTreeSet<String> = BTreeSet::new();
        for need in needs {
            if !all.contains(&need) {
                under.insert(need);
                continue;
            }
            let further = above.get(&need).unwrap_or_else(|| {
                panic!("{name} depends on {need}, which does not stand above it in docs/code.md")
            });
            under.extend(further.iter().cloned());
            under.insert(need);
            arrows += 1;
        }
        above.insert(name, under);
    }
    println!("{} crates, {arrows} arrows", above.len());
    let folders = fs::read_dir(root().join("crates")).expect("crates").count();
    assert!(above.len() >= folders + 5, "the table leaves out crates");

    let stands_on = |name: &str, what: &str| above[name].contains(what);
    for what in ["tmd-kernel", "tmd-runtime", "tmd-search", "tmd-campaign", "tmd-templates"] {
        assert!(!stands_on("tmd-certificate", what), "certificates are checked with {what}");
    }
    for name in ["tmd-kernel", "tmd-runtime", "tmd-stochastic", "tmd-number"] {
        assert!(!stands_on(name, "rug") && !stands_on(name, "gmp-mpfr-sys"), "{name} needs GMP");
    }
    assert!(stands_on("tmd-functions", "rug"), "the manifests are read");
}

/// The crates that a package is built from by itself, with the versions, for the program and for the build script.
fn tree(package: &str, more: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["tree", "--locked", "--offline", "-p", package]).args(more);
    let output = command.args(["-e", "normal,build", "--prefix", "none"]).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let versions = text.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
    versions.filter(|version| !version.is_empty()).collect()
}

fn names(crates: &BTreeSet<String>) -> BTreeSet<&str> {
    crates.iter().filter_map(|version| version.split(' ').next()).collect()
}

/// What only the command line is for.
const CLI_ALONE: [&str; 16] = [
    "clap",
    "clap_complete",
    "clap_mangen",
    "csv",
    "ctrlc",
    "iced-x86",
    "indicatif",
    "jiff",
    "miette",
    "similar",
    "tmd-approx",
    "tmd-campaign",
    "tmd-generated",
    "tmd-pairs",
    "tmd-phases",
    "tmd-stochastic",
];

/// More than this would be a new library with a library of its own, or a feature that somebody has left on.
const MOST_CRATES: usize = 95;

#[test]
fn build_scripts_and_macros_need_no_command_line() {
    let program = tree("tmd-codegen", &[]);
    for name in CLI_ALONE {
        assert!(names(&program).contains(name), "the program does not need {name}");
    }
    let library = ["--no-default-features"];
    for (package, more) in
        [("example-rust-search", &[][..]), ("tmd-macros", &[]), ("tmd-codegen", &library)]
    {
        let crates = tree(package, more);
        let there = names(&crates);
        println!("{package}: {} crates; the program: {}", crates.len(), program.len());
        assert!(there.contains("tmd-search") && there.contains("rug"), "{package}: {there:?}");
        for name in CLI_ALONE {
            assert!(!there.contains(name), "{package} is built with {name}");
        }
        assert!(crates.len() <= MOST_CRATES, "{package}: {crates:?}");
    }
}

/// The names of the generator's library that are documented: what others may rely on.
fn documented(library: &syn::File) -> BTreeSet<String> {
    fn last(tree: &syn::UseTree, names: &mut BTreeSet<String>) {
        match tree {
            syn::UseTree::Path(path) => last(&path.tree, names),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| last(item, names)),
            syn::UseTree::Name(name) => drop(names.insert(name.ident.to_string())),
            syn::UseTree::Rename(name) => drop(names.insert(name.rename.to_string())),
            syn::UseTree::Glob(_) => panic!("a glob in the facade"),
        }
    }
    let is_hidden = |attribute: &syn::Attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|what| what == "hidden")
    };
    let mut names = BTreeSet::new();
    for item in &library.items {
        match item {
            syn::Item::Use(item) if !item.attrs.iter().any(is_hidden) => {
                last(&item.tree, &mut names)
            }
            syn::Item::Mod(item) if !item.attrs.iter().any(is_hidden) => {
                names.insert(item.ident.to_string());
            }
            syn::Item::Use(_) | syn::Item::Mod(_) => {}
            item => panic!("the facade has an item of its own: {item:?}"),
        }
    }
    names
}

#[test]
fn the_interface_is_small() {
    let library = read(&root().join("tmd-codegen/src/lib.rs"));
    let names = documented(&syn::parse_file(&library).expect("Rust"));
    let text = read(&root().join("docs/code.md"));
    let (_, text) = text.split_once("## What others may rely on\n").expect("the chapter");
    let (_, list) = text.split_once("- `tmd-codegen`:").expect("the names");
    let (list, _) = list.split_once("\n-").expect("an end");
    let said: BTreeSet<String> = list.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert_eq!(names, said, "the names in docs/code.md");
    println!("{} names: {names:?}", names.len());
    assert!((10..=15).contains(&names.len()));
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|what| what == "test")
    })
}

/// All Rust files below a folder, with the modules that they are.
fn files(folder: &Path, module: &[String], found: &mut Vec<(Vec<String>, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            if stem != "bin" {
                files(&path, &[module, &[stem]].concat(), found);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            match stem.as_str() {
                "mod" | "lib" | "main" => found.push((module.to_vec(), path)),
                _ => found.push(([module, &[stem]].concat(), path)),
            }
        }
    }
}

/// A room and those that its sources speak of.
type Rooms = BTreeMap<String, BTreeSet<String>>;

/// The rooms of a crate: what stands at its root.
fn rooms(folder: &str) -> Rooms {
    Files::new(folder).folders().remove(&[][..]).unwrap_or_default()
}

/// A way from a room back to itself, if there is one.
fn cycle(graph: &Rooms) -> Option<Vec<String>> {
    fn further(graph: &Rooms, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        let last = way[way.len() - 1].clone();
        for next in &graph[&last] {
            if let Some(start) = way.iter().position(|room| room == next) {
                way.drain(..start);
                way.push(next.clone());
                return true;
            }
            if !done.contains(next) {
                way.push(next.clone());
                if further(graph, way, done) {
                    return true;
                }
                way.pop();
            }
        }
        done.insert(last);
        false
    }
    let mut done = BTreeSet::new();
    for room in graph.keys() {
        let mut way = vec![room.clone()];
        if !done.contains(room) && further(graph, &mut way, &mut done) {
            return Some(way);
        }
    }
    None
}

#[test]
fn rooms_form_no_cycle() {
    let (mut count, mut arrows) = (0, 0);
    for (folder, said) in table() {
        if folder.starts_with("examples/") || folder == "tests" || folder == "generated" {
            continue;
        }
        let graph = rooms(&folder);
        count += graph.len();
        arrows += graph.values().map(BTreeSet::len).sum::<usize>();
        if let Some(way) = cycle(&graph) {
            panic!("in {folder} rooms form a cycle: {}", way.join(" -> "));
        }
        if folder.starts_with("crates/") {
            let there: BTreeSet<String> = graph.into_keys().collect();
            assert_eq!(said, there, "the rooms of {folder} in docs/code.md");
        }
    }
    println!("{count} rooms, {arrows} arrows");
    assert!(count > 60 && arrows > 60, "{count} rooms and {arrows} arrows are not the house");
}

#[test]
fn cycles_are_found() {
    let graph = |pairs: &[(&str, &[&str])]| -> Rooms {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        pairs.iter().map(|(room, others)| ((*room).to_owned(), names(others))).collect()
    };
    assert_eq!(cycle(&graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])), None);
    let found = cycle(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]));
    assert_eq!(found.expect("one").join(" "), "b c b");
}

/// The files of a crate, and which others each speaks of outside of its tests, by itself or by a name that a `mod.rs`
/// or `lib.rs` above hands on.
struct Files {
    /// The file of each module.
    of: BTreeMap<Vec<String>, PathBuf>,
    /// Names that a module hands on: the module that has them.
    handed_on: BTreeMap<Vec<String>, Vec<String>>,
}

impl Files {
    fn new(folder: &str) -> Files {
        let mut all = vec![];
        files(&root().join(folder).join("src"), &[], &mut all);
        let of: BTreeMap<Vec<String>, PathBuf> = all.into_iter().collect();
        let mut found = Files { of, handed_on: BTreeMap::new() };
        for (module, path) in found.of.clone() {
            let file = syn::parse_file(&read(&path)).expect("Rust");
            for item in &file.items {
                let syn::Item::Use(item) = item else { continue };
                let mut names = vec![];
                leaves(&[], &item.tree, &mut names);
                for (path, name) in names {
                    let (target, _) = found.resolve(&module, &path);
                    if target != module {
                        let name = [&module[..], &[name]].concat();
                        found.handed_on.insert(name, target);
                    }
                }
            }
        }
        found
    }

    /// The module that a path in a module leads to, as far as it is a file's, and whether it leads into this crate.
    fn resolve(&self, here: &[String], path: &[String]) -> (Vec<String>, bool) {
        let mut at = here.to_vec();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => (at, rest) = (vec![], &path[1..]),
            Some("self") => rest = &path[1..],
            Some("super") => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            // A module below.
            Some(name) if self.of.contains_key(&[here, &[name.to_owned()]].concat()) => {}
            _ => return (here.to_vec(), false),
        }
        for segment in rest {
            let next = [&at[..], std::slice::from_ref(segment)].concat();
            if self.of.contains_key(&next) {
                at = next;
            } else {
                if let Some(target) = self.handed_on.get(&next) {
                    at.clone_from(target);
                }
                break;
            }
        }
        (at, true)
    }

    /// For each folder, which of its files and folders speak of which others of them.
    fn folders(&self) -> BTreeMap<Vec<String>, Rooms> {
        let mut folders: BTreeMap<Vec<String>, Rooms> = BTreeMap::new();
        for (module, path) in &self.of {
            if module.is_empty() || module.iter().any(|p| p.ends_with("tests") || p == "testing") {
                continue;
            }
            for depth in 0..module.len() {
                let rooms = folders.entry(module[..depth].to_vec()).or_default();
                rooms.entry(module[depth].clone()).or_default();
            }
            let mut spoken = Paths { here: module.clone(), found: vec![] };
            spoken.visit_file(&syn::parse_file(&read(path)).expect("Rust"));
            for (here, path) in spoken.found {
                // Modules in a file are the file's.
                let mut here = here;
                while !self.of.contains_key(&here) {
                    here.pop();
                }
                let (target, is_inside) = self.resolve(&here, &path);
                let common = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                // A folder's own file and what is in the folder belong together.
                if is_inside && common < module.len() && common < target.len() {
                    let rooms = folders.entry(module[..common].to_vec()).or_default();
                    rooms.entry(target[common].clone()).or_default();
                    rooms.entry(module[common].clone()).or_default().insert(target[common].clone());
                }
            }
        }
        folders
    }
}

/// The paths and names that a `use` brings in.
fn leaves(before: &[String], tree: &syn::UseTree, found: &mut Vec<(Vec<String>, String)>) {
    let joined = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        syn::UseTree::Path(path) => leaves(&joined(&path.ident), &path.tree, found),
        syn::UseTree::Group(group) => {
            group.items.iter().for_each(|item| leaves(before, item, found));
        }
        syn::UseTree::Name(name) => found.push((joined(&name.ident), name.ident.to_string())),
        syn::UseTree::Rename(name) => found.push((joined(&name.ident), name.rename.to_string())),
        syn::UseTree::Glob(_) => {}
    }
}

/// All paths of a file outside of its tests, with the module that each stands in.
struct Paths {
    here: Vec<String>,
    found: Vec<(Vec<String>, Vec<String>)>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            self.here.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.here.pop();
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            let mut names = vec![];
            leaves(&[], &item.tree, &mut names);
            self.found.extend(names.into_iter().map(|(path, _)| (self.here.clone(), path)));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.found.push((self.here.clone(), segments));
        visit::visit_path(self, path);
    }
}

/// In no folder of a crate do files (folders) speak of each other in a circle.
#[test]
fn files_form_no_cycle() {
    let (mut files, mut arrows, mut found) = (0, 0, vec![]);
    for (folder, _) in table() {
        if folder.starts_with("examples/") || folder == "tests" || folder == "generated" {
            continue;
        }
        let all = Files::new(&folder);
        files += all.of.len();
        for (module, rooms) in all.folders() {
            arrows += rooms.values().map(BTreeSet::len).sum::<usize>();
            if let Some(way) = cycle(&rooms) {
                found.push(format!("{folder}, {}: {}", module.join("/"), way.join(" -> ")));
            }
        }
    }
    println!("{files} files, {arrows} arrows between neighbours");
    assert!(files > 300 && arrows > 400, "{files} {arrows}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A target's name stands once in the library: what means a target takes it from there.
#[test]
fn targets_are_named_in_one_place() {
    const HOME: &str = "crates/tmd-base/src/target.rs";
    let names = tmd_codegen::target::names().into_iter().chain([INTERPRETER]);
    // One letter means many things.
    let names: Vec<String> = names.filter(|name| name.len() > 1).map(quoted).collect();
    let home = fs::read_to_string(root().join(HOME)).expect("the names");
    assert!(names.iter().all(|name| home.matches(name).count() == 1), "{names:?}");
    let is_of_tests = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        stem == "testing" || stem.ends_with("tests")
    };
    let (mut looked_at, mut found) = (0, vec![]);
    for path in sources().into_iter().filter(|path| !is_of_tests(path) && !path.ends_with(HOME)) {
        let text = fs::read_to_string(&path).expect("a source");
        let library = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        // A feature may have the name of what it is for.
        let says = |line: &str| !line.trim_start().starts_with("//") && !line.contains("feature");
        let lines = (1..).zip(library.lines()).filter(|(_, line)| says(line));
        let named = lines.filter(|(_, line)| names.iter().any(|name| line.contains(name.as_str())));
        found.extend(named.map(|(number, line)| format!("{}:{number}: {line}", path.display())));
        looked_at += 1;
    }
    println!("{looked_at} sources");
    assert!(looked_at > 300, "{looked_at}");
    assert!(found.is_empty(), "use tmd_base::target:\n{}", found.join("\n"));
}

fn quoted(name: &str) -> String {
    format!("{name:?}")
}

/// The sources of the library and of the program.
fn sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("crates");
    let crates = crates.map(|entry| entry.expect("a crate").path());
    let others = ["tmd-codegen", "tmd-runtime", "tmd-macros"].map(|name| root().join(name));
    let folders = crates.chain(others).map(|folder| folder.join("src"));
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = vec![];
    folders.for_each(|folder| below(&folder, &mut found));
    found
}
