"""The form for a new tournament, which states the plan: entrants, games, and about how long it takes."""

from dataclasses import fields, replace
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Select

from kibitz_client.errors import RefusedError
from kibitz_client.tui.models.event_form import REFUSED_AT, EventForm
from kibitz_client.tui.models.match_form import WrongField
from kibitz_client.tui.screens.form import FormScreen
from kibitz_client.tui.screens.new_match import GameSelect
from kibitz_client.tui.screens.tournaments import strings
from kibitz_client.tui.strings import CLOCK, CLOCK_HINT, GAME, RATED_CHOICES, TITLE
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.tournaments.commands import CreateTournament


class NewEventScreen(FormScreen):
    """Form of one field a line. The plan above the buttons follows what is typed."""

    help_section = "New event"
    first_of_more = "most"
    DEFAULT_CSS = """
    NewEventScreen #plan { height: auto; max-height: 3; padding: 0 1; text-style: bold; color: $mark; }
    """

    def compose(self) -> ComposeResult:
        """Lay out every field with its label and hint."""
        games, last = self.session.games, self.preferences.game
        chosen = last if last in {game.name for game in games} else games[0].name
        yield TitleBar(f"{TITLE}  {strings.NEW_EVENT}")
        with VerticalScroll(can_focus=False):
            titles = [(game.title, game.name) for game in games]
            yield from self.choice_field("game", GAME, titles, chosen, GameSelect)
            yield from self.choice_field("format", strings.FORMAT, strings.FORMATS)
            yield from self.text_field("length", strings.LENGTHS["round-robin"][0], "", "")
            yield from self.choice_field("kinds", strings.KINDS, strings.KIND_CHOICES)
            yield from self.text_field("engines", strings.ENGINES, "", strings.ENGINES_HINT)
            yield from self.text_field("clock", CLOCK, "", CLOCK_HINT)
            yield from self.choice_field("start", strings.START, strings.START_CHOICES)
            yield from self.text_field("start_details", strings.START_DETAILS["at"][0], "", "")
            yield from self.text_field("name", strings.NAME, "", strings.NAME_HINT)
            with Vertical(id="more"):
                yield from self.text_field("most", strings.MOST, "", "")
                yield from self.choice_field("openings", strings.OPENINGS, strings.OPENING_CHOICES)
                yield from self.text_field("options", strings.OPTIONS, "", strings.OPTIONS_HINT)
                yield from self.text_field("concurrency", strings.CONCURRENCY, "", strings.CONCURRENCY_HINT)
                yield from self.text_field("break_s", strings.BREAK, "", strings.BREAK_HINT)
                yield from self.text_field("first_move", strings.FIRST_MOVE, "", strings.FIRST_MOVE_HINT)
                yield from self.choice_field("rated", strings.RATED, RATED_CHOICES)
                yield from self.choice_field("approve", strings.APPROVE, strings.APPROVE_CHOICES)
                yield from self.choice_field("visibility", strings.PRIVATE, strings.PRIVATE_CHOICES)
                yield from self.choice_field("berserk", strings.BERSERK, strings.BERSERK_CHOICES)
        yield TextLine(id="plan")
        yield from self.foot()

    def on_mount(self) -> None:
        """Show the fields of the first format, and its plan."""
        self._show_fields()
        self._show_plan()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Show the fields of a format or a start, and the plan."""
        if event.select.id in ("format", "start"):
            self._show_fields()
        self._show_plan()

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Show the plan."""
        self._show_plan()

    def action_rules(self) -> None:
        """Show the rules of the chosen game."""
        name = self.value_of("game")
        self.services.navigation.rules(next(game for game in self.session.games if game.name == name))

    def _show_fields(self) -> None:
        self._relabel("length", *strings.LENGTHS[self.value_of("format")])
        self.query_one("#berserk-field").display = self.value_of("format") == "arena"
        start = self.value_of("start")
        self.query_one("#start_details-field").display = start in strings.START_DETAILS
        if start in strings.START_DETAILS:
            self._relabel("start_details", *strings.START_DETAILS[start])

    def _relabel(self, field: str, label: str, hint: str) -> None:
        self.query_one(f"#{field}-label", TextLine).show(label)
        self.notes[field] = hint
        self.note(field)

    def _labels(self) -> dict[str, str]:
        return {
            line.id.removesuffix("-label"): line.shown
            for line in self.query(TextLine)
            if line.id is not None and line.id.endswith("-label")
        }

    def _form(self) -> EventForm:
        given: dict[str, Any] = {each.name: self.value_of(each.name) for each in fields(EventForm)}
        return EventForm(**given)

    def _show_plan(self) -> None:
        plan = self._form().plan(self._labels())
        self.query_one("#plan", TextLine).show(strings.PLAN.format(plan=plan) if plan else "")

    def action_create(self) -> None:
        """Create the tournament and open it."""
        self.clear_errors()
        form = self._form()
        self.services.preferences.apply(replace(self.preferences, game=form.game))
        try:
            do = form.action(self._labels())
        except WrongField as error:
            self.show_error(error.field, str(error), error.hint)
            return
        # Not a worker of this screen, because the screen closes when the tournament opens.
        self.services.start(self._create(do))

    async def _create(self, do: CreateTournament) -> None:
        """Create the tournament. Show a refusal at its field; raise one that belongs to no field."""
        try:
            await self.services.tournaments.create_and_open(do)
        except RefusedError as refusal:
            name = REFUSED_AT.get(refusal.refused.code)
            if name is None or not self.is_attached:
                raise
            self.show_error(name, str(refusal), refusal.hint)
