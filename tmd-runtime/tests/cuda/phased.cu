// The toy of these tests, a kernel a stage: 32 items of 8 parts, each of 16 inputs. Survivors of the
// first stage are placed by a prefix sum over the group, those of the second by atomic additions.
typedef unsigned long long word;
typedef unsigned int uint;

extern "C" __global__ void __launch_bounds__(32) run_stage0(
    const word *seeds, const uint blocks,
    const word *items, const uint item_capacity,
    uint *counts,
    word *survivors, const uint survivor_capacity)
{
    (void)blocks;
    __shared__ uint sums[32];
    __shared__ uint start;
    const uint thread = threadIdx.x;
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    for (uint first_item = blockIdx.x * 8u; first_item < count; first_item += gridDim.x * 8u) {
        const uint at_item = first_item + thread / 4u;
        bool kept[2] = {false, false};
        word first_part = 0;
        word block = 0;
        if (at_item < count) {
            block = items[at_item] / 32u;
            first_part = items[at_item] % 32u * 8u + thread % 4u;
            for (uint step = 0; step < 2; ++step) {
                kept[step] = ((first_part + 4u * step) * 37u ^ seeds[block]) % 8u < 3u;
            }
        }
        const uint own = (uint)kept[0] + (uint)kept[1];
        sums[thread] = own;
        __syncthreads();
        for (uint reach = 1; reach < 32u; reach *= 2) {
            const uint left = thread >= reach ? sums[thread - reach] : 0;
            __syncthreads();
            sums[thread] += left;
            __syncthreads();
        }
        if (thread == 31u) {
            start = atomicAdd(&counts[1], sums[31]);
        }
        __syncthreads();
        uint place = start + sums[thread] - own;
        for (uint step = 0; step < 2; ++step) {
            if (kept[step]) {
                if (place < survivor_capacity) {
                    survivors[place] = block * 256u + first_part + 4u * step;
                }
                ++place;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(32) run_stage1(
    const word *seeds, const uint blocks,
    const word *items, const uint item_capacity,
    uint *counts,
    word *survivors, const uint survivor_capacity)
{
    const uint count = counts[1] < item_capacity ? counts[1] : item_capacity;
    uint at_item = blockIdx.x * 32u + threadIdx.x;
    for (; at_item < count; at_item += gridDim.x * 32u) {
        const word block = items[at_item] / 256u;
        const word seed = seeds[blocks + block] ^ seeds[2u * blocks + block];
        for (word part = items[at_item] % 256u * 16u, end = part + 16u; part < end; ++part) {
            if ((part ^ seed) % 16u == 0) {
                const uint place = atomicAdd(&counts[2], 1u);
                if (place < survivor_capacity) {
                    survivors[place] = block * 4096u + part;
                }
            }
        }
    }
}
