    /// a · b + c, rounded once, without an instruction for it.
    ///
    /// Significands are integers of 53 bits. The product of two, of 105 or 106 bits, and the third are brought to the upper end of
    /// 126 bits, and the one with the smaller unit is shifted to the other's. Where bits are lost, the lowest bit that is kept is
    /// set: an odd integer stands for a number between the even ones next to it. As both end in 20 zeros, the one that is shifted is below
    /// 2^105 then, the other is 2^124 or more, and even, and so the sum is more than 2^123. Whatever it is rounded to, and whatever is half way
    /// between such numbers, is even: the sum is rounded as the exact one.
    #[inline]
    fn fused(a: f64, b: f64, c: f64) -> f64 {
        if a == 0.0 || b == 0.0 || !a.is_finite() || !b.is_finite() {
            // Exact, or not finite.
            return a * b + c;
        }
        if !c.is_finite() {
            return c;
        }
        if c == 0.0 {
            return a * b;
        }
        let ((a_digits, a_unit), (b_digits, b_unit)) = (parts(a), parts(b));
        let (c_digits, c_unit) = parts(c);
        let product = (u128::from(a_digits) * u128::from(b_digits)) << 20;
        let third = u128::from(c_digits) << 72;
        let (product_unit, third_unit) = (a_unit + b_unit - 20, c_unit - 72);
        let unit = product_unit.max(third_unit);
        let product = shifted(product, unit.abs_diff(product_unit)) as i128;
        let third = shifted(third, unit.abs_diff(third_unit)) as i128;
        let is_negative = a.is_sign_negative() != b.is_sign_negative();
        let sum = if is_negative { -product } else { product }
            + if c.is_sign_negative() { -third } else { third };
        let number = rounded(sum.unsigned_abs(), unit);
        if sum < 0 { -number } else { number }
    }

    /// A finite number other than 0 as an integer of 53 bits and the exponent of its unit.
    #[inline]
    fn parts(a: f64) -> (u64, i32) {
        let word = a.to_bits();
        let digits = word & ((1 << 52) - 1);
        match (word >> 52 & 0x7ff) as i32 {
            0 => {
                let zeros = digits.leading_zeros() - 11;
                (digits << zeros, -1074 - zeros as i32)
            }
            exponent => (digits | 1 << 52, exponent - 1075),
        }
    }

    /// An integer other than 0, shifted right; its lowest bit is set if others are lost.
    #[inline]
    fn shifted(a: u128, by: u32) -> u128 {
        if by > 127 {
            return 1;
        }
        let kept = a >> by;
        if kept << by == a { kept } else { kept | 1 }
    }

    /// An integer of 127 bits at most, times its unit, rounded to nearest, ties to even.
    #[inline]
    fn rounded(a: u128, unit: i32) -> f64 {
        if a == 0 {
            return 0.0;
        }
        // The unit of the result; there is none below that of subnormal numbers.
        let own = (unit + 75 - a.leading_zeros() as i32).max(-1074);
        let digits = if own <= unit {
            a << (unit - own)
        } else if own - unit > 127 {
            0
        } else {
            let kept = a >> (own - unit);
            let lost = a - (kept << (own - unit));
            let half = 1 << (own - unit - 1);
            kept + u128::from(lost > half || lost == half && kept & 1 == 1)
        };
        // Of an integer of 53 bits, the highest adds 1 to the exponent; 2^53, where it was rounded to that, adds 2.
        let exponent = (own + 1074) as u64;
        if exponent + (digits as u64 >> 52) >= 0x7ff {
            return f64::INFINITY;
        }
        f64::from_bits((exponent << 52) + digits as u64)
    }
