"""A game with fixed options, and a position of it as an immutable value: the interface to the rest of the program.

A game is a module; `contract` says what it has. `bind` makes a `Game` of a module and options.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from kibitz_server.games.board import Board, Picture, Table
from kibitz_server.games.contract.parts import MATCH_DEFAULTS
from kibitz_server.games.contract.parts import UNKNOWN as UNKNOWN
from kibitz_server.games.declaration import BadOption as BadOption
from kibitz_server.games.declaration import Declaration as Declaration
from kibitz_server.games.declaration import Option as Option
from kibitz_server.games.declaration import OptionValue as OptionValue
from kibitz_server.games.declaration import other_names as other_names
from kibitz_server.games.declaration import read_guide as read_guide
from kibitz_server.games.ends.winnable import can_win
from kibitz_server.games.moves import BY_CODE as BY_CODE
from kibitz_server.games.moves import PLACED as PLACED
from kibitz_server.games.moves import Chance as Chance
from kibitz_server.games.moves import EncodedMoves, MoveTable, has, named, without
from kibitz_server.games.moves import LegalMove as LegalMove
from kibitz_server.games.record import Record, RecordField
from kibitz_server.games.ruleset import DRAW as DRAW
from kibitz_server.games.ruleset import LOSS as LOSS
from kibitz_server.games.ruleset import ONGOING as ONGOING
from kibitz_server.games.ruleset import WIN as WIN
from kibitz_server.games.ruleset import Ruleset, names_of, referee_of
from kibitz_server.games.typed import meant

__all__ = [
    "BY_CODE",
    "DRAW",
    "EVAL_LIMIT",
    "LOSS",
    "MOST_PAYOFF",
    "ONGOING",
    "PLACED",
    "UNKNOWN",
    "WIN",
    "BadOption",
    "BadPosition",
    "Declaration",
    "Option",
    "OptionValue",
    "read_guide",
]
"""Names for authors of games. The other names are for the server."""

PUBLIC = -1
"""In place of a seat, all that see a position without a seat in it: spectators."""
EVAL_LIMIT = 30_000
MOST_PAYOFF = 25_000
"""Largest PAYOFF_LIMIT of a game: larger scores are wins that a search has proven."""


class BadPosition(ValueError):
    """Position text that cannot be read, or that no game can reach; the message is for users."""


class IllegalMove(ValueError):
    """Move that the position does not allow; the message is for users."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a finished game: the winning seat (None for a draw) and the reason. Points are integers or halves."""

    winner: int | None
    reason: str
    points: tuple[float, ...] | None = None


class Game:
    """Game with fixed options."""

    def __init__(
        self,
        declaration: Declaration,
        options: dict[str, OptionValue],
        names: dict[str, Any],
        referee: dict[str, Any] | None = None,
    ) -> None:
        self.declaration = declaration
        self.name = declaration.name
        self.options = options
        self.names = names
        """Names of the module with these options, as written: the input of a compiler."""
        self.ruleset = Ruleset(names)
        self.rules = self.ruleset.rules
        self.new_state = self.ruleset.new_state
        self.referee = self.ruleset if referee is None else Ruleset(referee)
        """The rules that the server plays matches by."""
        self.board: Board = self.rules.board()
        self.has_said = "said" in names
        """Whether people write moves in another way than players type them."""
        self.has_openings = "opening_name" in names
        """Whether positions have names of openings."""
        self.chance = "chance" in names
        """Whether chance events are due in some positions."""
        self.hidden = "seen" in names
        """Whether the seats see different parts of a position."""
        self.has_words = bool(names["WORDS"])
        """Whether blanks separate the words of a move."""
        self.begun_id = hashlib.blake2s(f"{self.name} ".encode(), digest_size=6)
        """Hash of the part that the ids of all positions begin with."""
        declared = names.get("MOVES")
        self.placed = declared == PLACED
        self.table = MoveTable() if declared or "keys" in names else None
        """Moves that were seen in any position; None in a game whose moves do not follow from a number."""
        self.by_text = self.table.by_text if self.table and declared else None
        """Moves by text where their keys are their codes; None in other games."""
        self.claims = "claimable" in names
        """Whether a player may claim a draw in some positions."""
        self.settles = "removable" in names
        """Whether players may agree on what to take off before a finished game is counted."""

    @property
    def fields(self) -> list[RecordField]:
        """Layout of a state."""
        return self.ruleset.fields

    def start(self, position: str | None = None) -> "Position":
        """Return the first position, or the one that a text describes.

        Raises:
            BadPosition: The text cannot be read, or no game can reach the position.
        """
        state = self.referee.new_state()
        if position is None:
            self.referee.rules.setup(state)
        else:
            try:
                self.referee.rules.read_position(state, " ".join(position.split()))
            except ValueError as error:
                raise BadPosition(f"cannot start {self.name} from {position!r}: {error}") from None
        return Position(self, state, ruleset=self.referee)

    def searched(self, state: Record) -> Record:
        """Return the state of `rules` for a state of the referee."""
        if self.referee.rules.State is self.rules.State:
            return state
        full: Record = self.new_state()
        self.rules.complete(full, state)
        return full

    def written(self, position: str | None) -> str | None:
        """Return the text of a first position as the game writes it, in a game whose texts other programs read.

        Raises:
            BadPosition: The text cannot be read.
        """
        return position if position is None or self.declaration.notation != "uci" else self.start(position).text

    def left_out(self, position: str) -> list[str]:
        """Return a sentence for each part of a text that `start` reads, but leaves out because it cannot be right.

        Raises:
            BadPosition: The text cannot be read.
        """
        self.start(position)
        found: list[str] = self.referee.rules.left_out(" ".join(position.split()))
        return found


T = TypeVar("T")


class _computed_once(Generic[T]):  # noqa: N801 - used as a decorator
    """Attribute that is computed from a position on first access and then kept.

    functools.cached_property takes a lock each time (until Python 3.12), which costs more than most of these
    computations.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, position: "Position", _owner: type | None = None) -> T:
        # Python looks in the instance dictionary first, so this runs only once.
        found = position.__dict__[self._name] = self._find(position)
        return found


class Position:
    """State of a game as a value. `last` holds the cells that the move before it touched.

    It begins with the referee's state. `state` is made of that when a search asks for it, and the positions after it
    are then played by the rules of searches.
    """

    game: Game
    last: tuple[int, ...]
    _state: Record
    _ruleset: Ruleset

    def __init__(
        self, game: Game, state: Record, last: tuple[int, ...] = (), *, ruleset: Ruleset | None = None
    ) -> None:
        kept = self.__dict__  # a frozen dataclass takes four times as long
        kept["game"] = game
        kept["last"] = last
        kept["_state"] = state
        kept["_ruleset"] = ruleset or game.ruleset

    @_computed_once
    def state(self) -> Record:
        """State of the game's `rules`."""
        kept = self.__dict__
        if self._ruleset is not self.game.ruleset:
            kept["_state"] = self.game.searched(self._state)
            kept["_ruleset"] = self.game.ruleset
        return self._state

    def for_analysis(self) -> "Position":
        """Return the position to judge by searches: see `forget_single` of the rules."""
        if "forget_single" not in self.game.names:
            return self
        state = self.state.copy()
        self.game.rules.forget_single(state)
        return Position(self.game, state, self.last)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"a position does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position does not change: {name} cannot be deleted")

    @_computed_once
    def legal(self) -> tuple[LegalMove, ...]:
        """Legal moves in the order the rules give them; empty after the end, and while a chance event is due."""
        if self.is_closed:
            return ()
        table = self.game.table
        if table is None:
            return self._made()
        try:
            return tuple(map(table.moves.__getitem__, self._keys))
        except KeyError:
            moves = self._made()
            table.add(self._keys, moves)
            return moves

    @_computed_once
    def chances(self) -> tuple[Chance, ...]:
        """Possible outcomes of the chance event that is due, in the order of the rules; empty while a side may move."""
        if not self.game.chance or self.outcome is not None:
            return ()
        state, text = self._state, self._ruleset.rules.chance_text
        return tuple([Chance(code, text(state, code), weight) for code, weight in self._ruleset.chances(state)])

    @property
    def steps(self) -> tuple[LegalMove, ...]:
        """What `after` plays here: the chance outcomes, as moves without a path, or the legal moves."""
        return tuple([chance.move for chance in self.chances]) or self.legal

    @property
    def is_closed(self) -> bool:
        """Whether neither side may move, because the game is over or a chance event is due."""
        return self.outcome is not None or (self.game.chance and bool(self.chances))

    def _made(self) -> tuple[LegalMove, ...]:
        rules, state = self._ruleset.rules, self._state
        text, path = rules.move_text, rules.move_path
        return tuple([LegalMove(code, text(state, code), path(state, code)) for code in self._ruleset.codes(state)])

    @_computed_once
    def _keys(self) -> list[int]:
        """Keys of the legal moves in their order, in a game that has a table of moves."""
        before = self.__dict__.pop("_before", None)
        if self.is_closed:
            return []
        return self._ruleset.keys(self._state) if before is None else without(*before)

    @_computed_once
    def encoded_moves(self) -> EncodedMoves | None:
        """Legal moves as JSON, in a game that has a table of moves; None in others."""
        table = self.game.table
        if table is None:
            return None
        before = self.__dict__.pop("_encoded_before", None)
        try:
            if before is not None and self.outcome is None:
                return table.encoded_without(*before)
            return table.encoded(self._keys)
        except KeyError:
            table.add(self._keys, self._made())
            return table.encoded(self._keys)

    @_computed_once
    def _by_text(self) -> dict[str, LegalMove]:
        return {named(move.text): move for move in self.steps}

    @_computed_once
    def outcome(self) -> Outcome | None:
        """Result of the game in this position, or None while it goes on."""
        state = self._state
        value = self._ruleset.outcome(state)
        if value == ONGOING:
            self.__dict__["lines"] = ()
            return None
        rules = self._ruleset.rules
        winner = None if value == DRAW else state.turn if value == WIN else 1 - state.turn
        points = tuple(rules.points(state)) if hasattr(rules, "points") else None
        return Outcome(winner, rules.ending(state), points)

    @_computed_once
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Cells of each line that won the game; empty for other results, and while it goes on."""
        rules = self._ruleset.rules
        if self.outcome is None or self.outcome.winner is None:
            return ()
        return tuple(tuple(line) for line in rules.winning_lines(self._state))

    @_computed_once
    def attacks(self) -> tuple[tuple[int, ...], ...]:
        """Cells of attacker and target of each attack that decided the game; empty while it goes on."""
        rules = self._ruleset.rules
        if self.outcome is None or not hasattr(rules, "final_attacks"):
            return ()
        return tuple(rules.final_attacks(self._state))

    def can_win(self, seat: int) -> bool:
        """Return whether a seat can still win, as far as the game tells and a short search of all moves finds."""
        return can_win(self._ruleset, self._state, seat, hidden=self.game.hidden)

    def seen_by(self, seat: int) -> "Position":
        """Return the position as a seat has seen it, or a spectator (-1): itself in a game that hides nothing.

        Its picture, text, id and legal moves are those of the blanked record, and its chance events all that the seat
        holds possible. It has no trace of the rest.
        """
        kept = self.__dict__
        if not self.game.hidden or kept.get("_audience") == seat:
            return self
        known: dict[int, Position] = kept.setdefault("_seen", {})
        if seat not in known:
            state = self._state.copy()
            self._ruleset.rules.seen(state, seat)
            known[seat] = Position(self.game, state, self.last, ruleset=self._ruleset)
            known[seat].__dict__["_audience"] = seat
        return known[seat]

    def heard(self, chance: LegalMove, seat: int) -> str:
        """Return how a chance outcome looks to a seat, or to a spectator (-1): its text, or `?`."""
        if not self.game.hidden:
            return chance.text
        text: str = self._ruleset.rules.chance_seen(self._state, chance.code, seat)
        return text

    @_computed_once
    def information(self) -> int:
        """Number of what the side to move knows and what matters for its choice, from 0 to 2^64 - 1.

        In a game that hides nothing, and has no `information`, it is a hash of the record.
        """
        rules, state = self._ruleset.rules, self._state
        if hasattr(rules, "information"):
            return int(rules.information(state))
        seen = self.seen_by(state.turn)._state
        numbers = [getattr(seen, field.name) for field in self._ruleset.fields]
        return int.from_bytes(hashlib.blake2s(repr(numbers).encode(), digest_size=8).digest(), "big")

    @_computed_once
    def claimable(self) -> str:
        """Reason for which the side to move may claim a draw; empty if it may not."""
        if not self.game.claims or self.is_closed:
            return ""
        reason: str = self._ruleset.rules.claimable(self._state)
        return reason

    @_computed_once
    def removable(self) -> tuple[tuple[int, ...], ...]:
        """Groups of cells that players may agree to take off before the finished game is counted; usually none."""
        if not self.game.settles or self.outcome is None:
            return ()
        return tuple(self._ruleset.rules.removable(self._state))

    def without(self, cells: Sequence[int]) -> "Position":
        """Return the finished position without the pieces on cells of `removable` groups."""
        if not cells:
            return self
        state = self._state.copy()
        self._ruleset.rules.remove(state, cells)
        return Position(self.game, state, ruleset=self._ruleset)

    @property
    def to_move(self) -> int | None:
        """Seat to move, or None once the game is over, and while a chance event is due."""
        return None if self.is_closed else self._state.turn

    @_computed_once
    def text(self) -> str:
        """Position as one line, which `Game.start` reads back."""
        text: str = self._ruleset.position_text(self._state, self.picture.rows)
        return text

    @_computed_once
    def id(self) -> str:
        """Short hash of the position, the same on every machine."""
        found = self.game.begun_id.copy()
        found.update(self.text.encode())
        return found.hexdigest()

    @_computed_once
    def picture(self) -> Picture:
        """Position as clients draw it."""
        if (drawn := self.__dict__.pop("_drawn", None)) is None:
            return self._ruleset.picture(self._state)
        draw, before, move = drawn
        picture: Picture = draw(self._state, before, move)
        return picture

    def said(self, move: LegalMove) -> str | None:
        """Return how players write a legal move or say a chance outcome here; None where that is its text."""
        say = getattr(self._ruleset.rules, "chance_said" if self.chances else "said", None)
        said: str | None = say(self._state, move.code) if say else None
        return said if said != move.text else None

    @_computed_once
    def opening_name(self) -> str | None:
        """Name of the opening whose position this is; None if it has none."""
        return (self._ruleset.rules.opening_name(self._state) or None) if self.game.has_openings else None

    def find(self, text: str) -> LegalMove:
        """Return the legal move or the chance outcome that a text names. A chance outcome has no path.

        Case and blanks do not matter, and the game may accept aliases.

        Raises:
            IllegalMove: No legal move and no chance outcome has this text; the message gives the reason.
        """
        # Programs send the exact form.
        if (move := self._find_exact(text)) is not None:
            return move
        moves = self._by_text
        if not moves:
            raise IllegalMove("the game is over")
        if not self._cased and (move := moves.get(named(text))) is not None:
            return move
        wanted = self.standard(text)
        # In chess `B1c3` is a move of a bishop first, and then one from b1.
        for name in (named(wanted), named(text)):
            if name in moves:
                return moves[name]
        if self.chances:
            due = meant.joined([chance.text for chance in self.chances])
            raise IllegalMove(f"{meant.quoted(text)} is not a chance outcome here; the outcomes are {due}")
        why = self._ruleset.rules.why_not(self._state, wanted)
        notation, _, _ = self.game.declaration.move_help.partition(";")
        raise IllegalMove(why or f"{meant.quoted(text)} is not a move here; {notation}")

    def instead_of(self, text: str, sentence: str = "") -> str | None:
        """Return what can be played instead of a text that is not legal: those that it may have meant, at most six.

        Args:
            text: The text.
            sentence: Why it is not legal. If that ends with moves already, there is nothing to add.

        Returns:
            A hint, or None if there are no legal moves, or the sentence names some.
        """
        if not self.legal:
            return None
        rules, wanted = self._ruleset.rules, self.standard(text)
        found = rules.meant(self._state, wanted) if hasattr(rules, "meant") else None
        if found is None:
            likely = meant.by_text(self.legal, wanted, self.game.board)
        else:
            words, codes = found
            by_code = {move.code: move for move in self.legal}
            likely = meant.Meant(words, [by_code[code] for code in codes])
        _, colon, end = sentence.rpartition(": ")
        named_there = set(re.split(", | or ", end)) if colon else set()
        likeliest = map(self.typed, likely.moves[: 2 * meant.MOST_SHOWN])
        if named_there and not named_there.isdisjoint(
            likeliest if likely.moves else [move.text for move in self.legal]
        ):
            return None
        offered = meant.offer(likely, self.legal, self.typed, meant.ROOM - len(sentence))
        _, colon, moves = offered.partition(": ")
        return None if colon and moves in sentence else offered

    def typed(self, move: LegalMove) -> str:
        """Return a legal move as players write it, where they may also type it so, and its text elsewhere."""
        # Cards tell a move in words, and are typed without them.
        said = self.said(move) if self.game.has_said and not isinstance(self.game.board, Table) else None
        return said if said is not None and self.standard(said) == move.text else move.text

    def standard(self, text: str) -> str:
        """Return the standard text of a move that is written in another way, as far as the game knows.

        A game with WORDS gets single blanks between words, any other none.
        """
        typed = (" " if self.game.has_words else "").join(text.split())
        standard: str = self._ruleset.rules.alias(self._state, typed if self._cased else typed.lower())
        return standard

    @property
    def _cased(self) -> bool:
        """Whether capital letters matter in moves: in chess a capital B is a bishop, and a small one a column."""
        return self.game.declaration.notation == "uci"

    def _find_exact(self, text: str) -> LegalMove | None:
        """Return the legal move or the chance outcome with exactly this text; None if there is none.

        A line that is played again needs one move of each position. Without the texts and paths of all others, it takes
        a third of the time.
        """
        if self.outcome is not None:
            return None
        if self.chances:
            return next((move for move in self.steps if move.text == text), None)
        by_text = self.game.by_text
        if by_text is not None and (known := by_text.get(text)) is not None and has(self._keys, known.code):
            return known
        if self.game.table is not None or "legal" in self.__dict__:
            for move in self.legal:
                if move.text == text:
                    return move
            return None
        rules, state = self._ruleset.rules, self._state
        for code in self._ruleset.codes(state):
            if rules.move_text(state, code) == text:
                return LegalMove(code, text, rules.move_path(state, code))
        return None

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the position again in another process: its game, the numbers of its state, and `last`."""
        return remade, (self.game, self.numbers)

    @property
    def numbers(self) -> "PositionNumbers":
        """The position in numbers, from which `remade` makes it again on any machine with the same rules."""
        kept = [field.name for field in self._ruleset.fields if isinstance(field.kind, str)]
        values = {name: getattr(self._state, name) for name in kept}
        return PositionNumbers(self._ruleset is self.game.referee, values, self.last)

    def after(self, move: LegalMove) -> "Position":
        """Return the position that a legal move or a chance outcome leads to."""
        state = self._state.copy()
        self._ruleset.play(state, move.code)
        return self.followed_by(state, move)

    def followed_by(self, state: Record, move: LegalMove) -> "Position":
        """Return the position after a legal move, whose state is given: one that the position's own rules have made.

        After a chance outcome, `last` stays that of the move before it.
        """
        game, ruleset, known = self.game, self._ruleset, self.__dict__
        if self.chances:
            return Position(game, state, self.last, ruleset=ruleset)
        position = Position(game, state, move.path, ruleset=ruleset)
        kept = position.__dict__
        if (draw := ruleset.picture_after) is not None and "picture" in known:
            kept["_drawn"] = draw, known["picture"], move
        if game.placed:
            if "_keys" in known:
                kept["_before"] = known["_keys"], move.code
            if "encoded_moves" in known:
                kept["_encoded_before"] = known["encoded_moves"], move.code
        return position


def said_line(position: Position, line: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a line as people write them; empty where they write them as the game does."""
    said: list[str] = []
    for text in line if position.game.has_said else ():
        move = position.find(text)
        said.append(position.said(move) or text)
        position = position.after(move)
    return tuple(said)


class PositionNumbers(NamedTuple):
    """A position without its game: the fields of its state, and the cells of the move before it.

    `referee` says whether the state is that of the game's `referee`, not of its `rules`.
    """

    referee: bool
    values: dict[str, Any]
    last: tuple[int, ...]


def remade(game: Game, numbers: PositionNumbers) -> Position:
    """Return the position of a game that `Position.numbers` describes."""
    ruleset = game.referee if numbers.referee else game.ruleset
    state = ruleset.new_state()
    for name, value in numbers.values.items():
        setattr(state, name, value)
    return Position(game, state, numbers.last, ruleset=ruleset)


def bind(module: ModuleType, options: Mapping[str, object]) -> Game:
    """Return the game of a module with these options.

    The module is written for its default options. For others its functions are rebuilt over a copy of its names in
    which the constants differ, so that a compiler sees the options as constants.

    Raises:
        BadOption: The game does not have such an option, or the value is out of range, or the options do not fit
            together.
    """
    declaration: Declaration = module.GAME
    values = declaration.read_options(options)
    chosen = dict(module.constants(**values)) if values else {}
    own = {**MATCH_DEFAULTS, **names_of(module)}
    for_search, faster = chosen.pop("FOR_SEARCH", None), referee_of(module)
    names = _with(own, chosen if for_search is None else for_search)
    if for_search is None and not faster:
        return Game(declaration, values, names)
    return Game(declaration, values, names, {**_with(own, chosen), **faster})


def _with(names: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names with those that options choose, where None leaves a name out."""
    return {name: value for name, value in {**names, **chosen}.items() if chosen.get(name, names) is not None}
