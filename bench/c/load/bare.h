/* Bare servers without a game: an echo returns to its sender, a broadcast goes to all other connections. */

static int payload_size;

static void bare_send(struct connection *c, char kind) {
    char payload[LONGEST];
    memset(payload, kind, payload_size);
    send_frame(c, TEXT, payload, payload_size);
}

static void bare_prepare(struct match *m) { ready(m); }

static void echo_move(struct match *m, int seat, const char *move) {
    (void)move;
    bare_send(m->players[seat], 'e');
}

/* An echo stands for a move: it counts as received by the other connection, whose turn is next. */
static void echo_message(struct connection *c, char *text, size_t size) {
    (void)text;
    (void)size;
    moved(matches[c->match].players[1 - c->seat], matches[c->match].ply);
}

static void broadcast_move(struct match *m, int seat, const char *move) {
    (void)move;
    bare_send(m->players[seat], 'b');
}

static void broadcast_message(struct connection *c, char *text, size_t size) {
    (void)text;
    (void)size;
    moved(c, matches[c->match].ply);
}

/* A connection watches from its beginning. */
static void already_there(struct connection *c, struct match *m) {
    (void)c;
    (void)m;
    entered_count++;
}

static const struct protocol ECHO = {
    .name = "echo", .path = "/", .message = echo_message, .prepare = bare_prepare, .move = echo_move};
static const struct protocol BROADCAST = {
    .name = "broadcast",
    .path = "/",
    .message = broadcast_message,
    .prepare = bare_prepare,
    .move = broadcast_move,
    .watch = already_there,
};
