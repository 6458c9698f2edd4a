/* Many WebSocket connections on one thread, polled without pause.
 *
 * If a client slept until a message arrives, the server would pay for its wake-up. On loopback that is half the time
 * of a message. Each connection comes from an address of its own, because a server may limit each address. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#ifndef IP_BIND_ADDRESS_NO_PORT
#define IP_BIND_ADDRESS_NO_PORT 24
#endif

enum { TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };
enum { CONNECTING, HANDSHAKE, OPEN };
enum { RECEIVE = 1 << 20, EVENTS = 512, AT_ONCE = 64, LONGEST = 4096, STALLED_S = 30, REQUEST = 1024 };

struct connection {
    int fd, state, seat, match; /* seat -1: not a player */
    size_t kept;
    char *keep; /* the beginning of a frame whose end has not arrived */
    char *path;
    u64 number; /* for the protocol */
    int tables; /* standings that it has received */
};

static struct sockaddr_in server = {.sin_family = AF_INET};
static int poller = -1;
static u64 busy_ns, last_message_ns, messages, last_size;
static u64 addresses;
static int opened;
static const char *common_path = "/";
static char *data;

/* Functions of the protocol. */
static void (*on_open)(struct connection *);
static void (*on_message)(struct connection *, char *payload, size_t size);

/* Set the address of the server from HOST:PORT. */
static void set_server(const char *address) {
    char host[64];
    const char *colon = strrchr(address, ':');
    if (!colon || colon - address >= (int)sizeof host) die("no host and port in %s", address);
    memcpy(host, address, colon - address);
    host[colon - address] = 0;
    server.sin_port = htons(atoi(colon + 1));
    if (inet_pton(AF_INET, host, &server.sin_addr) != 1) die("%s is not an IPv4 address", host);
    poller = epoll_create1(0);
    data = malloc(RECEIVE);
}

static void watch_fd(struct connection *c, int operation, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = c};
    if (epoll_ctl(poller, operation, c->fd, &event)) die("epoll: %s", strerror(errno));
}

/* Begin to connect, from the next address of 127.1.0.0/16 and higher. */
static void begin_connection(struct connection *c) {
    int on = 1;
    u64 number = addresses++;
    struct sockaddr_in own = {.sin_family = AF_INET};
    own.sin_addr.s_addr = htonl(0x7f010000 + (number / 250 << 8) % 0xfd0000 + number % 250 + 1);
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (c->fd < 0) die("no socket: %s", strerror(errno));
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(c->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (bind(c->fd, (void *)&own, sizeof own)) die("no address %s: %s", inet_ntoa(own.sin_addr), strerror(errno));
    if (connect(c->fd, (void *)&server, sizeof server) && errno != EINPROGRESS) die("connect: %s", strerror(errno));
    c->state = CONNECTING;
    c->kept = 0;
    watch_fd(c, EPOLL_CTL_ADD, EPOLLOUT);
}

static void end_connection(struct connection *c) {
    close(c->fd);
    c->fd = -1;
}

/* Send a frame, masked with zeros, which do not change it. */
static void send_frame(struct connection *c, int opcode, const char *payload, size_t size) {
    char frame[LONGEST + 16];
    size_t head = 2;
    if (size > LONGEST) die("a message of %zu bytes", size);
    frame[0] = 0x80 | opcode;
    frame[1] = 0x80 | (size < 126 ? size : 126);
    if (size >= 126) {
        frame[2] = size >> 8;
        frame[3] = size;
        head = 4;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, payload, size);
    size += head + 4;
    if (send(c->fd, frame, size, MSG_NOSIGNAL) != (ssize_t)size) die("the server does not read: %s", strerror(errno));
}

static void send_text(struct connection *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void send_text(struct connection *c, const char *format, ...) {
    char text[LONGEST];
    va_list values;
    va_start(values, format);
    size_t size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (size >= sizeof text) die("a message of %zu bytes", size);
    send_frame(c, TEXT, text, size);
}

static void begin_handshake(struct connection *c) {
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error) die("connect: %s", strerror(error));
    char request[REQUEST];
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a2liaXR6IGJlbmNobWFyaw==\r\n\r\n",
                          c->path ? c->path : common_path, ntohs(server.sin_port));
    if (length >= REQUEST || send(c->fd, request, length, MSG_NOSIGNAL) != length) die("no handshake");
    c->state = HANDSHAKE;
    watch_fd(c, EPOLL_CTL_MOD, EPOLLIN);
}

/* Read a handshake's answer. Return its size, or 0 if its end has not arrived. */
static size_t end_handshake(struct connection *c, const char *from, size_t size) {
    const char *end = after(from, size, "\r\n\r\n");
    if (!end) return 0;
    if (!starts(from, size, "HTTP/1.1 101")) die("the server refused: %.*s", (int)size, from);
    c->state = OPEN;
    opened++;
    if (on_open) on_open(c);
    return end - from;
}

/* Read the first frame of the data. Return its size, or 0 if its end has not arrived. */
static size_t read_frame(struct connection *c, char *from, size_t size) {
    if (size < 2) return 0;
    size_t head = 2, length = (unsigned char)from[1];
    size_t more = length == 127 ? 8 : length == 126 ? 2 : 0;
    if (size < head + more) return 0;
    if (more) length = 0;
    for (size_t i = 0; i < more; i++) length = length << 8 | (unsigned char)from[head++];
    if (length >= RECEIVE - head) die("a frame of %zu bytes", length);
    if (size < head + length) return 0;
    int opcode = from[0] & 15;
    if (!(from[0] & 0x80) || !opcode) die("the server sends fragments, which are not supported");
    if (opcode == TEXT || opcode == BINARY) {
        messages++;
        last_size = length;
        on_message(c, from + head, length);
    } else if (opcode == PING) {
        send_frame(c, PONG, from + head, length);
    } else if (opcode == CLOSE) {
        die("the server closed a connection: %.*s", length > 2 ? (int)length - 2 : 0, from + head + 2);
    }
    return head + length;
}

/* Read the available data. */
static void receive(struct connection *c) {
    memcpy(data, c->keep, c->kept);
    ssize_t size = recv(c->fd, data + c->kept, RECEIVE - c->kept, 0);
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) die("the server closed a connection%s%s", size ? ": " : "", size ? strerror(errno) : "");
    size += c->kept;
    ssize_t at = 0;
    while (at < size && c->fd >= 0) {
        size_t used = c->state == OPEN ? read_frame(c, data + at, size - at) : end_handshake(c, data + at, size - at);
        if (!used) break;
        at += used;
    }
    c->kept = size - at;
    if (c->kept) {
        c->keep = realloc(c->keep, c->kept);
        memcpy(c->keep, data + at, c->kept);
    }
}

/* Serve the connections that are ready. */
static void poll_once(void) {
    struct epoll_event events[EVENTS];
    u64 began = now_ns();
    int count = epoll_wait(poller, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        struct connection *c = events[i].data.ptr;
        if (c->fd < 0) continue;
        if (c->state == CONNECTING)
            begin_handshake(c);
        else
            receive(c);
    }
    if (count > 0) {
        last_message_ns = now_ns();
        busy_ns += last_message_ns - began;
    } else if (began > last_message_ns + STALLED_S * 1000000000ull) {
        die("no answer for %d s", STALLED_S);
    }
}

/* Poll until no message has arrived for 20 ms: the server has done its work. Engines never rest: wait at most 1 s. */
static void poll_until_quiet(void) {
    u64 seen = messages, since = now_ns(), latest = since + 1000000000;
    while (now_ns() < since + 20000000 && since < latest) {
        poll_once();
        if (messages != seen) {
            seen = messages;
            since = now_ns();
        }
    }
}

/* Open connections, AT_ONCE at a time. `completed` counts those that are ready for use; by default the open ones. */
static void open_all(struct connection *all, int count, int *completed) {
    int first = *completed;
    for (int begun = 0; *completed - first < count;) {
        while (begun < count && begun - (*completed - first) < AT_ONCE) begin_connection(&all[begun++]);
        poll_once();
    }
}
