"""Sentences about what an entrant waits for: the end of a game, a resting entrant, or the next pairing."""

from collections.abc import Iterator

from kibitz_server.core.tournament.formats import arena, challenges, knockout, swiss
from kibitz_server.core.tournament.records import EntrantRecord, GameRecord, PairRecord
from kibitz_server.core.tournament.rules.progress import next_round_at
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import ByeKind, Format

MOST_NAMED = 3
"""Games or entrants that a sentence names; it counts the others."""
_BYES = {
    ByeKind.PAIRING: "has a bye in round {round}, because no opponent was left",
    ByeKind.HALF: "has a bye of half a point in round {round}",
    ByeKind.ZERO: "is not paired in round {round}",
}


def why(tournament: Tournament, number: int, now: float) -> list[str]:
    """Return sentences about what an entrant does or waits for now, the most important one first.

    Args:
        tournament: The tournament.
        number: The entrant, from 1.
        now: Time on the clock of matches.
    """
    return list(_sentences(tournament, tournament.entrant(number), now))


def _sentences(state: Tournament, own: EntrantRecord, now: float) -> Iterator[str]:
    name = own.entrant.name
    if state.ended is not None:
        yield f"The tournament is over: {state.ended.reason}." if state.ended.reason else "The tournament is over."
        return
    if not own.approved:
        yield f"The organiser has not approved {name} yet."
        return
    if own.left:
        yield f"{name} was removed: {own.reason or 'by the organiser'}." if own.removed else f"{name} has withdrawn."
        return
    if own.resting:
        yield f"{name} rests{': ' + own.reason if own.reason else ''}, and is not paired before it is ready."
    for game in own.running:
        yield f"{name} plays {_opponent(state, own, state.games[game - 1])}."
    if state.paused is not None:
        by = f" by {state.paused.by}" if state.paused.by else ""
        yield f"The tournament is paused{by}{': ' + state.paused.reason if state.paused.reason else ''}."
        return
    if not state.started:
        yield from _start(state, now)
    elif not own.running and not own.resting:
        yield from _due(state, own) or _waiting(state, own, now)


def _start(state: Tournament, now: float) -> Iterator[str]:
    wanted = state.terms.start.entrants if state.terms.start else None
    if state.starts_at is not None:
        yield f"The tournament starts in {_time(state.starts_at - now)}."
    elif wanted is not None:
        missing = max(0, wanted - len(state.active))
        yield f"The tournament starts with {wanted} entrants: {missing} {'is' if missing == 1 else 'are'} missing."
    else:
        yield "The tournament starts when the organiser starts it."


def _due(state: Tournament, own: EntrantRecord) -> list[str]:
    """Return what the paired games of an entrant wait for that have not begun."""
    for pair in state.due.values():
        if own.number not in pair.entrants or not state.rounds[pair.round - 1].complete:
            continue
        other = state.entrant(pair.opponent(own.number))
        against = f"The next game of {own.entrant.name} is against {other.entrant.name}"
        if other.resting:
            return [f"{against}, which rests: it begins when {other.entrant.name} is ready."]
        if other.running and not other.engine:
            game = state.games[other.running[0] - 1]
            return [f"{against}, which still plays {_opponent(state, other, game)}."]
        if own.engine and other.engine:
            return [f"{against}: it begins when a slot for a search is free."]
        return [f"{against}: it begins now."]
    return []


def _waiting(state: Tournament, own: EntrantRecord, now: float) -> Iterator[str]:
    """Yield what an entrant without a game waits for, by format."""
    match state.format:
        case Format.ARENA:
            yield from _arena(state, own, now)
        case Format.LADDER:
            yield from _ladder(state, own, now)
        case Format.MATCH | Format.GAUNTLET:
            yield f"All games of {own.entrant.name} that were paired are played; {_running(state)}."
        case _:
            yield from _rounds(state, own, now)


def _rounds(state: Tournament, own: EntrantRecord, now: float) -> Iterator[str]:
    if state.format is Format.KNOCKOUT and (line := _knocked_out(state, own)):
        yield line
        return
    if state.open_rounds:
        number = max(state.open_rounds)
        made = state.rounds[number - 1]
        if state.format is Format.SWISS and (bye := made.byes.get(own.number)) is not None:
            yield f"{own.entrant.name} {_BYES[bye.kind].format(round=number)}."
        if own.first_round > number and state.format is Format.SWISS:
            yield f"{own.entrant.name} is paired from round {own.first_round} on."
        if state.format is Format.KNOCKOUT and (line := _next_opponent(state, own, number)):
            yield line
        last = number >= state.planned_rounds
        waits = "The tournament ends" if last else f"Round {number + 1} is paired"
        yield f"{waits} when round {number} has ended; {_running(state)}."
    elif (at := next_round_at(state)) > now:
        yield f"Round {len(state.rounds) + 1} is paired in {_time(at - now)}."
    elif state.format is Format.SWISS and (number := swiss.waits_for_program(state) or 0):
        yield f"Round {number} is being paired."
    else:
        resting = [each.entrant.name for each in state.active if each.resting]
        yield f"The next round waits for entrants that rest: {_listed(resting)}."


def _knocked_out(state: Tournament, own: EntrantRecord) -> str | None:
    for number, meetings in enumerate(knockout.meetings(state), start=1):
        for meeting in meetings:
            if own.number in (meeting.one, meeting.two) and meeting.winner not in (None, own.number):
                return f"{own.entrant.name} is out since round {number}."
    return None


def _next_opponent(state: Tournament, own: EntrantRecord, number: int) -> str | None:
    """Return the meeting whose winner an entrant of a knockout meets next."""
    rounds = knockout.meetings(state)
    for meeting in rounds[number] if number < len(rounds) else ():
        if own.number in (meeting.one, meeting.two) and None in (meeting.one, meeting.two):
            first = 2 * meeting.board - (1 if meeting.two == own.number else 0)
            feeder = rounds[number - 1][first - 1]
            if feeder.one and feeder.two:
                names = f"{state.entrant(feeder.one).entrant.name} and {state.entrant(feeder.two).entrant.name}"
                return f"The next opponent of {own.entrant.name} is the winner of {names}."
    return None


def _arena(state: Tournament, own: EntrantRecord, now: float) -> Iterator[str]:
    name = own.entrant.name
    ends_at = state.arena_ends_at or now
    if now >= ends_at:
        yield f"Time is up; {_running(state)}."
        return
    if not own.engine and own.number not in state.present:
        yield f"{name} is not connected, and is paired when it is back."
        return
    waiting = state.lookout.waiting(state, now) if state.lookout is not None else []
    others = [each for each in waiting if each.number != own.number]
    resting = [each.entrant.name for each in state.active if each.resting]
    if not others:
        rest = f"; {_listed(resting)} {'rests' if len(resting) == 1 else 'rest'}" if resting else ""
        yield f"No other entrant is free: {_running(state)}{rest}."
    elif len(others) == 1 and state.running and arena.previous_opponent(state, own) == others[0].number:
        yield f"Only {others[0].entrant.name} is free, the last opponent of {name}; {_running(state)}."
    else:
        free = "1 other entrant is free" if len(others) == 1 else f"{len(others)} other entrants are free"
        wait = state.lookout.next_pairs_s(state, own, now) if state.lookout is not None else 0.0
        yield f"{free}; the next pairs are made in {_time(wait)} at the latest."


def _ladder(state: Tournament, own: EntrantRecord, now: float) -> Iterator[str]:
    name = own.entrant.name
    for made in state.challenges.values():
        answer_by = challenges.answered_by(made)
        if answer_by is None or own.number not in (made.challenger, made.challenged):
            continue
        other = state.entrant(made.challenged if own.number == made.challenger else made.challenger).entrant.name
        left = _time(answer_by - now)
        if own.number == made.challenged:
            yield f"{other} has challenged {name}, which loses the challenge unless it accepts within {left}."
        else:
            yield f"{other} has {left} to accept the challenge of {name}."
    place = state.places.index(own.number) + 1 if own.number in state.places else 0
    if place == 1:
        yield f"{name} has the first place, and waits for challenges."
    elif place:
        yield f"{name} has place {place}, and may challenge up to {state.terms.reach} places above."


def _opponent(state: Tournament, own: EntrantRecord, game: GameRecord) -> str:
    return f"{state.entrant(game.opponent(own.number)).entrant.name} ({game.begun.code})"


def _running(state: Tournament) -> str:
    """Return which games still run, or wait to begin."""
    games = [
        f"{state.entrant(game.first).entrant.name} - {state.entrant(game.second).entrant.name} ({game.begun.code})"
        for game in list(state.running.values())[: MOST_NAMED + 1]
    ]
    if not games:
        return _first_due(state)
    more = len(state.running) - MOST_NAMED
    shown = games[:MOST_NAMED]
    verb = "run" if len(state.running) > 1 else "runs"
    return f"{_joined([*shown, f'{more} more'] if more > 0 else shown)} still {verb}"


def _first_due(state: Tournament) -> str:
    pair: PairRecord | None = next(iter(state.due.values()), None)
    if pair is None:
        return "no game runs"
    names = " - ".join(state.entrant(number).entrant.name for number in pair.entrants)
    resting = [state.entrant(number).entrant.name for number in pair.entrants if state.entrant(number).resting]
    if resting:
        return f"{names} has not begun, because {_joined(resting)} {'rests' if len(resting) == 1 else 'rest'}"
    return f"{names} has not begun"


def _listed(names: list[str]) -> str:
    shown = names[:MOST_NAMED]
    return _joined([*shown, f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else shown)


def _joined(items: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _time(seconds: float) -> str:
    """Return a time in words, to its two largest units."""
    left = max(0, round(seconds))
    parts = []
    for name, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {name}")
    return " ".join(parts[:2]) or "0 s"
