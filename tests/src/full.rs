//! Which tests run their long forms.

/// `TMD_FULL=1`: tests run all that they can. Otherwise those that would take minutes run the part of it that they say.
pub fn is_full() -> bool {
    std::env::var_os("TMD_FULL").is_some_and(|value| !value.is_empty() && value != "0")
}
