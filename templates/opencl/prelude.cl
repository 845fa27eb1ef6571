#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Products and sums are rounded one by one, but for fma.
#pragma OPENCL FP_CONTRACT OFF

// A word of 64 fraction bits.
typedef ulong word;

// Where a thread is in the batch.
typedef struct {
    __global const word *seeds;
    uint blocks;
    word block;
    __global uint *counts;
    __global word *survivors;
    uint capacity;
} batch;

//@ divide
// floor(a / b); the largest word where b = 0.
static inline word divide(const word a, const word b)
{
    return b != 0 ? a / b : ~(word)0;
}

//@ add_carry
// a + b + carry with its carry.
static inline void add_carry(
    const word a, const word b, const bool carry, word *sum, bool *out)
{
    const word part = a + b;
    *sum = part + (word)carry;
    *out = part < a || *sum < part;
}

//@ sub_borrow
// a - b - borrow with its borrow.
static inline void sub_borrow(
    const word a, const word b, const bool borrow, word *rest, bool *out)
{
    const word part = a - b;
    *rest = part - (word)borrow;
    *out = a < b || part < *rest;
}

//@ mul_add
// a * b + c + d, which always fits in two words.
static inline void mul_add(
    const word a, const word b, const word c, const word d, word *low, word *high)
{
    const word product = a * b;
    const word sum = product + c;
    *low = sum + d;
    *high = mul_hi(a, b) + (word)(sum < product) + (word)(*low < sum);
}

//@ recip_below
// An estimate of 1/a from below for 1 <= a <= 2^64, infinity for 0. Single-precision
// conversion and division are within 0.5 and 2.5 units in the last place by the standard, together
// within 2^-21; so the result lies between (1 - 2^-15)/a and (1 - 2^-17)/a.
static inline double recip_below(const double a)
{
    return (double)(1.0f / (float)a) * (1.0 - 1.0 / 65536.0);
}

//@ recip_near
// An estimate of 1/a for 1 <= a <= 2^64: as above, within 2^-21.
static inline double recip_near(const double a)
{
    return (double)(1.0f / (float)a);
}

//@ sqrt_near
// An estimate of the square root of 1 <= a <= 2^100: single-precision conversion and root are
// within 0.5 and 3 units in the last place by the standard, together within 2^-21.
static inline double sqrt_near(const double a)
{
    return (double)sqrt((float)a);
}

//@ to_number
// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static inline double to_number(const word a)
{
    return as_double(a | 0x4330000000000000UL) - 4503599627370496.0;
}

//@ to_nearest_number
// The number nearest to a word.
static inline double to_nearest_number(const word a)
{
    return convert_double_rte(a);
}

//@ to_word
// The word of a number, truncated.
static inline word to_word(const double a)
{
    return convert_ulong_rtz(a);
}

//@ bits_set
// How many bits are set.
static inline uint bits_set(const word a)
{
    return (uint)popcount(a);
}

//@ lowest_bit
// Index of the lowest bit that is set.
static inline word lowest_bit(const word a)
{
    return 63 - clz(a & (~a + 1));
}
