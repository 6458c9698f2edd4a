/* Reversi, 8x8: number of move sequences of exactly DEPTH plies; a pass is a ply. `value` counts the games that end
 * sooner, which some published tables include.
 *
 * The last ply is generated and counted, not played. There are two versions: one with the engine's structure, and
 * `tight`, with nothing in memory and the last ply's moves only counted.
 * usage: reversi_perft DEPTH
 */
#include "bench.h"

static const int STEPS[4] = {1, 8, 7, 9};
static const u64 INNER[4] = {0x7E7E7E7E7E7E7E7EULL, ~0ULL, 0x7E7E7E7E7E7E7E7EULL, 0x7E7E7E7E7E7E7E7EULL};
static long over_sooner;

/* Return the squares where `own` would flip a disc: each direction by doubling (Kogge and Stone). */
static inline u64 mobility(u64 own, u64 other) {
    u64 found = 0;
    for (int i = 0; i < 4; i++) {
        int step = STEPS[i];
        u64 inner = other & INNER[i];
        u64 up = inner & (own << step), down = inner & (own >> step);
        up |= inner & (up << step);
        down |= inner & (down >> step);
        u64 up_two = inner & (inner << step), down_two = inner & (inner >> step);
        up |= up_two & (up << 2 * step);
        down |= down_two & (down >> 2 * step);
        up |= up_two & (up << 2 * step);
        down |= down_two & (down >> 2 * step);
        found |= (up << step) | (down >> step);
    }
    return found & ~(own | other);
}

static inline u64 flips(u64 own, u64 other, u64 disc) {
    u64 found = 0;
    for (int i = 0; i < 4; i++) {
        int step = STEPS[i];
        u64 inner = other & INNER[i];
        u64 up = inner & (disc << step), down = inner & (disc >> step);
        for (int n = 0; n < 5; n++) {
            up |= inner & (up << step);
            down |= inner & (down >> step);
        }
        if ((up << step) & own) found |= up;
        if ((down >> step) & own) found |= down;
    }
    return found;
}

/* The engine's structure: a stack of states with their moves, and lists of moves in memory. */
struct state {
    u64 own, other, moves;
};
static struct state frames[64];
static int moves[64 * 64];

static inline int legal(const struct state *s, int k) {
    if (!s->moves) moves[k++] = 64;
    for (u64 left = s->moves; left; left &= left - 1) moves[k++] = __builtin_ctzll(left);
    return k;
}

static inline void play(struct state *s, int move) {
    u64 own = s->own, other = s->other;
    if (move != 64) {
        u64 disc = 1ULL << move, turned = flips(own, other, disc);
        own |= disc | turned;
        other &= ~turned;
    }
    *s = (struct state){other, own, mobility(other, own)};
}

static long perft(int depth, int ply, int k) {
    struct state *s = frames + ply;
    if (!s->moves && !mobility(s->other, s->own)) {
        over_sooner++;
        return 0;
    }
    int end = legal(s, k);
    if (depth == 1) return end - k;
    long count = 0;
    for (int i = k; i < end; i++) {
        s[1] = *s;
        play(s + 1, moves[i]);
        count += perft(depth - 1, ply + 1, end);
    }
    return count;
}

static long tight_perft(u64 own, u64 other, int depth) {
    u64 moves = mobility(own, other);
    if (!moves) {
        if (!mobility(other, own)) {
            over_sooner++;
            return 0;
        }
        return depth == 1 ? 1 : tight_perft(other, own, depth - 1);
    }
    if (depth == 1) return __builtin_popcountll(moves);
    long count = 0;
    for (; moves; moves &= moves - 1) {
        u64 disc = moves & -moves, turned = flips(own, other, disc);
        count += tight_perft(other & ~turned, own | disc | turned, depth - 1);
    }
    return count;
}

int main(int count, char **arguments) {
    int depth = count > 1 ? atoi(arguments[1]) : 10;
    u64 black = 0x0000000810000000ULL, white = 0x0000001008000000ULL;
    frames[0] = (struct state){black, white, mobility(black, white)};
    double began = cpu_seconds();
    long leaves = perft(depth, 0, 0);
    tell("perft", cpu_seconds() - began, leaves, over_sooner);
    over_sooner = 0;
    began = cpu_seconds();
    leaves = tight_perft(black, white, depth);
    tell("tight perft", cpu_seconds() - began, leaves, over_sooner);
}
