//! The pass that makes of a kernel its stochastic twin: three samples of every number, each operation of each sample
//! rounded up or down at random (CESTAC: Vignes 1993), and counters of what goes wrong.
//!
//! What is not asked for leaves no trace: detection is decided here, not when the kernel runs.

use super::options::{Detect, Options};
use super::random::Bits;
use super::{elementary, significance};
use std::collections::{BTreeMap, BTreeSet};
use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::{BinF, Builder, Cmp, Kernel, Op, Rounded, Scalar, Shape, Site, Stmt, Value};
use tmd_number::elementary::Function;

/// The values that stand for one value of the kernel in its twin.
#[derive(Clone, Copy, Debug)]
enum Twin {
    /// One value for all samples: a word, a mask or a constant.
    One(Value),
    /// A value for each sample.
    Three([Value; 3]),
}

impl Twin {
    fn of(self, sample: usize) -> Value {
        match self {
            Twin::One(value) => value,
            Twin::Three(values) => values[sample],
        }
    }

    fn samples(self) -> [Value; 3] {
        match self {
            Twin::One(value) => [value; 3],
            Twin::Three(values) => values,
        }
    }
}

/// The twin of a function of elements (or of one argument, which becomes an array called `x`): three arrays for each
/// array, three results for each result, and the state of a random generator.
///
/// # Errors
/// If the kernel has an operation that no stochastic one stands for.
pub fn instrument(kernel: &Kernel, options: &Options) -> Result<Kernel, Diag> {
    let mut b = Builder::function(&kernel.name, kernel.lanes, kernel.width);
    for line in &kernel.doc {
        b.doc(line.clone());
    }
    for table in &kernel.tables {
        b.table(table.clone());
    }
    let arrays: Vec<&str> = match kernel.arrays.is_empty() {
        true => vec!["x"; kernel.arguments],
        false => kernel.arrays.iter().map(String::as_str).collect(),
    };
    for array in arrays {
        (0..3).for_each(|sample| {
            b.array(&format!("{array}{sample}"));
        });
    }
    let parameters = kernel.parameters.iter().map(|name| b.parameter(name)).collect();
    let bits = Bits::begin(&mut b, kernel.width);
    let integral = kernel.body.iter().filter_map(|stmt| match stmt {
        Stmt::Let(_, Op::Bits(value)) => Some(*value),
        _ => None,
    });
    let mut twin = Instrumenter {
        kernel,
        options,
        integral: integral.collect(),
        constants: constants(kernel),
        b,
        parameters,
        bits,
        twins: BTreeMap::new(),
        filters: BTreeMap::new(),
        sites: BTreeMap::new(),
        line: 0,
        active: None,
    };
    for stmt in &kernel.body {
        twin.stmt(stmt)?;
    }
    Ok(twin.b.finish())
}

struct Instrumenter<'a> {
    kernel: &'a Kernel,
    options: &'a Options,
    /// Numbers whose bits are read: they were rounded to an integer on purpose, and are rounded to nearest.
    integral: BTreeSet<Value>,
    b: Builder,
    /// Numbers that are constants.
    constants: BTreeMap<Value, f64>,
    parameters: Vec<Value>,
    bits: Bits,
    twins: BTreeMap<Value, Twin>,
    /// Masks of what may be noise, for values that do not change in this block.
    filters: BTreeMap<[Value; 3], Value>,
    sites: BTreeMap<Site, usize>,
    line: u32,
    /// The lanes that the statement concerns.
    active: Option<Value>,
}

impl Instrumenter<'_> {
    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Diag> {
        match stmt {
            Stmt::Comment(text) => self.b.comment(text.clone()),
            Stmt::At { line, active } => {
                if *line != self.line {
                    self.b.comment(format!("line {line}"));
                }
                self.line = *line;
                self.active = active.map(|mask| self.twins[&mask].of(0));
            }
            Stmt::Let(outs, op) => self.define(outs, op)?,
            Stmt::Declare(variable, first) => {
                let info = &self.kernel.values[variable.0 as usize];
                let first = self.twins[first];
                let twin = match (info.ty.scalar, info.ty.shape, first) {
                    (Scalar::Number, Shape::Varying, _) | (_, _, Twin::Three(_)) => {
                        Twin::Three([0, 1, 2].map(|sample| {
                            let name = format!("{}_{sample}", info.name);
                            self.b.variable(&name, first.of(sample))
                        }))
                    }
                    (_, _, Twin::One(first)) => Twin::One(self.b.variable(&info.name, first)),
                };
                self.twins.insert(*variable, twin);
            }
            Stmt::Set(variable, value) => {
                let value = self.twins[value];
                match self.twins[variable] {
                    Twin::One(variable) => self.b.set(variable, value.of(0)),
                    Twin::Three(variables) => {
                        (0..3).for_each(|sample| self.b.set(variables[sample], value.of(sample)));
                        self.filters.clear();
                    }
                }
            }
            Stmt::For { count } => {
                self.b.open_for(*count);
                self.bits.open();
                self.filters.clear();
            }
            Stmt::End => {
                self.b.end();
                self.bits.close();
                self.filters.clear();
            }
            Stmt::ExitUnlessAny(mask) => {
                let mask = self.twins[mask].of(0);
                self.b.exit_unless_any(mask);
                self.bits.only(mask);
            }
            Stmt::Return(values) => {
                let results: Vec<Value> =
                    values.iter().flat_map(|value| self.twins[value].samples()).collect();
                self.bits.end(&mut self.b);
                self.b.results(&results);
            }
            other => return Err(unsupported(&format!("{other:?}"))),
        }
        Ok(())
    }

    fn define(&mut self, outs: &[Value], op: &Op) -> Result<(), Diag> {
        let twins: Vec<Twin> = op.operands().iter().map(|value| self.twins[value]).collect();
        let of = |kernel: &Kernel| kernel.values[outs[0].0 as usize].name.clone();
        let name = of(self.kernel);
        let varying = self.kernel.ty(outs[0]).shape == Shape::Varying;
        let nearest = self.integral.contains(&outs[0]) || self.is_doubling(op);
        let rounded = |kind| Some(kind).filter(|_| varying && !nearest);
        let kind = match op {
            Op::BinF(BinF::Add, ..) => rounded(Rounded::Add),
            Op::BinF(BinF::Sub, ..) => rounded(Rounded::Sub),
            Op::BinF(BinF::Mul, ..) => rounded(Rounded::Mul),
            Op::BinF(BinF::Div, ..) => rounded(Rounded::Div),
            Op::Sqrt(_) => rounded(Rounded::Sqrt),
            Op::Fma(..) => rounded(Rounded::Fma),
            _ => None,
        };
        if let Some(kind) = kind {
            let twin = self.operation(kind, &twins, &name);
            self.twins.insert(outs[0], twin);
            return Ok(());
        }
        if let Op::Elementary(function, _) = op {
            let twin = self.function(*function, &twins, &name);
            self.twins.insert(outs[0], twin);
            return Ok(());
        }
        match op {
            // Whether a sample is a number is a matter of that sample.
            Op::CmpF(Cmp::Ge, a, b) if a == b => self.each_sample(outs, op, &twins, &name),
            Op::CmpF(cmp, ..) if varying => {
                let mask = self.comparison(*cmp, twins[0], twins[1]);
                self.twins.insert(outs[0], Twin::One(mask));
            }
            Op::Argument(index) => self.load(outs[0], *index, None, &name),
            Op::Load(array, offset) => {
                let offset = self.twins[offset].of(0);
                self.load(outs[0], *array, Some(offset), &name);
            }
            Op::Parameter(index) => {
                self.twins.insert(outs[0], Twin::One(self.parameters[*index]));
            }
            Op::Seed(_)
            | Op::Item
            | Op::State(_)
            | Op::Trunc(_)
            | Op::RecipBelow(_)
            | Op::RecipNear(_)
            | Op::SqrtNear(_)
            | Op::FMulAdd(..)
            | Op::FMulSub(..)
            | Op::FMulLess(..)
            | Op::Directed(..)
            | Op::ToF64(_)
            | Op::ToF64Nearest(_)
            | Op::ToU64(_)
            | Op::Widened(_)
            | Op::Narrowed(_)
            | Op::Exponent(_)
            | Op::Significand(_) => return Err(unsupported(&format!("{op:?}"))),
            _ => self.each_sample(outs, op, &twins, &name),
        }
        Ok(())
    }

    /// Whether the operation is a product with a power of 2 from 1 on: it is exact unless it overflows, and then it is
    /// infinite in all samples.
    fn is_doubling(&self, op: &Op) -> bool {
        let is_power = |value: &Value| {
            self.constants.get(value).is_some_and(|x| {
                let x = x.abs();
                x >= 1.0 && x.is_finite() && x.to_bits() << 12 == 0
            })
        };
        matches!(op, Op::BinF(BinF::Mul, a, b) if is_power(a) || is_power(b))
    }

    /// Operations that nothing is rounded by: the same on each sample, or once where all are the same.
    fn each_sample(&mut self, outs: &[Value], op: &Op, operands: &[Twin], name: &str) {
        let copies = if operands.iter().any(|twin| matches!(twin, Twin::Three(_))) { 3 } else { 1 };
        let samples: Vec<Vec<Value>> = (0..copies)
            .map(|sample| {
                let mut operands = operands.iter().map(|twin| twin.of(sample));
                let op = op.map_operands(|value| operands.next().unwrap_or(value));
                let types = outs.iter().map(|out| self.kernel.ty(*out)).collect::<Vec<_>>();
                let values = self.b.define(&types, op);
                for value in &values {
                    let name = match copies {
                        3 if !name.is_empty() => format!("{name}_{sample}"),
                        _ => name.to_owned(),
                    };
                    self.b.named(&name, *value);
                }
                values
            })
            .collect();
        for (k, out) in outs.iter().enumerate() {
            let twin = match &samples[..] {
                [x, y, z] => Twin::Three([x[k], y[k], z[k]]),
                all => Twin::One(all[0][k]),
            };
            self.twins.insert(*out, twin);
        }
    }

    fn load(&mut self, out: Value, array: usize, offset: Option<Value>, name: &str) {
        let offset = offset.unwrap_or_else(|| self.b.word(0));
        let mut samples = [0, 1, 2].map(|sample| {
            let value = self.b.load(3 * array + sample, offset);
            if name.is_empty() { value } else { self.b.named(&format!("{name}_{sample}"), value) }
        });
        if let Some(relative) = self.options.uncertainty {
            samples = samples.map(|x| self.uncertain(x, relative));
        }
        self.twins.insert(out, Twin::Three(samples));
    }

    /// x·(1 + relative·r) for a random r, -1 ≤ r < 1.
    fn uncertain(&mut self, x: Value, relative: f64) -> Value {
        let width = self.kernel.width;
        let b = &mut self.b;
        let word = self.bits.draw(b);
        let exponent = b.word(width.bits_of(2.0));
        let mantissa = b.shr(word, width.bits() - (width.precision() - 1));
        let number = b.bits_or(mantissa, exponent);
        let number = b.from_bits(number);
        let three = b.float(3.0);
        let r = b.sub(number, three);
        let by = b.float(relative);
        let part = b.mul(x, by);
        b.fma(part, r, x)
    }

    /// Which samples of an operation are rounded up: two at random, the third as the second is not, so that not all
    /// err on one side.
    fn directions(&mut self) -> [Value; 3] {
        let first = self.bits.mask(&mut self.b);
        let second = self.bits.mask(&mut self.b);
        let all = self.b.truth(true);
        [first, second, self.b.and_not(all, second)]
    }

    fn operation(&mut self, kind: Rounded, operands: &[Twin], name: &str) -> Twin {
        self.before(kind, operands);
        let up = self.directions();
        let samples = [0, 1, 2].map(|sample| {
            let operands: Vec<Value> = operands.iter().map(|twin| twin.of(sample)).collect();
            let value = self.b.directed(kind, up[sample], &operands);
            if name.is_empty() { value } else { self.b.named(&format!("{name}_{sample}"), value) }
        });
        if let (Some(lost), Rounded::Add | Rounded::Sub) = (self.options.detect.cancel, kind) {
            self.cancellation(lost, operands, samples);
        }
        Twin::Three(samples)
    }

    /// An elementary function of each sample, rounded as an operation is.
    fn function(&mut self, function: Function, operands: &[Twin], name: &str) -> Twin {
        let width = self.kernel.width;
        for operand in operands {
            if let (Twin::Three(a), true) = (*operand, self.options.detect.math) {
                let suspicious = self.suspicious(a);
                self.lazily(suspicious, "unstable function", |b| significance::noise(b, width, a));
            }
        }
        let up = self.directions();
        self.b.comment(function.name());
        Twin::Three([0, 1, 2].map(|sample| {
            let operands: Vec<Value> = operands.iter().map(|twin| twin.of(sample)).collect();
            let value = elementary::directed(&mut self.b, width, function, up[sample], &operands);
            if name.is_empty() { value } else { self.b.named(&format!("{name}_{sample}"), value) }
        }))
    }

    /// Anomalies that the operands tell of.
    fn before(&mut self, kind: Rounded, operands: &[Twin]) {
        let Detect { mul, div, math, .. } = self.options.detect;
        let width = self.kernel.width;
        match (kind, operands) {
            (Rounded::Mul | Rounded::Fma, [Twin::Three(a), Twin::Three(c), ..]) if mul => {
                let (a, c) = (*a, *c);
                // Both must be noise: one of them is looked at first, the one that has been already.
                let known = self.filters.contains_key(&c) && !self.filters.contains_key(&a);
                let suspicious = self.suspicious(if known { c } else { a });
                self.lazily(suspicious, "unstable multiplication", |b| {
                    let [first, second] =
                        [a, c].map(|samples| significance::noise(b, width, samples));
                    b.and(first, second)
                });
            }
            (Rounded::Div, [_, Twin::Three(c)]) if div => {
                let c = *c;
                let suspicious = self.suspicious(c);
                self.lazily(suspicious, "unstable division", |b| significance::noise(b, width, c));
            }
            (Rounded::Sqrt, [Twin::Three(a)]) if math => {
                let a = *a;
                let suspicious = self.suspicious(a);
                self.lazily(suspicious, "unstable function", |b| significance::noise(b, width, a));
            }
            _ => {}
        }
    }

    /// A sum that has `lost` digits less than the term with fewer.
    ///
    /// The filter: where |s1|·128 ≥ |a1| and |c1|, for the first samples, fewer than four digits are lost. If a term has
    /// fewer than four there is nothing to show. Else its samples agree within 10^-3, so the interval of the sum is at
    /// most that of the terms, and an ulp, times 2·1.01·128 relative to it: 2.42 digits, and 1.15 more for what the rule
    /// rounds (0.5 up, 0.5 down, and a step of 0.1505): 3.57 < 4.
    fn cancellation(&mut self, lost: u32, operands: &[Twin], sum: [Value; 3]) {
        let [a, c] = [operands[0].samples(), operands[1].samples()];
        let b = &mut self.b;
        let [first, second, of_sum] = [a[0], c[0], sum[0]].map(|x| b.abs(x));
        let larger = b.max(first, second);
        let scale = b.float(128.0);
        let scaled = b.mul(of_sum, scale);
        let far = b.ge(scaled, larger);
        let all = b.truth(true);
        let suspicious = b.and_not(all, far);
        let width = self.kernel.width;
        self.lazily(suspicious, "cancellation", |b| {
            let [first, second, of_sum] =
                [a, c, sum].map(|samples| significance::digits(b, width, samples));
            let fewer = b.min(first, second);
            let difference = b.sub(fewer, of_sum);
            let limit = b.float(f64::from(lost));
            b.ge(difference, limit)
        });
    }

    /// A mask that holds wherever the value may be noise.
    fn suspicious(&mut self, samples: [Value; 3]) -> Value {
        if let Some(mask) = self.filters.get(&samples) {
            return *mask;
        }
        let mask = significance::suspicious(&mut self.b, samples);
        self.filters.insert(samples, mask);
        mask
    }

    /// Counts the suspicious lanes where `rule` holds too, which is asked only if there is one.
    fn lazily(&mut self, suspicious: Value, what: &str, rule: impl FnOnce(&mut Builder) -> Value) {
        let site = self.site(what);
        let concerned = self.concerned(suspicious);
        self.b.if_any(concerned, |b| {
            let holds = rule(b);
            let both = b.and(holds, concerned);
            b.count(site, both);
        });
    }

    fn site(&mut self, what: &str) -> usize {
        let site = Site { line: self.line, what: what.to_owned() };
        if let Some(index) = self.sites.get(&site) {
            return *index;
        }
        let index = self.b.site(site.clone());
        self.sites.insert(site, index);
        index
    }

    /// a < b, or a ≥ b, of stochastic numbers: what differs by noise is equal. Infinities are compared as they are.
    ///
    /// Differences are rounded to nearest: they are exact if the numbers are near each other, and if not, a unit in the
    /// last place does not matter. Where the filter sees no noise, all samples differ in the same way as the first.
    fn comparison(&mut self, cmp: Cmp, a: Twin, c: Twin) -> Value {
        let samples = [0, 1, 2].map(|s| self.b.sub(a.of(s), c.of(s)));
        let suspicious = significance::suspicious(&mut self.b, samples);
        let concerned = self.concerned(suspicious);
        let zero = self.b.float(0.0);
        let first = match cmp {
            Cmp::Lt => self.b.lt(samples[0], zero),
            Cmp::Ge => self.b.ge(samples[0], zero),
        };
        let decided = self.b.varying_variable("decided", first);
        let site = self.options.detect.branch.then(|| self.site("unstable branch"));
        let width = self.kernel.width;
        let largest = width.largest();
        self.b.if_any(concerned, |b| {
            let noise = significance::noise(b, width, samples);
            let sum = b.add(samples[0], samples[1]);
            let sum = b.add(sum, samples[2]);
            let exact = match cmp {
                Cmp::Lt => {
                    let less = b.lt(sum, zero);
                    b.and_not(less, noise)
                }
                Cmp::Ge => {
                    let not_less = b.ge(sum, zero);
                    let (above, below) = (b.ge(a.of(0), c.of(0)), b.ge(c.of(0), a.of(0)));
                    let largest = b.float(largest);
                    let size = b.abs(a.of(0));
                    let infinite = b.lt(largest, size);
                    let same = b.and(above, below);
                    let same = b.and(same, infinite);
                    let either = b.or(not_less, noise);
                    b.or(either, same)
                }
            };
            let better = b.select(concerned, exact, decided);
            b.set(decided, better);
            if let Some(site) = site {
                let counted = b.and(noise, concerned);
                b.count(site, counted);
            }
        });
        decided
    }

    /// The lanes of a mask that the statement concerns.
    fn concerned(&mut self, mask: Value) -> Value {
        match self.active {
            Some(active) => self.b.and(mask, active),
            None => mask,
        }
    }
}

/// The constant numbers of a kernel.
fn constants(kernel: &Kernel) -> BTreeMap<Value, f64> {
    let mut constants = BTreeMap::new();
    for stmt in &kernel.body {
        match stmt {
            Stmt::Let(outs, Op::ConstF(number)) => constants.insert(outs[0], *number),
            Stmt::Let(outs, Op::Splat(value)) => match constants.get(value) {
                Some(number) => constants.insert(outs[0], *number),
                None => None,
            },
            _ => None,
        };
    }
    constants
}

fn unsupported(what: &str) -> Diag {
    Diag::new(DiagKind::Unsupported, format!("there is no stochastic twin of {what}")).help(
        "evaluators and functions of the kernel language have twins; kernels of searches do not",
    )
}
