// run: low=0,high=1.5
fn bisection(low: f64, high: f64) -> f64 {
    let (mut a, mut b) = (low, high);
    while b - a > 0.000001 {
        let m = (a + b) / 2.0;
        if m.cos() > m {
            a = m;
        } else {
            b = m;
        }
    }
    (a + b) / 2.0
}
