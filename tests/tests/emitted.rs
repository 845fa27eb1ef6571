//! Emitted sources explain themselves: command, plan with origins, and for each function what it does, its
//! arguments, its postcondition and its operations, counted again here from the text.

use std::collections::BTreeMap;
use syn::visit::Visit;
use syn::{BinOp, Expr, ExprBinary};
use tmd_codegen::ir::counts;
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Options, Request};
use tmd_codegen::target::clike::Form;
use tmd_codegen::target::{cuda, opencl, targets};
use tmd_codegen::{bundle, plan};

/// Requests that between them have all tests, both compactions, and words of several sizes.
fn requests() -> Vec<Request> {
    [
        Options::new("exp").range("1,0x1.0008p0").input_precision(54).rounding("directed").bits(33),
        Options::new("exp").range("128,129").test("lefevre").division("hybrid").logms(3),
        Options::new("sin").range("0.5,0.5001").test("regular").division("native"),
        Options::new("log").range("1.5,1.5001").test("shared"),
        Options::new("exp").binade("1,2").precision(24).division("subtractive"),
    ]
    .iter()
    .map(|options| options.request().expect("request"))
    .collect()
}

fn plans() -> Vec<Plan> {
    requests().iter().map(|request| plan::make(request).expect("plan")).collect()
}

/// A function of an emitted file: the comment above it and its own text.
struct Function<'a> {
    name: String,
    doc: Vec<&'a str>,
    body: Vec<&'a str>,
}

/// The stages' functions in a file: each follows its comment, in C after tables of constants.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |line: &&&str| line.starts_with("//") && !line.starts_with("//!");
    let mut found = vec![];
    for (at, line) in lines.iter().enumerate() {
        if !line.ends_with("Operations in the text below, each loop body once:") {
            continue;
        }
        let above = lines[..at].iter().rev().take_while(is_comment).count();
        let below = lines[at..].iter().take_while(is_comment).count();
        let doc = lines[at - above..at + below].iter();
        let doc = doc.map(|line| line.trim_start_matches('/').trim_start_matches(' ')).collect();
        let is_head = |line: &&str| line.contains(" stage") && line.contains('(');
        let head = at + lines[at..].iter().position(is_head).expect("a function");
        let name = lines[head].split(" stage").nth(1).and_then(|rest| rest.split('(').next());
        let name = format!("stage{}", name.expect("a name"));
        let end = head + lines[head..].iter().position(|line| *line == "}").expect("an end");
        found.push(Function { name, doc, body: lines[head..=end].to_vec() });
    }
    found
}

/// The counts that a comment gives, by what is before the colon.
fn stated(doc: &[&str]) -> Vec<String> {
    let list = doc.iter().skip_while(|line| !line.starts_with("Operations in the text below"));
    let mut entries: Vec<String> = vec![];
    for line in list.skip(1) {
        match line.strip_prefix("- ") {
            Some(entry) => entries.push(entry.to_owned()),
            None => {
                let last = entries.last_mut().expect("an entry");
                *last = format!("{last} {}", line.trim());
            }
        }
    }
    entries.iter().filter_map(|entry| Some(entry.split_once(": ")?.1.to_owned())).collect()
}

#[test]
fn sources_explain_themselves() {
    for plan in plans() {
        let command = plan.request.command("gen");
        for target in targets() {
            let bundle = bundle::emit(&plan, 0, target, &command).expect("bundle");
            let mut explained = 0;
            // What holds for the whole bundle is told once.
            let all: String = bundle.files.values().map(String::as_str).collect();
            for part in [
                command.as_str(),
                "function f",
                "input format",
                "output format",
                "threshold ε",
                "Taylor model of degree",
                "derivatives ",
                "threshold 2ε''",
                "budget of stage 0",
                "[given",
                "[proved",
                "[predicted]",
            ] {
                assert!(all.contains(part), "{} of {command}: no {part:?}", target.name());
            }
            assert_eq!(all.matches("budget of stage 0").count(), 1, "{}", target.name());
            for (file, text) in &bundle.files {
                let functions = functions(text);
                if functions.is_empty() {
                    continue;
                }
                explained += 1;
                assert_eq!(functions.len(), plan.kernels[0].stages.len(), "{file} of {command}");
                for function in functions {
                    let doc = function.doc.join("\n");
                    let mut parts = vec![
                        "of the block",
                        "`seed[0..",
                        "`item`",
                        "`out`",
                        "Postcondition:",
                        "Method:",
                        "fraction bits",
                    ];
                    if doc.contains("round") && doc.contains("lengths p") {
                        parts.extend(["a lower bound", "2ε''", "N + 1 rounds"]);
                    }
                    for part in parts {
                        assert!(
                            doc.contains(part),
                            "{} in {file}: no {part:?}\n{doc}",
                            function.name
                        );
                    }
                    assert_eq!(stated(&function.doc).len(), 2, "{doc}");
                }
            }
            assert!(explained > 0, "{}", target.name());
        }
    }
}

/// The class of a call in emitted Rust.
fn class_of_call(name: &str) -> Option<&'static str> {
    Some(match name {
        "add" | "sub" | "fadd" | "fsub" | "wrapping_add" | "wrapping_sub" => "adds",
        "mul" | "fmul" | "wrapping_mul" => "multiplies",
        "div" | "fdiv" | "unwrap_or" => "divisions", // checked_div(…).unwrap_or(…)
        "min" | "fmin" => "minima",
        "fmax" => "maxima",
        "add_carry" | "sub_borrow" | "carrying_add" | "borrowing_sub" => "carries",
        "mul_add" | "carrying_mul_add" => "wide multiplies",
        "fmul_add" | "fmul_sub" | "fmul_less" => "fused multiply-adds",
        "recip_below" | "recip_near" => "reciprocal estimates",
        "sqrt_near" | "sqrt" => "root estimates",
        "shl_by" | "shr_by" => "shifts",
        "lt" | "ge" | "flt" | "fge" => "comparisons",
        "trunc" | "to_f64" | "to_f64_nearest" | "to_u64" => "conversions",
        "and" | "or" | "and_not" | "xor" => "mask operations",
        "select" | "fselect" | "mselect" => "selects",
        _ => return None,
    })
}

/// The class of an expression of emitted Rust, by its outermost operation: every operation is a statement of
/// its own.
fn class(expression: &Expr) -> Option<&'static str> {
    match expression {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => class_of_call(&path.path.get_ident()?.to_string()),
            _ => None,
        },
        Expr::MethodCall(call) => class_of_call(&call.method.to_string()),
        Expr::Cast(_) => Some("conversions"),
        Expr::If(choice) => match &*choice.cond {
            Expr::Binary(_) => Some("minima"),
            _ => Some("selects"),
        },
        Expr::Binary(ExprBinary { left, op, right, .. }) => Some(match op {
            BinOp::Add(_) | BinOp::Sub(_) => match &**right {
                Expr::Binary(ExprBinary { op: BinOp::Mul(_), .. }) => "fused multiply-adds",
                _ => "adds",
            },
            BinOp::Mul(_) => "multiplies",
            BinOp::Div(_) => match &**left {
                Expr::Paren(_) => "reciprocal estimates", // (1.0 - …) / a
                _ => "divisions",
            },
            BinOp::Shl(_) | BinOp::Shr(_) => "shifts",
            BinOp::Lt(_) | BinOp::Ge(_) => "comparisons",
            BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => "mask operations",
            _ => return None,
        }),
        _ => None,
    }
}

/// Operations of emitted Rust, by class.
#[derive(Default)]
struct Counter(BTreeMap<&'static str, u64>);

impl<'a> Visit<'a> for Counter {
    fn visit_local(&mut self, local: &'a syn::Local) {
        let class = local.init.as_ref().and_then(|init| class(&init.expr));
        if let Some(class) = class {
            *self.0.entry(class).or_default() += 1;
        }
        syn::visit::visit_local(self, local);
    }

    fn visit_expr_index(&mut self, index: &'a syn::ExprIndex) {
        // Words of the seed stand where they are used.
        *self.0.entry("loads").or_default() += 1;
        syn::visit::visit_expr_index(self, index);
    }
}

/// The operations in an emitted Rust function, of scalars and of vectors together.
fn counted(body: &[&str]) -> BTreeMap<&'static str, u64> {
    let function: syn::ItemFn = syn::parse_str(&body.join("\n")).expect("Rust");
    let mut counter = Counter::default();
    counter.visit_item_fn(&function);
    counter.0
}

/// What a comment states, vectors and scalars added up.
fn added(entries: &[String]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for entry in entries.iter().flat_map(|list| list.split(", ")).filter(|entry| *entry != "none") {
        let (number, class) = entry.split_once(' ').expect("a count and a class");
        *counts.entry(class).or_default() += number.parse::<u64>().expect("a number");
    }
    counts
}

#[test]
fn counts_are_those_of_the_text() {
    let mut checked = 0;
    for plan in plans() {
        let target = tmd_codegen::target::target("rust-simd").expect("target");
        let bundle = bundle::emit(&plan, 0, target, "command").expect("bundle");
        for (file, text) in &bundle.files {
            for function in functions(text) {
                let stated = stated(&function.doc);
                assert_eq!(added(&stated), counted(&function.body), "{} in {file}", function.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{checked}");
}

/// The counts of the text that a form prints are those of the intermediate representation that it prints.
#[test]
fn counts_are_those_of_the_representation() {
    let forms: [(&str, Form); 2] = [("opencl", opencl::GPU), ("cuda", cuda::GPU)];
    for plan in plans() {
        for (name, form) in &forms {
            let module = form.module(&plan.kernels[0]).expect("module");
            let target = tmd_codegen::target::target(name).expect("target");
            let bundle = bundle::emit(&plan, 0, target, "command").expect("bundle");
            let text = &bundle.files[form.file];
            let functions = functions(text);
            assert_eq!(functions.len(), module.kernels.len());
            for (function, kernel) in functions.iter().zip(&module.kernels) {
                let counts = counts(kernel);
                let expected = [counts.list(true), counts.list(false)];
                assert_eq!(stated(&function.doc), expected, "{} for {name}", function.name);
            }
        }
    }
}
