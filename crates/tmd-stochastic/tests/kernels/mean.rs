// run: a=1,b=0.7071067811865476
fn mean(a: f64, b: f64) -> f64 {
    let (mut x, mut y) = (a, b);
    for _ in 0..6 {
        (x, y) = ((x + y) / 2.0, (x * y).sqrt());
    }
    x
}
