// run: a=1,b=2
fn f(x: f64) -> f64 {
    x.ln() / x
}
fn romberg(a: f64, b: f64) -> f64 {
    let mut t = [0.0; 6];
    let mut h = b - a;
    t[0] = h * (f(a) + f(b)) / 2.0;
    for n in 1..6 {
        let count = [0, 1, 2, 4, 8, 16][n];
        let mut sum = 0.0;
        for k in 0..count {
            sum += f(a + h * (k as f64 + 0.5));
        }
        let mut next = (t[0] + h * sum) / 2.0;
        h = h / 2.0;
        let mut power = 1.0;
        for m in 1..n + 1 {
            power *= 4.0;
            let better = next + (next - t[m - 1]) / (power - 1.0);
            t[m - 1] = next;
            next = better;
        }
        t[n] = next;
    }
    t[5]
}
