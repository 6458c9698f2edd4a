/* Shared code of all baselines: processor time, and the output line for `bench.engine`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t u64;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void tell(const char *name, double seconds, long nodes, long value) {
    printf("{\"name\": \"%s\", \"seconds\": %.9f, \"nodes\": %ld, \"value\": %ld}\n", name, seconds, nodes, value);
}
