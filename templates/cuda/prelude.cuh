// A word of 64 fraction bits; unsigned long long has 64 bits and unsigned int 32 wherever CUDA is.
typedef unsigned long long word;
typedef unsigned int uint;

// Words are multiplied by halves of 32 bits (the default: fewer machine instructions), or by 64-bit
// instructions.
#ifndef TMD_LIMB_BITS
#define TMD_LIMB_BITS 32
#endif

// Where a thread is in the batch.
struct batch {
    const word *seeds;
    uint blocks;
    word block;
    uint *counts;
    word *survivors;
    uint capacity;
};

//@ divide
// floor(a / b); the largest word where b = 0.
static __device__ __forceinline__ word divide(const word a, const word b)
{
    return b != 0 ? a / b : ~0ULL;
}

//@ add_carry
// a + b + carry with its carry.
static __device__ __forceinline__ void add_carry(
    const word a, const word b, const bool carry, word *sum, bool *out)
{
    const word part = a + b;
    *sum = part + (word)carry;
    *out = part < a || *sum < part;
}

//@ sub_borrow
// a - b - borrow with its borrow.
static __device__ __forceinline__ void sub_borrow(
    const word a, const word b, const bool borrow, word *rest, bool *out)
{
    const word part = a - b;
    *rest = part - (word)borrow;
    *out = a < b || part < *rest;
}

//@ mul_add
// a * b + c + d, which always fits in two words.
static __device__ __forceinline__ void mul_add(
    const word a, const word b, const word c, const word d, word *low, word *high)
{
#if TMD_LIMB_BITS == 32
    // Each sum is at most (2^32 - 1)^2 + 2 (2^32 - 1) < 2^64.
    const word a0 = (uint)a, a1 = a >> 32, b0 = (uint)b, b1 = b >> 32;
    const word lowest = a0 * b0 + (uint)c + (uint)d;
    const word middle = a1 * b0 + (lowest >> 32) + (c >> 32);
    const word cross = a0 * b1 + (uint)middle + (d >> 32);
    *low = (cross << 32) + (uint)lowest;
    *high = a1 * b1 + (middle >> 32) + (cross >> 32);
#elif defined(__CUDA_ARCH__)
    asm("mad.lo.cc.u64 %0, %2, %3, %4;\n\t"
        "madc.hi.u64 %1, %2, %3, 0;\n\t"
        "add.cc.u64 %0, %0, %5;\n\t"
        "addc.u64 %1, %1, 0;"
        : "=&l"(*low), "=&l"(*high)
        : "l"(a), "l"(b), "l"(c), "l"(d));
#else
    const word lowest = a * b;
    const word sum = lowest + c;
    *low = sum + d;
    *high = __umul64hi(a, b) + (word)(sum < lowest) + (word)(*low < sum);
#endif
}

//@ product
// a * b, rounded: the compiler must not make one fma of a product and a sum.
static __device__ __forceinline__ double product(const double a, const double b)
{
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

//@ recip_below
// An estimate of 1/a from below for 1 <= a <= 2^64, infinity for 0. The conversion to single
// precision is within 2^-24, the machine's estimate within 2^-23 (PTX ISA, rcp.approx.ftz.f32),
// together within 2^-22; so the result lies between (1 - 2^-15)/a and (1 - 2^-17)/a.
static __device__ __forceinline__ double recip_below(const double a)
{
#if defined(__CUDA_ARCH__)
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    return (double)estimate * (1.0 - 1.0 / 65536.0);
#else
    return (1.0 - 1.0 / 65536.0) / a;
#endif
}

//@ recip_near
// An estimate of 1/a for 1 <= a <= 2^64, within 2^-22: see recip_below.
static __device__ __forceinline__ double recip_near(const double a)
{
#if defined(__CUDA_ARCH__)
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    return (double)estimate;
#else
    return 1.0 / a;
#endif
}

//@ sqrt_near
// An estimate of the square root of 1 <= a <= 2^100. The conversion to single precision is within
// 2^-24, the machine's estimate within 2^-23 (PTX ISA, sqrt.approx.ftz.f32).
static __device__ __forceinline__ double sqrt_near(const double a)
{
#if defined(__CUDA_ARCH__)
    float estimate;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    return (double)estimate;
#else
    return __builtin_sqrt(a);
#endif
}

//@ to_number
// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static __device__ __forceinline__ double to_number(const word a)
{
#if defined(__CUDA_ARCH__)
    return __longlong_as_double((long long)(a | 0x4330000000000000ULL)) - 4503599627370496.0;
#else
    return (double)a;
#endif
}

//@ to_nearest_number
// The number nearest to a word.
static __device__ __forceinline__ double to_nearest_number(const word a)
{
    return (double)a;
}

//@ to_word
// The word of a number, truncated.
static __device__ __forceinline__ word to_word(const double a)
{
    return (word)a;
}

//@ bits_set
// How many bits are set.
static __device__ __forceinline__ uint bits_set(const word a)
{
#if defined(__CUDA_ARCH__)
    return (uint)__popcll(a);
#else
    return (uint)__builtin_popcountll(a);
#endif
}

//@ lowest_bit
// Index of the lowest bit that is set.
static __device__ __forceinline__ word lowest_bit(const word a)
{
#if defined(__CUDA_ARCH__)
    return (word)(__ffsll((long long)a) - 1);
#else
    return (word)__builtin_ctzll(a);
#endif
}
