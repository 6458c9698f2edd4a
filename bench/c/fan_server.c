/* The limit of the system calls: a WebSocket server that writes a frame to all other connections.
 *
 * It answers handshakes, sends a message that begins with `e` back, and writes every other message to all connections
 * except the sender. It prints its address first, and runs until it is killed. A connection that does not take a whole
 * frame is closed. */
#define _GNU_SOURCE
#include "load/common.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum { MOST = 1 << 16, ROOM = 1 << 16, EVENTS = 512, LISTEN = 4096 };

struct client {
    bool open;
    int place; /* in `others` */
    size_t kept;
    unsigned char *keep;
};

static struct client *clients[MOST];
static int others[MOST], other_count, poller;
static unsigned char data[ROOM];

static uint32_t rotate(uint32_t value, int bits) { return value << bits | value >> (32 - bits); }

/* SHA-1 of a key and the GUID of RFC 6455, of 60 bytes: two blocks. */
static void sha1_of_60(const char *text, unsigned char digest[20]) {
    unsigned char block[128] = {0};
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(block, text, 60);
    block[60] = 0x80;
    block[126] = 60 * 8 >> 8;
    block[127] = 60 * 8 & 255;
    for (int start = 0; start < 128; start += 64) {
        uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 16; i++) {
            unsigned char *p = block + start + 4 * i;
            w[i] = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
        }
        for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20 ? ((b & c) | (~b & d)) + 0x5a827999
                : i < 40        ? (b ^ c ^ d) + 0x6ed9eba1
                : i < 60        ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                : (b ^ c ^ d) + 0xca62c1d6;
            uint32_t next = rotate(a, 5) + f + e + w[i];
            e = d, d = c, c = rotate(b, 30), b = a, a = next;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    }
    for (int i = 0; i < 20; i++) digest[i] = h[i / 4] >> (24 - 8 * (i % 4));
}

static void base64_of_20(const unsigned char digest[20], char text[29]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char padded[21] = {0};
    memcpy(padded, digest, 20);
    for (int i = 0; i < 7; i++) {
        uint32_t three = padded[3 * i] << 16 | padded[3 * i + 1] << 8 | padded[3 * i + 2];
        for (int j = 0; j < 4; j++) text[4 * i + j] = digits[three >> (18 - 6 * j) & 63];
    }
    text[27] = '=';
    text[28] = 0;
}

static void drop(int fd) {
    struct client *c = clients[fd];
    if (c->open) {
        int last = others[--other_count];
        others[c->place] = last;
        clients[last]->place = c->place;
    }
    free(c->keep);
    free(c);
    clients[fd] = NULL;
    close(fd);
}

static void admit(int listener) {
    for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        int on = 1;
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
        if (fd >= MOST) die("too many connections");
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        clients[fd] = calloc(1, sizeof **clients);
        epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
    }
}

/* Answer a handshake. Return its size, or 0 if its end has not arrived, or -1 to close the connection. */
static ssize_t shake_hands(int fd, const char *from, size_t size) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    const char *end = after(from, size, "\r\n\r\n"), *key = after(from, size, "Sec-WebSocket-Key: ");
    char text[61], accepted[29], answer[256];
    unsigned char digest[20];
    if (!end) return 0;
    if (!key || end - key < 24) return -1;
    memcpy(text, key, 24);
    memcpy(text + 24, guid, sizeof guid);
    sha1_of_60(text, digest);
    base64_of_20(digest, accepted);
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n", accepted);
    if (send(fd, answer, length, MSG_NOSIGNAL) != length) return -1;
    clients[fd]->open = true;
    clients[fd]->place = other_count;
    others[other_count++] = fd;
    return end - from;
}

/* Pass on the first frame. Return its size, or 0 if its end has not arrived, or -1 to close the connection. */
static ssize_t pass_on(int fd, unsigned char *from, size_t size) {
    size_t head = 2;
    if (size < 6) return 0;
    size_t length = from[1] & 127;
    if (length == 127 || !(from[1] & 128)) return -1;
    if (length == 126) length = from[2] << 8 | from[3], head = 4;
    if (size < head + 4 + length) return 0;
    unsigned char *payload = from + head + 4, frame[ROOM];
    for (size_t i = 0; i < length; i++) payload[i] ^= from[head + i % 4];
    if ((from[0] & 15) == 8) return -1;
    if ((from[0] & 15) > 2) return head + 4 + length;
    frame[0] = from[0];
    frame[1] = from[1] & 127;
    frame[2] = from[2];
    frame[3] = from[3];
    memcpy(frame + head, payload, length);
    ssize_t whole = head + length;
    if (length && payload[0] == 'e') return send(fd, frame, whole, MSG_NOSIGNAL) == whole ? whole + 4 : -1;
    for (int i = other_count - 1; i >= 0; i--)
        if (others[i] != fd && send(others[i], frame, whole, MSG_NOSIGNAL) != whole) drop(others[i]);
    return whole + 4;
}

static void serve(int fd) {
    struct client *c = clients[fd];
    memcpy(data, c->keep, c->kept);
    ssize_t size = recv(fd, data + c->kept, ROOM - c->kept, 0), at = 0, used = 1;
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) return drop(fd);
    size += c->kept;
    while (at < size && used > 0) {
        used = c->open ? pass_on(fd, data + at, size - at) : shake_hands(fd, (char *)data + at, size - at);
        if (used < 0) return drop(fd);
        at += used;
    }
    c->kept = size - at;
    c->keep = realloc(c->keep, c->kept);
    memcpy(c->keep, data + at, c->kept);
}

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(listener, (void *)&address, size) || listen(listener, LISTEN)) die("cannot listen: %s", strerror(errno));
    getsockname(listener, (void *)&address, &size);
    printf("listening on ws://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    poller = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[EVENTS];
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(poller, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.fd == listener)
                admit(listener);
            else if (clients[events[i].data.fd])
                serve(events[i].data.fd);
        }
    }
}
