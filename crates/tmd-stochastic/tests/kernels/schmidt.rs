// run: e=0.0001
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn normed(a: &mut [f64; 3]) {
    let n = dot(a, a).sqrt();
    for k in 0..3 {
        a[k] /= n;
    }
}
fn schmidt(e: f64) -> (f64, f64) {
    let mut u = [1.0, e, e];
    let mut v = [1.0, e, 0.3 * e];
    normed(&mut u);
    let along = dot(&u, &v);
    for k in 0..3 {
        v[k] -= along * u[k];
    }
    normed(&mut v);
    (v[1], v[2])
}
