// Operations on binary64 numbers, as emitted kernels use them; see words.cu. No contraction: products
// and sums are rounded each for itself.
typedef unsigned long long u64;

extern "C" __global__ void numbers(const u64 *operands, u64 *results)
{
    const u64 *in = operands + 4 * threadIdx.x;
    u64 *out = results + 17 * threadIdx.x;
    const double a = __longlong_as_double((long long)in[0]);
    const double b = __longlong_as_double((long long)in[1]);
    const double c = __longlong_as_double((long long)in[2]);
    double r;
    float estimate;

    *out++ = (u64)__double_as_longlong(a + b);
    *out++ = (u64)__double_as_longlong(a - b);
    *out++ = (u64)__double_as_longlong(a * b);
    *out++ = (u64)__double_as_longlong(a / b);
    *out++ = (u64)__double_as_longlong(fma(a, b, c));
    *out++ = (u64)__double_as_longlong(a < b ? a : b);
    *out++ = (u64)__double_as_longlong(trunc(a));
    *out++ = (u64)__double_as_longlong(floor(a));
    *out++ = (u64)__double_as_longlong((double)in[3]);
    *out++ = (u64)__double_as_longlong((double)(long long)in[3]);
    *out++ = (u64)__double_as_longlong((double)(float)a);
    *out++ = (u64)fabs(a);
    *out++ = (u64)(unsigned int)(fabs(a) < 4294967296.0 ? fabs(a) : 0.0);
    *out++ = (u64)(a < b) | (u64)(a <= b) << 1 | (u64)(a == b) << 2 | (u64)(a != b) << 3
        | (u64)(a >= b) << 4 | (u64)(a > b) << 5 | (u64)!(a < b) << 6;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    *out++ = (u64)__double_as_longlong(r);
    *out++ = (u64)(1.0f / (float)a > (float)b);
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    *out++ = (u64)__double_as_longlong((double)estimate);
}
