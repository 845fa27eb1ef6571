// A stand-in for the NVIDIA driver: the functions that the CUDA device calls, on the CPU.
//
// It is as asynchronous as the interface allows: a command runs when somebody waits for its stream,
// and not before, so that memory which changes too early is noticed. It keeps count of everything
// that exists and complains of every misuse.

#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace {

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NOT_FOUND = 500,
    NOT_READY = 600,
    LAUNCH_FAILED = 719,
};

struct Gpu {
    const char *name;
    int major, minor;
    int opened;
};

Gpu gpus[] = {{"Fake GPU One", 9, 0, 0}, {"Fake GPU Two", 12, 1, 0}};
const int GPUS = 2;

struct Stream {
    std::deque<std::function<void()>> commands;
};

struct Event {
    bool done = false;
    Stream *stream = nullptr;
    std::chrono::steady_clock::time_point time;
};

struct Memory {
    size_t size;
    Stream *stream; // null: not in the order of a stream
};

struct Module {
    void *library;
};

struct Function {
    void *kernel;
    Module *module;
};

// As the host shim has it.
struct Call {
    void *kernel;
    const void *seeds;
    unsigned blocks;
    const void *items;
    unsigned item_capacity;
    void *counts;
    void *survivors;
    unsigned survivor_capacity;
};

std::recursive_mutex lock;
thread_local Gpu *current;
std::map<char *, Memory> memories;
std::set<Stream *> streams;
std::set<Module *> modules;
std::map<Event *, std::shared_ptr<Event>> events;
std::string complaints;
std::string failing;
int failing_code;
int launch_failed;

int complain(const std::string &text, int code)
{
    complaints += text + "\n";
    return code;
}

// Runs what a stream has left.
void wait_for(Stream *stream)
{
    while (!stream->commands.empty()) {
        auto command = stream->commands.front();
        stream->commands.pop_front();
        command();
    }
}

// Whether so many bytes are memory of the device that was not given back.
bool is_memory(const char *start, size_t size)
{
    auto after = memories.upper_bound(const_cast<char *>(start));
    if (after == memories.begin()) {
        return false;
    }
    auto memory = std::prev(after);
    return start + size <= memory->first + memory->second.size;
}

int take(char **place, size_t size, Stream *stream)
{
    char *memory = (char *)malloc(size);
    if (size == 0 || memory == nullptr) {
        return OUT_OF_MEMORY;
    }
    memset(memory, 0xA5, size);
    memories[memory] = {size, stream};
    *place = memory;
    return SUCCESS;
}

void run(Function function, Call call, unsigned groups, unsigned threads)
{
    auto launch = (int (*)(const Call *, unsigned, unsigned, unsigned *))dlsym(
        function.module->library, "tmd_launch");
    unsigned places[2];
    call.kernel = function.kernel;
    if (launch(&call, groups, threads, places) != 0) {
        launch_failed = LAUNCH_FAILED;
    }
}

} // namespace

// Every function begins so: one at a time, and with the failure that was asked for.
#define BEGIN(name)                                  \
    std::lock_guard<std::recursive_mutex> own(lock); \
    if (failing == #name) {                          \
        failing.clear();                             \
        return failing_code;                         \
    }

// Most need a context on the thread that calls.
#define BEGIN_IN_CONTEXT(name)                                                   \
    BEGIN(name)                                                                  \
    if (current == nullptr || current->opened == 0) {                            \
        return complain(#name " without a context on its thread", INVALID_CONTEXT); \
    }

extern "C" {

// What tests ask.

void fake_fail(const char *name, int code)
{
    std::lock_guard<std::recursive_mutex> own(lock);
    failing = name;
    failing_code = code;
}

const char *fake_complaints() { return complaints.c_str(); }

int fake_live()
{
    std::lock_guard<std::recursive_mutex> own(lock);
    size_t live = memories.size() + streams.size() + modules.size() + events.size();
    for (const Gpu &gpu : gpus) {
        live += gpu.opened;
    }
    return (int)live;
}

int fake_opened(int index) { return gpus[index].opened; }

// The driver.

int cuInit(unsigned)
{
    BEGIN(cuInit)
    return getenv("FAKE_NO_GPU") ? NO_DEVICE : SUCCESS;
}

int cuDriverGetVersion(int *version)
{
    BEGIN(cuDriverGetVersion)
    *version = 13000;
    return SUCCESS;
}

int cuGetErrorName(int code, const char **text)
{
    *text = code == NO_DEVICE ? "CUDA_ERROR_NO_DEVICE"
        : code == OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY"
        : code == LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED" : nullptr;
    return *text ? SUCCESS : INVALID_VALUE;
}

int cuGetErrorString(int code, const char **text)
{
    *text = code == NO_DEVICE ? "no CUDA-capable device is detected"
        : code == OUT_OF_MEMORY ? "out of memory"
        : code == LAUNCH_FAILED ? "unspecified launch failure" : nullptr;
    return *text ? SUCCESS : INVALID_VALUE;
}

int cuDeviceGetCount(int *count)
{
    BEGIN(cuDeviceGetCount)
    *count = GPUS;
    return SUCCESS;
}

int cuDeviceGet(int *device, int ordinal)
{
    BEGIN(cuDeviceGet)
    *device = ordinal;
    return ordinal < GPUS ? SUCCESS : INVALID_DEVICE;
}

int cuDeviceGetName(char *name, int length, int device)
{
    BEGIN(cuDeviceGetName)
    snprintf(name, length, "%s", gpus[device].name);
    return SUCCESS;
}

int cuDeviceTotalMem_v2(size_t *bytes, int)
{
    BEGIN(cuDeviceTotalMem_v2)
    *bytes = (size_t)8 << 30;
    return SUCCESS;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    BEGIN(cuDeviceGetAttribute)
    switch (attribute) {
    case 16: // multiprocessors
        *value = 3;
        return SUCCESS;
    case 75:
        *value = gpus[device].major;
        return SUCCESS;
    case 76:
        *value = gpus[device].minor;
        return SUCCESS;
    case 115: // memory in the order of streams
        *value = getenv("FAKE_NO_POOLS") ? 0 : 1;
        return SUCCESS;
    default:
        return complain("an attribute that nobody should ask for", INVALID_VALUE);
    }
}

int cuDevicePrimaryCtxRetain(Gpu **context, int device)
{
    BEGIN(cuDevicePrimaryCtxRetain)
    *context = &gpus[device];
    ++gpus[device].opened;
    return SUCCESS;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    BEGIN(cuDevicePrimaryCtxRelease)
    if (gpus[device].opened == 0) {
        return complain("a context released too often", INVALID_CONTEXT);
    }
    if (--gpus[device].opened == 0 && fake_live() != 0) {
        complain("a context released before what belongs to it", SUCCESS);
    }
    return SUCCESS;
}

int cuCtxGetCurrent(Gpu **context)
{
    BEGIN(cuCtxGetCurrent)
    *context = current;
    return SUCCESS;
}

int cuCtxSetCurrent(Gpu *context)
{
    BEGIN(cuCtxSetCurrent)
    current = context;
    return SUCCESS;
}

// An image is what the stand-in for the compiler makes: the path of a library, after the mark of
// machine code if it is that.
int cuModuleLoadData(Module **module, const char *image)
{
    BEGIN_IN_CONTEXT(cuModuleLoadData)
    const char *path = strncmp(image, "\x7f" "ELF", 4) == 0 ? image + 4 : image;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return INVALID_IMAGE;
    }
    *module = new Module{library};
    modules.insert(*module);
    return SUCCESS;
}

int cuModuleGetFunction(Function **function, Module *module, const char *name)
{
    BEGIN_IN_CONTEXT(cuModuleGetFunction)
    void *kernel = dlsym(module->library, name);
    *function = new Function{kernel, module};
    return kernel ? SUCCESS : NOT_FOUND;
}

int cuModuleUnload(Module *module)
{
    BEGIN_IN_CONTEXT(cuModuleUnload)
    for (Stream *stream : streams) {
        if (!stream->commands.empty()) {
            complain("a module unloaded while work is left", SUCCESS);
        }
    }
    if (modules.erase(module) == 0) {
        return complain("a module unloaded twice", INVALID_VALUE);
    }
    dlclose(module->library);
    delete module;
    return SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *groups, Function *, int group_size, size_t, unsigned)
{
    BEGIN_IN_CONTEXT(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
    *groups = 64 / group_size;
    return SUCCESS;
}

int cuStreamCreate(Stream **stream, unsigned flags)
{
    BEGIN_IN_CONTEXT(cuStreamCreate)
    if (flags != 1) {
        complain("a stream that waits for others", SUCCESS);
    }
    *stream = new Stream;
    streams.insert(*stream);
    return SUCCESS;
}

int cuStreamSynchronize(Stream *stream)
{
    BEGIN_IN_CONTEXT(cuStreamSynchronize)
    wait_for(stream);
    int result = launch_failed;
    launch_failed = SUCCESS;
    return result;
}

int cuStreamDestroy_v2(Stream *stream)
{
    BEGIN_IN_CONTEXT(cuStreamDestroy)
    wait_for(stream);
    for (const auto &memory : memories) {
        if (memory.second.stream == stream) {
            complain("a stream destroyed before its memory", SUCCESS);
        }
    }
    streams.erase(stream);
    delete stream;
    return SUCCESS;
}

int cuMemAlloc_v2(char **place, size_t size)
{
    BEGIN_IN_CONTEXT(cuMemAlloc)
    return take(place, size, nullptr);
}

int cuMemAllocAsync(char **place, size_t size, Stream *stream)
{
    BEGIN_IN_CONTEXT(cuMemAllocAsync)
    return take(place, size, stream);
}

int cuMemFree_v2(char *place)
{
    BEGIN_IN_CONTEXT(cuMemFree)
    // This waits for all that the device has left to do.
    for (Stream *stream : streams) {
        wait_for(stream);
    }
    if (memories.erase(place) == 0) {
        return complain("memory given back twice", INVALID_VALUE);
    }
    free(place);
    return SUCCESS;
}

int cuMemFreeAsync(char *place, Stream *stream)
{
    BEGIN(cuMemFreeAsync)
    auto memory = memories.find(place);
    if (memory == memories.end() || memory->second.stream != stream) {
        return complain("memory given back twice, or on another stream", INVALID_VALUE);
    }
    memories.erase(memory);
    stream->commands.push_back([=] { free(place); });
    return SUCCESS;
}

int cuMemcpyHtoDAsync_v2(char *to, const void *from, size_t size, Stream *stream)
{
    BEGIN_IN_CONTEXT(cuMemcpyHtoDAsync)
    if (!is_memory(to, size)) {
        return complain("a copy to what is no memory", INVALID_VALUE);
    }
    stream->commands.push_back([=] { memcpy(to, from, size); });
    return SUCCESS;
}

int cuMemcpyDtoHAsync_v2(void *to, const char *from, size_t size, Stream *stream)
{
    BEGIN_IN_CONTEXT(cuMemcpyDtoHAsync)
    if (!is_memory(from, size)) {
        return complain("a copy of what is no memory", INVALID_VALUE);
    }
    stream->commands.push_back([=] { memcpy(to, from, size); });
    return SUCCESS;
}

int cuLaunchKernel(
    Function *function, unsigned groups, unsigned y, unsigned z,
    unsigned threads, unsigned thread_y, unsigned thread_z,
    unsigned shared, Stream *stream, void **arguments, void **extra)
{
    BEGIN_IN_CONTEXT(cuLaunchKernel)
    if (y != 1 || z != 1 || thread_y != 1 || thread_z != 1 || shared != 0 || extra != nullptr) {
        return complain("a launch of another shape", INVALID_VALUE);
    }
    // Arguments are read when the kernel is launched.
    Call call{};
    call.seeds = *(void **)arguments[0];
    call.blocks = *(unsigned *)arguments[1];
    call.items = *(void **)arguments[2];
    call.item_capacity = *(unsigned *)arguments[3];
    call.counts = *(void **)arguments[4];
    call.survivors = *(void **)arguments[5];
    call.survivor_capacity = *(unsigned *)arguments[6];
    if (!is_memory((const char *)call.seeds, 8) || !is_memory((const char *)call.counts, 12) ||
        !is_memory((const char *)call.items, (size_t)8 * call.item_capacity) ||
        !is_memory((const char *)call.survivors, (size_t)8 * call.survivor_capacity)) {
        return complain("a launch on what is no memory", INVALID_VALUE);
    }
    Function copy = *function;
    stream->commands.push_back([=] { run(copy, call, groups, threads); });
    return SUCCESS;
}

int cuEventCreate(Event **event, unsigned flags)
{
    BEGIN_IN_CONTEXT(cuEventCreate)
    if (flags & 2) {
        complain("an event without a time", SUCCESS);
    }
    auto own_event = std::make_shared<Event>();
    *event = own_event.get();
    events[*event] = own_event;
    return SUCCESS;
}

int cuEventRecord(Event *event, Stream *stream)
{
    BEGIN_IN_CONTEXT(cuEventRecord)
    // An event may be destroyed before it is reached.
    std::shared_ptr<Event> kept = events[event];
    kept->stream = stream;
    stream->commands.push_back([kept] {
        kept->time = std::chrono::steady_clock::now();
        kept->done = true;
    });
    return SUCCESS;
}

int cuEventSynchronize(Event *event)
{
    BEGIN_IN_CONTEXT(cuEventSynchronize)
    if (!event->done) {
        wait_for(event->stream);
    }
    return SUCCESS;
}

#ifndef FAKE_OLD
int cuEventElapsedTime_v2(float *milliseconds, Event *from, Event *to)
{
    BEGIN_IN_CONTEXT(cuEventElapsedTime)
    if (!from->done || !to->done) {
        return NOT_READY;
    }
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
    return SUCCESS;
}
#endif

int cuEventDestroy_v2(Event *event)
{
    BEGIN_IN_CONTEXT(cuEventDestroy)
    return events.erase(event) == 1 ? SUCCESS : complain("an event destroyed twice", INVALID_VALUE);
}
}
