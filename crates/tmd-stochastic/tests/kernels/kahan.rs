// run: x=0.1
fn kahan(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut rest = 0.0;
    for k in 0..500 {
        let y = x / (k as f64 + 1.5) - rest;
        let t = sum + y;
        rest = (t - sum) - y;
        sum = t;
    }
    sum
}
