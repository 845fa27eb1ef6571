// How threads of a group work together: shared memory, barriers, atomic counters, a stack, a call that
// is not inlined. Each group reports the even ones of its items in order; see words.cu.
typedef unsigned long long u64;
typedef unsigned int u32;

__device__ __noinline__ u64 collatz(u64 start, u32 *steps)
{
    u32 count = 0;
    while (start > 1) {
        start = start % 2 == 0 ? start / 2 : 3 * start + 1;
        ++count;
    }
    *steps = count;
    return start;
}

// A switch of this size becomes a jump by a table.
__device__ static u64 pick(u64 item)
{
    switch (item % 8) {
    case 0: return item * 3;
    case 1: return item ^ 0x55;
    case 2: return item + 1000;
    case 3: return ~item;
    case 4: return item << 7;
    case 5: return item * item;
    case 6: return item | 0x8000;
    default: return item - 1;
    }
}

extern "C" __global__ void __launch_bounds__(64) group(
    const u64 *items, u32 item_count, u32 *count, u64 *survivors, u32 capacity, u64 *picked)
{
    __shared__ u32 sums[64];
    __shared__ u32 base;
    const u32 local = threadIdx.x;
    for (u32 first = blockIdx.x * 64; first < item_count; first += gridDim.x * 64) {
        const u32 index = first + local;
        u32 keep = 0;
        if (index < item_count) {
            u32 steps;
            const u64 end = collatz(items[index] + 1, &steps);
            keep = end == 1 && steps % 2 == 0;
            picked[index] = pick(items[index]);
        }
        sums[local] = keep;
        __syncthreads();
        for (u32 step = 1; step < 64; step *= 2) {
            const u32 before = local >= step ? sums[local - step] : 0;
            __syncthreads();
            sums[local] += before;
            __syncthreads();
        }
        if (local == 63) {
            base = atomicAdd(count, sums[63]);
        }
        __syncthreads();
        const u32 slot = base + sums[local] - keep;
        if (keep && slot < capacity) {
            survivors[slot] = items[index];
        }
        __syncthreads();
    }
}
