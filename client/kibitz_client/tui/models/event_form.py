"""The values of the form for a new tournament and the action that they make. No Textual."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz_client.errors import UsageError
from kibitz_client.parsing.event_setup import EventSetup, create_event
from kibitz_client.text.tournaments.plan import plan_text
from kibitz_client.tui.models.match_form import WrongField
from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import Openings

LENGTH_OF = {
    "swiss": "rounds",
    "round-robin": "cycles",
    "gauntlet": "cycles",
    "match": "games",
    "knockout": "most_pairs",
    "arena": "minutes",
    "ladder": "season",
}
"""For each format the option that says how long it is."""
FIELDS = {
    "option": "options",
    "clock": "clock",
    "engine": "engines",
    "entrants": "kinds",
    "max": "most",
    "start": "start_details",
    "start-when": "start_details",
    "start-now": "start",
    "concurrency": "concurrency",
    "break": "break_s",
    "first-move": "first_move",
    "rated": "rated",
    "accept": "approve",
    "private": "visibility",
    "berserk": "berserk",
    "openings": "openings",
    "name": "name",
    "game": "game",
    "format": "format",
    **{option.replace("_", "-"): "length" for option in LENGTH_OF.values()},
}
"""The field of the form for each option that an error begins with."""
REFUSED_AT = {
    Code.UNKNOWN_GAME: "game",
    Code.BAD_OPTION: "options",
    Code.UNKNOWN_ENGINE: "engines",
    Code.UNFIT_ENGINE: "engines",
    Code.BAD_NAME: "engines",
    Code.BAD_FORMAT: "format",
    Code.CANNOT_RATE: "rated",
}
"""The field that a refusal of the server is about."""
OPTION = re.compile(r"--([a-z-]+)")


@dataclass(frozen=True, slots=True)
class EventForm:
    """The values of the fields, as typed or chosen."""

    game: str
    format: str
    name: str = ""
    clock: str = ""
    engines: str = ""
    kinds: str = ""
    length: str = ""
    most: str = ""
    start: str = "hand"
    start_details: str = ""
    openings: str = "none"
    options: str = ""
    concurrency: str = ""
    break_s: str = ""
    first_move: str = ""
    rated: str = "casual"
    approve: str = "open"
    visibility: str = "public"
    berserk: str = "no"

    def action(self, labels: Mapping[str, str]) -> CreateTournament:
        """Return the action that creates the tournament.

        Args:
            labels: The labels of the fields, which an error names.

        Raises:
            WrongField: The value of a field is invalid, or does not fit the format.
        """
        number = LENGTH_OF[self.format]
        amount = _number("length", self.length, labels, float if number == "minutes" else int)
        by_number = self.start == "when"
        setup = EventSetup(
            format=self.format,
            game=self.game,
            name=self.name or None,
            options=self.options.split(),
            clock=self.clock or None,
            entrants=self.kinds or None,
            most_entrants=_number("most", self.most, labels),
            start=self.start_details if self.start == "at" else None,
            start_when=_number("start_details", self.start_details or "0", labels) if by_number else None,
            start_now=self.start == "now",
            engines=self.engines.split(),
            openings=Openings(source="bundled") if self.openings == "bundled" else None,
            concurrency=_number("concurrency", self.concurrency, labels),
            private=self.visibility == "private",
            rated=self.rated == "rated",
            first_move=_number("first_move", self.first_move, labels, float),
            break_s=_number("break_s", self.break_s, labels, float),
            berserk=self.berserk == "yes",
            approve=self.approve == "approve",
            **{number: amount},
        )
        try:
            return create_event(setup)
        except UsageError as error:
            raise _at_field(error, labels) from None

    def plan(self, labels: Mapping[str, str]) -> str:
        """Return the plan in a sentence; empty while a field is invalid."""
        try:
            return plan_text(self.action(labels))
        except WrongField:
            return ""


def _number(field: str, text: str, labels: Mapping[str, str], kind: Any = int) -> Any:
    if not text:
        return None
    try:
        return kind(text)
    except ValueError:
        raise WrongField(field, f"{labels.get(field, field)}: {text!r} is not a number") from None


def _at_field(error: UsageError, labels: Mapping[str, str]) -> WrongField:
    """Return an error at its field, with the labels of fields in place of the names of options."""
    sentence = str(error)
    found = OPTION.search(sentence)
    field = FIELDS.get(found[1], "name") if found is not None else _unnamed(sentence)

    def label(option: re.Match[str]) -> str:
        return labels.get(FIELDS.get(option[1], ""), option[0])

    # A hint that names options is one for the command line.
    hint = None if error.hint is None or "--" in error.hint else error.hint
    return WrongField(field, OPTION.sub(label, sentence), hint)


def _unnamed(sentence: str) -> str:
    """Return the field of an error that names no option: a clock, an option of the game, or the engines."""
    return next((field for field in ("clock", "option") if field in sentence), "engines").replace("option", "options")
