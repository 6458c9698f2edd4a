"""The values of the new-match form and the command that they make. No Textual."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from kibitz_client.errors import UsageError
from kibitz_client.parsing import arguments
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.parsing.default_engines import ENGINE
from kibitz_client.parsing.match_commands import typed_name
from kibitz_client.parsing.pace import USUAL_S, is_of_engines
from kibitz_client.tui import strings
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Create

T = TypeVar("T")

WEAKEST, STRONGEST = 1, 10
MAX_GAMES = 100
TWO = 2

REFUSED_AT = {
    Code.UNKNOWN_GAME: "game",
    Code.BAD_POSITION: "position",
    Code.BAD_MOVES: "moves",
    Code.BAD_SEATS: "details",
    Code.UNKNOWN_ENGINE: "details",
    Code.UNFIT_ENGINE: "details",
    Code.UNKNOWN_PLAYER: "details",
    Code.BAD_NAME: "details",
    Code.CANNOT_RATE: "rated",
}
"""The field that a refusal of the server is about. A bad option is named in its message."""

FIELDS = {"position": "position", "moves": "moves", "clock": "clock", "options": "game", "engine_pace_s": "pace"}
"""The field of the form for each field of the command that has one of its own; all others describe the opponent."""

SHOW_THINKING = {"usual": None, "show": True, "hide": False}


class WrongField(UsageError):
    """The value of a field is invalid."""

    def __init__(self, field: str, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence, hint)
        self.field = field


@dataclass(frozen=True, slots=True)
class MatchForm:
    """The values of the fields. `options` are those of the game; `algorithm` is one of the server's engines."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    opponent: str = "level"
    algorithm: str = ENGINE
    details: str = "3"
    first: str = "me"
    clock: str = ""
    games: str = "1"
    visibility: str = "public"
    rated: str = "casual"
    watchers: str = "yes"
    delay: str = ""
    chat: str = "yes"
    start: str = "auto"
    thinking: str = "usual"
    pace: str = ""
    help: str = "no"
    position: str = ""
    moves: str = ""

    def command(self) -> Create:
        """Return the command that creates the match.

        Raises:
            WrongField: The value of a field is invalid.
        """
        seats = self._seats()
        clock = _at("clock", arguments.clock, self.clock) if self.clock else None
        delay = _at("delay", arguments.delay, self.delay) if self.delay else None
        for name, value in self.options.items():
            if value:
                _at(option_field(name), arguments.game_options, [f"{name}={value}"])
        first = self.first if self.opponent not in ("duel", "seats", "together") or self.first == "random" else None
        setup = MatchSetup(
            self.game,
            [f"{name}={value}" for name, value in self.options.items() if value],
            seats if len(seats) > 1 else (),
            opponent=seats[0],
            first=first,  # type: ignore[arg-type]  # the choices of a list
            clock=str(clock) if clock is not None else None,
            position=self.position or None,
            moves=self.moves,
            visibility=self.visibility,  # type: ignore[arg-type]
            watchable=self.watchers == "yes",
            delay=str(delay) if delay is not None else None,
            chat=self.chat == "yes",
            rated=self.rated == "rated",
            games=self._games(),
            autostart=self.start == "auto",
            show_thinking=SHOW_THINKING[self.thinking],
            engine_pace=self._pace(),
            help=self.help == "yes",
        )
        command: Create = _at(_field_of, arguments.create, setup)
        if command.engine_pace_s is None and is_of_engines(command):
            command = command.model_copy(update={"engine_pace_s": USUAL_S})
        return command

    def _seats(self) -> list[str]:
        """Return the opponent alone, or every seat."""
        details = self.details.strip()
        match self.opponent:
            case "open":
                return ["open"]
            case "level":
                if not (details.isdecimal() and WEAKEST <= int(details) <= STRONGEST):
                    raise WrongField("details", strings.LEVEL_WRONG.format(text=details))
                return [f"level:{int(details)}"]
            case "engine":
                seats = [f"{self.algorithm}:{details}" if details else self.algorithm]
            case "together":
                return list(_at("details", arguments.both_sides, details))
            case "invite" | "bot":
                if not details:
                    raise WrongField("details", strings.NAME_MISSING)
                seats = [f"@{typed_name(details)}" if self.opponent == "invite" else f"bot:{details}"]
            case _:
                seats = details.split()
                if len(seats) < TWO:
                    raise WrongField("details", strings.SEATS_MISSING)
        for seat in seats:
            _at("details", arguments.seat, seat)
        return seats

    def _pace(self) -> float | None:
        if not self.pace:
            return None
        try:
            return float(self.pace)
        except ValueError:
            raise WrongField("pace", strings.PACE_WRONG.format(text=self.pace)) from None

    def _games(self) -> int:
        if not (self.games.isdecimal() and 1 <= int(self.games) <= MAX_GAMES):
            raise WrongField("games", strings.GAMES_WRONG.format(text=self.games, most=MAX_GAMES))
        return int(self.games)


def option_field(name: str) -> str:
    """Return the id of the field for an option of a game."""
    return f"option-{name}"


def refused_at(code: Code, sentence: str, options: Mapping[str, str]) -> str | None:
    """Return the field that a refusal is about; None if it is about none."""
    if code == Code.BAD_OPTION:
        found = {name: re.search(rf"\b{re.escape(name)}\b", sentence) for name in options}
        named = {place.start(): name for name, place in found.items() if place is not None}
        name = named[min(named)] if named else next(iter(options), None)
        return option_field(name) if name is not None else None
    return REFUSED_AT.get(code)


def _field_of(error: UsageError) -> str:
    """Return the field of a validation error, whose text begins with the field of the command."""
    name = str(error).partition(" ")[0].partition(".")[0]
    return FIELDS.get(name, "details")


def _at(field: str | Callable[[UsageError], str], work: Callable[..., T], *given: object) -> T:
    """Return the result of `work`. Turn a usage error into one of a field."""
    try:
        return work(*given)
    except UsageError as error:
        raise WrongField(field if isinstance(field, str) else field(error), str(error), error.hint) from None
