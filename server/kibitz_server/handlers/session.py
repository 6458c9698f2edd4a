"""Dispatch of one client's commands to their handlers. Each command gets exactly one answer.

Identity comes from the connection. Answers to commands that change something are kept for a while by command id, so
that a command repeated after a dropped connection is answered again and not carried out twice.
"""

import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, get_args

import structlog

from kibitz_protocol import to_server
from kibitz_protocol.commands.archive import Export, OpenFile, SearchArchive, ShowRatings
from kibitz_protocol.commands.away import alerts as alert_commands
from kibitz_protocol.commands.match_info import ShowSeries, ShowWatchers
from kibitz_protocol.commands.positions import Evaluate, Explore
from kibitz_protocol.commands.puzzles import (
    AnswerPuzzle,
    DailyPuzzle,
    HelpPuzzle,
    ListPuzzleAttempts,
    NextPuzzle,
    ShowPuzzle,
)
from kibitz_protocol.commands.studies.study import (
    CreateStudy,
    DeleteStudy,
    ExportStudy,
    ListStudies,
    SaveStudy,
    ShowStudy,
)
from kibitz_protocol.commands.teaching import lessons as lesson_commands
from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_protocol.tournaments import commands as tournaments
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers import archive, create, explain, lobby, play, series, watch
from kibitz_server.handlers.accounts import AccountCommands
from kibitz_server.handlers.alerts import manage as alerts
from kibitz_server.handlers.answers import NEW_ID_HINT, Answers, Begun
from kibitz_server.handlers.lessons import commands as lessons
from kibitz_server.handlers.positions.evaluate import evaluate
from kibitz_server.handlers.positions.explore import explore
from kibitz_server.handlers.puzzles import commands as puzzles
from kibitz_server.handlers.request import AwaitedOutcome, CommandContext, Request
from kibitz_server.handlers.studies import commands as studies
from kibitz_server.handlers.tournaments import act, league, show
from kibitz_server.handlers.tournaments.access import doing
from kibitz_server.handlers.tournaments.create import create as create_tournament
from kibitz_server.jobs.database import Unreadable, unreadable
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.messages import replies
from kibitz_server.messages.encoding import AnyCommand, DecodedMove, encode
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.room import ConnectedClient
from kibitz_server.runtime.runner import RETRY_HINT
from kibitz_server.runtime.runtime import Runtime

log = structlog.get_logger(__name__)

Waiting = Coroutine[AwaitedOutcome[Any], Any, None]
"""A handler that is a coroutine, after it was called."""
Handler = Callable[[Request[Any]], Waiting | None]

READERS: dict[type, Handler] = {
    to_server.Ping: lobby.ping,
    to_server.ListGames: lobby.list_games,
    to_server.ListMatches: lobby.list_matches,
    to_server.FollowLobbyChat: lobby.follow_chat,
    to_server.Watch: watch.watch,
    to_server.Unwatch: watch.unwatch,
    to_server.Record: archive.record,
    Export: archive.export,
    OpenFile: archive.open_file,
    to_server.Explain: explain.explain,
    Explore: explore,
    to_server.Analyse: archive.analyse,
    SearchArchive: archive.search,
    ShowRatings: archive.ratings,
    ShowSeries: series.show_series,
    ShowWatchers: series.show_watchers,
    NextPuzzle: puzzles.next_puzzle,
    ShowPuzzle: puzzles.show_puzzle,
    DailyPuzzle: puzzles.daily_puzzle,
    ListPuzzleAttempts: puzzles.list_attempts,
    lesson_commands.ListLessons: lessons.list_own,
    lesson_commands.ShowLesson: lessons.show,
    lesson_commands.OpenLesson: lessons.open_lesson,
    lesson_commands.LeaveLesson: lessons.leave,
    lesson_commands.ShowTask: lessons.show_task,
    lesson_commands.FollowResults: lessons.follow_results,
    ShowStudy: studies.show,
    ListStudies: studies.list_studies,
    ExportStudy: studies.export,
    alert_commands.ShowAlerts: alerts.show,
    alert_commands.LookAway: alerts.look_away,
    tournaments.ListTournaments: doing(show.list_tournaments),
    tournaments.ShowTournament: doing(show.show),
    tournaments.UnfollowTournament: doing(show.unfollow),
    tournaments.ListTournamentGames: doing(show.list_games),
    tournaments.ShowRounds: doing(show.show_round),
    tournaments.ShowCrosstable: doing(show.show_crosstable),
    tournaments.ShowStatistics: doing(show.show_statistics),
    tournaments.ExplainRow: doing(show.explain),
    tournaments.ExportTournament: doing(show.export),
}
"""Handlers of commands that change no match and no account: a repeated one is carried out again."""

WRITERS: dict[type, Handler] = {
    to_server.Create: create.create,
    to_server.SetPace: play.set_pace,
    to_server.Join: play.join,
    to_server.Start: play.start,
    to_server.GiveClientSeed: play.give_client_seed,
    to_server.GoBerserk: play.go_berserk,
    DecodedMove: play.move,
    to_server.Resign: play.resign,
    to_server.Offer: play.offer,
    to_server.Accept: play.offer,
    to_server.Decline: play.offer,
    to_server.Withdraw: play.offer,
    to_server.Claim: play.claim,
    to_server.Hint: play.hint,
    Evaluate: evaluate,
    AnswerPuzzle: puzzles.answer_puzzle,
    HelpPuzzle: puzzles.help_puzzle,
    lesson_commands.MakeLesson: lessons.make,
    lesson_commands.JoinLesson: lessons.join,
    lesson_commands.AnswerTask: lessons.answer,
    lesson_commands.DriveLesson: lessons.drive,
    lesson_commands.DeleteLesson: lessons.delete,
    CreateStudy: studies.create,
    SaveStudy: studies.save,
    DeleteStudy: studies.delete,
    to_server.TellTurns: play.turn_alerts,
    **dict.fromkeys(get_args(alert_commands.AlertChange), alerts.change),
    to_server.Chat: watch.chat,
    to_server.SayInLobby: lobby.say,
    to_server.Mute: watch.mute,
    to_server.Seek: lobby.seek,
    to_server.Unseek: lobby.unseek,
    tournaments.CreateTournament: doing(create_tournament),
    tournaments.CreateLeague: doing(league.create_league),
    tournaments.BeginSeason: doing(league.begin_season),
    tournaments.EnterTournament: doing(act.enter),
    tournaments.AddEntrant: doing(act.add),
    **dict.fromkeys(act.PLAIN, doing(act.act)),
}
"""Handlers of commands that are carried out once. Commands of accounts and moderation go to `AccountCommands`."""

KEEPING = {
    to_server.Create,
    to_server.Join,
    to_server.Seek,
    to_server.Mute,
    to_server.TellTurns,
    AnswerPuzzle,
    HelpPuzzle,
    lesson_commands.MakeLesson,
    lesson_commands.JoinLesson,
    CreateStudy,
    alert_commands.AddPush,
    alert_commands.AddMail,
    tournaments.CreateTournament,
    tournaments.CreateLeague,
    tournaments.EnterTournament,
}
"""Commands by which a guest comes to own something, so that the server stores the guest."""

NEW_WORK = {
    to_server.Create,
    to_server.Seek,
    to_server.Hint,
    Evaluate,
    tournaments.CreateTournament,
    tournaments.CreateLeague,
    tournaments.BeginSeason,
}
"""Commands that a server refuses while it drains."""


class ClientSession:
    """Commands of one connection. `pending` counts those without an answer."""

    def __init__(
        self,
        runtime: Runtime,
        answers: Answers,
        accounts: AccountCommands,
        client: ConnectedClient,
        limiter: ClientLimiter | None = None,
    ) -> None:
        self._runtime = runtime
        self._answers = answers
        self._accounts = accounts
        self._client = client
        self._limiter = limiter
        self._context = CommandContext(runtime, accounts.accounts, accounts.moderation, client, limiter)
        self.pending = 0

    def receive(self, message: AnyCommand) -> None:
        """Carry out one command, now or after others of its address. It is answered now or later.

        A connection that the server closes is not heard: its token may have ended, and a client that does not read
        would hold up the close.
        """
        self.pending += 1
        if self._limiter is None:
            self._run(message)
            return
        exceeded = self._limiter.command(message, guest=not self._client.player.account) or self._limiter.run(
            message, partial(self._run, message)
        )
        if exceeded is not None:
            # Not kept as the answer of the command: the client may repeat it under the same id.
            self.pending -= 1
            self._limiter.note_refusal()
            self._runtime.metrics.refusals.labels(exceeded.code.value).inc()
            self._client.send(OutgoingMessage(encode(replies.limit_exceeded(message.id, exceeded))))

    def _run(self, message: AnyCommand) -> None:
        if self._client.ending is not None:
            self.pending -= 1
            return
        kind, runtime = type(getattr(message, "do", message)), self._runtime
        request: Request[Any] = Request(self._context, message, self._answer)
        waiting = None
        try:
            if kind in READERS:
                waiting = READERS[kind](request)
            elif (begun := self._answers.begin(self._client, message)) is not Begun.NEW:
                self.pending -= 1
                if begun is Begun.REUSED:
                    self._refuse_reused(message.id)
            elif not runtime.store.healthy:
                request.refuse(Code.NOT_SAVED, hint="try again in a moment")
            elif runtime.runner.draining and kind in NEW_WORK:
                request.refuse(Code.DRAINING, hint=RETRY_HINT, retry_after_s=60)
            else:
                if kind in KEEPING:
                    self._accounts.accounts.keep(self._client.player, self._client.info)
                waiting = WRITERS.get(kind, self._accounts.receive)(request)
        except Exception as error:
            self._give_up(request, error)
        if waiting is not None:
            self._go_on(request, partial(waiting.send, None), waiting)

    def _go_on(self, request: Request[Any], step: Callable[[], AwaitedOutcome[Any]], handler: Waiting) -> None:
        """Carry on with a handler until it waits again or ends."""
        try:
            outcome = step()
        except StopIteration:
            return
        except Exception as error:
            self._give_up(request, error)
            return
        try:
            outcome.begin(partial(self._carry_on, request, handler))
        except Exception as error:
            self._go_on(request, partial(handler.throw, error), handler)

    def _carry_on(self, request: Request[Any], handler: Waiting, found: Any) -> None:
        """Carry on with a handler that waited, and charge what that costs."""
        work = partial(self._go_on, request, partial(handler.send, found), handler)
        if self._limiter is None:
            work()
        else:
            self._limiter.carry_on(request.message, work)

    def _give_up(self, request: Request[Any], error: Exception) -> None:
        """Refuse a command whose handler raised: a refusal, or a fault of the server, which must not end the others."""
        if isinstance(error, CommandRefused):
            request.refuse_because(error)
            return
        if isinstance(error, Unreadable):
            log.warning("the database cannot be read", error=str(error))
            request.refuse_because(unreadable())
            return
        log.error("a command failed", t=request.message.t, player=self._client.player.name, exc_info=error)
        if not request.answered:
            request.refuse(Code.INTERNAL)

    def _refuse_reused(self, id: str) -> None:
        """Refuse a command with the id of another one. The answer of the other one stays."""
        code = Code.ID_REUSED
        self._runtime.metrics.refusals.labels(code.value).inc()
        self._client.send(OutgoingMessage(encode(replies.refused(id, code, SENTENCES[code], NEW_ID_HINT))))

    def _answer(self, request: Request[Any], answer: Data) -> None:
        if self._limiter is None or self._limiter.measuring:
            self._send_answer(request, answer)
        else:
            # The answer of a command that was carried out in the background is part of its cost.
            self._limiter.carry_on(request.message, partial(self._send_answer, request, answer))

    def _send_answer(self, request: Request[Any], answer: Data) -> None:
        encoded = encode(answer)  # an answer that cannot be encoded is none
        self.pending -= 1
        request.answered = True
        message, metrics, kept = request.message, self._runtime.metrics, None
        if answer["t"] == "refused":
            metrics.refusals.labels(answer["code"]).inc()
            if answer["state"] is not None:
                # A client that repeats a command has reconnected, and has the state from its snapshot.
                kept = encode({**answer, "state": None})
        metrics.answer_s[message.t].observe(time.perf_counter() - request.received_at)
        self._answers.end(self._client, message.id, encoded, kept)
