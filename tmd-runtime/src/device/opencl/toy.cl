// The toy of the tests: a part survives if some bits of its index in the block are those of the
// seed. Two stages of 4 and 16 parts, blocks of 16 items; 4 work-items share an item of the first.

typedef ulong word;

typedef struct {
    __global const word *seeds; // those of the block
    uint blocks;
    word block;
    __global uint *counts;
    __global word *survivors;
    uint capacity;
} batch;

static void report(const batch at, const uint stage, const word part)
{
    const uint place = atomic_add(&at.counts[stage + 1], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * (stage == 0 ? 64 : 1024) + part;
    }
}

static int survives0(const batch at, const word part)
{
    return ((at.seeds[0] ^ part) & 3) == 0;
}

static void walk(const batch at, const word item)
{
    const word seed = at.seeds[at.blocks] ^ at.seeds[2 * at.blocks];
    for (word part = item * 16; part < item * 16 + 16; ++part) {
        if (((seed ^ part) & 15) == 0) {
            report(at, 1, part);
        }
    }
}

#define ARGUMENTS \
    __global const word *seeds, const uint blocks, __global const word *items, \
    const uint item_capacity, __global uint *counts, __global word *survivors, \
    const uint survivor_capacity
#define BATCH(block) {seeds + (block), blocks, (block), counts, survivors, survivor_capacity}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run_stage0(ARGUMENTS)
{
    const uint count = min(counts[0], item_capacity);
    for (uint i = get_global_id(0) / 4; i < count; i += get_global_size(0) / 4) {
        const batch at = BATCH(items[i] / 16);
        const word part = items[i] % 16 * 4 + get_local_id(0) % 4;
        if (survives0(at, part)) {
            report(at, 0, part);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run_stage1(ARGUMENTS)
{
    const uint count = min(counts[1], item_capacity);
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        const batch at = BATCH(items[i] / 64);
        walk(at, items[i] % 64);
    }
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void run_fused(ARGUMENTS)
{
    const uint count = min(counts[0], item_capacity);
    for (uint i = get_global_id(0) / 4; i < count; i += get_global_size(0) / 4) {
        const batch at = BATCH(items[i] / 16);
        const word part = items[i] % 16 * 4 + get_local_id(0) % 4;
        if (survives0(at, part)) {
            atomic_add(&counts[1], 1u);
            walk(at, part);
        }
    }
}
