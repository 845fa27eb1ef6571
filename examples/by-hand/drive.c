// Runs the OpenCL kernels in a folder and prints the inputs that they find:
//
//     cc -O2 drive.c -o drive -lOpenCL && ./drive FOLDER
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STAGES = 8, MOST_BLOCKS = 4096, MOST_ITEMS = 1 << 20, LONGEST = 1 << 24 };

static void check(const char *what, int is_right)
{
    if (!is_right) {
        fprintf(stderr, "drive: %s\n", what);
        exit(2);
    }
}

static const char *read_file(const char *folder, const char *name)
{
    char path[4096], *text = calloc(LONGEST, 1);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    check(path, file != NULL && text != NULL && fread(text, 1, LONGEST - 1, file) > 0);
    fclose(file);
    return text;
}

// Moves behind the next occurrence of a name in JSON; returns the number there, if there is one.
static long long next(const char **at, const char *name)
{
    const char *found = strstr(*at, name);
    check(name, found != NULL);
    *at = found + strlen(name);
    return strtoll(*at + strspn(*at, "\": "), NULL, 10);
}

static int ascending(const void *a, const void *b)
{
    const cl_ulong x = *(const cl_ulong *)a, y = *(const cl_ulong *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    check("which folder?", argc == 2);
    cl_platform_id platform;
    cl_device_id device;
    cl_device_type type = 0;
    check("no OpenCL platform", clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS);
    check("no device", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    const char *file = type & CL_DEVICE_TYPE_GPU ? "gpu.cl" : "cpu.cl";

    // The manifest: the shapes of the stages, the group of the device's program, the block.
    cl_ulong parts[MOST_STAGES], part_inputs[MOST_STAGES], full[MOST_STAGES];
    int stages = 0;
    const char *at = read_file(argv[1], "manifest.json"), *seek = at;
    const char *after_stages = strstr(at, "\"bounds\"");
    for (; (seek = strstr(at, "\"part_count\"")) != NULL && seek < after_stages; ++stages) {
        check("too many stages", stages < MOST_STAGES);
        parts[stages] = next(&at, "\"part_count\"");
        part_inputs[stages] = next(&at, "\"part_inputs\"");
        full[stages] = next(&at, "\"items\"");
    }
    next(&at, "\"programs\"");
    next(&at, file);
    const size_t group = next(&at, "\"group_size\""), threads = 64 * group;
    next(&at, "\"interface\"");
    const cl_ulong block_inputs = next(&at, "\"block_inputs\""), words = next(&at, "\"seed_words\"");

    // The blocks: rules "seeds" (words one below the other, blocks side by side) and "items".
    static long long first[MOST_BLOCKS], exponent[MOST_BLOCKS], inputs[MOST_BLOCKS];
    at = read_file(argv[1], "blocks.jsonl");
    const cl_uint blocks = next(&at, "\"blocks\"");
    check("some inputs have no kernel", strstr(at, "\"unsearched\":[]") != NULL);
    check("too many blocks", blocks <= MOST_BLOCKS);
    cl_ulong *seeds = calloc(words * blocks, 8), *items = calloc(MOST_ITEMS, 8);
    cl_uint count = 0;
    for (cl_uint b = 0; b < blocks; ++b) {
        first[b] = next(&at, "\"first\"");
        exponent[b] = next(&at, "\"exponent\"");
        inputs[b] = next(&at, "\"inputs\"");
        check("there are several kernels", next(&at, "\"kernel\"") == 0);
        const cl_ulong own = next(&at, "\"items\"");
        check("too many items", count + own <= MOST_ITEMS);
        for (cl_ulong i = 0; i < own; ++i) {
            items[count++] = b * full[0] + i;
        }
        next(&at, "\"seeds\"");
        for (cl_ulong i = 0; i < words; ++i) {
            at += strcspn(at, "0123456789abcdef");
            seeds[i * blocks + b] = strtoull(at, (char **)&at, 16);
        }
    }

    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    const char *source = read_file(argv[1], file);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    check(file, clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS);
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem seeds_there = clCreateBuffer(context, flags, words * blocks * 8, seeds, NULL);
    cl_ulong *survivors = calloc(MOST_ITEMS, 8);
    const cl_uint room = MOST_ITEMS;
    for (int s = 0; s < stages && count > 0; ++s) {
        char name[32];
        snprintf(name, sizeof name, "run_stage%d", s);
        cl_kernel kernel = clCreateKernel(program, name, NULL);
        cl_uint counts[MOST_STAGES + 5] = {0};
        counts[s] = count;
        check("too many items for a launch", count * parts[s] < 1ULL << 32);
        cl_mem items_there = clCreateBuffer(context, flags, count * 8, items, NULL);
        cl_mem counts_there = clCreateBuffer(context, flags, sizeof counts, counts, NULL);
        cl_mem survivors_there = clCreateBuffer(context, flags, room * 8, survivors, NULL);
        clSetKernelArg(kernel, 0, sizeof(cl_mem), &seeds_there);
        clSetKernelArg(kernel, 1, sizeof(cl_uint), &blocks);
        clSetKernelArg(kernel, 2, sizeof(cl_mem), &items_there);
        clSetKernelArg(kernel, 3, sizeof(cl_uint), &count);
        clSetKernelArg(kernel, 4, sizeof(cl_mem), &counts_there);
        clSetKernelArg(kernel, 5, sizeof(cl_mem), &survivors_there);
        clSetKernelArg(kernel, 6, sizeof(cl_uint), &room);
        check(name, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &group, 0, NULL, NULL) == CL_SUCCESS);
        clEnqueueReadBuffer(queue, counts_there, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL);
        clEnqueueReadBuffer(queue, survivors_there, CL_TRUE, 0, room * 8, survivors, 0, NULL, NULL);
        check("a loop passed its bound: rule overrun", counts[stages + 1] == 0);
        check("too many survivors: rule room", counts[s + 1] <= room);
        // Rule "repeats": sorted, each once.
        qsort(survivors, counts[s + 1], 8, ascending);
        count = 0;
        for (cl_uint i = 0; i < counts[s + 1]; ++i) {
            if (count == 0 || items[count - 1] != survivors[i]) {
                items[count++] = survivors[i];
            }
        }
    }

    // Rules "inputs" and "beyond".
    for (cl_uint i = 0; i < count; ++i) {
        const cl_ulong b = items[i] * part_inputs[stages - 1] / block_inputs;
        const cl_ulong t = items[i] * part_inputs[stages - 1] % block_inputs;
        for (cl_ulong j = t; j < t + part_inputs[stages - 1] && j < (cl_ulong)inputs[b]; ++j) {
            const long long m = first[b] + (long long)j;
            printf("%s0x%llxp%lld\n", m < 0 ? "-" : "", llabs(m), exponent[b]);
        }
    }
    return 0;
}
