// run: x=1
fn cholesky(x: f64) -> f64 {
    let mut l = [[0.0; 5]; 5];
    for i in 0..5 {
        for j in 0..i + 1 {
            let mut sum = x / ((i + j + 1) as f64);
            for k in 0..j {
                sum -= l[i][k] * l[j][k];
            }
            if i > j {
                l[i][j] = sum / l[j][j];
            } else {
                l[i][j] = sum.sqrt();
            }
        }
    }
    l[4][4]
}
