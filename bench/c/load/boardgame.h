/* The protocol of boardgame.io: matches by HTTP, then socket.io in text frames of engine.io 4. */

static void boardgame_move(struct match *m, int seat, const char *move) {
    send_text(m->players[seat],
              "42/connect4,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"drop\",\"args\":[%d],"
              "\"playerID\":\"%d\",\"credentials\":\"%s\"}},%lu,\"%s\",\"%d\"]",
              atoi(move) - 1, seat, m->extra[seat], m->players[seat]->number, m->id, seat);
}

static void boardgame_prepare(struct match *m) {
    answered(post("/games/connect4/create", "{\"numPlayers\":2}"), "\"matchID\":\"", m->id, sizeof m->id);
    for (int seat = 0; seat < 2; seat++) {
        char path[128], body[64];
        snprintf(path, sizeof path, "/games/connect4/%s/join", m->id);
        snprintf(body, sizeof body, "{\"playerID\":\"%d\",\"playerName\":\"p%d\"}", seat, seat);
        answered(post(path, body), "\"playerCredentials\":\"", m->extra[seat], sizeof *m->extra);
        m->players[seat]->number = 1; /* not in step */
        send_text(m->players[seat], "42/connect4,[\"sync\",\"%s\",\"%d\",\"%s\",2]", m->id, seat, m->extra[seat]);
    }
}

/* `number` of a connection is the state that it knows, from 0: a move names it. */
static void boardgame_message(struct connection *c, char *text, size_t size) {
    struct match *m = &matches[c->match];
    if (starts(text, size, "42/connect4,[\"update\"")) {
        const char *state = after(text, size, "\"_stateID\":");
        if (!state) die("no state in %.*s", (int)size, text);
        c->number = atoi(state);
        moved(c, c->number - 1);
    } else if (starts(text, size, "42/connect4,[\"sync\"")) {
        c->number = 0;
        if (!m->players[0]->number && !m->players[1]->number) ready(m);
    } else if (starts(text, size, "40/connect4")) {
        greeted++;
    } else if (size && *text == '0') {
        send_text(c, "40/connect4,");
    } else if (size && *text == '2') {
        send_text(c, "3");
    } else if (starts(text, size, "44")) {
        die("refused: %.*s", (int)size, text);
    }
}

static const struct protocol BOARDGAME = {
    .name = "boardgame",
    .path = "/socket.io/?EIO=4&transport=websocket",
    .message = boardgame_message,
    .prepare = boardgame_prepare,
    .move = boardgame_move,
    .greets = true,
};
