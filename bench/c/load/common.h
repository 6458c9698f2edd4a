/* Clocks, arguments and small text functions of the programs that speak WebSocket. */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t u64;

static void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

static void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static u64 clock_ns(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now)) die("a clock cannot be read: %s", strerror(errno));
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static u64 now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

static char **arguments;

/* Return the value of `name=value` on the command line, or `otherwise`. */
static const char *text_argument(const char *name, const char *otherwise) {
    size_t size = strlen(name);
    for (char **each = arguments; *each; each++)
        if (!strncmp(*each, name, size) && (*each)[size] == '=') return *each + size + 1;
    return otherwise;
}

static double argument(const char *name, double otherwise) {
    const char *given = text_argument(name, NULL);
    return given ? atof(given) : otherwise;
}

/* Return the processor time of the measured process with all its threads, in ns; 0 without one. */
static u64 server_ns(void) {
    static clockid_t clock;
    static int known;
    if (!known) {
        int pid = argument("pid", 0);
        known = pid ? 1 : -1;
        if (pid && clock_getcpuclockid(pid, &clock)) die("process %d has no clock", pid);
    }
    return known > 0 ? clock_ns(clock) : 0;
}

static bool starts(const char *text, size_t size, const char *with) {
    size_t length = strlen(with);
    return size >= length && !memcmp(text, with, length);
}

/* Return the place behind the first `wanted` in a text, or NULL. */
static const char *after(const char *text, size_t size, const char *wanted) {
    const char *found = memmem(text, size, wanted, strlen(wanted));
    return found ? found + strlen(wanted) : NULL;
}

/* Copy the text between the place behind `before` and the next quotation mark. */
static bool quoted(const char *text, size_t size, const char *before, char *to, size_t room) {
    const char *from = after(text, size, before);
    const char *end = from ? memchr(from, '"', text + size - from) : NULL;
    if (!end || (size_t)(end - from) >= room) return false;
    memcpy(to, from, end - from);
    to[end - from] = 0;
    return true;
}
