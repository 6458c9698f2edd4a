/* The moves that the matches play, from a file with a match in each line.
 *
 * A word is a move behind the digit of the seat that makes it: `03 11` is a move 3 of seat 0 and a move 1 of seat 1. A
 * line that ends with `.` ends its game. A match plays one line and never the same one as its neighbours, because
 * positions that many matches share come from a cache and would make the server look faster than it is. */

struct line {
    int plies;
    bool complete;
    char **moves; /* each with its seat in front */
};

static struct line *lines;
static int line_count, line_next;

/* Make a line of a protocol whose moves have no content. */
static void make_line(int plies) {
    lines = calloc(1, sizeof *lines);
    line_count = 1;
    lines->plies = plies;
    lines->complete = true;
    lines->moves = malloc(plies * sizeof *lines->moves);
    for (int ply = 0; ply < plies; ply++) lines->moves[ply] = ply % 2 ? "1" : "0";
}

/* Read the lines. Of each, at most `most` plies are played. */
static void read_lines(const char *path, int most) {
    FILE *file = fopen(path, "r");
    char *text = NULL, *place;
    size_t room = 0;
    if (!file) die("no file %s", path);
    while (getline(&text, &room, file) > 0) {
        lines = realloc(lines, (line_count + 1) * sizeof *lines);
        struct line *line = &lines[line_count++];
        *line = (struct line){0};
        for (char *word = strtok_r(text, " \n", &place); word; word = strtok_r(NULL, " \n", &place)) {
            if (!strcmp(word, ".")) {
                line->complete = true;
            } else if (line->plies < most) {
                line->moves = realloc(line->moves, (line->plies + 1) * sizeof *line->moves);
                line->moves[line->plies++] = strdup(word);
            } else {
                break;
            }
        }
        if (!line->plies) die("a line without moves in %s", path);
    }
    if (!line_count) die("no lines in %s", path);
    free(text);
    fclose(file);
}

static struct line *next_line(void) { return &lines[line_next++ % line_count]; }
