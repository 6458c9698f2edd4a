"""Chat lines of a bot at the start and the end of its matches. Pure."""

from dataclasses import dataclass
from string import Formatter

from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState
from kibitz_client.text.formatting import result_text
from kibitz_client.text.match_view import unit_of

LONGEST_LINE = 400
AT_START = ("opponent", "name", "game", "code", "clock")
AT_END = (*AT_START, "result")


@dataclass(frozen=True, slots=True)
class Greetings:
    """Texts with placeholders such as `{opponent}`; None says nothing.

    The placeholders are `{opponent}`, `{name}` (the bot's), `{game}`, `{code}` and `{clock}`; in the last words also
    `{result}`.
    """

    first: str | None = None
    last: str | None = None

    def check(self) -> None:
        """Check the placeholders.

        Raises:
            UsageError: A text has an unknown placeholder or a single brace.
        """
        for text, names in ((self.first, AT_START), (self.last, AT_END)):
            if text is not None:
                _check(text, names)

    def at_start(self, state: MatchState) -> str | None:
        """Return the line for the start of a match. A series and a resumed match are greeted once."""
        begun = bool(state.moves) or (state.series is not None and state.series.number > 1)
        return None if self.first is None or begun else _filled(self.first, state)

    def at_end(self, state: MatchState) -> str | None:
        """Return the line for the end of a match, or of its series."""
        goes_on = state.series is not None and state.series.number < state.series.games
        return None if self.last is None or goes_on else _filled(self.last, state)


def _check(text: str, names: tuple[str, ...]) -> None:
    hint = f"use the placeholders {', '.join(f'{{{name}}}' for name in names)}, and {{{{ for a brace"
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise UsageError(f"in {text!r}: {str(error).casefold()}", hint) from None
    for _, name, form, conversion in parts:
        if name is not None and (name not in names or form or conversion):
            raise UsageError(f"{text!r} has an unknown placeholder {{{name}}}", hint)


def _filled(text: str, state: MatchState) -> str:
    """Return a text with its placeholders replaced, as one line that the server accepts."""
    others = [seat.name or seat.kind for seat in state.seats if seat.seat != state.you]
    values = {
        "opponent": " and ".join(others),
        "name": next((seat.name or "" for seat in state.seats if seat.seat == state.you), ""),
        "game": state.game.title,
        "code": state.code,
        "clock": str(state.clock or "no clock"),
        "result": "no result",
    }
    if state.result is not None:
        values["result"] = result_text(
            state.result, state.game.seats, state.seats, aborted=state.phase == "aborted", unit=unit_of(state.board)
        )
    line = "".join(c if c.isprintable() else " " for c in text.format_map(values))
    return line.strip()[:LONGEST_LINE]
