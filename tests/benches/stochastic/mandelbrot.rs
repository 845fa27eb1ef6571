fn mandelbrot(cr: f64, ci: f64) -> f64 {
    let mut zr = 0.0;
    let mut zi = 0.0;
    let mut n = 0.0;
    for _ in 0..100 {
        let r2 = zr * zr;
        let i2 = zi * zi;
        if r2 + i2 > 4.0 {
            break;
        }
        zi = 2.0 * zr * zi + ci;
        zr = r2 - i2 + cr;
        n += 1.0;
    }
    n
}
