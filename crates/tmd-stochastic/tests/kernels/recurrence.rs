// run: j0=0.7651976865579666,j1=0.44005058574493355
fn recurrence(j0: f64, j1: f64) -> f64 {
    let (mut a, mut b) = (j0, j1);
    for k in 1..9 {
        (a, b) = (b, 2.0 * (k as f64) * b - a);
    }
    b
}
