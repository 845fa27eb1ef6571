//! From a fraction to the next one, and to the vertex of its arc.

use super::Arcs;
use crate::gappa::claim::Claim;
use crate::gappa::number::{dyadic, power};
use crate::gappa::slice::{Leaf, Slice};
use crate::ir::{BinF, Value};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_design::arcs::{INVERSE_BITS, VERTEX_BITS};
use tmd_design::bound::Up;
use tmd_design::lg::Lg;

/// θ of the walk's start in units of 2^-(53+β) (`ArcsPlan::start_rounds`).
const TAIL: f64 = 1.01;

impl Arcs<'_> {
    /// k, by which the next fraction is found, before it is rounded to an integer.
    fn ratio(&self) -> Result<Value, Diag> {
        let [k, ..] = self.sites.mul_less(self.sites.first("q_next")?)?;
        let [up, _] = self.sites.binary(k, BinF::Sub)?;
        Ok(self.sites.binary(up, BinF::Add)?[0])
    }

    /// The nearest integer to the ratio is the floor of (Q + q_before)/q.
    pub(super) fn quotient(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "quotient",
            &[
                "With n = Q + q_before, ratio + 1/2 is above n/q and not above it by more than 1/(2q), so that it lies between two",
                "integers as n/q does, or on the lower one, strictly above it: the integer nearest to the ratio is the floor of n/q.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let ratio = self.ratio()?;
        let [sum, inverse, _] = self.sites.mul_add(ratio)?;
        let [before, above, scaled] = self.sites.mul_add(sum)?;
        let [order, _] = self.sites.binary(scaled, BinF::Mul)?;
        let q = slice.cut(&mut claim, self.sites.first("q")?, Leaf::Integer);
        let before = slice.cut(&mut claim, before, Leaf::Integer);
        let order = slice.cut(&mut claim, order, Leaf::Integer);
        let inverse = slice.cut(&mut claim, inverse, Leaf::Number);
        let above = slice.define(&mut claim, above)?;
        let ratio_name = slice.define(&mut claim, ratio)?;
        let sum_name = slice.define(&mut claim, sum)?;
        let product = slice.product(ratio)?;
        claim.definitions.push(format!("n = {order} + {before};"));
        claim.definitions.push(format!("exact = {order} * {above} + {before} * {above};"));
        let most = self.most_order();
        claim.assume(format!("{q} in [1, {most}]"), "a denominator");
        claim.assume(format!("{before} in [1, {most}]"), "the one before it");
        claim.assume(format!("{order} in [1, {most}]"), "the order");
        claim.assume(format!("n / {q} in [1, {}]", 2 * (most + 1)), "for q <= Q");
        claim.assume(
            format!("|{inverse} * {q} - 1| <= {}", power(INVERSE_BITS)),
            "proved as `inverse`",
        );
        let excess = format!("({ratio_name} + 1b-1) * {q} - n");
        let relative = format!("({excess}) / n");
        claim.prove(format!("{relative} in [1b-41, 1b-36]"), "it is above");
        claim.prove(format!("{excess} <= 1b-1"), "by little");
        let shifted = format!("({} + {product})", dyadic(-0.5));
        claim.write_as(&excess, &format!("n * ({relative})"), &["n"]);
        claim.write_as(
            &relative,
            &format!(
                "({ratio_name} - {shifted}) / {shifted} * ({shifted} / (n / {q})) + ({product} - {sum_name} * {inverse}) / ({sum_name} * {inverse}) * ({sum_name} / n) * ({inverse} * {q}) + ({sum_name} / n) * ({inverse} * {q}) - 1"
            ),
            &["n", &q, &shifted, &format!("{sum_name} * {inverse}")],
        );
        claim.write_as(
            &format!("{shifted} / (n / {q})"),
            &format!(
                "({product} / ({sum_name} * {inverse})) * ({sum_name} / n) * ({inverse} * {q}) - 1b-1 / (n / {q})"
            ),
            &["n", &q, &format!("{sum_name} * {inverse}")],
        );
        claim.write_as(
            &format!("{product} / ({sum_name} * {inverse})"),
            &format!("1 + ({product} - {sum_name} * {inverse}) / ({sum_name} * {inverse})"),
            &[&format!("{sum_name} * {inverse}")],
        );
        claim.write_as(
            &format!("{sum_name} * {inverse}"),
            &format!("(n / {q}) * ({sum_name} / n) * ({inverse} * {q})"),
            &["n", &q],
        );
        claim.write_as(
            &format!("{sum_name} / n"),
            &format!("(1 + ({sum_name} - exact) / exact) * {above}"),
            &["n"],
        );
        Ok(claim)
    }

    /// The next fraction, once k is known.
    pub(super) fn next_fraction(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "next_fraction",
            &["The numerator and the denominator of the next fraction are exact."],
        );
        let mut slice = Slice::new(self.sites);
        let (r_next, q_next) = (self.sites.first("r_next")?, self.sites.first("q_next")?);
        let [k, r, r_before] = self.sites.mul_less(r_next)?;
        let [_, q, q_before] = self.sites.mul_less(q_next)?;
        let [k, r, r_before, q, q_before] =
            [k, r, r_before, q, q_before].map(|v| slice.cut(&mut claim, v, Leaf::Integer));
        let most = self.most_order();
        // A fraction is within 1/Q of the slope of some place of the packet.
        let slope = Up::exact(2.0) + self.rise();
        let numerator = self.order() * slope;
        claim.assume(format!("{q_before} in [1, {most}]"), "a denominator");
        claim.assume(format!("{k} * {q} in [1, {}]", 2 * most), "not above Q + q_before");
        claim.assume(
            format!("|{k} * {r}| <= {}", dyadic((numerator + numerator).value())),
            format!("by the plan's slopes, below {}", Lg(slope)),
        );
        claim.assume(
            format!("|{r_before}| <= {}", dyadic(numerator.value())),
            "by the plan's slopes",
        );
        let r_name = slice.define_exactly(&mut claim, r_next)?;
        let q_name = slice.define_exactly(&mut claim, q_next)?;
        claim.prove(format!("{r_name} - ({k} * {r} - {r_before}) in [0, 0]"), "so is r");
        claim.prove(format!("{q_name} - ({k} * {q} - {q_before}) in [0, 0]"), "and q");
        Ok(claim)
    }

    /// r - q·S.
    pub(super) fn apart(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "apart",
            &[
                "r - q*S1 is exact, and r - q*S is rounded once more, but for q times 2^-53 of the slope's tail.",
                "(If the tail S2 is 0, nothing more is taken away.)",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let apart = self.sites.first("apart")?;
        let [q, s2, leading] = self.sites.mul_sub(apart)?;
        let [_, s1, r] = self.sites.mul_sub(leading)?;
        let others = self.all_apart(s1, s2).filter(|other| *other != apart);
        let others: Vec<String> = others.map(|other| self.sites.shown(other)).collect();
        claim.about.push(format!("The same operations lead to {}.", others.join(", ")));
        let bits = self.slope_bits();
        let q = slice.cut(&mut claim, q, Leaf::Integer);
        let r = slice.cut(&mut claim, r, Leaf::Integer);
        let s1 = slice.cut(&mut claim, s1, Leaf::Multiple(-bits));
        let s2 = slice.cut(&mut claim, s2, Leaf::Multiple(-64 - bits));
        let leading_name = slice.define_exactly(&mut claim, leading)?;
        let name = slice.define(&mut claim, apart)?;
        let tail = slice.product(apart)?;
        claim.definitions.push(format!("unrounded = {r} - {q} * ({s1} + {s2});"));
        let most = self.order() * (Up::exact(2.0) + self.rise());
        let distance = self.distance().max(self.order());
        claim.assume(format!("@FIX({tail}, {})", -64 - bits), "as its factors are, rounded or not");
        claim.assume(format!("{q} in [1, {}]", self.most_order()), "a denominator");
        claim.assume(format!("{s1} in [0, 1]"), "proved as `packet`");
        claim.assume(
            format!("{s2} in [{}, {}]", power(-64 - bits), power(-bits)),
            "proved as `packet`",
        );
        claim.assume(format!("|{r}| <= {}", dyadic(most.value())), "by the plan's slopes");
        claim.assume(
            format!("|{r} - {q} * {s1}| <= {}", dyadic(distance.value())),
            format!(
                "at a vertex q times the packet's rise from S, at the start the order: {}",
                Lg(distance)
            ),
        );
        claim.prove(
            format!("{leading_name} - ({r} - {q} * {s1}) in [0, 0]"),
            "the leading part is exact",
        );
        claim.prove(
            format!("{name} -/ ({leading_name} - {tail}) in [-{0}, {0}]", power(-53)),
            "what follows is rounded once",
        );
        let tail_error = TAIL * 2f64.powi(-53 - bits);
        claim.prove(
            format!("|({leading_name} - {tail} - unrounded) / {q}| <= {}", dyadic(tail_error)),
            format!("the tail costs at most q*{TAIL}*2^{}", -53 - bits),
        );
        claim.write_as(
            &format!("({leading_name} - {tail} - unrounded) / {q}"),
            &format!(
                "({leading_name} - ({r} - {q} * {s1})) / {q} - ({tail} - {q} * {s2}) / ({q} * {s2}) * {s2}"
            ),
            &[&q, &format!("{q} * {s2}")],
        );
        Ok(claim)
    }

    /// All values r - q·S, for any fraction.
    fn all_apart(&self, s1: Value, s2: Value) -> impl Iterator<Item = Value> + '_ {
        let is = move |value: Value| -> Option<bool> {
            let [q, tail, leading] = self.sites.mul_sub(value).ok()?;
            let [same, slope, _] = self.sites.mul_sub(leading).ok()?;
            Some(q == same && tail == s2 && slope == s1)
        };
        self.sites.all().map(|(value, _)| value).filter(move |value| is(*value) == Some(true))
    }

    /// The vertex of an arc, from r - q·S.
    pub(super) fn vertex(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "vertex",
            &[
                "With x = (r/q - S)/B, y = -3C/(8B)*x, the vertex is x*(1/2 + y + 4*y^2 + 20*y^3) but for 2^-37 of that.",
                "(If r - q*S or C is 0, so is what is computed with it.)",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let vertex = self.sites.first("vertex")?;
        let [twice, factor] = self.sites.binary(vertex, BinF::Mul)?;
        let [apart, unit] = self.sites.binary(twice, BinF::Mul)?;
        let [inverse, inverse_b] = self.sites.binary(unit, BinF::Mul)?;
        let [sheared, more, _] = self.sites.mul_add(factor)?;
        let [_, last, _] = self.sites.mul_add(more)?;
        let [shear, _] = self.sites.binary(sheared, BinF::Mul)?;
        let [bent, scale] = self.sites.binary(shear, BinF::Mul)?;
        let [c, _] = self.sites.binary(bent, BinF::Mul)?;
        let [_, b] = self.sites.binary(inverse_b, BinF::Div)?;
        let q = slice.cut(&mut claim, self.sites.first("q")?, Leaf::Integer);
        let [b, c, apart, inverse] =
            [b, c, apart, inverse].map(|v| slice.cut(&mut claim, v, Leaf::Number));
        claim.assume(format!("{q} in [1, {}]", self.most_order()), "a denominator");
        claim.assume(
            format!("|{inverse} * {q} - 1| <= {}", power(INVERSE_BITS)),
            "proved as `inverse`",
        );
        let least_b = power(self.plan.least_curvature);
        claim.assume(
            format!("{b} in [{least_b}, {}]", dyadic(self.most_b().value())),
            "other packets are left out",
        );
        claim.assume(
            format!(
                "|{c}| in [{}, {}]",
                power(-64 - self.plan.cubic_shift),
                dyadic(self.most_c().value())
            ),
            "the plan's Q_3, and rounding",
        );
        let distance = self.distance();
        claim.assume(
            format!(
                "|{apart}| in [{}, {}]",
                power(-64 - self.slope_bits()),
                dyadic(distance.value())
            ),
            "a multiple of the tail's unit",
        );
        let vertex = slice.define(&mut claim, vertex)?;
        let product = slice.product(factor)?;
        let product_more = slice.product(more)?;
        let product_last = slice.product(last)?;
        let values = [twice, factor, unit, inverse_b, shear, sheared, more, last, bent, scale];
        let [twice, factor, unit, inverse_b, shear, sheared, more, last, bent, scale] =
            slice.define_all(&mut claim, values)?;
        claim.definitions.push(format!("x = {apart} / ({q} * {b});"));
        claim.definitions.push(format!("g = {} * ({c} / {b});", dyadic(-0.375)));
        claim.definitions.push("y = g * x;".into());
        let tail_more = "(4 + 20 * y)";
        let tail = "(1 + y * (4 + 20 * y))";
        let straight = format!("({} + y * {tail})", dyadic(0.5));
        claim.definitions.push(format!("exact = x * {straight};"));
        let bend = -narrow::to_i32(self.plan.bend);
        claim.assume(format!("|y| <= {}", power(bend)), "the plan's bend");
        let relative = format!("({vertex} - exact) / exact");
        claim.prove(
            format!("{relative} in [-{0}, {0}]", power(VERTEX_BITS)),
            "where the slope is r/q, but for terms beyond the fourth",
        );
        let off = |value: &str, from: &str| format!("(1 + ({value} - {from}) / {from})");
        let twice_exact = format!("({apart} * {unit})");
        let unit_exact = format!("({inverse} * {inverse_b})");
        let shear_exact = format!("({bent} * {scale})");
        let bent_exact = format!("({c} * {inverse_b})");
        let inverse_b_off = off(&inverse_b, &format!("(1 / {b})"));
        claim.write_as(
            &relative,
            &format!(
                "{} * (1 + ({twice} - x) / x) * {} - 1",
                off(&vertex, &format!("({twice} * {factor})")),
                off(&factor, &straight)
            ),
            &["x", &straight, &format!("{twice} * {factor}")],
        );
        claim.write_as(
            &format!("({twice} - x) / x"),
            &format!(
                "{} * {} * (1 + ({inverse} * {q} - 1)) * {inverse_b_off} - 1",
                off(&twice, &twice_exact),
                off(&unit, &unit_exact)
            ),
            &[&twice_exact, &unit_exact, &b, &q, &apart],
        );
        claim.write_as(
            &format!("{factor} - {straight}"),
            &format!(
                "({factor} - ({} + {product})) + y * {tail} * (({product} - y * {tail}) / (y * {tail}))",
                dyadic(0.5)
            ),
            &["y", tail],
        );
        let write_product = |claim: &mut Claim, product: &str, rest: &str, tail: &str| {
            claim.write_as(
                &format!("({product} - y * {tail}) / (y * {tail})"),
                &format!(
                    "{} * (1 + ({sheared} - y) / y) * (1 + ({rest} - {tail}) / {tail}) - 1",
                    off(product, &format!("({sheared} * {rest})"))
                ),
                &["y", tail, &format!("{sheared} * {rest}")],
            );
        };
        write_product(&mut claim, &product, &more, tail);
        claim.write_as(
            &format!("{more} - {tail}"),
            &format!(
                "({more} - (1 + {product_more})) + y * {tail_more} * (({product_more} - y * {tail_more}) / (y * {tail_more}))"
            ),
            &["y", tail_more],
        );
        write_product(&mut claim, &product_more, &last, tail_more);
        claim.write_as(
            &format!("{last} - {tail_more}"),
            &format!(
                "({last} - (4 + {product_last})) + ({product_last} - {sheared} * 20) + 20 * y * (({sheared} - y) / y)"
            ),
            &["y"],
        );
        claim.write_as(
            &format!("({sheared} - y) / y"),
            &format!(
                "{} * (1 + ({shear} - g) / g) * (1 + ({twice} - x) / x) - 1",
                off(&sheared, &format!("({shear} * {twice})"))
            ),
            &["y", "g", &format!("{shear} * {twice}"), "x"],
        );
        claim.write_as(
            &format!("({shear} - g) / g"),
            &format!(
                "{} * {} * {inverse_b_off} - 1",
                off(&shear, &shear_exact),
                off(&bent, &bent_exact)
            ),
            &[&c, &b, "g", &inverse_b, &bent],
        );
        claim.write_as(&inverse, &format!("(1 + ({inverse} * {q} - 1)) / {q}"), &[&q]);
        Ok(claim)
    }
}
