// run: x=1
fn solve(a: &mut [[f64; 5]; 4]) -> [f64; 4] {
    for k in 0..4 {
        for i in k + 1..4 {
            let factor = a[i][k] / a[k][k];
            for j in k..5 {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    let mut x = [0.0; 4];
    for k in (0..4).rev() {
        let mut sum = a[k][4];
        for j in k + 1..4 {
            sum -= a[k][j] * x[j];
        }
        x[k] = sum / a[k][k];
    }
    x
}
fn gauss(x: f64) -> (f64, f64, f64, f64) {
    let mut a = [
        [21.0, 130.0, 0.0, 2.1, 153.1 * x],
        [13.0, 80.0, 474000000.0, 752.0, 849.74 * x],
        [0.0, -0.4, 3981600000.0, 4.2, 7.7816 * x],
        [0.0, 0.0, 1.7, 0.000000009, 0.0000000026088 * x],
    ];
    let y = solve(&mut a);
    (y[0], y[1], y[2], y[3])
}
