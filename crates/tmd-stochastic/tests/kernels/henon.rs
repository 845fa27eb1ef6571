// run: x=0.1,y=0.3
fn henon(x: f64, y: f64) -> (f64, f64) {
    let (mut a, mut b) = (x, y);
    for _ in 0..40 {
        (a, b) = (1.0 - 1.4 * a * a + b, 0.3 * a);
    }
    (a, b)
}
