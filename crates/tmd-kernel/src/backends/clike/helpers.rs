//! Helper functions of preludes, of which a file has those that it calls.
//!
//! In a template a helper's paragraph begins with a line `//@ NAME NEEDS…`: its name, and those of the helpers before it
//! that it calls. That line is not printed. Paragraphs without one are printed always.

use std::collections::BTreeSet;

/// Names of helper functions.
pub(in crate::backends) type Called = BTreeSet<String>;

/// Begins the line that names a helper.
const MARK: &str = "//@ ";

/// A prelude with all its helpers.
pub(in crate::backends) fn all(prelude: &str) -> String {
    prelude.lines().filter(|line| !line.starts_with(MARK)).flat_map(|line| [line, "\n"]).collect()
}

/// A prelude without the helpers that are neither called nor needed by one that is.
pub(in crate::backends) fn needed(prelude: &str, called: &Called) -> String {
    let mut called = called.clone();
    let mut needed = vec![];
    // What a helper needs stands before it.
    for paragraph in prelude.trim_end().rsplit("\n\n") {
        let Some((mark, text)) = marked(paragraph) else {
            needed.push(paragraph.to_owned());
            continue;
        };
        let mut names = mark.split(' ');
        if names.next().is_some_and(|name| called.contains(name)) {
            called.extend(names.map(str::to_owned));
            needed.push(text);
        }
    }
    needed.reverse();
    needed.join("\n\n") + "\n"
}

/// The names of a helper's line, and the paragraph without that line.
fn marked(paragraph: &str) -> Option<(&str, String)> {
    let (before, rest) = match paragraph.split_once(MARK)? {
        (before, rest) if before.trim().is_empty() => (before, rest),
        _ => return None,
    };
    let (names, text) = rest.split_once('\n')?;
    Some((names, format!("{before}{text}")))
}

#[cfg(test)]
mod tests {
    use crate::backends::clike::helpers::*;
    use crate::backends::{cuda, opencl};

    fn called(names: &[&str]) -> Called {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn only_what_is_called_is_printed() {
        let text = needed(cuda::LAUNCH.prelude, &called(&["divide", "my_add_carry"]));
        assert!(text.contains(" divide(") && text.contains("typedef"), "{text}");
        assert!(!text.contains("add_carry(") && !text.contains("recip_below("), "{text}");
        assert!(!text.contains(MARK), "{text}");
    }

    #[test]
    fn what_is_called_needs_what_it_calls() {
        let prelude = "types\n\n//@ one\none() {}\n\n//@ two one\ntwo() { one(); }\n\n//@ three\nthree() {}\n";
        assert_eq!(needed(prelude, &called(&["two"])), "types\n\none() {}\n\ntwo() { one(); }\n");
        assert_eq!(needed(prelude, &called(&[])), "types\n");
        assert_eq!(all(prelude).matches("//@").count(), 0);
    }

    /// Every function of a prelude is a helper, by its own name.
    #[test]
    fn helpers_have_their_functions_names() {
        let mut helpers = 0;
        for launch in [&opencl::LAUNCH, &cuda::LAUNCH] {
            for prelude in [launch.prelude, launch.vector_prelude] {
                for paragraph in prelude.split("\n\n").filter(|text| text.contains("static ")) {
                    let (names, text) = marked(paragraph).unwrap_or_else(|| panic!("{paragraph}"));
                    let name = names.split(' ').next().unwrap_or_default();
                    assert!(text.contains(&format!(" {name}(")), "{paragraph}");
                    helpers += 1;
                }
            }
        }
        assert_eq!(helpers, 38);
    }
}
