// run: a=0.85,b=0.04,c=0.8500001,d=0.0400002
fn haversine(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let u = ((c - a) / 2.0).sin();
    let v = ((d - b) / 2.0).sin();
    let h = u * u + a.cos() * c.cos() * v * v;
    2.0 * 6371.0 * (h.sqrt() / (1.0 - h).sqrt()).atan()
}
