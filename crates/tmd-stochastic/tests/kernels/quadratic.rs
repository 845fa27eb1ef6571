// run: a=0.3,b=-2.1,c=3.6749999
fn quadratic(a: f64, b: f64, c: f64) -> (f64, f64) {
    let root = (b * b - 4.0 * a * c).sqrt();
    ((-b - root) / (2.0 * a), (-b + root) / (2.0 * a))
}
