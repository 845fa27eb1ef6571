// run: x=0.7,y=-1.2
fn neuron(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    for _ in 0..20 {
        (a, b) = ((1.7 * a - 0.6 * b + 0.1).tanh(), (0.5 * a + 1.4 * b - 0.2).tanh());
    }
    a - b
}
