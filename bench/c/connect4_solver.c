/* Connect Four, 7x6: exact results by null windows, a table of 8 bytes an entry, moves ordered by their threats.
 *
 * The method is by Pascal Pons (2015), the board layout by John Tromp.
 * usage: connect4_solver TABLE_BITS [outcome] < positions, each a line of columns from 1
 * With `outcome` it only reports whether the side to move gets more than a draw. The table is emptied for each position
 * outside the measured time.
 */
#define _GNU_SOURCE
#include "bench.h"
#include <string.h>
#include <sys/mman.h>

enum { CELLS = 42, AT_MOST = 50, AT_LEAST = 150 };
static const u64 BOTTOM = 0x0000040810204081ULL;
static const u64 BOARD = 0x0000040810204081ULL * 0x3F;
static const int CENTRE_FIRST[7] = {3, 2, 4, 1, 5, 0, 6};
static u64 *table;
static int table_bits;
static long nodes;

static inline u64 column(int x) { return 0x3FULL << (7 * x); }

/* Return the empty cells where one more disc completes a line of four. */
static inline u64 winning_cells(u64 discs, u64 mask) {
    u64 found = (discs << 1) & (discs << 2) & (discs << 3);
    for (int step = 6; step <= 8; step++) {
        u64 before = (discs << step) & (discs << 2 * step);
        u64 behind = (discs >> step) & (discs >> 2 * step);
        found |= before & ((discs << 3 * step) | (discs >> step));
        found |= behind & ((discs >> 3 * step) | (discs << step));
    }
    return found & BOARD & ~mask;
}

/* Precondition: the side to move has no immediate win. */
static int search(u64 own, u64 mask, int discs, int alpha, int beta) {
    nodes++;
    u64 free = (mask + BOTTOM) & BOARD, theirs = winning_cells(own ^ mask, mask), forced = free & theirs;
    if (forced) {
        if (forced & (forced - 1)) return -(CELLS - discs) / 2;
        free = forced;
    }
    free &= ~(theirs >> 1);
    if (!free) return -(CELLS - discs) / 2;
    if (discs >= CELLS - 2) return 0;
    int low = -(CELLS - 2 - discs) / 2, high = (CELLS - 1 - discs) / 2;
    if (low >= beta) return low;
    if (high <= alpha) return high;
    if (low > alpha) alpha = low;
    if (high < beta) beta = high;

    u64 key = own + mask + BOTTOM, *entry = table + ((key * 0x9E3779B97F4A7C15ULL) >> (64 - table_bits));
    if (*entry >> 8 == key) {
        int code = *entry & 255;
        if (code >= AT_LEAST - 50) {
            if (code - AT_LEAST > alpha) alpha = code - AT_LEAST;
            if (alpha >= beta) return alpha;
        } else {
            if (code - AT_MOST < beta) beta = code - AT_MOST;
            if (alpha >= beta) return beta;
        }
    }
    u64 moves[7];
    int scores[7], count = 0;
    for (int i = 6; i >= 0; i--) { /* the best move ends up last; the centre wins ties */
        u64 disc = free & column(CENTRE_FIRST[i]);
        if (!disc) continue;
        int score = __builtin_popcountll(winning_cells(own | disc, mask)), at = count++;
        for (; at && scores[at - 1] > score; at--) {
            moves[at] = moves[at - 1];
            scores[at] = scores[at - 1];
        }
        moves[at] = disc;
        scores[at] = score;
    }
    while (count--) {
        int value = -search(own ^ mask, mask | moves[count], discs + 1, -beta, -alpha);
        if (value >= beta) {
            *entry = key << 8 | (u64)(value + AT_LEAST);
            return value;
        }
        if (value > alpha) alpha = value;
    }
    *entry = key << 8 | (u64)(alpha + AT_MOST);
    return alpha;
}

static int solve(u64 own, u64 mask, int outcome) {
    int discs = __builtin_popcountll(mask);
    if (winning_cells(own, mask) & (mask + BOTTOM)) return (CELLS + 1 - discs) / 2;
    if (outcome) return search(own, mask, discs, 0, 1) > 0;
    int low = -(CELLS - discs) / 2, high = (CELLS + 1 - discs) / 2;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (middle <= 0 && low / 2 < middle) middle = low / 2;
        else if (middle >= 0 && high / 2 > middle) middle = high / 2;
        int bound = search(own, mask, discs, middle, middle + 1);
        if (bound <= middle) high = bound;
        else low = bound;
    }
    return low;
}

int main(int count, char **arguments) {
    table_bits = count > 1 ? atoi(arguments[1]) : 22;
    int outcome = count > 2 && !strcmp(arguments[2], "outcome");
    size_t size = sizeof(u64) << table_bits;
    table = aligned_alloc(1 << 21, size);
    if (!table) return 1;
    madvise(table, size, MADV_HUGEPAGE);
    for (char line[64]; fgets(line, sizeof line, stdin);) {
        u64 own = 0, mask = 0;
        for (char *at = line; *at >= '1' && *at <= '7'; at++) {
            u64 disc = (mask + BOTTOM) & column(*at - '1');
            own ^= mask;
            mask |= disc;
        }
        memset(table, 0, size);
        nodes = 0;
        double began = cpu_seconds();
        int value = solve(own, mask, outcome);
        line[strcspn(line, "\n")] = 0;
        tell(line, cpu_seconds() - began, nodes, value);
    }
}
