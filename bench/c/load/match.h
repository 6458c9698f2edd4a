/* Matches between two connections, each of which moves when it receives the other's move. */

enum { IDLE, WANTED, READY, PLAYED };

struct match {
    char id[64], extra[2][96];
    struct connection *players[2];
    struct line *line;
    int state, ply, ended; /* ended: seats that know that it is over */
    u64 sent_ns;
};

/* What differs between the measured servers. Every function but `move` may be NULL. */
struct protocol {
    const char *name;
    const char *path;
    void (*seat)(struct connection *);                         /* make a path for a connection that is not begun */
    void (*open)(struct connection *);                         /* a connection is open: greet */
    void (*message)(struct connection *, char *, size_t size); /* a message has arrived */
    void (*prepare)(struct match *);                           /* begin a new match; calls `ready` then or later */
    void (*move)(struct match *, int seat, const char *move);
    void (*finish)(struct match *); /* end a match that its line does not end; calls `over` */
    void (*watch)(struct connection *, struct match *); /* a spectator enters; calls `entered` */
    void (*unwatch)(struct connection *, struct match *);
    bool greets; /* a connection is complete when `greeted` is counted, not when it is open */
    bool ends;   /* a match ends: its end calls `over` for each seat */
};

static const struct protocol *protocol;
static struct match *matches;
static int match_count, ready_count, played_count, over_count, greeted, seen, entered_count;
static uint32_t *times_us;
static size_t times_count, times_room;
static u64 moved_count, delivered_size;
static bool paced;  /* moves wait for their time */
static bool driven; /* moves wait for the spectators */
static int *waiting; /* a queue of matches that wait for their next move */
static u64 waiting_first, waiting_last;

static int seat_to_move(const struct match *m) { return m->line->moves[m->ply][0] - '0'; }

static void send_move(struct match *m) {
    m->sent_ns = now_ns();
    protocol->move(m, seat_to_move(m), m->line->moves[m->ply] + 1);
}

static void await_turn(struct match *m) { waiting[waiting_last++ % match_count] = m - matches; }

static void prepare(struct match *m) {
    m->line = next_line();
    m->state = WANTED;
    m->ply = m->ended = 0;
    protocol->prepare(m);
}

/* Both players know that the match has begun. */
static void ready(struct match *m) {
    if (m->state != WANTED) return;
    m->state = READY;
    ready_count++;
    if (paced) await_turn(m);
}

/* A connection has received the move of a ply of its match. Only the opponent's receipt counts. */
static void moved(struct connection *c, int ply) {
    struct match *m = &matches[c->match];
    if (c->seat < 0) {
        seen++;
        delivered_size = last_size;
        return;
    }
    if (m->state != READY || ply != m->ply || c->seat == seat_to_move(m)) return;
    if (times_count == times_room) {
        times_room = times_room ? 2 * times_room : 1 << 16;
        times_us = realloc(times_us, times_room * sizeof *times_us);
    }
    times_us[times_count++] = (now_ns() - m->sent_ns) / 1000;
    moved_count++;
    if (++m->ply == m->line->plies) {
        m->state = PLAYED;
        played_count++;
        if (paced && !m->line->complete) protocol->finish(m);
    } else if (paced) {
        await_turn(m);
    } else if (!driven) {
        send_move(m);
    }
}

/* A player knows that the match is over. */
static void over(struct connection *c) {
    struct match *m = &matches[c->match];
    bool told = m->state == READY && m->ply == m->line->plies - 1 && c->seat == seat_to_move(m);
    /* The player who makes the last move may know it before the opponent has received that move. */
    if (m->state != PLAYED && !told) die("a match ended after ply %d of %d", m->ply, m->line->plies);
    if (++m->ended < 2) return;
    m->state = IDLE;
    over_count++;
    if (paced) prepare(m);
}

static int by_time(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Return a quantile of the times since `first`, which are sorted, in ms. */
static double quantile_ms(size_t first, double part) {
    return times_count > first ? times_us[first + (size_t)(part * (times_count - first - 1))] / 1000.0 : 0;
}
