"""The outcome of a line of a story as text: events, refusals, boards, clocks and deadlines."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from kibitz_server.core.lobby.series import entrant
from kibitz_server.core.lobby.series import score_after as series_score
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.match.visibility import PUBLIC, seen_position
from kibitz_server.core.values.clock import ClockDisplay
from kibitz_server.core.values.events import (
    Agreement,
    ChanceDecided,
    ClientSeedGiven,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchSettled,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    PaceSet,
    RematchAgreed,
    RematchDropped,
    Rematched,
    SearchInfo,
    SeatLeft,
    SeatTaken,
    SeedKept,
    SeedRevealed,
    TakenBack,
    WentBerserk,
)
from kibitz_server.core.values.players import Engine, Player
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.games.board import Grid

INDENT = "    "


def outcome_lines(match: Match, events: Sequence[Event], refusal: Refusal | None, now: float) -> Iterator[str]:
    """Return the lines to write below a line of the story."""
    first = match.seq - len(events) + 1
    for seq, event in enumerate(events, first):
        yield f"{INDENT}{seq:<2} {_sentence(match, event)}"
    if refusal is not None:
        yield f"{INDENT}refused ({refusal.reason}): {refusal.message}"
        if refusal.hint:
            yield f"{INDENT}  hint: {refusal.hint}"
    if any(isinstance(event, MatchStarted | MovePlayed | ChanceDecided | TakenBack) for event in events):
        yield from _board(match)
    if events:
        yield from state_lines(match, now)
    elif refusal is None:
        yield f"{INDENT}nothing happens"


def _sentence(match: Match, event: Event) -> str:
    """Format an event as a sentence with all of its fields."""
    names = _names(match)
    match event:
        case MatchCreated():
            options = "".join(f" {name}={value}" for name, value in event.options)
            seats = ", ".join(f"{name} {_called(player)}" for name, player in zip(names, event.seats, strict=True))
            position = f" from {event.position}" if event.position else ""
            thinking = "shown" if event.show_thinking else "hidden"
            start = "" if event.autostart else "; the host starts it"
            clock = f"clock {event.control}" if event.control else "no clock"
            return (
                f"{event.host.name} makes {event.game}{options}{position}: {seats}; {clock}; thinking {thinking}{start}"
            )
        case SeatTaken(seat, player):
            return f"{player.name} sits down at {names[seat]}"
        case SeatLeft(seat):
            return f"{names[seat]} is free again"
        case MatchStarted():
            return "the match starts"
        case ClientSeedGiven(seat, text):
            return f"{names[seat]} gives the client seed {text}"
        case WentBerserk(seat, remaining_s):
            return f"{names[seat]} goes berserk, {_seconds(remaining_s)} left"
        case ChanceDecided(number, text, said):
            return f"chance event {number} is {text}" + (f": {said}" if said else "")
        case SeedRevealed(seed):
            return f"the seed was {seed[:4]}...{seed[-4:]}"
        case SeedKept():
            return "the seed stays secret"
        case MovePlayed():
            lag = f" ({_seconds(event.lag_s)} of lag)" if event.lag_s else ""
            left = "" if event.remaining_s is None else f", {_seconds(event.remaining_s)} left"
            left += f" and {event.periods} periods" if event.periods is not None else ""
            played = f"{names[event.seat]} plays {event.move} after {_seconds(event.elapsed_s)}{lag}{left}"
            return played + (f"; it saw {_seen(event.thought)}" if event.thought else "")
        case MatchFinished(result, elapsed_s):
            end = "a draw" if result.winner is None else f"{names[result.winner]} wins"
            spent = f", {_seconds(elapsed_s)} into the next move" if elapsed_s else ""
            return f"{end}: {result.reason}{spent}"
        case MatchAborted(reason):
            return f"given up: {reason}"
        case _:
            return _agreement(names, event)


def _agreement(names: Sequence[str], event: Agreement) -> str:
    """Format an event about offers, pauses and rematches as a sentence."""
    match event:
        case OfferMade(seat, kind, _, cells):
            return " ".join([f"{names[seat]} offers: {kind}", *map(str, cells)])
        case MatchSettled(cells):
            return f"the pieces on {' '.join(map(str, cells))} are taken off"
        case OfferAccepted(seat, kind, by):
            return f"{names[by]} accepts what {names[seat]} offered: {kind}"
        case OfferDeclined(seat, kind, by):
            return f"{names[by]} declines what {names[seat]} offered: {kind}"
        case OfferWithdrawn(seat, kind):
            return f"{names[seat]} withdraws: {kind}"
        case TakenBack(seat, plies):
            return f"{plies} {'ply' if plies == 1 else 'plies'} taken back for {names[seat]}"
        case MatchPaused(elapsed_s, adjourned):
            return f"{'adjourned' if adjourned else 'paused'}, {_seconds(elapsed_s)} into the move"
        case MatchResumed():
            return "resumed"
        case PaceSet(pace_s, step):
            return f"a move takes {pace_s:g} s or more{', and the next one is a step' * step}"
        case RematchAgreed():
            return "a rematch is agreed on"
        case Rematched(_, code):
            return f"the rematch is match {code}"
        case RematchDropped(reason):
            return f"there is no rematch: {reason}"
        case _:
            assert_never(event)


def state_lines(match: Match, now: float) -> Iterator[str]:
    """Return the state of the match: the side to move, the clocks, the deadline, and the requested search."""
    names = _names(match)
    parts = [match.phase.value]
    if match.phase is Phase.RUNNING and match.to_move is not None:
        parts = [f"{names[match.to_move]} to move at ply {match.ply}"]
        parts[0] += f" in {match.position.text}" if match.chance else ""
    displays = match.clock_displays(now)
    if displays is not None:
        shown = [ClockDisplay(*each) for each in zip(*displays, strict=True)]
        parts.append(", ".join(f"{name} {_shown(display)}" for name, display in zip(names, shown, strict=True)))
    series = match.created.terms.series
    if series is not None:
        score = series_score(match)
        points = ", ".join(
            f"{_called(player)} {_number(score[entrant(series, seat)])}" for seat, player in enumerate(match.seats)
        )
        parts.append(f"game {series.number} of {series.games}: {points}")
    deadline = match.next_deadline()
    parts.append("no deadline" if deadline is None else f"deadline [{_number(deadline)}]")
    yield f"{INDENT}= {'; '.join(parts)}"
    request = match.search_request()
    if request is not None:
        engine = Engine(request.engine.algorithm, request.budget)
        turn = f", turn {request.turn}" if request.turn != request.ply else ""
        yield f"{INDENT}? search for {names[request.seat]} at ply {request.ply}{turn}: {engine.name}"


def spectator_lines(delay: SpectatorDelay[Event], events: Sequence[Event], now: float) -> Iterator[str]:
    """Return the lines on what spectators see so far, in a match with a spectator delay."""
    for event in events:
        delay.put(event, event, now)
    for event, _ in delay.release(now):
        yield f"{INDENT}~ who watches hears: {_sentence(delay.shown, event)}"
    at = delay.next_deadline()
    yield f"{INDENT}~ who watches sees ply {delay.shown.ply}" + (f"; more at [{_number(at)}]" if at else "")


def _board(match: Match) -> Iterator[str]:
    grid = match.game.board
    if match.hidden:
        for viewer, name in ((PUBLIC, "all"), *enumerate(_names(match))):
            yield f"{INDENT}   {name}: {seen_position(match, match.position, viewer).text}"
        return
    assert isinstance(grid, Grid), "a story needs a game on a grid"
    for label, row in zip(grid.row_labels, match.position.picture.rows, strict=True):
        yield f"{INDENT}   {label:>2} {' '.join(row)}"
    yield f"{INDENT}      {' '.join(grid.column_labels)}"


def _names(match: Match) -> tuple[str, ...]:
    return match.game.declaration.seats


def _called(player: Player | None) -> str:
    return "open" if player is None else player.name


def _seen(search_info: SearchInfo) -> str:
    line = " ".join(search_info.line)
    proven = "" if search_info.wins_in is None else f" (proven, {abs(search_info.wins_in)} plies)"
    return f"{search_info.score:+d}{proven} at depth {search_info.depth} in {search_info.nodes} nodes: {line}"


def _shown(display: ClockDisplay) -> str:
    return _seconds(display.remaining_s) + (f" ({display.periods} periods)" if display.periods else "")


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _seconds(value: float) -> str:
    return f"{_number(value)} s"
