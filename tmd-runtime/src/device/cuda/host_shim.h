// Runs CUDA kernels of this project on a CPU: what they use of CUDA, in plain C++.
//
// One group of threads runs at a time. Threads that meet barriers are fibers, which take turns from
// barrier to barrier; where the first thread of a group comes to its end without a barrier, the others
// are plain calls, and a barrier in one of them is an error. All threads of a group must meet the
// same barriers. Every other group takes its threads in the opposite order, so that a barrier that
// is missing shows in the results whichever of two threads had to wait for the other.

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <ucontext.h>

struct tmd_index {
    unsigned x;
};

static thread_local tmd_index threadIdx, blockIdx, blockDim, gridDim;

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(threads)
#define __shared__ static thread_local

static inline unsigned atomicAdd(unsigned *counter, unsigned value)
{
    return __atomic_fetch_add(counter, value, __ATOMIC_RELAXED);
}

static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

// Barriers are told apart by their lines.
#define __syncthreads() tmd_barrier(__LINE__)

typedef void (*tmd_kernel)(
    const unsigned long long *seeds, unsigned blocks,
    const unsigned long long *items, unsigned item_capacity,
    unsigned *counts,
    unsigned long long *survivors, unsigned survivor_capacity);

struct tmd_call {
    tmd_kernel kernel;
    const unsigned long long *seeds;
    unsigned blocks;
    const unsigned long long *items;
    unsigned item_capacity;
    unsigned *counts;
    unsigned long long *survivors;
    unsigned survivor_capacity;
};

// Where two threads of a group are: the lines of the barriers at which they wait, 0 for the end.
struct tmd_places {
    unsigned first, other;
};

enum tmd_result { TMD_FINE, TMD_DIVERGED, TMD_NO_MEMORY, TMD_STACK_OVERFLOW };

#define TMD_GUARD 0x7d4d3c5a96e1b287ull

// Stacks grow downwards: one that overflows changes the guard first.
struct tmd_fiber {
    ucontext_t context;
    unsigned place;
    unsigned long long guard;
    char stack[1 << 16];
};

static thread_local const tmd_call *tmd_current;
static thread_local ucontext_t tmd_scheduler;
// The fiber that runs; null in a plain call.
static thread_local tmd_fiber *tmd_running;
// Where a plain call ends that meets a barrier, and that barrier.
static thread_local jmp_buf tmd_stray;
static thread_local unsigned tmd_stray_place;

__attribute__((unused)) static void tmd_barrier(unsigned line)
{
    if (!tmd_running) {
        tmd_stray_place = line;
        longjmp(tmd_stray, 1);
    }
    tmd_running->place = line;
    swapcontext(&tmd_running->context, &tmd_scheduler);
}

static void tmd_thread()
{
    const tmd_call &call = *tmd_current;
    call.kernel(call.seeds, call.blocks, call.items, call.item_capacity, call.counts,
                call.survivors, call.survivor_capacity);
}

static void tmd_fiber_body()
{
    tmd_thread();
    tmd_running->place = 0;
}

static void tmd_begin(tmd_fiber *fiber)
{
    fiber->guard = TMD_GUARD;
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = sizeof fiber->stack;
    fiber->context.uc_link = &tmd_scheduler;
    makecontext(&fiber->context, tmd_fiber_body, 0);
}

// The thread whose turn comes `turn`-th.
static unsigned tmd_thread_of(unsigned turn)
{
    return blockIdx.x % 2 == 0 ? turn : blockDim.x - 1 - turn;
}

// Lets the fiber whose turn it is run to its next barrier or its end, and compares where it is with
// where the first one is.
static tmd_result tmd_resume(tmd_fiber *fibers, unsigned turn, tmd_places *places)
{
    tmd_fiber *fiber = &fibers[turn];
    threadIdx.x = tmd_thread_of(turn);
    tmd_running = fiber;
    swapcontext(&tmd_scheduler, &fiber->context);
    tmd_running = nullptr;
    if (fiber->guard != TMD_GUARD) {
        return TMD_STACK_OVERFLOW;
    }
    *places = {fibers[0].place, fiber->place};
    return places->first == places->other ? TMD_FINE : TMD_DIVERGED;
}

// The other threads of a group whose first met no barrier.
static tmd_result tmd_plain_calls(tmd_places *places)
{
    if (setjmp(tmd_stray)) {
        *places = {0, tmd_stray_place};
        return TMD_DIVERGED;
    }
    for (unsigned turn = 1; turn < blockDim.x; ++turn) {
        threadIdx.x = tmd_thread_of(turn);
        tmd_thread();
    }
    return TMD_FINE;
}

static tmd_result tmd_group(tmd_fiber *fibers, tmd_places *places)
{
    tmd_begin(&fibers[0]);
    tmd_result result = tmd_resume(fibers, 0, places);
    if (result == TMD_FINE && fibers[0].place == 0) {
        return tmd_plain_calls(places);
    }
    for (unsigned turn = 1; turn < blockDim.x && result == TMD_FINE; ++turn) {
        tmd_begin(&fibers[turn]);
        result = tmd_resume(fibers, turn, places);
    }
    while (result == TMD_FINE && fibers[0].place != 0) {
        for (unsigned turn = 0; turn < blockDim.x && result == TMD_FINE; ++turn) {
            result = tmd_resume(fibers, turn, places);
        }
    }
    return result;
}

// Runs a kernel with so many groups of so many threads.
extern "C" int tmd_launch(
    const tmd_call *call, unsigned groups, unsigned threads, tmd_places *places)
{
    tmd_fiber *fibers = (tmd_fiber *)malloc(threads * sizeof(tmd_fiber));
    if (!fibers) {
        return TMD_NO_MEMORY;
    }
    tmd_current = call;
    gridDim.x = groups;
    blockDim.x = threads;
    tmd_result result = TMD_FINE;
    for (unsigned group = 0; group < groups && result == TMD_FINE; ++group) {
        blockIdx.x = group;
        result = tmd_group(fibers, places);
    }
    free(fibers);
    return result;
}
