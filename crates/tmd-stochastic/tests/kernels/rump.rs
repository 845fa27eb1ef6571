// run: x=77617,y=33096
fn rump(x: f64, y: f64) -> f64 {
    let y2 = y * y;
    let y4 = y2 * y2;
    let y6 = y4 * y2;
    333.75 * y6 + x * x * (11.0 * x * x * y2 - y6 - 121.0 * y4 - 2.0) + 5.5 * y4 * y4 + x / (2.0 * y)
}
