//! Help, and what there is.

use crate::command::good;

#[test]
fn help_and_lists() {
    assert!(good(&["--help"]).contains("search"));
    assert!(good(&["--version"]).starts_with("tmd-codegen "));
    for subcommand in ["search", "plan", "gen"] {
        let text = good(&[subcommand, "--help"]);
        for option in [
            "--binade",
            "--range",
            "--precision",
            "--input-precision",
            "--rounding",
            "--bits",
            "--target",
            "--test",
            "--division",
            "--logms",
            "--interval",
            "--direct",
        ] {
            assert!(text.contains(option), "{subcommand} --help: no {option} in\n{text}");
        }
    }
    let text = good(&["list", "functions"]);
    for part in ["exp", "log", "ln", "sin", "cos", "sqrt", "x > 0"] {
        assert!(text.contains(part), "{text}");
    }
    let text = good(&["list", "targets"]);
    for part in tmd_codegen::target::names().into_iter().chain(["interpreter"]) {
        assert!(text.contains(part), "{text}");
    }
    let text = good(&["list", "devices"]);
    for part in ["portable", "opencl", "host", "--device"] {
        assert!(text.contains(part), "{text}");
    }
    let text = good(&["bench", "divergence", "--intervals", "1"]);
    for part in ["lefevre", "regular-cut", "NMDM", "--interval 2^15"] {
        assert!(text.contains(part), "{text}");
    }
}
