//! Options as tokens of a program: the arguments of the macros of `tmd-macros`.
//!
//! `name: value` pairs, separated by commas. A value is a literal or any tokens up to the next comma
//! outside brackets; the text that they make keeps a span for each token, so that an error in it points
//! into the user's program.

use super::Request;
use super::options::{self, Options};
use super::texts::{self, Texts};
use proc_macro2::{Delimiter, LineColumn, Punct, Spacing, Span, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::ops::Range;
use tmd_base::diag::Diag;

/// Text that was spelled by tokens.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The text: the tokens with a blank where they did not touch.
    pub text: String,
    /// The place of each token in the text, and in the program.
    places: Vec<(Range<usize>, Span)>,
}

/// Tokens without the invisible parentheses around all of them, which `macro_rules!` puts around what it was given.
fn shown(tokens: TokenStream) -> Vec<TokenTree> {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    match &all[..] {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => shown(group.stream()),
        _ => all,
    }
}

impl Spelled {
    /// The text of tokens; of a single string literal, its content.
    pub fn new(tokens: TokenStream) -> Self {
        let mut spelled = Spelled { text: String::new(), places: vec![] };
        let all = shown(tokens);
        if let [TokenTree::Literal(literal)] = &all[..]
            && let Ok(syn::Lit::Str(text)) = syn::parse_str(&literal.to_string())
        {
            spelled.text = text.value();
            spelled.places.push((0..spelled.text.len(), literal.span()));
            return spelled;
        }
        let mut end = None;
        for token in all {
            spelled.add(token, &mut end);
        }
        spelled
    }

    fn add(&mut self, token: TokenTree, end: &mut Option<LineColumn>) {
        let TokenTree::Group(group) = token else {
            return self.push(&token.to_string(), token.span(), end);
        };
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            // What another macro was given stays one operand.
            Delimiter::None => match &shown(group.stream())[..] {
                [] => return,
                [only] => return self.add(only.clone(), end),
                _ => ("(", ")"),
            },
        };
        self.push(open, group.span_open(), end);
        for token in group.stream() {
            self.add(token, end);
        }
        self.push(close, group.span_close(), end);
    }

    fn push(&mut self, text: &str, span: Span, end: &mut Option<LineColumn>) {
        if text.is_empty() {
            return;
        }
        if end.is_some_and(|end| end != span.start()) {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.places.push((start..self.text.len(), span));
        *end = Some(span.end());
    }

    /// An error about the tokens that spelled a part of the text.
    pub fn error(&self, part: Range<usize>, message: &str) -> syn::Error {
        let overlaps = |place: &Range<usize>| place.start < part.end && part.start < place.end;
        let mut touched = self.places.iter().filter(|(place, _)| overlaps(place)).map(|(_, s)| *s);
        let first = touched.next().or(self.places.last().map(|(_, span)| *span));
        let Some(first) = first else { return syn::Error::new(Span::call_site(), message) };
        let last = touched.next_back().unwrap_or(first);
        // An error spans from the first to the last of its tokens.
        let tokens = [first, last].map(|span| {
            let mut mark = Punct::new('.', Spacing::Alone);
            mark.set_span(span);
            TokenTree::from(mark)
        });
        syn::Error::new_spanned(TokenStream::from_iter(tokens), message)
    }

    /// A diagnostic about this text, or about a part of it, as an error about the tokens.
    pub fn explain(&self, diag: &Diag) -> syn::Error {
        self.explain_as(diag, &message(diag, &options::names()))
    }

    /// The same in other words.
    fn explain_as(&self, diag: &Diag, message: &str) -> syn::Error {
        let span = diag.source.as_ref().and_then(|source| {
            let part = self.text.find(&source.text)?;
            Some(source.span.start + part..source.span.end + part)
        });
        self.error(span.unwrap_or(0..self.text.len()), message)
    }
}

/// The name of an option as programs have it.
fn in_program(name: &str) -> String {
    name.replace('-', "_")
}

/// The message of a diagnostic and its help, in one text, with some names spelled as in programs.
fn message(diag: &Diag, names: &[&'static str]) -> String {
    let spelled = |option: &str| format!("`{}`", in_program(option));
    let diag = texts::with_flags_as(diag.clone(), names.iter().copied(), spelled);
    match diag.help {
        Some(help) => format!("{}\nhelp: {help}", diag.message),
        None => diag.message,
    }
}

/// Does work that reads texts of its own, with the places of tokens counted in those texts. Inside the
/// compiler they would otherwise be places of the program that is compiled.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    proc_macro2::fallback::force();
    let result = work();
    proc_macro2::fallback::unforce();
    result
}

/// `name: value` pairs that stood in a program, of the names that a table has.
#[derive(Clone, Debug)]
pub struct Pairs {
    names: Vec<&'static str>,
    places: BTreeMap<&'static str, Spelled>,
}

impl Pairs {
    /// Reads `name: value, …` or `name = value, …`.
    ///
    /// # Errors
    /// If the tokens are not of that form, or a name is not in the table.
    pub fn parse(tokens: TokenStream, names: &[&'static str]) -> syn::Result<Self> {
        let mut pairs = Pairs { names: names.to_vec(), places: BTreeMap::new() };
        let mut tokens = tokens.into_iter().peekable();
        while let Some(name) = tokens.next() {
            let error = |message: &str| Err(syn::Error::new(name.span(), message));
            let TokenTree::Ident(ident) = &name else {
                return error("an option's name is expected, as in `function: exp(x)`");
            };
            let known = pairs.find(&ident.to_string(), ident.span())?;
            match tokens.next() {
                Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), ':' | '=') => {}
                _ => return error("a value is expected, as in `function: exp(x)`"),
            }
            let is_comma =
                |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
            let mut value = vec![];
            while let Some(token) = tokens.next_if(|token| !is_comma(token)) {
                value.push(token);
            }
            tokens.next();
            if value.is_empty() {
                return error("a value is expected, as in `function: exp(x)`");
            }
            pairs.insert(known, ident.span(), TokenStream::from_iter(value))?;
        }
        Ok(pairs)
    }

    fn find(&self, name: &str, span: Span) -> syn::Result<&'static str> {
        texts::find(name, &self.names).map_err(|diag| {
            let names: Vec<String> = self.names.iter().map(|name| in_program(name)).collect();
            let diag = diag.help(format!("there are {}", names.join(", ")));
            syn::Error::new(span, message(&diag, &self.names))
        })
    }

    fn insert(&mut self, name: &'static str, span: Span, value: TokenStream) -> syn::Result<()> {
        match self.places.insert(name, Spelled::new(value)) {
            None => Ok(()),
            Some(_) => {
                let message = format!("`{}` is given twice", in_program(name));
                Err(syn::Error::new(span, message))
            }
        }
    }

    /// Adds a pair that was not written as one; the table need not have its name.
    ///
    /// # Errors
    /// If the name is there already.
    pub fn add(&mut self, name: &'static str, span: Span, value: TokenStream) -> syn::Result<()> {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
        self.insert(name, span, value)
    }

    /// Takes a value out: it is none of the texts, then.
    pub fn take(&mut self, name: &str) -> Option<Spelled> {
        self.places.remove(name)
    }

    /// The texts of all values.
    pub fn texts(&self) -> Texts {
        let mut texts = Texts::default();
        for (name, spelled) in &self.places {
            texts.set(name, &spelled.text);
        }
        texts
    }

    /// A diagnostic as an error about the tokens of the value that it speaks of.
    pub fn explain(&self, diag: &Diag) -> syn::Error {
        let name = diag
            .source
            .as_ref()
            .map_or("", |source| source.name.strip_prefix("--").unwrap_or(&source.name));
        let message = message(diag, &self.names);
        match self.places.get(name) {
            Some(spelled) => spelled.explain_as(diag, &message),
            None => syn::Error::new(Span::call_site(), message),
        }
    }
}

/// Options that stood in a program.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The options.
    pub options: Options,
    pairs: Pairs,
}

impl Arguments {
    /// Reads `name: value, …`.
    ///
    /// # Errors
    /// If the tokens are not of that form, or a name is not that of an option.
    pub fn parse(tokens: TokenStream) -> syn::Result<Self> {
        let pairs = Pairs::parse(tokens, &options::names())?;
        let options = pairs.texts().into();
        Ok(Arguments { options, pairs })
    }

    /// Adds an option.
    ///
    /// # Errors
    /// If it is there already.
    pub fn add(&mut self, name: &'static str, span: Span, value: TokenStream) -> syn::Result<()> {
        self.pairs.add(name, span, value)?;
        self.options = self.pairs.texts().into();
        Ok(())
    }

    /// The request that the options make.
    ///
    /// # Errors
    /// As [`Options::request`], pointing at the tokens.
    pub fn request(&self) -> syn::Result<Request> {
        apart(|| self.options.request()).map_err(|diag| self.explain(&diag))
    }

    /// A diagnostic about the request, as an error about the tokens of the option that it speaks of.
    pub fn explain(&self, diag: &Diag) -> syn::Error {
        self.pairs.explain(diag)
    }
}

impl Options {
    /// The options as the arguments of a macro.
    pub fn tokens(&self) -> String {
        let arguments: Vec<String> = self
            .given()
            .map(|(option, text)| {
                let name = in_program(option.name);
                match text.parse::<u32>() {
                    Ok(_) => format!("{name}: {text}"),
                    Err(_) => format!("{name}: {text:?}"),
                }
            })
            .collect();
        arguments.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> syn::Result<Arguments> {
        Arguments::parse(text.parse().expect("tokens"))
    }

    #[test]
    fn tokens_make_options() {
        let text =
            "function: exp(x)*sin( x ), binade: 2^-3..2^-2, precision: 53, target: \"rust-simd\",";
        let options = arguments(text).unwrap().options;
        assert_eq!(options.get("function"), Some("exp(x)*sin( x )"));
        assert_eq!(options.get("binade"), Some("2^-3..2^-2"));
        assert_eq!(options.get("target"), Some("rust-simd"));
        let request = options.request().unwrap();
        assert!(request.range.ends().is_ok());
        let dashed = arguments("function: exp, range: 1.5..pi/2, target: rust-simd").unwrap();
        assert_eq!(dashed.options.get("target"), Some("rust-simd"));
        assert_eq!(dashed.options.get("range"), Some("1.5..pi/2"));
    }

    #[test]
    fn messages_spell_names_as_programs_do() {
        let said = |text: &str| arguments(text).unwrap_err().to_string();
        let unknown = said("function: exp, presicion: 53");
        assert!(unknown.contains("input_precision, ") && !unknown.contains("input-"), "{unknown}");
        let twice = said("input_precision: 53, input_precision: 53");
        assert_eq!(twice, "`input_precision` is given twice");
    }

    #[test]
    fn options_read_back() {
        let options = Options::new("exp(x) * sin(x)").range("1,\"2").bits(44).interval("2^12");
        assert_eq!(arguments(&options.tokens()).unwrap().options, options);
    }
}
