//! From words to variables, functions and their statements; nothing is decoded yet.

use super::Complaint;
use super::token::{Token, tokens};
use super::types::{Type, cut};

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Global,
    Constant,
    Shared,
    Local,
    Param,
}

/// A variable with its size in bytes and its first bytes, if given.
#[derive(Clone, Debug)]
pub(super) struct Variable<'a> {
    pub(super) space: Space,
    pub(super) name: &'a str,
    pub(super) align: usize,
    pub(super) size: usize,
    pub(super) initial: Option<Vec<u8>>,
}

/// A function or, with `entry`, a kernel.
#[derive(Debug)]
pub(super) struct Function<'a> {
    pub(super) name: &'a str,
    pub(super) entry: bool,
    pub(super) results: Vec<Variable<'a>>,
    pub(super) parameters: Vec<Variable<'a>>,
    /// Most threads of a group, where the kernel says so.
    pub(super) most_threads: Option<u64>,
    pub(super) body: Vec<Statement<'a>>,
}

/// A statement of a function's body.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    pub(super) line: usize,
    pub(super) what: What<'a>,
}

/// What a statement is.
#[derive(Debug)]
pub(super) enum What<'a> {
    Open,
    Close,
    Label(&'a str),
    /// Registers `name`, or `name0` … with a count.
    Registers {
        ty: Type,
        name: &'a str,
        count: Option<u32>,
    },
    Variable(Variable<'a>),
    /// A list of labels for indexed branches.
    Targets {
        name: &'a str,
        labels: Vec<&'a str>,
    },
    Instruction {
        guard: Option<Guard<'a>>,
        mnemonic: &'a str,
        operands: Vec<Operand<'a>>,
    },
}

/// The predicate that an instruction depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard<'a> {
    pub(super) name: &'a str,
    pub(super) negated: bool,
}

/// An operand as it is written.
#[derive(Clone, Debug)]
pub(super) enum Operand<'a> {
    /// A register, a symbol or a number.
    Plain(&'a str),
    /// `!p`.
    Not(&'a str),
    /// `[base+offset]`; the base may be a number.
    Address { base: &'a str, offset: i64 },
    /// `{a, b, …}`.
    Tuple(Vec<&'a str>),
    /// `(a, b, …)`.
    List(Vec<&'a str>),
}

/// Variables and functions of a text.
#[derive(Debug, Default)]
pub(super) struct Parsed<'a> {
    pub(super) variables: Vec<Variable<'a>>,
    pub(super) functions: Vec<Function<'a>>,
}

/// Reads a text.
pub(super) fn parse(source: &str) -> Result<Parsed<'_>, Complaint> {
    let mut parser = Parser { tokens: tokens(source)?, next: 0 };
    let mut parsed = Parsed::default();
    while parser.next < parser.tokens.len() {
        parser.definition(&mut parsed)?;
    }
    Ok(parsed)
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).map_or("", |token| token.text)
    }

    fn line(&self) -> usize {
        let index = self.next.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(index).map_or(0, |token| token.line)
    }

    fn take(&mut self) -> &'a str {
        let text = self.peek();
        self.next += 1;
        text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), Complaint> {
        if self.accept(text) {
            return Ok(());
        }
        self.fail(format!("expected `{text}`, found `{}`", self.peek()))
    }

    fn fail<T>(&self, reason: impl Into<String>) -> Result<T, Complaint> {
        Err(Complaint::new(self.line(), reason))
    }

    /// One directive, variable or function of the module.
    fn definition(&mut self, parsed: &mut Parsed<'a>) -> Result<(), Complaint> {
        while matches!(self.peek(), ".visible" | ".weak" | ".extern") {
            self.take();
        }
        match self.peek() {
            ".version" | ".address_size" => self.next += 2,
            ".target" => {
                self.next += 2;
                while self.accept(",") {
                    self.take();
                }
            }
            ".global" | ".const" | ".shared" => {
                let variable = self.variable()?;
                self.expect(";")?;
                parsed.variables.push(variable);
            }
            ".entry" | ".func" => parsed.functions.extend(self.function()?),
            other => return self.fail(format!("the directive `{other}` is not known")),
        }
        Ok(())
    }

    /// A variable up to, not including, the sign after it.
    fn variable(&mut self) -> Result<Variable<'a>, Complaint> {
        let space = match self.take() {
            ".global" => Space::Global,
            ".const" => Space::Constant,
            ".shared" => Space::Shared,
            ".local" => Space::Local,
            ".param" => Space::Param,
            other => return self.fail(format!("`{other}` is not a state space")),
        };
        let mut align = None;
        if self.accept(".align") {
            align = Some(self.number()? as usize);
        }
        let ty = self.ty()?;
        // What newer compilers say about the memory that a parameter points to.
        if self.accept(".ptr") {
            while matches!(self.peek(), ".global" | ".const" | ".shared" | ".local") {
                self.take();
            }
            if self.accept(".align") {
                self.number()?;
            }
        }
        let name = self.take();
        let mut length = 1;
        while self.accept("[") {
            length *= self.number()? as usize;
            self.expect("]")?;
        }
        let initial = match self.accept("=") {
            true => Some(self.initial(ty, length)?),
            false => None,
        };
        let align = align.unwrap_or(ty.bytes()).max(1);
        Ok(Variable { space, name, align, size: ty.bytes() * length, initial })
    }

    fn initial(&mut self, ty: Type, length: usize) -> Result<Vec<u8>, Complaint> {
        let mut bytes = vec![];
        let braces = self.accept("{");
        loop {
            let value = cut(ty.bits, self.number()?);
            bytes.extend_from_slice(&value.to_le_bytes()[..ty.bytes()]);
            if !braces || !self.accept(",") {
                break;
            }
        }
        if braces {
            self.expect("}")?;
        }
        if bytes.len() > ty.bytes() * length {
            return self.fail("more initial values than elements");
        }
        bytes.resize(ty.bytes() * length, 0);
        Ok(bytes)
    }

    fn ty(&mut self) -> Result<Type, Complaint> {
        let text = self.take();
        match text.strip_prefix('.').and_then(Type::parse) {
            Some(ty) => Ok(ty),
            None => self.fail(format!("`{text}` is not a type")),
        }
    }

    fn number(&mut self) -> Result<u64, Complaint> {
        let text = self.take();
        match number(text) {
            Some(value) => Ok(value),
            None => self.fail(format!("`{text}` is not a number")),
        }
    }

    /// A function; `None` for a declaration without a body.
    fn function(&mut self) -> Result<Option<Function<'a>>, Complaint> {
        let entry = self.take() == ".entry";
        let results = match self.peek() {
            "(" => self.parameters()?,
            _ => vec![],
        };
        let name = self.take();
        let parameters = match self.peek() {
            "(" => self.parameters()?,
            _ => vec![],
        };
        let mut most_threads = None;
        loop {
            match self.take() {
                ";" => return Ok(None),
                "{" => break,
                ".maxntid" | ".reqntid" => {
                    let mut threads = self.number()?;
                    while self.accept(",") {
                        threads *= self.number()?;
                    }
                    most_threads = Some(threads);
                }
                ".minnctapersm" | ".maxnreg" => {
                    self.number()?;
                }
                ".noreturn" => {}
                ".pragma" => {
                    self.take();
                    self.expect(";")?;
                }
                other => return self.fail(format!("the directive `{other}` is not known")),
            }
        }
        let body = self.body()?;
        Ok(Some(Function { name, entry, results, parameters, most_threads, body }))
    }

    fn parameters(&mut self) -> Result<Vec<Variable<'a>>, Complaint> {
        let mut list = vec![];
        self.expect("(")?;
        while !self.accept(")") {
            list.push(self.variable()?);
            self.accept(",");
        }
        Ok(list)
    }

    /// The statements up to the brace that closes the function.
    fn body(&mut self) -> Result<Vec<Statement<'a>>, Complaint> {
        let mut body = vec![];
        let mut depth = 1;
        loop {
            let line = self.line();
            let what = match self.peek() {
                "" => return self.fail("the function does not end"),
                "{" => {
                    self.take();
                    depth += 1;
                    What::Open
                }
                "}" => {
                    self.take();
                    depth -= 1;
                    if depth == 0 {
                        return Ok(body);
                    }
                    What::Close
                }
                ".pragma" => {
                    self.next += 2;
                    self.expect(";")?;
                    continue;
                }
                ".reg" => {
                    self.registers(line, &mut body)?;
                    continue;
                }
                ".shared" | ".local" | ".param" => {
                    let variable = self.variable()?;
                    self.expect(";")?;
                    What::Variable(variable)
                }
                _ => self.label_or_instruction()?,
            };
            body.push(Statement { line, what });
        }
    }

    /// `.reg .b32 %r<10>;` or `.reg .b32 a, b;`
    fn registers(&mut self, line: usize, body: &mut Vec<Statement<'a>>) -> Result<(), Complaint> {
        self.expect(".reg")?;
        let ty = self.ty()?;
        loop {
            let text = self.take();
            let (name, count) = match text.split_once('<') {
                None => (text, None),
                Some((name, count)) => match count.trim_end_matches('>').parse() {
                    Ok(count) => (name, Some(count)),
                    Err(_) => return self.fail(format!("`{text}` is not a range of registers")),
                },
            };
            body.push(Statement { line, what: What::Registers { ty, name, count } });
            if !self.accept(",") {
                return self.expect(";");
            }
        }
    }

    fn label_or_instruction(&mut self) -> Result<What<'a>, Complaint> {
        let guard = match self.accept("@") {
            true => {
                let negated = self.accept("!");
                Some(Guard { name: self.take(), negated })
            }
            false => None,
        };
        let mnemonic = self.take();
        if guard.is_none() && self.accept(":") {
            return self.after_label(mnemonic);
        }
        let mut operands = vec![];
        while !self.accept(";") {
            operands.push(self.operand()?);
            if !self.accept(",") && self.peek() != ";" {
                return self.fail(format!("expected `,` or `;`, found `{}`", self.peek()));
            }
        }
        Ok(What::Instruction { guard, mnemonic, operands })
    }

    /// What follows `name:`, which is a list of labels or nothing.
    fn after_label(&mut self, name: &'a str) -> Result<What<'a>, Complaint> {
        if !self.accept(".branchtargets") {
            return Ok(What::Label(name));
        }
        let mut labels = vec![self.take()];
        while self.accept(",") {
            labels.push(self.take());
        }
        self.expect(";")?;
        Ok(What::Targets { name, labels })
    }

    fn operand(&mut self) -> Result<Operand<'a>, Complaint> {
        if self.accept("!") {
            return Ok(Operand::Not(self.take()));
        }
        if self.accept("[") {
            let base = self.take();
            let mut offset = 0;
            if self.accept("+") || self.peek().starts_with('-') {
                offset = self.number()? as i64;
            }
            self.expect("]")?;
            return Ok(Operand::Address { base, offset });
        }
        if self.accept("{") {
            return Ok(Operand::Tuple(self.names_until("}")?));
        }
        if self.accept("(") {
            return Ok(Operand::List(self.names_until(")")?));
        }
        Ok(Operand::Plain(self.take()))
    }

    fn names_until(&mut self, end: &str) -> Result<Vec<&'a str>, Complaint> {
        let mut names = vec![];
        while !self.accept(end) {
            if self.next >= self.tokens.len() {
                return self.fail(format!("expected `{end}`"));
            }
            names.push(self.take());
            self.accept(",");
        }
        Ok(names)
    }
}

/// The bits of a literal: decimal, hexadecimal, or the bits of a floating-point number (`0d`, `0f`).
pub(super) fn number(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let float = |prefix: [&str; 2], length: usize| {
        let digits = prefix.iter().find_map(|p| digits.strip_prefix(p))?;
        (digits.len() == length).then(|| u64::from_str_radix(digits, 16).ok())?
    };
    if let Some(bits) = float(["0d", "0D"], 16).or_else(|| float(["0f", "0F"], 8)) {
        return (!negative).then_some(bits);
    }
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { value.wrapping_neg() } else { value })
}
