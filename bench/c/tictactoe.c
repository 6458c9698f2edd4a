/* Tic-tac-toe on bitboards, without move ordering: the whole tree by minimax, and alpha-beta.
 *
 * Each has two versions: one with the engine's structure, a stack of states and lists of moves in memory, and `tight`,
 * minimal code for this game alone, entirely in registers.
 * usage: tictactoe
 */
#include "bench.h"

enum { WIN = 30000, FULL = 0x1FF, PLIES = 9 };
struct state {
    int own, other;
};
static struct state frames[PLIES + 1];
static int moves[PLIES * (PLIES + 1)];
static long nodes;

static inline int has_line(int stones) {
    static const int lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((stones & lines[i]) == lines[i]) return 1;
    return 0;
}

static inline int legal(const struct state *s, int k) {
    for (int cell = 0; cell < PLIES; cell++)
        if (!((s->own | s->other) >> cell & 1)) moves[k++] = cell;
    return k;
}

static inline void play(struct state *s, int move) {
    int own = s->own | 1 << move;
    s->own = s->other;
    s->other = own;
}

static int minimax(int ply, int k) {
    nodes++;
    struct state *s = frames + ply;
    if (has_line(s->other)) return ply - WIN;
    if ((s->own | s->other) == FULL) return 0;
    int best = -WIN - 1, end = legal(s, k);
    for (int i = k; i < end; i++) {
        s[1] = *s;
        play(s + 1, moves[i]);
        int value = -minimax(ply + 1, end);
        if (value > best) best = value;
    }
    return best;
}

static int alphabeta(int alpha, int beta, int ply, int k) {
    nodes++;
    struct state *s = frames + ply;
    if (has_line(s->other)) return ply - WIN;
    if ((s->own | s->other) == FULL) return 0;
    int best = -WIN - 1, end = legal(s, k);
    for (int i = k; i < end; i++) {
        s[1] = *s;
        play(s + 1, moves[i]);
        int value = -alphabeta(-beta, -alpha, ply + 1, end);
        if (value > best) best = value;
        if (value >= beta) break;
        if (value > alpha) alpha = value;
    }
    return best;
}

static int tight_minimax(int own, int other, int ply) {
    nodes++;
    if (has_line(other)) return ply - WIN;
    if ((own | other) == FULL) return 0;
    int best = -WIN - 1;
    for (int free = FULL & ~(own | other); free; free &= free - 1) {
        int value = -tight_minimax(other, own | (free & -free), ply + 1);
        if (value > best) best = value;
    }
    return best;
}

static int tight_alphabeta(int own, int other, int alpha, int beta, int ply) {
    nodes++;
    if (has_line(other)) return ply - WIN;
    if ((own | other) == FULL) return 0;
    int best = -WIN - 1;
    for (int free = FULL & ~(own | other); free; free &= free - 1) {
        int value = -tight_alphabeta(other, own | (free & -free), -beta, -alpha, ply + 1);
        if (value > best) best = value;
        if (value >= beta) break;
        if (value > alpha) alpha = value;
    }
    return best;
}

#define TIME(name, call)                                  \
    do {                                                  \
        nodes = 0;                                        \
        double began = cpu_seconds();                     \
        int value = call;                                 \
        tell(name, cpu_seconds() - began, nodes, value);  \
    } while (0)

int main(void) {
    for (int round = 0; round < 9; round++) {
        TIME("minimax", minimax(0, 0));
        TIME("alphabeta", alphabeta(-WIN - 1, WIN + 1, 0, 0));
        TIME("tight minimax", tight_minimax(0, 0, 0));
        TIME("tight alphabeta", tight_alphabeta(0, 0, -WIN - 1, WIN + 1, 0));
    }
}
