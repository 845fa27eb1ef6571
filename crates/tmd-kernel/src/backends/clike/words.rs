//! Texts in C: comments, and constant-size adders and comparisons of multi-word numbers.

use crate::backends::clike::Dialect;
use crate::backends::clike::print::Printed;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A line as a comment, which does not swallow the next one, whatever it ends in.
fn comment(line: &str) -> String {
    let line = format!("// {line}").trim_end().to_owned();
    if line.ends_with('\\') { line + " ." } else { line }
}

/// Lines as comments; fences are for documentation tools.
pub(in crate::backends) fn commented(header: &[String]) -> String {
    let lines = header.iter().filter(|line| !line.starts_with("```"));
    lines.map(|line| comment(line) + "\n").collect()
}

/// Parameters x0, x1, … of type word.
fn parameters(names: [&str; 2], words: usize) -> String {
    let one =
        |name: &str| (0..words).map(|i| format!("word {name}{i}")).collect::<Vec<_>>().join(", ");
    names.map(one).join(",\n    ")
}

/// The adders and comparisons that some functions call, each once.
pub(in crate::backends) fn multiword(dialect: &Dialect, functions: &[Printed]) -> Vec<String> {
    let all = |sizes: fn(&Printed) -> &BTreeSet<usize>| -> BTreeSet<usize> {
        functions.iter().flat_map(sizes).copied().collect()
    };
    let adders = all(|printed| &printed.adders).into_iter().map(|size| adder(dialect, size));
    let comparisons = all(|printed| &printed.comparisons).into_iter();
    adders.chain(comparisons.map(|size| comparison(dialect, size))).collect()
}

/// s = a + b modulo 2^(64·words).
fn adder(dialect: &Dialect, words: usize) -> String {
    let function = dialect.function;
    let sums: Vec<String> = (0..words).map(|i| format!("word *s{i}")).collect();
    let mut text = format!(
        "// s = a + b modulo 2^{bits}: {words} words of 64 bits, least word first.\n\
         {function} void add_words{words}(\n    {parameters},\n    {sums})\n{{\n",
        bits = 64 * words,
        parameters = parameters(["a", "b"], words),
        sums = sums.join(", "),
    );
    if let Some(machine) = dialect.adder {
        let _ = write!(text, "#if defined(__CUDA_ARCH__)\n{}#else\n", machine(words));
    }
    let _ = writeln!(text, "    word sum = a0 + b0;\n    word carry = sum < a0;\n    *s0 = sum;");
    for i in 1..words {
        let last = i + 1 == words;
        let _ = writeln!(text, "    sum = a{i} + b{i};");
        if last {
            let _ = writeln!(text, "    *s{i} = sum + carry;");
        } else {
            let _ = writeln!(text, "    *s{i} = sum + carry;");
            let _ = writeln!(text, "    carry = (word)(sum < a{i}) + (word)(*s{i} < sum);");
        }
    }
    if dialect.adder.is_some() {
        text.push_str("#endif\n");
    }
    text.push_str("}\n");
    text
}

/// a < b.
fn comparison(dialect: &Dialect, words: usize) -> String {
    let mut text = format!(
        "// a < b: {words} words of 64 bits, least word first.\n\
         {} bool less_words{words}(\n    {})\n{{\n    bool less = a0 < b0;\n",
        dialect.function,
        parameters(["a", "b"], words),
    );
    for i in 1..words {
        let _ = writeln!(text, "    less = a{i} < b{i} || (a{i} == b{i} && less);");
    }
    text.push_str("    return less;\n}\n");
    text
}

#[cfg(test)]
mod tests {
    use crate::backends::clike::words::*;
    use crate::backends::{cuda, opencl};

    #[test]
    fn adders_of_all_sizes() {
        for words in 2..=8 {
            let text = adder(&cuda::DIALECT, words);
            assert_eq!(text.matches("addc.cc.u64").count(), words - 2, "{text}");
            assert_eq!(text.matches("addc.u64").count(), 1, "{text}");
            assert!(!adder(&opencl::DIALECT, words).contains("asm"));
        }
    }
}
