// Runs CUDA kernels of this project on a CPU: what they use of CUDA, in plain C++.
//
// One group of threads runs at a time. Threads that meet barriers are fibers, which take turns from
// barrier to barrier; as soon as one thread of a kernel has come to its end without a barrier, the
// others are plain calls, and a barrier in one of them is an error: not all threads reach it.

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <ucontext.h>

struct tmd_index {
    unsigned x;
};

static thread_local tmd_index threadIdx, blockIdx, gridDim;

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

#define __syncthreads() tmd_barrier()

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

enum tmd_state { TMD_READY, TMD_WAITING, TMD_DONE };

struct tmd_fiber {
    ucontext_t context;
    tmd_state state;
    char stack[1 << 16];
};

static thread_local const tmd_call *tmd_current;
static thread_local ucontext_t tmd_scheduler;
// The fiber that runs; null in a plain call.
static thread_local tmd_fiber *tmd_running;
static thread_local jmp_buf tmd_failure;

__attribute__((unused)) static void tmd_barrier()
{
    if (!tmd_running) {
        longjmp(tmd_failure, 1);
    }
    tmd_running->state = TMD_WAITING;
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
    tmd_running->state = TMD_DONE;
}

// Lets a fiber run to its next barrier or its end.
static void tmd_resume(tmd_fiber *fiber, unsigned thread)
{
    threadIdx.x = thread;
    tmd_running = fiber;
    fiber->state = TMD_READY;
    swapcontext(&tmd_scheduler, &fiber->context);
    tmd_running = nullptr;
}

static void tmd_begin(tmd_fiber *fiber)
{
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = sizeof fiber->stack;
    fiber->context.uc_link = &tmd_scheduler;
    makecontext(&fiber->context, tmd_fiber_body, 0);
}

// Runs one group; 0, or 1 if a barrier is not reached by all of its threads.
static int tmd_group(tmd_fiber *fibers, unsigned threads)
{
    tmd_begin(&fibers[0]);
    tmd_resume(&fibers[0], 0);
    if (fibers[0].state == TMD_DONE) {
        if (setjmp(tmd_failure)) {
            return 1;
        }
        for (unsigned thread = 1; thread < threads; ++thread) {
            threadIdx.x = thread;
            tmd_thread();
        }
        return 0;
    }
    for (unsigned thread = 1; thread < threads; ++thread) {
        tmd_begin(&fibers[thread]);
        tmd_resume(&fibers[thread], thread);
        if (fibers[thread].state != fibers[0].state) {
            return 1;
        }
    }
    while (fibers[0].state == TMD_WAITING) {
        for (unsigned thread = 0; thread < threads; ++thread) {
            tmd_resume(&fibers[thread], thread);
            if (fibers[thread].state != fibers[0].state) {
                return 1;
            }
        }
    }
    return 0;
}

// Runs a kernel; 0, 1 if a barrier is not reached by all threads of a group, 2 for want of memory.
extern "C" int tmd_launch(const tmd_call *call, unsigned groups, unsigned threads)
{
    tmd_fiber *fibers = (tmd_fiber *)malloc(threads * sizeof(tmd_fiber));
    if (!fibers) {
        return 2;
    }
    tmd_current = call;
    gridDim.x = groups;
    int result = 0;
    for (unsigned group = 0; group < groups && result == 0; ++group) {
        blockIdx.x = group;
        result = tmd_group(fibers, threads);
    }
    free(fibers);
    return result;
}
