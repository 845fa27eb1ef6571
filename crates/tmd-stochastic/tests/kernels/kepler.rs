// run: m=0.8,e=0.9
fn kepler(m: f64, e: f64) -> f64 {
    let mut a = m;
    for _ in 0..20 {
        a = a - (a - e * a.sin() - m) / (1.0 - e * a.cos());
    }
    a
}
