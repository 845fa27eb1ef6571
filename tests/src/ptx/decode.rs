//! From statements to operations on numbered registers, once for every program.

use super::arithmetic;
use super::carry::Carrying;
use super::convert::Conversion;
use super::function::{Access, Function, Initial, Operation, Place, Register, Transfer, Window};
use super::memory::{self, FIRST_ADDRESS, Memory};
use super::parse::{self, Guard, Operand, Space, Statement, Variable, What};
use super::types::{Kind, Type};
use super::{Complaint, Fault, RUBBISH};
use std::collections::HashMap;

/// A program, ready to run.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) source: String,
    pub(super) functions: Vec<Function>,
    /// Memory with the program's own variables in it.
    pub(super) memory: Memory,
    /// Bytes of a group's memory.
    pub(super) shared_bytes: usize,
}

impl Program {
    /// Reads and decodes a program.
    ///
    /// # Errors
    /// If something in it is not known.
    pub fn new(source: &str) -> Result<Program, Fault> {
        let fault = |function: &str| {
            let function = function.to_string();
            move |complaint: Complaint| complaint.in_source(source, &function)
        };
        let parsed = parse::parse(source).map_err(fault("the program"))?;
        let mut symbols = Symbols::default();
        for variable in &parsed.variables {
            symbols.define(variable);
        }
        for (index, function) in parsed.functions.iter().enumerate() {
            symbols.functions.insert(function.name, (index, Signature::of(function)));
        }
        let mut functions = vec![];
        for function in &parsed.functions {
            let decoder = Decoder::new(&mut symbols, function);
            functions.push(decoder.decode(function).map_err(fault(function.name))?);
        }
        let Symbols { memory, shared_bytes, .. } = symbols;
        Ok(Program { source: source.into(), functions, memory, shared_bytes })
    }

    /// The kernels of the program.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().filter(|f| f.entry).map(|f| f.name.as_str())
    }
}

/// What the whole program knows.
#[derive(Default)]
struct Symbols<'a> {
    addresses: HashMap<&'a str, u64>,
    functions: HashMap<&'a str, (usize, Signature)>,
    memory: Memory,
    shared_bytes: usize,
}

impl<'a> Symbols<'a> {
    /// Gives a variable of the module, or a shared one of a function, its address.
    fn define(&mut self, variable: &Variable<'a>) {
        let address = match variable.space {
            Space::Shared => FIRST_ADDRESS + place(&mut self.shared_bytes, variable).offset as u64,
            space => {
                let rubbish = RUBBISH.to_le_bytes().into_iter().cycle().take(variable.size);
                let zeros = || vec![0; variable.size];
                let bytes = match (&variable.initial, space) {
                    (Some(bytes), _) => bytes.clone(),
                    (None, Space::Global | Space::Constant) => zeros(),
                    (None, _) => rubbish.collect(),
                };
                self.memory.add(bytes, space == Space::Constant)
            }
        };
        self.addresses.insert(variable.name, address);
    }
}

/// Where parameters and results of a function lie, the same for callers and callee.
#[derive(Clone, Debug, Default)]
struct Signature {
    results: Vec<Place>,
    parameters: Vec<Place>,
    bytes: usize,
}

impl Signature {
    fn of(function: &parse::Function<'_>) -> Signature {
        let mut signature = Signature::default();
        let bytes = &mut signature.bytes;
        signature.results = function.results.iter().map(|v| place(bytes, v)).collect();
        signature.parameters = function.parameters.iter().map(|v| place(bytes, v)).collect();
        signature
    }
}

/// Takes aligned room for a variable at the end of `bytes` bytes.
fn place(bytes: &mut usize, variable: &Variable<'_>) -> Place {
    let offset = bytes.next_multiple_of(variable.align);
    *bytes = offset + variable.size;
    Place { offset, size: variable.size }
}

/// What a name stands for in a function.
#[derive(Clone, Copy, Debug)]
enum Binding {
    Register(Register, Type),
    Local(usize),
    Param(Place),
}

struct Decoder<'a, 'm> {
    symbols: &'m mut Symbols<'a>,
    function: Function,
    /// Names by block, the innermost last.
    scopes: Vec<HashMap<String, Binding>>,
    labels: HashMap<&'a str, usize>,
    target_lists: HashMap<&'a str, Vec<&'a str>>,
    /// Operations whose targets are labels that may be yet to come.
    jumps: Vec<(usize, usize, Vec<&'a str>)>,
    constants: HashMap<Initial, Register>,
    /// Takes results that nobody wants.
    sink: Register,
}

type Decoded<T> = Result<T, String>;

impl<'a, 'm> Decoder<'a, 'm> {
    fn new(symbols: &'m mut Symbols<'a>, function: &parse::Function<'a>) -> Self {
        let signature = Signature::of(function);
        let named = function.results.iter().zip(&signature.results);
        let named = named.chain(function.parameters.iter().zip(&signature.parameters));
        let names = named.map(|(v, place)| (v.name.to_string(), Binding::Param(*place))).collect();
        let function = Function {
            name: function.name.into(),
            entry: function.entry,
            most_threads: function.most_threads,
            // Register 0 is the sink.
            registers: 1,
            parameters: signature.parameters,
            parameter_bytes: signature.bytes,
            ..Function::default()
        };
        Decoder {
            symbols,
            function,
            scopes: vec![names],
            labels: HashMap::new(),
            target_lists: HashMap::new(),
            jumps: vec![],
            constants: HashMap::new(),
            sink: 0,
        }
    }

    fn decode(mut self, function: &parse::Function<'a>) -> Result<Function, Complaint> {
        for statement in &function.body {
            self.statement(statement).map_err(|reason| Complaint::new(statement.line, reason))?;
        }
        for (at, line, labels) in std::mem::take(&mut self.jumps) {
            let found = labels.iter().map(|label| match self.labels.get(label) {
                Some(target) => Ok(*target),
                None => Err(Complaint::new(line, format!("there is no label `{label}`"))),
            });
            let found = found.collect::<Result<Vec<usize>, Complaint>>()?;
            match &mut self.function.code[at] {
                Operation::Jump { target } | Operation::JumpIf { target, .. } => *target = found[0],
                Operation::JumpIndexed { targets, .. } => *targets = found,
                _ => {}
            }
        }
        Ok(self.function)
    }

    fn statement(&mut self, statement: &Statement<'a>) -> Decoded<()> {
        match &statement.what {
            What::Open => self.scopes.push(HashMap::new()),
            What::Close => {
                self.scopes.pop();
            }
            What::Label(name) => {
                if self.labels.insert(name, self.function.code.len()).is_some() {
                    return Err(format!("the label `{name}` is there twice"));
                }
            }
            What::Targets { name, labels } => {
                self.target_lists.insert(name, labels.clone());
            }
            What::Registers { ty, name, count: None } => self.declare(name.to_string(), *ty),
            What::Registers { ty, name, count: Some(count) } => {
                for index in 0..*count {
                    self.declare(format!("{name}{index}"), *ty);
                }
            }
            What::Variable(variable) => self.variable(variable),
            What::Instruction { guard, mnemonic, operands } => {
                self.instruction(statement.line, *guard, mnemonic, operands)?;
            }
        }
        Ok(())
    }

    fn bind(&mut self, name: String, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, binding);
        }
    }

    fn declare(&mut self, name: String, ty: Type) {
        let register = self.new_register();
        self.bind(name, Binding::Register(register, ty));
    }

    fn new_register(&mut self) -> Register {
        self.function.registers += 1;
        (self.function.registers - 1) as Register
    }

    fn variable(&mut self, variable: &Variable<'a>) {
        let binding = match variable.space {
            Space::Local => Binding::Local(place(&mut self.function.local_bytes, variable).offset),
            Space::Param => Binding::Param(place(&mut self.function.parameter_bytes, variable)),
            _ => return self.symbols.define(variable),
        };
        self.bind(variable.name.into(), binding);
    }

    fn find(&self, name: &str) -> Option<Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    // ---- operands ----

    /// The register that holds a value from the start of a frame on.
    fn initial(&mut self, value: Initial) -> Register {
        if let Some(register) = self.constants.get(&value) {
            return *register;
        }
        let register = self.new_register();
        self.function.initial.push((register, value));
        self.constants.insert(value, register);
        register
    }

    /// The register of an operand that is read as `ty`.
    fn source(&mut self, name: &str, ty: Type) -> Decoded<Register> {
        if let Some(binding) = self.find(name) {
            return match binding {
                Binding::Register(register, is) if is.bits >= ty.bits => Ok(register),
                Binding::Register(..) => Err(format!("`{name}` is too narrow")),
                Binding::Local(offset) => Ok(self.initial(Initial::Local(offset as u64))),
                Binding::Param(_) => Err(format!("the address of the parameter `{name}`")),
            };
        }
        if let Some(special) = special(name) {
            return Ok(self.initial(special));
        }
        if let Some(address) = self.symbols.addresses.get(name) {
            return Ok(self.initial(Initial::Constant(*address)));
        }
        match parse::number(name) {
            Some(value) => Ok(self.initial(Initial::Constant(ty.cut(value)))),
            None => Err(format!("`{name}` is not known")),
        }
    }

    fn plain<'o>(&self, operands: &'o [Operand<'a>], index: usize) -> Decoded<&'o str> {
        match operands.get(index) {
            Some(Operand::Plain(name)) => Ok(name),
            other => Err(format!("operand {index} is {other:?}")),
        }
    }

    fn read(&mut self, operands: &[Operand<'a>], index: usize, ty: Type) -> Decoded<Register> {
        let name = self.plain(operands, index)?;
        self.source(name, ty)
    }

    /// The register that takes a result, and its width.
    fn target(&mut self, name: &str) -> Decoded<(Register, u32)> {
        match self.find(name) {
            Some(Binding::Register(register, ty)) => Ok((register, ty.bits)),
            _ if name == "_" => Ok((self.sink, 64)),
            _ => Err(format!("`{name}` is not a register")),
        }
    }

    fn result(&mut self, operands: &[Operand<'a>]) -> Decoded<Register> {
        let name = self.plain(operands, 0)?;
        Ok(self.target(name)?.0)
    }

    // ---- instructions ----

    fn push(&mut self, line: usize, operation: Operation) {
        self.function.code.push(operation);
        self.function.lines.push(line);
    }

    fn instruction(
        &mut self,
        line: usize,
        guard: Option<Guard<'a>>,
        mnemonic: &str,
        operands: &[Operand<'a>],
    ) -> Decoded<()> {
        let guard = match guard {
            Some(Guard { name, negated }) => Some((self.source(name, PREDICATE)?, !negated)),
            None => None,
        };
        if matches!(mnemonic, "bra" | "bra.uni") {
            let label = match operands {
                [Operand::Plain(label)] => *label,
                _ => return Err("a branch has one label".into()),
            };
            self.jumps.push((self.function.code.len(), line, vec![label]));
            let target = usize::MAX;
            let jump = match guard {
                Some((predicate, expected)) => Operation::JumpIf { predicate, expected, target },
                None => Operation::Jump { target },
            };
            self.push(line, jump);
            return Ok(());
        }
        if let Some((predicate, expected)) = guard {
            self.push(line, Operation::OnlyIf { predicate, expected });
        }
        if matches!(mnemonic, "brx.idx" | "brx.idx.uni") {
            let index = self.read(operands, 0, WORD32)?;
            let list = self.plain(operands, 1)?;
            let labels = self.target_lists.get(list).ok_or("there is no such list of labels")?;
            self.jumps.push((self.function.code.len(), line, labels.clone()));
            self.push(line, Operation::JumpIndexed { index, targets: vec![] });
            return Ok(());
        }
        let operation = self.operation(mnemonic, operands)?;
        self.push(line, operation);
        Ok(())
    }

    fn operation(&mut self, mnemonic: &str, operands: &[Operand<'a>]) -> Decoded<Operation> {
        match mnemonic {
            "ret" | "ret.uni" => return Ok(Operation::Return),
            "exit" => return Ok(Operation::Exit),
            "trap" => return Ok(Operation::Trap),
            "bar.sync" | "barrier.sync" | "barrier.sync.aligned" => return self.barrier(operands),
            "call" | "call.uni" => return self.call(operands),
            _ => {}
        }
        let unknown = || format!("the instruction `{mnemonic}` is not known");
        let (name, suffix) = mnemonic.rsplit_once('.').ok_or_else(unknown)?;
        let ty = Type::parse(suffix).ok_or_else(unknown)?;
        let parts: Vec<&str> = name.split('.').collect();
        let operation = match parts[0] {
            "ld" | "ldu" => self.load(&parts[1..], ty, operands)?,
            "st" => self.store(&parts[1..], ty, operands)?,
            "atom" | "red" => self.atomic(&parts, ty, operands)?,
            "mov" if parts.len() == 1 => Some(self.copy(ty, operands)?),
            "cvta" => Some(self.address_conversion(&parts[1..], ty, operands)?),
            "cvt" => self.conversion(&parts[1..], ty, operands)?,
            "setp" => self.comparison(&parts[1..], ty, operands)?,
            "selp" if parts.len() == 1 => {
                let [a, b] = [self.read(operands, 1, ty)?, self.read(operands, 2, ty)?];
                let predicate = self.read(operands, 3, PREDICATE)?;
                Some(Operation::Select { to: self.result(operands)?, a, b, predicate })
            }
            "rcp" if name == "rcp.approx.ftz" && ty.kind == Kind::Float => {
                let a = self.read(operands, 1, ty)?;
                Some(Operation::ApproximateReciprocal { ty, to: self.result(operands)?, a })
            }
            "sqrt" if mnemonic == "sqrt.approx.ftz.f32" => {
                let a = self.read(operands, 1, ty)?;
                Some(Operation::ApproximateRoot { to: self.result(operands)?, a })
            }
            _ => self.arithmetic(name, ty, operands)?,
        };
        operation.ok_or_else(unknown)
    }

    fn barrier(&mut self, operands: &[Operand<'a>]) -> Decoded<Operation> {
        match operands {
            [Operand::Plain("0")] => Ok(Operation::Barrier),
            _ => Err("only barrier 0 of the whole group is known".into()),
        }
    }

    fn copy(&mut self, ty: Type, operands: &[Operand<'a>]) -> Decoded<Operation> {
        let half = Type { kind: Kind::Bits, bits: ty.bits / 2 };
        match operands {
            [Operand::Tuple(names), Operand::Plain(from)] if names.len() == 2 => {
                let to = [self.target(names[0])?.0, self.target(names[1])?.0];
                Ok(Operation::Split { to, a: self.source(from, ty)?, bits: half.bits })
            }
            [Operand::Plain(to), Operand::Tuple(names)] if names.len() == 2 => {
                let from = [self.source(names[0], half)?, self.source(names[1], half)?];
                Ok(Operation::Join { to: self.target(to)?.0, from, bits: half.bits })
            }
            [Operand::Plain(to), Operand::Plain(from)] => {
                Ok(Operation::Copy { to: self.target(to)?.0, a: self.source(from, ty)? })
            }
            _ => Err("`mov` of something else".into()),
        }
    }

    fn arithmetic(
        &mut self,
        name: &str,
        ty: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Option<Operation>> {
        let mut from = vec![];
        for index in 1..operands.len() {
            // Amounts of shifts and the places of bit fields are 32-bit words; the third operand of a
            // widening product has its width.
            let read_as = match (name, index) {
                ("shl" | "shr", 2) | ("bfe", 2 | 3) | ("bfi", 3 | 4) => WORD32,
                ("mad.wide", 3) => Type { bits: 2 * ty.bits, ..ty },
                _ => ty,
            };
            from.push(self.read(operands, index, read_as)?);
        }
        let to = self.result(operands)?;
        if let Some(how) = Carrying::parse(name, ty) {
            if from.len() != how.operands() {
                return Ok(None);
            }
            let third = from.get(2).copied().unwrap_or(self.sink);
            return Ok(Some(Operation::Carry { how, to, from: [from[0], from[1], third] }));
        }
        Ok(match from[..] {
            [a] => arithmetic::unary(name, ty).map(|f| Operation::Unary { f, to, a }),
            [a, b] => arithmetic::binary(name, ty).map(|f| Operation::Binary { f, to, a, b }),
            [a, b, c] => {
                arithmetic::ternary(name, ty).map(|f| Operation::Ternary { f, to, a, b, c })
            }
            [a, b, c, d] => arithmetic::quaternary(name, ty).map(|f| Operation::Quaternary {
                f,
                to,
                from: [a, b, c, d],
            }),
            _ => None,
        })
    }

    fn conversion(
        &mut self,
        parts: &[&str],
        from: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Option<Operation>> {
        let Some((to, modifiers)) = parts.split_last() else { return Ok(None) };
        let Some(to) = Type::parse(to) else { return Ok(None) };
        let name = self.plain(operands, 0)?;
        let (register, bits) = self.target(name)?;
        let a = self.read(operands, 1, from)?;
        Ok(Conversion::parse(modifiers, to, from, bits).map(|how| Operation::Convert {
            how,
            to: register,
            a,
        }))
    }

    /// `setp.lt.u32 p, a, b` or `setp.lt.and.u32 p, a, b, {!}q`.
    fn comparison(
        &mut self,
        parts: &[&str],
        ty: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Option<Operation>> {
        let Some(f) = parts.first().and_then(|name| arithmetic::comparison(name, ty)) else {
            return Ok(None);
        };
        let to = self.result(operands)?;
        let (a, b) = (self.read(operands, 1, ty)?, self.read(operands, 2, ty)?);
        let other = match operands.get(3) {
            None if parts.len() == 1 => return Ok(Some(Operation::Binary { f, to, a, b })),
            Some(Operand::Plain(name)) => (*name, false),
            Some(Operand::Not(name)) => (*name, true),
            _ => return Ok(None),
        };
        let combine = match parts {
            [_, name] => arithmetic::binary(name, PREDICATE),
            _ => None,
        };
        let c = self.source(other.0, PREDICATE)?;
        Ok(combine.map(|combine| Operation::Compare {
            f,
            combine,
            to,
            from: [a, b, c],
            negated: other.1,
        }))
    }

    // ---- memory ----

    fn access(&mut self, window: Window, ty: Type, operand: &Operand<'a>) -> Decoded<Access> {
        let Operand::Address { base, offset } = operand else {
            return Err("an address is missing".into());
        };
        // Addresses in shared and local memory may be 32-bit words.
        let narrow = matches!(window, Window::Shared | Window::Local);
        let address = Type { kind: Kind::Unsigned, bits: if narrow { 32 } else { 64 } };
        Ok(Access { window, ty, base: self.source(base, address)?, offset: *offset })
    }

    /// The registers of an operand: several for a vector of as many.
    fn elements(
        &self,
        operand: Option<&Operand<'a>>,
        vector: Option<usize>,
    ) -> Decoded<Vec<&'a str>> {
        match (operand, vector) {
            (Some(Operand::Plain(name)), None) => Ok(vec![name]),
            (Some(Operand::Tuple(names)), Some(count)) if names.len() == count => Ok(names.clone()),
            (other, _) => Err(format!("expected registers, found {other:?}")),
        }
    }

    fn load(
        &mut self,
        parts: &[&str],
        ty: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Option<Operation>> {
        let Some((space, vector)) = access_modifiers(parts) else { return Ok(None) };
        let mut to = vec![];
        let mut widths = vec![];
        for name in self.elements(operands.first(), vector)? {
            let (register, bits) = self.target(name)?;
            to.push(register);
            widths.push(bits);
        }
        let Some(address) = operands.get(1) else { return Ok(None) };
        let Some(window) = space else {
            let offset = self.param(address, ty, to.len())?;
            return Ok(Some(Operation::LoadParam { ty, offset, to }));
        };
        let access = self.access(window, ty, address)?;
        let sign_to = match ty.kind {
            Kind::Signed => widths.first().copied(),
            _ => None,
        };
        Ok(Some(Operation::Load { access, to, sign_to }))
    }

    fn store(
        &mut self,
        parts: &[&str],
        ty: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Option<Operation>> {
        let Some((space, vector)) = access_modifiers(parts) else { return Ok(None) };
        let mut from = vec![];
        for name in self.elements(operands.get(1), vector)? {
            from.push(self.source(name, ty)?);
        }
        let Some(address) = operands.first() else { return Ok(None) };
        let Some(window) = space else {
            let offset = self.param(address, ty, from.len())?;
            return Ok(Some(Operation::StoreParam { ty, offset, from }));
        };
        Ok(Some(Operation::Store { access: self.access(window, ty, address)?, from }))
    }

    /// Where `[name+offset]` lies in the parameters of the frame, `count` elements long.
    fn param(&mut self, address: &Operand<'a>, ty: Type, count: usize) -> Decoded<usize> {
        let Operand::Address { base, offset } = address else {
            return Err("an address is missing".into());
        };
        let Some(Binding::Param(place)) = self.find(base) else {
            return Err(format!("there is no parameter `{base}`"));
        };
        let size = ty.bytes() * count;
        match usize::try_from(*offset) {
            Ok(offset) if offset + size <= place.size && offset.is_multiple_of(size) => {
                Ok(place.offset + offset)
            }
            _ => Err(format!("byte {offset} of a parameter of {} bytes", place.size)),
        }
    }

    /// `atom.global.add.u32 d, [a], b` or `red.global.add.u32 [a], b`.
    fn atomic(
        &mut self,
        parts: &[&str],
        ty: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Option<Operation>> {
        let ordering = ["relaxed", "acquire", "release", "acq_rel", "gpu", "cta", "sys"];
        let rest: Vec<&str> =
            parts[1..].iter().copied().filter(|part| !ordering.contains(part)).collect();
        let (window, name) = match rest[..] {
            ["global", name] => (Window::Global, name),
            ["shared", name] => (Window::Shared, name),
            [name] => (Window::Generic, name),
            _ => return Ok(None),
        };
        let f = match name {
            "exch" => Some((|_, b| b) as arithmetic::Binary),
            "add" | "min" | "max" | "and" | "or" | "xor" => arithmetic::binary(name, ty),
            _ => None,
        };
        let returns = parts[0] == "atom";
        let to = if returns { self.result(operands)? } else { self.sink };
        let operands = &operands[usize::from(returns).min(operands.len())..];
        let [address, _] = operands else { return Ok(None) };
        let access = self.access(window, ty, address)?;
        let a = self.read(operands, 1, ty)?;
        Ok(f.map(|f| Operation::Atomic { access, f, to, a }))
    }

    /// `cvta.shared.u64` makes a generic address, `cvta.to.shared.u64` undoes it.
    fn address_conversion(
        &mut self,
        parts: &[&str],
        ty: Type,
        operands: &[Operand<'a>],
    ) -> Decoded<Operation> {
        let f: arithmetic::Unary = match parts {
            ["global" | "const"] | ["to", "global" | "const"] => |a| a,
            ["shared"] => memory::generic_shared,
            ["local"] => memory::generic_local,
            ["to", "shared" | "local"] => memory::without_window,
            _ => return Err(format!("addresses of {parts:?} are not known")),
        };
        let a = self.read(operands, 1, ty)?;
        Ok(Operation::Unary { f, to: self.result(operands)?, a })
    }

    // ---- calls ----

    /// `call (results), name, (arguments)`, each list may be missing.
    fn call(&mut self, operands: &[Operand<'a>]) -> Decoded<Operation> {
        let none = vec![];
        let (results, name, arguments) = match operands {
            [Operand::List(results), Operand::Plain(name), Operand::List(arguments)] => {
                (results, name, arguments)
            }
            [Operand::List(results), Operand::Plain(name)] => (results, name, &none),
            [Operand::Plain(name), Operand::List(arguments)] => (&none, name, arguments),
            [Operand::Plain(name)] => (&none, name, &none),
            _ => return Err("only calls by name are known".into()),
        };
        let Some((function, signature)) = self.symbols.functions.get(name).cloned() else {
            return Err(format!("there is no function `{name}` with a body"));
        };
        let arguments = self.transfers(arguments, &signature.parameters)?;
        let results = self.transfers(results, &signature.results)?;
        let back = |t: Transfer| Transfer { from: t.to, to: t.from, size: t.size };
        let results = results.into_iter().map(back).collect();
        Ok(Operation::Call { function, arguments, results })
    }

    /// From places of this frame to those of a callee.
    fn transfers(&self, names: &[&str], places: &[Place]) -> Decoded<Vec<Transfer>> {
        if names.len() != places.len() {
            return Err(format!("{} arguments or results, not {}", names.len(), places.len()));
        }
        let one = |(name, callee): (&&str, &Place)| match self.find(name) {
            Some(Binding::Param(place)) if place.size == callee.size => {
                Ok(Transfer { from: place.offset, to: callee.offset, size: place.size })
            }
            _ => Err(format!("`{name}` is not an argument of {} bytes", callee.size)),
        };
        names.iter().zip(places).map(one).collect()
    }
}

const WORD32: Type = Type { kind: Kind::Unsigned, bits: 32 };
const PREDICATE: Type = Type { kind: Kind::Predicate, bits: 1 };

fn special(name: &str) -> Option<Initial> {
    Some(match name {
        "%tid.x" => Initial::Thread,
        "%ctaid.x" => Initial::Group,
        "%ntid.x" => Initial::Threads,
        "%nctaid.x" => Initial::Groups,
        "%laneid" => Initial::Lane,
        "%tid.y" | "%tid.z" | "%ctaid.y" | "%ctaid.z" => Initial::Constant(0),
        "%ntid.y" | "%ntid.z" | "%nctaid.y" | "%nctaid.z" => Initial::Constant(1),
        "WARP_SZ" => Initial::Constant(32),
        _ => return None,
    })
}

/// The window (`None`: parameters) and the number of elements of a load or store.
fn access_modifiers(parts: &[&str]) -> Option<(Option<Window>, Option<usize>)> {
    let mut window = Some(Window::Generic);
    let mut vector = None;
    for part in parts {
        match *part {
            "global" => window = Some(Window::Global),
            "const" => window = Some(Window::Constant),
            "shared" => window = Some(Window::Shared),
            "local" => window = Some(Window::Local),
            "param" => window = None,
            "v2" => vector = Some(2),
            "v4" => vector = Some(4),
            // Hints to caches, and orderings that running thread by thread keeps anyway.
            "nc" | "volatile" | "relaxed" | "gpu" | "cta" | "sys" | "weak" => {}
            _ => return None,
        }
    }
    Some((window, vector))
}
