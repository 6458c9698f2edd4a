"""From what people type to commands of the protocol. Whatever does not fit is a Misuse with the reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from pydantic import ValidationError

from kibitz_client.errors import UsageError
from kibitz_client.requests import build
from kibitz_protocol.clocks import Clock, parse_clock
from kibitz_protocol.explain import Explain
from kibitz_protocol.to_server import Create, Seek
from kibitz_protocol.values import Bot, Delay, Engine, EngineSpec, Invite, Me, Open, SeatSpec

First = Literal["me", "them", "random"]
Visibility = Literal["public", "unlisted", "private"]

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """What a match to be made is like, as typed. Empty `seats` are two: me and `opponent`, in the order of `first`."""

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


def create(arrangement: MatchSetup) -> Create:
    """The command that makes the match. Raises Misuse."""
    return build(
        Create,
        game=arrangement.game,
        options=game_options(arrangement.options),
        seats=_seats(arrangement),
        shuffle=arrangement.first == "random",
        clock=clock(arrangement.clock) if arrangement.clock else None,
        position=arrangement.position,
        moves=(arrangement.moves or "").replace(",", " ").split(),
        visibility=arrangement.visibility,
        watchable=arrangement.watchable,
        delay=delay(arrangement.delay) if arrangement.delay else None,
        chat=arrangement.chat,
        rated=arrangement.rated,
        series=arrangement.games,
        autostart=arrangement.autostart,
        show_thinking=arrangement.show_thinking,
    )


def seek(game: str | None, options: Sequence[str], clock: str | None, *, rated: bool) -> Seek:
    """The command that looks for an opponent. Raises Misuse."""
    if game is None and (options or clock or rated):
        raise UsageError("who plays anyone takes their game, options and clock", "name a game: kibitz pair connect4")
    return build(
        Seek,
        game=game,
        options=game_options(options),
        clock=_parsed(parse_clock, clock) if clock else None,
        rated=rated,
    )


def game_options(typed: Sequence[str]) -> dict[str, int | bool | str]:
    """Options of a game, as people type them. Raises Misuse."""
    return dict(map(_option, typed))


def engine(text: str) -> EngineSpec:
    """An engine as people write it: `alphabeta:seconds=1`. Raises Misuse."""
    return _parsed(EngineSpec.parse, text)


def clock(text: str) -> Clock:
    """A clock as people write it: `5+3`. Raises Misuse."""
    return _parsed(parse_clock, text)


def delay(text: str) -> Delay:
    """How late watchers see a match: `2`, `30s`. Raises Misuse."""
    return _parsed(Delay.parse, text)


def _seats(arrangement: MatchSetup) -> list[SeatSpec]:
    if arrangement.seats:
        if arrangement.first in ("me", "them"):
            raise UsageError(
                f"--first {arrangement.first} does not go with --seat",
                "give the seats in the order of play, or draw lots with --first random",
            )
        return [seat(text) for text in arrangement.seats]
    seats: list[SeatSpec] = [Me(), seat(arrangement.opponent)]
    return seats[::-1] if arrangement.first == "them" else seats


def seat(text: str) -> SeatSpec:
    """Who sits at a seat: `me`, `open`, `@NAME`, `bot:NAME` or an engine. Raises Misuse."""
    kind, colon, name = (part.strip() for part in text.strip().partition(":"))
    match kind.lower():
        case "me" if not colon:
            return Me()
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


def _named(kind: type[Invite] | type[Bot], name: str) -> SeatSpec:
    return _parsed(lambda text: kind(name=text), name)


def _option(text: str) -> tuple[str, int | bool | str]:
    """`columns=5`, `exact=true`; the server checks name and value."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise UsageError(f"{text!r} is not an option of a game", "write it like -o columns=5")
    if value.lower() in ("true", "false"):
        return name, value.lower() == "true"
    return name, int(value) if value.isascii() and value.isdecimal() else value


def _parsed(parse: Callable[[str], V], text: str) -> V:
    try:
        return parse(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"in {text!r}, {place}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """What is to be explained, as typed: one of game, match and tree."""

    game: str | None = None
    match: str | None = None
    tree: str | None = None
    options: tuple[str, ...] = ()
    position: str | None = None
    moves: str | None = None
    algorithm: str = "textbook"
    depth: int = 3
    first: str | None = None
    ply: int | None = None


def explain_command(wanted: ExplainRequest, key: str | None = None) -> Explain:
    """The command that asks for a tree. Raises Misuse."""
    given = [name for name in ("game", "match", "tree") if getattr(wanted, name) is not None]
    if len(given) != 1:
        asked = f"not {' and '.join(given)}" if given else "and none was named"
        raise UsageError(f"one game, match or tree is explained, {asked}", "try kibitz explain tictactoe --depth 2")
    if wanted.game is None and (wanted.options or wanted.position or wanted.moves):
        raise UsageError("options, position and moves go with a game", f"leave them out, or leave out --{given[0]}")
    if wanted.tree is None and wanted.first is not None:
        raise UsageError(
            "in a game the side to move is max", "leave --first out, or give a tree of your own with --tree"
        )
    of: dict[str, object]
    if wanted.game is not None:
        moves = (wanted.moves or "").replace(",", " ").split()
        options = game_options(wanted.options)
        of = {"kind": "game", "game": wanted.game, "options": options, "position": wanted.position, "moves": moves}
    elif wanted.match is not None:
        of = {"kind": "match", "match": wanted.match, "key": key, "ply": wanted.ply}
    else:
        of = {"kind": "leaves", "tree": wanted.tree, "first": wanted.first or "max"}
    return build(Explain, of=of, algorithm=wanted.algorithm, depth=wanted.depth)
