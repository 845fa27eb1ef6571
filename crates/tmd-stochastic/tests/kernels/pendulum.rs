// run: angle=2.5,speed=0
fn pendulum(angle: f64, speed: f64) -> (f64, f64) {
    let (mut q, mut p) = (angle, speed);
    for _ in 0..200 {
        p -= 0.025 * q.sin();
        q += 0.05 * p;
        p -= 0.025 * q.sin();
    }
    (q, p)
}
