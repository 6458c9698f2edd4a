"""What the organiser of a tournament may do, and the challenges of a ladder, as entries of the command palette."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, Protocol

from kibitz_client.commands.tournament.organise import entrant_fields, forfeit_of, plain_result
from kibitz_client.errors import UsageError
from kibitz_client.match.tournament import is_over
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Ask, Confirm, Pick
from kibitz_client.tui.screens.players.form import FormDialog, FormField
from kibitz_client.tui.screens.tournaments import strings
from kibitz_client.tui.services import PaletteAction
from kibitz_protocol.tournaments.commands import (
    AddEntrant,
    AnswerChallenge,
    ApproveEntrant,
    CancelTournament,
    Challenge,
    ChooseTieBreaks,
    ExtendTournament,
    OfTournament,
    PairByHand,
    PauseTournament,
    RemoveEntrant,
    ResumeTournament,
    SetResult,
    StartTournament,
)
from kibitz_protocol.tournaments.formats import FORMATS_OF
from kibitz_protocol.tournaments.views import GameRow, TournamentView


class Act(Protocol):
    """Carries out an action on the tournament, and says that it was done; shows a refusal."""

    def __call__(self, kind: type[OfTournament], done: str, **fields: Any) -> None: ...


class Organiser:
    """Asks for what an action needs, and carries it out."""

    def __init__(self, screen: KibitzScreen, act: Act, view: TournamentView, game: GameRow | None) -> None:
        self._screen = screen
        self._act = act
        self._view = view
        self._game = game
        """The game that is highlighted, which a result is probably about."""

    def actions(self) -> Iterator[PaletteAction]:
        """Yield what applies to the tournament as it is."""
        view = self._view
        if view.terms.format == "ladder" and view.own is not None and not is_over(view):
            yield from self._challenges()
        if not view.yours:
            return
        works: dict[str, Callable[[], None]] = {
            "start": lambda: self._act(StartTournament, strings.DONE),
            "pause": lambda: self._ask(strings.PAUSE_REASON, self._pause),
            "resume": lambda: self._act(ResumeTournament, strings.DONE),
            "extend-rounds": partial(self._extend, "rounds"),
            "extend-minutes": partial(self._extend, "minutes"),
            "cancel": self._cancel,
            "add": lambda: self._ask(strings.ADD_WHAT, lambda text: self._screen.request(self._add(text))),
            "remove": lambda: self._pick([row.entrant.name for row in view.rows], self._remove),
            "approve": lambda: self._pick([entrant.name for entrant in view.waiting], self._approve),
            "pair": self._pair,
            "result": self._result,
            "tie-breaks": self._tie_breaks,
        }
        for name in applicable(view):
            yield PaletteAction(strings.ORGANISE[name], strings.KEYWORDS, works[name])

    def _challenges(self) -> Iterator[PaletteAction]:
        view, own = self._view, self._view.own
        assert own is not None
        names = [row.entrant.name for row in view.rows if row.rank < own.row.rank]
        if names and view.state == "running":
            yield PaletteAction(strings.CHALLENGE, strings.KEYWORDS, lambda: self._pick(names, self._challenge))
        for each in view.challenges:
            answer = partial(self._act, AnswerChallenge, strings.DONE, challenge=each.challenge)
            if each.accepted:
                continue
            if each.challenged.number == own.row.entrant.number:
                name = each.challenger.name
                title = strings.ACCEPT_CHALLENGE.format(name=name)
                yield PaletteAction(title, strings.KEYWORDS, partial(answer, accept=True))
                title = strings.DECLINE_CHALLENGE.format(name=name)
                yield PaletteAction(title, strings.KEYWORDS, partial(answer, accept=False))
            elif each.challenger.number == own.row.entrant.number:
                title = strings.WITHDRAW_CHALLENGE.format(name=each.challenged.name)
                yield PaletteAction(title, strings.KEYWORDS, partial(answer, accept=False))

    def _challenge(self, name: str) -> None:
        self._act(Challenge, strings.CHALLENGED.format(name=name), entrant=name)

    def _ask(self, question: str, then: Callable[[str], None]) -> None:
        self._screen.app.push_screen(Ask(question), lambda text: then(text) if text is not None else None)

    def _pick(self, names: list[str], then: Callable[[str], None]) -> None:
        if not names:
            self._screen.say(strings.NO_ENTRANTS)
            return
        self._screen.app.push_screen(
            Pick(strings.WHICH_ENTRANT, names), lambda name: then(name) if name is not None else None
        )

    def _form(self, title: str, fields: list[FormField], send: Callable[[dict[str, str]], Awaitable[None]]) -> None:
        self._screen.app.push_screen(FormDialog(title, fields, send))

    def _pause(self, reason: str) -> None:
        self._act(PauseTournament, strings.DONE, reason=reason)

    def _extend(self, what: str) -> None:
        async def send(values: dict[str, str]) -> None:
            await self._send(ExtendTournament, **{what: values[what]})

        label = strings.HOW_MANY[what]
        self._form(strings.ORGANISE[f"extend-{what}"], [FormField(what, label)], send)

    def _cancel(self) -> None:
        question = Confirm(strings.CANCEL_SURE.format(name=self._view.name), cautious=True)
        self._screen.app.push_screen(question, lambda sure: self._act(CancelTournament, strings.DONE) if sure else None)

    async def _add(self, text: str) -> None:
        if not text:
            return
        name, fields = entrant_fields(text, self._screen.session.engines)
        await self._send(AddEntrant, **fields)
        self._screen.say(f"{name}: {strings.DONE}")

    def _remove(self, name: str) -> None:
        def remove(reason: str) -> None:
            self._act(RemoveEntrant, strings.DONE, entrant=name, reason=reason)

        self._ask(strings.REMOVE_REASON.format(name=name), remove)

    def _approve(self, name: str) -> None:
        self._act(ApproveEntrant, strings.DONE, entrant=name)

    def _pair(self) -> None:
        async def send(values: dict[str, str]) -> None:
            second = values["second"].strip()
            given = {"round": values["round"], "first": values["first"]}
            await self._send(PairByHand, **given, second=None if second.lower() == "bye" else second)

        fields = [
            FormField("round", strings.FIELD_ROUND, str(self._view.round + 1)),
            FormField("first", strings.FIELD_FIRST),
            FormField("second", strings.FIELD_SECOND),
        ]
        self._form(strings.ORGANISE["pair"], fields, send)

    def _result(self) -> None:
        async def send(values: dict[str, str]) -> None:
            game = values["game"].strip()
            if not game.isdecimal():
                raise UsageError(strings.NOT_A_NUMBER.format(label=strings.FIELD_GAME, text=game))
            session, id = self._screen.session, self._view.tournament
            result = plain_result(values["result"])
            if result is None:
                absent, key = values["result"].partition(":")[2].strip(), session.tournaments.keys.get(id)
                result = await forfeit_of(session.client, id, int(game), absent, key)
            await self._send(SetResult, game=int(game), result=result, reason=values["reason"])

        fields = [
            FormField("game", strings.FIELD_GAME, str(self._game.game) if self._game is not None else ""),
            FormField("result", strings.FIELD_RESULT),
            FormField("reason", strings.FIELD_REASON),
        ]
        self._form(strings.RESULT_TITLE, fields, send)

    def _tie_breaks(self) -> None:
        async def send(values: dict[str, str]) -> None:
            await self._send(ChooseTieBreaks, tie_breaks=values["names"].replace(",", " ").split())

        field = FormField("names", strings.TIE_BREAK_NAMES, " ".join(self._view.tie_breaks))
        self._form(strings.ORGANISE["tie-breaks"], [field], send)

    async def _send(self, kind: type[OfTournament], **fields: object) -> None:
        await self._screen.session.tournaments.act(kind, self._view.tournament, **fields)
        self._screen.say(strings.DONE)


def applicable(view: TournamentView) -> Iterator[str]:
    """Yield the names of what an organiser may do with a tournament as it is."""
    if is_over(view):
        yield "result"
        return
    format, started = view.terms.format, view.state != "announced"
    if not started:
        yield "start"
    elif view.state == "paused":
        yield "resume"
    else:
        yield "pause"
    if started and format in FORMATS_OF["rounds"]:
        yield "extend-rounds"
    if started and format in FORMATS_OF["minutes"]:
        yield "extend-minutes"
    yield "cancel"
    yield "add"
    if view.rows:
        yield "remove"
    if view.waiting:
        yield "approve"
    if format in FORMATS_OF["rounds"]:
        yield "pair"
    if started:
        yield "result"
    if format in FORMATS_OF["tie_breaks"]:
        yield "tie-breaks"
