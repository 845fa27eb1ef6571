// run: x=1000000.1
fn welford(x: f64) -> f64 {
    let mut mean = 0.0;
    let mut squares = 0.0;
    for k in 0..40 {
        let n = k as f64 + 1.0;
        let t = x + 1.0 / n;
        let d = t - mean;
        mean += d / n;
        squares += d * (t - mean);
    }
    squares / 39.0
}
