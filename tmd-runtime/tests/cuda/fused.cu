// The toy of these tests, both stages in one kernel.
typedef unsigned long long word;
typedef unsigned int uint;

extern "C" __global__ void __launch_bounds__(32) run_fused(
    const word *seeds, const uint blocks,
    const word *items, const uint item_capacity,
    uint *counts,
    word *survivors, const uint survivor_capacity)
{
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    uint at_item = blockIdx.x * 8u + threadIdx.x / 4u;
    for (; at_item < count; at_item += gridDim.x * 8u) {
        const word block = items[at_item] / 32u;
        const word seed = seeds[blocks + block] ^ seeds[2u * blocks + block];
        for (uint step = 0; step < 2; ++step) {
            const word item = items[at_item] % 32u * 8u + threadIdx.x % 4u + 4u * step;
            if ((item * 37u ^ seeds[block]) % 8u >= 3u) {
                continue;
            }
            atomicAdd(&counts[1], 1u);
            for (word part = item * 16u; part < item * 16u + 16u; ++part) {
                if ((part ^ seed) % 16u == 0) {
                    const uint place = atomicAdd(&counts[2], 1u);
                    if (place < survivor_capacity) {
                        survivors[place] = block * 4096u + part;
                    }
                }
            }
        }
    }
}
