/* Library for LD_PRELOAD: makes the disk fail or wait, and shifts the time of day, as a shared page says.

The file of the page is named by TEST_FAULTS. Its fields are 64-bit integers in the order of `struct faults`. Only calls
that SQLite uses for its files are changed: sockets and logs work. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
    int64_t sync_error;   /* errno of each fsync and fdatasync; 0 lets them work */
    int64_t write_error;  /* errno of each pwrite */
    int64_t sync_delay_us;
    int64_t clock_shift_s;
    int64_t syncs_failed; /* written by this library */
};

static struct faults none;
static volatile struct faults *faults = &none;

__attribute__((constructor)) static void map_page(void) {
    const char *path = getenv("TEST_FAULTS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED)
        faults = page;
}

static int sync_file(long call, int file) {
    if (faults->sync_delay_us)
        usleep((useconds_t)faults->sync_delay_us);
    if (faults->sync_error) {
        faults->syncs_failed++;
        errno = (int)faults->sync_error;
        return -1;
    }
    return (int)syscall(call, file);
}

int fsync(int file) { return sync_file(SYS_fsync, file); }

int fdatasync(int file) { return sync_file(SYS_fdatasync, file); }

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    if (faults->write_error) {
        errno = (int)faults->write_error;
        return -1;
    }
    return syscall(SYS_pwrite64, file, data, size, at);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return pwrite64(file, data, size, at); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && clock == CLOCK_REALTIME)
        now->tv_sec += faults->clock_shift_s;
    return failed;
}
