//! What the compiler says of wrong arguments: the texts beside the programs in `ui/`, with the place that
//! they point at. `TMD_BLESS=1` writes them anew.

#![cfg(feature = "generate")]

#[test]
fn errors_point_into_the_program() {
    if std::env::var_os("TMD_BLESS").is_some() {
        // SAFETY: this process has one test and no other thread that reads the environment.
        unsafe { std::env::set_var("TRYBUILD", "overwrite") };
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
