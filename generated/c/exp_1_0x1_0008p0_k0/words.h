// Words of 64 bits and binary64 numbers.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) \
    || defined(__NO_SIGNED_ZEROS__)
#error "-ffast-math, or a part of it, changes what is computed: compile without it"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0
#error "-ffinite-math-only changes what is computed: compile without it"
#endif
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 9
#error "GCC 9 or later is needed"
#endif
// Products and sums are rounded one by one, but for fused ones.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

// (16: only _Float16 is kept as it is.)
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "float and double must be rounded to their own precision: -mfpmath=sse, no fast math"
#endif

typedef unsigned int uint;
typedef unsigned long long long_word;
typedef unsigned long long word;
typedef long long signed_word;
typedef double number;

// The bits of a number.
static inline word bits_of(const number a)
{
    union {
        number value;
        word bits;
    } both = {a};
    return both.bits;
}

// The number of some bits.
static inline number number_of(const word a)
{
    union {
        word bits;
        number value;
    } both = {a};
    return both.value;
}

// NaN.
static inline number no_number(void)
{
    return number_of(0x7ff8000000000000ULL);
}

// a * b + c, rounded once.
static inline number fused(const number a, const number b, const number c)
{
    return fma(a, b, c);
}

// floor(a / b); the largest word where b = 0.
static inline word divide(const word a, const word b)
{
    return b != 0 ? a / b : ~(word)0;
}

// a + b + carry with its carry.
static inline void add_carry(
    const word a, const word b, const bool carry, word *sum, bool *out)
{
    const word part = a + b;
    *sum = part + (word)carry;
    *out = part < a || *sum < part;
}

// a - b - borrow with its borrow.
static inline void sub_borrow(
    const word a, const word b, const bool borrow, word *rest, bool *out)
{
    const word part = a - b;
    *rest = part - (word)borrow;
    *out = a < b || part < *rest;
}

#if !defined(__SIZEOF_INT128__)
#error "products of words need __int128, which compilers have for targets of 64 bits"
#endif

// a * b + c + d, which always fits in two words.
static inline void mul_add(
    const word a, const word b, const word c, const word d, word *low, word *high)
{
    __extension__ typedef unsigned __int128 two_words;
    const two_words sum = (two_words)a * b + c + d;
    *low = (word)sum;
    *high = (word)(sum >> 64);
}

// An estimate of 1/a from below for 1 <= a <= 2^64, infinity for 0.
static inline double recip_below(const double a)
{
    return (1.0 - 1.0 / 65536.0) / a;
}

// An estimate of 1/a for 1 <= a <= 2^64.
static inline double recip_near(const double a)
{
    return 1.0 / a;
}

// An estimate of the square root of 1 <= a <= 2^100.
static inline double sqrt_near(const double a)
{
    return sqrt(a);
}

// The number of a word below 2^52.
static inline double to_number(const word a)
{
    return (double)a;
}

// The number nearest to a word.
static inline double to_nearest_number(const word a)
{
    return (double)a;
}

// The word of a number, truncated.
static inline word to_word(const double a)
{
    return (word)a;
}
