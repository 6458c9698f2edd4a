"""The text of the help: every key and command, by screen."""

SECTIONS: dict[str, str] = {
    "Lobby": """\
up down        choose a match or an entry
Enter          open it: take an open seat, or watch
1 2 3          quick play
n              new match, or practice against an engine
T              events: tournaments that run, were announced, or are over
j              join by code; that of an event (T-7KQ2XF) opens it
w              watch the highlighted match
t              TV: the featured match, and then the next one
g              four live matches at once
i              invite players, with a QR code
y              copy code, invitation, position or record
/              filter the list by game, player or code
r              replays of finished matches
S              score table of a series
c              chat with everyone in the lobby
h              rules of the highlighted game
a              your account: register, log in and out
b              analysis board: a game, a record file, a finished match, moves or a position
p              profile of a player: ratings over time, matches
R              ratings: the best players of each game
x              search tree of a game, a match or your own leaf values
z              puzzles: positions of finished matches with one good move
@NAME          a player with an account; players without @ are guests
Esc            stop looking for an opponent""",
    "New match": """\
Tab            next field
Enter          create the match, or open the list of a field
^O             more or fewer fields
^S             create the match
F1             rules of the chosen game
Esc            back""",
    "Match": """\
a move         type it and press Enter, click it, or press Esc and use the arrow keys and Enter
steps          of a move of backgammon: pick the origin and the target of each; the same origin again takes it back
Tab            list the moves and commands that begin with the typed text; again: the next one
[ ]            earlier and later moves while the match goes on; Esc: back to the live position
F1             rules and notation of the game
Esc            board, then lobby; the match continues, and is listed under Your matches
@NAME          a player with an account; players without @ are guests
premoves       a move that you type during your opponent's turn is played on your turn, if it is legal then
/draw          offer a draw
/takeback      ask to take back a move; also /undo
/pause         offer a pause; /resume ends it
/adjourn       offer to continue on another day
/abort         offer to abort; until the match has begun, end it at once
/settle        in Go after two passes: propose the stones that you have marked as dead, by Enter or a click
/accept        accept the offer of your opponent
/decline       decline it
/withdraw      withdraw your own offer
/resign        resign; the app asks first
/berserk       in an arena, before your first move: give up half of your time for one more point; also F4
/claim         win when your opponent has disconnected; /claim draw: a draw
/hint          the best move in the opinion of an engine
/rematch       after the match: offer another one
/replay        after the match: replay it
/chat TEXT     send a chat message; a line that begins with a quote mark is chat too
/mute NAME     hide the messages of a player; /unmute NAME shows them
/flip          show the board from the other side
/zen           board alone
/premove       clear the premoves
one keyboard   two people (n, opponent: a person at this keyboard) move in turn; /undo takes back the last move
/legal         list the legal moves, and play the one that you choose
/start         start a match that you host
/who           list the spectators
/series        score and games of the series
/profile       ratings and matches of a player
/rules         rules and notation of the game
/settings      settings; also F2
/invite        how others join this match
/copy          copy code, invitation, position or record
/explain       search tree of this position
/fairness      how the chance events of the match are made and checked
f  c  r        at a table of cards, on the board, or with Enter in the prompt: fold, check or call, raise
F3             the moves on the buttons below the board, such as a swap or a roll; or press a button
/help          this help""",
    "Marks on the board": """\
[X]            last move
*X*            winning line
*              legal target
>X<            cursor
(X)            picked
{X}            premove
!X!            hint
discs          on large boards the first side has filled discs, the second one rings""",
    "After the end": """\
r              offer a rematch
n              next game: against the same engine again; otherwise TV
a              analyse: the replay
/              a command""",
    "Watching": """\
[ ]            earlier and later moves while the match goes on; l: back to the live position
f              flip the board
e              engine panel on or off
p              expected line as numbers on the board, on or off
z              board alone
@NAME          a player with an account; players without @ are guests
c              chat
n              next live match
r              replay of the moves so far
x              search tree
w              spectators
g              four boards at once
- + Space .    pace of two engines that you host: slower, faster, pause, one move
S              series: score and games
i              invite players
y              copy
Esc            back""",
    "Four boards": """\
1 2 3 4        choose a board; also arrows
Enter          open it; also a double click
n              another match on this board
Esc            back""",
    "Series": """\
Enter          watch the running game, replay a finished one
Esc            back""",
    "Events": """\
Enter          open the tournament
n              form for a new tournament, which states the plan
T              type a code such as T-7KQ2XF; a code or an address that is pasted opens its tournament too
l              leagues: the divisions of their seasons, each a tournament
/              filter by name, code, game, format, organiser or state
m              more tournaments
Esc            back""",
    "New event": """\
Tab            next field
Enter          create the tournament, or open the list of a field
^O             more or fewer fields
^S             create the tournament
F1             rules of the chosen game
Esc            back""",
    "Event": """\
1 2 3 4 5      standings, crosstable, games, statistics, rounds
Enter          standings: why an entrant has its place; crosstable: the games of the cell; games and rounds: watch or
               replay
[ ]            pages of the standings and games; earlier and later rounds
e              enter the tournament, or leave it
r              rest, and be ready again
g              your game, when one waits for you; the app also opens it when it begins
w              watch the top board
x              export to a file: json, csv, pgn, trf or html
y              copy the code
^P             what the organiser may do: start, pause, resume, extend, cancel, add, remove, approve, pair, result,
               tie-breaks; on a ladder, challenges and their answers
Esc            back""",
    "Archive": """\
Enter          replay the match
m              more matches
/              filter
o              open a record file
S              series of the match
p              profile of a player of the match
Esc            back""",
    "Replay": """\
left right     one ply
PgUp PgDn      ten plies
Home End       first and last ply
g              go to a ply; a click on a move or on the graph does the same
Space          run, pause
+ -            faster, slower
a              analyse: graph, mistakes and accuracy; again: deeper
n p            next, previous mistake
t              play the shown mistake again, from before it, on its side
e              expected line on the board
b              play on from here against an engine
x              search tree
v              verify against the rules
d              whether the dice or cards were fair
i              what was left out or guessed when a file was read
w              write the record
o              open on the analysis board
f              flip the board
z              board alone
y              copy
Esc            back""",
    "Analysis board": """\
a move         type a move of the side to move, or pick it on the board; another move than before begins a new line
left right     take back, play again, from an empty prompt
PgUp PgDn      the same anywhere; ^Home ^End go to the ends of the line
/engine        switch the engine on or off; e on the board
/other         the next move that was tried here; n on the board
/back 5        take back five moves
/load          a game, a record file, the code of a finished match, moves or a position; pasting works too
/copy          /copy position, /copy moves: to the clipboard
/explain       search tree of this position
/flip          show the board from the other side
Esc            board, then back""",
    "Puzzles": """\
Enter          pick a cell of the board; / types a move, and back with Esc
h              how the move begins; then the puzzle is not rated
s              solution
n              next puzzle; after the last move Enter in the prompt does the same
f              flip the board
Esc            back""",
    "Account": """\
Enter          what the highlighted line says; on a device: log it out; alerts of your move while you are away
p              your profile
R              ratings
Esc            back""",
    "Ratings": """\
left right     another game
Enter          profile of the highlighted player
p              your profile
Esc            back""",
    "Profile": """\
up down        another game, or another match
Tab            from the ratings to the matches and back
Enter          replay the highlighted match
m              more matches
Esc            back""",
    "Search tree": """\
x              opens it: from the lobby; for the current position from a match (x on the board, /explain), while
               watching, and in a replay
prompt         a game with moves (tictactoe b2 a1), the code of a match, or leaf values ([[3, 12], [2, 4]])
Enter          open or close a node
e              open all
c              close all
1-9            open that many plies
] [            next, previous cut-off
n p            follow the search step by step
s              whole search
m              minimax or alpha-beta
+ -            deeper, shallower
f              first player in leaf values
b              board
/              prompt
?              how to read the tree""",
    "Settings": """\
Tab            next setting
Enter          open the list of the setting
Esc            back; every change is saved at once""",
    "Everywhere": """\
^P             command palette: every action by name, themes
F1 ?           help for this screen; in a match, F1 shows the rules, and ? the help in an empty prompt
F2 ,           settings; where you type text, only F2
^Q             quit""",
}
"""For each screen its keys and commands, one a line: the key, two blanks or more, and what it does."""


def described(command: str) -> str:
    """Return what the help says of a command of a match, such as `/draw`; empty without an entry."""
    for line in SECTIONS["Match"].splitlines():
        name, _, text = line.partition("  ")
        if name.split()[0] == command:
            return text.strip()
    return ""
