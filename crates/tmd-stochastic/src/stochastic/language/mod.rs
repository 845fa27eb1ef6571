//! The kernel language: functions in Rust's syntax (and with Rust's meaning), one of which is worked for each element of
//! arrays; those that it calls become a part of it.
//!
//! `fn f(x: f64, a: &[f64], nx: usize, i: usize) -> f64 { … }`: `x` is the element of an array, `a[i - nx]` that of
//! another, some elements away; `nx` is the same for all elements. Loops are unrolled where their counter has to be known, and else
//! go to ends that may be known only when the kernel runs; `if`, `while` and `break` hold for the elements whose condition does.

use functions::Functions;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syntax::{count_names, free_names, is_value, mentions_while, type_name};
use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::{Builder, Kernel, Value, Width};

mod assignment;
mod expression;
mod functions;
mod integer;
mod loops;
mod nesting;
mod statement;
mod syntax;
#[cfg(test)]
mod tests;

/// Most statements of a kernel: beyond, compilers take too long.
const MOST_STATEMENTS: usize = 100_000;
/// Most operations: as many as statements of a usual length have.
const MOST_VALUES: usize = 8 * MOST_STATEMENTS;
/// Most numbers of an array, those of the arrays in it included.
const MOST_OF_ARRAY: usize = 4096;
/// Most numbers in arrays of the function, all together.
const MOST_ITEMS: usize = 1 << 20;
/// Most rounds of a loop that is not unrolled; with short words, what they can count.
fn most_rounds(width: Width) -> u64 {
    match width {
        Width::W64 => 1 << 40,
        Width::W32 => MOST_COUNTED,
    }
}

/// Most rounds of a loop to an end that is known when the kernel runs only: such ends have 32 bits.
const MOST_COUNTED: u64 = u32::MAX as u64;
/// Most rounds of a `while`: an element that is not done by then has NaNs as its results.
const MOST_OF_WHILE: u64 = 1_000_000;
/// Most rounds of a loop that is unrolled though its counter need not be known.
const FEW_ROUNDS: u64 = 16;

/// A function as a kernel of one lane, and the names of its results.
///
/// `name` is what the text is called in messages: a file, or `expression`.
///
/// # Errors
/// If the text is no such function; the message says where.
pub fn parse(name: &str, text: &str, width: Width) -> Result<Kernel, Diag> {
    // All of it in one thread: places in the text are known in the thread that has read it only.
    let compiled = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(nesting::STACK);
        let handle = thread.spawn_scoped(scope, || compile(name, text, width))?;
        Ok(handle.join())
    });
    let failed = |message: String| Diag::new(DiagKind::Environment, message);
    match compiled {
        Ok(Ok(kernel)) => kernel,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let error: std::io::Error = error;
            Err(failed(format!("no thread can be started to read {name}: {error}")))
        }
    }
}

fn compile(name: &str, text: &str, width: Width) -> Result<Kernel, Diag> {
    let place = |error: &syn::Error| {
        let span = error.span().byte_range();
        Diag::new(DiagKind::Syntax, error.to_string())
            .at(name, text, span, "here")
            .help("docs/stochastic.md describes what functions may contain")
    };
    let tokens: proc_macro2::TokenStream =
        text.parse().map_err(|error: proc_macro2::LexError| place(&error.into()))?;
    nesting::check(&tokens).map_err(|error| place(&error))?;
    if !text.contains("fn ") {
        return expression(name, text, tokens, width);
    }
    let file: syn::File = syn::parse2(tokens).map_err(|error| place(&error))?;
    let (functions, kernel) = Functions::of(&file).map_err(|error| place(&error))?;
    let mut compiler = Compiler::new(&kernel.sig.ident.to_string(), width);
    compiler.functions = functions;
    compiler.file(&file, &kernel).map_err(|error| place(&error))?;
    Ok(compiler.b.finish())
}

/// An expression: its free names are elements of arrays.
fn expression(
    name: &str,
    text: &str,
    tokens: proc_macro2::TokenStream,
    width: Width,
) -> Result<Kernel, Diag> {
    let place = |error: syn::Error| {
        let span = error.span().byte_range();
        Diag::new(DiagKind::Syntax, error.to_string()).at(name, text, span, "here")
    };
    let expression: syn::Expr = syn::parse2(tokens).map_err(place)?;
    let names = free_names(&expression);
    if names.is_empty() {
        // A call is no method: what is wrong with it says more.
        Compiler::new("expression", width).number(&expression).map_err(place)?;
        let message = format!("`{text}` has no argument");
        return Err(
            Diag::new(DiagKind::Syntax, message).help("write names for what is read: x * y")
        );
    }
    let mut compiler = Compiler::new("expression", width);
    for name in names {
        compiler.element(&name);
    }
    let result = compiler.number(&expression).map_err(place)?;
    compiler.b.results(&[result]);
    Ok(compiler.b.finish())
}

/// An integer that indexes: `element` times the index of the element, and the rest, known or a word.
#[derive(Clone, Copy, Debug)]
struct Index {
    element: i64,
    known: i64,
    word: Option<Value>,
}

/// The meaning of a name.
#[derive(Clone, Debug)]
enum Item {
    Number {
        value: Value,
        mutable: bool,
    },
    Truth(Value),
    Index(Index),
    /// An array that is read around the element.
    Around(usize),
    /// An array in the function, all of whose indices are constants.
    Array {
        items: Vec<Item>,
    },
    /// Several values, or none: what a function may give.
    Tuple(Vec<Item>),
}

impl Item {
    /// How many numbers it has room for.
    fn numbers(&self) -> usize {
        match self {
            Item::Array { items } | Item::Tuple(items) => {
                items.iter().fold(0, |sum, item| sum.saturating_add(item.numbers()))
            }
            _ => 1,
        }
    }
}

struct Compiler {
    b: Builder,
    width: Width,
    scopes: Vec<BTreeMap<String, Item>>,
    /// Masks of the conditions that are open, outermost first.
    masks: Vec<Value>,
    /// Loops that are open: the mask of the lanes that are still in, and how many masks were open before.
    loops: Vec<(Value, usize)>,
    /// For each open loop that lanes leave: variables that nothing reads after it.
    forgotten: Vec<BTreeSet<String>>,
    /// How often each name stands in the function.
    names: BTreeMap<String, usize>,
    /// The functions that can be called.
    functions: Functions,
    /// Masks that were open where the function was called.
    base: usize,
    /// The elements that a `while` was not done with.
    unfinished: Option<Value>,
    statements: usize,
    /// Numbers in arrays.
    items: usize,
}

type Result2<T> = Result<T, syn::Error>;

fn refuse<T>(at: impl Spanned, message: impl std::fmt::Display) -> Result2<T> {
    Err(syn::Error::new(at.span(), message))
}

impl Compiler {
    fn new(name: &str, width: Width) -> Compiler {
        Compiler {
            b: Builder::function(name, 1, width),
            width,
            scopes: vec![BTreeMap::new()],
            masks: vec![],
            loops: vec![],
            forgotten: vec![],
            names: BTreeMap::new(),
            functions: Functions::default(),
            base: 0,
            unfinished: None,
            statements: 0,
            items: 0,
        }
    }

    fn declare(&mut self, name: &str, item: Item) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), item);
        }
    }

    fn find(&self, ident: &syn::Ident) -> Result2<&Item> {
        let name = ident.to_string();
        match self.scopes.iter().rev().find_map(|scope| scope.get(&name)) {
            Some(item) => Ok(item),
            None => refuse(ident, format!("`{name}` is not known here")),
        }
    }

    fn element(&mut self, name: &str) {
        let array = self.b.array(name);
        let here = self.b.word(0);
        let value = self.b.load(array, here);
        let value = self.b.named(name, value);
        self.declare(name, Item::Number { value, mutable: false });
    }

    /// The constants of a file, and the function of it that is the kernel.
    fn file(&mut self, file: &syn::File, kernel: &syn::ItemFn) -> Result2<()> {
        for item in &file.items {
            if let syn::Item::Const(constant) = item {
                let value = self.expression(&constant.expr)?;
                self.declare(&constant.ident.to_string(), value);
            }
        }
        if mentions_while(file) {
            let none = self.b.truth(false);
            self.unfinished = Some(self.b.varying_variable("unfinished", none));
        }
        self.scopes.push(BTreeMap::new());
        self.function(kernel)
    }

    fn function(&mut self, function: &syn::ItemFn) -> Result2<()> {
        let mut has_index = false;
        for argument in &function.sig.inputs {
            let syn::FnArg::Typed(argument) = argument else {
                return refuse(argument, "a function of numbers has no `self`");
            };
            let syn::Pat::Ident(name) = &*argument.pat else {
                return refuse(&argument.pat, "an argument is a name");
            };
            let name = name.ident.to_string();
            let ty = &argument.ty;
            match type_name(ty).as_str() {
                "usize" if name == "i" => {
                    has_index = true;
                    self.declare("i", Item::Index(Index { element: 1, known: 0, word: None }));
                }
                "usize" => {
                    let word = self.b.parameter(&name);
                    let index = Index { element: 0, known: 0, word: Some(word) };
                    self.declare(&name, Item::Index(index));
                }
                number if number == self.width.number_type() => self.element(&name),
                slice if slice == format!("&[{}]", self.width.number_type()) => {
                    let array = self.b.array(&name);
                    self.declare(&name, Item::Around(array));
                }
                other => {
                    let number = self.width.number_type();
                    let types = format!("{number}, &[{number}] or usize");
                    return refuse(
                        ty,
                        format!("an argument is {types}, not {other} (or give --type)"),
                    );
                }
            }
        }
        let around = self
            .scopes
            .iter()
            .flat_map(BTreeMap::values)
            .any(|item| matches!(item, Item::Around(_)));
        if around && !has_index {
            let message =
                "a slice is read at `i`, the index of the element: give an argument `i: usize`";
            return refuse(&function.sig, message);
        }
        if self.b.array_count() == 0 {
            return refuse(
                &function.sig,
                "a function has an argument for each array that it reads, at least one",
            );
        }
        count_names(quote::ToTokens::to_token_stream(&function.block), &mut self.names);
        let results = self.block(&function.block)?;
        let Some(results) = results else {
            return refuse(&function.block, "the function ends with its result");
        };
        let mut results = self.results(&results)?;
        if let Some(unfinished) = self.unfinished {
            // Not all languages can write a NaN.
            let below = self.b.float(-1.0);
            let below = self.b.varying(below);
            let nan = self.b.sqrt(below);
            results = results.iter().map(|value| self.b.select(unfinished, nan, *value)).collect();
        }
        self.b.results(&results);
        Ok(())
    }

    /// The statements of a block; its last expression, if that is a value.
    fn block(&mut self, block: &syn::Block) -> Result2<Option<syn::Expr>> {
        let mut result = None;
        for (at, stmt) in block.stmts.iter().enumerate() {
            let last = at + 1 == block.stmts.len();
            match stmt {
                syn::Stmt::Local(local) => self.local(local)?,
                syn::Stmt::Expr(syn::Expr::Return(e), _)
                    if last && self.masks.len() == self.base =>
                {
                    result = e.expr.as_deref().cloned();
                }
                syn::Stmt::Expr(e, None) if last && is_value(e) => {
                    result = Some(e.clone());
                    self.line(e);
                }
                syn::Stmt::Expr(e, _) => {
                    if matches!(e, syn::Expr::Break(_)) && !last {
                        return refuse(e, "what follows a `break` is never done");
                    }
                    self.statement(e)?;
                }
                other => {
                    return refuse(other, "a statement is let, an assignment, if, for or break");
                }
            }
        }
        Ok(result)
    }

    fn scoped(&mut self, block: &syn::Block) -> Result2<()> {
        self.scopes.push(BTreeMap::new());
        let value = self.block(block)?;
        self.scopes.pop();
        match value {
            None => Ok(()),
            Some(value) => refuse(value, "nothing takes this value: end it with `;`"),
        }
    }

    /// Marks what follows with its line, for counters.
    fn line(&mut self, at: impl Spanned) {
        let active = self.active();
        self.b.at(at.span().start().line as u32, active);
    }

    fn active(&self) -> Option<Value> {
        self.masks.last().copied()
    }

    /// Refuses what would take all memory, or compilers too long.
    fn counted(&mut self, at: impl Spanned) -> Result2<()> {
        self.statements += 1;
        let limits = [
            (self.statements, MOST_STATEMENTS, "statements"),
            (self.b.value_count(), MOST_VALUES, "operations"),
        ];
        match limits.into_iter().find(|(count, most, _)| count > most) {
            None => Ok(()),
            Some((_, most, what)) => refuse(
                at,
                format!("with its loops unrolled the function has more than {most} {what}"),
            ),
        }
    }

    /// An array of these, if the function has room for it.
    fn array(&mut self, at: impl Spanned, items: Vec<Item>) -> Result2<Item> {
        let array = Item::Array { items };
        let numbers = array.numbers();
        if !(1..=MOST_OF_ARRAY).contains(&numbers) {
            return refuse(at, format!("an array has 1 to {MOST_OF_ARRAY} numbers"));
        }
        self.items += numbers;
        match self.items <= MOST_ITEMS {
            true => Ok(array),
            false => {
                let message = format!("the arrays of a function have at most {MOST_ITEMS} numbers");
                refuse(at, message)
            }
        }
    }
}
