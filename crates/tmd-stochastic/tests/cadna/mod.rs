//! Kernels in C++, with CADNA's type in place of numbers: as far as the kernels beside this go.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use syn::{BinOp, Expr, Pat, Stmt};

/// What all programs begin with.
const HEAD: &str = "#include <cadna.h>\n#include <array>\n#include <cstdio>\n#include <cstdlib>\n#include <tuple>\n\
    template <class T, class... R> auto make(T x, R... rest) { return std::array<T, 1 + sizeof...(R)>{x, rest...}; }\n\
    template <size_t n, class T> auto filled(T x) { std::array<T, n> a; a.fill(x); return a; }\n\
    static void show(double_st x) { printf(\"%d\\n\", x.nb_significant_digit()); }\n\
    template <class... T> static void show(std::tuple<T...> all) { std::apply([](auto... x) { (show(x), ...); }, all); }\n";

/// Names that stand for variables of C++, for names may be declared again in Rust.
#[derive(Default)]
struct Writer {
    scopes: Vec<BTreeMap<String, String>>,
    count: usize,
    text: String,
}

impl Writer {
    fn declare(&mut self, name: &str) -> String {
        self.count += 1;
        let own = format!("{name}_{}", self.count);
        self.scopes.last_mut().expect("a scope").insert(name.to_owned(), own.clone());
        own
    }

    fn known(&self, name: &str) -> String {
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        found.cloned().unwrap_or_else(|| name.to_owned())
    }

    fn expression(&self, e: &Expr) -> String {
        let of = |e: &Expr| self.expression(e);
        let list = |all: &syn::punctuated::Punctuated<Expr, syn::Token![,]>| {
            all.iter().map(of).collect::<Vec<_>>().join(", ")
        };
        match e {
            Expr::Paren(inner) => format!("({})", of(&inner.expr)),
            Expr::Path(path) => self.known(&path.path.get_ident().expect("a name").to_string()),
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(number) => format!("{}L", number.base10_digits()),
                syn::Lit::Float(number) => {
                    format!("double_st({:e})", number.base10_parse::<f64>().expect("a number"))
                }
                _ => panic!("a literal"),
            },
            Expr::Unary(unary) => format!("(-{})", of(&unary.expr)),
            Expr::Binary(binary) => {
                let operator = match binary.op {
                    BinOp::Add(_) => "+",
                    BinOp::Sub(_) => "-",
                    BinOp::Mul(_) => "*",
                    BinOp::Div(_) => "/",
                    BinOp::Rem(_) => "%",
                    BinOp::Lt(_) => "<",
                    BinOp::Gt(_) => ">",
                    BinOp::Le(_) => "<=",
                    BinOp::Ge(_) => ">=",
                    BinOp::AddAssign(_) => "+=",
                    BinOp::SubAssign(_) => "-=",
                    BinOp::MulAssign(_) => "*=",
                    BinOp::DivAssign(_) => "/=",
                    _ => panic!("an operator"),
                };
                format!("{} {operator} {}", of(&binary.left), of(&binary.right))
            }
            Expr::Cast(cast) => format!("double_st((double)({}))", of(&cast.expr)),
            Expr::Index(index) => format!("{}[{}]", of(&index.expr), of(&index.index)),
            Expr::Reference(lent) => of(&lent.expr),
            Expr::Array(array) => format!("make({})", list(&array.elems)),
            Expr::Repeat(repeat) => {
                let Expr::Lit(count) = &*repeat.len else { panic!("a number of items") };
                let syn::Lit::Int(count) = &count.lit else { panic!("a number of items") };
                format!("filled<{}>({})", count.base10_digits(), of(&repeat.expr))
            }
            Expr::Tuple(tuple) => format!("std::make_tuple({})", list(&tuple.elems)),
            Expr::Call(call) => format!("{}({})", of(&call.func), list(&call.args)),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let name = match name.as_str() {
                    "abs" => "fabs",
                    "ln" => "log",
                    "powf" => "pow",
                    "max" => "fmax",
                    "min" => "fmin",
                    name => name,
                };
                let receiver = of(&call.receiver);
                match call.args.is_empty() {
                    true => format!("{name}({receiver})"),
                    false => format!("{name}({receiver}, {})", list(&call.args)),
                }
            }
            _ => panic!("an expression"),
        }
    }

    fn statement(&mut self, e: &Expr) {
        match e {
            Expr::If(choice) => {
                let _ = write!(self.text, "if ({}) ", self.expression(&choice.cond));
                self.block(&choice.then_branch);
                if let Some((_, other)) = &choice.else_branch {
                    self.text += "else ";
                    self.statement(other);
                }
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::While(repeat) => {
                let _ = write!(self.text, "while ({}) ", self.expression(&repeat.cond));
                self.block(&repeat.body);
            }
            Expr::ForLoop(repeat) => self.repeat(repeat),
            Expr::Break(_) => self.text += "break;\n",
            Expr::Assign(assign) => {
                let value = self.expression(&assign.right);
                let _ = match &*assign.left {
                    Expr::Tuple(tuple) => {
                        let names: Vec<String> =
                            tuple.elems.iter().map(|e| self.expression(e)).collect();
                        writeln!(self.text, "std::tie({}) = {value};", names.join(", "))
                    }
                    one => writeln!(self.text, "{} = {value};", self.expression(one)),
                };
            }
            other => {
                let _ = writeln!(self.text, "{};", self.expression(other));
            }
        }
    }

    fn repeat(&mut self, repeat: &syn::ExprForLoop) {
        let (range, method) = match &*repeat.expr {
            Expr::MethodCall(call) => (&*call.receiver, call.method.to_string()),
            range => (range, String::new()),
        };
        let range = if let Expr::Paren(inner) = range { &*inner.expr } else { range };
        let Expr::Range(range) = range else { panic!("a range") };
        let end = |e: &Option<Box<Expr>>| self.expression(e.as_ref().expect("an end"));
        let (from, to) = (end(&range.start), end(&range.end));
        self.scopes.push(BTreeMap::new());
        let name = match &*repeat.pat {
            Pat::Ident(ident) => ident.ident.to_string(),
            _ => "round".to_owned(),
        };
        let k = self.declare(&name);
        let _ = match method.as_str() {
            "rev" => write!(self.text, "for (long {k} = {to} - 1; {k} >= {from}; --{k}) "),
            "" => write!(self.text, "for (long {k} = {from}; {k} < {to}; ++{k}) "),
            _ => panic!("a range"),
        };
        self.block(&repeat.body);
        self.scopes.pop();
    }

    fn block(&mut self, block: &syn::Block) {
        self.text += "{\n";
        self.scopes.push(BTreeMap::new());
        self.statements(block);
        self.scopes.pop();
        self.text += "}\n";
    }

    fn statements(&mut self, block: &syn::Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Local(local) => {
                    let value = self.expression(&local.init.as_ref().expect("a value").expr);
                    let _ = match &local.pat {
                        Pat::Ident(ident) => {
                            let name = self.declare(&ident.ident.to_string());
                            writeln!(self.text, "auto {name} = {value};")
                        }
                        Pat::Tuple(tuple) => {
                            let names: Vec<String> = tuple
                                .elems
                                .iter()
                                .map(|part| match part {
                                    Pat::Ident(ident) => self.declare(&ident.ident.to_string()),
                                    _ => panic!("a name"),
                                })
                                .collect();
                            writeln!(self.text, "auto [{}] = {value};", names.join(", "))
                        }
                        _ => panic!("a pattern"),
                    };
                }
                Stmt::Expr(
                    e @ (Expr::If(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Assign(_)),
                    _,
                )
                | Stmt::Expr(e, Some(_)) => self.statement(e),
                Stmt::Expr(e, None) if is_assignment(e) => self.statement(e),
                Stmt::Expr(e, None) => {
                    let _ = writeln!(self.text, "return {};", self.expression(e));
                }
                _ => panic!("a statement"),
            }
        }
    }

    fn function(&mut self, function: &syn::ItemFn) {
        self.scopes.push(BTreeMap::new());
        let arguments: Vec<String> = function
            .sig
            .inputs
            .iter()
            .map(|input| {
                let syn::FnArg::Typed(input) = input else { panic!("an argument") };
                let Pat::Ident(name) = &*input.pat else { panic!("a name") };
                let name = self.declare(&name.ident.to_string());
                match &*input.ty {
                    syn::Type::Reference(lent) if lent.mutability.is_some() => {
                        format!("auto &{name}")
                    }
                    syn::Type::Reference(_) => format!("const auto &{name}"),
                    _ => format!("auto {name}"),
                }
            })
            .collect();
        let name = &function.sig.ident;
        let _ = writeln!(self.text, "static auto {name}({}) {{", arguments.join(", "));
        self.statements(&function.block);
        self.text += "}\n";
        self.scopes.pop();
    }
}

fn is_assignment(e: &Expr) -> bool {
    matches!(
        e,
        Expr::Binary(binary) if matches!(
            binary.op,
            BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_)
        )
    )
}

/// A program that prints the digits of a kernel's results on some numbers; its argument is the seed.
fn program(text: &str, values: &[f64]) -> String {
    let file = syn::parse_file(text).expect("a kernel");
    let mut writer = Writer { text: HEAD.to_owned(), ..Writer::default() };
    let mut last = String::new();
    for item in &file.items {
        match item {
            syn::Item::Const(constant) => {
                let value = writer.expression(&constant.expr);
                let _ = writeln!(writer.text, "static const auto {} = {value};", constant.ident);
            }
            syn::Item::Fn(function) => {
                writer.function(function);
                last = function.sig.ident.to_string();
            }
            _ => panic!("an item"),
        }
    }
    let values: Vec<String> = values.iter().map(|x| format!("double_st({x:e})")).collect();
    let _ = writeln!(
        writer.text,
        "int main(int, char **words) {{\n    cadna_init(-1, CADNA_ALL, atoi(words[1]), 0);\n    \
         show({last}({}));\n    return 0;\n}}",
        values.join(", ")
    );
    writer.text
}

/// The digits that CADNA reports for each result, in each of some runs. `cadna` is the folder where it is installed.
pub(crate) fn digits(cadna: &str, text: &str, values: &[f64], runs: u64) -> Vec<Vec<u32>> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.cc"), program(text, values)).expect("a file");
    let flags = format!(
        "-std=c++20 -w -O1 -frounding-math -I{cadna}/include -o program main.cc {cadna}/lib/libcadnaC.a"
    );
    let command = |name: &Path| {
        let mut command = Command::new(name);
        command.current_dir(folder.path());
        command
    };
    let status = command(Path::new("g++")).args(flags.split(' ')).status();
    assert!(status.expect("a compiler").success(), "{text}");
    (1..=runs)
        .map(|seed| {
            let output = command(&folder.path().join("program")).arg(seed.to_string()).output();
            let text = String::from_utf8(output.expect("a run").stdout).expect("text");
            text.lines().filter_map(|line| line.trim().parse().ok()).collect()
        })
        .collect()
}
