// run: rate=0.043,years=30
fn compound(rate: f64, years: f64) -> (f64, f64) {
    let factor = (1.0 + rate / 365.0).powf(365.0 * years);
    (1000.0 * factor, rate * factor / (factor - 1.0))
}
