"""What a client knows of a match: a value that each message of the server turns into the next. No I/O, no rules.

state = None
for message in messages:
    state = advance(state, message)
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz_protocol.clocks import Clock
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    Created,
    Declined,
    Event,
    Finished,
    Left,
    Moved,
    Next,
    Offered,
    Paused,
    Presence,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Resumed,
    Said,
    Seated,
    Snapshot,
    Started,
    TakenBack,
    Withdrawn,
)
from kibitz_protocol.to_client import Thinking as ThinkingMessage
from kibitz_protocol.values import (
    Away,
    Board,
    Delay,
    GameInfo,
    MatchRow,
    MoveView,
    OfferKind,
    OfferView,
    OptionValue,
    Phase,
    Ply,
    RematchView,
    Result,
    SearchReport,
    Seat,
    SeatView,
    Seq,
    SeriesView,
    State,
    Visibility,
)

CHAT_KEPT = 200
"""How many lines of chat are kept."""


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What the engine at a seat thinks, or thought last. `live`: its search still runs."""

    ply: Ply
    search: SearchReport
    live: bool


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as of event `seq`. `position` is what can be drawn and played; `you` is our seat, when we play."""

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
    moves: tuple[MoveView, ...]
    position: State
    result: Result | None
    you: Seat | None
    thoughts: Mapping[Seat, SearchInfo] = field(default_factory=dict)
    chat: tuple[Said, ...] = ()
    offers: tuple[OfferView, ...] = ()
    adjourned: bool = False
    rematch: RematchView | None = None
    series: SeriesView | None = None
    away: tuple[Away, ...] = ()
    series_over: bool = False
    rated: bool = False
    delay: Delay | None = None
    visibility: Visibility = "public"
    watchable: bool = True

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.phase in ("finished", "aborted")

    @property
    def your_turn(self) -> bool:
        """Whether the match waits for our move."""
        return self.phase == "running" and self.you is not None and self.position.to_move == self.you

    @property
    def offered(self) -> OfferKind | None:
        """What the other side has offered us last, if it stands."""
        return next((view.offer for view in reversed(self.offers) if self.you not in (None, view.seat)), None)

    @property
    def goes_on(self) -> bool:
        """Whether something is still to be told: the next match of its series, or how that ended."""
        return self.over and self.series is not None and not self.series_over

    @property
    def empty_seats(self) -> int:
        """How many seats wait for someone."""
        return sum(seat.kind == "open" for seat in self.seats)


def row_of(state: MatchState) -> MatchRow:
    """A match as the lobby would list it."""
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
        visibility=state.visibility,
        watchable=state.watchable,
        series=state.series,
        adjourned=state.adjourned,
    )


def advance(state: MatchState | None, message: Any) -> MatchState | None:
    """The state after a message. Messages of other matches, and any before the first snapshot, change nothing."""
    if isinstance(message, Snapshot):
        if state is None or state.match == message.match:
            return _from_snapshot(message, state.chat if state else ())
        return state
    if state is None or getattr(message, "match", None) != state.match:
        return state
    match message:
        case Event():
            return _after_event(state, message)
        case ThinkingMessage():
            thought = SearchInfo(message.ply, message.search, live=True)
            # A report that a move has overtaken says nothing about the position on the board.
            return _with_thought(state, message.seat, thought) if message.ply == state.position.ply else state
        case Presence(away=away):
            return replace(state, away=tuple(away))
        case Next():
            return replace(state, series=message.series or state.series, series_over=message.next is None)
        case Said():
            return replace(state, chat=(*state.chat, message)[-CHAT_KEPT:])
    return state


def _from_snapshot(snapshot: Snapshot, chat: tuple[Said, ...]) -> MatchState:
    return MatchState(
        match=snapshot.match,
        code=snapshot.code,
        seq=snapshot.seq,
        phase=snapshot.phase,
        game=snapshot.game,
        options=snapshot.options,
        board=snapshot.board,
        seats=tuple(snapshot.seats),
        clock=snapshot.clock,
        show_thinking=snapshot.show_thinking,
        watchers=snapshot.watchers,
        moves=tuple(snapshot.moves),
        position=snapshot.state,
        result=snapshot.result,
        you=snapshot.you,
        thoughts=_known(snapshot.moves),
        chat=chat,
        offers=tuple(snapshot.offers),
        adjourned=snapshot.adjourned,
        rematch=snapshot.rematch,
        series=snapshot.series,
        away=tuple(snapshot.away),
        # Nobody is led on who comes when it is over.
        series_over=snapshot.phase in ("finished", "aborted"),
        rated=snapshot.rated,
        delay=snapshot.delay,
        visibility=snapshot.visibility,
        watchable=snapshot.watchable,
    )


def _after_event(state: MatchState, event: Event) -> MatchState:
    # Offers expire when the position, the clocks or the phase change; and whatever changes those sends a state.
    offers = () if event.state is not None else state.offers
    state = replace(state, seq=event.seq, phase=event.phase, position=event.state or state.position, offers=offers)
    match event.event:
        case Created() | Started() | RematchAgreed() | RematchDropped():
            return state
        case Seated(seat=view):
            return _with_seat(state, view)
        case Left(seat=seat):
            return _with_seat(state, SeatView(seat=seat, kind="open", name=None))
        case Moved(move=move):
            return _after_move(state, move)
        case Finished(result=result):
            return replace(state, result=result, thoughts=_at_rest(state.thoughts))
        case Aborted(reason=reason):
            return replace(state, result=Result(winner=None, reason=reason), thoughts=_at_rest(state.thoughts))
        case Offered(seat=seat, offer=offer):
            return replace(state, offers=(*state.offers, OfferView(seat=seat, offer=offer)))
        case Agreed(seat=seat, offer=offer) | Declined(seat=seat, offer=offer) | Withdrawn(seat=seat, offer=offer):
            return replace(state, offers=_without(state.offers, OfferView(seat=seat, offer=offer)))
        case TakenBack(plies=plies):
            return _taken_back(state, plies)
        case Paused(adjourned=adjourned):
            return replace(state, adjourned=adjourned, thoughts=_at_rest(state.thoughts))
        case Resumed():
            return replace(state, adjourned=False)
        case Rematched(match=match, code=code):
            return replace(state, rematch=RematchView(match=match, code=code))


def _without(offers: tuple[OfferView, ...], gone: OfferView) -> tuple[OfferView, ...]:
    return tuple(view for view in offers if view != gone)


def _taken_back(state: MatchState, plies: int) -> MatchState:
    moves = state.moves[: len(state.moves) - plies]
    return replace(state, moves=moves, thoughts=_known(moves))


def _known(moves: Iterable[MoveView]) -> dict[Seat, SearchInfo]:
    """What each engine thought last."""
    return {move.seat: SearchInfo(move.ply, move.search, live=False) for move in moves if move.search is not None}


def _after_move(state: MatchState, move: MoveView) -> MatchState:
    thoughts = _at_rest(state.thoughts)
    if move.search is not None:
        thoughts[move.seat] = SearchInfo(move.ply, move.search, live=False)
    return replace(state, moves=(*state.moves, move), thoughts=thoughts)


def _at_rest(thoughts: Mapping[Seat, SearchInfo]) -> dict[Seat, SearchInfo]:
    return {seat: replace(thought, live=False) for seat, thought in thoughts.items()}


def _with_seat(state: MatchState, view: SeatView) -> MatchState:
    return replace(state, seats=tuple(view if seat.seat == view.seat else seat for seat in state.seats))


def _with_thought(state: MatchState, seat: Seat, thought: SearchInfo) -> MatchState:
    return replace(state, thoughts={**state.thoughts, seat: thought})


def may_claim(state: MatchState) -> bool:
    """Whether we play, and the other side has been gone for long enough."""
    return state.you is not None and any(away.seat != state.you and away.claim_ms == 0 for away in state.away)


def is_gone(state: MatchState, seat: Seat) -> bool:
    """Whether who sits there has no connection."""
    return any(away.seat == seat for away in state.away)
