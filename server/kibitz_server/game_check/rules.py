"""Random games in plain Python, with every promise of the rules checked at each position."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kibitz_server.game_check.chance import MOST_SAID, check_chances, check_payoff
from kibitz_server.game_check.finding import Broken, Finding, place_of, raised
from kibitz_server.game_check.guarded import Guarded, OutOfBounds, guarded
from kibitz_server.game_check.hidden import HiddenCheck
from kibitz_server.game_check.pictures import check_board, check_picture
from kibitz_server.game_check.symmetry import check_symmetries
from kibitz_server.games.contract.violations import HALF
from kibitz_server.games.game import (
    DRAW,
    EVAL_LIMIT,
    LOSS,
    ONGOING,
    WIN,
    BadPosition,
    Game,
    IllegalMove,
    LegalMove,
    Position,
)
from kibitz_server.games.moves import named
from kibitz_server.games.record import Record

GAMES = 20
"""Random games for each set of options."""
MOST_POSITIONS = 200
"""Positions that are checked in all these games together. The games go on to their ends, for MAX_PLIES."""
MOVES_OF_ONE = 1
"""Moves of a game, on average, that one seat may make alone: on boards of a few cells a game is over at once."""
TYPED = 5
"""Moves of each position that are typed."""
RANGES = {"i1": (-(2**7), 2**7), "i2": (-(2**15), 2**15), "i4": (-(2**31), 2**31), "i8": (-(2**63), 2**63)}
RANGES["u8"] = (0, 2**64)


class PlainCheck:
    """Random games of one game with fixed options."""

    def __init__(self, game: Game, file: str) -> None:
        self._game = game
        self._rules = game.rules
        self._file = file
        self._doing = "setup"
        self._keys: dict[int, tuple[str, int]] = {}
        self._checked = 0
        self._movers = Counter[int]()
        """Moves of each seat in all games, but for the first ply of each."""
        self._hidden = HiddenCheck(game, self._call) if game.hidden else None
        self._hopeless: set[int] = set()
        """Seats that cannot win the game that is played any more."""

    def findings(self) -> Iterator[Finding]:
        """Yield the first thing that goes wrong; nothing if all random games go well."""
        try:
            self._doing = "board"
            check_board(self._game)
            for seed in range(GAMES):
                self._play(seed)
            self._check_movers()
            self._doing = "SYMMETRIES"
            check_symmetries(self._game)
        except Broken as wrong:
            file, line = place_of(self._game.names, wrong.function, self._file)
            yield Finding(file, self._with_options(str(wrong)), wrong.hint, line)
        except OutOfBounds as wrong:
            found = raised(wrong, self._file, self._doing)
            yield Finding(found.file, self._with_options(f"{self._doing}: {wrong}"), self._way_out(wrong), found.line)
        except Exception as error:  # the author's code may raise anything
            found = raised(error, self._file, self._doing)
            yield Finding(found.file, self._with_options(found.problem), found.hint, found.line)

    def _with_options(self, problem: str) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self._game.options.items())
        return f"{problem} (with {options})" if options else problem

    def _way_out(self, wrong: OutOfBounds) -> str:
        if "the list of moves" in str(wrong):
            return f"raise MAX_MOVES ({self._rules.MAX_MOVES})"
        return "correct the index, or make the array longer"

    def _play(self, seed: int) -> None:
        rng, game = random.Random(seed), self._game
        self._doing = "setup"
        mine, ply = game.start(), 0
        self._hopeless.clear()
        position = Position(game, game.start().state)
        while True:
            # The first games are checked from end to end, and then every seventh position.
            if self._checked < MOST_POSITIONS // 2 or (self._checked < MOST_POSITIONS and rng.randrange(7) == 0):
                self._checked += 1
                self._check(position)
                self._check_referee(mine, position)
            if position.outcome is not None:
                return
            if ply >= game.rules.MAX_PLIES:
                raise Broken("outcome", f"a game goes on after MAX_PLIES ({ply}) plies", "raise MAX_PLIES")
            move = self._next(position, rng)
            if ply and not position.chances:
                self._movers[position.state.turn] += 1
            self._doing = f"play {move.text}"
            state = guarded(game, position.state)
            self._rules.play(state, move.code)
            mine, position, ply = mine.after(move), position.followed_by(state, move), ply + 1

    def _next(self, position: Position, rng: random.Random) -> LegalMove:
        """Return a random move, or a chance outcome by its weight."""
        self._doing = "chance" if self._game.chance else "legal"
        if not position.chances:
            self._doing = "legal"
            return rng.choice(position.legal)
        (chance,) = rng.choices(position.chances, [chance.weight for chance in position.chances])
        return chance.move

    def _check_movers(self) -> None:
        if len(self._movers) == 1 and self._movers.total() > MOVES_OF_ONE * GAMES:
            raise Broken("play", "one seat makes all moves", "set turn to the seat that is to move next")

    def _call(self, function: str, state: Record, *arguments: Any) -> Any:
        """Call a function that must not change the state."""
        self._doing = function
        copy = guarded(self._game, state)
        found = getattr(self._rules, function)(copy, *arguments)
        for field in self._game.fields:
            if getattr(copy, field.name) != getattr(state, field.name):
                raise Broken(function, f"{function} changes {field.name} of State", "change the state only in play")
        return found

    def _check(self, position: Position) -> None:
        state = position.state
        self._check_state(state)
        outcome = self._call("outcome", state)
        if outcome not in (LOSS, DRAW, WIN, ONGOING) or isinstance(outcome, bool):
            raise Broken("outcome", f"outcome returns {outcome!r}")
        if outcome == ONGOING:
            self._doing = "chance" if self._game.chance else "legal"
            if position.chances:
                check_chances(self._game, position, self._call)
            else:
                self._check_moves(position)
        else:
            _text(self._call("ending", state), "ending")
        check_picture(self._game, position, self._call)
        self._check_text(position)
        self._check_ends(position)
        self._check_search(position)
        if self._hidden is not None:
            self._doing = "seen and what belongs to it"
            self._hidden.check(position)
            for seat in (*range(len(self._game.declaration.seats)), -1):
                check_picture(self._game, position.seen_by(seat), self._call)

    def _check_referee(self, mine: Position, position: Position) -> None:
        """Check that the rules of the referee give what those of searches give."""
        self._doing = "the rules of the referee"
        for name in ("outcome", "lines", "chances", "legal", "picture", "text"):
            if getattr(mine, name) != getattr(position, name):
                problem = f"the referee gives {getattr(mine, name)!r} as {name} of {position.text!r}"
                raise Broken("outcome", problem[:400], "correct its functions, or leave them out")

    def _check_state(self, state: Record) -> None:
        seats = len(self._game.declaration.seats)
        if state.turn not in range(seats):
            raise Broken("play", f"turn is {state.turn} after {self._doing}", f"set it to a seat, 0 to {seats - 1}")
        for field in self._game.fields:
            held = getattr(state, field.name)
            low, high = RANGES.get(str(field.kind), (-(2**63), 2**63))
            for value in [held] if field.length is None else held:
                if not isinstance(value, int):
                    problem = f"{self._doing} leaves {value!r} in {field.name} of State, not a whole number"
                    raise Broken("play", problem, "use // for division, and no texts")
                if not low <= value < high:
                    problem = f"{self._doing} leaves {value} in {field.name} of State, too much for its type"
                    raise Broken("play", problem, "use a wider type: I64, U64 or Array('i8', ...)")

    def _moves(self, function: str, state: Record) -> list[int]:
        """Return the codes that `legal` writes, or a function like it, after one place that it must leave alone."""
        buffers = [Guarded("the list of moves (MAX_MOVES)", [-7] * (self._rules.MAX_MOVES + 1))]
        if function in ("ordered", "sound"):
            buffers.append(Guarded("the list of scores (MAX_MOVES)", [0] * (self._rules.MAX_MOVES + 1)))
        end = self._call(function, state, *buffers, 1)
        if not isinstance(end, int) or not 1 <= end <= len(buffers[0]):
            raise Broken(function, f"{function} returns {end!r}", "return k, increased by the number of moves")
        if buffers[0][0] != -7:
            raise Broken(function, f"{function} writes before moves[k]", "begin at moves[k]")
        return list(buffers[0][1:end])

    def _check_moves(self, position: Position) -> None:
        state = position.state
        codes = self._moves("legal", state)
        if not codes:
            hint = "add a move such as a pass, or let outcome end the game"
            raise Broken("legal", "the game goes on, and there is no legal move", hint)
        for code in codes:
            if not isinstance(code, int) or not 0 <= code < 2**31:
                raise Broken("legal", f"a move has the code {code!r}", "use whole numbers from 0 to 2^31 - 1")
        if len(set(codes)) < len(codes):
            twice = next(code for code in codes if codes.count(code) > 1)
            raise Broken("legal", f"the move {twice} is there twice", "write each move once")
        cells, known, moves = self._game.board.cells, dict[str, int](), list[LegalMove]()
        for code in codes:
            self._doing = f"move_text of {code}"
            text = self._rules.move_text(state, code)
            _text(text, "move_text")
            if known.setdefault(named(text), code) != code:
                problem = f"the moves {known[named(text)]} and {code} have the same text {text!r}"
                raise Broken("move_text", problem, "make the texts of all moves differ by more than case and blanks")
            self._doing = f"move_path of {text}"
            path = self._rules.move_path(state, code)
            if not isinstance(path, tuple) or any(cell not in range(cells) for cell in path):
                problem = f"the path of {text} is {path!r}"
                raise Broken("move_path", problem, f"return a tuple of cells, numbers from 0 to {cells - 1}")
            moves.append(LegalMove(code, text, path))
            if self._game.has_said:
                self._check_said(state, code, text)
        self._check_table(position, moves)
        for move in position.legal[:: max(1, len(codes) // TYPED)]:
            self._doing = f"find {move.text}"
            try:
                found = position.find(f" {move.text.upper()} ")
            except IllegalMove:
                problem = f"the move {move.text!r} is not found when it is typed"
                raise Broken("move_text", problem, "leave texts of moves alone in alias") from None
            if found.code != move.code:
                raise Broken(
                    "alias", f"typing {move.text!r} plays {found.text!r}", "leave texts of moves alone"
                ) from None
            standard = position.standard(move.text)
            if known.get(named(standard)) != move.code:
                problem = f"alias makes {standard!r} of the move {move.text!r}"
                raise Broken("alias", problem, "leave texts of moves alone")
        for text in ("", "?", "zz99"):
            self._doing = f"alias and why_not of {text!r}"
            if text not in known:
                try:
                    position.find(text)
                except IllegalMove:
                    continue

    def _check_said(self, state: Record, code: int, text: str) -> None:
        self._doing = f"said of {text}"
        said = self._call("said", state, code)
        _text(said, "said")
        if len(said) > MOST_SAID:
            problem = f"said returns {len(said)} characters for {text}"
            raise Broken("said", problem, f"return at most {MOST_SAID}")

    def _check_table(self, position: Position, moves: list[LegalMove]) -> None:
        """Check what the game says of its moves by MOVES or `keys`, if it has one of them."""
        self._doing = "the moves by MOVES or keys"
        placed = "write MOVES = BY_CODE, not PLACED" if self._game.placed else "return the key of each move of legal"
        if [move.code for move in position.legal] != [move.code for move in moves]:
            raise Broken("legal", "a move other than the last one comes, goes or changes its place", placed)
        for move, found in zip(moves, position.legal, strict=True):
            if move != found:
                problem = f"the move {move.text!r} has another text or path than in an earlier position"
                raise Broken("move_path", problem, "leave MOVES out, or let the keys of both differ")
        if (encoded := position.encoded_moves) is not None:
            paths = [tuple(path) for path in json.loads(encoded.paths)]
            if (json.loads(encoded.texts), paths) != ([move.text for move in moves], [move.path for move in moves]):
                raise Broken("move_text", "two moves have the same JSON, or one is missing", placed)

    def _check_ends(self, position: Position) -> None:
        """Check what the game says of the end of a match: no winner may be a side that could not win before."""
        rules = self._rules
        if hasattr(rules, "claimable") and position.legal:
            reason = self._call("claimable", position.state)
            if not isinstance(reason, str):
                raise Broken("claimable", f"claimable returns {reason!r}")
        self._hopeless |= {seat for seat in (0, 1) if not self._call("can_win", position.state, seat)}
        outcome = position.outcome
        if outcome is not None and outcome.winner in self._hopeless:
            problem = f"seat {outcome.winner} wins, after can_win said that it cannot"
            raise Broken("can_win", problem, "return 1 unless no legal moves lead to a win")

    def _check_text(self, position: Position) -> None:
        self._doing = "position_text"
        text = position.text
        _text(text, "position_text")
        self._doing = f"read_position of {text!r}"
        try:
            again = self._game.start(text)
        except BadPosition as error:
            problem = f"the text of a position is not read back: {error}"
            raise Broken("read_position", problem, "read what position_text writes") from None
        if again.text != text or again.picture != position.picture:
            problem = f"the position {text!r} is read back as {again.text!r}"
            raise Broken("read_position", problem, "set every field that position_text writes")
        same = {move.code for move in again.legal} == {move.code for move in position.legal} | self._barred(position)
        same = same and again.chances == position.chances
        # A text has no history, so a game may go on in a position that was repeated too often.
        if not same and again.outcome is None and position.outcome is None:
            problem = f"the position {text!r} has other legal moves after it was read"
            hint = "write everything that the legal moves depend on, or give those that the history forbids in barred"
            raise Broken("read_position", problem, hint)
        for nonsense in ("", "?", "- - - -"):
            try:
                self._game.start(nonsense)
            except BadPosition:
                continue
            except Exception as error:
                problem = f"read_position of {nonsense!r} raised {type(error).__name__}"
                raise Broken("read_position", problem, "raise ValueError with a message") from error

    def _barred(self, position: Position) -> set[int]:
        """Return the moves that only the history of the game forbids, which its text therefore allows."""
        if "barred" not in self._game.names or position.outcome is not None:
            return set()
        codes = self._moves("barred", position.state)
        if twice := set(codes) & {move.code for move in position.legal}:
            raise Broken("barred", f"barred gives the legal move {min(twice)}", "give moves that legal leaves out")
        return set(codes)

    def _check_search(self, position: Position) -> None:
        rules, state = self._rules, position.state
        if hasattr(rules, "evaluate"):
            score, most = self._call("evaluate", state), self._game.names.get("PAYOFF_LIMIT", EVAL_LIMIT)
            if not isinstance(score, int | float if self._game.chance else int) or abs(score) > most:
                number = "number" if self._game.chance else "whole number"
                raise Broken("evaluate", f"evaluate returns {score!r}", f"return a {number} from -{most} to {most}")
        if hasattr(rules, "payoff") and position.outcome is not None:
            check_payoff(self._game, position, self._call)
        if hasattr(rules, "unsettled") and self._call("unsettled", state) not in (0, 1):
            raise Broken("unsettled", "unsettled returns neither 0 nor 1")
        if hasattr(rules, "key"):
            key, named = self._call("key", state), (position.text, state.turn)
            if not isinstance(key, int) or not 0 <= key < 2**64:
                raise Broken("key", f"key returns {key!r}")
            if self._keys.setdefault(key, named) != named:
                problem = f"the positions {self._keys[key][0]!r} and {position.text!r} have the same key"
                raise Broken("key", problem, "mix the whole position and the side to move into it")
        for function in ("ordered", "sound"):
            if position.legal and hasattr(rules, function):
                legal, tried = {move.code for move in position.legal}, self._moves(function, state)
                if len(set(tried)) < len(tried) or not set(tried) <= legal:
                    problem = f"{function} gives a move twice, or one that is not legal"
                    raise Broken(function, problem, "give legal moves, each at most once")
                if not tried and function == "ordered":
                    raise Broken(function, "ordered gives no move")
        seats = len(self._game.declaration.seats)
        if hasattr(rules, "points"):
            points = self._call("points", state)
            if len(points) != seats:
                raise Broken("points", "points has another length than the seats", f"return {seats} numbers")
            _check_halves("points", points)
        _check_halves("picture", [value for _, value in position.picture.counters])
        if hasattr(rules, "bounds"):
            self._check_bounds(position)

    def _check_bounds(self, position: Position) -> None:
        low, high = self._call("bounds", position.state)
        if position.outcome is not None:
            low = high = self._call("result", position.state)
            sign = (low > 0) - (low < 0)
            if sign != self._rules.outcome(position.state):
                problem = f"result is {low}, and outcome another winner"
                raise Broken("result", problem)
        if low > high:
            raise Broken("bounds", f"bounds returns {low} and {high}", "return the lower bound first")


def _check_halves(function: str, numbers: Sequence[object]) -> None:
    """Raise Broken if one of the numbers is neither an integer nor a half."""
    for number in numbers:
        if not (isinstance(number, int) or (isinstance(number, float) and number % 1 == HALF)):
            hint = "return whole numbers, or halves made by half_of(twice)"
            raise Broken(function, f"{function} has the number {number!r}", hint)


def _text(value: object, function: str) -> None:
    if not isinstance(value, str) or not value.strip() or "\n" in value:
        raise Broken(function, f"{function} returns {value!r}")
