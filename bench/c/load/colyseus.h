/* The protocol of Colyseus: rooms by HTTP, then binary messages. The state comes as patches, one for each move.
 *
 * A match keeps its room, and seat 0 asks for the next game in it. */

enum { COLYSEUS_JOIN = 10, COLYSEUS_ERROR = 11, COLYSEUS_DATA = 13, COLYSEUS_STATE = 14, COLYSEUS_PATCH = 15,
       COLYSEUS_PING = 18 };
static const u64 BEGINS = ~0ull; /* a connection waits for the patch that begins its game */

/* Reserve a seat, and set the path of a connection to it. */
static void colyseus_reserve(struct connection *c, const char *path, char *room, size_t space) {
    char body[32], process[64], session[64], place[256];
    snprintf(body, sizeof body, "{\"seat\":%d}", c->seat);
    const char *answer = post(path, body);
    answered(answer, "\"sessionId\":\"", session, sizeof session);
    answered(answer, "\"processId\":\"", process, sizeof process);
    answered(answer, "\"roomId\":\"", room, space);
    snprintf(place, sizeof place, "/%s/%s?sessionId=%s", process, room, session);
    c->path = strdup(place);
}

static void colyseus_seat(struct connection *c) {
    struct match *m = &matches[c->match];
    char path[128] = "/matchmake/create/connect4", room[64];
    if (c->seat) snprintf(path, sizeof path, "/matchmake/joinById/%s", m->id);
    colyseus_reserve(c, path, room, sizeof room);
    if (!c->seat) strcpy(m->id, room);
}

static void colyseus_send(struct connection *c, const char *message, size_t size) {
    send_frame(c, BINARY, message, size);
}

/* Messages are a byte, the type in MessagePack, and the content in MessagePack. */
static void colyseus_prepare(struct match *m) {
    m->players[0]->number = m->players[1]->number = BEGINS;
    colyseus_send(m->players[0], "\x0d\xa5" "again\x80", 8);
}

static void colyseus_move(struct match *m, int seat, const char *move) {
    char message[] = "\x0d\xa4move\x81\xa6" "column?";
    message[sizeof message - 2] = atoi(move) - 1;
    colyseus_send(m->players[seat], message, sizeof message - 1);
}

static void colyseus_patch(struct connection *c) {
    struct match *m = &matches[c->match];
    if (c->seat < 0) {
        moved(c, 0);
    } else if (c->number == BEGINS) {
        c->number = 0;
        if (!m->players[0]->number && !m->players[1]->number) ready(m);
    } else {
        moved(c, c->number++);
    }
}

static void colyseus_message(struct connection *c, char *text, size_t size) {
    if (!size) return;
    switch ((unsigned char)*text) {
    case COLYSEUS_JOIN:
        colyseus_send(c, "\x0a", 1);
        break;
    case COLYSEUS_STATE:
        greeted++;
        break;
    case COLYSEUS_PATCH:
        colyseus_patch(c);
        break;
    case COLYSEUS_PING:
        colyseus_send(c, "\x12", 1);
        break;
    case COLYSEUS_ERROR:
        die("refused: %.*s", (int)size - 1, text + 1);
    }
}

static const struct protocol COLYSEUS = {
    .name = "colyseus",
    .seat = colyseus_seat,
    .message = colyseus_message,
    .prepare = colyseus_prepare,
    .move = colyseus_move,
    .watch = already_there,
    .greets = true,
};
