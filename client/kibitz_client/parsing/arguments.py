"""Typed arguments to commands of the protocol. An invalid argument raises `UsageError` with the reason."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar
from urllib.parse import unquote_plus

from pydantic import ValidationError

from kibitz_client.errors import UsageError
from kibitz_client.parsing.move_list import split_moves
from kibitz_client.parsing.usual_options import usual_options
from kibitz_client.requests import build
from kibitz_protocol.commands.explain import Explain
from kibitz_protocol.to_server import Create, Seek
from kibitz_protocol.validation.reasons import first_error, quoted
from kibitz_protocol.values.clocks import Clock, parse_clock
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.games import OptionValue
from kibitz_protocol.values.matches import Delay
from kibitz_protocol.values.seats import Bot, Engine, Invite, Me, Open, SeatSpec

First = Literal["me", "them", "random"]
Visibility = Literal["public", "unlisted", "private"]

V = TypeVar("V")
MAX_DIGITS = 9
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Setup of a new match, as typed. Without `seats`, the seats are `me` and `opponent`, in the order of `first`."""

    game: str
    options: Sequence[str] = ()
    seats: Sequence[str] = ()
    opponent: str = "open"
    first: First | None = None
    clock: str | None = None
    position: str | None = None
    moves: str | None = None
    visibility: Visibility = "public"
    watchable: bool = True
    delay: str | None = None
    chat: bool = True
    rated: bool = False
    games: int = 1
    autostart: bool = True
    show_thinking: bool | None = None
    engine_pace: float | None = None
    help: bool = False


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """What to explain, as typed: one of game, match and tree."""

    game: str | None = None
    match: str | None = None
    tree: str | None = None
    options: tuple[str, ...] = ()
    position: str | None = None
    moves: str | None = None
    algorithm: str = "textbook"
    depth: int | None = None
    first: str | None = None
    ply: int | None = None


def create(setup: MatchSetup) -> Create:
    """Return the command that creates a match. Raises `UsageError` if the setup is invalid."""
    # A given position belongs to a board of the game's own default size.
    begins = setup.position is None and not setup.moves
    return build(
        Create,
        game=setup.game,
        options=game_options(setup.options) or (usual_options(setup.game) if begins else {}),
        seats=_seats(setup),
        shuffle=setup.first == "random",
        clock=clock(setup.clock) if setup.clock else None,
        position=setup.position,
        moves=split_moves(setup.moves or ""),
        visibility=setup.visibility,
        watchable=setup.watchable,
        delay=delay(setup.delay) if setup.delay else None,
        chat=setup.chat,
        rated=setup.rated,
        series=setup.games,
        autostart=setup.autostart,
        show_thinking=setup.show_thinking,
        engine_pace_s=setup.engine_pace,
        help=setup.help,
    )


def seek(game: str | None, options: Sequence[str], clock: str | None, *, rated: bool) -> Seek:
    """Return the command that seeks an opponent; without a game, any game.

    Raises:
        UsageError: The options or the clock are invalid, or they need a game.
    """
    if game is None and (options or clock or rated):
        raise UsageError("options, a clock and --rated need a game", "name a game: kibitz pair connect4")
    return build(
        Seek,
        game=game,
        options=game_options(options),
        clock=_parsed(parse_clock, clock) if clock else None,
        rated=rated,
    )


def explain_command(request: ExplainRequest, key: str | None = None) -> Explain:
    """Return the command that requests a search tree.

    Args:
        key: The key of a private match.

    Raises:
        UsageError: The request names none or several subjects, or its fields do not fit.
    """
    given = [name for name in ("game", "match", "tree") if getattr(request, name) is not None]
    if len(given) != 1:
        found = f"not {' and '.join(given)}" if given else "but none is given"
        raise UsageError(f"give one game, match or tree, {found}", "kibitz explain tictactoe --depth 2")
    if request.game is None and (request.options or request.position or request.moves):
        raise UsageError("options, position and moves go with a game", f"leave them out, or leave out --{given[0]}")
    if request.tree is None and request.first is not None:
        raise UsageError(
            "in a game the side to move is max", "leave --first out, or give a tree of your own with --tree"
        )
    of: dict[str, object]
    if request.game is not None:
        moves = split_moves(request.moves or "")
        options = game_options(request.options)
        of = {"kind": "game", "game": request.game, "options": options, "position": request.position, "moves": moves}
    elif request.match is not None:
        of = {"kind": "match", "match": request.match, "key": key, "ply": request.ply}
    else:
        of = {"kind": "leaves", "tree": _leaf_values(request.tree or ""), "first": request.first or "max"}
    return build(Explain, of=of, algorithm=request.algorithm, depth=request.depth)


def _leaf_values(text: str) -> str:
    """Return leaf values that may be copied from the address of the page: `3+12+8+%2F+2+4+6`."""
    copied = not any(character.isspace() for character in text) and ("%" in text or "+" in text.strip("+"))
    return unquote_plus(text) if copied and "[" not in text else text


def game_options(typed: Sequence[str]) -> dict[str, OptionValue]:
    """Return the options of a game, such as `columns=5` and `komi=6.5`. Raises `UsageError` if one is invalid."""
    return dict(map(_option, typed))


def engine(text: str) -> EngineSpec:
    """Return an engine, such as `alphabeta:seconds=1`. Raises `UsageError` if the text is invalid."""
    return _parsed(EngineSpec.parse, text)


def clock(text: str) -> Clock:
    """Return a clock, such as `5+3`. Raises `UsageError` if the text is invalid."""
    return _parsed(parse_clock, text)


def delay(text: str) -> Delay:
    """Return the delay of the spectators: `2` moves, `30s`. Raises `UsageError` if the text is invalid."""
    return _parsed(Delay.parse, text)


def seat(text: str) -> SeatSpec:
    """Return who gets a seat: `me`, `me:NAME` in a match with yourself, `open`, `@NAME`, `bot:NAME` or an engine.

    Raises `UsageError` if the text is invalid.
    """
    kind, colon, name = (part.strip() for part in text.strip().partition(":"))
    match kind.lower():
        case "me" if not colon:
            return Me()
        case "me":
            return _named(Me, name, "label")
        case "open" if not colon:
            return Open()
        case "invite" if colon:
            return _named(Invite, name)
        case "bot" if colon:
            return _named(Bot, name)
        case _ if text.strip().startswith("@"):
            return _named(Invite, text.strip()[1:])
        case _:
            return Engine(engine=engine(text))


def both_sides(names: str | None) -> tuple[str, str]:
    """Return the seats of two people at one keyboard, with their names from text such as `Ann, Bob`.

    Raises:
        UsageError: The text does not have two names.
    """
    if names is None or not names.strip():
        return "me", "me"
    first, _, second = (name.strip() for name in names.partition(","))
    if not (first and second) or "," in second:
        raise UsageError(f"{quoted(names)} is not two names", "separate them by a comma: Ann, Bob")
    return f"me:{first}", f"me:{second}"


def _seats(setup: MatchSetup) -> list[SeatSpec]:
    if setup.seats:
        if setup.first in ("me", "them"):
            raise UsageError(
                f"--first {setup.first} does not go with --seat",
                "give the seats in the order of play, or choose randomly with --first random",
            )
        return [seat(text) for text in setup.seats]
    seats: list[SeatSpec] = [Me(), seat(setup.opponent)]
    return seats[::-1] if setup.first == "them" else seats


def _named(kind: type[Invite] | type[Bot] | type[Me], name: str, field: str = "name") -> SeatSpec:
    return _parsed(lambda text: kind.model_validate({field: text}), name)


def _option(text: str) -> tuple[str, OptionValue]:
    """Return the name and the value of `columns=5`, `komi=6.5` or `exact=true`; the server checks both."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise UsageError(f"{text!r} is not an option of a game", "write it like -o columns=5")
    if value.lower() in ("true", "false"):
        return name, value.lower() == "true"
    if not NUMBER.fullmatch(value):
        return name, value
    if len(value) > MAX_DIGITS:
        raise UsageError(f"option {name} is too large a number")
    return name, float(value) if "." in value else int(value)


def _parsed(parse: Callable[[str], V], text: str) -> V:
    try:
        return parse(text)
    except ValidationError as error:
        place, reason = first_error(error)
        raise UsageError(f"in {quoted(text)}, {place[-1] if place else 'it'} {reason}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None
