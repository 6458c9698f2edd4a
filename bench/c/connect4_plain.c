/* Connect Four, 7x6: textbook alpha-beta to a fixed depth, on bitboards, without a table.
 *
 * It visits the same nodes as `textbook` in the engine: columns from the centre, fail-soft, counted on entry.
 * usage: connect4_plain DEPTH
 */
#include "bench.h"

static const u64 BOTTOM = 0x0000040810204081ULL;
static const u64 BOARD = 0x0000040810204081ULL * 0x3F;
static const int CENTRE_FIRST[7] = {3, 2, 4, 1, 5, 0, 6};
static const int WIN = 30000;
static long nodes;

static inline int has_line(u64 discs) {
    static const int steps[4] = {1, 7, 6, 8};
    for (int i = 0; i < 4; i++) {
        u64 pairs = discs & (discs >> steps[i]);
        if (pairs & (pairs >> (2 * steps[i]))) return 1;
    }
    return 0;
}

static int search(u64 own, u64 mask, int depth, int alpha, int beta, int ply) {
    nodes++;
    if (has_line(own ^ mask)) return ply - WIN;
    if (mask == BOARD || depth == 0) return 0;
    int best = -WIN - 1;
    u64 free = (mask + BOTTOM) & BOARD;
    for (int i = 0; i < 7; i++) {
        u64 disc = free & (0x3FULL << (7 * CENTRE_FIRST[i]));
        if (!disc) continue;
        int value = -search(own ^ mask, mask | disc, depth - 1, -beta, -alpha, ply + 1);
        if (value > best) best = value;
        if (value >= beta) break;
        if (value > alpha) alpha = value;
    }
    return best;
}

int main(int count, char **arguments) {
    int depth = count > 1 ? atoi(arguments[1]) : 12;
    double began = cpu_seconds();
    int value = search(0, 0, depth, -WIN - 1, WIN + 1, 0);
    tell("search", cpu_seconds() - began, nodes, value);
}
