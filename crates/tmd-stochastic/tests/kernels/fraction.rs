// run: x=0.7
fn fraction(x: f64) -> f64 {
    let mut t = 0.0;
    for k in (1..20).rev() {
        let n = k as f64;
        t = x * x / (2.0 * n + 1.0 - t);
    }
    x / (1.0 - t) - x.tan()
}
