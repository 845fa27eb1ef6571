// glibc's vector exponential, for slices whose length is a multiple of 8.
#include <immintrin.h>
#include <stddef.h>

__m512d _ZGVeN8v_exp(__m512d x);

void vector_exp(const double *x, double *y, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        _mm512_storeu_pd(y + i, _ZGVeN8v_exp(_mm512_loadu_pd(x + i)));
    }
}
