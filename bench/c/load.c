/* Load generator: WebSocket clients that play matches, watch them, or only connect.
 *
 *     load SCENARIO address=HOST:PORT protocol=NAME [name=value ...]
 *
 * Scenarios:
 *     play      matches=N pairs of connections play their lines; a turn lasts until `seconds` of moves are measured
 *     pace      the same with per_s=N moves a second for `seconds`, and followers=N of the lobby, or of
 *               event=CODE: `told` are the events that they get, `tables` the most standings that one of them gets. The
 *               command `search` keeps searching=N engines thinking, `rest` ends that
 *     watch     one match with watchers=N; the next move is made when every spectator has received the previous one.
 *               leave=0 leaves the match as it is after its plies
 *     connect   a turn opens count=N connections and closes them; hello=1 says hello and waits for the answer
 *     idle      count=N connections stay open
 *
 * It prints a JSON object when it is ready, and one for each command that it reads from standard input: `turn`, and for
 * `play` also `prepare` (further matches, without ending the earlier ones) and `advance=N` (plies of each match). It
 * ends with its input. `load` is the part of a core that it used other than for polling without result, `core` the
 * part of a core that it had. */
#define _GNU_SOURCE
#include <poll.h>

#include "load/common.h"
#include "load/socket.h"

#include "load/lines.h"
#include "load/match.h"

#include "load/bare.h"
#include "load/kibitz.h"

#include "load/http.h"

#include "load/boardgame.h"
#include "load/colyseus.h"

static const struct protocol *const PROTOCOLS[] = {&ECHO, &BROADCAST, &KIBITZ, &COLYSEUS, &BOARDGAME};

enum { ASLEEP_NS = 500000 };

static struct connection *connections, *spectators;
static int spectator_count;

/* What a measured part has used. */
struct usage {
    u64 wall_ns, own_ns, busy_ns, server_ns;
};

static struct usage usage(void) {
    return (struct usage){now_ns(), clock_ns(CLOCK_PROCESS_CPUTIME_ID), busy_ns, server_ns()};
}

static void add_usage(struct usage *sum, struct usage from) {
    struct usage now = usage();
    sum->wall_ns += now.wall_ns - from.wall_ns;
    sum->own_ns += now.own_ns - from.own_ns;
    sum->busy_ns += now.busy_ns - from.busy_ns;
    sum->server_ns += now.server_ns - from.server_ns;
}

/* Add the usage of a part whose last message has arrived. The system brings the processor time of another process up to
 * date when that sleeps, or at a tick of some ms. So the server gets a moment to fall asleep, which the wall time does
 * not contain. */
static void add_finished_usage(struct usage *sum, struct usage from) {
    u64 ended = now_ns(), until = ended + ASLEEP_NS;
    while (now_ns() < until) poll_once();
    from.wall_ns += now_ns() - ended;
    add_usage(sum, from);
}

/* Print the end of a result: counted things, their rate, the server's processor time of one, and the own load. */
static void print_result(u64 count, struct usage used) {
    double wall_ns = used.wall_ns ? used.wall_ns : 1;
    printf("\"count\": %lu, \"seconds\": %.4f, \"per_s\": %.1f, \"server_us\": %.3f, \"load\": %.3f, \"core\": %.3f}\n",
           count, wall_ns / 1e9, count * 1e9 / wall_ns, count ? used.server_ns / 1e3 / count : 0.0,
           used.busy_ns / wall_ns, used.own_ns / wall_ns);
    fflush(stdout);
}

static struct connection *make_connections(int count) {
    struct connection *all = calloc(count, sizeof *all);
    for (int i = 0; i < count; i++) all[i].seat = -1;
    return all;
}

static void give_seats(struct connection *all, int count) {
    for (int i = 0; protocol->seat && i < count; i++) protocol->seat(&all[i]);
}

static int *completed(void) { return protocol->greets && says_hello ? &greeted : &opened; }

static void make_matches(void) {
    match_count = argument("matches", 1);
    matches = calloc(match_count, sizeof *matches);
    waiting = calloc(match_count, sizeof *waiting);
    connections = make_connections(2 * match_count);
    for (int i = 0; i < match_count; i++)
        for (int seat = 0; seat < 2; seat++) {
            matches[i].players[seat] = &connections[2 * i + seat];
            connections[2 * i + seat].match = i;
            connections[2 * i + seat].seat = seat;
        }
    give_seats(connections, 2 * match_count);
    open_all(connections, 2 * match_count, completed());
}

static void prepare_all(void) {
    ready_count = played_count = over_count = 0;
    for (int i = 0; i < match_count; i++) prepare(&matches[i]);
    while (ready_count < match_count) poll_once();
    poll_until_quiet();
}

static void end_all(void) {
    for (int i = 0; i < match_count; i++)
        if (!matches[i].line->complete && protocol->finish) protocol->finish(&matches[i]);
    while (protocol->ends && over_count < match_count) poll_once();
    poll_until_quiet();
}

static void play_turn(void) {
    struct usage all = {0}, playing = {0};
    double wanted_ns = 1e9 * argument("seconds", 1);
    u64 count = 0;
    times_count = 0;
    do {
        struct usage began = usage();
        prepare_all();
        u64 first = moved_count;
        struct usage first_move = usage();
        for (int i = 0; i < match_count; i++) send_move(&matches[i]);
        while (played_count < match_count) poll_once();
        add_finished_usage(&playing, first_move);
        count += moved_count - first;
        end_all();
        add_usage(&all, began);
    } while (playing.wall_ns < wanted_ns);
    qsort(times_us, times_count, sizeof *times_us, by_time);
    printf("{\"p50_ms\": %.3f, \"p99_ms\": %.3f, \"whole_us\": %.3f, ", quantile_ms(0, 0.5), quantile_ms(0, 0.99),
           all.server_ns / 1e3 / count);
    print_result(count, playing);
}

/* Play some plies of each match. */
static void advance(int plies) {
    driven = true;
    for (int ply = 0; ply < plies; ply++) {
        u64 wanted = moved_count + match_count;
        for (int i = 0; i < match_count; i++) send_move(&matches[i]);
        while (moved_count < wanted) poll_once();
    }
    poll_until_quiet();
    driven = false;
}

static void pace_turn(void) {
    double per_s = argument("per_s", 100), seconds = argument("seconds", 1);
    struct usage used = {0}, began = usage();
    u64 played = 0, first = moved_count, told = told_count, now;
    int tables = 0;
    times_count = 0;
    for (int i = 0; i < spectator_count; i++) spectators[i].tables = 0;
    while ((now = now_ns()) < began.wall_ns + seconds * 1e9) {
        poll_once();
        if (waiting_first < waiting_last && played < (now - began.wall_ns) / 1e9 * per_s) {
            played++;
            send_move(&matches[waiting[waiting_first++ % match_count]]);
        }
    }
    add_usage(&used, began);
    u64 count = moved_count - first;
    told = told_count - told;
    for (int i = 0; i < spectator_count; i++)
        if (spectators[i].tables > tables) tables = spectators[i].tables;
    poll_until_quiet();
    size_t warm = times_count / 5;
    qsort(times_us + warm, times_count - warm, sizeof *times_us, by_time);
    printf("{\"p50_ms\": %.3f, \"p99_ms\": %.3f, \"told\": %lu, \"tables\": %d, ", quantile_ms(warm, 0.5),
           quantile_ms(warm, 0.99), told, tables);
    print_result(count, used);
}

static void watch_turn(void) {
    struct usage used = {0};
    struct match *m = &matches[0];
    entered_count = 0;
    prepare_all();
    for (int i = 0; i < spectator_count; i++) {
        protocol->watch(&spectators[i], m);
        if (i % AT_ONCE == 0) poll_once();
    }
    while (entered_count < spectator_count) poll_once();
    poll_until_quiet();
    u64 plies = m->line->plies;
    struct usage began = usage();
    for (u64 ply = 0; ply < plies; ply++) {
        u64 wanted = moved_count + 1;
        seen = 0;
        send_move(m);
        while (seen < spectator_count || moved_count < wanted) poll_once();
        if (seen > spectator_count) die("%d deliveries to %d spectators", seen, spectator_count);
    }
    add_finished_usage(&used, began);
    bool leaves = protocol->unwatch && argument("leave", 1);
    for (int i = 0; leaves && i < spectator_count; i++) {
        protocol->unwatch(&spectators[i], m);
        if (i % AT_ONCE == 0) poll_once();
    }
    if (argument("leave", 1)) end_all();
    printf("{\"size\": %lu, ", delivered_size);
    print_result(plies * spectator_count, used);
}

static void connect_turn(void) {
    int count = argument("count", 100);
    struct usage used = {0}, began = usage();
    struct connection *all = make_connections(count);
    open_all(all, count, completed());
    add_finished_usage(&used, began);
    for (int i = 0; i < count; i++) end_connection(&all[i]);
    for (int i = 0; i < count; i++) free(all[i].keep);
    free(all);
    struct timespec pause = {.tv_nsec = 100000000};
    nanosleep(&pause, NULL); /* until the server has forgotten them */
    printf("{");
    print_result(count, used);
}

static void begin(const char *scenario) {
    struct usage used = {0}, began = usage();
    u64 count = 0;
    if (!strcmp(scenario, "play")) {
        make_matches();
        count = 2 * match_count;
    } else if (!strcmp(scenario, "pace")) {
        make_matches();
        spectators = make_connections(spectator_count = argument("followers", 0));
        follows_lobby = true;
        open_all(spectators, spectator_count, completed());
        follows_lobby = false;
        searching = argument("searching", 0);
        if (searching) open_all(host = make_connections(1), 1, completed());
        paced = true;
        prepare_all();
        count = 2 * match_count;
    } else if (!strcmp(scenario, "watch")) {
        make_matches();
        driven = true;
        spectators = make_connections(spectator_count = argument("watchers", 100));
        give_seats(spectators, spectator_count);
        open_all(spectators, spectator_count, completed());
        count = spectator_count;
    } else if (!strcmp(scenario, "idle")) {
        count = argument("count", 100);
        open_all(make_connections(count), count, completed());
    } else if (strcmp(scenario, "connect")) {
        die("no scenario %s", scenario);
    }
    if (strcmp(scenario, "connect")) poll_until_quiet();
    add_usage(&used, began);
    printf("{");
    print_result(count, used);
}

static void obey(const char *scenario, char *command) {
    last_message_ns = now_ns();
    if (!strncmp(command, "advance=", 8)) {
        advance(atoi(command + 8));
        puts("{}");
    } else if (!strcmp(command, "prepare")) {
        prepare_all();
        puts("{}");
    } else if (!strcmp(command, "search")) {
        kibitz_search();
        puts("{}");
    } else if (!strcmp(command, "rest")) {
        kibitz_rest();
        puts("{}");
    } else if (strcmp(command, "turn")) {
        die("no command %s", command);
    } else if (!strcmp(scenario, "play")) {
        play_turn();
    } else if (!strcmp(scenario, "pace")) {
        pace_turn();
    } else if (!strcmp(scenario, "watch")) {
        watch_turn();
    } else if (!strcmp(scenario, "connect")) {
        connect_turn();
    } else {
        puts("{}");
    }
    fflush(stdout);
}

int main(int count, char **values) {
    if (count < 3) die("usage: load SCENARIO address=HOST:PORT protocol=NAME [name=value ...]");
    arguments = values;
    const char *name = text_argument("protocol", "kibitz"), *path = text_argument("lines", NULL);
    for (size_t i = 0; i < sizeof PROTOCOLS / sizeof *PROTOCOLS; i++)
        if (!strcmp(PROTOCOLS[i]->name, name)) protocol = PROTOCOLS[i];
    if (!protocol) die("no protocol %s", name);
    on_open = protocol->open;
    on_message = protocol->message;
    if (protocol->path) common_path = protocol->path;
    says_hello = argument("hello", 1);
    setup = text_argument("setup", "");
    event = text_argument("event", NULL);
    payload_size = argument("size", 104);
    if (path)
        read_lines(path, argument("plies", 1 << 20));
    else
        make_line(argument("plies", 50));
    set_server(text_argument("address", ""));
    last_message_ns = now_ns();
    begin(values[1]);
    /* Between commands the connections are served without polling. */
    for (;;) {
        struct pollfd both[] = {{.fd = poller, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
        char command[64];
        poll(both, 2, -1);
        if (both[0].revents) poll_once();
        if (!both[1].revents) continue;
        if (!fgets(command, sizeof command, stdin)) return 0;
        command[strcspn(command, "\n")] = 0;
        obey(values[1], command);
    }
}
