// run: a=0,b=2
fn bell(x: f64) -> f64 {
    (-x * x).exp()
}
fn simpson(a: f64, b: f64) -> f64 {
    let h = (b - a) / 100.0;
    let mut sum = bell(a) + bell(b);
    for k in 0..50 {
        sum += 4.0 * bell(a + h * (2.0 * (k as f64) + 1.0));
    }
    for k in 1..50 {
        sum += 2.0 * bell(a + h * 2.0 * (k as f64));
    }
    sum * h / 3.0
}
