// run: x=1.3,y=-0.4,z=700.5
fn softmax(x: f64, y: f64, z: f64) -> (f64, f64) {
    let top = x.max(y).max(z);
    let sum = (x - top).exp() + (y - top).exp() + (z - top).exp();
    (top + sum.ln(), (x - z * 0.01).exp())
}
