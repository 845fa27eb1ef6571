// run: a=2,x=1
fn newton(a: f64, x: f64) -> f64 {
    let mut root = x;
    for _ in 0..30 {
        root = root - (root * root * root - a) / (3.0 * root * root);
    }
    root
}
