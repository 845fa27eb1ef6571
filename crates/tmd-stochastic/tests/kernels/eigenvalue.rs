// run: x=2.3
fn eigenvalue(x: f64) -> f64 {
    let a = [[x, 1.0, 0.5], [1.0, 3.1, -0.7], [0.5, -0.7, 1.9]];
    let mut v = [1.0, 0.9, 0.8];
    let mut value = 0.0;
    for _ in 0..40 {
        let mut w = [0.0; 3];
        for i in 0..3 {
            for j in 0..3 {
                w[i] += a[i][j] * v[j];
            }
        }
        value = (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]).sqrt();
        for i in 0..3 {
            v[i] = w[i] / value;
        }
    }
    value
}
