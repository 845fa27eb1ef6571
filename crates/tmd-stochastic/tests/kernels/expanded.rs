// run: x=1.03
fn expanded(x: f64) -> f64 {
    let c = [-1.0, 7.0, -21.0, 35.0, -35.0, 21.0, -7.0, 1.0];
    let mut sum = 0.0;
    for k in (0..8).rev() {
        sum = sum * x + c[k];
    }
    sum
}
