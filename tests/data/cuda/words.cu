// Operations on words, as emitted kernels use them: each thread takes four operands and writes the
// results in a fixed order. Compiled and interpreted by tests/ptx.rs, which knows what they must be.
typedef unsigned long long u64;
typedef unsigned int u32;

__device__ __constant__ u64 offsets[4] = {0, 1, 0xffffffffffffffffull, 0x8000000000000000ull};

__device__ static void add_words2(u64 *low, u64 *high, u64 a0, u64 a1, u64 b0, u64 b1, u64 *carry)
{
    asm("add.cc.u64 %0, %3, %5;\n\t"
        "addc.cc.u64 %1, %4, %6;\n\t"
        "addc.u64 %2, 0, 0;"
        : "=&l"(*low), "=&l"(*high), "=l"(*carry)
        : "l"(a0), "l"(a1), "l"(b0), "l"(b1));
}

__device__ static void sub_words2(u64 *low, u64 *high, u64 a0, u64 a1, u64 b0, u64 b1, u64 *borrow)
{
    asm("sub.cc.u64 %0, %3, %5;\n\t"
        "subc.cc.u64 %1, %4, %6;\n\t"
        "subc.u64 %2, 0, 0;"
        : "=&l"(*low), "=&l"(*high), "=l"(*borrow)
        : "l"(a0), "l"(a1), "l"(b0), "l"(b1));
}

// a * b + c in words of 32 bits: the halves of four products are added up in two chains.
__device__ static void mul_add32(u64 *low, u64 *high, u64 a, u64 b, u64 c)
{
    asm("{\n\t"
        ".reg .u32 a0, a1, b0, b1, c0, c1, r0, r1, r2, r3;\n\t"
        "mov.b64 {a0, a1}, %2;\n\t"
        "mov.b64 {b0, b1}, %3;\n\t"
        "mov.b64 {c0, c1}, %4;\n\t"
        "mad.lo.cc.u32 r0, a0, b0, c0;\n\t"
        "madc.hi.cc.u32 r1, a0, b0, c1;\n\t"
        "madc.lo.cc.u32 r2, a1, b1, 0;\n\t"
        "madc.hi.u32 r3, a1, b1, 0;\n\t"
        "mad.lo.cc.u32 r1, a0, b1, r1;\n\t"
        "madc.hi.cc.u32 r2, a0, b1, r2;\n\t"
        "addc.u32 r3, r3, 0;\n\t"
        "mad.lo.cc.u32 r1, a1, b0, r1;\n\t"
        "madc.hi.cc.u32 r2, a1, b0, r2;\n\t"
        "addc.u32 r3, r3, 0;\n\t"
        "mov.b64 %0, {r0, r1};\n\t"
        "mov.b64 %1, {r2, r3};\n\t"
        "}"
        : "=l"(*low), "=l"(*high)
        : "l"(a), "l"(b), "l"(c));
}

__device__ static void mul_add64(u64 *low, u64 *high, u64 a, u64 b, u64 c)
{
    asm("mad.lo.cc.u64 %0, %2, %3, %4;\n\t"
        "madc.hi.u64 %1, %2, %3, 0;"
        : "=&l"(*low), "=l"(*high)
        : "l"(a), "l"(b), "l"(c));
}

extern "C" __global__ void words(const u64 *operands, u64 *results)
{
    const u64 *in = operands + 4 * threadIdx.x;
    u64 *out = results + 32 * threadIdx.x;
    const u64 a = in[0], b = in[1], c = in[2], d = in[3];
    const u32 a32 = (u32)a, b32 = (u32)b;
    const int n = (int)(c & 31);

    *out++ = a + b;
    *out++ = a - b;
    *out++ = a * b;
    *out++ = __umul64hi(a, b);
    *out++ = (u64)__mul64hi((long long)a, (long long)b);
    *out++ = b != 0 ? a / b : ~0ull;
    *out++ = b != 0 ? a % b : a;
    *out++ = a < b ? a : b;
    *out++ = (long long)a < (long long)b ? a : b;
    *out++ = a << (c & 63);
    *out++ = a >> (c & 63);
    *out++ = (u64)((long long)a >> (c & 63));
    *out++ = (u64)__popcll(a);
    *out++ = (u64)__clzll((long long)a);
    *out++ = __brevll(a);
    *out++ = (u64)a32 * b32;
    *out++ = (u64)((long long)(int)a32 * (int)b32);
    *out++ = __funnelshift_l(a32, b32, n);
    *out++ = __funnelshift_r(a32, b32, n);
    *out++ = (a < b) ^ ((long long)c >= (long long)d);
    *out++ = a ^ offsets[d & 3];
    u64 low, high, flag;
    add_words2(&low, &high, a, b, c, d, &flag);
    *out++ = low;
    *out++ = high;
    *out++ = flag;
    sub_words2(&low, &high, a, b, c, d, &flag);
    *out++ = low;
    *out++ = high;
    *out++ = flag;
    mul_add64(&low, &high, a, b, c);
    *out++ = low;
    *out++ = high;
    mul_add32(&low, &high, a, b, c);
    *out++ = low;
    *out++ = high;
    *out++ = b32 != 0 ? a32 / b32 : 0;
}
