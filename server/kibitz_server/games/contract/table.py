"""The table of the parts of a game. `parts` reads it.

Each group begins with its name. A part has its name, its arguments if it is a function, and its default: REQUIRED, the
value of a constant, or the expression that a function returns. Without a default, the program does without the part.

The first sentence of a text is an instruction, which `check-game` shows. A function with the argument `k` writes into
its lists from index k on, and returns the end index. Scores are higher for better moves. Random numbers come from
`memory.random`; `memory.moves` has room for more than MAX_MOVES codes.
"""

TABLE = """
# Rules
GAME = REQUIRED
    Declare the game: a `Declaration` with its name, its title, a sentence about it, and how to write a move. It may
    have `seats` (`("X", "O")`), `options`, a `guide`, and say `chance=True` or `hidden=True`.
State = REQUIRED
    Declare the record of a position: a subclass of `Record` with `turn`, the seat to move from 0, and fields of the
    types `I64`, `U64` and `Annotated[list[int], Array("i1", "CELLS")]`. An array has the kind `i1`, `i2`, `i4`, `i8` or
    `u8` (signed or unsigned, and its bytes), and a constant as its length. A seat may move several times in a row.
MAX_MOVES = REQUIRED
    Set the largest number of moves, or of chance outcomes, of one position.
MAX_PLIES = REQUIRED
    Set the largest number of plies of one game, chance events included. `outcome` ends the game by then.
setup(s) = REQUIRED
    Make the first position. All fields begin at zero.
legal(s, moves, k) = REQUIRED
    Write the codes of the legal moves, at least one while the game goes on. A game with passes writes a pass. A code is
    any whole number from 0 to 2^31 - 1.
play(s, move) = REQUIRED
    Play a legal move, or a chance outcome: change the record in place.
outcome(s) = REQUIRED
    Return WIN, DRAW or LOSS for the side to move, or ONGOING.
ending(s) = REQUIRED
    Return why the game is over, in a word or two.
points(s)
    Return the score of each seat, in whole numbers or halves. `half_of(twice)` makes halves.
barred(s, moves, k)
    Write the moves that only the history of the match forbids, such as to take back in a ko. The position that is
    read from the text of this one, which has no history, has exactly these moves in addition.
forget(s)
    Forget the earlier positions and the count of moves without progress. Engines of other programs are asked for moves
    after draws by rule.
can_win(s, seat) = 1
    Return whether any sequence of legal moves makes a seat win. A match is a draw when a flag falls and the
    opponent cannot win.
removable(s)
    Return the groups of cells whose pieces both players may agree to take off before a finished game is counted, as a
    tuple of tuples of cells. It is empty where the game is over for any other reason.
remove(s, cells)
    Take the pieces of such groups off the board of a finished game. `outcome` and `points` then count what is left.
claimable(s)
    Return why the side to move may claim a draw, such as `threefold repetition`, or an empty text. A draw offer of
    that player then ends the match at once, for this reason.

# Notation
move_text(s, move) = REQUIRED
    Return what a player types for the move. The texts of the moves of a position differ by more than case and
    blanks.
position_text(s, rows) = REQUIRED
    Return the position on one line. `rows` are the rows of its picture. The line has all that `legal` and `outcome`
    depend on, except what only the history of the match tells, such as repetitions.
read_position(s, text) = REQUIRED
    Read what `position_text` writes into a record of zeros, or raise ValueError with a message.
left_out(text) = []
    Return a sentence for each part of such a text that `read_position` leaves out, because it cannot be right.
alias(s, text) = text
    Return the standard text of a move that is written in another way, and any other text as it is. `text` is in
    lower case unless the notation is `uci`, and without blanks unless `WORDS` is 1.
why_not(s, text) = None
    Return a sentence on why a move is not legal, or None. In a game with hidden information it may use only what
    the player sees.
meant(s, text)
    Return what a text that is not legal may have meant: words such as `the queen on d1`, and the legal moves, the
    likeliest first; no moves if it names none. The default takes the moves that begin with the same cell, name it,
    or are next to it.
said(s, move)
    Return how people write the move, on one line. `Nf3` for `g1f3`: lists, comments, hints and exports show it. It is
    called only for legal moves, from the position before it, and may use only what all see.
opening_name(s)
    Return the name of the opening whose position this is, such as `Italian game`, or an empty text. It is called after
    each move that is played, and may use only what all see.
WORDS = 0
    Set 1 where the texts of moves have several words: `alias` then gets single blanks.

# View
board() = REQUIRED
    Return the fixed part of the drawing: a `Grid`, or another board of `games/board.py`. The cells of a grid are
    numbered row by row from the top left.
picture(s) = REQUIRED
    Return the changing part of the drawing: a `Picture`.
move_path(s, move) = REQUIRED
    Return the cells of the move from origin to target, as a tuple of numbers. A move without cells is a button in
    clients. Moves with the same cells are offered by name.
winning_lines(s) = ()
    Return the cells of each line that won, which clients mark at the end. `runs` finds straight lines.
final_attacks(s) = ()
    Return the attacks that decided a finished game, each as a tuple of the cells of the attacker and of its target,
    such as those on a king that is checkmated and on the squares around it. Clients draw them at the end.
SYMMETRIES = ()
    Name the symmetries by which positions are the same for players, so that a list of openings has only one of them.
    Those of a grid are `columns` (left and right change places), `rows` (top and bottom), `turn` (half a turn) and
    `diagonal` (rows become columns, on a square board). `heaps` says that the order of heaps does not matter.

# Options
constants(**options)
    Return the constants that options change. It raises `BadOption` with a sentence that says what fits where options
    do not fit together. `FOR_SEARCH` among the constants is a dictionary of separate rules for searches, in place of
    the module's own, with None for what these leave out.
compiled_as(**options)
    Return the options whose searches serve a game with these options. Where an option decides the first position
    alone, searches are then compiled once, and not for each value.
BASE
    Name a module whose rules the game uses under its own declaration.
COMPANIONS = ()
    Give further modules whose names are also the game's own, as a tuple of modules.
SLOTS = ()
    Name, in a companion that does not import `State`, the names that it uses and other modules define; `()` for none.
CALLED = ()
    Name long functions that searches call. The code of all others goes into each place that uses it, which is
    fastest but takes long to compile where there is much code.
DATA = ()
    Name the files of bytes that the rules read: see `games/data.py`.

# Chance
chance(s, moves, weights, k) = k
    Write the codes of the possible chance outcomes, and how likely each is as a whole number above 0. It writes none
    while a side may move. `legal` is not called while a chance event is due; `turn` and `evaluate` stay
    defined.
chance_text(s, chance)
    Return a short text for the chance outcome, unique among those of the position, such as `31`.
chance_said(s, chance)
    Return how players say the chance outcome, from the position before it, or None where that is its text.
payoff(s) = 0.0
    Return the value of a finished game for the side to move in the unit of `evaluate`, where a game can be won by
    more and by less.
PAYOFF_LIMIT = 0
    Set the bound of `payoff` and `evaluate`, up to 25,000. The closer it is, the less is searched.
STAR = 2
    Set what expectiminimax leaves out: nothing (0), or what alpha-beta with Star1 (1) or with Star1 and Star2 (2)
    can.

# Hidden
seen(s, seat)
    Blank in the record all that this seat has not seen. Seat -1 is a spectator, and a second call changes nothing.
chance_seen(s, chance, seat)
    Return how a chance outcome looks to this seat, from the position before it: its text, or `?`.
guess(s, memory)
    Replace all blanks of a record that `seen` has made for the side to move by a random possibility. Each is as
    likely as the chance outcomes make it.
information(s)
    Return a number of what the side to move knows and what matters for its choice. Two states have the same number
    exactly if the choice has to be the same. Without it, it is a hash of all that the side to move has seen.
won(s) = 0.0
    Return what the side to move has won in the hand that has just ended, in hundredths, at most `WON_LIMIT`.
    Engines search no further than a hand, which `compiled_as` ends, and the sum over the hands decides a match.
WON_LIMIT
    Set the bound of `won`, up to 25,000.
strategy(s)
    Return how likely a player that is hard to exploit makes each legal move, in their order, as whole numbers of
    any sum, or an empty list. The record is one that `seen` has made for the side to move. It is never compiled.
slips(s)
    Return how likely a beginner makes each legal move, in the same form. Lower levels mix this into `strategy`. Without
    it, they err by any move.

# Search
evaluate(s) = 0
    Return a score for the side to move, in hundredths of a stone, disc or seed. It is a whole number up to 30,000,
    or any number in a game with chance.
ordered(s, moves, scores, k)
    Write the moves worth a search and how good each looks, at least one. These are all legal moves except those
    that clearly cannot be best. Scores are whole numbers of any size, and a difference of 1 counts.
unsettled(s) = 0
    Return 1 while a forced move is pending, so that `evaluate` misleads, and 0 otherwise. The search then goes on
    with all moves.
forcing(s, moves, scores, k) = k
    Write the moves worth a search beyond the depth limit. The side to move may decline them all and be content with
    `evaluate`.
BEYOND = 8
    Set the largest number of plies beyond the depth limit at which `forcing` moves are searched.
skip(s) = 0
    Give the move to the other side without a move and return 1. Return 0 without a change where that misleads:
    while a forced move is pending, and where every move may harm the side that makes it.
NULL = 0
    Set how much less deep a search is that gives the opponent two moves in a row, by `skip`; 2 is usual. A quarter
    of the depth comes on top. A side that is still ahead needs no other search.
recurring(s) = 0
    Return 1 if the position has occurred before in the match, since the last move that cannot be taken back. Below
    its root, a search counts it as drawn.
LOOPS = 1
    Set 0 where a `recurring` position does not count as drawn.
forget_single(s)
    Change the record so that the positions of the match that occurred only once before it are not `recurring` if they
    come again: neither side has shown that it wants to repeat them. An analysis begins with such a record.
key(s)
    Return 64 well-mixed bits that identify a position, the side to move included: `mix(...) & ALL`. The history of the
    match is left out: see `full_key`. Without it, searches hash all fields of the record.
KEEP = 1
    Set 0 where a value depends so much on the moves before it that a later search of the match must not use it.
weigh(s, memory) = evaluate(s)
    Return the evaluation by the fitted numbers in `memory.weights`, which the strongest search uses. In games with
    chance, `memory.scratch` has room for numbers of 32 bits.
weights()
    Return the numbers of `weigh`, read from a file when the first search begins.
WEIGHT_COUNT = 1
    Set how many numbers `weights` returns.
WEIGHT_KIND = "i1"
    Set the kind of these numbers, as in `Array`.
prospects(s, memory)
    Return the chances of the side to move to win, to win twice and three times as much, and to lose so much; what no
    double and a double that is taken are worth to the side that may double or has doubled, as scores, or nothing; and
    the scores of losing and winning what is at stake before that. It is for reports, in plain Python, and leaves the
    record as it was.
SCORE_OF_WIN = 0
    Set the score of a certain win where scores are chances to win, as in a match of several games; 0 where they are
    not.
striking(s, moves)
    Return for each of the legal moves how easily a player sees it: 2 if every player does, 1 if it stands out, 0
    otherwise. Weak levels play what they see. It is never compiled.
senseless(s)
    Return the codes of legal moves that are plain mistakes whatever the opponent does or has, and not all of them.
    Levels that err play none of them. With hidden information, the record is one that `seen` has made for the side to
    move. It is never compiled.
SCRATCH = 1
    Set how many numbers `memory.scratch` has room for.
REDUCE = 0
    Set how much less deep late moves are searched at first, in hundredths of the product of the natural logarithms
    of the depth and of the number of moves before (late move reductions). 60 to 110 suit games with good `ordered`.
MARGIN = 0
    Set by how much a side must be ahead for each ply left to need no search near the depth limit.
FUTILITY = 0
    Set how much a move that is not loud can hardly gain for each ply left near the depth limit. A side that is
    further behind searches only its first move and the loud ones. It needs `alarming`.
SHALLOW = 3
    Set the largest depth left at which `MARGIN` and `FUTILITY` apply.
LOUD = 2_147_483_648
    Set the least score by `ordered` of moves that `REDUCE` and `FUTILITY` spare, such as captures.
CHECKS = 0
    Set 1 to search moves that leave the opponent `unsettled` one ply deeper, or 2 for those that lose nothing by
    `gains`.
GRAVITY = 0
    Set the largest count of the history heuristic, of which moves that were tried in vain lose; 0 for counts that only
    grow. Searches then also learn which quiet move answers which move.
LATE = 0
    Set how many moves are searched near the depth limit before others are left out that are not loud, in percent of 3
    and the square of the depth, or of half of that if the evaluation has got worse for the side; 0 for all. It needs
    `alarming`.
alarming(s, move) = True
    Return whether a move leaves the opponent `unsettled`, where sides take turns. Such a move is never left out.
UNKNOWN_LESS = 0
    Set the least depth at which a position whose best move is not known is searched one ply less deep; 0 for never.
SURPLUS = 0
    Set how far ahead a side must be for each ply that a skipped move is searched less deep, up to three; 0 for a fixed
    depth.
gains(s, move, least) = True
    Return whether a move wins at least so much by exchanges, in hundredths.
WIDTH = 1_000_000
    Set the largest number of moves searched in a node: the best ones by `ordered`.
doubt(s, depth) = 0
    Return by how much, in hundredths, a search of about half the depth must be outside a window to be believed.
PROBABLE = 0
    Set the least depth at which such a search may take the place of a deep one; 0 for never.
KILLERS = 1
    Set 0 to leave out killer moves: a move that cut off a node is tried early in its siblings (Akl and Newborn, 1977).
HISTORY = 1
    Set 0 to leave out the history heuristic: moves that cut off nodes anywhere are tried early everywhere (Schaeffer,
    1983).
HISTORY_SIZE = 4096
    Set the number of counts of the history heuristic, best twice the number of codes of quiet moves. A move has the
    one of `2 * code + turn`, modulo this number.
SCALE = 4096
    Set how many learned points one step of `ordered` outweighs. All that is learned is below 4096.

# Playouts
completing(s, seat, moves, k) = k
    Write the moves by which a seat would win at once, were it to move. `mcts` plays them, and those that stop the
    opponent's, which must be the same moves.
reply(s, last, moves, k) = k
    Write moves for an immediate answer to the move `last`: a playout plays one of them. None means a free choice.
likely(s, last, memory) = 0
    Return a random move of a playout, good ones more often. `last` is the move before it, -1 at the root.
rollout(s, last, memory) = 0
    Return the result for seat 0 of a random playout to the end of the game, chance events included. The state may be
    left in any form. With `AMAF`, `memory.played[move]` gets 1 + the seat that played a move first.
estimate(s) = 0
    Return the result for seat 0 of a playout that ends after `PLAYOUT_PLIES` plies.
PLAYOUT_PLIES = 0
    Set after how many plies a playout ends with `estimate`; 0 plays each to the end of the game.
prior(s, last, moves, scores, k) = ordered(s, moves, scores, k)
    Write the moves worth a playout, at least one, and the mean result to expect of each, in hundredths from -100 to
    100.
PRIOR = 0
    Set as how many playouts the score of a move by `prior` counts.
AMAF = 0
    Set the visits of a node at which its results count as much as those of playouts in which its move was played
    later (all moves as first); about 1000 where moves are worth much the same earlier or later. It needs `CODES`.
CODES = 1
    Set a number above the codes of all moves.
RIPE = 2
    Set the visits of a leaf before it gets children.
EXPLORATION = 1.0
    Set the weight of exploration against the mean result, which is between -1 and 1.
note_end(s, memory) = 0
    Note in `memory.noted`, NOTES numbers that begin at zero, how a playout ended.
NOTES = 1
    Set how many numbers `note_end` has.
chain_of(s, cell)
    Return the cells of the stones that live and die with the one on a cell. With `note_end`, which then counts for each
    cell how much more often the first seat owned it, dead stones can be proposed.
at_rest(s, memory) = 1
    Return whether the result of the position at the root is decided by what `note_end` has noted. Only then the move
    IDLE ends a game.
IDLE = -1
    Set the code of a move that changes nothing, such as a pass. `mcts` plays it in a decided game where it is about
    as good as any other, and in others only for its own results, however good it looked.

# Threats
threatening(s, moves, scores, k)
    Write the moves after which the side to move may threaten to win at once. With it, `completing` and the next
    three, wins by threats are found first, however long they take.
building(s, moves, scores, k)
    Write the moves after which two more of the side to move may win, and the threats.
refuting(s, line, moves, scores, k)
    Write the moves that may stop the win of the other side in `moves[line:k]`, where attack and answer alternate.
hopeless(s, seat)
    Return whether a seat cannot win any more.

# Endgame
known(s) = UNKNOWN
    Return the certain result of a position that is not over, from a table of `DATA`: the plies to a win, negative
    for a loss, 0 for a draw, UNKNOWN otherwise.
further(s) = 4
    Return after how many moves in succession `known` may find the result of a position: an exchange of captures.
bounds(s)
    Return the worst and the best result still possible for the side to move, in the game's own unit, so that
    `solve` proves the margin too. It needs `result`.
result(s)
    Return the result of a finished game for the side to move in the same unit: above 0 for WIN, below 0 for LOSS, 0
    for DRAW.
at_once(s) = 0
    Return the result of a move that wins immediately in the best way; 0 when unknown.
sound(s, moves, scores, k) = ordered(s, moves, scores, k)
    Write the moves to try when solving, with how good each looks. A game may leave out moves that surely lose.
full_key(s) = key(s)
    Return a key as `key` does with the history, where draws by rule depend on it.
secured(s) = 0
    Return the part of the result that cannot change any more, such as seeds in stores.
key_of_rest(s) = key(s)
    Return a key of what is left to decide. The solver then knows positions again that differ only in what is
    `secured`.
cannot_win(s) = False
    Return whether a strategy surely keeps the side to move from winning.
effort(s)
    Return about how many nodes it takes to solve a position exactly. A search tries that when its limit allows.
nearly_over(s) = False
    Return whether `finish` solves the rest of the game faster than a search would.
finish(s, control, alpha, beta) = 0
    Return the result in the game's own unit, exact inside (alpha, beta), else a bound on that side. It adds its
    nodes to `control.nodes`.
FAR = 1_000_000
    Set the range of possible results above which the solver looks all children of a position up in its table before
    it searches any.
catalogued(s)
    Return the number of a position in a table of solved openings, and whether that is of its mirror image. It is
    never compiled.
mirrored_move(move)
    Return the move in the mirror image.

# Referee
REFEREE = {}
    Name functions that are faster in plain Python than those of the same names, and return the same. A game in a folder
    has them in its module `referee`. Integers have no end there, and a `State` may have other fields.
MOVES
    Set BY_CODE where the text and the cells of a move follow from its code alone, so that the server makes each
    move once. Set PLACED where, in addition, a move stays legal until it is played and playing it makes no other
    move legal, as for stones on a board.
keys(s)
    Return a number for each legal move, in their order, from which its text and its cells follow.
picture_after(s, before, move)
    Return the picture after a move, from the picture before it.
complete(s, r)
    Fill a state of searches from the record of the match, where the two have different fields.
"""
