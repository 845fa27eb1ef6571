// Lanes that are worked on together: AVX-512.
#define LANES 8
typedef word words __attribute__((vector_size(64)));
typedef number numbers __attribute__((vector_size(64)));
// -1 where the mask holds, else 0.
typedef signed_word masks __attribute__((vector_size(64)));

static inline words fill_words(const word a)
{
    return a - (words){0};
}

// (Adding 0 would change the sign of -0.)
static inline numbers fill_numbers(const number a)
{
    return a - (numbers){0};
}

static inline masks fill_masks(const bool a)
{
    return -(signed_word)a - (masks){0};
}

// a where the mask holds, else b.
static inline words select_words(const masks m, const words a, const words b)
{
    return ((words)m & a) | (~(words)m & b);
}

static inline numbers select_numbers(const masks m, const numbers a, const numbers b)
{
    return (numbers)select_words(m, (words)a, (words)b);
}

static inline masks select_masks(const masks m, const masks a, const masks b)
{
    return (m & a) | (~m & b);
}

static inline words bits_of_vectors(const numbers a)
{
    return (words)a;
}

// a * b + c, rounded once.
static inline numbers fused_vectors(const numbers a, const numbers b, const numbers c)
{
    return _mm512_fmadd_pd(a, b, c);
}

// The words of a table of the level's, one for each lane.
static inline words lane_words(const word *table)
{
    words all;
    for (int lane = 0; lane < LANES; ++lane) {
        all[lane] = table[lane];
    }
    return all;
}

static inline words as_words(const masks a)
{
    return (words)a;
}

// Does the mask hold in some lane?
static inline bool any_lane(const masks a)
{
    return _mm512_movepi64_mask((__m512i)a) != 0;
}

// The floor of a non-negative number.
static inline numbers trunc_vectors(const numbers a)
{
    return _mm512_roundscale_pd(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

// floor(a / b); the largest word where b = 0.
static inline words divide_vectors(const words a, const words b)
{
    words quotients;
    for (int lane = 0; lane < LANES; ++lane) {
        quotients[lane] = divide(a[lane], b[lane]);
    }
    return quotients;
}

// A mask that holds is -1, so that taking it away adds 1.
static inline void add_carry_vectors(
    const words a, const words b, const masks carry, words *sum, masks *out)
{
    const words part = a + b;
    *sum = part - (words)carry;
    *out = (part < a) | (*sum < part);
}

static inline void sub_borrow_vectors(
    const words a, const words b, const masks borrow, words *rest, masks *out)
{
    const words part = a - b;
    *rest = part + (words)borrow;
    *out = (a < b) | (part < *rest);
}

// a * b + c + d, which always fits in two words.
static inline void mul_add_vectors(
    const words a, const words b, const words c, const words d, words *low, words *high)
{
    // Products of halves of 32 bits. Each sum is at most (2^32 - 1)^2 + 2 (2^32 - 1) < 2^64.
    const __m512i a0 = (__m512i)a, a1 = (__m512i)(a >> 32);
    const __m512i b0 = (__m512i)b, b1 = (__m512i)(b >> 32);
    const words half = fill_words(0xffffffffULL);
    const words lowest = (words)_mm512_mul_epu32(a0, b0);
    const words middle = (words)_mm512_mul_epu32(a1, b0) + (lowest >> 32);
    const words cross = (words)_mm512_mul_epu32(a0, b1) + (middle & half);
    const words product = (cross << 32) | (lowest & half);
    const words sum = product + c;
    *low = sum + d;
    *high = (words)_mm512_mul_epu32(a1, b1) + (middle >> 32) + (cross >> 32)
        - (words)(sum < product) - (words)(*low < sum);
}

static inline numbers recip_below_vectors(const numbers a)
{
    // 14 bits, less 2^-13 of itself.
    return _mm512_rcp14_pd(a) * (1.0 - 1.0 / 8192.0);
}

static inline numbers recip_near_vectors(const numbers a)
{
    return _mm512_rcp14_pd(a);
}

static inline numbers sqrt_near_vectors(const numbers a)
{
    return a * _mm512_rsqrt14_pd(a);
}

// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static inline numbers to_number_vectors(const words a)
{
    return (numbers)(a | 0x4330000000000000ULL) - 0x1p52;
}

static inline numbers to_nearest_number_vectors(const words a)
{
    return __builtin_convertvector(a, numbers);
}

static inline words to_word_vectors(const numbers a)
{
    return __builtin_convertvector(a, words);
}

// Lanes that wait until there are as many as LANES: up to eight numbers of each, and its index.
typedef struct {
    size_t count;
    number numbers[8][2 * LANES];
    word indices[2 * LANES];
} lane_queue;

// Lanes that were taken: where there are some, their numbers and indices.
typedef struct {
    masks mask;
    words lane;
    numbers numbers[8];
} lanes_taken;

// Adds the lanes where the mask holds; fewer than LANES wait by then.
static inline void put_lanes(
    lane_queue *queue, const masks m, const numbers *values, const int count)
{
    const size_t at = queue->count;
    const __mmask8 mask = _mm512_movepi64_mask((__m512i)m);
    for (int k = 0; k < count; ++k) {
        _mm512_storeu_pd(&queue->numbers[k][at], _mm512_maskz_compress_pd(mask, values[k]));
    }
    const __m512i lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    _mm512_storeu_si512(&queue->indices[at], _mm512_maskz_compress_epi64(mask, lane));
    queue->count = at + (size_t)__builtin_popcount(mask);
}

// Whether lanes are to be taken: a vector of them, or the last ones.
static inline bool is_due(const lane_queue *queue, const bool more)
{
    return queue->count >= (more ? LANES : 1);
}

// Takes as many lanes as there are. The others hold anything.
static inline lanes_taken take_lanes(lane_queue *queue)
{
    const size_t count = queue->count < LANES ? queue->count : LANES;
    const size_t at = queue->count - count;
    queue->count = at;
    lanes_taken taken;
    for (int lane = 0; lane < LANES; ++lane) {
        taken.mask[lane] = (size_t)lane < count ? -1 : 0;
    }
    __builtin_memcpy(&taken.lane, &queue->indices[at], sizeof taken.lane);
    for (int k = 0; k < 8; ++k) {
        __builtin_memcpy(&taken.numbers[k], &queue->numbers[k][at], sizeof taken.numbers[k]);
    }
    return taken;
}

// The word of the lane that an index says, in every lane.
static inline words words_of_lane(const words a, const words lane)
{
    return (words)_mm512_permutexvar_epi64((__m512i)lane, (__m512i)a);
}

// The number of the lane that an index says, in every lane.
static inline numbers numbers_of_lane(const numbers a, const words lane)
{
    return (numbers)words_of_lane((words)a, lane);
}

// What the kernels call by name, for it depends on the number of lanes.
static const word LANE[LANES] = {
    0ULL, 1ULL, 2ULL, 3ULL, 4ULL, 5ULL, 6ULL, 7ULL,
};
static const word LANE_CHOOSE_2[LANES] = {
    0ULL, 0ULL, 1ULL, 3ULL, 6ULL, 10ULL, 15ULL, 21ULL,
};
static const word STRIDE1_2[LANES] = {
    28ULL, 36ULL, 44ULL, 52ULL, 60ULL, 68ULL, 76ULL, 84ULL,
};
