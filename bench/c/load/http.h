/* Requests to the interfaces over HTTP by which other servers make matches. They wait, and are not measured. */

enum { ANSWER = 1 << 16 };

/* Post JSON to the server and return the answer, which the next request overwrites. */
static const char *post(const char *path, const char *body) {
    static char answer[ANSWER];
    char request[REQUEST];
    size_t size = 0;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int length = snprintf(request, sizeof request,
                          "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          path, ntohs(server.sin_port), strlen(body), body);
    if (connect(fd, (void *)&server, sizeof server) || length >= REQUEST) die("no request %s", path);
    if (send(fd, request, length, MSG_NOSIGNAL) != length) die("no request %s", path);
    for (ssize_t part; (part = recv(fd, answer + size, ANSWER - 1 - size, 0)) > 0;) size += part;
    close(fd);
    answer[size] = 0;
    if (!starts(answer, size, "HTTP/1.1 20")) die("the server refused %s: %s", path, answer);
    return answer;
}

/* Copy a string of an answer. */
static void answered(const char *answer, const char *before, char *to, size_t room) {
    if (!quoted(answer, strlen(answer), before, to, room)) die("no %s in %s", before, answer);
}
