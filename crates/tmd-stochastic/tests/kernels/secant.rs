// run: x=0.5,y=0.6
fn secant(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    for _ in 0..5 {
        let fa = a * a.exp() - 1.0;
        let fb = b * b.exp() - 1.0;
        (a, b) = (b, b - fb * (b - a) / (fb - fa));
    }
    b
}
