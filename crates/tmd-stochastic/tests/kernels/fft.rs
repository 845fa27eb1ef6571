// run: x=0.37
const N: usize = 64;
fn fft(x: f64) -> (f64, f64, f64, f64) {
    let mut re = [0.0; 64];
    let mut im = [0.0; 64];
    let mut c = [0.0; 32];
    let mut s = [0.0; 32];
    for k in 0..32 {
        let angle = 0.09817477042468103 * (k as f64);
        c[k] = angle.cos();
        s[k] = -angle.sin();
    }
    for k in 0..N {
        let from = (k % 2) * 32 + (k / 2 % 2) * 16 + (k / 4 % 2) * 8 + (k / 8 % 2) * 4 + (k / 16 % 2) * 2 + k / 32;
        re[k] = 1.0 / (1.0 + x * (from as f64));
    }
    for stage in 0..6 {
        for b in 0..N / 2 {
            let size = [1, 2, 4, 8, 16, 32][stage];
            let low = b / size * size * 2 + b % size;
            let high = low + size;
            let w = b % size * (32 / size);
            let tr = re[high] * c[w] - im[high] * s[w];
            let ti = re[high] * s[w] + im[high] * c[w];
            re[high] = re[low] - tr;
            im[high] = im[low] - ti;
            re[low] += tr;
            im[low] += ti;
        }
    }
    (re[0], re[1], im[1], re[32])
}
