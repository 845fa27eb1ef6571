// Lanes that are worked on together: any processor.
#define LANES 2
typedef word words __attribute__((vector_size(16)));
typedef number numbers __attribute__((vector_size(16)));
// -1 where the mask holds, else 0.
typedef signed_word masks __attribute__((vector_size(16)));

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
    numbers sum;
    for (int lane = 0; lane < LANES; ++lane) {
        sum[lane] = fma(a[lane], b[lane], c[lane]);
    }
    return sum;
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
    return a[0] | a[1];
}

// The floor of a non-negative number.
static inline numbers trunc_vectors(const numbers a)
{
    const numbers two52 = fill_numbers(0x1p52);
    const numbers nearest = (a + two52) - two52;
    const numbers above = select_numbers(nearest > a, fill_numbers(1.0), fill_numbers(0.0));
    const numbers below = nearest - above;
    return select_numbers(a < two52, below, a);
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
    for (int lane = 0; lane < LANES; ++lane) {
        word low_word, high_word;
        mul_add(a[lane], b[lane], c[lane], d[lane], &low_word, &high_word);
        (*low)[lane] = low_word;
        (*high)[lane] = high_word;
    }
}

static inline numbers recip_below_vectors(const numbers a)
{
    return (1.0 - 1.0 / 65536.0) / a;
}

static inline numbers recip_near_vectors(const numbers a)
{
    return 1.0 / a;
}

static inline numbers sqrt_near_vectors(const numbers a)
{
    numbers roots;
    for (int lane = 0; lane < LANES; ++lane) {
        roots[lane] = sqrt(a[lane]);
    }
    return roots;
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
    size_t next = at;
    for (int lane = 0; lane < LANES; ++lane) {
        for (int k = 0; k < count; ++k) {
            queue->numbers[k][next] = values[k][lane];
        }
        queue->indices[next] = (word)lane;
        next += m[lane] != 0;
    }
    queue->count = next;
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
    words all;
    for (int i = 0; i < LANES; ++i) {
        all[i] = a[lane[i]];
    }
    return all;
}

// The number of the lane that an index says, in every lane.
static inline numbers numbers_of_lane(const numbers a, const words lane)
{
    return (numbers)words_of_lane((words)a, lane);
}

// What the kernels call by name, for it depends on the number of lanes.
static const word LANE[LANES] = {
    0ULL, 1ULL,
};
static const word LANE_CHOOSE_2[LANES] = {
    0ULL, 0ULL,
};
static const word STRIDE1_2[LANES] = {
    1ULL, 3ULL,
};
