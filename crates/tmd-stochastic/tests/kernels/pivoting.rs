// run: x=1.1
fn pivoting(x: f64) -> f64 {
    let mut a = [[0.0; 5]; 5];
    for i in 0..5 {
        for j in 0..5 {
            a[i][j] = x / (i as f64 + j as f64 + 1.0) + ((3 * i * j + i) % 7) as f64;
        }
    }
    let mut determinant = 1.0;
    for k in 0..5 {
        for i in k + 1..5 {
            if a[i][k].abs() > a[k][k].abs() {
                for j in 0..5 {
                    let t = a[k][j];
                    a[k][j] = a[i][j];
                    a[i][j] = t;
                }
                determinant = -determinant;
            }
        }
        determinant *= a[k][k];
        for i in k + 1..5 {
            let factor = a[i][k] / a[k][k];
            for j in k + 1..5 {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    determinant
}
