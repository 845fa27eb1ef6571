fn stencil(a: &[f64], nx: usize, plane: usize, i: usize) -> f64 {
    0.4 * a[i] + 0.1 * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - plane] + a[i + plane])
}
