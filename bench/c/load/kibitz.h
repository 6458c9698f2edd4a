/* The protocol of Kibitz. Only the fields that decide what to do next are looked at. */

static u64 command_ids;
static bool says_hello, follows_lobby;
static const char *setup;
static const char *event; /* the code of the event that the followers follow, instead of the lobby */
static u64 told_count;    /* numbered events of it that followers have received */
static struct connection *host; /* of matches in which engines think */

static void kibitz_open(struct connection *c) {
    if (says_hello) send_text(c, "{\"t\":\"hello\"}");
}

static void kibitz_event(struct connection *c, const char *text, size_t size) {
    const char *kind = after(text, size, "\"event\":{\"kind\":\"");
    if (!kind) return;
    size_t rest = text + size - kind;
    struct match *m = &matches[c->match];
    if (starts(kind, rest, "moved\"")) {
        const char *ply = after(kind, rest, "\"ply\":");
        if (ply) moved(c, atoi(ply));
    } else if (c->seat == 0 && starts(kind, rest, "started\"")) {
        ready(m);
    } else if (c->seat >= 0 && starts(kind, rest, "finished\"")) {
        over(c);
    }
}

static void kibitz_host_message(const char *text, size_t size);

static void kibitz_message(struct connection *c, char *text, size_t size) {
    if (c == host) kibitz_host_message(text, size);
    if (starts(text, size, "{\"t\":\"tournament_event\"")) {
        told_count++;
    } else if (starts(text, size, "{\"t\":\"standings\"")) {
        c->tables++;
    } else if (starts(text, size, "{\"t\":\"event\"")) {
        if (match_count) kibitz_event(c, text, size);
    } else if (starts(text, size, "{\"t\":\"accepted\"")) {
        if (c->seat || !match_count || matches[c->match].state != WANTED || !after(text, size, "\"entered\"")) return;
        struct match *m = &matches[c->match];
        if (!quoted(text, size, "\"match\":\"", m->id, sizeof m->id)) die("no match in %.*s", (int)size, text);
        send_text(m->players[1], "{\"t\":\"join\",\"id\":\"%lu\",\"match\":\"%s\"}", ++command_ids, m->id);
    } else if (starts(text, size, "{\"t\":\"snapshot\"")) {
        if (c->seat < 0) entered_count++;
    } else if (starts(text, size, "{\"t\":\"welcome\"")) {
        greeted++;
        if (follows_lobby && c->seat < 0 && event)
            send_text(c,
                      "{\"t\":\"tournament\",\"id\":\"%lu\",\"do\":{\"kind\":\"show\",\"tournament\":\"%s\","
                      "\"follow\":true}}",
                      ++command_ids, event);
        else if (follows_lobby && c->seat < 0)
            send_text(c, "{\"t\":\"list\",\"id\":\"%lu\",\"follow\":true}", ++command_ids);
    } else if (starts(text, size, "{\"t\":\"refused\"") || starts(text, size, "{\"t\":\"error\"")) {
        die("refused: %.*s", (int)size, text);
    }
}

/* `setup` has the fields of `create` that name the game, its options and its clock. */
static void kibitz_prepare(struct match *m) {
    send_text(m->players[0],
              "{\"t\":\"create\",\"id\":\"%lu\",%s,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],\"chat\":false}",
              ++command_ids, setup);
}

static void kibitz_move(struct match *m, int seat, const char *move) {
    send_text(m->players[seat], "{\"t\":\"move\",\"id\":\"%lu\",\"match\":\"%s\",\"ply\":%d,\"move\":\"%s\"}",
              ++command_ids, m->id, m->ply, move);
}

static void kibitz_finish(struct match *m) {
    send_text(m->players[0], "{\"t\":\"resign\",\"id\":\"%lu\",\"match\":\"%s\"}", ++command_ids, m->id);
}

static void kibitz_watch(struct connection *c, struct match *m) {
    send_text(c, "{\"t\":\"watch\",\"id\":\"%lu\",\"match\":\"%s\"}", ++command_ids, m->id);
}

static void kibitz_unwatch(struct connection *c, struct match *m) {
    send_text(c, "{\"t\":\"unwatch\",\"id\":\"%lu\",\"match\":\"%s\"}", ++command_ids, m->id);
}

enum { MOST_SEARCHES = 16 };

static char searched[MOST_SEARCHES][64];
static int searched_count, searching, thinking_count;

static void kibitz_host_message(const char *text, size_t size) {
    if (starts(text, size, "{\"t\":\"thinking\"")) {
        thinking_count++;
    } else if (starts(text, size, "{\"t\":\"accepted\"") && after(text, size, "\"entered\"")) {
        quoted(text, size, "\"match\":\"", searched[searched_count++], sizeof *searched);
    }
}

/* Let engines think in some matches between engines. Return when all think. */
static void kibitz_search(void) {
    const char *engine = "{\"kind\":\"engine\",\"engine\":{\"algorithm\":\"alphabeta\",\"limit\":{\"seconds\":60}}}";
    searched_count = thinking_count = 0;
    if (searching > MOST_SEARCHES) die("more than %d searches", MOST_SEARCHES);
    for (int i = 0; i < searching; i++)
        send_text(host, "{\"t\":\"create\",\"id\":\"%lu\",\"game\":\"connect4\",\"seats\":[%s,%s]}", ++command_ids,
                  engine, engine);
    while (searched_count < searching || thinking_count < 3 * searching) poll_once();
}

/* End the matches in which engines think. The host of a match between engines may do that at once. */
static void kibitz_rest(void) {
    for (int i = 0; i < searched_count; i++)
        send_text(host, "{\"t\":\"offer\",\"id\":\"%lu\",\"match\":\"%s\",\"offer\":\"abort\"}", ++command_ids,
                  searched[i]);
    poll_until_quiet();
}

static const struct protocol KIBITZ = {
    .name = "kibitz",
    .path = "/",
    .open = kibitz_open,
    .message = kibitz_message,
    .prepare = kibitz_prepare,
    .move = kibitz_move,
    .finish = kibitz_finish,
    .watch = kibitz_watch,
    .unwatch = kibitz_unwatch,
    .greets = true,
    .ends = true,
};
