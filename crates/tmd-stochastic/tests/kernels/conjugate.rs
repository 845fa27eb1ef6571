// run: x=1
const N: usize = 16;
fn product(p: &[f64; 16], q: &mut [f64; 16]) {
    for k in 0..N {
        let mut sum = 2.5 * p[k];
        if k > 0 {
            sum -= p[k - 1];
        }
        if k < N - 1 {
            sum -= p[k + 1];
        }
        q[k] = sum;
    }
}
fn dot(p: &[f64; 16], q: &[f64; 16]) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += p[k] * q[k];
    }
    sum
}
fn conjugate(x: f64) -> (f64, f64) {
    let mut y = [0.0; 16];
    let mut r = [0.0; 16];
    let mut p = [0.0; 16];
    let mut q = [0.0; 16];
    for k in 0..N {
        r[k] = x / (k as f64 + 1.0);
        p[k] = r[k];
    }
    let mut rho = dot(&r, &r);
    for _ in 0..12 {
        product(&p, &mut q);
        let alpha = rho / dot(&p, &q);
        for k in 0..N {
            y[k] += alpha * p[k];
            r[k] -= alpha * q[k];
        }
        let next = dot(&r, &r);
        let beta = next / rho;
        rho = next;
        for k in 0..N {
            p[k] = r[k] + beta * p[k];
        }
    }
    (y[0], y[15])
}
