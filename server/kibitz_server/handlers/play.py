"""Commands of a match's players: take a seat, start, move, resign, offer, claim, ask for a hint or for turn alerts."""

from functools import partial
from typing import Any

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.engines import EngineSpec
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.commands import (
    Claim,
    Command,
    GiveClientSeed,
    GoBerserk,
    PlayMove,
    Resign,
    SetPace,
    StartMatch,
    TakeSeat,
)
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import analysis_allowed, audience
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason
from kibitz_server.engine.algorithms import usual
from kibitz_server.engine.driver import SearchResult
from kibitz_server.handlers import access, watch
from kibitz_server.handlers.create import DEFAULT_S
from kibitz_server.handlers.positions.fair import check_line
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.jobs.lines import line_of_match
from kibitz_server.messages import commands, match_data, replies, searches
from kibitz_server.messages.encoding import DecodedMove
from kibitz_server.runtime.engines.engine_turns import HINT_S
from kibitz_server.runtime.room import Room


def move(request: Request[DecodedMove]) -> None:
    """Play a move."""
    message, client = request.message, request.client
    _act(request, PlayMove(client.player.id, message.ply, message.move, message.position, client.lag_s, message.id))


def join(request: Request[to_server.Join]) -> None:
    """Take a seat of a match, and enter its room."""
    _act(request, TakeSeat(request.client.player, request.message.seat), enter=True)


def start(request: Request[to_server.Start]) -> None:
    """Start a match as its host, and enter its room."""
    _act(request, StartMatch(request.client.player.id), enter=True)


def give_client_seed(request: Request[to_server.GiveClientSeed]) -> None:
    """Give a client seed for the chance events of a match."""
    _act(request, GiveClientSeed(request.client.player.id, request.message.client_seed))


def go_berserk(request: Request[to_server.GoBerserk]) -> None:
    """Give up half of the time and the increment."""
    _act(request, GoBerserk(request.client.player.id))


def set_pace(request: Request[to_server.SetPace]) -> None:
    """Set the pace of a match between engines, or have one move played."""
    message = request.message
    _act(request, SetPace(request.client.player.id, message.engine_pace_s, message.step_at))


def resign(request: Request[to_server.Resign]) -> None:
    """Resign."""
    _act(request, Resign(request.client.player.id))


def offer(
    request: Request[to_server.Offer | to_server.Accept | to_server.Decline | to_server.Withdraw],
) -> None:
    """Make, accept, decline or withdraw an offer.

    Raises:
        CommandRefused: It is an offer of a rematch, and the host does not let the client begin such a match.
    """
    if isinstance(request.message, to_server.Offer) and request.message.offer == "rematch":
        match = access.find(request).match
        seat = match.seat_of(request.client.player.id)
        # The same offer as that of the other side accepts it, and the other side may begin the match.
        if seat is None or match.offers.find(1 - seat, OfferKind.REMATCH) is None:
            access.check_host(request, match.game.name)
    _act(request, commands.offer_command(request.message, request.client.player.id))


def claim(request: Request[to_server.Claim]) -> None:
    """Claim a win or a draw against a disconnected opponent."""
    _act(request, Claim(request.client.player.id, request.message.result == "draw"))


async def hint(request: Request[to_server.Hint]) -> None:
    """Search a move for the player to move, and answer with it.

    Raises:
        CommandRefused: The client may not know of the match, or the match went on before the hint was found.
    """
    room = access.find(request)
    match = room.match
    seat = match.seat_of(request.client.player.id)
    spec = request.message.engine or EngineSpec(algorithm=usual(match.game))
    engine = commands.engine(spec, DEFAULT_S, HINT_S)
    if seat is None:
        request.refuse(Code.NOT_SEATED, hint="hints are for players")
    elif not analysis_allowed(match):
        request.refuse(Code.NO_HELP, hint="people may agree on engine help when a match is created, without a rating")
    elif match.phase is not Phase.RUNNING:
        request.refuse(Code.NOT_RUNNING, hint="hints are for running matches")
    elif seat != match.to_move:
        request.refuse(Code.NOT_YOUR_TURN, hint="ask again when you are to move")
    elif request.context.hint_pending:
        request.refuse(Code.TOO_MANY, "your last hint is still being searched", "wait for it")
    elif access.engine_fits(request, engine, match.game.name, match.game.options):
        await _search_hint(request, room, engine)


def turn_alerts(request: Request[to_server.TellTurns]) -> None:
    """Switch on or off the MQTT topic that alerts the player to its turns."""
    on = request.message.on

    def answer(topic: str | None, saved: bool) -> None:
        if topic is None:
            request.refuse(Code.NO_FEED, hint="its operator can connect one with --mqtt")
        elif not saved:
            request.refuse(Code.NOT_SAVED, hint="try again in a moment")
        else:
            request.reply({"kind": "turns", "topic": topic, "on": on})

    request.runtime.feed.tell_turns(request.client.player.id, on, answer)


def _act(request: Request[Any], command: Command, *, enter: bool = False) -> None:
    """Apply a command to the match that the message names, and answer. `enter` adds the client to its room."""
    room = access.find(request)
    request.runtime.runner.act(room, command, partial(_answer, request, room, enter))


def _answer(request: Request[Any], room: Room, enter: bool, decision: Decision | Code) -> None:
    client = request.client
    if isinstance(decision, Code):
        request.refuse(decision)
    elif (refusal := decision.refusal) is not None:
        stale = refusal.reason in (Reason.STALE_PLY, Reason.NOT_YOUR_TURN)
        match, now = room.match, request.runtime.runner.now()
        told = stale and not room.ending
        state = match_data.match_state(match, now, audience(match, client.player.id)) if told else None
        request.refuse(refusal.reason, refusal.message, refusal.hint, state)
    elif enter and room not in client.rooms:
        watch.enter(request, room)
    else:
        request.reply(replies.entered(room.match, client.player.id) if enter else None)


async def _search_hint(request: Request[to_server.Hint], room: Room, engine: Engine) -> None:
    """Answer with a hint once it is found. Raises CommandRefused."""
    context, ply = request.context, room.match.ply
    context.hint_pending = True
    try:
        await check_line(request, line_of_match(room.match))
        if room.match.ply != ply or room.match.phase is not Phase.RUNNING:
            raise _went_on()
        begin = partial(request.runtime.engine_turns.hint, room, engine, request.client.player.id)
        report: SearchResult | None = await AwaitedOutcome(begin)
    finally:
        context.hint_pending = False
    if report is None:
        raise _went_on()
    match, seat = room.match, room.match.to_move
    assert seat is not None
    seen = match.position.seen_by(seat)
    found = {
        "move": report.move,
        "said": seen.said(seen.find(report.move)),
        "search": searches.search_data(match.game, report),
    }
    request.reply({"kind": "hinted", "match": match.created.id, "ply": ply, **found})


def _went_on() -> CommandRefused:
    return CommandRefused(Code.STALE_PLY, "the match went on before the hint was found")
