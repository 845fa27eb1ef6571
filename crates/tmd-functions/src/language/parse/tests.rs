use crate::language::parse::*;

fn canonical(text: &str) -> String {
    parse_expr("function", text, &Params::default())
        .unwrap_or_else(|d| panic!("{}", d.render(false)))
        .to_string()
}

fn error(text: &str) -> Diag {
    let diag = parse_expr("function", text, &Params::default()).expect_err(text);
    assert!(diag.source.is_some() || text.len() > MAX_TEXT, "{text}: {diag}");
    let _ = diag.render(false);
    diag
}

#[test]
fn reads_the_grammar() {
    for (text, want) in [
        ("exp", "exp(x)"),
        ("  ln\n", "log(x)"),
        ("x", "x"),
        ("exp(x)*sin(x)", "exp(x) * sin(x)"),
        ("ln(1 + x)", "log(1 + x)"),
        ("0.1*x", "0.1 * x"),
        ("PI - pi", "pi - pi"),
        ("x.powi(3)", "powi(x, 3)"),
        ("pow(x,-3)", "powi(x, -3)"),
        ("pown(x, 4)", "powi(x, 4)"),
        ("compound(x, -2)", "powi(1 + x, -2)"),
        ("exp(x).rootn(5)", "rootn(exp(x), 5)"),
        ("x.exp().sin()", "sin(exp(x))"),
        ("-x.powi(2)", "-powi(x, 2)"),
        ("(-x).powi(2)", "powi(-x, 2)"),
        ("-(x + 1) * 2", "-(x + 1) * 2"),
        ("x - (1 - x)", "x - (1 - x)"),
        ("x / (2 * x) / 3", "x / (2 * x) / 3"),
        ("2.5.exp()", "exp(2.5)"),
        ("1e-3 + 1_000", "0.001 + 1000"),
        ("sqrt(1 -\n  x)", "sqrt(1 - x)"),
        ("--x", "--x"),
    ] {
        let once = canonical(text);
        assert_eq!(once, want, "{text}");
        assert_eq!(canonical(&once), once);
    }
}

#[test]
fn parameters_stand_for_their_values() {
    let params = Params::parse("n=3,a=1/4,h=1/2").unwrap();
    let read = |text: &str| parse_expr("function", text, &params).map(|e| e.to_string());
    for (text, want) in [
        ("rootn", "rootn(x, 3)"),
        ("compound", "powi(1 + x, 3)"),
        ("pown(x, -n) + a * x", "powi(x, -3) + 0.25 * x"),
        ("a.exp()", "exp(0.25)"),
    ] {
        assert_eq!(read(text).unwrap(), want, "{text}");
    }
    let diag = read("powi(x, h)").unwrap_err();
    assert_eq!(diag.offending(), Some("h"), "{}", diag.render(false));
    assert_eq!(read("exp(m * x)").unwrap_err().offending(), Some("m"));
}

#[test]
fn places_are_bytes_of_the_text() {
    let text = "1 +\n (exp(x)  * x.sin())";
    let expr = parse_expr("function", text, &Params::default()).unwrap();
    assert_eq!(&text[expr.span.clone()], text);
    let ExprKind::Add(_, product) = &expr.kind else { panic!() };
    assert_eq!(&text[product.span.clone()], "(exp(x)  * x.sin())");
    let ExprKind::Mul(a, b) = &product.kind else { panic!() };
    assert_eq!(&text[a.span.clone()], "exp(x)");
    assert_eq!(&text[b.span.clone()], "x.sin()");
    let alone = parse_expr("function", "  exp ", &Params::default()).unwrap();
    assert_eq!(alone.span, 2..5);
}

#[test]
fn columns_count_characters() {
    let text = "π+\nαβx";
    let reader = Reader { name: "t", text, params: &Params::default(), is_surface: false };
    assert_eq!(reader.byte(LineColumn { line: 1, column: 1 }), 2);
    assert_eq!(reader.byte(LineColumn { line: 2, column: 2 }), 8);
    assert_eq!(reader.byte(LineColumn { line: 9, column: 2 }), text.len());
}

#[test]
fn errors_point_at_the_offending_part() {
    for (text, part, kind) in [
        ("1 + epx(x)", "epx", DiagKind::UnknownName),
        ("exp(y)", "y", DiagKind::UnknownName),
        ("exp(x, 2)", "exp(x, 2)", DiagKind::Syntax),
        ("exp()", "exp()", DiagKind::Syntax),
        ("1 + exp", "exp", DiagKind::Syntax),
        ("x^3", "^", DiagKind::Syntax),
        ("x ** 3", "**", DiagKind::Syntax),
        ("powi(x, x)", "x", DiagKind::Unsupported),
        ("powi(x, 2.5)", "2.5", DiagKind::Unsupported),
        ("rootn(x, 0)", "0", DiagKind::Domain),
        ("1 + rootn", "rootn", DiagKind::Syntax),
        ("rootn", "rootn", DiagKind::Syntax),
        ("powi(x, 99999999999)", "99999999999", DiagKind::Range),
        ("powi(x)", "powi(x)", DiagKind::Syntax),
        ("x.exp(2)", "x.exp(2)", DiagKind::Syntax),
        ("2x", "2x", DiagKind::Syntax),
        ("1 + 2f64", "2f64", DiagKind::Syntax),
        ("0x10 + x", "0x10", DiagKind::Unsupported),
        ("1e999999 * x", "1e999999", DiagKind::Range),
        ("2 x", "x", DiagKind::Syntax),
        ("x // 2", "//", DiagKind::Syntax),
        ("x /* a */", "/*", DiagKind::Syntax),
        ("exp(x) & 1", "&", DiagKind::Syntax),
        ("sin(π)", "π", DiagKind::Syntax),
        ("1 + return x", "return", DiagKind::UnknownName),
        ("(x + 1)(x - 1)", "(x + 1)", DiagKind::Syntax),
        ("x.0", "x.0", DiagKind::Syntax),
        // Its opposite is no number of 32 bits.
        ("rootn(x, -2147483648)", "-2147483648", DiagKind::Range),
        ("powi(x, -2147483648)", "-2147483648", DiagKind::Range),
        ("compound(x, 2147483647)", "2147483647", DiagKind::Range),
        ("1..x", "1..x", DiagKind::Syntax),
        ("(x, 1)", "(x, 1)", DiagKind::Syntax),
        ("x + ", "+", DiagKind::Syntax),
        ("(1 + (x)", "(", DiagKind::Syntax),
        ("x + 1)", ")", DiagKind::Syntax),
        ("", "", DiagKind::Syntax),
    ] {
        let diag = error(text);
        assert_eq!(diag.offending(), Some(part), "{text}\n{}", diag.render(false));
        assert_eq!(diag.kind, kind, "{text}");
    }
    assert_eq!(error("x +").source.unwrap().span, 2..3);
    for text in ["(x", "x)", "exp(x", "+", "()", "'", "\"", "x.", "1.2.3", ",", "_", "exp(,)"] {
        error(text);
    }
}

#[test]
fn errors_offer_a_way_out() {
    for (text, help) in [
        ("epx(x)", "`exp`"),
        ("sqr(x)", "`sqrt`"),
        ("Sin(x)", "`sin`"),
        ("exp(y)", "called `x`"),
        ("x^3", "powi(x, 3)"),
        ("2 x", "2 * x"),
        ("2x", "2 * x"),
        ("1 + exp", "exp(x)"),
        ("zeta(x)", "known are"),
        ("x * y", "with --range-x and --range-y"),
        ("hypot", "`hypot(x, y)` is a function of two numbers"),
        ("atan2(y, x)", "takes it with --range-x and --range-y"),
        ("atan2pi(y, x)", "`atan2pi(y, x)` is a function of two numbers"),
        ("pow(x, y)", "with --range-x and --range-y"),
        ("pow", "for all x and y, --range-x and --range-y"),
        ("rootn(x, n)", "all n of a range with --range-n"),
        ("pown", "for all n of a range, --range-n"),
    ] {
        let diag = error(text);
        assert!(diag.help.as_deref().unwrap_or("").contains(help), "{text}: {:?}", diag.help);
    }
}

#[test]
fn deep_and_long_texts_are_refused() {
    let nested = |n: usize| "(".repeat(n) + "x" + &")".repeat(n);
    assert!(parse_expr("f", &nested(150), &Params::default()).is_ok());
    for text in [
        nested(300),
        nested(2000),
        "-".repeat(4000) + "x",
        "-(".repeat(150) + "x" + &")".repeat(150),
        "x".to_string() + &".exp()".repeat(600),
        "x".to_string() + &"+x".repeat(2000),
        "exp(".repeat(1000),
        "return ".repeat(500),
        "x+".repeat(3000),
    ] {
        error(&text);
    }
    assert!(parse_expr("f", &("x".to_string() + &"-x".repeat(150)), &Params::default()).is_ok());
}

#[test]
fn nothing_makes_the_parser_panic() {
    let pieces = [
        "x", "exp", "(", ")", "+", "-", "*", "/", ".", ",", "1", "0.5", "1e5", "pi", "powi", " ",
        "ln", "\n", "^", "π", "'", "\"", "if", "_", "2", "e", "..", "=",
    ];
    let mut random = crate::interval::testing::Random::new(9);
    let mut read = 0;
    for _ in 0..20_000 {
        let length = 1 + random.below(9);
        let text: String =
            (0..length).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
        match parse_expr("f", &text, &Params::default()) {
            Ok(expr) => {
                read += 1;
                let printed = expr.to_string();
                assert_eq!(canonical(&printed), printed, "{text}");
            }
            Err(diag) => assert!(diag.source.is_some() && !diag.render(false).is_empty()),
        }
        let _ = crate::language::Constant::parse("c", &text);
    }
    assert!(read > 100, "{read}");
}
