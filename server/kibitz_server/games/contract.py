"""What a module needs to be a game: which functions with which arguments, which constants, and a state of numbers.

A game is one module of this package. It declares itself in `GAME`, its state as a `Record`, and its rules as small
functions over that record and the module's constants:

    setup(s)                    make the first position of a record of zeros
    legal(s, moves, k) -> k     write the codes of the legal moves into moves[k:], return the new end
    play(s, move)               change the record in place
    outcome(s)                  LOSS, DRAW or WIN for the side to move, or ONGOING

with `MAX_MOVES` (of one position) and `MAX_PLIES` (of one game) as bounds. For display and input it has `move_text`,
`move_path` (the cells from origin to target), `position_text(s, rows)` (one line; `rows` are those of the picture,
already drawn), `read_position`, `ending` (why the game is over), `board` and `picture`. It may have `points` (one per
seat, integers or halves: see `half_of` in `board`), `winning_lines(s)` (the cells of each line that won, for clients to
mark), `alias(s, text)` (the standard text of a move written in another way, which it gets in lower case unless the
notation is `uci`, and without blanks unless the constant WORDS is 1, as where moves have texts of several words),
`why_not(s, text)` (a sentence on why a move is not legal) and `said(s, move)` (how people write a legal move, from the
position before it; made only for moves that are played, so it may take longer than `move_text`). `MOVES` and `keys`
(see `moves`) save the server time. Two functions decide how a match may end while its game goes on:

    can_win(s, seat)            whether any sequence of legal moves makes a seat win. When a flag falls and the opponent
                                cannot win, the match is a draw. Without this function every side can win
    claimable(s)                why the side to move may claim a draw ("threefold repetition"), or "". A draw offer of
                                that player then ends the match at once, for this reason

Where the moves of a match decide what is legal, a text, which has no history, allows more. The game then says which:

    barred(s, moves, k) -> k    the moves that only the history forbids, such as to take back in a ko: the position that
                                is read from the text of this one has exactly these moves in addition

A game with chance has two more functions, and may have a third:

    chance(s, moves, weights, k)    write the codes of the draws that are due into moves[k:] and how likely each is, as
                                    integers above 0, into weights[k:]; return the new end, which is k if none is due
    draw_text(s, draw)              the text of a draw, unique among those of the position: `31`
    draw_said(s, draw)              how people say it, from the position before the draw; None where that is its text

There are at most MAX_MOVES draws in a position, and `play` plays them too. While one is due neither side may move, so
`legal` is not called, but `turn` and `evaluate` stay defined. A position that is over has no draw. A draw counts in
MAX_PLIES.

A game with hidden information says `hidden=True`, and has two more functions, and may have others:

    seen(s, seat)               blank in the record all that this seat has not seen; -1 is a spectator. Twice is as once
    draw_seen(s, draw, seat)    how a draw looks to this seat, from the position before it: its text, or `?`
    guess(s, memory)            replace all blanks of a record that `seen` has made for the side to move by a random
                                possibility, each as likely as the draws make it; random numbers come from
                                `memory.random`, as in `rollout`
    information(s)              a number of what the side to move knows and what matters for its choice: the same in two
                                states exactly if its choice has to be the same. Without this function it is a hash of
                                all that the side to move has seen
    won(s)                      what the side to move has won in the hand that has just ended, at most the constant
                                WON_LIMIT, where a match has many hands: engines then search no further than a hand,
                                which `compiled_as` ends. Its sum over the hands decides the match
    strategy(s)                 how likely a player who is hard to exploit makes each legal move, in their order, as
                                integers that need no certain sum: of a record that `seen` has made for the side to
                                move; no numbers where there is no answer. Never compiled

Moves are public. `legal`, `outcome`, `turn`, `points` and `ending` follow from what all have seen, so that they are the
same after `seen`; `chance` then writes all draws that the seat holds possible, and `position_text` writes `?` for a
blank. `read_position` need not read such a text. `said` and `why_not` may use only what all see after the move.

For searches it may have

    evaluate(s)                         for the side to move, in hundredths of a stone, disc or seed, within EVAL_LIMIT;
                                        in a game with chance it may be a float
    payoff(s)                           the value of a finished game for the side to move in the unit of `evaluate`, in
                                        games with chance that can be won by more and less; then the constant
                                        PAYOFF_LIMIT, at most MOST_PAYOFF, bounds both
    weigh(s, memory)                    the same for the strongest search, by the numbers in `memory.weights`, which are
                                        those of `weights()`: an array of WEIGHT_COUNT integers of the kind WEIGHT_KIND
                                        ("i1"). In games with chance, `memory.scratch` has SCRATCH integers of 32 bits
                                        for it to work with
    doubt(s, depth)                     by how much a search of about half the depth must be outside a window to be
                                        believed, in hundredths, at depths from the constant PROBABLE on
    ordered(s, moves, scores, k) -> k   the moves worth a search, and how good each looks (higher is better): all legal
                                        moves except those that clearly cannot be best; at least one
    unsettled(s)                        1 while a forced move is pending, so that `evaluate` misleads
    forcing(s, moves, scores, k) -> k   the moves worth a search beyond the depth limit, at most BEYOND plies (8); there
                                        the side to move may decline them all and be content with `evaluate`
    skip(s)                             give the move to the other side without a move and return 1; return 0 without a
                                        change where that misleads: while a forced move is pending, and where a move may
                                        be worse than none (with NULL)
    recurring(s)                        1 if the position has occurred before in the match, since the last move that
                                        cannot be taken back; below its root, a search counts it as drawn
    known(s)                            of a position that is not over, plies to a certain win (negative: to a loss), 0
                                        for a certain draw, UNKNOWN otherwise; `DATA` names the files of bytes that it
                                        reads (see `data`)
    completing(s, seat, moves, k) -> k  the moves by which a seat would win at once, were it to move
    reply(s, last, moves, k) -> k       the moves of which Monte Carlo search plays one at once after the move `last` in
                                        its random playouts; none for a free choice
    rollout(s, last, memory)            the result for seat 0 of a random playout in place of one move by move; it may
                                        leave the state in any form. `memory.random` is the state of the random
                                        numbers, `memory.moves` has room for more than MAX_MOVES codes, and with AMAF
                                        `memory.played[move]` gets 1 + the seat that played a move first
    likely(s, last, memory)             a random move of a playout of Monte Carlo search, good ones more often; random
                                        numbers come from `memory.random`, and `memory.moves` has room for more than
                                        MAX_MOVES codes. `last` is the move before it, -1 at the root
    prior(s, last, moves, scores, k)    the moves worth a playout, at least one, and how good each looks before its
                                        first one: the mean result to expect, in hundredths from -100 to 100. Each
                                        counts as PRIOR playouts -> k
    estimate(s)                         the result for seat 0 of a playout that ends after PLAYOUT_PLIES plies
    threatening(s, moves, scores, k)    the moves after which the side to move may threaten to win at once -> k; with
                                        these and the next three, wins by threats are
                                        found first, however long they take
    building(s, moves, scores, k) -> k  the moves after which two more of the side to move may win, and the threats
    refuting(s, line, moves, scores, k) the moves that may stop the win of the other side in moves[line:k], where attack
                                        and answer alternate, written from k on -> k
    hopeless(s, seat)                   whether a seat cannot win any more
    key(s)                              64 well-mixed bits that identify a position, the side to move included
    full_key(s)                         the same with the history, where draws by rule depend on it; for exact results
    cannot_win(s)                       whether a strategy surely keeps the side to move from winning
    effort(s)                           about how many nodes it takes to solve a position exactly; a search tries that
                                        when its limit allows (with `bounds` and `result`)
    catalogued(s)                       the number of a position in a table of solved openings, and whether that is of
                                        its mirror image, which has `mirrored_move(move)`; never compiled
    nearly_over(s)                      whether `finish` solves the rest of the game faster than a search would
    finish(s, control, alpha, beta)     the result in the game's own unit, exact inside (alpha, beta), else a bound on
                                        that side; it adds its nodes to `control.nodes`
    secured(s), key_of_rest(s)          the part of the result that cannot change any more, and a key of the rest: the
                                        solver then knows positions again that differ in that part alone

and the constants REDUCE, MARGIN, FUTILITY, SHALLOW, LOUD, NULL, CHECKS, SCALE, HISTORY_SIZE, WIDTH and KEEP, which trim
the tree of full alpha-beta, and AMAF, CODES, RIPE, EXPLORATION, PRIOR, PLAYOUT_PLIES and IDLE of Monte Carlo search:
see `engine/templates/defaults.py`. `CALLED` has the names of long functions that searches call instead of including
their code in each place, so that a game with much code compiles in seconds.

A game with options has `constants(**options)`, which returns the constants that other options change. It raises
BadOption, with a sentence that says what fits, for options that do not fit together. Where some options need separate
rules, these constants include the names of a second module, with its own `State`, and None for each function that these
rules leave out. `compiled_as(**options)` returns the options whose searches serve a game with these: where an option
decides the first position alone, the server then compiles its searches once, and not for each value. A module may name
a `BASE`: another game whose rules it uses under its own declaration. A large game has `COMPANIONS`: modules whose names
are also its own.

`REFEREE` has what takes the place of a module's own names where the server plays a match and no search runs: the same
rules in a form that is faster in Python. Its integers have no end, and its loops may stop early. With a `State` of its
own there is `complete(s, r)`, which fills a state of searches from the referee's. `picture_after(s, before, move)`
returns the picture, given the one before the move. tests/server/games/test_referee.py compares both forms.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from kibitz_server.games.game import BY_CODE, MOST_PAYOFF, PLACED, Declaration, Option
from kibitz_server.games.record import Record, layout
from kibitz_server.games.ruleset import names_of

REQUIRED = {
    "setup": "s",
    "legal": "s, moves, k",
    "play": "s, move",
    "outcome": "s",
    "ending": "s",
    "move_text": "s, move",
    "move_path": "s, move",
    "position_text": "s, rows",
    "read_position": "s, text",
    "board": "",
    "picture": "s",
}
"""Functions that every game has, with their arguments."""
OPTIONAL = {
    "evaluate": "s",
    "ordered": "s, moves, scores, k",
    "sound": "s, moves, scores, k",
    "unsettled": "s",
    "forcing": "s, moves, scores, k",
    "skip": "s",
    "recurring": "s",
    "completing": "s, seat, moves, k",
    "reply": "s, last, moves, k",
    "rollout": "s, last, memory",
    "likely": "s, last, memory",
    "prior": "s, last, moves, scores, k",
    "estimate": "s",
    "threatening": "s, moves, scores, k",
    "building": "s, moves, scores, k",
    "refuting": "s, line, moves, scores, k",
    "hopeless": "s, seat",
    "key": "s",
    "full_key": "s",
    "known": "s",
    "points": "s",
    "winning_lines": "s",
    "alias": "s, text",
    "why_not": "s, text",
    "said": "s, move",
    "can_win": "s, seat",
    "claimable": "s",
    "barred": "s, moves, k",
    "bounds": "s",
    "result": "s",
    "secured": "s",
    "key_of_rest": "s",
    "at_once": "s",
    "cannot_win": "s",
    "catalogued": "s",
    "mirrored_move": "move",
    "effort": "s",
    "doubt": "s, depth",
    "weigh": "s, memory",
    "weights": "",
    "nearly_over": "s",
    "finish": "s, control, alpha, beta",
    "chance": "s, moves, weights, k",
    "draw_text": "s, draw",
    "draw_said": "s, draw",
    "payoff": "s",
    "seen": "s, seat",
    "draw_seen": "s, draw, seat",
    "guess": "s, memory",
    "information": "s",
    "won": "s",
    "strategy": "s",
    "keys": "s",
    "complete": "s, r",
    "picture_after": "s, before, move",
}
"""Functions that a game may have, with their arguments."""
HALF = 0.5
CONSTANTS = ("MAX_MOVES", "MAX_PLIES")


class Violation(NamedTuple):
    """Part of a module that is missing or wrong: a sentence without its full stop, a way out, and the line if known."""

    problem: str
    hint: str
    line: int | None = None


def violations(module: ModuleType) -> Iterator[Violation]:
    """Yield what a module lacks to be a game. The rules themselves are not called."""
    declared = getattr(module, "GAME", None)
    if not isinstance(declared, Declaration):
        yield Violation("it declares no GAME", 'begin with GAME = Declaration("name", "Title", "summary", "move help")')
        return
    yield from _clashes(module)
    names = names_of(module)
    for name in CONSTANTS:
        value = names.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            found = "is missing" if value is None else f"is {value!r}"
            yield Violation(f"the constant {name} {found}", f"write {name} = N, a whole number above 0")
    for name, arguments in REQUIRED.items():
        if name not in names:
            yield Violation(f"the function {name} is missing", f"write def {name}({arguments})")
    for name, arguments in {**REQUIRED, **OPTIONAL}.items():
        if name in names:
            yield from _misfit(name, names[name], arguments)
    if names.get("MOVES", BY_CODE) not in (BY_CODE, PLACED):
        yield Violation(f"the constant MOVES is {names['MOVES']!r}", "write MOVES = BY_CODE, or MOVES = PLACED")
    if names.get("WORDS", 0) not in (0, 1):
        yield Violation("the constant WORDS is neither 0 nor 1", "give it another name, or write WORDS = 1")
    if ("bounds" in names) != ("result" in names):
        yield Violation("only one of bounds and result is there", "write both, or neither")
    if "prior" in names and not names.get("PRIOR"):
        yield Violation("it has prior but no constant PRIOR", "write PRIOR = N, the playouts as which a score counts")
    if declared.options and not callable(names.get("constants")):
        options = ", ".join(option.name for option in declared.options)
        yield Violation("it has options but no function constants", f"write def constants({options})")
    yield from _options(declared.options)
    yield from _chance(declared, names)
    yield from _hidden(declared, names)
    yield from _state(names)


def _options(options: Sequence[Option]) -> Iterator[Violation]:
    """Yield options whose parts do not fit together."""
    known = {option.name: option for option in options}
    for option in options:
        if option.any and type(option.default) not in (int, float):
            yield Violation(f"the option {option.name} may be any and is no number", "leave out any=True")
        if option.otherwise is not None:
            other = known.get(option.otherwise[0])
            if other is None or other.any or other.otherwise is not None:
                hint = "name an option of the game that has neither any nor otherwise"
                yield Violation(f"the default of {option.name} depends on {option.otherwise[0]!r}", hint)
        if isinstance(option.default, float) and (option.step < HALF or option.step % HALF):
            yield Violation(f"the option {option.name} has steps of {option.step:g}", "write step=0.5")
        elif not isinstance(option.default, float) and (option.step < 1 or option.step % 1):
            hint = f"write a whole number, or the default with a decimal point: {option.default}.0"
            yield Violation(f"the option {option.name} has steps of {option.step:g} and no float as its default", hint)
        else:
            yield from _defaults(option)


def _defaults(option: Option) -> Iterator[Violation]:
    """Yield the defaults of an option that it does not allow."""
    for default in [option.default, *([option.otherwise[1]] if option.otherwise is not None else [])]:
        if type(default) is not type(option.default) or not option.allows(default):
            yield Violation(f"the default {default!r} of {option.name} is not {option.range}", "change one of them")


def _clashes(module: ModuleType) -> Iterator[Violation]:
    """Yield the names that two companions of a game define differently: all companions share one set of names."""
    found: dict[str, tuple[str, Any]] = {}
    for companion in getattr(module, "COMPANIONS", ()):
        slots = {"SLOTS", *getattr(companion, "SLOTS", ())}
        for name, value in vars(companion).items():
            if name.startswith("__") or name in slots:
                continue
            other, known = found.setdefault(name, (companion.__name__, value))
            if known is not value and (isinstance(value, FunctionType) or known != value):
                both = " and ".join(each.rpartition(".")[2] for each in (other, companion.__name__))
                yield Violation(f"the companions {both} both define {name}", "rename one of them")


def _chance(declared: Declaration, names: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield what does not fit together in the parts of a game with chance."""
    if declared.chance and "chance" not in names:
        hint = f"write def chance({OPTIONAL['chance']}), or leave out chance=True"
        yield Violation("GAME has chance, and the function chance is missing", hint)
    if "chance" in names and not declared.chance:
        yield Violation("it has the function chance, and GAME does not say so", "write chance=True in GAME")
    if "chance" in names and "draw_text" not in names:
        yield Violation("the function draw_text is missing", f"write def draw_text({OPTIONAL['draw_text']})")
    for name in ("draw_text", "draw_said"):
        if name in names and "chance" not in names:
            yield Violation(f"it has {name} and no function chance", f"leave out {name}")
    if "chance" in names and names.get("MOVES") == PLACED:
        yield Violation(
            "MOVES is PLACED in a game with chance", "write MOVES = BY_CODE: no move is legal before a draw"
        )
    yield from _limit(names, "payoff", "PAYOFF_LIMIT")


def _limit(names: Mapping[str, Any], function: str, constant: str) -> Iterator[Violation]:
    """Yield that a function has no constant that bounds it."""
    limit = names.get(constant)
    if function in names and not (type(limit) is int and 0 < limit <= MOST_PAYOFF):
        found = "is missing" if limit is None else f"is {limit!r}"
        hint = f"write {constant} = N, the largest value of {function}, from 1 to {MOST_PAYOFF}"
        yield Violation(f"the constant {constant} {found}", hint)


def _hidden(declared: Declaration, names: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield what does not fit together in the parts of a game with hidden information."""
    if declared.hidden and "seen" not in names:
        hint = f"write def seen({OPTIONAL['seen']}), or leave out hidden=True"
        yield Violation("GAME has hidden information, and the function seen is missing", hint)
    if declared.hidden and "chance" in names and "draw_seen" not in names:
        yield Violation("the function draw_seen is missing", f"write def draw_seen({OPTIONAL['draw_seen']})")
    yield from _limit(names, "won", "WON_LIMIT")
    for name in ("seen", "draw_seen", "guess", "information", "won", "strategy"):
        if name in names and not declared.hidden:
            yield Violation(f"it has the function {name}, and GAME hides nothing", "write hidden=True in GAME")


def _misfit(name: str, value: Any, arguments: str) -> Iterator[Violation]:
    if not isinstance(value, FunctionType):
        yield Violation(f"{name} is not a function", f"write def {name}({arguments})")
        return
    wanted = len(arguments.split(", ")) if arguments else 0
    try:
        inspect.signature(value).bind(*range(wanted))
    except TypeError:
        taken = len(inspect.signature(value).parameters)
        line = value.__code__.co_firstlineno
        yield Violation(f"{name} takes {taken} arguments, not {wanted}", f"write def {name}({arguments})", line)


def _state(names: Mapping[str, Any]) -> Iterator[Violation]:
    state = names.get("State")
    if not (isinstance(state, type) and issubclass(state, Record)):
        yield Violation("the class State is missing", "write class State(Record), with turn: I64 and your own fields")
        return
    try:
        fields = layout(state, names)
    except KeyError as error:
        yield Violation(f"State uses the constant {error}, which is missing", "define it above the class")
    except (TypeError, ValueError, NameError) as error:
        yield Violation(f"State cannot be read: {error}", "use I64, U64 and Annotated[list[int], Array(...)]")
    else:
        if "turn" not in {field.name for field in fields}:
            yield Violation("State has no turn", "write turn: I64, the seat to move from 0")
