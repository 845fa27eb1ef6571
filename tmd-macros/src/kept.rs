//! What takes minutes to make is kept, for crates are compiled often.

use std::fs;
use tmd_codegen::build::Made;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::patience::Patience;

/// Code that was made for what is `asked`, which has to be all that it depends on besides the generator; it is made now if there is none.
pub(crate) fn kept(
    asked: &str,
    function: &str,
    make: impl Fn() -> Result<Made, Diag>,
) -> Result<Made, Diag> {
    let generator = generator();
    // Cargo hands on what the compiler's standard error says, line by line.
    let told = || {
        let kept = match &generator {
            Some(_) => {
                "the result is kept below TMD_CACHE_DIR, or in the user's cache, for the next time"
            }
            None => "the result is not kept on this system: a build script would make it only once",
        };
        say(&format!("{function} is rounded and checked, which can take minutes; {kept}"));
        let function = function.to_owned();
        let _patience = Patience::new(move |time| {
            say(&format!("still rounding and checking {function}, for {} s now", time.as_secs()));
        });
        make()
    };
    let Some(generator) = &generator else { return told() };
    let unread = |error: serde_json::Error| {
        Diag::new(DiagKind::Internal, format!("what was made cannot be written or read: {error}"))
    };
    let unkept = |error: &tmd_runtime::Error| say(&format!("what is made is not kept: {error}"));
    let key = tmd_runtime::sha256_hex(format!("{generator} {asked}").as_bytes());
    let text = tmd_runtime::kept(&key, || serde_json::to_vec(&told()?).map_err(unread), unkept)?;
    serde_json::from_slice(&text).map_err(unread)
}

/// Tells the user who waits for the compiler.
fn say(text: &str) {
    eprintln!("tmd_macros::round!: {text}");
}

/// The hash of the file that the compiler has loaded this code from: it has all of the generator. There is none where the system does not say
/// which file that is.
fn generator() -> Option<String> {
    let own = generator as fn() -> Option<String> as usize;
    let holds = |range: &str| {
        let (from, to) = range.split_once('-')?;
        let address = |text| usize::from_str_radix(text, 16).ok();
        Some((address(from)?..address(to)?).contains(&own))
    };
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| {
        let (range, _) = line.split_once(' ').unwrap_or_default();
        holds(range) == Some(true)
    })?;
    // After the numbers of the mapping; a file that was replaced is not there under its name.
    let path = line.get(line.find('/')?..)?;
    Some(tmd_runtime::sha256_hex(&fs::read(path).ok()?))
}
