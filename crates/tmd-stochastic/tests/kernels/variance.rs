// run: x=1000000.1
fn variance(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut squares = 0.0;
    for k in 0..40 {
        let t = x + 1.0 / (k as f64 + 1.0);
        sum += t;
        squares += t * t;
    }
    (squares - sum * sum / 40.0) / 39.0
}
