// run: y=0
fn slope(t: f64, y: f64) -> f64 {
    -20.0 * (y - t.cos())
}
fn stiff(y: f64) -> f64 {
    let mut y = y;
    let mut t = 0.0;
    let h = 0.05;
    for _ in 0..60 {
        let a = slope(t, y);
        let b = slope(t + h / 2.0, y + h / 2.0 * a);
        let c = slope(t + h / 2.0, y + h / 2.0 * b);
        let d = slope(t + h, y + h * c);
        y += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        t += h;
    }
    y
}
