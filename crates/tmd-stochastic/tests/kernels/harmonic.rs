// run: x=1
fn harmonic(x: f64) -> f64 {
    let mut sum = 0.0;
    for k in 1..1001 {
        sum += x / (k as f64);
    }
    sum
}
