/*
 * Tries a function at the inputs of a list that has the expected results, in all four rounding modes.
 *
 *     tmd-codegen search exp --binade 1,2 --bits 46 --json found.json
 *     tmd-codegen convert found.json --with-results -o exp.h --harness harness.c
 *     cc -frounding-math -DLIST='"exp.h"' -DCASES=exp_cases -DCOUNT=EXP_CASES_COUNT -DFUNCTION=exp harness.c -lm
 *     ./a.out
 *
 * It needs C99 or C++17 and no other library. What is named on the command line of the compiler:
 *
 *     LIST       the list, as `tmd-codegen search` or `convert` writes it with --with-results
 *     CASES      its array; COUNT: how many cases that has
 *     FUNCTION   the function; declare it with -include FILE if it is not in math.h
 *     ONLY       nearest, up, down or zero: try that mode alone, without changing the processor's, for a
 *                function that rounds so by itself
 *
 * Exit code 0: all results are those expected, bit by bit. 1: some are not; the first ten of them are shown.
 * 3: the processor's rounding mode cannot be changed.
 */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

/* A function that nobody has declared would be taken for one of integers. */
#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC diagnostic error "-Wimplicit-function-declaration"
#endif

#include LIST

#define MOST_SHOWN 10
#define STRING(text) #text
#define NAME(text) STRING(text)

static int shown;

/* Equal, and both zeros of one sign. */
static int is_same(long double a, long double b)
{
    return a == b && !signbit(a) == !signbit(b);
}

static void show(long double x, long double got, long double expected, const char *mode)
{
    if (shown++ >= MOST_SHOWN)
        return;
    if (sizeof((CASES)[0].x) > sizeof(double))
        printf("x = %La: got %La, expected %La (%s)\n", x, got, expected, mode);
    else
        printf("x = %a: got %a, expected %a (%s)\n", (double)x, (double)got, (double)expected, mode);
}

/* Calls the function at all inputs in the present rounding mode. The argument is volatile so that no
 * compiler computes a result before the mode is set. */
#define TRY(mode, wrong)                                          \
    for (int i = 0; i < (COUNT); i++) {                           \
        volatile long double x = (CASES)[i].x;                    \
        const long double expected = (CASES)[i].mode;             \
        const long double got = CALL(x);                          \
        if (!is_same(got, expected)) {                            \
            wrong++;                                              \
            show(x, got, expected, NAME(mode));                   \
        }                                                         \
    }

/* The list's numbers are float, double or long double: so is the function. */
#ifdef __cplusplus
#define CALL(x) FUNCTION(static_cast<decltype(+(CASES)[0].x)>(x))
#else
#define CALL(x) (sizeof((CASES)[0].x) == sizeof(float)    ? FUNCTION((float)(x))  \
               : sizeof((CASES)[0].x) == sizeof(double)   ? FUNCTION((double)(x)) \
                                                          : FUNCTION(x))
#endif


int main(void)
{
    int wrong = 0;
#ifdef ONLY
    TRY(ONLY, wrong)
    printf("%s: wrong: %d of %d in %s\n", NAME(FUNCTION), wrong, COUNT, NAME(ONLY));
#else
    int nearest = 0, up = 0, down = 0, zero = 0;
    TRY(nearest, nearest)
    if (fesetround(FE_UPWARD)) return 3;
    TRY(up, up)
    if (fesetround(FE_DOWNWARD)) return 3;
    TRY(down, down)
    if (fesetround(FE_TOWARDZERO)) return 3;
    TRY(zero, zero)
    if (fesetround(FE_TONEAREST)) return 3;
    printf("%s: wrong: %d of %d in nearest, %d in up, %d in down, %d in zero\n", NAME(FUNCTION), nearest,
           COUNT, up, down, zero);
    wrong = nearest + up + down + zero;
#endif
    return wrong > 0;
}
