// Sixteen lanes: a mask is -1 where it holds, else 0.
typedef ulong16 words;
typedef double16 numbers;
typedef long16 masks;

//@ as_words
static inline words as_words(const masks a)
{
    return as_ulong16(a);
}

//@ any_lane
// Does the mask hold in some lane? (Compilers take any() apart lane by lane.)
static inline bool any_lane(const masks a)
{
    const long8 eight = a.lo | a.hi;
    const long4 four = eight.lo | eight.hi;
    const long2 two = four.lo | four.hi;
    return (two.lo | two.hi) != 0;
}

//@ trunc_vectors
// The floor of a non-negative number: adding 2^52 rounds to an integer.
static inline numbers trunc_vectors(const numbers a)
{
    const numbers two52 = (numbers)(4503599627370496.0);
    const numbers nearest = (a + two52) - two52;
    const numbers below = nearest > a ? nearest - 1.0 : nearest;
    return a < two52 ? below : a;
}

//@ divide_vectors
static inline words divide_vectors(const words a, const words b)
{
    const masks none = b == (words)(0);
    return as_ulong16(none) | a / (none ? (words)(1) : b);
}

//@ add_carry_vectors
// A mask that holds is -1, so that taking it away adds 1.
static inline void add_carry_vectors(
    const words a, const words b, const masks carry, words *sum, masks *out)
{
    const words part = a + b;
    *sum = part - as_ulong16(carry);
    *out = (part < a) | (*sum < part);
}

//@ sub_borrow_vectors
static inline void sub_borrow_vectors(
    const words a, const words b, const masks borrow, words *rest, masks *out)
{
    const words part = a - b;
    *rest = part + as_ulong16(borrow);
    *out = (a < b) | (part < *rest);
}

//@ mul_add_vectors
static inline void mul_add_vectors(
    const words a, const words b, const words c, const words d, words *low, words *high)
{
    const words product = a * b;
    const words sum = product + c;
    *low = sum + d;
    *high = mul_hi(a, b) - as_ulong16(sum < product) - as_ulong16(*low < sum);
}

//@ recip_below_vectors
static inline numbers recip_below_vectors(const numbers a)
{
    return (1.0 - 1.0 / 65536.0) / a;
}

//@ recip_near_vectors
static inline numbers recip_near_vectors(const numbers a)
{
    return 1.0 / a;
}

//@ sqrt_near_vectors
static inline numbers sqrt_near_vectors(const numbers a)
{
    return sqrt(a);
}

//@ to_number_vectors
static inline numbers to_number_vectors(const words a)
{
    return as_double16(a | (words)(0x4330000000000000UL)) - 4503599627370496.0;
}

//@ to_nearest_number_vectors
static inline numbers to_nearest_number_vectors(const words a)
{
    return convert_double16_rte(a);
}

//@ to_word_vectors
static inline words to_word_vectors(const numbers a)
{
    return convert_ulong16_rtz(a);
}
