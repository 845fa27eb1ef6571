// run: x=20.5
fn stirling(x: f64) -> f64 {
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x * x * x);
    let log = (x - 0.5) * x.ln() - x + 0.9189385332046727 + series;
    log.exp() / x.powf(x)
}
