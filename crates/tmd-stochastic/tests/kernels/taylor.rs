// run: x=-12.5
fn taylor(x: f64) -> f64 {
    let mut sum = 1.0;
    let mut term = 1.0;
    for k in 1..80 {
        term *= x / (k as f64);
        sum += term;
    }
    sum
}
