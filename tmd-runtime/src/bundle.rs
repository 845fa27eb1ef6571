//! A kernel bundle: sources with the manifest that describes them, in memory and on disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::deployment::{Deployment, DeviceKind};
use crate::driving;
use crate::error::Error;
use crate::files;
use crate::hash::{fields_hex, sha256_hex};
use crate::manifest::{MANIFEST_NAME, Manifest, ProgramManifest, check_file_name, wrong_schema};

/// Most bytes of one file (the manifest included).
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Most files of a bundle.
pub const MAX_FILES: usize = 1024;

/// The sources of a plan's kernels, with their manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelBundle {
    /// The manifest, which describes the bundle.
    pub manifest: Manifest,
    /// Relative file name (with `/`) to text.
    pub files: BTreeMap<String, String>,
}

impl KernelBundle {
    /// A bundle of these files; fills in the manifest's file hashes and interface and checks the whole.
    pub fn new(
        mut manifest: Manifest,
        files: BTreeMap<String, String>,
    ) -> Result<KernelBundle, Error> {
        manifest.files =
            files.iter().map(|(name, text)| (name.clone(), sha256_hex(text.as_bytes()))).collect();
        manifest.interface = driving::interface(&manifest);
        let bundle = KernelBundle { manifest, files };
        bundle.validate()?;
        Ok(bundle)
    }

    /// Checks the manifest, and the files against it.
    pub fn validate(&self) -> Result<(), Error> {
        check_manifest(&self.manifest)?;
        check_count(self.files.len())?;
        for (name, text) in &self.files {
            check_file_name(name)?;
            if text.len() as u64 > MAX_FILE_BYTES {
                return Err(too_long(name));
            }
            match self.manifest.files.get(name) {
                Some(hash) => check_hash(name, hash, text)?,
                None => {
                    return Err(Error::bundle(format!("the file {name:?} is not in the manifest")));
                }
            }
        }
        match self.manifest.files.keys().find(|name| !self.files.contains_key(*name)) {
            Some(name) => Err(Error::bundle(format!("the file {name:?} is missing"))),
            None => Ok(()),
        }
    }

    /// Checks that the bundle is sound and of this target; `device` is what runs it, for the message.
    pub(crate) fn check_target(&self, target: &str, device: &str) -> Result<(), Error> {
        self.validate()?;
        match self.manifest.target == target {
            true => Ok(()),
            false => Err(Error::unsupported(format!(
                "target {:?} on {device}, which runs {target}",
                self.manifest.target
            ))),
        }
    }

    /// The text of a program of this bundle; empty for any other.
    pub fn source(&self, program: &ProgramManifest) -> &str {
        self.files.get(&program.file).map(String::as_str).unwrap_or_default()
    }

    /// The program for a kind of device and a deployment.
    pub fn program(
        &self,
        kind: DeviceKind,
        deployment: Deployment,
    ) -> Result<&ProgramManifest, Error> {
        let wanted =
            |program: &&ProgramManifest| program.device == kind && program.deployment == deployment;
        self.manifest.programs.iter().find(wanted).ok_or_else(|| {
            let name = &self.manifest.name;
            Error::unsupported(format!(
                "the bundle {name} has no {deployment} program for a {kind}"
            ))
        })
    }

    /// SHA-256, in hexadecimal, of the files' names and texts: the identity of the code.
    pub fn content_hash(&self) -> String {
        fields_hex(self.files.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]))
    }

    /// The manifest as it is written to its file.
    pub fn manifest_text(&self) -> Result<String, Error> {
        let mut text = serde_json::to_string_pretty(&self.manifest)
            .map_err(|error| Error::bundle(format!("the manifest cannot be written: {error}")))?;
        text.push('\n');
        Ok(text)
    }

    /// Writes the files and the manifest (last) into `directory`, each whole or not at all and only
    /// if it differs from what is there. Returns the paths that were written; files that the bundle
    /// does not have are left alone.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, Error> {
        self.validate()?;
        files::create_directories(directory)?;
        let manifest = self.manifest_text()?;
        let sources = self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let mut written = Vec::new();
        for (name, text) in sources.chain([(MANIFEST_NAME, manifest.as_str())]) {
            let path = directory.join(name);
            if let Some(parent) = path.parent() {
                files::create_directories(parent)?;
            }
            if files::write_if_changed(&path, text.as_bytes())? {
                written.push(path);
            }
        }
        Ok(written)
    }

    /// Reads a bundle back and verifies it: whatever is in `directory`, this returns a sound bundle or an error.
    pub fn read(directory: &Path) -> Result<KernelBundle, Error> {
        let manifest = parse_manifest(&read_text(directory, MANIFEST_NAME)?)?;
        check_manifest(&manifest)?;
        check_count(manifest.files.len())?;
        let mut files = BTreeMap::new();
        for (name, hash) in &manifest.files {
            let text = read_text(directory, name)?;
            check_hash(name, hash, &text)?;
            files.insert(name.clone(), text);
        }
        Ok(KernelBundle { manifest, files })
    }
}

/// Looks at the schema before anything else, so that a newer bundle is called newer and not
/// malformed.
fn parse_manifest(text: &str) -> Result<Manifest, Error> {
    #[derive(Deserialize)]
    struct Schema {
        schema: u32,
    }
    let malformed = |error| Error::bundle(format!("{MANIFEST_NAME} is malformed: {error}"));
    let Schema { schema } = serde_json::from_str(text).map_err(malformed)?;
    if schema != crate::manifest::SCHEMA {
        return Err(wrong_schema(schema));
    }
    serde_json::from_str(text).map_err(malformed)
}

/// Checks a manifest, and that its interface is that of its stages and programs.
fn check_manifest(manifest: &Manifest) -> Result<(), Error> {
    manifest.validate()?;
    match manifest.interface == driving::interface(manifest) {
        true => Ok(()),
        false => Err(Error::bundle("its interface is not that of its stages and programs")),
    }
}

fn read_text(directory: &Path, name: &str) -> Result<String, Error> {
    let bytes = files::read_limited(&directory.join(name), MAX_FILE_BYTES)?
        .ok_or_else(|| too_long(name))?;
    String::from_utf8(bytes)
        .map_err(|_| Error::bundle(format!("the file {name:?} is not UTF-8 text")))
}

fn check_hash(name: &str, hash: &str, text: &str) -> Result<(), Error> {
    if sha256_hex(text.as_bytes()) == hash {
        return Ok(());
    }
    Err(Error::bundle(format!(
        "the file {name:?} is not the one that was generated (its hash differs)"
    )))
}

fn check_count(count: usize) -> Result<(), Error> {
    if count <= MAX_FILES {
        return Ok(());
    }
    Err(Error::bundle(format!("it has {count} files, more than {MAX_FILES}")))
}

fn too_long(name: &str) -> Error {
    Error::bundle(format!("the file {name:?} is longer than {MAX_FILE_BYTES} bytes"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::toy_bundle;

    fn written() -> (tempfile::TempDir, KernelBundle) {
        let directory = tempfile::tempdir().expect("temporary directory");
        let bundle = toy_bundle();
        bundle.write(directory.path()).expect("write");
        (directory, bundle)
    }

    fn refusal(directory: &Path) -> String {
        let error = KernelBundle::read(directory).expect_err("a bad bundle");
        assert!(matches!(error, Error::BadBundle { .. }), "{error}");
        error.to_string()
    }

    #[test]
    fn round_trip_and_write_if_changed() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let bundle = toy_bundle();
        assert_eq!(bundle.write(directory.path()).expect("write").len(), bundle.files.len() + 1);
        assert_eq!(KernelBundle::read(directory.path()).expect("read"), bundle);
        assert!(bundle.write(directory.path()).expect("write again").is_empty());
        fs::write(directory.path().join("bits.rs"), "changed").expect("write");
        assert_eq!(
            bundle.write(directory.path()).expect("write"),
            [directory.path().join("bits.rs")]
        );
        let names = fs::read_dir(directory.path()).expect("list").count();
        assert_eq!(names, bundle.files.len() + 1, "no temporary file stays");
    }

    #[test]
    fn content_hash_follows_names_and_texts() {
        let bundle = toy_bundle();
        let mut other = bundle.clone();
        assert_eq!(bundle.content_hash(), other.content_hash());
        other.files.entry("lib.rs".into()).or_default().push(' ');
        assert_ne!(bundle.content_hash(), other.content_hash());
        assert_eq!(bundle.content_hash().len(), 64);
    }

    #[test]
    fn tampering_is_detected() {
        let (directory, _) = written();
        fs::write(directory.path().join("lib.rs"), "// nothing").expect("write");
        assert!(refusal(directory.path()).contains("\"lib.rs\" is not the one that was generated"));
        fs::remove_file(directory.path().join("lib.rs")).expect("remove");
        let error = KernelBundle::read(directory.path()).expect_err("missing file");
        assert!(matches!(&error, Error::Io { path, .. } if path.ends_with("lib.rs")), "{error}");
    }

    #[test]
    fn another_interface_is_refused() {
        let mut bundle = toy_bundle();
        bundle.manifest.interface.seed_words += 1;
        let error = bundle.validate().expect_err("another interface").to_string();
        assert!(error.contains("interface"), "{error}");
    }

    #[test]
    fn unlisted_and_missing_files_are_refused() {
        let mut bundle = toy_bundle();
        bundle.files.insert("extra.rs".into(), String::new());
        assert!(bundle.validate().is_err());
        bundle.files.remove("extra.rs");
        bundle.files.remove("bits.rs");
        assert!(bundle.validate().is_err());
    }

    #[test]
    fn other_schemas_and_rubbish_are_refused() {
        let (directory, _) = written();
        let path = directory.path().join(MANIFEST_NAME);
        fs::write(&path, "{\"schema\": 7, \"new\": []}").expect("write");
        assert!(refusal(directory.path()).contains("schema 7"));
        let alone = format!("{{\"schema\": {}}}", crate::manifest::SCHEMA);
        for rubbish in ["", "[]", &alone, "{\"schema\": -1}", &"[".repeat(100_000)] {
            fs::write(&path, rubbish).expect("write");
            assert!(refusal(directory.path()).contains("malformed"));
        }
        fs::write(&path, [0xff, 0xfe]).expect("write");
        assert!(refusal(directory.path()).contains("UTF-8"));
        let file = fs::File::create(&path).expect("create");
        file.set_len(MAX_FILE_BYTES + 1).expect("grow");
        assert!(refusal(directory.path()).contains("longer than"));
    }

    /// Names that mean something are of kinds that this version knows.
    #[test]
    fn unknown_names_are_refused() {
        use crate::testing::batch_program;
        let (directory, bundle) = written();
        let mut manifest = bundle.manifest;
        manifest.programs = vec![batch_program(Deployment::Fused)];
        let text = serde_json::to_string(&manifest).expect("manifest");
        for (what, name) in
            [("kind of stage", "walk"), ("kind of device", "gpu"), ("deployment", "fused")]
        {
            let evil = text.replace(&format!(":\"{name}\""), ":\"hope\"");
            let evil = evil.replace("\"entry\":\"hope\"", "\"entry\":\"walk\"");
            assert_ne!(text, evil);
            fs::write(directory.path().join(MANIFEST_NAME), evil).expect("write");
            let said = refusal(directory.path());
            assert!(said.contains(&format!("there is no {what} called `hope`")), "{said}");
            assert!(said.contains(&format!("`{name}`")) && said.contains("column"), "{said}");
        }
    }

    #[test]
    fn path_traversal_is_refused() {
        let (directory, bundle) = written();
        let text = serde_json::to_string(&bundle.manifest).expect("manifest");
        let evil = text.replace("\"bits.rs\"", "\"../bits.rs\"");
        assert_ne!(text, evil);
        fs::write(directory.path().join(MANIFEST_NAME), evil).expect("write");
        assert!(refusal(directory.path()).contains("not allowed"));

        let mut bundle = bundle;
        let text = bundle.files.remove("bits.rs").expect("bits.rs");
        bundle.files.insert("../bits.rs".into(), text);
        assert!(bundle.write(&directory.path().join("inner")).is_err());
        assert!(!directory.path().join("inner").exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let (directory, bundle) = written();
        let path = directory.path().join("bits.rs");
        let elsewhere = directory.path().join("elsewhere.rs");
        fs::rename(&path, &elsewhere).expect("rename");
        std::os::unix::fs::symlink(&elsewhere, &path).expect("link");
        assert!(KernelBundle::read(directory.path()).is_err());
        bundle.write(directory.path()).expect("write replaces the link");
        assert!(KernelBundle::read(directory.path()).is_ok());
    }
}
