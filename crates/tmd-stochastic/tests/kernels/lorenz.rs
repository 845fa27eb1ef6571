// run: x=1,y=1.1,z=0.9
fn lorenz(x: f64, y: f64, z: f64) -> (f64, f64, f64) {
    let (mut x, mut y, mut z) = (x, y, z);
    for _ in 0..1000 {
        let dx = 10.0 * (y - x);
        let dy = x * (28.0 - z) - y;
        let dz = x * y - 2.6666666666666665 * z;
        x += 0.01 * dx;
        y += 0.01 * dy;
        z += 0.01 * dz;
    }
    (x, y, z)
}
