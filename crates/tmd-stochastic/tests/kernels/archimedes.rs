// run: x=1
fn archimedes(x: f64) -> f64 {
    let mut side = x;
    let mut corners = 6.0;
    for _ in 0..12 {
        side = (2.0 - (4.0 - side * side).sqrt()).sqrt();
        corners *= 2.0;
    }
    corners * side / 2.0
}
