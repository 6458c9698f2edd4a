"""Client-side state of a match: an immutable value that each server message turns into the next one. No I/O, no rules.

state = None
for message in messages:
    state = advance(state, message)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz_client.errors import UnreadableMessage
from kibitz_client.growing import appended
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    ChanceDecided,
    ClientSeedGiven,
    Created,
    Declined,
    Event,
    Finished,
    Left,
    Moved,
    Next,
    Offered,
    PaceSet,
    Paused,
    Presence,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Resumed,
    Said,
    Seated,
    SeedKept,
    SeedRevealed,
    Settled,
    Snapshot,
    Started,
    TakenBack,
    WentBerserk,
    Withdrawn,
)
from kibitz_protocol.to_client import Thinking as ThinkingMessage
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.clocks import Clock
from kibitz_protocol.values.consistency import message_fault
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.fields import Ply, Seat, Seq
from kibitz_protocol.values.games import GameInfo, OptionValue
from kibitz_protocol.values.matches import (
    ChanceView,
    Delay,
    MatchRow,
    MoveView,
    OfferKind,
    OfferView,
    Phase,
    PlaceView,
    RematchView,
    Result,
    SeriesView,
    Uncounted,
    Visibility,
)
from kibitz_protocol.values.seats import Away, SeatView
from kibitz_protocol.values.state import State

CHAT_KEPT = 200
"""How many lines of chat are kept."""
PASS = "pass"
OVER: tuple[Phase, ...] = ("finished", "aborted")
"""The phases of a match that is over."""


@dataclass(frozen=True, slots=True)
class LatestSearch:
    """Latest search of the engine at a seat. `live`: it still runs."""

    ply: Ply
    search: SearchReport
    live: bool


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as of event `seq`. `you` is the client's seat, if it has one of its own.

    In a `local` match this client plays all sides, for people at one keyboard, so none of them is `you`.
    `moves` begin after the `opening`, which was played from `start`; None is the initial position of the game.
    In a game with chance, `server_seed_hash` is the SHA-256 of the server seed of all chance events, and `server_seed`
    is known once the match is over. `client_seeds` are the client seeds of the players by seat, which the chance events
    depend on too. In a game with hidden information, chance events that this client does not see have the text `?`
    until the seed is revealed. After an early end it is not (`seed_kept`), and what was hidden stays hidden. `notes`
    tell what was left out or guessed when the match was read from a file.
    """

    match: str
    code: str
    seq: Seq
    phase: Phase
    game: GameInfo
    options: Mapping[str, OptionValue]
    board: Board
    seats: tuple[SeatView, ...]
    clock: Clock | None
    show_thinking: bool
    watchers: int
    moves: Sequence[MoveView]
    position: State
    result: Result | None
    you: Seat | None
    searches: Mapping[Seat, LatestSearch] = field(default_factory=dict)
    chat: tuple[Said, ...] = ()
    offers: tuple[OfferView, ...] = ()
    adjourned: bool = False
    rematch: RematchView | None = None
    series: SeriesView | None = None
    berserk: tuple[Seat, ...] | None = None
    """Seats that went berserk; None in a match without berserk."""
    away: tuple[Away, ...] = ()
    series_over: bool = False
    rated: bool = False
    uncounted: Uncounted | None = None
    delay: Delay | None = None
    visibility: Visibility = "public"
    watchable: bool = True
    start: str | None = None
    opening: tuple[str, ...] = ()
    local: bool = False
    chance_events: Sequence[ChanceView] = ()
    client_seeds: tuple[str | None, ...] = ()
    server_seed_hash: str | None = None
    repeatable: bool = False
    server_seed: str | None = None
    seed_kept: bool = False
    notes: tuple[str, ...] = ()
    tournament: PlaceView | None = None
    engine_pace_s: float | None = None
    """Shortest time in which an engine answers, in seconds; None for the server's setting."""
    help: bool = False
    """Whether people who play each other may ask engines during the match."""
    hosting: bool = False
    """Whether this client hosts the match."""

    @property
    def plays(self) -> bool:
        """Whether this client has a seat, or all of them."""
        return self.local or self.you is not None

    @property
    def sets_pace(self) -> bool:
        """Whether this client may set the pace of the match, which two engines play."""
        engines = all(view.kind == "engine" for view in self.seats)
        return self.hosting and engines and self.tournament is None and not self.over

    @property
    def helped(self) -> bool:
        """Whether engines may help now: not in a rated match that goes on, or between people who have not agreed."""
        people = 0 if self.local else sum(view.kind != "engine" and not view.bot for view in self.seats)
        return self.over or not (self.rated or (people > 1 and not self.help))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.phase in OVER

    @property
    def your_turn(self) -> bool:
        """Whether the match waits for a move of this client. While a chance event is due, no side is to move."""
        to_move = self.position.to_move
        return self.phase == "running" and to_move is not None and (self.local or to_move == self.you)

    @property
    def draw_claim(self) -> str:
        """Reason for which this client may claim a draw by offering one; empty if it may not."""
        return self.position.claim if self.your_turn else ""

    @property
    def begun(self) -> bool:
        """Whether each side has moved, or a chance event was decided. To leave such a match is a loss."""
        return bool(self.chance_events) or len({move.seat for move in self.moves}) == len(self.seats)

    @property
    def played_out(self) -> bool:
        """Whether an engine plays this match to its end: a rated one that has begun. It agrees to no pause or abort."""
        return self.rated and self.begun and any(view.kind == "engine" for view in self.seats)

    @property
    def offered(self) -> OfferKind | None:
        """The latest open offer of another player to this client."""
        return next((view.offer for view in reversed(self.offers) if self.you not in (None, view.seat)), None)

    @property
    def settling(self) -> bool:
        """Whether the rules have ended the game, and its players may agree on what is dead."""
        return self.phase == "paused" and bool(self.position.removable)

    @property
    def proposal(self) -> OfferView | None:
        """The latest open proposal of what is dead, of any side."""
        return next((view for view in reversed(self.offers) if view.offer == "settle"), None)

    @property
    def continues(self) -> bool:
        """Whether the match is over, but a message about its series is still to come."""
        return self.over and self.series is not None and not self.series_over

    @property
    def awaits_seed(self) -> bool:
        """Whether the match is over, but its server seed is still to come: the server sends it at once."""
        return self.over and self.server_seed_hash is not None and self.server_seed is None and not self.seed_kept

    @property
    def empty_seats(self) -> int:
        """The number of open seats."""
        return sum(seat.kind == "open" for seat in self.seats)


def row_of(state: MatchState) -> MatchRow:
    """Return a match as a row of the lobby."""
    return MatchRow(
        match=state.match,
        code=state.code,
        game=state.game.name,
        options=dict(state.options),
        phase=state.phase,
        seats=list(state.seats),
        ply=state.position.ply,
        clock=str(state.clock) if state.clock is not None else None,
        watchers=state.watchers,
        result=state.result,
        rated=state.rated,
        uncounted=state.uncounted,
        visibility=state.visibility,
        watchable=state.watchable,
        series=state.series,
        adjourned=state.adjourned,
        to_move=state.position.to_move if state.phase == "running" else None,
        remaining_ms=state.position.remaining_ms,
        you=state.you,
        tournament=state.tournament,
    )


def advance(state: MatchState | None, message: Any) -> MatchState | None:
    """Return the state after a message. Messages of other matches, or before the first snapshot, change nothing.

    Raises:
        UnreadableMessage: The message names seats or cells that the match does not have.
    """
    if isinstance(message, Snapshot):
        if state is None or state.match == message.match:
            return _from_snapshot(message, state.chat if state else ())
        return state
    if state is None or getattr(message, "match", None) != state.match:
        return state
    if (fault := message_fault(state.board, len(state.seats), message)) is not None:
        raise UnreadableMessage(f"a message about match {state.code} cannot be read: its {message.t} {fault}")
    match message:
        case Event():
            return _after_event(state, message)
        case ThinkingMessage():
            info = LatestSearch(message.ply, message.search, live=True)
            # A report that arrives after the next move is about an older position.
            return _with_search(state, message.seat, info) if message.ply == state.position.ply else state
        case Presence(away=away):
            return replace(state, away=tuple(away))
        case Next():
            return replace(state, series=message.series or state.series, series_over=message.next is None)
        case Said():
            return replace(state, chat=(*state.chat, message)[-CHAT_KEPT:])
    return state


def _from_snapshot(snapshot: Snapshot, chat: tuple[Said, ...]) -> MatchState:
    local = len(snapshot.yours) > 1
    return MatchState(
        match=snapshot.match,
        code=snapshot.code,
        seq=snapshot.seq,
        phase=snapshot.phase,
        game=snapshot.game,
        options=snapshot.options,
        board=snapshot.board,
        seats=tuple(_labelled(view) if local else view for view in snapshot.seats),
        clock=snapshot.clock,
        show_thinking=snapshot.show_thinking,
        watchers=snapshot.watchers,
        moves=tuple(snapshot.moves),
        position=snapshot.state,
        result=snapshot.result,
        you=None if local else snapshot.you,
        local=local,
        searches=_known(snapshot.moves),
        chat=chat,
        offers=tuple(snapshot.offers),
        adjourned=snapshot.adjourned,
        rematch=snapshot.rematch,
        series=snapshot.series,
        berserk=None if snapshot.berserk is None else tuple(snapshot.berserk),
        away=tuple(snapshot.away),
        # A client that enters after the end is not redirected to the next match.
        series_over=snapshot.phase in OVER,
        rated=snapshot.rated,
        uncounted=snapshot.uncounted,
        delay=snapshot.delay,
        visibility=snapshot.visibility,
        watchable=snapshot.watchable,
        start=snapshot.start,
        opening=tuple(snapshot.opening),
        chance_events=tuple(snapshot.chance_events),
        client_seeds=tuple(snapshot.client_seeds),
        server_seed_hash=snapshot.server_seed_hash,
        repeatable=snapshot.repeatable,
        notes=tuple(snapshot.notes),
        server_seed=snapshot.server_seed,
        seed_kept=snapshot.seed_kept,
        tournament=snapshot.tournament,
        engine_pace_s=snapshot.engine_pace_s,
        help=snapshot.help,
        hosting=snapshot.hosting,
    )


def _labelled(view: SeatView) -> SeatView:
    """Return a seat under its label: to the player of all sides, each side is the person who was named for it."""
    return view.model_copy(update={"name": view.label, "label": None}) if view.label else view


def _after_event(state: MatchState, event: Event) -> MatchState:
    position, offers = event.state or state.position, _offers_left(state, event)
    state = replace(state, seq=event.seq, phase=event.phase, position=position, offers=offers)
    match event.event:
        case Created() | RematchAgreed() | RematchDropped() | Settled():
            return state
        case Started(uncounted=uncounted):
            return replace(state, uncounted=uncounted)
        case Seated(seat=view):
            return _with_seat(state, view)
        case Left(seat=seat):
            return _with_seat(state, SeatView(seat=seat, kind="open", name=None))
        case Moved(move=move):
            return _after_move(state, move)
        case WentBerserk(seat=seat):
            return replace(state, berserk=(*(state.berserk or ()), seat))
        case ChanceDecided(chance=chance):
            return replace(state, chance_events=appended(state.chance_events, chance))
        case ClientSeedGiven(seat=seat, client_seed=text):
            return _with_client_seed(state, seat, text)
        case SeedRevealed(server_seed=server_seed, chance_events=chance_events):
            return replace(state, server_seed=server_seed, chance_events=tuple(chance_events) or state.chance_events)
        case SeedKept():
            return replace(state, seed_kept=True)
        case Finished(result=result):
            return replace(state, result=result, uncounted=result.uncounted, searches=_at_rest(state.searches))
        case Aborted(reason=reason):
            return replace(state, result=Result(winner=None, reason=reason), searches=_at_rest(state.searches))
        case Offered(seat=seat, offer=offer, dead=dead, points=points):
            kept = _without(state.offers, seat, offer) if offer == "settle" else state.offers
            return replace(state, offers=(*kept, OfferView(seat=seat, offer=offer, dead=dead, points=points)))
        case Agreed(seat=seat, offer=offer) | Declined(seat=seat, offer=offer) | Withdrawn(seat=seat, offer=offer):
            return replace(state, offers=_without(state.offers, seat, offer))
        case TakenBack(plies=plies):
            return _taken_back(state, plies)
        case Paused(adjourned=adjourned):
            return replace(state, adjourned=adjourned, searches=_at_rest(state.searches))
        case Resumed():
            return replace(state, adjourned=False)
        case PaceSet(pace_s=pace_s):
            return replace(state, engine_pace_s=pace_s)
        case Rematched(match=match, code=code):
            return replace(state, rematch=RematchView(match=match, code=code))


def _offers_left(state: MatchState, event: Event) -> tuple[OfferView, ...]:
    """Return the open offers after an event.

    They expire when the position, the clocks or the phase change. Every such event has a state. In some games a draw
    offer stands after the move of the side that made it.
    """
    if event.state is None or not state.offers:
        return state.offers
    if not isinstance(event.event, Moved) or not state.game.draw_offers_stand or event.phase != state.phase:
        return ()
    return tuple(view for view in state.offers if view == OfferView(seat=event.event.move.seat, offer="draw"))


def _without(offers: tuple[OfferView, ...], seat: Seat, offer: OfferKind) -> tuple[OfferView, ...]:
    return tuple(view for view in offers if (view.seat, view.offer) != (seat, offer))


def _taken_back(state: MatchState, plies: int) -> MatchState:
    moves = state.moves[: len(state.moves) - plies]
    chance_events = tuple(chance for chance in state.chance_events if chance.ply <= len(moves))
    return replace(state, moves=moves, chance_events=chance_events, searches=_known(moves))


def _known(moves: Iterable[MoveView]) -> dict[Seat, LatestSearch]:
    """Return the latest search of each engine."""
    return {move.seat: LatestSearch(move.ply, move.search, live=False) for move in moves if move.search is not None}


def searches_at(state: MatchState, ply: Ply) -> Mapping[Seat, LatestSearch]:
    """Return the searches at a ply: the latest ones, or that of the move that was played there."""
    if ply >= state.position.ply:
        return state.searches
    return _known(move for move in state.moves if move.ply == ply)


def _after_move(state: MatchState, move: MoveView) -> MatchState:
    searches = _at_rest(state.searches)
    if move.search is not None:
        searches[move.seat] = LatestSearch(move.ply, move.search, live=False)
    return replace(state, moves=appended(state.moves, move), searches=searches)


def _at_rest(searches: Mapping[Seat, LatestSearch]) -> dict[Seat, LatestSearch]:
    return {seat: replace(info, live=False) for seat, info in searches.items()}


def _with_seat(state: MatchState, view: SeatView) -> MatchState:
    return replace(state, seats=tuple(view if seat.seat == view.seat else seat for seat in state.seats))


def _with_client_seed(state: MatchState, seat: Seat, text: str) -> MatchState:
    known = state.client_seeds or (None,) * len(state.seats)
    return replace(state, client_seeds=tuple(text if at == seat else old for at, old in enumerate(known)))


def _with_search(state: MatchState, seat: Seat, info: LatestSearch) -> MatchState:
    return replace(state, searches={**state.searches, seat: info})


def opening_name(state: MatchState) -> str:
    """Return the name of the opening, as far as the moves have one; empty without one."""
    return next((move.opening for move in reversed(state.moves) if move.opening), "")


def can_claim(state: MatchState) -> bool:
    """Return whether this client plays, and an opponent has been disconnected long enough for a claim."""
    return state.you is not None and any(away.seat != state.you and away.claim_ms == 0 for away in state.away)


def seat_remark(state: MatchState, seat: Seat) -> str:
    """Return what to note after the player at a seat, such as ` (you)`; empty if there is nothing."""
    you = "you" if seat == state.you else "gone" if is_disconnected(state, seat) else ""
    remarks = ", ".join(filter(None, [you, "berserk" if seat in (state.berserk or ()) else ""]))
    return f" ({remarks})" if remarks else ""


def can_go_berserk(state: MatchState) -> bool:
    """Return whether this client may still give up half of its time and its increment: before its first move."""
    open_to_it = state.berserk is not None and state.phase == "running"
    return open_to_it and state.you not in (None, *(state.berserk or ()), *(move.seat for move in state.moves))


def pass_ends(state: MatchState) -> bool:
    """Return whether the last move was a pass, and another one ends the match, as in Go.

    Where a player passes only without another move, no pass is legal after one.
    """
    return bool(state.moves) and state.moves[-1].move == PASS and PASS in state.position.legal


def legal_text(position: State, text: str) -> str | None:
    """Return the legal move that a text is, in capital letters or not; None if there is none."""
    if text in position.legal:
        return text
    return next((move for move in position.legal if move.casefold() == text.casefold()), None)


def is_disconnected(state: MatchState, seat: Seat) -> bool:
    """Return whether the player at a seat is disconnected."""
    return any(away.seat == seat for away in state.away)
