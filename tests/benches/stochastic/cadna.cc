// The benchmark's kernels with CADNA's types.
#include <cadna.h>
#include <cstddef>

template <typename S, typename T> static void samples(S &to, T x, T y, T z)
{
    to = S(x, y, z);
}

template <typename S, typename T>
static void mandelbrot(const T *cr, const T *ci, T *out, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        S zr = T(0), zi = T(0), n = T(0), c = cr[i], d = ci[i];
        for (int k = 0; k < 100; ++k) {
            S r2 = zr * zr, i2 = zi * zi;
            if (r2 + i2 > T(4)) break;
            zi = T(2) * zr * zi + d;
            zr = r2 - i2 + c;
            n += T(1);
        }
        out[i] = n.getx();
    }
}

template <typename S, typename T>
static void stencil(const void *grid, void *result, size_t nx, size_t plane, size_t from, size_t to)
{
    const S *a = (const S *)grid;
    S *out = (S *)result;
    for (size_t i = from; i < to; ++i) {
        out[i] = T(0.4) * a[i] +
            T(0.1) * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - plane] + a[i + plane]);
    }
}

template <typename S, typename T> static void *filled(const T *x, size_t count)
{
    S *all = new S[count];
    for (size_t i = 0; i < count; ++i) all[i] = x[i];
    return all;
}

extern "C" {
void cadna_begin(int detect)
{
    cadna_init(-1, detect ? CADNA_CANCEL | CADNA_INTRINSIC : CADNA_ALL, 51, 0);
}
void cadna_finish() { cadna_end(); }
void cadna_mandelbrot_f64(const double *a, const double *b, double *c, size_t n) { mandelbrot<double_st, double>(a, b, c, n); }
void cadna_mandelbrot_f32(const float *a, const float *b, float *c, size_t n) { mandelbrot<float_st, float>(a, b, c, n); }
void *cadna_filled_f64(const double *x, size_t n) { return filled<double_st, double>(x, n); }
void *cadna_filled_f32(const float *x, size_t n) { return filled<float_st, float>(x, n); }
void cadna_stencil_f64(const void *a, void *o, size_t nx, size_t p, size_t f, size_t t) { stencil<double_st, double>(a, o, nx, p, f, t); }
void cadna_stencil_f32(const void *a, void *o, size_t nx, size_t p, size_t f, size_t t) { stencil<float_st, float>(a, o, nx, p, f, t); }
}
