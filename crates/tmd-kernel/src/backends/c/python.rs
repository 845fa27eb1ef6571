//! Python modules that compile a function of numbers in C when they are imported, and call it on NumPy's arrays.

use crate::frame;
use crate::ir::Width;
use tera::Context;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::hash::sha256_hex;

/// Python's keywords that functions may be called by in C and in Rust.
const KEYWORDS: [&str; 23] = [
    "False", "None", "True", "and", "assert", "class", "def", "del", "elif", "except", "exec",
    "finally", "from", "global", "import", "is", "lambda", "nonlocal", "not", "or", "pass",
    "raise", "with",
];

/// The module beside the file `NAME.c` with this text, of a function of one or two numbers: its file name and text.
///
/// # Errors
/// If Python cannot have a function of this name.
pub fn module(
    name: &str,
    header: &[String],
    (width, arguments): (Width, usize),
    source: &str,
) -> Result<(String, String), Diag> {
    if KEYWORDS.contains(&name) || name.starts_with('_') {
        return Err(Diag::new(DiagKind::Option, format!("--name {name} is no name for --python"))
            .at("--name", name, 0..name.len(), "a keyword of Python, or private there")
            .help("give a name such as j0_f64"));
    }
    let about = header.join("\n").replace('\\', "\\\\").replace("\"\"\"", "'''");
    let number = match width {
        Width::W32 => "float32",
        Width::W64 => "float64",
    };
    let mut context = Context::new();
    context.insert("name", name);
    context.insert("header", &about);
    context.insert("number", number);
    context.insert("two", &(arguments == 2));
    context.insert("sha256", &sha256_hex(source.as_bytes()));
    Ok((format!("{name}.py"), frame::render(frame::PYTHON_FUNCTION, &context)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_in_the_docstring() {
        let header = [r#"a \x and """ end"#.to_owned()];
        let (file, text) = module("f", &header, (Width::W32, 1), "int x;").expect("a module");
        assert_eq!(file, "f.py");
        assert!(text.starts_with("\"\"\"\na \\\\x and ''' end\n"), "{text}");
        assert!(text.contains("_np.float32") && text.contains(&sha256_hex(b"int x;")));
    }

    #[test]
    fn keywords_are_refused() {
        for name in ["lambda", "None", "_f"] {
            let error = module(name, &[], (Width::W64, 1), "").expect_err("a keyword");
            assert!(error.to_string().contains(name), "{error}");
        }
    }
}
