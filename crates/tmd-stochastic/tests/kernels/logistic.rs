// run: x=0.3,r=3.9
fn logistic(x: f64, r: f64) -> f64 {
    let mut p = x;
    for _ in 0..50 {
        p = r * p * (1.0 - p);
    }
    p
}
