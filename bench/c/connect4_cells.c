/* Connect Four, 7x6: textbook alpha-beta to a fixed depth, on an array of cells with undo, without a table.
 *
 * usage: connect4_cells DEPTH
 */
#include "bench.h"

enum { COLUMNS = 7, ROWS = 6, CELLS = 42, WIN = 30000 };
static const int CENTRE_FIRST[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
static const int STEPS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
static int8_t cells[CELLS], heights[COLUMNS];
static int discs;
static long nodes;

static inline int run(int x, int y, int dx, int dy, int8_t owner) {
    int length = 0;
    for (x += dx, y += dy; x >= 0 && x < COLUMNS && y >= 0 && y < ROWS && cells[y * COLUMNS + x] == owner; x += dx, y += dy)
        length++;
    return length;
}

static inline int makes_line(int x, int y) {
    int8_t owner = cells[y * COLUMNS + x];
    for (int i = 0; i < 4; i++) {
        int dx = STEPS[i][0], dy = STEPS[i][1];
        if (1 + run(x, y, dx, dy, owner) + run(x, y, -dx, -dy, owner) >= 4) return 1;
    }
    return 0;
}

static int search(int8_t owner, int won, int depth, int alpha, int beta, int ply) {
    nodes++;
    if (won) return ply - WIN;
    if (discs == CELLS || depth == 0) return 0;
    int best = -WIN - 1;
    for (int i = 0; i < COLUMNS; i++) {
        int x = CENTRE_FIRST[i], y = heights[x];
        if (y == ROWS) continue;
        cells[y * COLUMNS + x] = owner;
        heights[x]++;
        discs++;
        int value = -search(3 - owner, makes_line(x, y), depth - 1, -beta, -alpha, ply + 1);
        cells[y * COLUMNS + x] = 0;
        heights[x]--;
        discs--;
        if (value > best) best = value;
        if (value >= beta) break;
        if (value > alpha) alpha = value;
    }
    return best;
}

int main(int count, char **arguments) {
    int depth = count > 1 ? atoi(arguments[1]) : 12;
    double began = cpu_seconds();
    int value = search(1, 0, depth, -WIN - 1, WIN + 1, 0);
    tell("search", cpu_seconds() - began, nodes, value);
}
