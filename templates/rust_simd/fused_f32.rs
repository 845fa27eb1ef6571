    /// a · b + c, rounded once, without an instruction for it.
    ///
    /// The product is exact in binary64. The sum there is rounded to odd: where it is not exact, the one of the two numbers next
    /// to it is taken whose last bit is set. As binary64 has more than two bits more than binary32, what that is rounded to is what the
    /// exact sum is rounded to (S. Boldo and G. Melquiond, Emulation of a FMA and correctly rounded sums, 2008).
    #[inline]
    fn fused(a: f32, b: f32, c: f32) -> f32 {
        let (product, third) = (f64::from(a) * f64::from(b), f64::from(c));
        let sum = product + third;
        // The sum's error, which is exact; NaN where the sum is not finite.
        let part = sum - product;
        let error = (product - (sum - part)) + (third - part);
        let word = sum.to_bits();
        if error == 0.0 || error.is_nan() || word & 1 == 1 {
            return sum as f32;
        }
        let is_larger = (error > 0.0) == (sum > 0.0);
        f64::from_bits(if is_larger { word + 1 } else { word - 1 }) as f32
    }
