//! Names that users give to emitted functions.

use crate::backends::clike::function::is_reserved;
use tmd_base::diag::{Diag, DiagKind};

/// What emitted files define or call themselves, besides what is reserved in C.
const TAKEN: [&str; 14] = [
    "evaluate",
    "main",
    "number",
    "x",
    "y",
    "bits_of",
    "no_number",
    "look_up_vectors",
    "look_up_words",
    "BLOCK",
    "MANY",
    "LEAVES",
    "CELLS",
    "PIVOTS",
];

/// The beginning of a name, made of a function's, of `most` bytes at most: it begins with a letter.
pub fn beginning(mut function: String, most: usize) -> String {
    if !function.starts_with(|c: char| c.is_ascii_alphabetic()) {
        function.insert_str(0, "f_");
    }
    function.truncate(most);
    function
}

/// A name that functions can have in all languages.
pub fn check(name: &str) -> Result<(), Diag> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_one = name.starts_with(is_letter)
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
        && name.len() <= 64
        && syn::parse_str::<syn::Ident>(name).is_ok()
        && !TAKEN.contains(&name)
        && !is_reserved(name);
    match is_one {
        true => Ok(()),
        false => Err(Diag::new(
            DiagKind::Option,
            format!("--name {name} is not a valid name of a function"),
        )
        .at("--name", name, 0..name.len(), "letters, digits and _, not a keyword")
        .help("give a name such as j0_f64")),
    }
}
