// run: one=1
fn hilbert(one: f64) -> f64 {
    let mut a = [[0.0; 8]; 8];
    for i in 0..8 {
        for j in 0..8 {
            a[i][j] = one / ((i + j + 1) as f64);
        }
    }
    let mut det = 1.0;
    for i in 0..8 {
        det = det * a[i][i];
        for k in i + 1..8 {
            let aux = a[k][i] / a[i][i];
            for j in i + 1..8 {
                a[k][j] = a[k][j] - a[i][j] * aux;
            }
        }
    }
    det
}
