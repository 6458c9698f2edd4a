"""Rules of offers: making, accepting, declining and withdrawing them, and the answers of engines.

An offer is open until it is answered or withdrawn, or until the next move. In games whose rules say so, a draw offer
stands when its own side moves, until the other side answers or moves. To offer what the other side has offered is
to accept it. Between two of its own moves a seat can make an offer once. In a paused or finished match, where there are
no moves, it can make it `MAX_REPEATS` times. A takeback never crosses a chance event: the chance event would have to be
made again.

A draw offer of the side to move ends the match at once if the game lets that side claim a draw, as after a threefold
repetition.

The host of a match between engines needs no consent, but cannot stop a rated one that has begun. A player with both
seats needs none either, and takes back the last move, whichever side made it.
"""

from itertools import takewhile
from typing import assert_never

from kibitz_server.core.match.commands import (
    AcceptOffer,
    DeclineOffer,
    EngineSettles,
    MakeOffer,
    RematchFailed,
    RematchMade,
    WithdrawOffer,
)
from kibitz_server.core.match.deadlines import finished
from kibitz_server.core.match.phase import OVER, Phase
from kibitz_server.core.match.seats import empty_seats, not_seated
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.settling import MAX_PROPOSALS, lead, whole_groups
from kibitz_server.core.values.clock import DAY_S
from kibitz_server.core.values.endings import AGREEMENT
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchSettled,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Result,
    TakenBack,
)
from kibitz_server.core.values.offers import MadeOffer, OfferKind
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.moves import PASS

MAX_REPEATS = 3
PAUSE_S = 600.0
"""Time after which either side can end a pause alone."""
ADJOURNED_S = 7 * DAY_S
"""Time after which either side can end an adjournment alone."""
OPENING_PLIES = 10
"""An engine declines draws before this ply."""
EVEN = 30
"""Highest own score, in units of a search's score, at which an engine accepts a draw."""

PHASES: dict[OfferKind, tuple[Phase, ...]] = {
    OfferKind.DRAW: (Phase.RUNNING, Phase.PAUSED),
    OfferKind.TAKEBACK: (Phase.RUNNING,),
    OfferKind.PAUSE: (Phase.RUNNING,),
    OfferKind.RESUME: (Phase.PAUSED,),
    OfferKind.ADJOURN: (Phase.RUNNING, Phase.PAUSED),
    OfferKind.ABORT: (Phase.RUNNING, Phase.PAUSED),
    OfferKind.REMATCH: OVER,
    OfferKind.SETTLE: (Phase.PAUSED,),
}
"""Phases in which an offer can be made."""
OF_EVENTS = (OfferKind.DRAW, OfferKind.RESUME, OfferKind.SETTLE)
"""Kinds that players of a tournament can use."""
HOST_KINDS = (OfferKind.PAUSE, OfferKind.RESUME, OfferKind.ADJOURN, OfferKind.ABORT, OfferKind.REMATCH)
"""Kinds that the host of a match between engines can use without consent."""
STOPS = (OfferKind.PAUSE, OfferKind.ADJOURN, OfferKind.ABORT)
"""Kinds that no engine accepts in a rated match that has begun."""


def offer(match: MatchState, command: MakeOffer, now: float) -> list[Event] | Refusal:
    """Return the events of an offer, or a refusal.

    The consequences follow at once if the offer needs no consent, or if the other side made the same offer.
    """
    kind = command.kind
    seat = match.seat_of(command.by)
    alone = kind in HOST_KINDS and _engines_only(match) and command.by == match.created.host.id
    # The refusal of a rematch that was made already has the code of the rematch.
    if seat is None and not alone and (not match.over or kind is OfferKind.REMATCH):
        return not_seated("offers are for players")
    impossible = _impossible(match, kind)
    if impossible:
        return impossible
    if seat is None and alone and kind in STOPS and _played_out(match):
        sentence = "engines play a rated match that has begun to its end"
        return Refusal(Reason.NOT_OVER, sentence, "host it without a rating to be able to stop it")
    if seat is None:
        return _consequences(match, MadeOffer(0, kind), None, now) if alone else not_seated("offers are for players")
    if (tied := _of_tournament(match, kind)) is not None:
        return tied
    if (refusal := _refused_rematch(match, kind, seat)) is not None:
        return refusal
    if kind is OfferKind.DRAW and seat == match.to_move and (reason := match.position.seen_by(seat).claimable):
        claimed = MatchFinished(Result(None, reason), match.elapsed_s(now))
        return [OfferMade(seat, kind, command.id), claimed]
    cells = whole_groups(match.position, command.cells)
    if isinstance(cells, Refusal):
        return cells
    made = MadeOffer(seat, kind, cells)
    if match.local:
        return _decided_alone(match, made, command.id, now)
    if _needs_no_consent(match, kind, now):
        return _consequences(match, made, seat, now)
    offered = match.offers.find(1 - seat, kind)
    if offered is not None and offered.cells == cells and kind is not OfferKind.TAKEBACK:
        return _agreed(match, offered, now)
    repeated = _not_allowed_now(match, made)
    if repeated:
        return repeated
    return [OfferMade(seat, kind, command.id, made.cells), *_engine_answer(match, made, now)]


def accept(match: MatchState, command: AcceptOffer, now: float) -> list[Event] | Refusal:
    """Return the events of accepting an offer of the other side, or a refusal."""
    offered = _offered(match, command)
    if isinstance(offered, Refusal):
        return offered
    return _refused_rematch(match, offered.kind, 1 - offered.seat) or _agreed(match, offered, now)


def decline(match: MatchState, command: DeclineOffer) -> list[Event] | Refusal:
    """Return the event of declining an offer of the other side, or a refusal."""
    offered = _offered(match, command)
    return offered if isinstance(offered, Refusal) else [OfferDeclined(offered.seat, offered.kind, 1 - offered.seat)]


def withdraw(match: MatchState, command: WithdrawOffer) -> list[Event] | Refusal:
    """Return the event of withdrawing an own offer, or a refusal."""
    offered = _offered(match, command)
    return offered if isinstance(offered, Refusal) else [OfferWithdrawn(offered.seat, offered.kind)]


def rematch_ended(match: MatchState, command: RematchMade | RematchFailed) -> list[Event] | Refusal:
    """Return the event of an agreed rematch that was created or could not be, or a refusal."""
    if not match.rematch_pending:
        return Refusal(Reason.NO_OFFER, "no rematch was agreed on")
    if isinstance(command, RematchMade):
        return [Rematched(command.match, command.code)]
    return [RematchDropped(command.reason)]


def engine_agrees(match: MatchState, seat: int, kind: OfferKind) -> bool:
    """Return whether the engine at a seat accepts an offer.

    For a draw, its last search decides; random moves have none. In a game with hidden information the answer would tell
    of what the engine alone has seen, so it declines; and takebacks too, because its answers to several moves from one
    position would tell the same. In rated matches it declines takebacks and, once the match has begun, to stop it. It
    accepts all else.
    """
    if kind in STOPS:
        return not _played_out(match)
    if kind is not OfferKind.DRAW:
        return kind is not OfferKind.TAKEBACK or not (match.created.terms.rated or match.hidden)
    if match.hidden:
        return False
    thoughts = (move.thought for move in reversed(match.moves) if move.seat == seat)
    search_info = next((each for each in thoughts if each is None or each.source != "random"), None)
    if search_info is None or match.ply < OPENING_PLIES:
        return False
    proven = search_info.exact or search_info.wins_in is not None
    return search_info.score <= (0 if proven else EVEN)


def engine_settles(match: MatchState, command: EngineSettles) -> list[Event] | Refusal:
    """Return the events of an engine that has found what is dead, or a refusal.

    It agrees to what the player has proposed meanwhile, if it likes that. It proposes that nothing is dead only to a
    player who would lose so, and may know better.
    """
    seat = next((seat for seat, player in enumerate(match.seats) if isinstance(player, Engine)), None)
    if seat is None or not match.settling or command.turn != match.turn.number:
        return Refusal(Reason.STALE_PLY, "the match does not wait for this engine to settle it")
    cells = whole_groups(match.position, command.cells)
    if isinstance(cells, Refusal):
        return cells
    asked = match.offers.find(1 - seat, OfferKind.SETTLE)
    if asked is None and not cells and lead(match.position, (), seat) <= 0:
        return _settled(match, ())
    made = MadeOffer(seat, OfferKind.SETTLE, cells)
    events: list[Event] = [OfferMade(seat, OfferKind.SETTLE, None, cells)]
    if asked is None:
        return events
    if _likes(match, asked, made):
        return _agreed(match, asked, 0.0)
    return [OfferDeclined(asked.seat, asked.kind, seat), *events]


def _likes(match: MatchState, asked: MadeOffer, own: MadeOffer) -> bool:
    """Return whether the engine that would take off what `own` says agrees to what the other side asks."""
    position, seat = match.position, own.seat
    return lead(position, asked.cells, seat) >= lead(position, own.cells, seat)


def _offered(match: MatchState, command: AcceptOffer | DeclineOffer | WithdrawOffer) -> MadeOffer | Refusal:
    """Return the open offer that a command is about: the newest one, unless it names a kind."""
    seat = match.seat_of(command.by)
    if seat is None:
        return not_seated("offers are for players")
    own = isinstance(command, WithdrawOffer)
    offered = match.offers.find(seat if own else 1 - seat, command.kind)
    if offered is not None:
        return offered
    what = f"{command.kind} offer" if command.kind else "offer"
    whose = "of yours" if own else "of the other side"
    return Refusal(Reason.NO_OFFER, f"there is no open {what} {whose}", _expiry(match, own=own))


def _expiry(match: MatchState, *, own: bool) -> str:
    """Return when offers end, as a hint."""
    if not match.game.declaration.draw_offers_stand:
        return "offers expire on the next move"
    return f"a draw offer stands until {'the other side moves' if own else 'you move'}, others until the next move"


CROSSES_CHANCE = Refusal(
    Reason.NO_MOVE,
    "no move before a chance event can be taken back, because its outcome is known now",
    "play on, or resign",
)


def _impossible(match: MatchState, kind: OfferKind) -> Refusal | None:
    """Return a refusal if this kind cannot be offered in the current state of the match."""
    if match.phase not in PHASES[kind]:
        if kind is OfferKind.RESUME:
            return Refusal(Reason.NOT_PAUSED, "the match is not paused", "it is running already")
        if kind is OfferKind.REMATCH:
            return Refusal(Reason.NOT_OVER, "the match is not over yet", "offer a rematch when it is")
        hint = "offer to resume it" if match.phase is Phase.PAUSED else None
        return Refusal(Reason.NOT_RUNNING, f"the match is {match.phase}", hint)
    if kind is OfferKind.REMATCH and (tied := _of_tournament(match, kind)) is not None:
        return tied
    if kind is OfferKind.REMATCH and empty_seats(match):
        return Refusal(Reason.SEATS_EMPTY, "the match never had all of its players", "start another one")
    series = match.created.terms.series
    if kind is OfferKind.REMATCH and match.phase is Phase.FINISHED and series and series.number < series.games:
        return Refusal(Reason.NOT_OVER, "the series continues", "its next game begins by itself")
    if kind is OfferKind.REMATCH and match.rematch_pending:
        return Refusal(Reason.OFFER_OPEN, "a rematch is agreed on already", "it is about to begin")
    if kind is OfferKind.REMATCH and match.rematch is not None:
        sentence = f"the rematch is match {match.rematch.code}"
        return Refusal(Reason.OFFER_OPEN, sentence, f"kibitz join {match.rematch.code}")
    if kind is OfferKind.SETTLE and not match.settling:
        return Refusal(Reason.NOT_ALLOWED, "there is nothing to settle", "a match is settled once its game has ended")
    if kind is OfferKind.ADJOURN and match.settling:
        return Refusal(Reason.NOT_ALLOWED, "the game has ended", "settle what is dead, or resume to play on")
    if kind is OfferKind.ADJOURN and match.adjourned:
        return Refusal(Reason.NOT_RUNNING, "the match is adjourned already", "offer to resume it")
    return None


def _not_allowed_now(match: MatchState, made: MadeOffer) -> Refusal | None:
    """Return a refusal if a seat cannot make this offer now."""
    if made in match.offers.open:
        return Refusal(Reason.OFFER_OPEN, f"your {made.kind} offer is open already", "wait for the answer")
    if made.kind is OfferKind.SETTLE:
        proposals = sum((offer.seat, offer.kind) == (made.seat, made.kind) for offer in match.offers.made)
        if proposals < MAX_PROPOSALS:
            return None
        return Refusal(Reason.TOO_SOON, f"you have proposed {proposals} times", "wait for the other side, or play on")
    if made.kind is OfferKind.TAKEBACK:
        plies = _plies_to_take_back(match, made.seat)
        if not plies:
            return Refusal(Reason.NO_MOVE, "you have no move to take back", "play one first")
        if match.history.chance_since(match.ply - plies):
            return CROSSES_CHANCE
    moving = match.phase is Phase.RUNNING
    if match.offers.made.count(made) >= (1 if moving else MAX_REPEATS):
        hint = "you may after your next move" if moving else "wait for the other side"
        return Refusal(Reason.TOO_SOON, f"you have offered that already: {made.kind}", hint)
    return None


def _of_tournament(match: MatchState, kind: OfferKind) -> Refusal | None:
    """Return the refusal of an offer that players of a tournament cannot agree on: others wait for their game."""
    if match.created.terms.tournament is None or kind in OF_EVENTS:
        return None
    return Refusal(Reason.NOT_ALLOWED, f"a game of an event has no {kind}", "play it out, or offer a draw")


def _refused_rematch(match: MatchState, kind: OfferKind, seat: int) -> Refusal | None:
    """Return why the player at a seat gets no rated rematch; None if the offer is another one, or is possible."""
    player = match.seats[seat]
    if kind is not OfferKind.REMATCH or not match.created.terms.rated or not isinstance(player, Human):
        return None
    return match.rated_rules.refusal(player, you=True)


def _needs_no_consent(match: MatchState, kind: OfferKind, now: float) -> bool:
    """Return whether a player can do this alone: abort a match that has not begun, or end a long pause."""
    if kind is OfferKind.ABORT:
        return not match.begun
    bound_s = 0.0 if match.settling else ADJOURNED_S if match.adjourned else PAUSE_S
    return kind is OfferKind.RESUME and now - match.turn.began_at >= bound_s


def _decided_alone(match: MatchState, made: MadeOffer, command: str | None, now: float) -> list[Event] | Refusal:
    """Return the events of a decision of a player who has both seats."""
    if made.kind is not OfferKind.TAKEBACK:
        return _consequences(match, made, made.seat, now, agreed=True)
    if not match.moves:
        return Refusal(Reason.NO_MOVE, "no move can be taken back", "play one first")
    if match.history.chance_since(match.ply - 1):
        return CROSSES_CHANCE
    return [TakenBack(match.moves[-1].seat, 1, command)]


def _played_out(match: MatchState) -> bool:
    """Return whether engines play a match to its end: an engine that stops it would spare its opponent a loss."""
    return match.created.terms.rated and match.begun


def _engines_only(match: MatchState) -> bool:
    return all(isinstance(player, Engine) for player in match.seats)


def _plies_to_take_back(match: MatchState, seat: int) -> int:
    """Return the number of plies since the seat's last move, inclusive; 0 if it has made no move."""
    return next((match.ply - number for number in reversed(range(match.ply)) if match.moves[number].seat == seat), 0)


def _engine_answer(match: MatchState, made: MadeOffer, now: float) -> list[Event]:
    other = 1 - made.seat
    if not isinstance(match.seats[other], Engine):
        return []
    if made.kind is OfferKind.SETTLE:
        proposed = [each for each in match.offers.made if (each.seat, each.kind) == (other, made.kind)]
        own = proposed[-1] if proposed else None
        if own is None:
            return []  # it has not found yet what is dead
        return _agreed(match, made, now) if _likes(match, made, own) else [OfferDeclined(made.seat, made.kind, other)]
    if engine_agrees(match, other, made.kind):
        return _agreed(match, made, now)
    return [OfferDeclined(made.seat, made.kind, other)]


def _agreed(match: MatchState, offered: MadeOffer, now: float) -> list[Event]:
    accepted = OfferAccepted(offered.seat, offered.kind, 1 - offered.seat)
    return [accepted, *_consequences(match, offered, offered.seat, now, agreed=True)]


def _consequences(
    match: MatchState, made: MadeOffer, seat: int | None, now: float, *, agreed: bool = False
) -> list[Event]:
    """Return the consequences of an agreement, or of a decision of one side; `seat` is None for a host without one."""
    elapsed_s, kind = match.elapsed_s(now), made.kind
    match kind:
        case OfferKind.DRAW:
            return [MatchFinished(Result(None, AGREEMENT), elapsed_s)]
        case OfferKind.TAKEBACK:
            assert seat is not None
            return [TakenBack(seat, _plies_to_take_back(match, seat))]
        case OfferKind.PAUSE | OfferKind.ADJOURN:
            return [MatchPaused(elapsed_s, kind is OfferKind.ADJOURN)]
        case OfferKind.RESUME:
            return [*_played_on(match), MatchResumed()]
        case OfferKind.SETTLE:
            return _settled(match, made.cells)
        case OfferKind.ABORT:
            player = match.created.host if seat is None else match.seats[seat]
            assert player is not None
            return [MatchAborted("by agreement") if agreed else MatchAborted(f"{player.name} aborted it", seat)]
        case OfferKind.REMATCH:
            return [RematchAgreed()]
        case _:
            assert_never(kind)


def _settled(match: MatchState, cells: tuple[int, ...]) -> list[Event]:
    """Return the end of a match whose sides agree on what is dead."""
    outcome = match.position.without(cells).outcome
    assert outcome is not None
    return [*([MatchSettled(cells)] if cells else []), finished(outcome)]


def _played_on(match: MatchState) -> list[Event]:
    """Return how a side plays on after the rules have ended the game: the passes that ended it are taken back."""
    if not match.settling:
        return []
    passes = sum(1 for _ in takewhile(lambda move: move.move == PASS, reversed(match.moves)))
    return [TakenBack(match.moves[-passes].seat, passes)]
