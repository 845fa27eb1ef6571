// run: u0=5.5,u1=5.545454545454546
fn muller(u0: f64, u1: f64) -> f64 {
    let mut a = u0;
    let mut b = u1;
    for _ in 0..9 {
        (a, b) = (b, 111.0 - 1130.0 / b + 3000.0 / (a * b));
    }
    b
}
