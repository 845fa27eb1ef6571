// run: x=1,v=0.8
fn orbit(x: f64, v: f64) -> (f64, f64) {
    let (mut x, mut y) = (x, 0.0);
    let (mut u, mut w) = (0.0, v);
    let h = 0.01;
    for _ in 0..300 {
        let r = (x * x + y * y).sqrt();
        let g = h / (r * r * r);
        u -= g * x;
        w -= g * y;
        x += h * u;
        y += h * w;
    }
    (x, (u * u + w * w) / 2.0 - 1.0 / (x * x + y * y).sqrt())
}
