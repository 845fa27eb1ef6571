//! Whichever way a request is written down, it is read back as it was: as a command, as options of a
//! build script, as a `tmd.toml`, as the arguments of a macro.

use proptest::prelude::*;
use proptest::sample::select;
use tmd_codegen::design::{Division, Test};
use tmd_codegen::request::command_line;
use tmd_codegen::request::config::Config;
use tmd_codegen::request::tokens::Arguments;
use tmd_codegen::request::{
    Direct, EquationUse, Options, Overrides, RangeOption, RangeText, Request, Rounding,
};
use tmd_codegen::spec::FormatName;
use tmd_codegen::target_names::INTERPRETER;

/// Function texts: names, expressions, and whatever else a person might type.
fn function() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "exp",
            "exp(x) * sin(x)",
            "-exp(x)",
            "- x",
            "--x",
            "ln(1 + x.powi(2))",
            "x*0.1e-3",
            "a'b\"c\\d",
        ])
        .prop_map(str::to_owned),
        "[ -~]{1,30}",
    ]
}

fn range() -> impl Strategy<Value = RangeText> {
    let text = prop_oneof![
        select(vec!["1,2", "-2,-1", "[128, 256)", "2^-3..2^-2", "pi/4,0x1.8p0", "1.5 , 2"])
            .prop_map(str::to_owned),
        "[ -~]{1,20}",
    ];
    (select(RangeOption::ALL.to_vec()), text).prop_map(|(option, text)| RangeText { option, text })
}

fn division() -> impl Strategy<Value = Division> {
    prop_oneof![
        select(vec![Division::Subtractive, Division::Native, Division::Reciprocal]),
        (0..=Division::MOST_LOGMS).prop_map(Division::Hybrid),
    ]
}

fn overrides() -> impl Strategy<Value = Overrides> {
    (
        proptest::option::of(select(Test::ALL.to_vec())),
        proptest::option::of(division()),
        proptest::option::of(prop_oneof![(0..40u32).prop_map(|lg| 1u64 << lg), 1..u64::MAX]),
        select(Direct::ALL.to_vec()),
        select(EquationUse::ALL.to_vec()),
    )
        .prop_map(|(test, division, interval, direct, equations)| Overrides {
            test,
            division,
            interval,
            direct,
            equations,
        })
}

fn requests() -> impl Strategy<Value = Request> {
    let name = || {
        prop_oneof![
            any::<u32>().prop_map(FormatName::Bits),
            (0..7usize).prop_map(FormatName::Known),
        ]
    };
    let formats = (name(), proptest::option::of(name()), select(Rounding::ALL.to_vec()));
    let targets = [&tmd_codegen::target::names()[..], &[INTERPRETER, "an abacus"]].concat();
    let target = select(targets);
    let param = proptest::option::of(select(vec!["n=3", "n = -2, a=1/3"]).prop_map(str::to_owned));
    (function(), param, range(), formats, proptest::option::of(any::<u32>()), target, overrides())
        .prop_map(
            |(
                function,
                param,
                range,
                (precision, input_precision, rounding),
                bits,
                target,
                overrides,
            )| {
                Request {
                    function,
                    param,
                    range,
                    precision,
                    input_precision,
                    rounding,
                    bits,
                    with_inverse: bits.is_some_and(|bits| bits % 2 == 1),
                    partial: bits.is_some_and(|bits| bits % 5 == 1),
                    target: target.to_owned(),
                    overrides,
                    profile: bits.filter(|bits| bits % 3 == 0).map(|_| "my profile.toml".into()),
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_way_of_writing_a_request_is_the_identity(request in requests()) {
        let options = request.options();
        prop_assert_eq!(&options.request().expect("options"), &request);

        // The command line, through the quoting of a shell.
        let command = request.command("plan");
        let words = shlex::split(&command).expect("words");
        prop_assert_eq!(&words[..2], ["tmd-codegen", "plan"]);
        let arguments = command_line::parse(words[2..].iter().map(String::as_str)).expect("flags");
        prop_assert_eq!(&arguments.options, &options);
        prop_assert_eq!(&arguments.request().expect("command"), &request);

        // A build script: one method an option.
        let mut builder = Options::default();
        for (option, text) in options.given() {
            builder.set(option, text);
        }
        prop_assert_eq!(&builder, &options);

        // tmd.toml.
        let config = Config::parse("tmd.toml", &builder.toml("kernel")).expect("TOML");
        prop_assert_eq!(&config.request("kernel").expect("file"), &request);

        // A macro's arguments.
        let tokens = config.options("kernel").expect("kernel").tokens().parse().expect("tokens");
        let arguments = Arguments::parse(tokens).expect("arguments");
        prop_assert_eq!(&arguments.request().expect("macro"), &request);
    }
}

/// The methods of a builder are the options of the table.
#[test]
fn methods_set_the_options_of_their_names() {
    let options = Options::new("exp")
        .range("1,2")
        .precision(24)
        .input_precision(25)
        .rounding(Rounding::Nearest)
        .bits(20)
        .target("opencl")
        .test(Test::Lefevre)
        .division("hybrid")
        .logms(5)
        .interval("2^12");
    let expected = "exp --range 1,2 --precision 24 --input-precision 25 --rounding nearest --bits 20 \
                    --target opencl --test lefevre --division hybrid --logms 5 --interval 2^12";
    assert_eq!(options.words(), expected);
    assert_eq!(Options::new("exp").binade("1,2").words(), "exp --binade 1,2");
    assert_eq!(options.request().expect("request").options(), options);
}
